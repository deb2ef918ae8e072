import * as fc from "fast-check";
import { expect, test } from "vitest";
import { SOURCE_JSON_DEPTH_MAX, SOURCE_JSON_VALUES_MAX } from "../../src/platform/limits.ts";
import { expectLinear } from "../growth.ts";
import {
  isObject,
  findMember,
  parseExact,
  parseExactBytes,
  plainDigits,
  readQuantity,
  WrittenNumber,
  type ExactJson,
} from "../../src/sources/exact-json.ts";

function valueOf(text: string): ExactJson {
  const read = parseExact(text);
  if (!read.ok) throw new Error(read.error);
  return read.value;
}

/** The tree with each number as its digits in a bracket. */
function spelled(value: ExactJson): unknown {
  if (value instanceof WrittenNumber) return [value.digits];
  if (Array.isArray(value)) return value.map(spelled);
  return isObject(value)
    ? Object.entries(value).map(([key, inner]) => [key, spelled(inner)])
    : value;
}

test("numbers keep their printed digits at every depth", () => {
  const text =
    '{"a":[1.10,-0.0,12345678901234567890.123456789012345678,2E-7],"b":{"c":0.1},"d":"1.10","e":null,"f":true}';

  expect(spelled(valueOf(text))).toEqual([
    ["a", [["1.10"], ["-0.0"], ["12345678901234567890.123456789012345678"], ["2E-7"]]],
    ["b", [["c", ["0.1"]]]],
    ["d", "1.10"],
    ["e", null],
    ["f", true],
  ]);
});

test("the parser accepts the same texts as the platform's and differs only in digits", () => {
  fc.assert(
    fc.property(fc.json(), (text) => {
      const read = parseExact(text);
      const floats = (value: ExactJson): unknown => {
        if (value instanceof WrittenNumber) return Number(value.digits);
        if (Array.isArray(value)) return value.map(floats);
        if (!isObject(value)) return value;
        return Object.fromEntries(
          Object.entries(value).map(([key, inner]) => [key, floats(inner)]),
        );
      };
      expect(read.ok ? floats(read.value) : read.error).toEqual(JSON.parse(text));
    }),
    { numRuns: 300 },
  );
});

test.each([
  ["", "not JSON"],
  ["{", "not JSON"],
  ["[1,]", "not JSON"],
  ["<html>", "not JSON"],
  ["NaN", "not JSON"],
  ['{"a":1', "not JSON"],
  ['"a', "not JSON"],
  ['{"balance":1,"balance":2}', 'has the key "balance" twice'],
  ['{"x":{"balance" : 1, "b\\u0061lance":2}}', 'has the key "balance" twice'],
  [
    `${"[".repeat(SOURCE_JSON_DEPTH_MAX + 1)}${"]".repeat(SOURCE_JSON_DEPTH_MAX + 1)}`,
    "deeper than",
  ],
  ["[".repeat(1_000_000), "deeper than"],
  [`[${"1,".repeat(SOURCE_JSON_VALUES_MAX)}1]`, "more than"],
])("%.40s is refused", (text, word) => {
  const read = parseExact(text);

  expect(read.ok ? "" : read.error).toContain(word);
});

test("a key may repeat in another object or inside a text, and depth and number are accepted up to their bounds", () => {
  expect(parseExact('[{"a":"\\"a\\":1,{"},{"a":1},{"b":{"a":2},"a":3}]').ok).toBe(true);
  expect(
    parseExact(`${"[".repeat(SOURCE_JSON_DEPTH_MAX)}${"]".repeat(SOURCE_JSON_DEPTH_MAX)}`).ok,
  ).toBe(true);
  expect(parseExact(`[${"1,".repeat(SOURCE_JSON_VALUES_MAX - 3)}1]`).ok).toBe(true);
});

test("bytes must be UTF-8, with or without a byte order mark", () => {
  expect(parseExactBytes(new Uint8Array([0xef, 0xbb, 0xbf, 0x31]))).toMatchObject({ ok: true });
  expect(parseExactBytes(new Uint8Array([0x22, 0xff, 0x22]))).toEqual({
    ok: false,
    error: "it is not UTF-8 text",
  });
});

test("only an object's own members are found", () => {
  expect(findMember(valueOf('{"a":1}'), "toString")).toBeUndefined();
  expect(findMember(valueOf('{"__proto__":{"a":1}}'), "a")).toBeUndefined();
  expect(findMember(valueOf("[1]"), "0")).toBeUndefined();
});

test.each([
  ["1234.56", "1234.56"],
  ["-0.0", "0"],
  ["0.30000000000000004", "0.30000000000000004"],
  ["12345678901234567890.123456789012345678", "12345678901234567890.123456789012345678"],
  ["2.5e-3", "0.0025"],
  ["12.5E3", "12500"],
  ["1e18", "1000000000000000000"],
  ["1e-18", "0.000000000000000001"],
  ['"1234.50"', "1234.5"],
])("%s is the quantity %s", (text, quantity) => {
  expect(readQuantity(valueOf(text))).toEqual({ ok: true, value: quantity });
});

test.each([
  ['"1,234.56"', '"1,234.56" is not a plain decimal like 1234.56'],
  ['"1234.56 EUR"', '"1234.56 EUR" is not a plain decimal like 1234.56'],
  ['"1e3"', '"1e3" is not a plain decimal like 1234.56'],
  ['" 12"', '" 12" is not a plain decimal like 1234.56'],
  ['"+12"', '"+12" is not a plain decimal like 1234.56'],
  ['""', '"" is not a plain decimal like 1234.56'],
  ["1e-19", "1e-19 has more than 18 decimals"],
  ["1e40", "1e40 has too many digits"],
  ["1e999", "1e999 is not a number"],
  ["true", "true is not a number"],
  ["null", "null is not a number"],
  ["[1]", "a list of 1 is not a number"],
  ["{}", "an object is not a number"],
])("%s is no quantity", (text, why) => {
  expect(readQuantity(valueOf(text))).toEqual({ ok: false, error: why });
});

test("an exponent only moves the decimal point", () => {
  fc.assert(
    fc.property(
      fc.bigInt({ min: -(10n ** 20n), max: 10n ** 20n }),
      fc.integer({ min: 0, max: 18 }),
      fc.integer({ min: 0, max: 9 }),
      (digits, decimals, more) => {
        const magnitude = String(digits < 0n ? -digits : digits).padStart(decimals + 1, "0");
        const plain = `${digits < 0n ? "-" : ""}${magnitude.slice(0, magnitude.length - decimals)}${decimals === 0 ? "" : `.${magnitude.slice(-decimals)}`}`;
        const expected = plainDigits(plain);
        expect(plainDigits(`${digits}e-${decimals}`)).toBe(expected);
        expect(plainDigits(`${digits * 10n ** BigInt(more)}E-${decimals + more}`)).toBe(expected);
      },
    ),
    { numRuns: 300 },
  );
});

test("parsing takes time linear in the text", async () => {
  await expectLinear(40_000, (times) =>
    parseExact(`[${'{"a\\u0062":"x","b":[1.5,{"c":" : "}]},'.repeat(times)}0]`),
  );
  await expectLinear(1_000_000, (times) => parseExact(`{"a"${" ".repeat(times)}`));
  await expectLinear(1_000_000, (times) => parseExact(`"${"\\".repeat(times)}`));
});
