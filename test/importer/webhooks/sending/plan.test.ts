// What becomes of a delivery after each kind of answer.

import { expect, test } from "vitest";
import { ATTEMPTS_MAX, planAfter } from "../../../../src/importer/webhooks/sending/next-attempt.ts";
import {
  ENDPOINT_FAILING_MS_MAX,
  NOTICE_DELAYS_MS,
  NOTICE_LEASE_MS,
  NOTICE_QUIET_MS,
  REQUEST_TIMEOUT_MS,
} from "../../../../src/platform/limits.ts";

const NOW = 1_800_000_000_000;
const answer = (status: number | null, retryAfter: number | null = null) => ({
  status,
  said: "said",
  retryAfter,
});
const first = { attempts: 1, failingSince: null };

test("2xx is a success, 410 ends the endpoint, everything else is tried again", () => {
  expect(
    [200, 202, 204, 299].map((status) => planAfter(answer(status), first, NOW, 0).kind),
  ).toEqual(["delivered", "delivered", "delivered", "delivered"]);
  expect(planAfter(answer(410), first, NOW, 0).kind).toBe("disable");
  for (const status of [null, 300, 301, 400, 401, 404, 408, 429, 500, 503])
    expect(planAfter(answer(status), first, NOW, 0).kind, String(status)).toBe("again");
});

test("attempts lie five seconds to ten hours apart, a little later by chance, and end", () => {
  const at = (attempts: number, random: number) => {
    const planned = planAfter(answer(500), { attempts, failingSince: NOW }, NOW, random);
    return planned.kind === "again" ? planned.at - NOW : planned.kind;
  };
  expect(NOTICE_DELAYS_MS.map((_, index) => at(index + 1, 0))).toEqual([...NOTICE_DELAYS_MS]);
  expect(at(1, 1)).toBe(6_000);
  expect(at(ATTEMPTS_MAX, 0)).toBe("failed");
  expect([NOTICE_DELAYS_MS[0], NOTICE_DELAYS_MS.at(-1)]).toEqual([5_000, 10 * 3_600_000]);
});

test("a receiver that has too much is left alone, for as long as it asks", () => {
  expect(planAfter(answer(429, 60_000), first, NOW, 0)).toEqual({
    kind: "again",
    at: NOW + 60_000,
    quietUntil: NOW + 60_000,
  });
  expect(planAfter(answer(502), first, NOW, 0)).toEqual({
    kind: "again",
    at: NOW + 5_000,
    quietUntil: NOW + 5_000,
  });
  expect(planAfter(answer(500), first, NOW, 0)).toMatchObject({ quietUntil: 0 });
  // Its message has been late for a day: the next one need not be.
  expect(planAfter(answer(503), { attempts: 7, failingSince: NOW }, NOW, 0)).toEqual({
    kind: "again",
    at: NOW + 10 * 3_600_000,
    quietUntil: NOW + NOTICE_QUIET_MS,
  });
  expect(planAfter(answer(503, 60_000), { attempts: 7, failingSince: NOW }, NOW, 0)).toMatchObject({
    quietUntil: NOW + 60_000,
  });
});

test("an endpoint that took nothing for days is told nothing more", () => {
  expect(
    planAfter(answer(500), { attempts: 1, failingSince: NOW - ENDPOINT_FAILING_MS_MAX + 1 }, NOW, 0)
      .kind,
  ).toBe("again");
  expect(
    planAfter(answer(500), { attempts: 1, failingSince: NOW - ENDPOINT_FAILING_MS_MAX }, NOW, 0),
  ).toEqual({ kind: "disable", said: "It took nothing for 3 days. Last: said" });
  expect(
    planAfter(answer(200), { attempts: 1, failingSince: NOW - ENDPOINT_FAILING_MS_MAX }, NOW, 0)
      .kind,
  ).toBe("delivered");
});

test("an attempt ends before it counts as one of which nothing was heard", () => {
  expect(NOTICE_LEASE_MS).toBeGreaterThan(2 * REQUEST_TIMEOUT_MS);
});
