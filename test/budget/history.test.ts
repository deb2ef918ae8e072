import { reset } from "cloudflare:test";
import { afterEach, describe, expect, test } from "vitest";
import { hasHistory, keepHistory, forgetHistory, type Source } from "../../src/budget/history/streams.ts";
import type { Sql } from "../../src/sql/sql.ts";
import { accountId, database, del } from "./client.ts";

afterEach(reset);

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
  sql.all("SELECT kind, account_id, symbol, month, balance FROM balance_history ORDER BY kind, account_id, month");

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
