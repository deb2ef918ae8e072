// Goal: all importers together never ask more than the quota allows in any minute, waste little of it, and share it.
// Method: importers that always have work, on a clock of plain numbers, each asking again exactly when it is told.

import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import { RATE_LIMIT_REQUESTS, RATE_LIMIT_WINDOW_MS } from "../../../src/platform/limits.ts";
import { admit, type Grant } from "../../../src/importer/posting/pace.ts";
import { reset } from "../../reset.ts";

interface Busy {
  readonly importer: string;
  readonly requests: number;
  readonly from: number;
}

/** Every grant until all have made their requests; each request takes `latency` ms. */
function run(busy: readonly Busy[], latency: number): Grant[] {
  const grants: Grant[] = [];
  const turnedAway = new Map<string, number>();
  const left = new Map(busy.map((b) => [b.importer, b.requests]));
  const due = new Map(busy.map((b) => [b.importer, b.from]));
  while (left.size > 0) {
    const [importer, now] = [...due].reduce((first, next) => (next[1] < first[1] ? next : first));
    const wait = admit({ grants, closed_until: 0, turned_away: turnedAway }, importer, now);
    if (wait !== null) {
      turnedAway.set(importer, now);
      due.set(importer, wait);
      continue;
    }
    grants.push({ at: now, importer });
    turnedAway.delete(importer);
    due.set(importer, now + latency);
    const rest = (left.get(importer) ?? 0) - 1;
    if (rest > 0) left.set(importer, rest);
    else {
      left.delete(importer);
      due.delete(importer);
    }
  }
  return grants;
}

function mostInAnyWindow(grants: readonly Grant[]): number {
  return Math.max(
    ...grants.map(
      (g) => grants.filter((h) => h.at > g.at - RATE_LIMIT_WINDOW_MS && h.at <= g.at).length,
    ),
  );
}

test("one importer with 1,000 requests never has more than 100 in any minute and takes hardly longer than it must", () => {
  const grants = run([{ importer: "a", requests: 1_000, from: 0 }], 5);

  expect(mostInAnyWindow(grants)).toBe(RATE_LIMIT_REQUESTS);
  const least = RATE_LIMIT_WINDOW_MS * (Math.ceil(1_000 / RATE_LIMIT_REQUESTS) - 1);
  expect(least / (grants.at(-1)?.at ?? 0)).toBeGreaterThanOrEqual(0.95);
});

test("F24 of ten importers one hogs: each other one still gets at least a twentieth of the rate", () => {
  const hog = { importer: "hog", requests: 3_000, from: 0 };
  const others = Array.from({ length: 9 }, (_, i) => ({
    importer: `small${i}`,
    requests: 60,
    from: 30_000 + i,
  }));
  const grants = run([hog, ...others], 5);

  expect(mostInAnyWindow(grants)).toBeLessThanOrEqual(RATE_LIMIT_REQUESTS);
  for (const { importer, requests, from } of others) {
    const mine = grants.filter((g) => g.importer === importer);
    const minutes = ((mine.at(-1)?.at ?? 0) - from) / RATE_LIMIT_WINDOW_MS;
    expect(requests / minutes, importer).toBeGreaterThanOrEqual(RATE_LIMIT_REQUESTS / 20);
  }
});

test("when the service says that nothing is left, nobody asks before it says", () => {
  const state = { grants: [], closed_until: 5_000, turned_away: new Map<string, number>() };

  expect(admit(state, "a", 4_999)).toBe(5_000);
  expect(admit(state, "a", 5_000)).toBeNull();
});

test("a shorter wait that the service asks for does not end a longer one", async () => {
  const pace = env.PACE.getByName("budget.example");
  await pace.close(Date.now() + 50_000);
  await pace.close(Date.now() + 1_000);

  expect(await pace.ask("a")).toBeGreaterThan(10_000);

  await reset();
});
