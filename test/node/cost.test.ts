// npm run cost builds a Worker of its own. wrangler refuses to build one that lacks an object's class.

import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { HOUSEHOLDS, mix } from "../../scripts/cost/households.mjs";

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

test("one person of the mixture is each household by its share", () => {
  const lived = HOUSEHOLDS.map((household, index) => ({
    household,
    counts: { requests: 100 * (index + 1), rows_read: 10 },
  }));

  const { requests, rows_read: rows } = mix(lived);

  expect(requests).toBeCloseTo(0.5 * 100 + 0.4 * 200 + 0.1 * 300, 10);
  expect(rows).toBeCloseTo(10, 10);
});
