// The amounts of a message that may be what moved, with the signs by which each is judged.

import { assert, property, string } from "fast-check";
import { expect, test } from "vitest";
import { sumsOfChoices } from "../../../src/receipts/wording/amounts.ts";
import { findChoices } from "../../../src/receipts/wording/choices.ts";
import { logOfPowers, toChances } from "../../../src/receipts/wording/weights.ts";

function signsOf(subject: string, text: string): Record<string, string[]> {
  return Object.fromEntries(
    findChoices(subject, text).map(({ amount, signs }) => [amount.value, [...signs]]),
  );
}

test("the words before and behind an amount on its line are signs", () => {
  const { "12.50": signs } = signsOf("", "Total paid: EUR 12.50 by card");
  expect(signs).toEqual(
    expect.arrayContaining(["before total", "before total paid", "after by", "after by card"]),
  );
});

test("the line above counts only where no words stand before an amount", () => {
  const { "12.50": below, "3.00": beside } = signsOf("", "Total paid\n€12.50\nFee €3.00");
  expect(below).toContain("above total paid");
  expect(beside).not.toContain("above total paid");
  expect(beside).toContain("before ^ fee");
});

test("an amount that is printed several times is one choice, and zero is no choice", () => {
  const signs = signsOf(
    "Your payment of €12.50",
    "Total €12.50\nPaid €12.5\nDiscount €0.00\nFee €3",
  );
  expect(Object.keys(signs).toSorted()).toEqual(["12.50", "3"]);
  expect(signs["12.50"]).toEqual(expect.arrayContaining(["subject", "largest", "repeated"]));
  expect(signs["3"]).toEqual(expect.arrayContaining(["last", "place 1"]));
});

test("numbers without a currency count only where no amount has one", () => {
  expect(Object.keys(signsOf("", "Total 12.50\nWeight 0.84"))).toEqual(["12.50", "0.84"]);
  expect(Object.keys(signsOf("", "Total €12.50\nWeight 0.84"))).toEqual(["12.50"]);
});

test("the chances of the choices are together 1, and none is below another with more for it", () => {
  const choices = [
    { signs: new Set(["paid"]) },
    { signs: new Set(["fee"]) },
    { signs: new Set([]) },
  ];
  const sums = sumsOfChoices(choices, (sign) => (sign === "paid" ? 40 : -40));
  const [paid = 0, fee = 0, other = 0] = toChances(sums);
  expect(paid + fee + other).toBeCloseTo(1, 9);
  expect(paid).toBeGreaterThan(other);
  expect(other).toBeGreaterThan(fee);
});

test("a likelier amount is stronger evidence that money moved, and a text without amounts has none", () => {
  expect(logOfPowers([2, 1])).toBeGreaterThan(logOfPowers([1, 1]));
  expect(logOfPowers([1, 1])).toBeCloseTo(1 + Math.log(2), 9);
  expect(logOfPowers([])).toBe(0);
});

test("any text has choices of distinct values", () => {
  assert(
    property(string({ unit: "binary" }), string({ unit: "binary" }), (subject, text) => {
      const values = findChoices(subject, text).map(({ amount }) => Number(amount.value));
      expect(new Set(values).size).toBe(values.length);
    }),
  );
});
