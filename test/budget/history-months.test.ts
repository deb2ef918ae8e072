import { runDurableObjectAlarm, runInDurableObject } from "cloudflare:test";
import * as fc from "fast-check";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { recomputeHistorySlice } from "../../src/budget/history/recompute.ts";
import { requestJob } from "../../src/budget/jobs/queue.ts";
import { HISTORY_RECOMPUTE_ROWS } from "../../src/platform/limits.ts";
import { Sql } from "../../src/platform/sql/sql.ts";
import { accountId, addLinkedAccount, bindings, database, get, post, put } from "./client.ts";
import { addCrypto, at, historyOf, only, rates, shortly, store } from "./history-client.ts";
import { reset } from "../reset.ts";

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["Date"] });
  at("2026-03-10T12:00:00Z");
});
afterEach(async () => {
  vi.useRealTimers();
  await reset();
});

describe("closing months", () => {
  test("an account's entry is the balance at the end of the month, unaffected by the next month", async () => {
    const id = await accountId("Cash");
    await put(`/manual_accounts/${id}`, { balance: "10.5" });
    at("2026-03-31T23:59:59Z");
    await put(`/manual_accounts/${id}`, { balance: "12.3456" });
    at("2026-04-01T00:00:01Z");
    await put(`/manual_accounts/${id}`, { balance: 99 });

    expect(only(await get(`/balance_history/manual/${id}`))).toEqual({
      source: { type: "manual", manual_account_id: id },
      balances: [
        {
          type: "historical",
          id: expect.any(Number),
          month: "2026-03",
          balance: "12.3456",
          currency: "usd",
          to_base: 12.3456,
          crypto_balance: null,
        },
        {
          type: "current",
          month: "2026-04",
          balance: "99.0000",
          currency: "usd",
          to_base: 99,
          crypto_balance: null,
        },
      ],
    });
  });

  test("every month without a request gets the balance that held throughout", async () => {
    const id = await accountId("Cash");
    await put(`/manual_accounts/${id}`, { balance: 7 });
    at("2027-01-05T00:00:00Z");

    expect(await historyOf(id)).toEqual([
      ...["2026-03", "2026-04", "2026-05", "2026-06", "2026-07"].map((month) => `${month} 7.0000`),
      ...["2026-08", "2026-09", "2026-10", "2026-11", "2026-12"].map((month) => `${month} 7.0000`),
      "2027-01 7.0000 now",
    ]);
  });

  test("a header of the account's history names the months that were filled in", async () => {
    const id = await accountId("Cash");
    const named = async () =>
      (await get(`/balance_history/manual/${id}`)).headers.get("recorded-months");
    expect(await named()).toBeNull();
    at("2026-05-02T00:00:00Z");
    expect(await named()).toBe("2026-03,2026-04");

    await put(`/balance_history/manual/${id}`, { balances: [{ month: "2026-03", balance: 4 }] });
    expect(await named()).toBe("2026-04");
  });

  test("a new budget has only the current month", async () => {
    const { body } = await get("/balance_history");

    expect(body.balance_history).toHaveLength(4);
    for (const { balances } of body.balance_history)
      expect(shortly(balances)).toEqual(["2026-03 0.0000 now"]);
  });

  test("an account has no entry from before it was created", async () => {
    await get("/me");
    at("2026-05-02T00:00:00Z");
    const { body } = await post("/manual_accounts", { name: "New", balance: 5 });
    await database((sql) =>
      // As after a restore: the months since March are closed together, the account is of May.
      sql.run("DELETE FROM balance_history; UPDATE history_open_month SET month = '2026-03'"),
    );
    at("2026-06-02T00:00:00Z");

    expect(await historyOf(body.id)).toEqual(["2026-05 5.0000", "2026-06 5.0000 now"]);
    expect(await historyOf(await accountId("Cash"))).toHaveLength(4);
  });

  test("an entry that was written by hand is not overwritten", async () => {
    const id = await accountId("Cash");
    await database((sql) => store(sql, [["manual", id, "", "2026-03", 420_000]]));
    at("2026-04-01T00:00:00Z");

    expect(await historyOf(id)).toEqual(["2026-03 42.0000", "2026-04 0.0000 now"]);
  });

  test("a clock that goes back closes no month again, and a later month stays the current one", async () => {
    const id = await accountId("Cash");
    at("2026-04-01T00:00:01Z");
    await put(`/manual_accounts/${id}`, { balance: 1 });
    at("2026-03-31T23:59:59Z");
    await put(`/manual_accounts/${id}`, { balance: 2 });
    expect(await historyOf(id)).toEqual(["2026-03 0.0000", "2026-04 2.0000 now"]);
    at("2026-05-01T00:00:00Z");

    expect(await historyOf(id)).toEqual(["2026-03 0.0000", "2026-04 2.0000", "2026-05 2.0000 now"]);
  });

  test("the history of a closed account ends in the month of closing, and continues after reopening", async () => {
    const id = await accountId("Cash");
    await put(`/manual_accounts/${id}`, { status: "closed", closed_on: "2026-04-20", balance: 3 });
    at("2026-06-01T00:00:00Z");
    expect(await historyOf(id)).toEqual(["2026-03 3.0000", "2026-04 3.0000"]);

    await put(`/manual_accounts/${id}`, { status: "active" });
    at("2026-07-01T00:00:00Z");

    expect(await historyOf(id)).toEqual([
      "2026-03 3.0000",
      "2026-04 3.0000",
      "2026-06 3.0000",
      "2026-07 3.0000 now",
    ]);
  });

  test("linked accounts and crypto get entries, crypto with its value and quantity", async () => {
    const linked = await addLinkedAccount(true);
    await database((sql) => sql.run("UPDATE linked_accounts SET balance = 55000, to_base = 55000"));
    const { manual, synced } = await addCrypto();
    at("2026-04-02T00:00:00Z");

    const entry = { type: "historical", id: expect.any(Number), month: "2026-03", currency: "usd" };
    expect(only(await get(`/balance_history/linked/${linked}`))).toMatchObject({
      source: { type: "linked", linked_account_id: linked },
      balances: [
        { ...entry, balance: "5.5000", to_base: 5.5, crypto_balance: null },
        { type: "current" },
      ],
    });
    expect(only(await get(`/balance_history/crypto_manual/${manual}`))).toMatchObject({
      source: { type: "crypto_manual", crypto_manual_id: manual, symbol: "eth" },
      balances: [
        { ...entry, balance: "3000.0000", to_base: 3000, crypto_balance: "2.000000000000000000" },
        {
          type: "current",
          month: "2026-04",
          balance: "3000.0000",
          currency: "usd",
          to_base: 3000,
          crypto_balance: "2.000000000000000000",
        },
      ],
    });
    expect(only(await get(`/balance_history/crypto_synced/${synced}/btc`))).toMatchObject({
      source: { type: "crypto_synced", crypto_synced_id: synced, symbol: "btc" },
      balances: [
        { ...entry, balance: "750.0000", to_base: 750, crypto_balance: "0.500000000000000000" },
        { type: "current", month: "2026-04" },
      ],
    });
  });

  test("an entry is converted by the rates of its month's last day", async () => {
    await rates([
      ["usd", "2026-03-31", "1.25"],
      ["usd", "2026-04-30", "1.5"],
      ["usd", "2026-05-02", "2"],
    ]);
    const { body } = await post("/manual_accounts", {
      name: "Euros",
      currency: "eur",
      balance: 10,
    });
    at("2026-05-02T00:00:00Z");

    expect(only(await get(`/balance_history/manual/${body.id}`)).balances).toMatchObject([
      { month: "2026-03", balance: "10.0000", currency: "eur", to_base: 12.5 },
      { month: "2026-04", balance: "10.0000", currency: "eur", to_base: 15 },
      { type: "current" },
    ]);
  });

  test("each month's entry is the last balance set before its end, in any order of changes", async () => {
    const id = await accountId("Cash");
    const DAY_MS = 24 * 60 * 60_000;
    let now = Date.now();
    let balance = 0;
    // The balances at the ends of months, by walking the days one by one.
    const model = new Map<string, number>();
    const step = fc.record({
      days: fc.integer({ min: 0, max: 70 }),
      balance: fc.integer({ min: -9999, max: 9999 }),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 6 }), async (steps) => {
        for (const { days, balance: next } of steps) {
          for (let day = 0; day < days; day++) {
            const month = new Date(now).toISOString().slice(0, 7);
            now += DAY_MS;
            if (!new Date(now).toISOString().startsWith(month)) model.set(month, balance);
          }
          at(new Date(now).toISOString());
          balance = next;
          await put(`/manual_accounts/${id}`, { balance });
        }
        const expected = [...model].map(([month, value]) => `${month} ${value}.0000`);
        const current = `${new Date(now).toISOString().slice(0, 7)} ${balance}.0000 now`;
        expect(await historyOf(id)).toEqual([...expected, current]);
      }),
      { numRuns: 30 },
    );
    expect(model.size).toBeGreaterThan(10);
  });

  test("the alarm closes months before a job runs, as a request would", async () => {
    // Ahead of the real clock, by which the platform would fire the alarm on its own.
    at("2100-03-10T12:00:00Z");
    const id = await accountId("Cash");
    await put(`/manual_accounts/${id}`, { balance: 5 });
    const budget = bindings.BUDGET.getByName("1");
    await runInDurableObject(budget, async (_, state) => {
      const due = Date.parse("2100-04-02T00:00:00Z");
      requestJob(new Sql(state.storage), "detect recurring", due);
      await state.storage.setAlarm(due);
    });
    at("2100-04-02T00:00:01Z");

    expect(await runDurableObjectAlarm(budget)).toBe(true);

    const entries = await runInDurableObject(budget, (_, state) =>
      new Sql(state.storage).all(
        "SELECT month, balance FROM balance_history WHERE account_id = ?",
        id,
      ),
    );
    expect(entries).toEqual([{ month: "2100-03", balance: 50_000 }]);
  });

  test("nothing is written if no month has ended", async () => {
    await database((sql) => {
      expect(sql.all("SELECT * FROM history_open_month")).toEqual([{ id: 1, month: "2026-03" }]);
      for (const [table, event] of [
        ["history_open_month", "INSERT"],
        ["history_open_month", "UPDATE"],
        ["balance_history", "INSERT"],
      ])
        sql.run(
          `CREATE TRIGGER no_${event}_${table} BEFORE ${event} ON ${table} BEGIN SELECT RAISE(ABORT, 'written'); END`,
        );
    });

    at("2026-03-31T23:59:59Z");
    expect((await get("/balance_history")).status).toBe(200);
    at("2026-04-01T00:00:00Z");
    expect((await get("/balance_history")).status).toBe(500);
  });
});

test("every entry's value is recomputed when rates arrive or the primary currency changes", async () => {
  const { body } = await post("/manual_accounts", { name: "Euros", currency: "eur" });
  const path = `/balance_history/manual/${body.id}`;
  await put(path, { balances: ["2026-01", "2026-02"].map((month) => ({ month, balance: 10 })) });
  await put("/balance_history/manual/1", { balances: [{ month: "2026-01", balance: 5 }] });
  expect(only(await get(path)).balances[0].to_base).toBe(0);
  await rates([
    ["usd", "2026-01-31", "1.25"],
    ["usd", "2026-02-28", "2"],
  ]);

  await database((sql) => recomputeHistorySlice(sql, "usd", null));

  const worths = async (of: string) =>
    only(await get(`${of}?start_month=2026-01&end_month=2026-02`)).balances.map(
      (one: { to_base: number }) => one.to_base,
    );
  expect(await worths(path)).toEqual([12.5, 20]);
  await database((sql) => {
    sql.run("UPDATE budget SET primary_currency = 'eur'");
    recomputeHistorySlice(sql, "eur", null);
  });
  expect(await worths(path)).toEqual([10, 10]);
  expect(await worths("/balance_history/manual/1")).toEqual([4]);
});

test("a history longer than one recomputation step is recomputed completely", async () => {
  const worths = await database((sql) => {
    sql.run(
      `WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?)
       INSERT INTO balance_history (kind, account_id, month, balance, currency, to_base)
       SELECT 'manual', i, '2026-01', i, 'usd', 0 FROM n`,
      2 * HISTORY_RECOMPUTE_ROWS + 1,
    );
    for (let cursor = recomputeHistorySlice(sql, "usd", null); cursor !== null;)
      cursor = recomputeHistorySlice(sql, "usd", cursor);
    return sql.first(
      "SELECT count(*) AS entries, sum(to_base = balance) AS right FROM balance_history",
    );
  });

  expect(worths).toEqual({ entries: 2_001, right: 2_001 });
});
