// The order of the test files: those that take longest start first, and the list of them is not out of date.

import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { LONGEST, moveForward } from "../longest-first.ts";

const ROOT = fileURLToPath(new URL("../../", import.meta.url).href);

test("listed files start first in the order of the list, and the others keep theirs", () => {
  const files = ["large", "second", "middle", "first", "small"];

  expect(moveForward(files, (file) => file, ["first", "second", "absent"])).toEqual([
    "first",
    "second",
    "large",
    "middle",
    "small",
  ]);
});

test.each(LONGEST)("%s exists, so the list of the longest files is up to date", (path) => {
  expect(existsSync(ROOT + path)).toBe(true);
});

test("no file is listed twice", () => {
  expect(new Set(LONGEST).size).toBe(LONGEST.length);
});
