// The parts of a split as a person types them: reading the amounts, the rest, and the buttons that
// compute amounts. Expected values by arithmetic.

import { assert, integer, property } from "fast-check";
import { expect, test } from "vitest";
import { units } from "../../../src/money/money.ts";
import {
  describeLeft,
  divideEqually,
  findFault,
  giveRest,
  splitByReceipt,
  readAmounts,
  readParts,
  toServiceParts,
  type TypedPart,
  type Whole,
} from "../../../src/pages/transactions/split-parts.ts";

const wholeOf = (magnitude: number, more: Partial<Whole> = {}): Whole => ({
  magnitude: units(magnitude),
  isOut: true,
  currency: "usd",
  decimals: 2,
  ...more,
});
const FIFTY = wholeOf(500_000);
const typed = (...amounts: string[]): TypedPart[] =>
  amounts.map((amount) => ({ amount, category: "", payee: "", notes: "" }));
const amountsOf = (parts: readonly TypedPart[]) => parts.map(({ amount }) => amount);

test("amounts, sums and shares are read, and the rest is computed", () => {
  const { each, errors, left } = readAmounts(FIFTY, typed("12,50", "25%", "10+2.50-1", "−3", "x"));

  expect(each).toEqual([125_000, 125_000, 115_000, -30_000, null]);
  expect(errors.map((error) => error !== null)).toEqual([false, false, false, false, true]);
  expect(left).toBe(500_000 - 125_000 - 125_000 - 115_000 + 30_000);
  expect(describeLeft(FIFTY, left).words).toBe("Left to split: 16.50 USD");
  expect(describeLeft(FIFTY, units(-40_000)).words).toBe("Too much: 4.00 USD");
});

test("shares that sum to 100% leave nothing: the last takes what rounding left", () => {
  const third = readAmounts(wholeOf(100_000), typed("33%", "33%", "34%"));
  const odd = readAmounts(wholeOf(100_100), typed("50%", "50%"));

  expect(third.each).toEqual([33_000, 33_000, 34_000]);
  expect(odd.each).toEqual([50_000, 50_100]);
  expect([third.left, odd.left]).toEqual([0, 0]);
});

test("equal amounts sum to the whole, in whole cents that differ by one at most", () => {
  assert(
    property(integer({ min: 1, max: 10_000_000 }), integer({ min: 2, max: 9 }), (cents, n) => {
      const whole = wholeOf(cents * 100);
      const { each, left } = readAmounts(
        whole,
        divideEqually(whole, typed(...Array.from({ length: n }, () => ""))),
      );
      const amounts = each.map(Number);

      expect(left).toBe(0);
      expect(Math.max(...amounts) - Math.min(...amounts)).toBeLessThanOrEqual(100);
    }),
  );
  expect(amountsOf(divideEqually(wholeOf(1_000_000, { decimals: 0 }), typed("", "", "")))).toEqual([
    "34",
    "33",
    "33",
  ]);
});

test("the rest goes to the last part without an amount, or else to the last", () => {
  expect(amountsOf(giveRest(FIFTY, typed("20", "", "10")))).toEqual(["20", "20.00", "10"]);
  expect(amountsOf(giveRest(FIFTY, typed("20", "10")))).toEqual(["20", "30.00"]);
});

test("a receipt's lines become parts, and the rest is one more part", () => {
  const lines = [
    { name: "Screws", amount: "12.00" },
    { name: "Paint", amount: "35.50" },
  ];
  const parts = splitByReceipt(FIFTY, lines, "7");

  expect(parts.map(({ amount, notes, category }) => [amount, notes, category])).toEqual([
    ["12.00", "Screws", "7"],
    ["35.50", "Paint", "7"],
    ["2.50", "Rest", "7"],
  ]);
});

test("parts are saved only if each has an amount and nothing is left", () => {
  expect(findFault(FIFTY, typed("20", "30"))).toBeNull();
  expect(findFault(FIFTY, typed("50"))).toBe("A split has two parts or more.");
  expect(findFault(FIFTY, typed("50", ""))).toContain("Each part needs an amount.");
  expect(findFault(FIFTY, typed("20", "20"))).toBe(
    "The parts must add up to 50.00. Left to split: 10.00 USD.",
  );
});

test("money in is split into negative amounts, and an empty payee is left out", () => {
  const parts = readParts({
    amount: ["60%", "40%"],
    category: ["7", ""],
    payee: ["", "Ann"],
    notes: ["", "her share"],
  });

  expect(toServiceParts(wholeOf(500_000, { isOut: false }), parts)).toEqual([
    { amount: "-30.0000", category_id: 7, notes: null },
    { amount: "-20.0000", category_id: null, notes: "her share", payee: "Ann" },
  ]);
});
