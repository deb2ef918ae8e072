// Texts as banks print them and the payee a person recognises in each, in test/fixtures/payees: "text => payee", by the
// language of the statement in texts.txt. Those in unseen.txt were written after the rules, to see what these do with
// names that look like noise. People, places and numbers are made up.

import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { must } from "../../../src/platform/assert.ts";
import { PAYEE_TEXT_CHARS_MAX } from "../../../src/platform/limits.ts";
import { cleanPayee, splitPayee } from "../../../src/statements/payees/payee.ts";
import { expectLinear } from "../../growth.ts";

const FILES = import.meta.glob<string>("../../fixtures/payees/*.txt", {
  query: "?raw",
  import: "default",
  eager: true,
});
const TEXTS = must(FILES["../../fixtures/payees/texts.txt"], "the texts");
const ROWS = must(FILES["../../fixtures/payees/rows.txt"], "the rows");
const UNSEEN = must(FILES["../../fixtures/payees/unseen.txt"], "the unseen texts");

const lines = (texts: string) =>
  texts
    .split("\n")
    .filter((line) => line.includes(" => "))
    .map((line) => line.split(" => "));

/** Whether something of the wanted payee is missing: its characters do not stand in the payee in their order. */
function isOverCut(payee: string, wanted: string): boolean {
  let at = 0;
  for (const character of wanted) {
    if (character === " ") continue;
    const found = payee.indexOf(character, at);
    if (found < 0) return true;
    at = found + character.length;
  }
  return false;
}

function measure(texts: string) {
  const all = lines(texts).map(([text = "", wanted = ""]) => ({
    text,
    wanted,
    payee: cleanPayee(text).payee,
  }));
  const inexact = all.filter(({ payee, wanted }) => payee !== wanted);
  const overCut = inexact.filter(({ payee, wanted }) => isOverCut(payee, wanted));
  return {
    count: all.length,
    exact: 1 - inexact.length / all.length,
    overCut: overCut.map(({ text, payee }) => `${text} => ${payee}`),
  };
}

test("at least 85 % of 130 raw texts give what a person would say", () => {
  const { count, exact } = measure(ROWS);

  expect(count).toBe(130);
  expect(exact).toBeGreaterThanOrEqual(0.85);
});

test("at least 97 % of the texts in fifteen languages give the exact payee, and none loses a part of it", () => {
  const { count, exact, overCut } = measure(TEXTS);

  expect(overCut).toEqual([]);
  expect(count).toBeGreaterThanOrEqual(400);
  expect(exact).toBeGreaterThanOrEqual(0.97);
});

test("of the unseen texts with odd names one is cut too much: a service's letter before a star", () => {
  const { exact, overCut } = measure(UNSEEN);

  expect(overCut).toEqual(["K*RUPP ESSEN => RUPP ESSEN"]);
  expect(exact).toBeGreaterThanOrEqual(0.94);
});

describe("laws of payees", () => {
  const words = fc.constantFrom(
    ...new Set([...lines(TEXTS), ...lines(UNSEEN)].flatMap(([text = ""]) => text.split(" "))),
  );
  const texts = fc.oneof(
    fc.array(words, { maxLength: 12 }).map((list) => list.join(" ")),
    fc.string({ unit: "binary", maxLength: 80 }),
    fc.string({ unit: "grapheme", maxLength: 80 }),
  );

  test("cleaning a payee again does not change it", () => {
    fc.assert(
      fc.property(texts, (text) => {
        const { payee } = cleanPayee(text);
        expect(cleanPayee(payee).payee).toBe(payee);
      }),
      { numRuns: 3_000 },
    );
  });

  test("a payee consists of the text's own characters in their order", () => {
    fc.assert(
      fc.property(texts, (text) => {
        let at = 0;
        const printed = text.replace(/[\s\u0085\ufeff]+/gu, " ");
        for (const character of cleanPayee(text).payee) {
          if (character === " ") continue;
          at = printed.indexOf(character, at) + character.length;
          expect(at).toBeGreaterThanOrEqual(character.length);
        }
      }),
      { numRuns: 1_000 },
    );
  });

  test("a text with a letter or digit never gives an empty payee", () => {
    fc.assert(
      fc.property(texts, (text) => {
        fc.pre(/[\p{L}\p{N}]/u.test(text));
        expect(cleanPayee(text).payee).not.toBe("");
      }),
      { numRuns: 3_000 },
    );
  });

  test("the removed parts are reported, and only if there are any", () => {
    fc.assert(
      fc.property(texts, (text) => {
        const { payee, left_out: leftOut } = splitPayee(text);
        const same = payee === text.replace(/[\s\u0085\ufeff]+/gu, " ").trim();
        if (same) expect(leftOut).toEqual([]);
      }),
    );
  });
});

test("each removed part has its rule", () => {
  const text = "POS PURCHASE SQ *BLUE BOTTLE CARD 1234 OAKLAND CA";

  expect(splitPayee(text)).toEqual({
    payee: "BLUE BOTTLE",
    left_out: [
      { rule: "type", text: "POS PURCHASE" },
      { rule: "service", text: "SQ *" },
      { rule: "card", text: "CARD 1234" },
      { rule: "place", text: "OAKLAND CA" },
    ],
  });
  expect(cleanPayee(text).left_out).toBe(
    "type: POS PURCHASE; service: SQ *; card: CARD 1234; place: OAKLAND CA",
  );
});

test("texts with other numbers have the payee and the parts that each of them has alone", () => {
  const known = lines(TEXTS + UNSEEN + ROWS).map(([text = ""]) => text);
  const digits = fc.constantFrom("0", "1", "2", "4", "7", "9");
  const numbers = fc.oneof(
    fc.constantFrom("1900", "2026", "3000", "0500", "0042", "4711", "00100", "10000"),
    fc.array(digits, { minLength: 1, maxLength: 9 }).map((list) => list.join("")),
  );
  fc.assert(
    fc.property(
      fc.constantFrom(...known, "CAFE 4711 CAFE 4711", "4711 A 4711.COM", "B 12 AB 123 EREF+AB 12"),
      fc.array(fc.array(numbers, { minLength: 1, maxLength: 4 }), { minLength: 4, maxLength: 8 }),
      (text, rows) => {
        for (const row of rows) {
          let at = 0;
          // Most keep their length, so that they have the form of one before.
          const other = text.replace(/\d{3,}/g, (number) => {
            const put = row[at++ % row.length] ?? "";
            return at % 3 === 0 ? put : put.repeat(number.length).slice(0, number.length);
          });
          const { payee, left_out: parts } = splitPayee(other);
          const leftOut = parts.map((part) => `${part.rule}: ${part.text}`).join("; ");
          expect(cleanPayee(other)).toEqual({ payee, left_out: leftOut });
        }
      },
    ),
    { numRuns: 3_000 },
  );
});

test("a town alone stays, because two names would otherwise become one", () => {
  expect(cleanPayee("HOTEL BERLIN").payee).not.toBe(cleanPayee("HOTEL HAMBURG").payee);
  expect(cleanPayee("CARD PURCHASE HOTEL ROMA IT").payee).toBe("HOTEL ROMA IT");
  expect(cleanPayee("FRIENDS OF LONDON GB").payee).toBe("FRIENDS OF LONDON GB");
});

test("hostile texts take no longer than others: their length is limited, and rounds are few", async () => {
  const hostile = [
    "CB ".repeat(20_000),
    "*".repeat(60_000),
    "SVWZ+".repeat(10_000),
    "1234 ".repeat(10_000),
    "//".repeat(30_000),
    "A/DE ".repeat(10_000),
    "/NAME/".repeat(9_000),
    "X1X1".repeat(15_000),
    "SQ *".repeat(15_000),
    "PARIS FR ".repeat(6_000),
    "\ud800 ".repeat(20_000),
  ];
  for (const text of hostile) {
    expect(cleanPayee(text).payee.length).toBeLessThanOrEqual(PAYEE_TEXT_CHARS_MAX);
    await expectLinear(text.length, (size) => cleanPayee(text.slice(0, size)));
  }
});
