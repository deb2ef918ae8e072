// The sources that a person sets up by hand, as a schedule reads them, against their fakes over real sockets.

import { env } from "cloudflare:workers";
import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { SOURCE_CSV_ROWS_MAX } from "../../src/platform/limits.ts";
import { CSV_SETTINGS, readTable } from "../../src/sources/csv/csv.ts";
import { internetFetching } from "../../src/sources/internet.ts";
import { findSourceByType } from "../../src/sources/sources.ts";
import { toPrice, multiplyPrice } from "../../src/sources/value-of-quantity.ts";
import { parseDecimal, ONE } from "../../src/money/decimal.ts";
import { storedQuantity } from "../../src/money/quantity.ts";
import { expectLinear } from "../growth.ts";
import { FAULTS } from "./fakes/faults.ts";

const NOW = Date.parse("2026-11-22T08:00:00Z");
const FAKES = env.SOURCE_FAKES;

async function read(
  type: string,
  settings: Record<string, unknown>,
  secrets: Record<string, string> = {},
) {
  const source = findSourceByType(type);
  if (source === null) return expect.unreachable(`no source ${type}`);
  const fetching = internetFetching({
    local: true,
    sourceDns: null,
    ownIssuer: null,
    tokenKey: "planted-".repeat(4),
  });
  const result = await source.read({
    settings,
    secrets,
    fetching,
    now: NOW,
    rising: (_, atLeast) => atLeast,
  });
  if (!result.ok) return result.error;
  return result.value.kind === "balances"
    ? result.value.balances.map(({ amount, unit, asOf }) => [amount, unit, asOf])
    : expect.unreachable();
}

describe("JSON", () => {
  const accounts = {
    url: `${FAKES}/json/accounts`,
    path: "$.accounts[?@.id == 'B2'].balance",
    currency_path: "$.accounts[1].currency",
  };

  test("JSON is read with its key, and no fault contains the key", async () => {
    expect(
      await read("json", accounts, { headers: "Authorization: Bearer planted-json-key" }),
    ).toEqual([["-7.1", "usd", null]]);
    expect(
      await read("json", accounts, { headers: "Authorization: Bearer planted-wrong" }),
    ).toEqual({
      kind: "refused",
      message: "127.0.0.1 answered 401: the credentials do not allow this, or are no longer valid.",
      retryAfter: null,
    });
  });

  test.each([
    [
      "$.headers.authorization",
      { headers: "Authorization: Bearer planted-4f9a-7c21-11d8-90be-55aa-0c3e-77f0-2b6d" },
    ],
    ["$.headers['x-key']", { headers: "X-Key: planted-4f9a" }],
    ["$.headers['x-key']", { headers: `X-Key: ${"long ".repeat(6)}planted-4f9a-7c21-11d8` }],
    ["$.query", { query: "key=planted 4f9a/7c21" }],
  ])(
    "that says at %s what it was asked with is told of without it, however much of it was cut off",
    async (path, secrets) => {
      const fault = await read(
        "json",
        { url: `${FAKES}/json/echo`, path, currency: "eur" },
        secrets,
      );

      expect(fault).toMatchObject({
        kind: "malformed",
        message: expect.stringContaining("127.0.0.1 gave an answer that cannot be used: "),
      });
      expect(JSON.stringify(fault)).not.toMatch(/planted|4f9a|7c21/);
    },
  );

  test("an empty page or a sign-in page instead of JSON is malformed", async () => {
    for (const fault of ["empty", "html", "no%20content"]) {
      expect(
        await read("json", { ...accounts, url: `${accounts.url}?fault=${fault}` }),
      ).toMatchObject({ kind: "malformed" });
    }
  });
});

describe("CSV", () => {
  const depot = {
    url: `${FAKES}/csv/depot.csv`,
    column: "Total, all",
    row: "where",
    where_column: "Account",
    where_value: "Cash",
    currency_column: "Currency",
    as_of_column: "Date",
  };

  test("a CSV table is read by its last row, its first, or the row with a value", async () => {
    const { where_column: _, where_value: __, ...any } = depot;
    expect(await read("csv", depot)).toEqual([["-3.5", "usd", Date.parse("2026-11-20")]]);
    expect(await read("csv", { ...any, row: "last" })).toEqual([
      ["-3.5", "usd", Date.parse("2026-11-20")],
    ]);
    expect(await read("csv", { ...any, row: "first" })).toEqual([
      ["1000", "eur", Date.parse("2026-11-19")],
    ]);
  });

  test("a CSV table is read with the decimal mark and delimiter of the settings", async () => {
    const german = {
      url: `${FAKES}/csv/depot-de.csv`,
      column: "Summe",
      row: "where",
      where_column: "Konto",
      where_value: "Depot",
      currency: "EUR",
      delimiter: "semicolon",
      decimal: "comma",
    };

    expect(await read("csv", german)).toEqual([["1010.25", "eur", null]]);
    expect(await read("csv", { ...german, where_value: "Bar" })).toMatchObject({
      kind: "malformed",
      message: expect.stringContaining('"1.234,56" is not a plain decimal like 1234,56'),
    });
    expect(await read("csv", { ...german, decimal: "point" })).toMatchObject({
      kind: "malformed",
      message: expect.stringContaining('"1010,25" is not a plain decimal like 1234.56'),
    });
    expect(await read("csv", { ...german, delimiter: "comma" })).toMatchObject({
      kind: "malformed",
    });
  });

  const settings = CSV_SETTINGS.parse({
    url: "https://x.example",
    column: "b",
    row: "where",
    where_column: "a",
    where_value: "1",
    currency: "eur",
  });
  test.each([
    ["a,b\n1,2\n1,3", '2 rows have "1" in the column "a", not exactly one'],
    ["a,b\n2,2", 'no row has "1"'],
    ["a,c\n1,2", 'no column is named "b"; there are "a", "c"'],
    ["a,b,b\n1,2,3", 'two columns are named "b"'],
    ["a,b\n1", 'no cell in the column "b"'],
    ["a,b\n1,2,3", "3 cells for 2 columns"],
    ["a,b\n1,", '"" is not a plain decimal'],
    ['a,b\n1,"2', "quotes are broken"],
    ["", 'no column is named "a"'],
    [`a,b\n${"2,2\n".repeat(SOURCE_CSV_ROWS_MAX + 1)}`, "more than"],
  ])("%.30j is a fault", (text, word) => {
    const table = readTable(text, settings, NOW);

    expect(table.ok ? table.value[0]?.amount : table.error).toContain(word);
  });

  test("a CSV table may have any line ends and a byte order mark", async () => {
    for (const text of [
      "a,b\r\n1,2\r\n2,3",
      "a,b\r1,2\r2,3",
      "a,b\n1,2\r\n2,3\n\n",
      "a , b\n 1 , 2 \n",
    ])
      expect(readTable(text, settings, NOW)).toMatchObject({ ok: true, value: [{ amount: "2" }] });
  });

  test("all rows of a CSV table are read only if each has its time", () => {
    const all = CSV_SETTINGS.parse({
      url: "https://x.example",
      column: "b",
      row: "all",
      as_of_column: "a",
      currency: "eur",
    });
    const told = readTable("a,b\n2026-01-31,1.50\n2026-02-28,2", all, NOW);

    expect(told.ok && told.value.map(({ amount, asOf }) => [amount, asOf])).toEqual([
      ["1.5", Date.UTC(2026, 0, 31)],
      ["2", Date.UTC(2026, 1, 28)],
    ]);
    expect(readTable("a,b\n2026-01-31,1.50\nlast month,2", all, NOW)).toMatchObject({
      ok: false,
      error: expect.stringContaining("is not a date"),
    });
    expect(readTable("a,b\n", all, NOW)).toMatchObject({
      ok: false,
      error: "it has no row below its header line",
    });
    expect(CSV_SETTINGS.safeParse({ ...all, as_of_column: undefined }).success).toBe(false);
  });

  test("reading a CSV table takes time linear in its size", async () => {
    const all = CSV_SETTINGS.parse({
      url: "https://x.example",
      column: "b",
      row: "all",
      as_of_column: "a",
      currency: "eur",
    });
    await expectLinear(2_000, (rows) =>
      readTable(`a,b${",c".repeat(rows)}\n${"2026-01-31,3\n".repeat(rows)}`, all, NOW),
    );
    await expectLinear(40_000, (rows) =>
      readTable(`a,b\n${'"2",3\n'.repeat(rows)}1,4`, settings, NOW),
    );
    await expectLinear(1_000_000, (chars) =>
      readTable(`a,b\n1,"${'"'.repeat(chars)}`, settings, NOW),
    );
  });

  test("a CSV table may leave out the currency, but a row's column and value come only together", () => {
    const source = findSourceByType("csv");
    const right = [depot, { ...depot, currency_column: undefined }];
    const wrong = [
      { ...depot, where_value: undefined },
      { ...depot, row: "last" },
    ];

    expect(right.map((settings) => source?.check(settings).ok)).toEqual([true, true]);
    expect(wrong.map((settings) => source?.check(settings).ok)).toEqual([false, false]);
  });
});

describe("market prices", () => {
  const etf = {
    url: `${FAKES}/prices/price/{symbol}`,
    symbol: "VWCE.DE",
    path: "$.last['{symbol}']",
    quantity: "12.5",
    currency: "eur",
    currency_path: "$.currency",
    as_of_path: "$.time",
  };

  test("a market price is multiplied exactly and rounded once", async () => {
    expect(await read("prices", etf)).toEqual([["1641", "eur", 1_763_740_800_000]]);
    // 0.000123456789012345 * 81234.123456789012345678 = 10.02890401...
    expect(
      await read("prices", { ...etf, symbol: "BTC", quantity: "0.000123456789012345" }),
    ).toEqual([["10.0289", "eur", 1_763_740_800_000]]);
  });

  test("a market price of zero, in another currency or at a missing path is a fault", async () => {
    expect(await read("prices", { ...etf, symbol: "NOUGHT" })).toMatchObject({
      kind: "malformed",
      message: "127.0.0.1 gave an answer that cannot be used: 0 is not a price above zero.",
    });
    expect(await read("prices", { ...etf, currency: "usd" })).toMatchObject({
      kind: "malformed",
      message: expect.stringContaining("it is in eur, and usd was expected"),
    });
    expect(await read("prices", { ...etf, symbol: "GONE" })).toMatchObject({ kind: "gone" });
  });

  test("a market price needs a symbol exactly if the template has a place for it", () => {
    const source = findSourceByType("prices");
    const wrong = [
      { ...etf, symbol: undefined },
      { ...etf, url: "https://x.example", path: "$.a" },
      { ...etf, symbol: "a']..*['" },
      { ...etf, symbol: "a b" },
    ];

    expect(wrong.map((settings) => source?.check(settings).ok)).toEqual([
      false,
      false,
      false,
      false,
    ]);
    expect(source?.check(etf).ok).toBe(true);
  });
});

describe("reference rates", () => {
  const position = { quantity: "100.10", from: "usd", to: "eur", url: `${FAKES}/ecb/daily.xml` };
  const day = Date.parse("2026-11-20");

  test("reference rates value a position on the bank's day, from each form of its file", async () => {
    for (const file of ["daily.xml", "daily.csv", "history.zip"])
      expect(await read("rates", { ...position, url: `${FAKES}/ecb/${file}` })).toEqual([
        ["80.08", "eur", day],
      ]);
    expect(await read("rates", { ...position, from: "gbp", to: "jpy" })).toEqual([
      ["20082.5625", "jpy", day],
    ]);
    expect(await read("rates", { ...position, from: "EUR", to: "usd", quantity: "-1" })).toEqual([
      ["-1.25", "usd", day],
    ]);
  });

  test("a reference rate that the bank does not publish is reported as missing", async () => {
    expect(await read("rates", { ...position, from: "rub" })).toEqual({
      kind: "gone",
      message: "The bank has no rate of rub on 2026-11-20.",
      retryAfter: null,
    });
    expect(
      await read("rates", { ...position, url: `${FAKES}/ecb/daily.xml?fault=html` }),
    ).toMatchObject({
      kind: "malformed",
      message: expect.stringContaining("does not hold the bank's reference rates"),
    });
  });

  test("reference rates come from the bank itself if no address is set", () => {
    expect(
      findSourceByType("rates")?.check({ quantity: "1", from: "usd", to: "eur" }),
    ).toMatchObject({
      ok: true,
      value: { url: expect.stringMatching(/^https:\/\/www\.ecb\.europa\.eu\//) },
    });
  });
});

test("a forbidden address is refused when it is set", () => {
  const check = (url: string) =>
    findSourceByType("json")?.check({ url, path: "$.a", currency: "eur" }).ok;

  expect(
    [
      "https://10.0.0.1/",
      "http://bank.com/",
      "https://u:p@bank.com/",
      "bank.com",
      "https://bank.com/",
      "http://127.0.0.1:9/",
    ].map(check),
  ).toEqual([false, false, false, false, true, true]);
});

test("every source reports each fault of a server without any secret", async () => {
  const sources = [
    ["json", { url: `${FAKES}/json/balance`, path: "$.balance", currency: "eur" }],
    ["csv", { url: `${FAKES}/csv/depot.csv`, column: "Total, all", row: "last", currency: "eur" }],
    [
      "prices",
      { url: `${FAKES}/prices/price/BTC`, path: "$.last.BTC", quantity: "1", currency: "eur" },
    ],
    ["rates", { url: `${FAKES}/ecb/daily.xml`, quantity: "1", from: "usd", to: "eur" }],
  ] as const;
  // What takes long is tried once, in fetching.test.ts.
  const quick = Object.keys(FAULTS).filter(
    (fault) => !["silent", "drip", "endless", "bomb", "packed"].includes(fault),
  );
  for (const [type, settings] of sources) {
    const found = await Promise.all(
      quick.map((fault) =>
        read(
          type,
          { ...settings, url: `${settings.url}?fault=${encodeURIComponent(fault)}&key=planted` },
          { headers: "X-Key: planted", query: "k=planted" },
        ),
      ),
    );

    expect(await read(type, settings)).toMatchObject([
      [expect.any(String), "eur", type === "rates" ? expect.any(Number) : null],
    ]);
    expect(found.filter((fault) => Array.isArray(fault))).toEqual([]);
    expect(JSON.stringify(found)).not.toContain("planted");
  }
});

test("a value is the exact product, rounded half to even to four decimals", () => {
  const rounded = (quantity: string, price: string) =>
    multiplyPrice(storedQuantity(quantity), toPrice(storedQuantity(price)) ?? ONE, ONE);

  expect(
    ["0.00005", "0.00015", "-0.00005", "-0.00015", "0.00025001"].map((quantity) =>
      rounded(quantity, "1"),
    ),
  ).toMatchObject([
    { value: "0" },
    { value: "0.0002" },
    { value: "0" },
    { value: "-0.0002" },
    { value: "0.0003" },
  ]);
  expect(rounded("1".repeat(30), "9".repeat(30))).toEqual({
    ok: false,
    error: "its value has too many digits",
  });
  expect([toPrice(storedQuantity("0")), toPrice(storedQuantity("-1"))]).toEqual([null, null]);
  fc.assert(
    fc.property(
      fc.bigInt({ min: -(10n ** 24n), max: 10n ** 24n }),
      fc.bigInt({ min: 1n, max: 10n ** 15n - 1n }),
      fc.bigInt({ min: 1n, max: 10n ** 15n - 1n }),
      (quantity, times, per) => {
        const sign = quantity < 0n ? "-" : "";
        const digits = String(quantity < 0n ? -quantity : quantity).padStart(19, "0");
        const worth = multiplyPrice(
          storedQuantity(`${sign}${digits.slice(0, -18)}.${digits.slice(-18)}`),
          parseDecimal(String(times)) ?? ONE,
          parseDecimal(String(per)) ?? ONE,
        );
        const units = worth.ok
          ? BigInt(
              worth.value.replace(
                /^(-?\d+)(?:\.(\d+))?$/,
                (_, whole: string, fraction = "") => `${whole}${fraction.padEnd(4, "0")}`,
              ),
            )
          : expect.unreachable();
        // |exact - rounded| is at most half a unit: 2 * |quantity * times * 10^4 - units * per * 10^18| <= per * 10^18.
        const off = 2n * (quantity * times * 10n ** 4n - units * per * 10n ** 18n);
        expect((off < 0n ? -off : off) <= per * 10n ** 18n).toBe(true);
      },
    ),
    { numRuns: 200 },
  );
});
