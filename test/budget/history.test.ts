import { reset } from "cloudflare:test";
import * as fc from "fast-check";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { recomputeHistory } from "../../src/budget/history/recompute.ts";
import { hasHistory, keepHistory, forgetHistory, type Source } from "../../src/budget/history/streams.ts";
import type { Sql } from "../../src/sql/sql.ts";
import { accountId, addLinkedAccount, database, del, get, post, put, type Answer } from "./client.ts";

/** Sets the clock of the test and of the service, which run in one isolate. */
const at = (time: string) => vi.setSystemTime(new Date(time));

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["Date"] });
  at("2026-03-10T12:00:00Z");
});
afterEach(async () => {
  vi.useRealTimers();
  await reset();
});

/** The one element of an answer about one account. */
function only({ status, body }: Answer) {
  expect(status, JSON.stringify(body)).toBe(200);
  expect(body.balance_history).toHaveLength(1);
  return body.balance_history[0];
}

/** "2026-01 12.0000" of each entry, "2026-03 7.0000 now" of the current one. */
const shortly = (entries: readonly { month: string; balance: string; type: string }[]) =>
  entries.map(({ month, balance, type }) => `${month} ${balance}${type === "current" ? " now" : ""}`);

async function historyOf(id: number, query = ""): Promise<string[]> {
  return shortly(only(await get(`/balance_history/manual/${id}${query}`)).balances);
}

/** A manual crypto balance of 2 coins at 1,500 dollars each, and a synced account with 0.5 of another. */
async function addCrypto(): Promise<{ manual: number; synced: number }> {
  return database((sql) => {
    const now = Date.now();
    sql.run("UPDATE cryptocurrencies SET price = '1500', price_currency = 'usd', price_at = ? WHERE symbol IN ('eth', 'btc')", now);
    const one = (statement: string) => sql.first<{ id: number }>(statement, now, now)?.id ?? 0;
    const manual = one(
      `INSERT INTO crypto_manual (name, balance, symbol, created_by, created_at, updated_at)
       VALUES ('Cold', '2', 'eth', 1, ?, ?) RETURNING id`,
    );
    const synced = one(
      `INSERT INTO crypto_synced (provider, provider_id, status, created_by, created_at, updated_at)
       VALUES ('ethereum', '0x1', 'active', 1, ?, ?) RETURNING id`,
    );
    sql.run(
      "INSERT INTO crypto_synced_balances (account_id, symbol, name, balance, updated_at) VALUES (?, 'btc', 'BTC', '0.5', ?)",
      synced,
      now,
    );
    return { manual, synced };
  });
}

type StoredEntry = readonly [kind: string, id: number, symbol: string, month: string, balance: number];

/** Writes entries in the primary currency, as no endpoint can for streams that do not exist. */
function store(sql: Sql, entries: readonly StoredEntry[]): void {
  for (const [kind, id, symbol, month, balance] of entries)
    sql.run(
      `INSERT INTO balance_history (kind, account_id, symbol, month, balance, currency, to_base)
       VALUES (?, ?, ?, ?, ?, 'usd', ?)`,
      kind,
      id,
      symbol,
      month,
      balance,
      balance,
    );
}

const stored = (sql: Sql) =>
  sql.all<{ kind: string; account_id: number; symbol: string; month: string; balance: number }>(
    "SELECT kind, account_id, symbol, month, balance FROM balance_history ORDER BY kind, account_id, month",
  );

const NAMELESS = {
  name: null,
  institution_name: null,
  display_name: null,
  account_type: null,
  subtype: null,
  mask: null,
  symbol: null,
};

describe("the history of an account that goes", () => {
  test("is kept as that of a deleted account, and of no other account", async () => {
    await database((sql) => {
      store(sql, [
        ["linked", 7, "", "2026-01", 10_000],
        ["linked", 7, "", "2026-02", 20_000],
        ["linked", 8, "", "2026-01", 30_000],
        ["manual", 7, "", "2026-01", 40_000],
      ]);
      const source: Source = { type: "linked", id: 7 };
      expect(hasHistory(sql, source)).toBe(true);

      keepHistory(sql, source, { ...NAMELESS, name: "Everyday", mask: "1234" }, 5);

      expect(hasHistory(sql, source)).toBe(false);
      expect(stored(sql)).toEqual([
        { kind: "deleted", account_id: 1, symbol: "", month: "2026-01", balance: 10_000 },
        { kind: "deleted", account_id: 1, symbol: "", month: "2026-02", balance: 20_000 },
        { kind: "linked", account_id: 8, symbol: "", month: "2026-01", balance: 30_000 },
        { kind: "manual", account_id: 7, symbol: "", month: "2026-01", balance: 40_000 },
      ]);
      expect(sql.all("SELECT * FROM deleted_accounts")).toEqual([
        { ...NAMELESS, id: 1, name: "Everyday", mask: "1234", deleted_at: 5 },
      ]);
    });
  });

  test("of a synced crypto account becomes one deleted account for each symbol", async () => {
    await database((sql) => {
      store(sql, [
        ["crypto_synced", 3, "eth", "2026-01", 1],
        ["crypto_synced", 3, "btc", "2026-01", 2],
      ]);

      keepHistory(sql, { type: "crypto_synced", id: 3, symbol: null }, NAMELESS, 5);

      expect(sql.all("SELECT id, symbol FROM deleted_accounts")).toEqual([
        { id: 1, symbol: "btc" },
        { id: 2, symbol: "eth" },
      ]);
      expect(stored(sql)).toEqual([
        { kind: "deleted", account_id: 1, symbol: "", month: "2026-01", balance: 2 },
        { kind: "deleted", account_id: 2, symbol: "", month: "2026-01", balance: 1 },
      ]);
    });
  });

  test("can be kept or forgotten for one symbol alone", async () => {
    await database((sql) => {
      store(sql, [
        ["crypto_synced", 3, "eth", "2026-01", 1],
        ["crypto_synced", 3, "btc", "2026-01", 2],
        ["crypto_synced", 3, "sol", "2026-01", 3],
      ]);

      keepHistory(sql, { type: "crypto_synced", id: 3, symbol: "eth" }, NAMELESS, 5);
      forgetHistory(sql, { type: "crypto_synced", id: 3, symbol: "btc" });

      expect(stored(sql)).toEqual([
        { kind: "crypto_synced", account_id: 3, symbol: "sol", month: "2026-01", balance: 3 },
        { kind: "deleted", account_id: 1, symbol: "", month: "2026-01", balance: 1 },
      ]);
      forgetHistory(sql, { type: "crypto_synced", id: 3, symbol: null });
      expect(hasHistory(sql, { type: "crypto_synced", id: 3, symbol: null })).toBe(false);
    });
  });

  test("leaves no deleted account where nothing was stored", async () => {
    await database((sql) => {
      keepHistory(sql, { type: "manual", id: 1 }, NAMELESS, 5);

      expect(sql.all("SELECT * FROM deleted_accounts")).toEqual([]);
    });
  });

  test("of a manual account goes with delete_balance_history and stays without it", async () => {
    const [cash, savings] = [await accountId("Cash"), await accountId("Savings")];
    await database((sql) =>
      store(sql, [
        ["manual", cash, "", "2026-01", 10_000],
        ["manual", savings, "", "2026-01", 20_000],
      ]),
    );

    expect((await del(`/manual_accounts/${cash}?delete_balance_history=true`)).status).toBe(204);
    expect((await del(`/manual_accounts/${savings}`)).status).toBe(204);

    await database((sql) => {
      expect(stored(sql)).toEqual([
        { kind: "deleted", account_id: 1, symbol: "", month: "2026-01", balance: 20_000 },
      ]);
      expect(sql.all("SELECT * FROM deleted_accounts")).toMatchObject([
        { ...NAMELESS, name: "Savings", display_name: "Savings", account_type: "cash", subtype: "savings" },
      ]);
    });
  });
});

describe("closing months", () => {
  test("an account's entry is the balance it had when the month ended, whatever the next month brings", async () => {
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
        { type: "current", month: "2026-04", balance: "99.0000", currency: "usd", to_base: 99, crypto_balance: null },
      ],
    });
  });

  test("every month that nobody looked gets the balance that stood all the while", async () => {
    const id = await accountId("Cash");
    await put(`/manual_accounts/${id}`, { balance: 7 });
    at("2027-01-05T00:00:00Z");

    expect(await historyOf(id)).toEqual([
      ...["2026-03", "2026-04", "2026-05", "2026-06", "2026-07"].map((month) => `${month} 7.0000`),
      ...["2026-08", "2026-09", "2026-10", "2026-11", "2026-12"].map((month) => `${month} 7.0000`),
      "2027-01 7.0000 now",
    ]);
  });

  test("a fresh budget has only the current month", async () => {
    const { body } = await get("/balance_history");

    expect(body.balance_history).toHaveLength(4);
    for (const { balances } of body.balance_history) expect(shortly(balances)).toEqual(["2026-03 0.0000 now"]);
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

  test("a clock that goes back closes nothing again, and a later month stays the current one", async () => {
    const id = await accountId("Cash");
    at("2026-04-01T00:00:01Z");
    await put(`/manual_accounts/${id}`, { balance: 1 });
    at("2026-03-31T23:59:59Z");
    await put(`/manual_accounts/${id}`, { balance: 2 });
    expect(await historyOf(id)).toEqual(["2026-03 0.0000", "2026-04 2.0000 now"]);
    at("2026-05-01T00:00:00Z");

    expect(await historyOf(id)).toEqual(["2026-03 0.0000", "2026-04 2.0000", "2026-05 2.0000 now"]);
  });

  test("the history of a closed account ends with the month it was closed in, and goes on when it is reopened", async () => {
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

  test("linked accounts and crypto get theirs, crypto with its worth and its quantity", async () => {
    const linked = await addLinkedAccount(true);
    await database((sql) => sql.run("UPDATE linked_accounts SET balance = 55000, to_base = 55000"));
    const { manual, synced } = await addCrypto();
    at("2026-04-02T00:00:00Z");

    const entry = { type: "historical", id: expect.any(Number), month: "2026-03", currency: "usd" };
    expect(only(await get(`/balance_history/linked/${linked}`))).toMatchObject({
      source: { type: "linked", linked_account_id: linked },
      balances: [{ ...entry, balance: "5.5000", to_base: 5.5, crypto_balance: null }, { type: "current" }],
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

  test("an entry is worth what the rates of its month's last day say", async () => {
    await rates([
      ["usd", "2026-03-31", "1.25"],
      ["usd", "2026-04-02", "2"],
    ]);
    const { body } = await post("/manual_accounts", { name: "Euros", currency: "eur", balance: 10 });
    at("2026-04-02T00:00:00Z");

    expect(only(await get(`/balance_history/manual/${body.id}`)).balances[0]).toMatchObject({
      month: "2026-03",
      balance: "10.0000",
      currency: "eur",
      to_base: 12.5,
    });
  });

  test("where no month has ended, nothing is written", async () => {
    await get("/me");
    const before = await database((sql) => sql.all("SELECT * FROM history_open_month"));
    at("2026-03-31T23:59:59Z");
    await get("/balance_history");

    expect(await database((sql) => sql.all("SELECT * FROM history_open_month"))).toEqual(before);
    expect(before).toEqual([{ id: 1, month: "2026-03" }]);
    expect(await database((sql) => sql.all("SELECT * FROM balance_history"))).toEqual([]);
  });
});

/** Units of a currency for one euro. */
function rates(rows: readonly (readonly [currency: string, date: string, perEuro: string])[]): Promise<void> {
  return database((sql) => {
    for (const row of rows) sql.run("INSERT INTO rates (currency, date, per_euro) VALUES (?, ?, ?)", ...row);
  });
}

describe("reading", () => {
  test("lists every source once: by kind, then id, then symbol, months in their order", async () => {
    const { manual, synced } = await addCrypto();
    const linked = await addLinkedAccount(true);
    await database((sql) => {
      sql.run("INSERT INTO deleted_accounts (name, mask, symbol, deleted_at) VALUES ('Gone', '9', 'doge', 1)");
      store(sql, [
        ["deleted", 1, "", "2025-12", 10_000],
        ["crypto_synced", synced, "ada", "2026-02", 20_000],
        ["manual", 1, "", "2026-02", 40_000],
        ["manual", 1, "", "2025-11", 30_000],
      ]);
    });

    const { body } = await get("/balance_history");

    expect(body.balance_history.map(({ source }: { source: object }) => source)).toEqual([
      ...[1, 2, 3, 4].map((id) => ({ type: "manual", manual_account_id: id })),
      { type: "linked", linked_account_id: linked },
      { type: "crypto_manual", crypto_manual_id: manual, symbol: "eth" },
      { type: "crypto_synced", crypto_synced_id: synced, symbol: "ada" },
      { type: "crypto_synced", crypto_synced_id: synced, symbol: "btc" },
      {
        type: "deleted",
        deleted_account_id: 1,
        name: "Gone",
        institution_name: null,
        display_name: null,
        account_type: null,
        subtype: null,
        mask: "9",
        symbol: "doge",
      },
    ]);
    const balances = body.balance_history.map((one: { balances: [] }) => shortly(one.balances));
    expect(balances[0]).toEqual(["2025-11 3.0000", "2026-02 4.0000", "2026-03 0.0000 now"]);
    expect(balances[6]).toEqual(["2026-02 2.0000"]);
    expect(balances[8]).toEqual(["2025-12 1.0000"]);
  });

  test("each element of the list is what its own path answers", async () => {
    const { synced } = await addCrypto();
    await addLinkedAccount(true);
    await database((sql) => {
      sql.run("INSERT INTO deleted_accounts (deleted_at) VALUES (1)");
      store(sql, [
        ["deleted", 1, "", "2025-12", 10_000],
        ["manual", 2, "", "2026-02", 40_000],
      ]);
    });

    for (const query of ["", "?start_month=2026-01&end_month=2026-02"]) {
      const { body } = await get(`/balance_history${query}`);
      expect(body.balance_history).toHaveLength(8);
      for (const element of body.balance_history) {
        const { type } = element.source;
        const id = element.source[type === "deleted" ? "deleted_account_id" : `${type}${type.startsWith("crypto") ? "" : "_account"}_id`];
        const tail = type === "crypto_synced" ? `/${element.source.symbol}` : "";
        expect(only(await get(`/balance_history/${type}/${id}${tail}${query}`))).toEqual(element);
      }
    }
    expect(synced).toBe(1);
  });

  test("a range holds its first and last month, and the current one where it reaches that far", async () => {
    await database((sql) =>
      store(
        sql,
        ["2025-12", "2026-01", "2026-02"].map((month, index) => ["manual", 1, "", month, index] as const),
      ),
    );

    expect(await historyOf(1, "?start_month=2025-12&end_month=2026-01")).toEqual(["2025-12 0.0000", "2026-01 0.0001"]);
    expect(await historyOf(1, "?start_month=2026-02&end_month=2026-02")).toEqual(["2026-02 0.0002"]);
    expect(await historyOf(1, "?start_month=2026-02&end_month=2026-03")).toEqual([
      "2026-02 0.0002",
      "2026-03 0.0000 now",
    ]);
    expect(await historyOf(1, "?start_month=2020-01&end_month=2020-02")).toEqual([]);
  });

  test.each([
    ["?start_month=2026-01", "/query/end_month", "required"],
    ["?end_month=2026-01", "/query/start_month", "required"],
    ["?start_month=2026-02&end_month=2026-01", "/query/start_month", "formatMaximum"],
    ["?start_month=2026-13&end_month=2026-01", "/query/start_month", "format"],
    ["?start_month=2026-1&end_month=2026-01", "/query/start_month", "format"],
    ["?start_month=2026-01-01&end_month=2026-01", "/query/start_month", "format"],
    ["?start_month=2026-03&end_month=2026-04", "/query/end_month", "formatMaximum"],
    ["?start_month=2026-04&end_month=2026-04", "/query/start_month", "formatMaximum"],
    ["?start_date=2026-01-01", "/query/start_date", "additionalProperties"],
  ])("%s is refused", async (query, instancePath, keyword) => {
    await addCrypto();

    for (const path of ["", "/manual/1", "/crypto_synced/1/btc"]) {
      const { status, body } = await get(`/balance_history${path}${query}`);
      expect(status).toBe(400);
      expect(body.message).toBe("Invalid Request Parameters");
      expect(body.errors[0]).toMatchObject({ instancePath, keyword, code: "VALIDATION_ERROR" });
    }
  });

  test("what nobody knows the price of counts nothing, and keeps its quantity", async () => {
    const { manual } = await addCrypto();
    await database((sql) => sql.run("UPDATE cryptocurrencies SET price = NULL, price_currency = NULL, price_at = NULL"));

    expect(only(await get(`/balance_history/crypto_manual/${manual}`)).balances).toEqual([
      {
        type: "current",
        month: "2026-03",
        balance: "0.0000",
        currency: "usd",
        to_base: 0,
        crypto_balance: "2.000000000000000000",
      },
    ]);
  });

  test("an unknown type of account is a malformed path, an unknown account or symbol is not found", async () => {
    const { synced } = await addCrypto();

    for (const type of ["crypto_synced", "plaid", "entry"]) {
      const { status, body } = await get(`/balance_history/${type}/1`);
      expect(status).toBe(400);
      expect(body).toMatchObject({
        message: "Invalid Path Parameters",
        errors: [{ instancePath: "/path/account_type", keyword: "enum" }],
      });
    }
    for (const type of ["manual", "linked", "crypto_manual", "deleted"]) {
      const path = `/balance_history/${type}/99`;
      const writing = { balances: [{ month: "2026-01", balance: 1 }] };
      for (const answer of [await get(path), await put(path, writing), await del(path)]) {
        expect(answer.status).toBe(404);
        expect(answer.body.errors[0]).toMatchObject({ id: 99 });
      }
    }
    for (const path of [`/balance_history/crypto_synced/${synced}/doge`, "/balance_history/crypto_synced/99/btc"]) {
      const writing = { balances: [{ month: "2026-01", balance: 1 }] };
      for (const answer of [await get(path), await put(path, writing), await del(path)])
        expect(answer.status).toBe(404);
    }
    expect((await get("/balance_history/manual/x")).body.errors[0].instancePath).toBe("/path/account_id");
  });
});

describe("writing", () => {
  test("answers the modified entries alone, by month, as one element", async () => {
    await database((sql) => store(sql, [["manual", 1, "", "2026-01", 10_000]]));

    const answer = await put("/balance_history/manual/1", {
      balances: [
        { month: "2026-02", balance: "-3.5" },
        { month: "2025-12", balance: 2, currency: "usd", symbol: null, crypto_balance: null },
      ],
    });

    const entry = { type: "historical", id: expect.any(Number), currency: "usd", crypto_balance: null };
    expect(only(answer)).toEqual({
      source: { type: "manual", manual_account_id: 1 },
      balances: [
        { ...entry, month: "2025-12", balance: "2.0000", to_base: 2 },
        { ...entry, month: "2026-02", balance: "-3.5000", to_base: -3.5 },
      ],
    });
    expect(await historyOf(1)).toEqual([
      "2025-12 2.0000",
      "2026-01 1.0000",
      "2026-02 -3.5000",
      "2026-03 0.0000 now",
    ]);
  });

  test("a month that has an entry keeps its id", async () => {
    const path = "/balance_history/manual/1";
    const first = only(await put(path, { balances: [{ month: "2026-01", balance: 1 }] })).balances[0];
    const second = only(await put(path, { balances: [{ month: "2026-01", balance: 2 }] })).balances[0];

    expect(second).toEqual({ ...first, balance: "2.0000", to_base: 2 });
  });

  test("what GET shows is accepted back without its type, and changes nothing", async () => {
    const { manual, synced } = await addCrypto();
    at("2026-04-02T00:00:00Z");
    for (const path of ["manual/1", `crypto_manual/${manual}`, `crypto_synced/${synced}/btc`]) {
      const before = only(await get(`/balance_history/${path}?start_month=2026-03&end_month=2026-03`));
      expect(before.balances).toHaveLength(1);
      const [{ type, ...entry }] = before.balances;
      expect(type).toBe("historical");

      expect(only(await put(`/balance_history/${path}`, { balances: [entry] }))).toEqual(before);
      expect((await put(`/balance_history/${path}`, { balances: [{ type, ...entry }] })).status).toBe(400);
    }
  });

  test("the currency is the account's unless told, and the worth that of the month's last day", async () => {
    await rates([
      ["usd", "2026-01-31", "1.25"],
      ["usd", "2026-02-28", "1.5"],
      ["gbp", "2026-01-31", "0.5"],
    ]);
    const { body } = await post("/manual_accounts", { name: "Euros", currency: "eur" });

    const { balances } = only(
      await put(`/balance_history/manual/${body.id}`, {
        balances: [
          { month: "2026-01", balance: 10 },
          { month: "2026-02", balance: 10 },
          { month: "2025-12", balance: 10, currency: "gbp" },
          { month: "2025-11", balance: 10, currency: "usd" },
        ],
      }),
    );

    const shown = balances.map((one: Record<string, unknown>) => [one["month"], one["currency"], one["to_base"]]);
    expect(shown).toEqual([
      ["2025-11", "usd", 10],
      // 10 pounds are 20 euros, which are 25 dollars.
      ["2025-12", "gbp", 25],
      ["2026-01", "eur", 12.5],
      ["2026-02", "eur", 15],
    ]);
  });

  test("crypto is written with its quantity, exact to the 18th decimal, in the primary currency", async () => {
    const { manual, synced } = await addCrypto();

    for (const path of [`/balance_history/crypto_manual/${manual}`, `/balance_history/crypto_synced/${synced}/btc`]) {
      const symbol = path.endsWith("btc") ? "btc" : "eth";
      const balances = [
        { month: "2026-01", balance: "3.5", crypto_balance: "123456789012.123456789012345678", symbol },
        { month: "2026-02", balance: 4, crypto_balance: "-0.000000000000000001" },
      ];
      const entry = { type: "historical", currency: "usd" };
      expect(only(await put(path, { balances })).balances).toMatchObject([
        { ...entry, balance: "3.5000", to_base: 3.5, crypto_balance: "123456789012.123456789012345678" },
        { ...entry, balance: "4.0000", to_base: 4, crypto_balance: "-0.000000000000000001" },
      ]);
    }
  });

  test("a quantity that is left out stays, null clears it", async () => {
    const { manual } = await addCrypto();
    const path = `/balance_history/crypto_manual/${manual}`;
    const write = async (item: object) =>
      only(await put(path, { balances: [{ month: "2026-01", balance: 1, ...item }] })).balances[0].crypto_balance;

    expect(await write({})).toBeNull();
    expect(await write({ crypto_balance: "2.5" })).toBe("2.500000000000000000");
    expect(await write({ balance: 7 })).toBe("2.500000000000000000");
    expect(await write({ crypto_balance: null })).toBeNull();
  });

  test("a deleted account's entries take any symbol and a quantity", async () => {
    await database((sql) => sql.run("INSERT INTO deleted_accounts (symbol, deleted_at) VALUES ('eth', 1)"));

    const answer = await put("/balance_history/deleted/1", {
      balances: [{ month: "2026-01", balance: 1, symbol: "doge", crypto_balance: "5" }],
    });

    expect(only(answer)).toMatchObject({
      source: { type: "deleted", symbol: "eth" },
      balances: [{ balance: "1.0000", currency: "usd", crypto_balance: "5.000000000000000000" }],
    });
  });

  test.each([
    [{ month: "2026-3", balance: 1 }, "month"],
    [{ month: "2026-00", balance: 1 }, "month"],
    [{ balance: 1 }, "month"],
    [{ month: "2026-01" }, "balance"],
    [{ month: "2026-01", balance: "1.00001" }, "balance"],
    [{ month: "2026-01", balance: null }, "balance"],
    [{ month: "2026-01", balance: 1, currency: "USD" }, "currency"],
    [{ month: "2026-01", balance: 1, symbol: "" }, "symbol"],
    [{ month: "2026-01", balance: 1, symbol: "x".repeat(26) }, "symbol"],
    [{ month: "2026-01", balance: 1, crypto_balance: 1 }, "crypto_balance"],
    [{ month: "2026-01", balance: 1, crypto_balance: "0.0000000000000000001" }, "crypto_balance"],
    [{ month: "2026-01", balance: 1, type: "historical" }, "type"],
    [{ month: "2026-01", balance: 1, note: "x" }, "note"],
  ])("refuses %j by its shape, and writes nothing", async (item, property) => {
    const { manual } = await addCrypto();
    const path = `/balance_history/crypto_manual/${manual}`;

    const { status, body } = await put(path, { balances: [{ month: "2025-01", balance: 1 }, item] });

    expect(status).toBe(400);
    expect(body.message).toBe("Request Validation Failure");
    expect(body.errors).toHaveLength(1);
    expect(body.errors[0]).toMatchObject({
      request_balances_index: 1,
      invalid_property: property,
      instancePath: `/body/balances/1/${property}`,
    });
    expect(await database((sql) => sql.all("SELECT * FROM balance_history"))).toEqual([]);
  });

  test("tells every item's faults with its place, and writes none of the items", async () => {
    const { manual, synced } = await addCrypto();
    const faults = async (path: string, balances: readonly object[]) => {
      const { status, body } = await put(`/balance_history/${path}`, { balances });
      expect(status).toBe(400);
      expect(body.message).toBe("Invalid Request Body");
      return body.errors.map((error: Record<string, unknown>) => [
        error["request_balances_index"],
        error["invalid_property"],
      ]);
    };

    expect(
      await faults("manual/1", [
        { month: "2026-02", balance: 1 },
        { month: "2026-03", balance: 1 },
        { month: "2026-04", balance: 1, symbol: "eth" },
        { month: "2026-02", balance: 2 },
        { month: "2026-01", balance: 2, crypto_balance: "1" },
      ]),
    ).toEqual([
      [1, "month"],
      [2, "symbol"],
      [2, "month"],
      [3, "month"],
      [4, "crypto_balance"],
    ]);
    expect(await faults(`crypto_manual/${manual}`, [{ month: "2026-01", balance: 1, symbol: "btc" }])).toEqual([
      [0, "symbol"],
    ]);
    expect(await faults(`crypto_synced/${synced}/btc`, [{ month: "2026-01", balance: 1, symbol: "eth" }])).toEqual([
      [0, "symbol"],
    ]);
    expect(await faults(`linked/${await addLinkedAccount(true)}`, [{ month: "2026-01", balance: 1, symbol: "eth" }])).toEqual([
      [0, "symbol"],
    ]);
    expect(await database((sql) => sql.all("SELECT * FROM balance_history"))).toEqual([]);
  });

  test("a request has 1 to 1,200 balances", async () => {
    const months = Array.from({ length: 1_201 }, (_, index) => {
      const year = 1920 + Math.floor(index / 12);
      return { month: `${year}-${String((index % 12) + 1).padStart(2, "0")}`, balance: index };
    });

    expect((await put("/balance_history/manual/1", { balances: [] })).status).toBe(400);
    expect((await put("/balance_history/manual/1", { balances: months })).status).toBe(400);
    expect((await put("/balance_history/manual/1", {})).status).toBe(400);
    const whole = only(await put("/balance_history/manual/1", { balances: months.slice(0, 1_200) }));
    expect(whole.balances).toHaveLength(1_200);
    expect(whole.balances.at(-1)).toMatchObject({ month: "2019-12", balance: "1199.0000" });
  });

  test("what was written last is what is read, for any months and values", async () => {
    const month = fc
      .tuple(fc.integer({ min: 2000, max: 2025 }), fc.integer({ min: 1, max: 12 }))
      .map(([year, number]) => `${year}-${String(number).padStart(2, "0")}`);
    const balance = fc.integer({ min: -(2 ** 53) + 1, max: 2 ** 53 - 1 });
    const quantity = fc
      .tuple(fc.boolean(), fc.bigInt({ min: 1n, max: 10n ** 40n }))
      .map(([minus, digits]) => {
        const text = digits.toString().padStart(19, "0");
        return `${minus ? "-" : ""}${text.slice(0, -18)}.${text.slice(-18)}`;
      });
    const request = fc.uniqueArray(fc.record({ month, balance, crypto_balance: quantity }), {
      selector: (item) => item.month,
      minLength: 1,
      maxLength: 8,
    });
    const printed = (units: number) => {
      const digits = String(Math.abs(units)).padStart(5, "0");
      return `${units < 0 ? "-" : ""}${digits.slice(0, -4)}.${digits.slice(-4)}`;
    };

    const { manual } = await addCrypto();
    const path = `/balance_history/crypto_manual/${manual}`;
    const model = new Map<string, object>();
    await fc.assert(
      fc.asyncProperty(request, async (items) => {
        const balances = items.map((item) => ({ ...item, balance: printed(item.balance) }));
        const answer = only(await put(path, { balances }));
        for (const { month, balance: units, crypto_balance } of items)
          model.set(month, { month, balance: printed(units), crypto_balance, to_base: units / 10_000 });
        const read = only(await get(`${path}?start_month=2000-01&end_month=2025-12`)).balances;
        expect(read).toMatchObject([...model.keys()].sort().map((key) => model.get(key)));
        expect(answer.balances).toMatchObject(
          items.map((item) => item.month).sort().map((key) => model.get(key)),
        );
      }),
      { numRuns: 40 },
    );
  });
});

describe("deleting", () => {
  test("one entry goes by its id", async () => {
    const path = "/balance_history/manual/1";
    const { balances } = only(
      await put(path, { balances: ["2025-12", "2026-01"].map((month) => ({ month, balance: 1 })) }),
    );

    expect((await del(`/balance_history/entries/${balances[0].id}`)).status).toBe(204);

    expect(await historyOf(1)).toEqual(["2026-01 1.0000", "2026-03 0.0000 now"]);
    const again = await del(`/balance_history/entries/${balances[0].id}`);
    expect(again.status).toBe(404);
    expect(again.body.errors[0].id).toBe(balances[0].id);
    expect((await del("/balance_history/entries/x")).status).toBe(400);
  });

  test("a stream goes whole, no other does, and one without entries is no fault", async () => {
    const { synced } = await addCrypto();
    await database((sql) =>
      store(sql, [
        ["manual", 1, "", "2026-01", 1],
        ["manual", 2, "", "2026-01", 2],
        ["crypto_synced", synced, "btc", "2026-01", 3],
        ["crypto_synced", synced, "ada", "2026-01", 4],
      ]),
    );

    expect((await del("/balance_history/manual/1")).status).toBe(204);
    expect((await del("/balance_history/manual/1")).status).toBe(204);
    expect((await del(`/balance_history/crypto_synced/${synced}/btc`)).status).toBe(204);

    expect((await database(stored)).map(({ balance }) => balance)).toEqual([4, 2]);
    // Nothing is held of this symbol: without entries there is no such stream.
    expect((await del(`/balance_history/crypto_synced/${synced}/ada`)).status).toBe(204);
    expect((await del(`/balance_history/crypto_synced/${synced}/ada`)).status).toBe(404);
  });

  test("a deleted account is forgotten with its history", async () => {
    await put("/balance_history/manual/1", { balances: [{ month: "2026-01", balance: 5 }] });
    await del("/manual_accounts/1");

    expect((await del("/balance_history/deleted/1")).status).toBe(204);

    expect((await get("/balance_history/deleted/1")).status).toBe(404);
    expect((await get("/balance_history")).body.balance_history).toHaveLength(3);
  });
});

describe("a deleted account", () => {
  test("keeps its history in the primary currency, or in its own where no rate is known", async () => {
    await rates([["usd", "2026-01-31", "1.25"]]);
    const ids: number[] = [];
    for (const currency of ["eur", "chf"]) {
      const { body } = await post("/manual_accounts", {
        name: currency,
        institution_name: "Alpine Bank",
        type: "loan",
        currency,
      });
      ids.push(body.id);
      await put(`/balance_history/manual/${body.id}`, { balances: [{ month: "2026-01", balance: 10 }] });
    }
    for (const id of ids) await del(`/manual_accounts/${id}`);

    expect(only(await get("/balance_history/deleted/1"))).toMatchObject({
      source: {
        type: "deleted",
        deleted_account_id: 1,
        name: "eur",
        institution_name: "Alpine Bank",
        display_name: "Alpine Bank eur",
        account_type: "loan",
        subtype: null,
        mask: null,
        symbol: null,
      },
      balances: [{ type: "historical", month: "2026-01", balance: "12.5000", currency: "usd", to_base: 12.5 }],
    });
    expect(only(await get("/balance_history/deleted/2")).balances).toMatchObject([
      { balance: "10.0000", currency: "chf", to_base: 0 },
    ]);
  });

  test("has no current month, and its history does not grow", async () => {
    await put("/balance_history/manual/1", { balances: [{ month: "2026-01", balance: 5 }] });
    await del("/manual_accounts/1");
    at("2026-05-01T00:00:00Z");

    expect(shortly(only(await get("/balance_history/deleted/1")).balances)).toEqual(["2026-01 5.0000"]);
  });

  test("is told apart by details that can be changed and cleared, each alone", async () => {
    await put("/balance_history/manual/1", { balances: [{ month: "2026-01", balance: 5 }] });
    await del("/manual_accounts/1");
    const path = "/balance_history/deleted/1/details";

    expect((await put(path, { institution_name: "Alpine Bank", mask: "1234" })).body).toEqual({
      name: "Checking",
      institution_name: "Alpine Bank",
      display_name: "Checking",
      account_type: "cash",
      subtype: "checking",
      mask: "1234",
    });
    expect((await put(path, { mask: null })).body).toMatchObject({ institution_name: "Alpine Bank", mask: null });
    expect(only(await get("/balance_history/deleted/1")).source).toMatchObject({
      institution_name: "Alpine Bank",
      mask: null,
      symbol: null,
    });
  });

  test("refuses details that are none of the six, none at all, too long, or of nobody", async () => {
    await database((sql) => sql.run("INSERT INTO deleted_accounts (deleted_at) VALUES (1)"));
    const path = "/balance_history/deleted/1/details";

    expect((await put(path, {})).status).toBe(400);
    expect((await put(path, { symbol: "eth" })).body.errors[0].instancePath).toBe("/body/symbol");
    expect((await put(path, { name: 5 })).body.errors[0].instancePath).toBe("/body/name");
    expect((await put(path, { name: "x".repeat(256) })).status).toBe(400);
    expect((await put(path, { name: "x".repeat(255) })).status).toBe(200);
    expect((await put("/balance_history/deleted/9/details", { name: "x" })).status).toBe(404);
    expect((await put("/balance_history/manual/1/details", { name: "x" })).status).toBe(404);
  });
});

test("when rates arrive or the primary currency changes, every entry's worth is computed again", async () => {
  const { body } = await post("/manual_accounts", { name: "Euros", currency: "eur" });
  const path = `/balance_history/manual/${body.id}`;
  await put(path, { balances: ["2026-01", "2026-02"].map((month) => ({ month, balance: 10 })) });
  await put("/balance_history/manual/1", { balances: [{ month: "2026-01", balance: 5 }] });
  expect(only(await get(path)).balances[0].to_base).toBe(0);
  await rates([
    ["usd", "2026-01-31", "1.25"],
    ["usd", "2026-02-28", "2"],
  ]);

  await database((sql) => recomputeHistory(sql, "usd"));

  const worths = async (of: string) =>
    only(await get(`${of}?start_month=2026-01&end_month=2026-02`)).balances.map(
      (one: { to_base: number }) => one.to_base,
    );
  expect(await worths(path)).toEqual([12.5, 20]);
  await database((sql) => {
    sql.run("UPDATE budget SET primary_currency = 'eur'");
    recomputeHistory(sql, "eur");
  });
  expect(await worths(path)).toEqual([10, 10]);
  expect(await worths("/balance_history/manual/1")).toEqual([4]);
});
