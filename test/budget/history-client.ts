// What the tests of balance history share: a clock they set, states that no endpoint makes, short forms of answers.

import { expect, vi } from "vitest";
import type { Sql } from "../../src/platform/sql/sql.ts";
import { database, get, type Answer } from "./client.ts";

/** Sets the clock of the test and of the service, which run in one isolate. */
export const at = (time: string) => vi.setSystemTime(new Date(time));

/** The one element of an answer about one account. */
export function only({ status, body }: Answer) {
  expect(status, JSON.stringify(body)).toBe(200);
  expect(body.balance_history).toHaveLength(1);
  return body.balance_history[0];
}

/** "2026-01 12.0000" of each entry, "2026-03 7.0000 now" of the current one. */
export const shortly = (entries: readonly { month: string; balance: string; type: string }[]) =>
  entries.map(
    ({ month, balance, type }) => `${month} ${balance}${type === "current" ? " now" : ""}`,
  );

export async function historyOf(id: number, query = ""): Promise<string[]> {
  return shortly(only(await get(`/balance_history/manual/${id}${query}`)).balances);
}

/** A manual crypto balance of 2 coins at 1,500 dollars each, and a synced account with 0.5 of another. */
export async function addCrypto(): Promise<{ manual: number; synced: number }> {
  return database((sql) => {
    const now = Date.now();
    sql.run(
      "UPDATE cryptocurrencies SET price = '1500', price_currency = 'usd', price_at = ? WHERE symbol IN ('eth', 'btc')",
      now,
    );
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

export type StoredEntry = readonly [
  kind: string,
  id: number,
  symbol: string,
  month: string,
  balance: number,
];

/** Writes entries in the primary currency, as no endpoint can for streams that do not exist. */
export function store(sql: Sql, entries: readonly StoredEntry[]): void {
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

export const stored = (sql: Sql) =>
  sql.all<{ kind: string; account_id: number; symbol: string; month: string; balance: number }>(
    "SELECT kind, account_id, symbol, month, balance FROM balance_history ORDER BY kind, account_id, month",
  );

/** Units of a currency for one euro. */
export function rates(
  rows: readonly (readonly [currency: string, date: string, perEuro: string])[],
): Promise<void> {
  return database((sql) => {
    for (const row of rows)
      sql.run("INSERT INTO rates (currency, date, per_euro) VALUES (?, ?, ?)", ...row);
  });
}
