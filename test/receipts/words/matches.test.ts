// The matches of a pattern are all found, each time that they are asked for.

import { expect, test } from "vitest";
import { findMatches } from "../../../src/receipts/words/matches.ts";

const DIGITS = /\d+/g;

test("all matches of a pattern are found in order, and once more in the next text", () => {
  const places = (text: string) =>
    [...findMatches(text, DIGITS)].map(({ 0: it, index }) => [it, index]);

  expect(places("a 12 b 345")).toEqual([
    ["12", 2],
    ["345", 7],
  ]);
  expect(places("6")).toEqual([["6", 0]]);
});

test("a text without a match has none", () => {
  expect([...findMatches("no digits", DIGITS)]).toEqual([]);
});

test("a pattern may be used for another text while its matches are read", () => {
  const inner = [...findMatches("1 2", DIGITS)].flatMap(() => [...findMatches("3 4", DIGITS)]);

  expect(inner.map(([it]) => it)).toEqual(["3", "4", "3", "4"]);
});
