// Plain decimals of up to 18 decimals: one canonical text, and no digit that a float would have changed.

import * as fc from "fast-check";
import { expect, test } from "vitest";
import { parseDecimal } from "../../src/money/decimal.ts";
import {
  parseQuantity,
  printQuantity,
  QUANTITY_WHOLE_DIGITS_MAX,
  quantityOfNumber,
  quantityOfPieces,
  storedQuantity,
  sumOfQuantities,
} from "../../src/money/quantity.ts";

const said = (result: { ok: true; value: string } | { ok: false; error: string }) =>
  result.ok ? result.value : result.error;

test("a quantity's text has one form: no extra zeros, and no minus before zero", () => {
  expect(
    ["007.50", "-0.0", "0.000000000000000001", "-0012", "0.10000000000000000000000"].map((text) =>
      said(parseQuantity(text)),
    ),
  ).toEqual(["7.5", "0", "0.000000000000000001", "-12", "0.1"]);
});

test("a quantity that is not a plain decimal, too fine or too large is refused", () => {
  const digits = "9".repeat(QUANTITY_WHOLE_DIGITS_MAX);
  expect(
    ["", ".5", "5.", "+1", "1e3", " 1", "1,5", "٣"].map((text) => said(parseQuantity(text))),
  ).toEqual(Array.from({ length: 8 }, () => "not a number"));
  expect([
    said(parseQuantity("0.0000000000000000001")),
    said(parseQuantity(digits)),
    said(parseQuantity(`${digits}0`)),
  ]).toEqual(["too many decimals", digits, "out of range"]);
});

test("a JSON number counts as a quantity if a float keeps every digit", () => {
  expect(
    [1.5e-7, -0, 1e21, 123456789012345, 0.1 + 0.2, 1234567890123456, Number.NaN, 1e300].map(
      (value) => said(quantityOfNumber(value)),
    ),
  ).toEqual([
    "0.00000015",
    "0",
    "1000000000000000000000",
    "123456789012345",
    "inexact",
    "inexact",
    "not a number",
    "not a number",
  ]);
});

test("pieces and decimals convert into each other, for any number and sign", () => {
  fc.assert(
    fc.property(fc.bigInt({ min: -(10n ** 40n), max: 10n ** 40n }), (pieces) => {
      const quantity = quantityOfPieces(pieces, 18);
      expect(quantity.ok && BigInt(printQuantity(quantity.value).replace(".", ""))).toBe(pieces);
    }),
    { numRuns: 200 },
  );
  expect([
    said(quantityOfPieces(1n, 19)),
    said(quantityOfPieces(10n, 19)),
    said(quantityOfPieces(10n ** 30n, 0)),
    said(quantityOfPieces(7n, 0)),
  ]).toEqual(["too many decimals", "0.000000000000000001", "out of range", "7"]);
  expect(said(sumOfQuantities(["0.1", "0.2", "-0.000000000000000003"].map(storedQuantity)))).toBe(
    "0.299999999999999997",
  );
});

test("a rate is positive and keeps its digits", () => {
  expect(parseDecimal("1.0850")).toEqual({ digits: 10_850n, scale: 4 });
  expect(["0", "0.000", "-1", "1e3", "", ".1", "1".repeat(16)].map(parseDecimal)).toEqual(
    Array.from({ length: 7 }, () => null),
  );
});
