// The balance_history table and the details of deleted accounts. An entry is unique in its stream
// and month.

import type { Currency } from "../../money/currency.ts";
import type { Units } from "../../money/money.ts";
import type { Month } from "../../money/month.ts";
import type { Sql } from "../../platform/sql/sql.ts";
import type { Key, Kind } from "./sources.ts";
import type { SourceDetails } from "./streams.ts";

/** One month of a stream, as it is written. */
export interface Entry {
  readonly month: Month;
  readonly balance: Units;
  readonly currency: Currency;
  readonly to_base: Units;
  /** A quantity of crypto as canonical text. */
  readonly crypto_balance: string | null;
}

export type EntryRow = Entry & { readonly id: number };

/** Months from `start` to `end`, both included. */
export interface Range {
  readonly start: Month;
  readonly end: Month;
}

const COLUMNS = "id, month, balance, currency, to_base, crypto_balance";
const IN_STREAM = "kind = ? AND account_id = ? AND symbol = ?";

function toKeyValues({ kind, id, symbol }: Key): readonly [Kind, number, string] {
  return [kind, id, symbol];
}

interface Row extends EntryRow {
  readonly kind: Kind;
  readonly account_id: number;
  readonly symbol: string;
}

/** The entries of all streams in the order of months, those of the range or all of them. */
export function allEntries(sql: Sql, range: Range | null): { key: Key; entry: EntryRow }[] {
  const where = range === null ? "" : "WHERE month BETWEEN ? AND ?";
  const values = range === null ? [] : [range.start, range.end];
  return sql
    .all<Row>(
      `SELECT ${COLUMNS}, kind, account_id, symbol FROM balance_history ${where} ORDER BY month`,
      ...values,
    )
    .map(({ kind, account_id, symbol, ...entry }) => ({
      key: { kind, id: account_id, symbol },
      entry,
    }));
}

/** The entries of one stream in the order of months. */
export function streamEntries(sql: Sql, key: Key, range: Range | null): EntryRow[] {
  return sql.all<EntryRow>(
    `SELECT ${COLUMNS} FROM balance_history WHERE ${IN_STREAM} AND month BETWEEN ? AND ? ORDER BY month`,
    ...toKeyValues(key),
    range?.start ?? "",
    range?.end ?? "~",
  );
}

/** The entries of a stream in these months, in their order. */
export function entriesOfMonths(sql: Sql, key: Key, months: readonly Month[]): EntryRow[] {
  return sql.all<EntryRow>(
    `SELECT ${COLUMNS} FROM balance_history
     WHERE ${IN_STREAM} AND month IN (SELECT value FROM json_each(?)) ORDER BY month`,
    ...toKeyValues(key),
    JSON.stringify(months),
  );
}

const INSERT = `INSERT INTO balance_history (kind, account_id, symbol, recorded, month, balance, currency, to_base, crypto_balance)
  SELECT ?, ?, ?, ?, value ->> 0, value ->> 1, value ->> 2, value ->> 3, value ->> 4 FROM json_each(?) WHERE true
  ON CONFLICT (kind, account_id, symbol, month) DO `;
const REPLACE = `UPDATE SET balance = excluded.balance, currency = excluded.currency,
  to_base = excluded.to_base, crypto_balance = excluded.crypto_balance, recorded = 0`;

/** Writes the entries somebody sent; those of months that have one replace it. */
export function writeEntries(sql: Sql, key: Key, entries: readonly Entry[]): void {
  sql.run(`${INSERT}${REPLACE}`, ...toKeyValues(key), 0, rowsText(entries));
}

/** Records what an account held when these months ended; a month that has an entry keeps it. */
export function recordEntries(sql: Sql, key: Key, entries: readonly Entry[]): void {
  sql.run(`${INSERT}NOTHING`, ...toKeyValues(key), 1, rowsText(entries));
}

function rowsText(entries: readonly Entry[]): string {
  return JSON.stringify(
    entries.map((one) => [one.month, one.balance, one.currency, one.to_base, one.crypto_balance]),
  );
}

/** The months of a stream that the service recorded at their end, rather than a user. */
export function recordedMonths(sql: Sql, key: Key): Month[] {
  return sql
    .all<{ month: Month }>(
      `SELECT month FROM balance_history WHERE ${IN_STREAM} AND recorded = 1 ORDER BY month`,
      ...toKeyValues(key),
    )
    .map(({ month }) => month);
}

/** Deletes one entry; false if there is no entry with that id. */
export function deleteEntry(sql: Sql, id: number): boolean {
  return sql.first("DELETE FROM balance_history WHERE id = ? RETURNING id", id) !== null;
}

/** Deletes the entries of a stream; nothing is left of a deleted account then. */
export function deleteStream(sql: Sql, key: Key): void {
  sql.run(`DELETE FROM balance_history WHERE ${IN_STREAM}`, ...toKeyValues(key));
  if (key.kind === "deleted") sql.run("DELETE FROM deleted_accounts WHERE id = ?", key.id);
}

/** The details of a deleted account that may be changed. */
export type Details = Omit<SourceDetails, "symbol">;

/** Writes what is remembered of a deleted account. */
export function setDetails(sql: Sql, id: number, details: Details): void {
  const { name, institution_name, display_name, account_type, subtype, mask } = details;
  sql.run(
    `UPDATE deleted_accounts SET name = ?, institution_name = ?, display_name = ?, account_type = ?, subtype = ?, mask = ?
     WHERE id = ?`,
    name,
    institution_name,
    display_name,
    account_type,
    subtype,
    mask,
    id,
  );
}
