// npm run cost builds a Worker of its own. wrangler refuses to build one that lacks an object's class.

import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

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
