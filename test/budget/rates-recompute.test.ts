import { runDurableObjectAlarm, runInDurableObject } from "cloudflare:test";
import * as fc from "fast-check";
import { afterEach, describe, expect, test } from "vitest";
import { dueJob, finishJob, requestJob } from "../../src/budget/jobs/queue.ts";
import { recomputeSlice, startRecompute } from "../../src/budget/rates/recompute.ts";
import { storeRates } from "../../src/budget/rates/store.ts";
import { RECOMPUTE_ROWS_AT_ONCE, RECOMPUTE_SLICE_ROWS } from "../../src/platform/limits.ts";
import { Sql } from "../../src/platform/sql/sql.ts";
import { must } from "../../src/platform/assert.ts";
import { parseDay } from "../../src/money/day.ts";
import {
  addLinkedAccount,
  bindings,
  callOwn,
  database,
  get,
  insert,
  insertOne,
  post,
  put,
} from "./client.ts";
import { reset } from "../reset.ts";

afterEach(reset);

/** However long a busy machine takes to ring the object's alarm. */
const BY_ITSELF = { timeout: 30_000 };

type Rated = readonly [currency: string, date: string, perEuro: string];

const putRates = async (...rates: readonly Rated[]) => {
  const body = { rates: rates.map(([currency, date, per_euro]) => ({ currency, date, per_euro })) };
  expect((await callOwn("PUT", "/rates", body)).status).toBe(200);
};
const primary = async (currency: string) =>
  expect((await put("/me/account/settings", { primary_currency: currency })).status).toBe(200);
const bases = async (): Promise<number[]> =>
  (await get("/transactions?limit=2000")).body.transactions.map(
    (row: { to_base: number }) => row.to_base,
  );
const read = async (id: number) => (await get(`/transactions/${id}`)).body;

// 1 eur = 1.10 usd = 0.88 gbp, from the second day on 1.20 usd = 0.80 gbp.
const RATES: readonly Rated[] = [
  ["usd", "2026-01-05", "1.10"],
  ["usd", "2026-01-10", "1.20"],
  ["gbp", "2026-01-05", "0.88"],
  ["gbp", "2026-01-10", "0.80"],
];

describe("a new primary currency", () => {
  test("a new primary currency converts transactions, accounts, recurring items and history at once", async () => {
    await putRates(...RATES);
    const rows = await insert([
      { date: "2026-01-05", amount: 11 },
      { date: "2026-01-10", amount: 12 },
      { date: "2026-01-05", amount: -8.8, currency: "gbp" },
      { date: "2026-01-07", amount: 5, currency: "eur" },
      { date: "2026-01-07", amount: 7, currency: "jpy" },
    ]);
    const { body: konto } = await post("/manual_accounts", {
      name: "Konto",
      currency: "gbp",
      balance: 8,
    });
    const linked = await addLinkedAccount(true);
    await database((sql) => {
      sql.run("UPDATE linked_accounts SET balance = 240000 WHERE id = ?", linked);
      sql.run(
        `INSERT INTO recurring_items (status, granularity, quantity, anchor_date, amount, amount_max, currency, to_base, created_by, created_at, updated_at)
         VALUES ('reviewed', 'month', 1, '2026-01-01', 100000, 140000, 'usd', 120000, 1, 0, ?)`,
        Date.parse("2026-01-12T00:00:00Z"),
      );
      sql.run(
        `INSERT INTO balance_history (kind, account_id, month, balance, currency, to_base)
         VALUES ('manual', 1, '2026-01', 60000, 'usd', 60000)`,
      );
    });

    await primary("eur");

    const worth = async () =>
      Promise.all(
        rows.transactions.map(async ({ id }: { id: number }) => (await read(id)).to_base),
      );
    // 11 / 1.10, 12 / 1.20, -8.8 / 0.88, 5, and no rate of the yen.
    expect(await worth()).toEqual([10, 10, -10, 5, 0]);
    expect((await get(`/manual_accounts/${konto.id}`)).body).toMatchObject({
      balance: "8.0000",
      to_base: 10,
    });
    expect(
      await database((sql) => [
        sql.first("SELECT to_base FROM linked_accounts"),
        sql.first("SELECT to_base FROM recurring_items"),
        sql.first("SELECT to_base FROM balance_history WHERE month = '2026-01'"),
      ]),
      // 24 / 1.20; the middle of 10 and 14, / 1.20; 6 / 1.20 at the month's end.
    ).toEqual([{ to_base: 200_000 }, { to_base: 100_000 }, { to_base: 50_000 }]);
    await primary("gbp");
    // 10 eur * 0.88, 10 * 0.80, itself, 5 * 0.88.
    expect(await worth()).toEqual([8.8, 8, -8.8, 4.4, 0]);
    await primary("usd");
    expect(await worth()).toEqual([11, 12, -11, 5.5, 0]);
  });

  test("a new primary currency changes no transaction: updated_at, amounts and balances stay", async () => {
    await putRates(...RATES);
    const { id } = await insertOne({ date: "2026-01-05", amount: 11, manual_account_id: 1 });
    const before = await read(id);
    const account = (await get("/manual_accounts/1")).body;
    await scheduler.wait(5);

    await primary("eur");

    expect(await read(id)).toEqual({ ...before, to_base: 10 });
    expect((await get("/manual_accounts/1")).body).toEqual({ ...account, to_base: -9.1667 });
  });

  test("a new primary currency recomputes the total of every group", async () => {
    await putRates(...RATES);
    const group = async (items: readonly object[]) => {
      const { transactions } = await insert(items);
      const ids = transactions.map(({ id }: { id: number }) => id);
      return (await post("/transactions/group", { ids, date: "2026-01-01", payee: "Trip" })).body;
    };
    const mixed = await group([
      { date: "2026-01-05", amount: 11 },
      { date: "2026-01-10", amount: 8, currency: "gbp" },
    ]);
    const shared = await group([
      { date: "2026-01-05", amount: 8.8, currency: "gbp" },
      { date: "2026-01-10", amount: 8, currency: "gbp" },
    ]);
    expect(mixed).toMatchObject({ amount: "23.0000", currency: "usd", to_base: 23 });
    // 8.8 gbp are 10 eur or 11 usd; 8 gbp are 10 eur or 12 usd.
    expect(shared).toMatchObject({ amount: "23.0000", currency: "usd", to_base: 23 });

    await primary("eur");

    expect(await read(mixed.id)).toMatchObject({ amount: "20.0000", currency: "eur", to_base: 20 });
    expect(await read(shared.id)).toMatchObject({
      amount: "20.0000",
      currency: "eur",
      to_base: 20,
    });
    // Rates that arrive later reach the group through its members, though it is dated before them.
    await putRates(["gbp", "2026-01-10", "0.40"]);
    expect(await read(mixed.id)).toMatchObject({ amount: "30.0000", currency: "eur", to_base: 30 });
    expect(await read(shared.id)).toMatchObject({
      amount: "30.0000",
      currency: "eur",
      to_base: 30,
    });
    await primary("gbp");
    expect(await read(shared.id)).toMatchObject({
      amount: "16.8000",
      currency: "gbp",
      to_base: 16.8,
    });
  });

  test("the last part of a split takes the rounding after a change of primary currency", async () => {
    await putRates(["usd", "2026-01-05", "3"]);
    const { id } = await insertOne({ date: "2026-01-05", amount: 10 });
    const parts = [{ amount: 3.3333 }, { amount: 3.3333 }, { amount: 3.3334 }];
    await post(`/transactions/split/${id}`, { child_transactions: parts });

    await primary("eur");

    const { to_base, children } = await read(id);
    // 10 / 3 = 3.3333; 3.3333 / 3 = 1.1111 twice, and what is left of the whole.
    expect(to_base).toBe(3.3333);
    expect(children.map((child: { to_base: number }) => child.to_base)).toEqual([
      1.1111, 1.1111, 1.1111,
    ]);
    await putRates(["usd", "2026-01-05", "1.5"]);
    // 10 / 1.5 = 6.6667; 3.3333 / 1.5 = 2.2222 twice; 6.6667 - 4.4444.
    expect((await read(id)).children.map((child: { to_base: number }) => child.to_base)).toEqual([
      2.2222, 2.2222, 2.2223,
    ]);
  });
});

describe("arriving exchange rates", () => {
  const CURRENCIES = ["usd", "eur", "gbp", "jpy"] as const;
  const day = fc
    .integer({ min: 1, max: 28 })
    .map((number) => `2026-02-${String(number).padStart(2, "0")}`);
  const rate = fc.record({
    currency: fc.constantFrom("usd", "gbp", "jpy"),
    date: day,
    per_euro: fc.integer({ min: 1, max: 99_999 }).map((number) => (number / 1000).toFixed(3)),
  });
  const item = fc.record({
    date: day,
    amount: fc.integer({ min: -1e9, max: 1e9 }).map((number) => (number / 1e4).toFixed(4)),
    currency: fc.constantFrom(...CURRENCIES),
  });

  test("rates leave every to_base as if they had been there first, in any order and portions", async () => {
    const ratesOf = fc.uniqueArray(rate, {
      minLength: 1,
      maxLength: 8,
      selector: ({ currency, date }) => currency + date,
    });
    await fc.assert(
      fc
        .asyncProperty(
          fc.array(item, { minLength: 1, maxLength: 12 }),
          ratesOf,
          fc.integer({ min: 0, max: 8 }),
          fc.constantFrom(...CURRENCIES),
          async (transactions, rates, cut, then) => {
            const add = async (some: readonly object[]) =>
              some.length > 0 && callOwn("PUT", "/rates", { rates: some });
            await insert(transactions);
            await add(rates.slice(cut).toReversed());
            await add(rates.slice(0, cut));
            const late = await bases();
            await primary(then);
            const lateThen = await bases();

            await reset();
            await add(rates);
            await insert(transactions);
            expect(late).toEqual(await bases());
            await reset();
            await primary(then);
            await add(rates);
            await insert(transactions);
            expect(lateThen).toEqual(await bases());
          },
        )
        .afterEach(reset),
      { numRuns: 25 },
    );
  });

  test("rates that are already stored are not new, and report from which day they matter", async () => {
    await insert([
      { date: "2026-01-05", amount: 1, currency: "gbp" },
      { date: "2026-01-05", amount: 1, currency: "jpy" },
    ]);
    const stored = async (...rates: readonly Rated[]) =>
      database((sql) =>
        storeRates(
          sql,
          rates.map(([currency, date, perEuro]) => [
            currency as "usd",
            must(parseDay(date), "a day"),
            perEuro,
          ]),
          true,
        ),
      );

    // The first rate of a currency holds for all days before it, too.
    expect(await stored(["gbp", "2026-01-05", "0.88"], ["gbp", "2026-01-10", "0.8"])).toEqual({
      count: 2,
      since: "",
    });
    expect(await stored(["gbp", "2026-01-05", "0.88"])).toEqual({ count: 0, since: null });
    expect(await stored(["gbp", "2026-01-10", "0.81"])).toEqual({ count: 1, since: "2026-01-10" });
    expect(await stored(["gbp", "2026-01-08", "0.9"], ["gbp", "2026-01-11", "0.7"])).toEqual({
      count: 2,
      since: "2026-01-08",
    });
    expect(await stored(["gbp", "2026-01-01", "0.9"])).toEqual({ count: 1, since: "" });
    expect(await stored(["sek", "2026-01-01", "11"]), "a currency that nobody uses").toEqual({
      count: 1,
      since: null,
    });
  });
});

describe("recomputing a large budget", () => {
  /** `count` transactions of 1 gbp each, on `days` days in turn, without going through requests. */
  const fill = async (count: number, days: number) =>
    database((sql) =>
      sql.run(
        `WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?1)
         INSERT INTO transactions (date, amount, currency, to_base, payee, status, created_at, updated_at)
         SELECT '2026-02-' || printf('%02d', 1 + i % ?2), 10000, 'gbp', 0, 'x', 'reviewed', 1, 1 FROM n`,
        count,
        days,
      ),
    );
  const waiting = async () =>
    database(
      (sql) =>
        sql.first<{ count: number }>("SELECT count(*) AS count FROM transactions WHERE to_base = 0")
          ?.count,
    );
  const rated = (sql: Sql) =>
    sql.run(
      "INSERT INTO rates (currency, date, per_euro) VALUES ('gbp', '2026-01-01', '0.8'), ('usd', '2026-01-01', '1.2')",
    );

  test("the recomputation continues from its cursor, slice by slice, and visits each transaction once", async () => {
    await fill(1_000, 7);

    const left = await database((sql) => {
      rated(sql);
      const steps: number[] = [];
      let cursor: string | null = null;
      do {
        cursor = recomputeSlice(sql, 5, cursor, 300);
        steps.push(
          sql.first<{ left: number }>("SELECT count(*) AS left FROM transactions WHERE to_base = 0")
            ?.left ?? -1,
        );
      } while (cursor !== null);
      return steps;
    });

    expect(left).toEqual([700, 400, 100, 0]);
    expect(await bases()).toEqual(Array.from({ length: 1_000 }, () => 1.5));
  });

  test("the recomputation begins at the given day", async () => {
    await fill(280, 28);

    await database((sql) => {
      rated(sql);
      startRecompute(sql, 5, must(parseDay("2026-02-22"), "a day"));
    });

    expect(await waiting()).toBe(210);
  });

  test("the recomputation does as much as one request may at once, and leaves the rest to the alarm", async () => {
    await fill(RECOMPUTE_ROWS_AT_ONCE + RECOMPUTE_SLICE_ROWS + 10, 28);
    const stub = bindings.BUDGET.getByName("1");

    await database((sql) => {
      rated(sql);
      startRecompute(sql, 5, "");
    });

    expect(await waiting()).toBe(RECOMPUTE_SLICE_ROWS + 10);
    await runInDurableObject(stub, (_, state) => state.storage.setAlarm(Date.now() + 60_000));
    await runDurableObjectAlarm(stub);
    expect(await waiting()).toBeLessThanOrEqual(10);
    await expect.poll(waiting, BY_ITSELF).toBe(0);
    await expect
      .poll(
        async () =>
          database((sql) => sql.all("SELECT name FROM jobs WHERE name = 'recompute to_base'")),
        BY_ITSELF,
      )
      .toEqual([]);
  });

  test("the recomputation of a small budget is done in the request, without a job", async () => {
    await insertOne({ date: "2026-01-05", amount: 1, currency: "gbp" });
    await putRates(...RATES);

    expect(
      await database((sql) => sql.all("SELECT name FROM jobs WHERE name LIKE 'recompute%'")),
    ).toEqual([]);
  });

  test("a second recomputation begins at the earlier start of both requests", async () => {
    const begin = async (...cursors: readonly (string | null)[]) =>
      database((sql) => {
        for (const cursor of cursors) requestJob(sql, "recompute to_base", 9, cursor);
        const job = must(dueJob(sql, 9), "a job");
        finishJob(sql, job);
        return job.cursor;
      });

    expect(await begin("2026-02-05 0000000000000007", "2026-02-04 0000000000000009")).toBe(
      "2026-02-04 0000000000000009",
    );
    expect(await begin("2026-02-04 0000000000000007", "2026-02-04 0000000000000010")).toBe(
      "2026-02-04 0000000000000007",
    );
    expect(await begin("2026-02-05 0000000000000007", null)).toBeNull();
    expect(await begin(null, "2026-02-05 0000000000000007")).toBeNull();
  });
});
