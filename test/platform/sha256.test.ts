// The synchronous digest equals the platform's digest.

import * as fc from "fast-check";
import { expect, test } from "vitest";
import { hex, sha256 } from "../../src/platform/digest.ts";
import { sha256Sync } from "../../src/platform/sha256.ts";

test("the digest of FIPS 180-4's examples is right", () => {
  expect(hex(sha256Sync("abc"))).toBe(
    "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad",
  );
  expect(hex(sha256Sync("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq"))).toBe(
    "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1",
  );
  expect(hex(sha256Sync(""))).toBe(
    "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855",
  );
});

test("the digest agrees with the platform's for texts of every length around a block", async () => {
  for (let length = 0; length <= 200; length += 1)
    expect(hex(sha256Sync("x".repeat(length)))).toBe(hex(await sha256("x".repeat(length))));
});

test("the digest agrees with the platform's for any text, including lone surrogates", async () => {
  await fc.assert(
    fc.asyncProperty(fc.string({ unit: "binary", maxLength: 300 }), async (text) => {
      expect(hex(sha256Sync(text))).toBe(hex(await sha256(text)));
    }),
    { numRuns: 200 },
  );
});
