// The amount grammar: every notation banks print, and what must be refused rather than guessed.

import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { expectWithin } from "../../growth.ts";
import { readAmount, type DecimalMark } from "../../../src/statements/csv/amounts/amount.ts";

// prettier-ignore
const READ: readonly (readonly [string, DecimalMark, number])[] = [
  ["1234.56", ".", 123_456], ["1,234.56", ".", 123_456], ["1.234,56", ",", 123_456], ["1 234,56", ",", 123_456],
  ["1\u00a0234,56", ",", 123_456], ["1\u202f234,56", ",", 123_456], ["1'234.56", ".", 123_456], ["1’234.56", ".", 123_456],
  ["12,34,567.89", ".", 123_456_789], ["-1234.56", ".", -123_456], ["−12.00", ".", -1200], ["–12.00", ".", -1200],
  ["(12.00)", ".", -1200], ["12.00-", ".", -1200], ["12.00 DR", ".", -1200], ["12.00 CR", ".", 1200], ["12,00 S", ",", -1200], ["12,00 H", ",", 1200],
  ["+12.00", ".", 1200], ["12,00+", ",", 1200], ["$12.00", ".", 1200], ["-$12.00", ".", -1200], ["$-12.00", ".", -1200], ["($12.00)", ".", -1200],
  ["€ 12,00", ",", 1200], ["12,00 €", ",", 1200], ["EUR 12.00", ".", 1200], ["12,00 PLN", ",", 1200], ["12,00 kr.", ",", 1200], ["R$ 12,00", ",", 1200],
  ["12", ".", 1200], ["12.5", ".", 1250], [".5", ".", 50], ["5.", ".", 500], ["-0.00", ".", 0], ["0", ",", 0],
  ["1.500", ",", 150_000], ["1,500", ".", 150_000], ["\ufeff12.00", ".", 1200], ["12.00\u200b", ".", 1200], ["  12.00  ", ".", 1200], ["2160.150000000", ".", 216_015],
  ["1\ufffd000.00", ".", 100_000],
];
// prettier-ignore
const REFUSED: readonly (readonly [string, DecimalMark | null, string])[] = [
  ["", ".", "empty"], [" ", ".", "empty"], ["-", ".", "not a number"], ["--5", ".", "not a number"], ["1e3", ".", "not a number"], ["0x10", ".", "not a number"],
  ["NaN", ".", "not a number"], ["1.2.3", ".", "not a number"], ["12,34", ".", "not a number"], ["1,2,3.4.5", ".", "not a number"], ["1 2", ".", "not a number"],
  ["5%", ".", "not a number"], ["1_000.00", ".", "not a number"], ["=1+1", ".", "not a number"], ["١٢٣", ".", "not a number"], ["１２", ".", "not a number"],
  ["12.00\0", ".", "not a number"], ['"12.00"', ".", "not a number"], ["-(5)", ".", "not a number"], ["5- CR", ".", "not a number"], ["USD EUR 5", ".", "not a number"],
  ["1.005", ".", "too many decimals"], ["12.345", ".", "too many decimals"], ["90071992547409.92", ".", "out of range"], ["99999999999999999999.99", ".", "out of range"],
  ["1,500", null, "ambiguous"], ["1.500", null, "ambiguous"],
];

describe("notations of amounts", () => {
  test.each(READ)("the amount %j with the mark %j is read", (text, mark, minor) => {
    expect(readAmount(text, mark, 2)).toBe(minor);
  });

  test.each(REFUSED)("the amount %j with the mark %j is refused", (text, mark, fault) => {
    expect(readAmount(text, mark, 2)).toBe(fault);
  });

  test("a decimal mark that the text shows is used if none is given", () => {
    expect([
      readAmount("1.50", null, 2),
      readAmount("1,50", null, 2),
      readAmount("1500", null, 2),
      readAmount("1.234,5", null, 2),
    ]).toEqual([150, 150, 150_000, 123_450]);
  });

  test("the largest amount is 2^53 - 1 minor units", () => {
    expect(readAmount("90071992547409.91", ".", 2)).toBe(Number.MAX_SAFE_INTEGER);
  });

  test("printing and reading an amount are inverse in every grouping", () => {
    const group = (digits: string, mark: string) => digits.replace(/\B(?=(\d{3})+$)/g, mark);
    fc.assert(
      fc.property(
        fc.integer({ min: -1e12, max: 1e12 }),
        fc.constantFrom("", ",", "'", " ", "\u00a0", "\u202f", "’"),
        (minor, mark) => {
          const digits = String(Math.abs(minor)).padStart(3, "0");
          const text = `${minor < 0 ? "-" : ""}${group(digits.slice(0, -2), mark)}.${digits.slice(-2)}`;
          expect(readAmount(text, ".", 2)).toBe(minor);
        },
      ),
    );
  });

  test("a long invalid amount is refused in linear time", async () => {
    for (const unit of ["1", "1,", "1.", " ", "\u00a0", "a", "-", "(", "$"]) {
      const text = `${unit.repeat(100_000)}!`;
      await expectWithin(200, () => expect(typeof readAmount(text, ".", 2)).toBe("string"));
    }
  });
});

test("a number that is too large is reported as out of range, not as malformed", () => {
  expect(readAmount("99999999999999", ".", 4)).toBe("out of range");
  expect(readAmount("900719925474.0991", ".", 4)).toBe(9_007_199_254_740_991);
});
