// The heartbeat finds what waits without an alarm, whichever connection it is, some connections at a time.

import { createScheduledController, runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { deriveConnectionId, OWN_CONNECTION } from "../../src/importer/connection/identity.ts";
import worker from "../../src/index.ts";
import { HEARTBEAT_CONNECTIONS } from "../../src/platform/limits.ts";
import { forgetConnections } from "./forget-connections.ts";

const bindings: Env = { ...env, RATES_URL: "" };
const ADA = {
  userId: 7,
  accountId: 41,
  name: "Ada Example",
  email: "ada@example.com",
  budgetName: "Household",
  currency: "eur",
};

beforeEach(forgetConnections);
afterEach(async () => {
  vi.restoreAllMocks();
  await forgetConnections();
});

/** The connections that it wakes; `times` at once. */
async function beat(times = 1): Promise<string[]> {
  const woken = vi.spyOn(bindings.IMPORTER, "getByName");
  await Promise.all(
    Array.from({ length: times }, () => worker.scheduled(createScheduledController(), bindings)),
  );
  const names = woken.mock.calls.map(([name]) => name);
  woken.mockRestore();
  return names;
}

/** A connection whose tokens are still to be read back from KV, and whose alarm the platform has dropped. */
async function withoutAlarm(): Promise<string> {
  const id = await deriveConnectionId({ budgetApiUrl: null }, ADA);
  const importer = bindings.IMPORTER.getByName(id);
  await importer.connectBudget({
    owner: "0".repeat(32),
    identity: ADA,
    credential: { kind: "token", token: "planted-token" },
  });
  await bindings.TOKENS.put(`connection/${id}`, "what KV holds is not looked at");
  // The alarm of connecting has rung, is at work, or is about to: at its end it sets the next one.
  // Whoever calls it waits for that end, also where the platform had called it before.
  await runInDurableObject(importer, async (instance, state) => {
    await instance.alarm();
    await state.storage.deleteAlarm();
  });
  return id;
}

/** One of the first in KV's order. */
const nameOf = (count: number) =>
  `${"2".repeat(24)}${"abcdefgh"[count % 8] ?? ""}${"abcdefg"[Math.floor(count / 8)] ?? ""}`;
const alarmOf = (id: string) =>
  runInDurableObject(bindings.IMPORTER.getByName(id), (_, state) => state.storage.getAlarm());

test("an alarm that was dropped is set again", async () => {
  const id = await withoutAlarm();

  await beat();

  expect(await alarmOf(id)).not.toBeNull();
});

test("a beat wakes some connections, and the next goes on there", async () => {
  const before = Array.from({ length: HEARTBEAT_CONNECTIONS }, (_, count) => nameOf(count)).sort();
  await Promise.all(before.map((name) => bindings.TOKENS.put(`connection/${name}`, "x")));
  const id = await withoutAlarm();
  expect(before.every((name) => name < id)).toBe(true);

  const [first, second] = [await beat(), await beat()];

  expect(first).toEqual([OWN_CONNECTION, ...before]);
  expect(second).toEqual([id]);
  expect(await alarmOf(id)).not.toBeNull();
});

test("beats at the same time pass nobody over", async () => {
  const before = Array.from({ length: HEARTBEAT_CONNECTIONS }, (_, count) => nameOf(count)).sort();
  await Promise.all(before.map((name) => bindings.TOKENS.put(`connection/${name}`, "x")));
  const id = await withoutAlarm();

  const [first, second] = [await beat(2), await beat(2)];

  expect(first.toSorted()).toEqual(
    [OWN_CONNECTION, OWN_CONNECTION, ...before.flatMap((name) => [name, name])].toSorted(),
  );
  expect(second).toContain(id);
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

test("where KV takes no place to go on, connections are woken all the same, and it is said", async () => {
  const names = Array.from({ length: HEARTBEAT_CONNECTIONS + 1 }, (_, count) =>
    nameOf(count),
  ).sort();
  await Promise.all(names.map((name) => bindings.TOKENS.put(`connection/${name}`, "x")));
  const logged = vi.spyOn(console, "error").mockImplementation(() => undefined);
  vi.spyOn(bindings.TOKENS, "put").mockRejectedValueOnce(
    new Error("KV PUT failed: 429 Too Many Requests"),
  );

  const woken = await beat();

  expect(woken).toEqual([OWN_CONNECTION, ...names.slice(0, HEARTBEAT_CONNECTIONS)]);
  expect(logged).toHaveBeenCalledOnce();
});
