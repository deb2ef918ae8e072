import { afterEach, describe, expect, test } from "vitest";
import { JSON_BODY_BYTES_MAX, JSON_DEPTH_MAX } from "../../src/platform/limits.ts";
import { parseJson } from "../../src/platform/api/json.ts";
import { call, countTransactions, get, insertOne } from "./client.ts";
import { reset } from "../reset.ts";

afterEach(reset);

/** Finds what hangs or grows with the square of its input, on a busy machine too; it is no measure of speed. */
const HANG_MS = 8_000;

const items = (count: number) =>
  JSON.stringify({
    transactions: Array.from({ length: count }, (_, index) => ({
      date: "2024-01-05",
      amount: index,
      payee: `P${index}`,
      external_id: `e${index}`,
    })),
  });

const one = (fields: string) => `{"transactions":[{"date":"2024-01-05",${fields}}]}`;

describe("hostile request bodies", () => {
  test.each<[string, string | Uint8Array, number, string]>([
    ["an array 100,000 deep", "[".repeat(1e5) + "]".repeat(1e5), 400, "nests deeper"],
    ["an object 50,000 deep", '{"a":'.repeat(5e4) + "1" + "}".repeat(5e4), 400, "nests deeper"],
    ["501 items", items(501), 400, "transactions must have at most 500 items"],
    ["200,000 items", items(2e5), 413, "longer than"],
    [
      "prototype names",
      one('"__proto__":{"is_admin":true},"constructor":{"prototype":{"x":1}},"amount":1'),
      400,
      "__proto__",
    ],
    [
      "an escaped prototype name",
      one('"\\u005f_proto__":{"is_admin":true},"amount":1'),
      400,
      "__proto__",
    ],
    [
      "a constructor",
      one('"constructor":{"prototype":{"x":1}},"amount":1'),
      400,
      "transactions[0].constructor is not a known property",
    ],
    ["a name given twice", one('"amount":1,"amount":100000'), 400, '"amount" is given twice'],
    [
      "a name given twice, once escaped",
      one('"amount":1,"am\\u006funt":100000'),
      400,
      '"amount" is given twice',
    ],
    [
      "a number past every double",
      one('"amount":1e309'),
      400,
      "the number 1e309 is past every number",
    ],
    [
      "a number that a double cannot hold",
      one('"amount":9007199254740993'),
      400,
      "transactions[0].amount is outside the range",
    ],
    ["a text of 9 MB", one(`"amount":1,"payee":"${"x".repeat(9e6)}"`), 413, "longer than"],
    [
      "a lone surrogate",
      one('"amount":1,"payee":"a\\ud800b"'),
      400,
      "transactions[0].payee must be well-formed Unicode",
    ],
    ["a byte order mark", '\ufeff{"transactions":[]}', 400, "not valid JSON"],
    ["NaN", '{"transactions":[{"amount":NaN}]}', 400, "not valid JSON"],
    ["Infinity as text", one('"amount":"Infinity"'), 400, "transactions[0].amount"],
    ["a text for a body", '"x"', 400, "The request body must be of type object"],
    ["null for a body", "null", 400, "The request body must be of type object"],
    ["no body", "", 400, "empty"],
    ["blanks for a body", " \n ", 400, "empty"],
    [
      "bytes that are not UTF-8",
      new Uint8Array([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x7d]),
      400,
      "not UTF-8",
    ],
    ["a body cut off", one('"amount":1').slice(0, -3), 400, "not valid JSON"],
    ["an unterminated text", '{"transactions":"', 400, "not valid JSON"],
    [
      "ten thousand unknown properties",
      `{${Array.from({ length: 1e4 }, (_, index) => `"p${index}":1`).join(",")}}`,
      400,
      "is not a known property",
    ],
  ])("a hostile body is refused and writes nothing: %s", async (_, raw, status, says) => {
    await get("/me");
    const started = Date.now();

    const answer = await call("POST", "/transactions", undefined, { raw });

    expect(Date.now() - started).toBeLessThan(HANG_MS);
    expect(answer.status).toBe(status);
    expect(answer.body.errors.length).toBeLessThanOrEqual(100);
    expect(JSON.stringify(answer.body.errors).replaceAll('\\"', '"')).toContain(says);
    expect(await countTransactions()).toBe(0);
  });

  test.each<[string, string]>([
    ["a property name of 4 MB", `{"${"k".repeat(4_000_000)}":1}`],
    ["a property name of 4 MB in an item", `{"transactions":[{"${"k".repeat(4_000_000)}":1}]}`],
    [
      "300,000 unknown properties",
      `{${Array.from({ length: 300_000 }, (_, index) => `"p${index}":1`).join(",")}}`,
    ],
    ["a million tags", one(`"amount":1,"tag_ids":[${"9,".repeat(1_000_000)}9]`)],
    ["a million tags that are not ids", one(`"amount":1,"tag_ids":[${'"",'.repeat(1_000_000)}9]`)],
    [
      "a hundred unknown tags for each of 500 items",
      `{"transactions":[${Array.from({ length: 500 }, () => `{"date":"2024-01-05","amount":1,"tag_ids":[${"9,".repeat(99)}9]}`).join(",")}]}`,
    ],
  ])("%s is refused with a short answer", async (_, raw) => {
    await get("/me");
    const started = Date.now();

    const { status, body } = await call("POST", "/transactions", undefined, { raw });

    expect(Date.now() - started).toBeLessThan(HANG_MS);
    expect(status).toBe(400);
    expect(JSON.stringify(body).length).toBeLessThan(64 * 1024);
  });

  test("a body of exactly the limit is read, and one byte more is refused", async () => {
    const pad = (size: number) => {
      const body = one('"amount":1');
      return body + " ".repeat(size - body.length);
    };

    expect(
      (await call("POST", "/transactions", undefined, { raw: pad(JSON_BODY_BYTES_MAX) })).status,
    ).toBe(201);
    expect(
      (await call("POST", "/transactions", undefined, { raw: pad(JSON_BODY_BYTES_MAX + 1) }))
        .status,
    ).toBe(413);
  });

  test("metadata keeps any content, at any depth that is accepted", async () => {
    const metadata = { constructor: 1, "a\u0000b": "\u2028", list: [[[{ "": null }]]], text: "🦆" };
    const { id } = await insertOne({ date: "2024-01-05", amount: 1, custom_metadata: metadata });

    expect((await get(`/transactions/${id}`)).body.custom_metadata).toEqual(metadata);
  });

  test.each([
    "'; DROP TABLE transactions; --",
    "\u0000",
    "<script>alert(1)</script>",
    "=cmd|' /C calc'!A0",
    "％００",
    "\u202etxt",
    "%s%n",
    "NULL",
    "{{7*7}}",
  ])("the payee %j is kept unchanged", async (payee) => {
    const { id } = await insertOne({ date: "2024-01-05", amount: 1, payee, notes: payee });

    expect((await get(`/transactions/${id}`)).body).toMatchObject({ payee, notes: payee });
  });
});

describe("JSON parsing", () => {
  test.each([
    "0.30000000000000004",
    "12345678901234567",
    "0.00000000000000000012345678901234567",
    "123456789012345670000000",
    "-1.2345678901234567e-300",
    "1.00000000000000000000000000",
    '"1.000000000000000001"',
    "[0,1,2,3,4,5,6,7,8,9,10,11,12,13]",
  ])("the JSON %s is read: trailing and leading zeros do not count as digits", (text) => {
    expect(parseJson(text)).toEqual({ ok: true, value: JSON.parse(text) });
  });

  test.each([
    "1e309",
    "-1e309",
    "[1e400]",
    '{"a":[{"b":-2E+999}]}',
    "1e-400",
    "-0.5E-999",
    `1${"0".repeat(309)}`,
    `0.${"0".repeat(330)}1`,
  ])("the JSON %s is refused, because a double would turn it into null or zero", (text) => {
    const parsed = parseJson(text);
    expect(parsed.ok).toBe(false);
    expect(parsed.ok ? "" : parsed.error).toContain("send it as text");
  });

  test.each([
    "1e308",
    "-1.5E+10",
    "5e-324",
    "0e999",
    "0.0e-999",
    "[1e2,2e3]",
    '"1e400"',
    `1${"0".repeat(308)}`,
    `0.${"0".repeat(500)}`,
  ])("the JSON %s is read", (text) => {
    expect(parseJson(text)).toEqual({ ok: true, value: JSON.parse(text) });
  });

  test.each([
    "1.000000000000000001",
    "-123456789012345678",
    "[0.123456789012345678]",
    "1.23456789012345678e5",
  ])("the JSON %s is refused, because the number would lose its last digits", (text) => {
    const parsed = parseJson(text);
    expect(parsed.ok).toBe(false);
    expect(parsed.ok ? "" : parsed.error).toContain("send it as text");
  });

  test("a body that consists of one huge number is refused at once", () => {
    const started = Date.now();
    expect(parseJson(`${"0".repeat(4_000_000)}1.${"0".repeat(20)}1`).ok).toBe(false);
    expect(Date.now() - started).toBeLessThan(HANG_MS);
  });

  test("JSON may nest up to its limit", () => {
    const deep = (levels: number) => "[".repeat(levels) + "]".repeat(levels);

    expect(parseJson(deep(JSON_DEPTH_MAX)).ok).toBe(true);
    expect(parseJson(deep(JSON_DEPTH_MAX + 1)).ok).toBe(false);
  });

  test("a name may repeat in two objects or as a value", () => {
    for (const text of [
      '[{"a":1},{"a":2}]',
      '{"a":{"a":1}}',
      '{"a":"a","b":"a"}',
      '{"a":["a","a"],"b":"\\"a\\":"}',
      '{"a\\\\":1,"a":2}',
      '{"x":"\\\\","y":1}',
    ]) {
      expect(parseJson(text), text).toEqual({ ok: true, value: JSON.parse(text) });
    }
  });

  test("texts full of quotes, backslashes or brackets are read in time proportional to their length", () => {
    for (const part of ['\\"', "\\\\", "[", "{", '":', ",", " "]) {
      const text = JSON.stringify({ a: part.repeat(1e5) });
      const started = Date.now();
      expect(parseJson(text).ok).toBe(true);
      expect(parseJson(part.repeat(1e5)).ok).toBe(false);
      expect(Date.now() - started, part).toBeLessThan(HANG_MS);
    }
  });
});
