// The heartbeat finds what waits without an alarm, whichever connection it is, some connections at a time.

import { createScheduledController, reset, runDurableObjectAlarm, runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { Env } from "../../src/config.ts";
import { connectionIdOf } from "../../src/connect/identity.ts";
import worker from "../../src/index.ts";
import { HEARTBEAT_CONNECTIONS } from "../../src/limits.ts";

const bindings: Env = { ...env, RATES_URL: "" };
const ADA = { userId: 7, accountId: 41, name: "Ada Example", email: "ada@example.com", budgetName: "Household", currency: "eur" };

beforeEach(() => reset());
afterEach(async () => {
  vi.restoreAllMocks();
  await reset();
});

async function beat(): Promise<void> {
  await worker.scheduled(createScheduledController(), bindings);
}

/** A connection whose tokens are still to be read back from KV, and whose alarm the platform has dropped. */
async function withoutAlarm(): Promise<string> {
  const id = await connectionIdOf({ budgetApiUrl: null }, ADA);
  const importer = bindings.IMPORTER.getByName(id);
  await importer.connectBudget({ owner: "0".repeat(32), identity: ADA, credential: { kind: "token", token: "planted-token" } });
  await bindings.TOKENS.put(`connection/${id}`, "what KV holds is not looked at");
  // A work that is under way would set the alarm again behind our back: it ends first.
  await runDurableObjectAlarm(importer);
  await runInDurableObject(importer, (_, state) => state.storage.deleteAlarm());
  return id;
}

const alarmOf = (id: string) => runInDurableObject(bindings.IMPORTER.getByName(id), (_, state) => state.storage.getAlarm());

test("an alarm that was dropped is set again", async () => {
  const id = await withoutAlarm();

  await beat();

  expect(await alarmOf(id)).not.toBeNull();
});

test("a beat wakes some connections, and the next goes on there", async () => {
  const id = await withoutAlarm();
  for (let count = 0; count < HEARTBEAT_CONNECTIONS; count += 1) await bindings.TOKENS.put(`connection/${"2".repeat(24)}${"abcdefgh"[count % 8]}${"abcdefg"[Math.floor(count / 8)]}`, "x");

  await beat();
  const first = await alarmOf(id);
  await beat();

  expect(id > `${"2".repeat(24)}hh`).toBe(true);
  expect([first, await alarmOf(id)]).toEqual([null, expect.any(Number)]);
});

test("a place to go on that KV no longer knows is forgotten: the next beat begins anew", async () => {
  const id = await withoutAlarm();
  vi.spyOn(console, "error").mockImplementation(() => undefined);
  await bindings.TOKENS.put("heartbeat", "no cursor of KV");
  vi.spyOn(bindings.TOKENS, "list").mockRejectedValueOnce(new Error("Invalid cursor"));

  await beat();
  await beat();

  expect(await alarmOf(id)).not.toBeNull();
});
