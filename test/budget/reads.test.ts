// A GET writes nothing to the database. Writes record everything that reads would otherwise have to
// record.

import { afterEach, expect, test, vi } from "vitest";
import type { Route } from "../../src/budget/route.ts";
import { LEGACY_ROUTES, OWN_ROUTES, ROUTES } from "../../src/budget/routes.ts";
import { RATES_LOAD_DELAY_MS } from "../../src/platform/limits.ts";
import {
  addLinkedAccount,
  call,
  callOwn,
  categoryId,
  database,
  get,
  insertOne,
  post,
  put,
} from "./client.ts";
import { call1 } from "./v1/client.ts";
import { reset } from "../reset.ts";

afterEach(async () => {
  vi.useRealTimers();
  await reset();
});

const inUse = async () =>
  database((sql) =>
    sql
      .all<{ currency: string }>("SELECT currency FROM currencies_in_use ORDER BY currency")
      .map((row) => row.currency),
  );

const everything = () =>
  database((sql) =>
    sql
      .all<{ name: string }>(
        "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE '\\_cf%' ESCAPE '\\'",
      )
      .map(({ name }) => [name, JSON.stringify(sql.all(`SELECT * FROM ${name}`))]),
  );

const QUERIES: Readonly<Record<string, string>> = {
  "/summary":
    "?start_date=2026-11-01&end_date=2026-11-30&include_occurrences=true&include_past_budget_dates=true" +
    "&include_totals=true&include_rollover_pool=true&include_exclude_from_budgets=true",
  "/budgets": "?start_date=2026-11-01&end_date=2026-11-30",
};

test("no GET writes anything, even for a currency that is not yet recorded", async () => {
  const { id } = await insertOne({ date: "2026-11-10", amount: 5 });
  const linked = await addLinkedAccount(true);
  await post("/crypto/manual", { name: "Cold", balance: 2, symbol: "eth" });
  await database((sql) => {
    sql.run("UPDATE cryptocurrencies SET price = '100', price_currency = 'jpy', price_at = 1");
    sql.run("UPDATE manual_accounts SET currency = 'chf' WHERE id = 1");
    sql.run("UPDATE linked_accounts SET currency = 'sek' WHERE id = ?", linked);
    sql.run("UPDATE transactions SET currency = 'nok' WHERE id = ?", id);
    sql.run(
      `INSERT INTO budget_amounts (category_id, start_date, amount, currency, created_at, updated_at)
       SELECT id, '2026-11-01', 10000, 'gbp', 1, 1 FROM categories`,
    );
    sql.run(
      "INSERT INTO rollover_adjustments (date, amount, currency, created_at) VALUES ('2026-11-02', 1, 'dkk', 1)",
    );
  });
  const before = await everything();

  const read = async (
    routes: readonly Route[],
    send: (method: string, path: string) => Promise<{ status: number }>,
  ) => {
    for (const { method, path } of routes) {
      if (method !== "GET") continue;
      const { status } = await send(
        "GET",
        path.replace(/\{(\w+)\}/g, (_, name: string) => PARTS[name] ?? "1") + (QUERIES[path] ?? ""),
      );
      expect([path, status]).toEqual([path, expect.toBeOneOf([200, 404])]);
    }
  };
  const PARTS: Readonly<Record<string, string>> = { account_type: "manual", symbol: "eth" };
  await read(ROUTES, call);
  await read(LEGACY_ROUTES, call1);
  await read(OWN_ROUTES, callOwn);

  expect(await everything()).toEqual(before);
  expect(await inUse()).toEqual([]);
});

test("writing a budget, an adjustment or a price in another currency loads its rates", async () => {
  const groceries = await categoryId("Groceries");

  await put("/budgets", {
    start_date: "2026-11-01",
    category_id: groceries,
    amount: 1,
    currency: "gbp",
  });
  expect(await inUse()).toEqual(["gbp", "usd"]);
  await callOwn("POST", "/budgets/adjustments", { date: "2026-11-02", amount: 1, currency: "dkk" });
  expect(await inUse()).toEqual(["dkk", "gbp", "usd"]);
  await callOwn("PUT", "/crypto/prices", {
    prices: [{ symbol: "eth", price: "100", currency: "jpy" }],
  });
  expect(await inUse()).toEqual(["dkk", "gbp", "jpy", "usd"]);
});

test("a new primary currency loads the rates of the old one, which budgets may use", async () => {
  const groceries = await categoryId("Groceries");
  await put("/budgets", { start_date: "2026-11-01", category_id: groceries, amount: 10 });
  expect(await inUse()).toEqual([]);

  await put("/me/account/settings", { primary_currency: "gbp" });

  expect(await inUse()).toEqual(["gbp", "usd"]);
  expect((await callOwn("GET", "/rates/missing")).body.missing).toEqual([
    { currency: "gbp", transactions: 0 },
    { currency: "usd", transactions: 0 },
  ]);
});

test("rates are loaded at a delay after the request that the request's own clock measures", async () => {
  await get("/me");
  const now = Date.parse("2026-11-21T12:00:00Z");
  vi.useFakeTimers({ toFake: ["Date"] });
  vi.setSystemTime(now);

  await insertOne({ date: "2026-11-10", amount: 5, currency: "gbp" });

  const job = await database((sql) =>
    sql.first<{ due_at: number }>("SELECT due_at FROM jobs WHERE name = 'load rates'"),
  );
  expect(job?.due_at).toBe(now + RATES_LOAD_DELAY_MS);
});
