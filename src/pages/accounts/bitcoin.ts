// A Bitcoin wallet: a holding of the budget and a schedule that sets its quantity, since the service has no provider for it.
//
// Order of writes: the holding, its schedule, a first run. Broken off in between, a holding of nought is left, and the same form
// sent again goes on with it; a holding that has a schedule or a quantity is never taken over.

import * as z from "zod";
import { err, ok, type Result } from "../../value/result.ts";
import { read, send, type Refusal } from "../client.ts";
import type { Variables } from "../context.ts";
import { cryptoManualSchema } from "../overview/wire.ts";
import { schedulesSchema, type ScheduleSource } from "../schedules/wire.ts";
import { settingsTyped, type Typed } from "../sources/typed.ts";

const SYMBOL = "btc";
/** Once a day; changed where schedules are. */
const WHEN = { cron: "0 6 * * *", timezone: "UTC" };
const idSchema = z.object({ id: z.int() });

/** Makes the wallet and reads it at once; the fragment of the page that shows it. */
export async function connectBitcoin({ api, service }: Pick<Variables, "api" | "service">, source: ScheduleSource, field: Typed): Promise<Result<string, Refusal>> {
  const name = field("name").trim();
  const holding = await holdingOf({ api, service }, name);
  if (!holding.ok) return holding;
  const { id, isNew } = holding.value;
  const schedule = { name, ...WHEN, source: { type: source.type, ...settingsTyped(source, field) }, target: { crypto_manual_id: id } };
  const made = await send(api, "/api/schedules", schedule, z.object({ id: z.string() }));
  if (!made.ok) {
    if (isNew) await (await service(`/crypto/manual/${id}`, { method: "DELETE" })).body?.cancel();
    return made;
  }
  // Where it cannot be read, the page says why.
  await (await api(`/api/schedules/${encodeURIComponent(made.value.id)}/run`, { method: "POST", body: "{}" })).body?.cancel();
  return ok(`holding-${id}`);
}

async function holdingOf({ api, service }: Pick<Variables, "api" | "service">, name: string): Promise<Result<{ readonly id: number; readonly isNew: boolean }, Refusal>> {
  const [holdings, schedules] = await Promise.all([read(service, "/crypto/manual", cryptoManualSchema), read(api, "/api/schedules", schedulesSchema)]);
  if (!holdings.ok) return holdings;
  if (!schedules.ok) return schedules;
  const there = holdings.value.crypto_manual.find((one) => one.name === name && one.symbol.toLowerCase() === SYMBOL);
  if (there === undefined) {
    const made = await send(service, "/crypto/manual", { name, symbol: SYMBOL, balance: "0" }, idSchema);
    return made.ok ? ok({ id: made.value.id, isNew: true }) : made;
  }
  const isFed = schedules.value.schedules.some(({ target }) => "crypto_manual_id" in target && target.crypto_manual_id === there.id);
  if (!isFed && !/[1-9]/.test(there.balance)) return ok({ id: there.id, isNew: false });
  const errMsg = isFed ? `There is a wallet “${name}” already.` : `There is a holding “${name}” already, which you keep by hand: make a schedule for it, or take another name.`;
  return err({ status: 409, message: errMsg, errors: [{ errMsg, instancePath: "/body/name" }] });
}
