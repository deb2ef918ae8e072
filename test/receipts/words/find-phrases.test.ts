// Phrases are found at every place where a word begins, whatever letters stand around it.

import { describe, expect, test } from "vitest";
import { IN_PLACE, foldInPlace } from "../../../src/receipts/words/in-place.ts";
import { foldWords, Phrases } from "../../../src/receipts/words/phrases.ts";

const WORDS = [["sum", "a|total|summe|合計|итог"]] as const;

describe("phrases of bare words", () => {
  const phrases = new Phrases(WORDS);
  const found = (text: string) => phrases.find(foldWords(text)).map(({ phrase }) => phrase);

  test("a word of one letter is found at either end of a text, and not within a word", () => {
    expect(found("a")).toEqual(["a"]);
    expect(found("a bag of a")).toEqual(["a", "a"]);
    expect(found("bag, cab")).toEqual([]);
  });

  test("a phrase of a script without blanks is found within a run of letters", () => {
    expect(found("ご合計100円")).toEqual(["合計"]);
    expect(found("USD合計")).toEqual(["合計"]);
  });

  test("folding gives the same words for plain and for accented letters", () => {
    expect(foldWords("  Sub-Total: 1,20 ")).toBe(" sub total 1 20 ");
    expect(foldWords("  Süb–Tótal: 1,20 ")).toBe(" sub total 1 20 ");
  });
});

test("of linked phrases each is found that ends behind the one in which it begins, and none within another", () => {
  const linked = new Phrases([
    ["paid", "refund has been paid|paid"],
    ["refund", "your refund"],
  ]);
  const found = (text: string) => linked.findLinked(foldWords(text)).map(({ phrase }) => phrase);

  expect(found("Your refund has been paid.")).toEqual(["your refund", "refund has been paid"]);
  expect(found("Refund has been paid")).toEqual(["refund has been paid"]);
  expect(found("Your refund was paid")).toEqual(["your refund", "paid"]);
});

describe("phrases in place", () => {
  const phrases = new Phrases([["sum", "total|betr*|合計|é|итог"]], IN_PLACE);
  const found = (text: string) =>
    phrases.find(foldInPlace(text)).map(({ start, end }) => text.slice(start, end));

  test("a word and a stem are found where a word begins, next to any mark", () => {
    expect(found("Total,TOTAL/total(total)")).toEqual(["Total", "TOTAL", "total", "total"]);
    expect(found("subtotal totals Betrag abbetr")).toEqual(["Betr"]);
  });

  test("a word right after a letter that is not ASCII is within a word", () => {
    expect(found("ütotal итог, утитог")).toEqual(["итог"]);
  });
});

describe("a search that needs no list", () => {
  const phrases = new Phrases(WORDS);
  const words = foldWords("Grand total, a sum: total");

  test("finds the first phrase between two places", () => {
    expect(phrases.first(words)).toEqual({ tag: "sum", phrase: "total", start: 7, end: 12 });
    expect(phrases.first(words, 8)?.phrase).toBe("a");
    expect(phrases.first(words, 8, 10)).toBeNull();
  });

  test("tells whether there is any phrase", () => {
    expect(phrases.has(words)).toBe(true);
    expect(phrases.has(words, 0, 11)).toBe(false);
    expect(phrases.has(foldWords("subtotal"))).toBe(false);
  });

  test("tells whether a phrase begins at a place, and not behind it", () => {
    expect(phrases.isAt(words, 7)).toBe(true);
    expect(phrases.isAt(words, 1)).toBe(false);
    expect(phrases.isAt(foldWords(""), 1)).toBe(false);
  });
});
