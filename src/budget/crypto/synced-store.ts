// The crypto_synced and crypto_synced_balances tables.

import { CRYPTO_BALANCES_MAX } from "../../platform/limits.ts";
import { assert, must } from "../../platform/assert.ts";
import type { Sql } from "../../platform/sql/sql.ts";
import type {
  CryptoAnswer,
  CryptoProviderName,
  ProviderBalance,
  SyncedStatus,
} from "./provider.ts";
import type { Quantity } from "../../money/quantity.ts";
import { PRICED, type Priced } from "./store.ts";

export interface SyncedRow {
  readonly id: number;
  readonly provider: CryptoProviderName;
  readonly provider_id: string;
  readonly status: SyncedStatus;
  readonly display_name: string | null;
  readonly created_by_name: string | null;
  readonly last_import: number | null;
  readonly created_at: number;
  readonly updated_at: number;
}

export interface SyncedBalanceRow extends Priced {
  readonly account_id: number;
  readonly symbol: string;
  readonly name: string;
  readonly display_name: string | null;
  readonly balance: Quantity;
  readonly balance_as_of: number | null;
  readonly updated_at: number;
}

const SELECT = `SELECT s.id, s.provider, s.provider_id, s.status, s.display_name, u.name AS created_by_name, s.last_import,
  s.created_at, s.updated_at FROM crypto_synced s LEFT JOIN users u ON u.id = s.created_by`;

export function listSynced(sql: Sql): SyncedRow[] {
  return sql.all<SyncedRow>(`${SELECT} ORDER BY s.id`);
}

export function findSynced(sql: Sql, id: number): SyncedRow | null {
  return sql.first<SyncedRow>(`${SELECT} WHERE s.id = ?`, id);
}

export function syncedWith(
  sql: Sql,
  provider: CryptoProviderName,
  providerId: string,
): SyncedRow | null {
  return sql.first<SyncedRow>(
    `${SELECT} WHERE s.provider = ? AND s.provider_id = ?`,
    provider,
    providerId,
  );
}

export function countSynced(sql: Sql): number {
  return sql.count("crypto_synced");
}

/** The balances of these accounts, by account and symbol. */
export function listBalances(sql: Sql, ids: readonly number[]): SyncedBalanceRow[] {
  return sql.all<SyncedBalanceRow>(
    `SELECT b.account_id, b.symbol, b.name, b.display_name, b.balance, b.balance_as_of, b.updated_at, ${PRICED}
     FROM json_each(?) j CROSS JOIN crypto_synced_balances b ON b.account_id = j.value
     LEFT JOIN cryptocurrencies c ON c.symbol = b.symbol ORDER BY b.account_id, b.symbol`,
    JSON.stringify(ids),
  );
}

/** Adds an account without balances; its id. */
export function insertSynced(
  sql: Sql,
  account: {
    readonly provider: CryptoProviderName;
    readonly providerId: string;
    readonly displayName: string | null;
  },
  userId: number,
  now: number,
): number {
  const row = sql.first<{ id: number }>(
    `INSERT INTO crypto_synced (provider, provider_id, status, display_name, created_by, created_at, updated_at)
     VALUES (?, ?, 'initializing', ?, ?, ?, ?) RETURNING id`,
    account.provider,
    account.providerId,
    account.displayName,
    userId,
    now,
    now,
  );
  return must(row, "an inserted account has an id").id;
}

/** Writes the provider's answer: the status, and new balances in place of the old ones. */
export function writeAnswer(
  sql: Sql,
  id: number,
  { status, balances }: CryptoAnswer,
  now: number,
): void {
  sql.run(
    "UPDATE crypto_synced SET status = ?1, updated_at = ?2, last_import = CASE WHEN ?3 THEN ?2 ELSE last_import END WHERE id = ?4",
    status,
    now,
    balances !== null,
    id,
  );
  if (balances !== null) replaceBalances(sql, id, balances, now);
}

function replaceBalances(
  sql: Sql,
  id: number,
  balances: readonly ProviderBalance[],
  now: number,
): void {
  assert(balances.length <= CRYPTO_BALANCES_MAX, `a provider told of ${balances.length} balances`);
  const rows = balances.map((one) => [
    one.symbol,
    one.name,
    one.displayName,
    one.balance,
    one.asOf ?? now,
  ]);
  const json = JSON.stringify(rows);
  sql.run(
    "DELETE FROM crypto_synced_balances WHERE account_id = ? AND symbol NOT IN (SELECT value ->> 0 FROM json_each(?))",
    id,
    json,
  );
  // A balance that is what it was keeps its updated_at.
  sql.run(
    `INSERT INTO crypto_synced_balances (account_id, symbol, name, display_name, balance, balance_as_of, updated_at)
     SELECT ?1, v.value ->> 0, v.value ->> 1, v.value ->> 2, v.value ->> 3, v.value ->> 4, ?2 FROM json_each(?3) v WHERE true
     ON CONFLICT (account_id, symbol) DO UPDATE SET
       updated_at = CASE WHEN balance = excluded.balance AND name = excluded.name AND display_name IS excluded.display_name
         THEN updated_at ELSE excluded.updated_at END,
       name = excluded.name, display_name = excluded.display_name, balance = excluded.balance,
       balance_as_of = excluded.balance_as_of`,
    id,
    now,
    json,
  );
}

/** Deletes the account, its secrets and what it held; its history is the caller's business. */
export function deleteSynced(sql: Sql, id: number): void {
  sql.run("DELETE FROM crypto_sources WHERE account_id = ?", id);
  sql.run("DELETE FROM crypto_synced_balances WHERE account_id = ?", id);
  sql.run("DELETE FROM crypto_synced WHERE id = ?", id);
}
