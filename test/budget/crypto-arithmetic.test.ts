import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  parseQuantity,
  printQuantity,
  quantityOfNumber,
  type Quantity,
} from "../../src/money/quantity.ts";
import { worth } from "../../src/budget/crypto/value.ts";
import { parseListingId } from "../../src/budget/crypto/pricing-url.ts";
import { ONE, parseDecimal, type Decimal } from "../../src/money/decimal.ts";
import { must } from "../../src/platform/assert.ts";

const held = (text: string): Quantity => {
  const parsed = parseQuantity(text);
  if (!parsed.ok) throw new Error(`${text}: ${parsed.error}`);
  return parsed.value;
};
const rate = (text: string): Decimal => must(parseDecimal(text), text);

describe("crypto quantities", () => {
  test.each([
    ["1", "1"],
    ["001.50", "1.5"],
    ["0.000000000000000001", "0.000000000000000001"],
    ["-0.10", "-0.1"],
    ["-0", "0"],
    ["-0.000", "0"],
    ["1.0000000000000000000000", "1"],
    ["123456789012345678901234567890", "123456789012345678901234567890"],
  ])("the quantity %s is stored as %s", (text, canonical) => {
    expect(parseQuantity(text)).toEqual({ ok: true, value: canonical });
  });

  test.each([
    ["0.0000000000000000001", "too many decimals"],
    ["1234567890123456789012345678901", "out of range"],
    ["1e5", "not a number"],
    ["1,5", "not a number"],
    ["+1", "not a number"],
    [".5", "not a number"],
    ["5.", "not a number"],
    ["", "not a number"],
    ["0x10", "not a number"],
    ["١", "not a number"],
  ])("the quantity %s is refused: %s", (text, problem) => {
    expect(parseQuantity(text)).toEqual({ ok: false, error: problem });
  });

  test.each([
    [1e-7, "0.0000001"],
    [1.5e-7, "0.00000015"],
    [-2.5e-10, "-0.00000000025"],
    [1e-18, "0.000000000000000001"],
    [1e21, "1000000000000000000000"],
    [1.25e22, "12500000000000000000000"],
    [0.12345678, "0.12345678"],
    [-0, "0"],
  ])("the number %d is the quantity %s, even if it prints with an exponent", (value, canonical) => {
    expect(quantityOfNumber(value)).toEqual({ ok: true, value: canonical });
  });

  test.each([
    [0.1234567890123456, "inexact"],
    [1234567.123456789, "inexact"],
    [2 ** 53, "inexact"],
    [1e-19, "too many decimals"],
    [1e31, "out of range"],
    [Infinity, "not a number"],
    [Number.NaN, "not a number"],
  ])("the number %d is refused as a quantity: %s", (value, problem) => {
    expect(quantityOfNumber(value)).toEqual({ ok: false, error: problem });
  });

  test("a quantity prints with 18 decimals and reads back as itself", () => {
    expect(printQuantity(held("-1.5"))).toBe("-1.500000000000000000");
    expect(printQuantity(held("0"))).toBe("0.000000000000000000");
    fc.assert(
      fc.property(fc.bigInt({ min: -(10n ** 47n), max: 10n ** 47n }), (digits) => {
        const magnitude = (digits < 0n ? -digits : digits).toString().padStart(19, "0");
        const text = `${digits < 0n ? "-" : ""}${magnitude.slice(0, -18)}.${magnitude.slice(-18)}`;
        expect(printQuantity(held(text))).toBe(text);
      }),
    );
  });

  test("a number of at most 15 significant digits is read exactly", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 10 ** 15 - 1 }),
        fc.integer({ min: 0, max: 18 }),
        (digits, scale) => {
          const written = String(digits).padStart(scale + 1, "0");
          const text =
            scale === 0 ? written : `${written.slice(0, -scale)}.${written.slice(-scale)}`;
          expect(quantityOfNumber(Number(text))).toEqual(parseQuantity(text));
        },
      ),
    );
  });
});

describe("the value of a quantity", () => {
  test("0.5 coins at 60000.10 are worth 30000.05", () => {
    expect(worth(held("0.5"), "60000.10", ONE, ONE)).toBe(300_000_500);
  });

  test("half of a ten-thousandth rounds away from zero, for debts too", () => {
    // 0.00005 * 1 = 0.00005, half a unit.
    expect(worth(held("0.00005"), "1", ONE, ONE)).toBe(1);
    expect(worth(held("-0.00005"), "1", ONE, ONE)).toBe(-1);
    expect(worth(held("0.000049999999999999"), "1", ONE, ONE)).toBe(0);
  });

  test("a value is converted by the euro rates of both currencies and rounded once", () => {
    // 2 coins at 100 usd, 1.25 usd and 0.8 gbp a euro: 200 / 1.25 * 0.8 = 128 gbp.
    expect(worth(held("2"), "100", rate("1.25"), rate("0.8"))).toBe(1_280_000);
    // 1/3 of a euro: 0.33333... is 3333 units.
    expect(worth(held("1"), "1", rate("3"), ONE)).toBe(3_333);
    // 0.00004 * 3 = 0.00012, one unit; rounding before the conversion would give nought.
    expect(worth(held("0.00004"), "1", ONE, rate("3"))).toBe(1);
  });

  test("a value outside the range of amounts is null", () => {
    expect(worth(held("900719925474.0991"), "1", ONE, ONE)).toBe(Number.MAX_SAFE_INTEGER);
    expect(worth(held("900719925474.0992"), "1", ONE, ONE)).toBeNull();
  });
});

describe("addresses of price listings", () => {
  test.each([
    ["https://pricing.example/en/coins/bitcoin", "bitcoin"],
    ["https://pricing.example/pt-br/coins/usd-coin", "usd-coin"],
    ["https://pricing.example:443/zh-Hant/coins/1inch", "1inch"],
  ])("the address %s names the listing %s", (url, id) => {
    expect(parseListingId(url)).toEqual({ ok: true, value: id });
  });

  test.each([
    "bitcoin",
    "http://pricing.example/en/coins/bitcoin",
    "https://pricing.example.evil.example/en/coins/bitcoin",
    "https://pricing.example@evil.example/en/coins/bitcoin",
    "https://user@pricing.example/en/coins/bitcoin",
    "https://pricing.example/en/coins/",
    "https://pricing.example/en/coins/bitcoin/",
    "https://pricing.example/en/coins/Bitcoin",
    "https://pricing.example/en/coins/../bitcoin",
    "https://pricing.example/english/coins/bitcoin",
    "https://pricing.example/coins/bitcoin",
    "https://pricing.example/en/tokens/bitcoin",
    "https://pricing.example/en/coins/bitcoin?x=1",
    "https://pricing.example:8443/en/coins/bitcoin",
  ])("the address %s is refused", (url) => {
    expect(parseListingId(url).ok).toBe(false);
  });
});
