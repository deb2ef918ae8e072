import { afterEach, describe, expect, test } from "vitest";
import {
  RATES_BATCH_MAX,
  RATES_PAGE_MAX,
  RATES_UPLOAD_BYTES_MAX,
} from "../../src/platform/limits.ts";
import { bankXml, dailyCsv, historyCsv, zipOf } from "./bank-files.ts";
import { callOwn, database, get, insert, insertOne, post, put } from "./client.ts";
import { reset } from "../reset.ts";

afterEach(reset);

const upload = async (raw: string | Uint8Array) => callOwn("POST", "/rates", undefined, { raw });
const putRates = async (...rates: readonly (readonly [string, string, string])[]) =>
  callOwn("PUT", "/rates", {
    rates: rates.map(([currency, date, per_euro]) => ({ currency, date, per_euro })),
  });
const baseOf = async (id: number): Promise<number> =>
  (await get(`/transactions/${id}`)).body.to_base;

describe("uploading a rates file of the central bank", () => {
  const days = {
    "2026-11-20": { USD: "1.10", GBP: "0.88" },
    "2026-11-19": { USD: "1.00", GBP: "0.80", SKK: "40" },
  };

  test("an upload reports how many rates were read and stored, for every form", async () => {
    expect((await upload(bankXml(days))).body).toEqual({
      days: 2,
      currencies: 2,
      rates: 4,
      stored: 4,
    });
    expect((await upload(historyCsv(days))).body).toEqual({
      days: 2,
      currencies: 2,
      rates: 4,
      stored: 0,
    });
    expect((await upload(await zipOf(historyCsv(days)))).body.stored).toBe(0);
    expect((await upload(dailyCsv("21 November 2026", { USD: "1.20" }))).body).toEqual({
      days: 1,
      currencies: 1,
      rates: 1,
      stored: 1,
    });
  });

  test("an upload replaces the rates of its days and keeps the others", async () => {
    await upload(bankXml(days));

    expect((await upload(bankXml({ "2026-11-20": { USD: "1.11" } }))).body.stored).toBe(1);
    expect((await callOwn("GET", "/rates?currency=usd")).body.rates).toEqual([
      { currency: "usd", date: "2026-11-20", per_euro: "1.11" },
      { currency: "usd", date: "2026-11-19", per_euro: "1.00" },
    ]);
  });

  test("an upload converts amounts that lacked a rate, in the same answer", async () => {
    const { id } = await insertOne({ date: "2026-11-20", amount: 88, currency: "gbp" });
    const { body: account } = await post("/manual_accounts", {
      name: "Konto",
      currency: "eur",
      balance: 100,
    });
    expect(await baseOf(id)).toBe(0);
    expect(account.to_base).toBe(0);

    await upload(bankXml(days));

    // 88 gbp at 0.88 are 100 eur, at 1.10 usd; the account by the last rate before today.
    expect(await baseOf(id)).toBe(110);
    expect((await get(`/manual_accounts/${account.id}`)).body.to_base).toBe(110);
  });

  test("a file of another kind is refused with the reason", async () => {
    const { status, body } = await upload("hello");
    expect(status).toBe(400);
    expect(body.errors[0].errMsg).toContain('begins with "hello", not with "Date"');
    expect((await upload("")).status).toBe(400);
    expect((await upload(await zipOf("x", { files: 3 }))).body.errors[0].errMsg).toContain(
      "3 files",
    );
    expect((await callOwn("GET", "/rates")).body).toEqual({ rates: [], has_more: false });
  });

  test("an upload may have exactly 2 MiB", async () => {
    const file = historyCsv(days);
    const padded = (bytes: number) => file + "\n".repeat(bytes - file.length);

    expect((await upload(padded(RATES_UPLOAD_BYTES_MAX))).status).toBe(200);
    expect((await upload(padded(RATES_UPLOAD_BYTES_MAX + 1))).status).toBe(413);
  });
});

describe("single exchange rates", () => {
  test("single rates are stored, replace those of their days, and trigger recomputation", async () => {
    const { id } = await insertOne({ date: "2026-11-20", amount: 0.5, currency: "btc" });

    const { body } = await putRates(
      ["btc", "2026-11-20", "0.00001"],
      ["usd", "2026-11-20", "1.10"],
    );

    // 0.5 btc at 0.00001 are 50,000 eur, at 1.10 usd.
    expect(body).toEqual({ days: 1, currencies: 2, rates: 2, stored: 2 });
    expect(await baseOf(id)).toBe(55_000);
    await putRates(["btc", "2026-11-20", "0.00002"]);
    expect(await baseOf(id)).toBe(27_500);
  });

  test.each([
    ["no list", {}],
    ["an empty list", { rates: [] }],
    ["a number", { rates: [{ currency: "btc", date: "2026-11-20", per_euro: 0.1 }] }],
    ["nought", { rates: [{ currency: "btc", date: "2026-11-20", per_euro: "0.0" }] }],
    ["an exponent", { rates: [{ currency: "btc", date: "2026-11-20", per_euro: "1e-5" }] }],
    ["a day that is none", { rates: [{ currency: "btc", date: "2026-02-30", per_euro: "1" }] }],
    [
      "a currency that is none",
      { rates: [{ currency: "BTC", date: "2026-11-20", per_euro: "1" }] },
    ],
    ["the euro", { rates: [{ currency: "eur", date: "2026-11-20", per_euro: "1" }] }],
    [
      "more than is known",
      { rates: [{ currency: "btc", date: "2026-11-20", per_euro: "1", source: "me" }] },
    ],
    [
      "one day twice",
      {
        rates: [1, 2].map((rate) => ({ currency: "btc", date: "2026-11-20", per_euro: `${rate}` })),
      },
    ],
  ])("a request with %s is refused as a whole", async (_, body) => {
    expect((await callOwn("PUT", "/rates", body)).status).toBe(400);
    expect((await callOwn("GET", "/rates")).body.rates).toEqual([]);
  });

  test("a refusal of rates lists at most a hundred errors", async () => {
    const rates = Array.from({ length: 102 }, () => ({
      currency: "btc",
      date: "2026-11-20",
      per_euro: "1",
    }));

    const { status, body } = await callOwn("PUT", "/rates", { rates });

    expect(status).toBe(400);
    expect(body.errors).toHaveLength(100);
  });

  test("a request takes at most a thousand rates", async () => {
    const many = (count: number) =>
      Array.from(
        { length: count },
        (_, index) =>
          [
            "xau",
            `${2000 + (index % 150)}-01-${String(1 + Math.floor(index / 150)).padStart(2, "0")}`,
            "0.0004",
          ] as const,
      );

    expect((await putRates(...many(RATES_BATCH_MAX))).body.stored).toBe(RATES_BATCH_MAX);
    expect((await putRates(...many(RATES_BATCH_MAX + 1))).status).toBe(400);
  });
});

describe("listing exchange rates", () => {
  test("the list has the rates of one currency or all, between days, page by page", async () => {
    await putRates(
      ["usd", "2026-11-18", "1.1"],
      ["usd", "2026-11-19", "1.2"],
      ["usd", "2026-11-20", "1.3"],
      ["gbp", "2026-11-19", "0.8"],
    );
    const listed = async (query: string) =>
      (await callOwn("GET", `/rates${query}`)).body.rates.map(
        (rate: { currency: string; date: string }) => `${rate.currency} ${rate.date.slice(8)}`,
      );

    expect(await listed("")).toEqual(["gbp 19", "usd 20", "usd 19", "usd 18"]);
    expect(await listed("?currency=usd")).toEqual(["usd 20", "usd 19", "usd 18"]);
    expect(await listed("?start_date=2026-11-19")).toEqual(["gbp 19", "usd 20", "usd 19"]);
    expect(await listed("?currency=usd&start_date=2026-11-18&end_date=2026-11-19")).toEqual([
      "usd 19",
      "usd 18",
    ]);
    expect(await listed("?limit=2&offset=1")).toEqual(["usd 20", "usd 19"]);
    expect((await callOwn("GET", "/rates?limit=3")).body.has_more).toBe(true);
    expect((await callOwn("GET", "/rates?limit=4")).body.has_more).toBe(false);
  });

  test("the list of rates refuses other parameters and limits its pages", async () => {
    for (const query of [
      "currency=USD",
      "start_date=soon",
      `limit=${RATES_PAGE_MAX + 1}`,
      "limit=0",
      "page=1",
    ])
      expect((await callOwn("GET", `/rates?${query}`)).status, query).toBe(400);
    expect((await callOwn("GET", `/rates?limit=${RATES_PAGE_MAX}`)).status).toBe(200);
  });
});

describe("currencies without a rate", () => {
  const missing = async () => (await callOwn("GET", "/rates/missing")).body.missing;

  test("used currencies without any rate are listed, with the number of transactions not counted", async () => {
    expect(await missing()).toEqual([]);
    await insert([
      { date: "2026-11-20", amount: 1 },
      { date: "2026-11-20", amount: 2, currency: "chf" },
      { date: "2026-11-20", amount: 3, currency: "chf" },
      { date: "2026-11-20", amount: 0, currency: "chf" },
      { date: "2026-11-20", amount: 4, currency: "xau" },
      { date: "2026-11-20", amount: 5, currency: "eur" },
    ]);

    // Without a rate of the dollar nothing foreign counts, not even the euro.
    expect(await missing()).toEqual([
      { currency: "chf", transactions: 2 },
      { currency: "usd", transactions: 4 },
      { currency: "xau", transactions: 1 },
    ]);
    await putRates(["usd", "2026-01-01", "1.1"], ["chf", "2026-01-01", "0.9"]);
    expect(await missing()).toEqual([{ currency: "xau", transactions: 1 }]);
    await putRates(["xau", "2026-01-01", "0.0004"]);
    expect(await missing()).toEqual([]);
  });

  test("currencies of accounts, and those that the budget supports, are included", async () => {
    await post("/manual_accounts", { name: "Konto", currency: "sek", balance: 1 });
    await put("/me/account/settings", { supported_currencies: ["usd", "nok"] });

    expect((await missing()).map(({ currency }: { currency: string }) => currency)).toEqual([
      "nok",
      "sek",
      "usd",
    ]);
  });

  test("the newest rate of each used currency is listed, for any number of rates", async () => {
    expect((await callOwn("GET", "/rates/newest")).body).toEqual({ rates: [] });
    await insert([
      { date: "2026-11-20", amount: 2, currency: "chf" },
      { date: "2026-11-20", amount: 4, currency: "xau" },
    ]);

    await putRates(
      ["usd", "2026-01-01", "1.1"],
      ["usd", "2026-11-19", "1.2"],
      ["chf", "2025-12-31", "0.9"],
      ["gbp", "2026-01-01", "0.8"],
    );

    // Nothing is in pounds, and gold has none.
    expect((await callOwn("GET", "/rates/newest")).body).toEqual({
      rates: [
        { currency: "chf", date: "2025-12-31", per_euro: "0.9" },
        { currency: "usd", date: "2026-11-19", per_euro: "1.2" },
      ],
    });
  });

  test("missing rates are found without reading the transactions", async () => {
    const plan = await database((sql) =>
      sql.all<{ detail: string }>(
        "EXPLAIN QUERY PLAN SELECT currency, count(*) FROM transactions INDEXED BY transactions_without_base WHERE to_base = 0 AND amount <> 0 GROUP BY currency",
      ),
    );

    expect(plan.map(({ detail }) => detail).join()).toContain(
      "USING COVERING INDEX transactions_without_base",
    );
  });
});
