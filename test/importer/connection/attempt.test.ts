// What an attempt to authorize remembers, and to whom it gives it.

import { evictDurableObject, runDurableObjectAlarm, runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { afterEach, expect, test, vi } from "vitest";
import {
  beginAttempt,
  takeAttempt,
  type AttemptFacts,
} from "../../../src/importer/connection/attempt.ts";
import { must } from "../../../src/platform/assert.ts";
import { parseCredential } from "../../../src/platform/credentials/credential.ts";
import { reset } from "../../reset.ts";

afterEach(async () => {
  vi.useRealTimers();
  await reset();
});

const FACTS: AttemptFacts = {
  verifier: "v".repeat(43),
  state: "the-state",
  issuer: "https://accounts.example.com",
  redirectUri: "https://tributary.test/connect/callback",
  session: "session-hash",
  connection: null,
  next: "/imports",
};

function partsOf(credential: string) {
  return must(parseCredential(credential), "an attempt's credential has our form");
}

test("gives everything once", async () => {
  const credential = await beginAttempt(env, FACTS);

  expect(await takeAttempt(env, credential)).toEqual(FACTS);
  expect(await takeAttempt(env, credential)).toBeNull();
});

test("gives it to one of many who ask at once", async () => {
  const credential = await beginAttempt(env, FACTS);
  const taken = await Promise.all(
    Array.from({ length: 20 }, async () => takeAttempt(env, credential)),
  );

  expect(taken.filter((facts) => facts !== null)).toEqual([FACTS]);
});

test("outlives its object's memory", async () => {
  const credential = await beginAttempt(env, FACTS);
  await evictDurableObject(env.ATTEMPT.getByName(partsOf(credential).object));

  expect(await takeAttempt(env, credential)).toEqual(FACTS);
});

test("gives nothing for a wrong secret, and is not used up by it", async () => {
  const credential = await beginAttempt(env, FACTS);
  const { object, secret } = partsOf(credential);
  const other = partsOf(await beginAttempt(env, FACTS)).secret;

  expect(await takeAttempt(env, `try_${object}_${other}`)).toBeNull();
  expect(await takeAttempt(env, `ses_${object}_${secret}`)).toBeNull();
  expect(await takeAttempt(env, credential)).toEqual(FACTS);
});

test("gives nothing after ten minutes, also where the alarm is late, and its alarm deletes everything", async () => {
  const credential = await beginAttempt(env, FACTS);
  const stub = env.ATTEMPT.getByName(partsOf(credential).object);
  const { until } = await runInDurableObject(
    stub,
    (_, state) => state.storage.kv.get<{ until: number }>("attempt") ?? { until: 0 },
  );
  expect(until - Date.now()).toBeGreaterThan(9 * 60_000);
  expect(until - Date.now()).toBeLessThanOrEqual(10 * 60_000);

  vi.useFakeTimers({ toFake: ["Date"], now: until });
  expect(await takeAttempt(env, credential)).toBeNull();
  vi.useRealTimers();

  const second = await beginAttempt(env, FACTS);
  const forgotten = env.ATTEMPT.getByName(partsOf(second).object);
  await runDurableObjectAlarm(forgotten);
  expect(await runInDurableObject(forgotten, (_, state) => [...state.storage.kv.list()])).toEqual(
    [],
  );
  expect(await takeAttempt(env, second)).toBeNull();
});

test("of a made-up name gives nothing and keeps nothing", async () => {
  const { secret } = partsOf(await beginAttempt(env, FACTS));
  const name = "a".repeat(26);

  for (const text of [
    "",
    "try_",
    `try_${name}_${secret}`,
    `try_1_${secret}`,
    `try_${"A".repeat(26)}_${secret}`,
  ]) {
    expect(await takeAttempt(env, text)).toBeNull();
  }
  expect(
    await runInDurableObject(env.ATTEMPT.getByName(name), (_, state) => [
      ...state.storage.kv.list(),
    ]),
  ).toEqual([]);
});

test("keeps no secret that its credential is", async () => {
  const credential = await beginAttempt(env, FACTS);
  const { object, secret } = partsOf(credential);
  const stored = await runInDurableObject(env.ATTEMPT.getByName(object), (_, state) =>
    JSON.stringify([...state.storage.kv.list()]),
  );

  expect(stored).toContain("the-state");
  expect(stored).not.toContain(secret);
});
