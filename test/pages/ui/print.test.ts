// Amounts, counts and moments as a person reads them.

import { expect, test } from "vitest";
import {
  plural,
  printAmount,
  printBytes,
  printDay,
  printQuantity,
  printTime,
} from "../../../src/pages/ui/print.ts";

test("money out has a minus sign and money in a plus sign, with the currency's own decimals", () => {
  expect(printAmount("3.2000", "usd")).toBe("\u22123.20");
  expect(printAmount("-1234567.5", "eur")).toBe("+1,234,567.50");
  expect(printAmount("1500", "jpy")).toBe("\u22121,500");
  expect(printAmount("-0.125", "kwd")).toBe("+0.125");
  expect(printAmount(0, null)).toBe("0.00");
});

test("an amount with more decimals than its currency keeps them all", () => {
  expect(printAmount("0.0042", "usd")).toBe("\u22120.0042");
});

test("a text that is not an amount is shown unchanged", () => {
  expect(printAmount("abc", "usd")).toBe("abc");
});

test("counts, sizes and moments read as English", () => {
  expect(plural(1, "transaction")).toBe("1 transaction");
  expect(plural(12_345, "row")).toBe("12,345 rows");
  expect(printBytes(1)).toBe("1 byte");
  expect(printBytes(5_321)).toBe("5.3 KB");
  expect(printBytes(98_100_000)).toBe("98.1 MB");
  expect(printTime("2026-11-21T03:15:59.000Z")).toBe("21 Nov 2026, 03:15 UTC");
  expect(printTime("soon")).toBe("soon");
  expect(plural(1, "currency", "currencies")).toBe("1 currency");
  expect(plural(0, "currency", "currencies")).toBe("0 currencies");
  expect(printDay("2026-11-02")).toBe("2 Nov 2026");
  expect(printDay("2026-13-02")).toBe("2026-13-02");
});

test("a quantity has its significant decimals, all eighteen if needed", () => {
  expect(
    [
      "1200.500000000000000000",
      "0.000000000000000000",
      "1234567",
      "-0.010",
      "1.123456789012345678",
      "all of it",
    ].map(printQuantity),
  ).toEqual(["1,200.5", "0", "1,234,567", "\u22120.01", "1.123456789012345678", "all of it"]);
});
