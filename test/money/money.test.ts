import * as fc from "fast-check";
import { expect, test } from "vitest";
import { parseUnits, printUnits, units, UNITS_MAX } from "../../src/money/money.ts";

test("a decimal text becomes an integer count of 1/10,000", () => {
  expect(parseUnits("12.34")).toEqual({ ok: true, value: 123_400 });
  expect(parseUnits("-0.0001")).toEqual({ ok: true, value: -1 });
  expect(parseUnits("0007.50000")).toEqual({ ok: true, value: 75_000 });
});

test("minus zero is zero", () => {
  const parsed = parseUnits("-0.00");
  expect(parsed.ok && Object.is(parsed.value, 0)).toBe(true);
});

test("a text that is not a plain decimal is refused with the reason", () => {
  for (const text of [
    "",
    "-",
    "1e3",
    "0x10",
    "NaN",
    "Infinity",
    "1,5",
    "--5",
    ".5",
    "5.",
    " 1",
    "١٢",
  ]) {
    expect(parseUnits(text), text).toEqual({ ok: false, error: "not a number" });
  }
  expect(parseUnits("1.00001")).toEqual({ ok: false, error: "too many decimals" });
});

test("the largest amount is 2^53 - 1 units, and one more is refused", () => {
  expect(parseUnits("900719925474.0991")).toEqual({ ok: true, value: UNITS_MAX });
  expect(parseUnits("900719925474.0992")).toEqual({ ok: false, error: "out of range" });
  expect(parseUnits("99999999999999999999")).toEqual({ ok: false, error: "out of range" });
});

test("printing and parsing are inverse", () => {
  fc.assert(
    fc.property(fc.maxSafeInteger(), (n) => {
      expect(parseUnits(printUnits(units(n)))).toEqual({ ok: true, value: n === 0 ? 0 : n });
    }),
  );
});

test("fewer decimals are printed only if no digit is lost", () => {
  expect(printUnits(units(123_400), 2)).toBe("12.34");
  expect(printUnits(units(123_456), 2)).toBe("12.3456");
  expect(printUnits(units(-50_000), 0)).toBe("-5");
});
