// Secrets that change without a gap.

import { expect, test } from "vitest";
import {
  PREVIOUS_MAX,
  rotated,
  secretsAt,
  type Rotation,
} from "../../../src/platform/sealing/rotation.ts";

const FIRST: Rotation = { secret: "a", previous: [] };

test("a previous secret is valid until its end, and no longer", () => {
  const changed = rotated(FIRST, "b", 100, 0);

  expect([0, 99, 100].map((now) => secretsAt(changed, now))).toEqual([
    ["b", "a"],
    ["b", "a"],
    ["b"],
  ]);
});

test("previous secrets keep their own end after another change, the newest first", () => {
  const changed = rotated(rotated(FIRST, "b", 100, 0), "c", 150, 50);

  expect([60, 120, 150].map((now) => secretsAt(changed, now))).toEqual([
    ["c", "b", "a"],
    ["c", "b"],
    ["c"],
  ]);
  expect(rotated(changed, "d", 200, 120).previous).toEqual([
    { secret: "c", until: 200 },
    { secret: "b", until: 150 },
  ]);
});

test("a limited number of previous secrets is kept, and the oldest beyond it ends", () => {
  let changed = FIRST;
  for (let count = 0; count < PREVIOUS_MAX + 2; count += 1)
    changed = rotated(changed, `s${count}`, 100 + count, 0);

  expect(secretsAt(changed, 0)).toEqual(["s5", "s4", "s3", "s2", "s1"]);
});
