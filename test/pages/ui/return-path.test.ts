// The page after a sign-in is never on another host, however the address is written.

import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { pathOfOurs } from "../../../src/pages/ui/return-path.ts";

describe("the path after a sign-in", () => {
  test("the path after a sign-in is one of ours, with its query", () => {
    expect(pathOfOurs("/portal/clients?a=1&b=%2F")).toBe("/portal/clients?a=1&b=%2F");
    expect(pathOfOurs("/oauth/authorize?redirect_uri=https%3A%2F%2Fapp.example%2Fcb&state=x")).toBe(
      "/oauth/authorize?redirect_uri=https%3A%2F%2Fapp.example%2Fcb&state=x",
    );
  });

  test.each([
    "",
    "portal",
    "//evil.example",
    "///evil.example",
    "/\\evil.example",
    "\\\\evil.example",
    "/.//evil.example",
    "/a/..//evil.example",
    "/%2e//evil.example",
    "https://evil.example/",
    "javascript:alert(1)",
    "/\tevil",
    "/\n/evil.example",
    " /portal",
  ])("the path after a sign-in is the overview for %j", (text) => {
    expect(pathOfOurs(text)).toBe("/overview");
  });

  test("the path after a sign-in keeps a browser on our host, for any request", () => {
    const piece = fc.constantFrom(
      "/",
      "//",
      "\\",
      ".",
      "..",
      "%2e",
      "%2f",
      "%5c",
      "@",
      ":",
      "?",
      "#",
      "evil.example",
      "https:",
      "\t",
      "a",
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => {
        const location = pathOfOurs(pieces.join(""));
        expect(new URL(location, "https://tributary.example/sign-in").origin).toBe(
          "https://tributary.example",
        );
      }),
      { numRuns: 5_000 },
    );
  });
});
