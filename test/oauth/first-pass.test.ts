// The pass that lets the first person of a deployment sign up.

import { expect, test } from "vitest";
import { firstPass } from "../../scripts/proof.mjs";
import { isFirstPass } from "../../src/oauth/sign-in/first-pass.ts";
import { FIRST_PASS_MS_MAX } from "../../src/platform/limits.ts";

const KEY = "test-token-key-of-at-least-32-bytes";
const NOW = 1_795_000_000_000;

test("a pass is valid until its time, for its key, and as it was signed", async () => {
  const pass = firstPass(KEY, NOW + 1_000);
  const later = `${NOW + 2_000}.${pass.split(".")[1]}`;

  expect(await isFirstPass(KEY, pass, NOW + 999)).toBe(true);
  expect(await isFirstPass(KEY, pass, NOW + 1_000)).toBe(false);
  expect(await isFirstPass(`${KEY}!`, pass, NOW)).toBe(false);
  expect(await isFirstPass(KEY, later, NOW)).toBe(false);
  expect(await isFirstPass(KEY, "", NOW)).toBe(false);
});

test("a pass that would be valid for longer than a day and an hour is none", async () => {
  const pass = firstPass(KEY, NOW + FIRST_PASS_MS_MAX);

  expect(await isFirstPass(KEY, pass, NOW)).toBe(true);
  expect(await isFirstPass(KEY, pass, NOW - 1)).toBe(false);
});
