// The source of any JSON: what a path selects, and what it never does.

import { expect, test } from "vitest";
import { SOURCE_SELECTED_MAX } from "../../src/platform/limits.ts";
import { JSON_SETTINGS, readJson } from "../../src/sources/json/json.ts";
import { compilePath, selectOne, toSearchable } from "../../src/sources/json/path.ts";
import { expectLinear } from "../growth.ts";
import { parseExact } from "../../src/sources/exact-json.ts";
import type { SourceRequest } from "../../src/sources/fetching.ts";

const NOW = Date.parse("2026-11-22T08:00:00Z");
const BANK =
  '{"accounts":[{"id":"A1","balance":1234.50,"currency":"EUR","at":"2026-11-21T10:00:00+01:00"},{"id":"B2","balance":"-7.1","currency":"usd","at":1763712000},{"id":9007199254740993,"balance":3}]}';

async function read(
  body: string,
  settings: Record<string, unknown>,
  secrets: Record<string, string> = {},
) {
  const asked: SourceRequest[] = [];
  const result = await readJson({
    settings: JSON_SETTINGS.parse({
      url: "https://bank.example/me?shown=1",
      path: "$.balance",
      currency: "EUR",
      ...settings,
    }),
    secrets,
    fetching: async (request) => {
      asked.push(request);
      return {
        ok: true,
        value: { status: 200, headers: new Headers(), body: new TextEncoder().encode(body) },
      };
    },
    now: NOW,
  });
  return { result, asked };
}

test("a number and a text keep their digits, with their currency and time", async () => {
  const first = await read(BANK, {
    path: "$.accounts[?@.id == 'A1'].balance",
    currency: undefined,
    currency_path: "$.accounts[0].currency",
    as_of_path: "$.accounts[0].at",
  });
  const second = await read(BANK, {
    path: "$.accounts[1].balance",
    currency: "usd",
    currency_path: "$.accounts[1].currency",
    as_of_path: "$.accounts[1].at",
  });

  expect(first.result).toEqual({
    ok: true,
    value: [
      {
        account: null,
        name: null,
        amount: "1234.5",
        unit: "eur",
        asOf: Date.parse("2026-11-21T09:00:00Z"),
      },
    ],
  });
  expect(second.result).toEqual({
    ok: true,
    value: [{ account: null, name: null, amount: "-7.1", unit: "usd", asOf: 1_763_712_000_000 }],
  });
});

test("ids that are too long for floats are distinguished", async () => {
  expect(
    (await read(BANK, { path: "$.accounts[?@.id == '9007199254740993'].balance" })).result,
  ).toMatchObject({ ok: true, value: [{ amount: "3" }] });
  expect(
    (await read(BANK, { path: "$.accounts[?@.id == '9007199254740992'].balance" })).result,
  ).toMatchObject({ ok: false });
});

test("headers and secret parameters are sent, in a single request", async () => {
  const { asked } = await read(
    '{"balance":1}',
    {},
    { headers: "Authorization: Bearer planted-token\nX-Form: a:b\n", query: "key=planted & key\n" },
  );

  expect(asked).toEqual([
    {
      url: "https://bank.example/me?shown=1&key=planted+%26+key",
      headers: {
        accept: "application/json",
        authorization: "Bearer planted-token",
        "x-form": "a:b",
      },
    },
  ]);
});

test.each([
  ["Authorization", "Line 1 of the headers"],
  ["A: 1\nB planted-b", "Line 2 of the headers"],
  [": planted-x", "Line 1"],
  ["Host: planted.example", "host cannot be set"],
  ["Content-Length: 0", "content-length cannot be set"],
  ["X-Forwarded-For: 127.0.0.1", "cannot be set"],
  ["CF-Connecting-IP: 127.0.0.1", "cannot be set"],
  ["A: 1\na: planted-2", "given twice"],
  ["A: planted-\u0001", "characters that headers cannot have"],
  ["A: planted-€", "characters that headers cannot have"],
  [Array.from({ length: 21 }, (_, index) => `A${index}: 1`).join("\n"), "more than 20"],
])(
  "the headers %j are refused before any request, without repeating their values",
  async (headers, word) => {
    const { result, asked } = await read('{"balance":1}', {}, { headers });

    expect(result.ok ? "" : result.error.message).toContain(word);
    expect(JSON.stringify(result)).not.toContain("planted");
    expect(asked).toEqual([]);
  },
);

test.each([
  ["$.nothing", "selects 0 values, not exactly one"],
  [
    "$.accounts[*].balance",
    "selects 3 values ($['accounts'][0]['balance'], $['accounts'][1]['balance'], $['accounts'][2]['balance']), not exactly one",
  ],
  ["$..*", "selects 14 values ($['accounts'], "],
  ["$.accounts", "a list of 3 is not a number"],
  ["$.accounts[0].id", '"A1" is not a plain decimal'],
])("the path %s finds no balance, and it is said what it found", async (path, word) => {
  const { result } = await read(BANK, { path });

  expect(result).toMatchObject({ ok: false, error: { kind: "malformed" } });
  expect(result.ok ? "" : result.error.message).toContain(word);
});

test.each([
  ['{"balance":1,"c":"USD"}', { currency_path: "$.c" }, "it is in usd, and eur was expected"],
  ['{"balance":1,"c":"https://x"}', { currency_path: "$.c" }, "neither a currency code"],
  ['{"balance":1,"c":978}', { currency_path: "$.c" }, "978 is neither a currency code"],
  ['{"balance":1}', { currency_path: "$.c" }, "selects 0 values"],
  ['{"balance":1,"at":"2026-11-24"}', { as_of_path: "$.at" }, "is in the future"],
  [
    '{"balance":1,"at":"2026-11-21T10:00:00"}',
    { as_of_path: "$.at" },
    "not a date and time with a time zone",
  ],
  ['{"balance":1,"at":"21.11.2026"}', { as_of_path: "$.at" }, "is not a date"],
  ['{"balance":1,"at":"2026-13-01"}', { as_of_path: "$.at" }, "is not a date"],
  ['{"balance":1,"at":"2026-02-30"}', { as_of_path: "$.at" }, "is not a date"],
  ['{"balance":1,"at":"2026-02-29T10:00:00Z"}', { as_of_path: "$.at" }, "is not a date"],
  ["<html>", {}, "it is not JSON"],
  ['{"balance":"1.234,56"}', {}, "is not a plain decimal"],
  ['{"balance":null}', {}, "null is not a number"],
])("%s is a fault that says what was found", async (body, settings, word) => {
  const { result } = await read(body, settings);

  expect(result).toMatchObject({ ok: false, error: { kind: "malformed" } });
  expect(result.ok ? "" : result.error.message).toContain(word);
  expect(result.ok ? "" : result.error.message).toContain("bank.example");
  expect(result.ok ? "" : result.error.message).not.toContain("shown=1");
});

test.each([
  ["$..a..b", "descends (..) more than once"],
  ["$[?search(@.a, '(a+)+$')]", "not supported"],
  ["$[?match(@.a, '(a|a)*b')]", "not supported"],
  ["$[?@..a]", "looks at many places"],
  ["$[?count(@.*) > 1]", "looks at many places"],
  ["$[?@[?@.a == 1]]", "looks at many places"],
  [`$${"[*,*]".repeat(5)}`, "side by side"],
  [
    `$[?${Array.from({ length: 9 }, (_, index) => `@.a == ${index}`).join(" || ")}]`,
    "more than 8 places",
  ],
  ["$..[?$.a == $.b]", "whole document"],
  ["$[?@.c || ($.a == $.b && @.d)]", "whole document"],
  ["$..[?length($.a) == 1]", "whole document"],
  ["$..[?1 == value($.a)]", "whole document"],
  ["$[?@.id == 9007199254740993]", "too many digits"],
  ["$[?@.id == -9007199254740993 && @.b]", "too many digits"],
  ["accounts.balance", "does not follow RFC 9535"],
  ["$.a[", "does not follow RFC 9535"],
  ["", "does not follow RFC 9535"],
  [`$.${"a".repeat(1_000)}`, "longer than"],
  [`$[?${"(".repeat(900)}`, "does not follow RFC 9535"],
])("the path %.60s is not taken", (path, word) => {
  const compiled = compilePath(path);

  expect(compiled.ok ? "" : compiled.error).toContain(word);
  expect(
    JSON_SETTINGS.safeParse({ url: "https://bank.example", path, currency: "eur" }).success,
  ).toBe(false);
});

test("a currency has no default", () => {
  expect(
    JSON_SETTINGS.safeParse({ url: "https://bank.example", path: "$.a" }).error?.issues,
  ).toMatchObject([{ path: ["currency"] }]);
});

test("the costliest accepted path takes time linear in the document", async () => {
  const deep = `${'{"a":['.repeat(30)}1${"]}".repeat(30)}`;
  const path = compilePath(
    "$..[?@.a == $[0] || @.b == $[1] || @.a == @.b || length(@.a) > 3, *, *, *]",
  );
  if (!path.ok) throw new Error(path.error);
  await expectLinear(800, (size) => {
    const parsed = parseExact(`[${`${deep},`.repeat(size)}0]`);
    return parsed.ok ? selectOne(toSearchable(parsed.value), path.value) : expect.unreachable();
  });
});

const MONTHS =
  '{"currency":"EUR","months":[{"value":100.10,"date":"2026-01-31"},{"date":"2026-02-28","value":"200.2"},{"value":9007199254740993.25,"date":1774915200}]}';
const ALL = { values: "all", path: "$.months[*].value", as_of_path: "$.months[*].date" };

test("all values of a list are balances, each with the time next to it", async () => {
  const objects = await read(MONTHS, { ...ALL, currency: undefined, currency_path: "$.currency" });
  const lists = await read('[["2026-01-31",1],["2026-02-28",2]]', {
    ...ALL,
    path: "$[*][1]",
    as_of_path: "$[*][0]",
  });
  const one = (amount: string, day: string) => ({
    account: null,
    name: null,
    amount,
    unit: "eur",
    asOf: Date.parse(day),
  });

  expect(objects.result).toEqual({
    ok: true,
    value: [
      one("100.1", "2026-01-31"),
      one("200.2", "2026-02-28"),
      one("9007199254740993.25", "2026-03-31"),
    ],
  });
  expect(lists.result).toEqual({
    ok: true,
    value: [one("1", "2026-01-31"), one("2", "2026-02-28")],
  });
});

test.each<[string, string, object, string]>([
  [
    "one that has no time beside it",
    '{"months":[{"value":1},{"value":2,"date":"2026-02-28"}]}',
    {},
    "there is no time next to 1",
  ],
  [
    "as many times as values, but not beside them",
    '{"months":[{"value":1},{"value":2,"date":"2026-02-28"},{"date":"2026-03-31"}]}',
    {},
    "there is no time next to 1",
  ],
  [
    "two beside one another",
    '{"months":[{"value":1,"other":2,"date":"2026-02-28"}]}',
    { path: "$.months[*]['value','other']" },
    "two values in the same object or list",
  ],
  [
    "two times in the same object or list",
    '{"months":[{"value":1,"date":"2026-02-28","d2":"2026-03-31"}]}',
    { as_of_path: "$.months[*]['date','d2']" },
    "two times in the same object or list",
  ],
  ["none", '{"months":[]}', {}, "selects 0 values"],
  ["one that is no amount", '{"months":[{"value":"1,5","date":"2026-02-28"}]}', {}, "1,5"],
  ["one of a time that is none", '{"months":[{"value":1,"date":"2026-02-30"}]}', {}, "2026-02-30"],
  [
    "more than are read",
    JSON.stringify({
      months: Array.from({ length: SOURCE_SELECTED_MAX + 1 }, () => ({
        value: 1,
        date: "2026-02-28",
      })),
    }),
    {},
    `more than ${SOURCE_SELECTED_MAX}`,
  ],
])("of all values %s is a fault, and none of them is taken", async (_, body, settings, words) => {
  expect((await read(body, { ...ALL, ...settings })).result).toMatchObject({
    ok: false,
    error: { kind: "malformed", message: expect.stringContaining(words) },
  });
});

test("a list with the largest allowed number of values is read", async () => {
  const { result } = await read(
    JSON.stringify({
      months: Array.from({ length: SOURCE_SELECTED_MAX }, () => ({ value: 1, date: "2026-02-28" })),
    }),
    ALL,
  );
  expect(result.ok && result.value.length).toBe(SOURCE_SELECTED_MAX);
});

test("reading all values needs the path of their time", () => {
  expect(
    JSON_SETTINGS.safeParse({
      url: "https://bank.example/",
      path: "$[*]",
      currency: "eur",
      values: "all",
    }).success,
  ).toBe(false);
});
