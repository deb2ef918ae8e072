// The linked_accounts table: what answers show, and what a fetch leaves there for the job.

import { must } from "../../platform/assert.ts";
import type { Currency } from "../../money/currency.ts";
import type { Day } from "../../money/day.ts";
import type { Units } from "../../money/money.ts";
import type { Sql } from "../../platform/sql/sql.ts";
import type { FetchRange, LinkedStatus } from "./provider.ts";
import { FETCHABLE } from "./rules.ts";

export interface LinkedRow {
  readonly id: number;
  readonly linked_item_id: string | null;
  readonly provider_id: string | null;
  readonly date_linked: Day;
  readonly linked_by_name: string;
  readonly name: string;
  readonly display_name: string | null;
  readonly type: string;
  readonly subtype: string;
  readonly mask: string;
  readonly institution_name: string;
  readonly status: LinkedStatus;
  readonly allow_transaction_modifications: number;
  readonly credit_limit: Units | null;
  readonly balance: Units;
  readonly currency: Currency;
  readonly to_base: Units;
  readonly balance_last_update: number | null;
  readonly import_start_date: Day | null;
  readonly last_import: number | null;
  readonly last_fetch: number | null;
  readonly linked_last_successful_update: number | null;
}

const SELECT = `SELECT a.id, a.linked_item_id, a.provider_id, a.date_linked, u.name AS linked_by_name, a.name, a.display_name,
  a.type, a.subtype, a.mask, a.institution_name, a.status, a.allow_transaction_modifications, a.credit_limit, a.balance,
  a.currency, a.to_base, a.balance_last_update, a.import_start_date, a.last_import, a.last_fetch,
  a.linked_last_successful_update FROM linked_accounts a JOIN users u ON u.id = a.linked_by`;

export function listLinked(sql: Sql): LinkedRow[] {
  return sql.all<LinkedRow>(`${SELECT} ORDER BY a.id`);
}

export function findLinked(sql: Sql, id: number): LinkedRow | null {
  return sql.first<LinkedRow>(`${SELECT} WHERE a.id = ?`, id);
}

/** The provider's facts about a new account. */
export interface NewAccount {
  readonly linkedItemId: string;
  readonly providerId: string;
  readonly name: string;
  readonly type: string;
  readonly subtype: string;
  readonly mask: string;
  readonly institution: string;
  readonly currency: Currency;
}

/**
 * Adds new accounts, which await their first import (status syncing); known ones stay unchanged.
 */
export function addAccounts(
  sql: Sql,
  accounts: readonly NewAccount[],
  userId: number,
  today: Day,
): void {
  const rows = accounts.map((one) => [
    one.linkedItemId,
    one.providerId,
    one.name,
    one.type,
    one.subtype,
    one.mask,
    one.institution,
    one.currency,
  ]);
  sql.run(
    `INSERT INTO linked_accounts (linked_item_id, provider_id, name, type, subtype, mask, institution_name, currency,
       date_linked, linked_by, status, balance, to_base)
     SELECT v.value ->> 0, v.value ->> 1, v.value ->> 2, v.value ->> 3, v.value ->> 4, v.value ->> 5, v.value ->> 6,
       v.value ->> 7, ?1, ?2, 'syncing', 0, 0 FROM json_each(?3) v WHERE true
     ON CONFLICT (linked_item_id, provider_id) WHERE provider_id IS NOT NULL DO NOTHING`,
    today,
    userId,
    JSON.stringify(rows),
  );
}

export function countLinked(sql: Sql): number {
  return sql.count("linked_accounts");
}

/** The user's settings of an account. */
export interface LinkedSettings {
  readonly display_name: string | null;
  readonly allow_transaction_modifications: boolean;
  readonly import_start_date: Day | null;
  readonly status: LinkedStatus;
}

export function updateSettings(sql: Sql, id: number, settings: LinkedSettings): void {
  sql.run(
    `UPDATE linked_accounts SET display_name = ?, allow_transaction_modifications = ?, import_start_date = ?, status = ?
     WHERE id = ?`,
    settings.display_name,
    settings.allow_transaction_modifications,
    settings.import_start_date,
    settings.status,
    id,
  );
}

/** Marks these accounts to be fetched for these days (null: the usual ones), from now on. */
export function askFetch(
  sql: Sql,
  ids: readonly number[],
  range: FetchRange | null,
  now: number,
): void {
  sql.run(
    `UPDATE linked_accounts SET last_fetch = ?1, fetch_asked_at = ?1, fetch_due_at = ?1, fetch_tries = 0, fetch_start = ?2,
     fetch_end = ?3 WHERE id IN (SELECT value FROM json_each(?4))`,
    now,
    range?.start ?? null,
    range?.end ?? null,
    JSON.stringify(ids),
  );
}

/** An account that waits to be fetched. */
export interface Waiting {
  readonly id: number;
  readonly linked_item_id: string | null;
  readonly provider_id: string | null;
  readonly status: LinkedStatus;
  readonly allow_transaction_modifications: number;
  readonly import_start_date: Day | null;
  readonly last_import: number | null;
  readonly fetch_asked_at: number;
  readonly fetch_start: Day | null;
  readonly fetch_end: Day | null;
  readonly fetch_tries: number;
}

const WAITING = `SELECT id, linked_item_id, provider_id, status, allow_transaction_modifications, import_start_date,
  last_import, fetch_asked_at, fetch_start, fetch_end, fetch_tries FROM linked_accounts`;

/**
 * The due accounts of one connection, the one whose account has waited longest; empty if none is
 * due.
 */
export function nextWaiting(sql: Sql, now: number): Waiting[] {
  return sql.all<Waiting>(
    `${WAITING} WHERE fetch_due_at <= ?1 AND linked_item_id IS
       (SELECT linked_item_id FROM linked_accounts WHERE fetch_due_at <= ?1 ORDER BY fetch_due_at, id LIMIT 1)
     ORDER BY id`,
    now,
  );
}

/**
 * The accounts that still wait for the same request: not fetched, deleted or requested again
 * meanwhile.
 */
export function stillWaiting(sql: Sql, accounts: readonly Waiting[]): Waiting[] {
  const keys = accounts.map(({ id, fetch_asked_at }) => [id, fetch_asked_at]);
  return sql.all<Waiting>(
    `${WAITING} WHERE (id, fetch_asked_at) IN (SELECT value ->> 0, value ->> 1 FROM json_each(?)) ORDER BY id`,
    JSON.stringify(keys),
  );
}

/** When the next account is due, or null. */
export function nextFetchAt(sql: Sql): number | null {
  return (
    sql.first<{ at: number | null }>(
      "SELECT min(fetch_due_at) AS at FROM linked_accounts WHERE fetch_due_at IS NOT NULL",
    )?.at ?? null
  );
}

/** These accounts wait no longer. */
export function endFetch(sql: Sql, ids: readonly number[]): void {
  sql.run(
    `UPDATE linked_accounts SET fetch_asked_at = NULL, fetch_due_at = NULL, fetch_start = NULL, fetch_end = NULL, fetch_tries = 0
     WHERE id IN (SELECT value FROM json_each(?))`,
    JSON.stringify(ids),
  );
}

/** These accounts are tried once more at `at`. */
export function delayFetch(sql: Sql, ids: readonly number[], at: number): void {
  sql.run(
    "UPDATE linked_accounts SET fetch_due_at = ?, fetch_tries = fetch_tries + 1 WHERE id IN (SELECT value FROM json_each(?))",
    at,
    JSON.stringify(ids),
  );
}

export function setStatus(sql: Sql, ids: readonly number[], status: LinkedStatus): void {
  sql.run(
    "UPDATE linked_accounts SET status = ? WHERE id IN (SELECT value FROM json_each(?))",
    status,
    JSON.stringify(ids),
  );
}

/** Every account of the connection that a fetch may touch gets the status. */
export function setConnectionStatus(sql: Sql, linkedItemId: string, status: LinkedStatus): void {
  sql.run(
    "UPDATE linked_accounts SET status = ? WHERE linked_item_id = ? AND status IN (SELECT value FROM json_each(?))",
    status,
    linkedItemId,
    JSON.stringify(FETCHABLE),
  );
}

/** The provider's facts about an account. */
export interface Reading {
  readonly name: string;
  readonly type: string;
  readonly subtype: string;
  readonly mask: string;
  readonly institution: string;
  readonly currency: Currency;
  readonly balance: Units;
  readonly toBase: Units;
  readonly limit: Units | null;
  readonly status: LinkedStatus;
  readonly balanceAt: number;
  readonly reachedAt: number;
  /** Null if nothing was imported. */
  readonly importedAt: number | null;
}

export function writeReading(sql: Sql, id: number, reading: Reading): void {
  const row = sql.first(
    `UPDATE linked_accounts SET name = ?, type = ?, subtype = ?, mask = ?, institution_name = ?, currency = ?, balance = ?,
     to_base = ?, credit_limit = ?, status = ?, balance_last_update = ?, linked_last_successful_update = ?,
     last_import = coalesce(?, last_import) WHERE id = ? RETURNING id`,
    reading.name,
    reading.type,
    reading.subtype,
    reading.mask,
    reading.institution,
    reading.currency,
    reading.balance,
    reading.toBase,
    reading.limit,
    reading.status,
    reading.balanceAt,
    reading.reachedAt,
    reading.importedAt,
    id,
  );
  must(row, `linked account ${id} exists while its reading is written`);
}
