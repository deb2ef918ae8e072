// Connects a Bitcoin wallet. The service has no provider for one, so it becomes a holding of the
// budget and a schedule that sets its quantity.
//
// Order of writes: the holding, its schedule, a first run. If the Worker dies in between, an empty
// holding remains, and sending the same form again continues with it. A holding that has a schedule
// or a quantity is never taken over. If the form is sent twice at once, each request looks again
// after every write, and the later one removes what it created. So the coins count once.

import * as z from "zod";
import { err, ok, type Result } from "../../platform/result.ts";
import { read, send, type Refusal } from "../ui/client.ts";
import type { Variables } from "../ui/context.ts";
import { cryptoManualSchema } from "../overview/wire.ts";
import { type ScheduleSource, type ScheduleTarget } from "../schedules/wire.ts";
import { SCHEDULE } from "../../importer/schedules/wire.ts";
import { settingsTyped, type Typed } from "../sources/typed-settings.ts";

const SYMBOL = "btc";
/** Once a day; a person can change it on the schedule's page. */
const WHEN = { cron: "0 6 * * *", timezone: "UTC" };
const idSchema = z.object({ id: z.int() });
const schedulesSchema = z.object({
  schedules: z.array(SCHEDULE.extend({ created_at: z.string() })),
});

/**
 * Creates the wallet and reads it at once. Returns the fragment of the accounts page that shows it.
 */
export async function connectBitcoin(
  { api, service }: Pick<Variables, "api" | "service">,
  source: ScheduleSource,
  field: Typed,
): Promise<Result<string, Refusal>> {
  const name = field("name").trim();
  const holding = await findHolding({ api, service }, name);
  if (!holding.ok) return holding;
  const { id, isNew } = holding.value;
  const schedule = {
    name,
    ...WHEN,
    source: { type: source.type, ...settingsTyped(source, field) },
    target: { crypto_manual_id: id },
  };
  const made = await send(api, "/api/schedules", schedule, z.object({ id: z.string() }));
  if (!made.ok) {
    if (isNew) await withdraw(service, `/crypto/manual/${id}`);
    return made;
  }
  const path = `/api/schedules/${encodeURIComponent(made.value.id)}`;
  const there = await read(api, "/api/schedules", schedulesSchema);
  if (!there.ok) return there;
  const [first] = there.value.schedules
    .filter(({ target }) => isFor(target, id))
    .toSorted((a, b) => Date.parse(a.created_at) - Date.parse(b.created_at));
  if (first !== undefined && first.id !== made.value.id) {
    await withdraw(api, path);
    return taken(`You already have a wallet called “${name}”.`);
  }
  // If it cannot be read, the page says why.
  await (await api(`${path}/run`, { method: "POST", body: "{}" })).body?.cancel();
  return ok(`holding-${id}`);
}

async function findHolding(
  { api, service }: Pick<Variables, "api" | "service">,
  name: string,
): Promise<Result<{ readonly id: number; readonly isNew: boolean }, Refusal>> {
  const [holdings, schedules] = await Promise.all([
    read(service, "/crypto/manual", cryptoManualSchema),
    read(api, "/api/schedules", schedulesSchema),
  ]);
  if (!holdings.ok) return holdings;
  if (!schedules.ok) return schedules;
  const there = named(holdings.value, name);
  if (there === undefined) return newHolding(service, name);
  const isFed = schedules.value.schedules.some(({ target }) => isFor(target, there.id));
  if (!isFed && !/[1-9]/.test(there.balance)) return ok({ id: there.id, isNew: false });
  return taken(
    isFed
      ? `You already have a wallet called “${name}”.`
      : `You already have a holding called “${name}” that you update yourself. Create a schedule for it, or choose another name.`,
  );
}

async function newHolding(
  service: Variables["service"],
  name: string,
): Promise<Result<{ readonly id: number; readonly isNew: boolean }, Refusal>> {
  const made = await send(
    service,
    "/crypto/manual",
    { name, symbol: SYMBOL, balance: "0" },
    idSchema,
  );
  if (!made.ok) return made;
  const { id } = made.value;
  const now = await read(service, "/crypto/manual", cryptoManualSchema);
  if (now.ok && named(now.value, name)?.id === id) return ok({ id, isNew: true });
  await withdraw(service, `/crypto/manual/${id}`);
  return now.ok ? taken(`You already have a wallet called “${name}”.`) : now;
}

/** The oldest holding of that name. */
function named({ crypto_manual: holdings }: z.infer<typeof cryptoManualSchema>, name: string) {
  return holdings
    .filter((one) => one.name === name && one.symbol.toLowerCase() === SYMBOL)
    .toSorted((a, b) => a.id - b.id)[0];
}

function isFor(target: ScheduleTarget, holding: number): boolean {
  return "crypto_manual_id" in target && target.crypto_manual_id === holding;
}

function taken(errMsg: string): { readonly ok: false; readonly error: Refusal } {
  return err({ status: 409, message: errMsg, errors: [{ errMsg, instancePath: "/body/name" }] });
}

async function withdraw(call: Variables["api"], path: string): Promise<void> {
  await (await call(path, { method: "DELETE" })).body?.cancel();
}
