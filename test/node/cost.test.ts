// npm run cost builds a Worker of its own. wrangler refuses to build one that lacks an object's class.

import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { HOUSEHOLDS } from "../../scripts/cost/households.mjs";
import { addUp, drawCount, drawPeople } from "../../scripts/cost/people.mjs";
import { seeded } from "../../scripts/generated-banks/random.mjs";

const read = (path: string) =>
  readFileSync(fileURLToPath(new URL(`../../${path}`, import.meta.url).href), "utf8");

test("the Worker that counts a month's cost has every object of the deployed one, each counted", () => {
  const named = read("wrangler.toml").matchAll(/^class_name = "(\w+)"/gm);
  const counted = read("scripts/cost/worker.ts").matchAll(
    /^export const (\w+) = counting\(objects\.\1\);/gm,
  );

  expect(new Set(Array.from(counted, ([, name]) => name))).toEqual(
    new Set(Array.from(named, ([, name]) => name)),
  );
});

test("the households of the cost table are different and make up a hundred people", () => {
  const shares = HOUSEHOLDS.reduce((sum, { share }) => sum + share, 0);

  expect(shares).toBeCloseTo(1, 10);
  expect(HOUSEHOLDS.length).toBeLessThanOrEqual(5);
  expect(new Set(HOUSEHOLDS.map(({ mails }) => mails)).size).toBe(HOUSEHOLDS.length);
});

/** Things of a known cost: a page is one request, a statement two and ten rows. */
const UNITS = { page: { requests: 1 }, statement: { requests: 2, rows_written: 10 } };

test("a month costs what each thing costs once, times how often it is done", () => {
  expect(
    addUp(
      [
        ["page", 30],
        ["statement", 4],
      ],
      UNITS,
    ),
  ).toEqual({ requests: 38, rows_written: 40 });
  expect(addUp([["statement", 0]], UNITS)).toEqual({});
});

test("things are done as often as the habit says on average, and not equally often each month", () => {
  const { below } = seeded(7);
  const random = () => (below(1_000_000) + 0.5) / 1_000_000;
  for (const mean of [0, 0.5, 4, 60, 240]) {
    const months = Array.from({ length: 4_000 }, () => drawCount(mean, random));
    const average = months.reduce((sum, often) => sum + often, 0) / months.length;
    const variance =
      months.reduce((sum, often) => sum + (often - average) ** 2, 0) / (months.length - 1);

    // A Poisson number has its mean as its variance; the mean of 4,000 strays by sqrt(mean / 4,000).
    expect(Math.abs(average - mean)).toBeLessThanOrEqual(4 * Math.sqrt(mean / 4_000));
    expect(Math.abs(variance - mean)).toBeLessThanOrEqual(0.15 * mean);
  }
});

test("ten thousand people are of the households by their shares, each with a month of their own, the same each time", () => {
  const kinds = HOUSEHOLDS.map((household) => ({
    share: household.share,
    habits: { page: 20, statement: household.statements },
    units: UNITS,
  }));

  const people = drawPeople(kinds, 10_000, 3);

  for (const [index, { share }] of HOUSEHOLDS.entries()) {
    const count = people.filter(({ kind }) => kind === index).length;
    // Four standard deviations of a binomial number.
    expect(Math.abs(count - 10_000 * share)).toBeLessThan(
      4 * Math.sqrt(10_000 * share * (1 - share)),
    );
  }
  expect(new Set(people.map(({ counts }) => JSON.stringify(counts))).size).toBeGreaterThan(100);
  expect(drawPeople(kinds, 10_000, 3)).toEqual(people);
});
