// Recomputes values in the primary currency after it changed or rates arrived. Transactions are
// processed by date in slices, and the balance history by id. Each slice is one database
// transaction; the first runs at once, the others in the alarm. Repeating a slice changes nothing.
// It is nobody's change, so updated_at stays, except for groups, whose amount is the value of their
// members.

import {
  RECOMPUTE_PAUSE_MS,
  RECOMPUTE_ROWS_AT_ONCE,
  RECOMPUTE_SLICE_ROWS,
} from "../../platform/limits.ts";
import type { Currency } from "../../money/currency.ts";
import { dayOfInstant, type Day } from "../../money/day.ts";
import type { Units } from "../../money/money.ts";
import { recomputeHistorySlice } from "../history/recompute.ts";
import { requestJob } from "../jobs/queue.ts";
import type { Job } from "../jobs/job.ts";
import { readBudget } from "../me/store.ts";
import { listItems, typicalAmount } from "../recurring/store.ts";
import type { Sql } from "../../platform/sql/sql.ts";
import { setBase, settleGroups, settleSplits, type Rating } from "./families.ts";
import { writingConverter } from "./store.ts";

/**
 * Recomputes accounts, recurring items and the history of balances, and transactions from the day
 * `since` on ("" for all): the first slices now, inside the caller's transaction, what remains by
 * the alarm.
 */
export function startRecompute(sql: Sql, now: number, since: Day | ""): void {
  recomputeFew(sql, now);
  const history = recomputeHistorySlice(sql, readBudget(sql).primary_currency, null);
  if (history !== null) requestJob(sql, "recompute history", now, history);
  const after = since === "" ? null : printCursor(since, 0);
  const cursor = recomputeSlice(sql, now, after, RECOMPUTE_ROWS_AT_ONCE);
  if (cursor !== null) requestJob(sql, "recompute to_base", now, cursor);
}

/** Whether slices are left: until then sums may mix values in two currencies. */
export function isRecomputing(sql: Sql): boolean {
  return (
    sql.first("SELECT 1 FROM jobs WHERE name IN ('recompute to_base', 'recompute history')") !==
    null
  );
}

/** The alarm's part: one slice, then other work. Without a cursor it begins with everything. */
export const recomputeJob: Job = async ({ sql, now, cursor }) => {
  const next = sql.transaction(() => {
    if (cursor === null) {
      recomputeFew(sql, now);
      requestJob(sql, "recompute history", now);
    }
    return recomputeSlice(sql, now, cursor, RECOMPUTE_SLICE_ROWS);
  });
  return next === null ? null : { at: now + RECOMPUTE_PAUSE_MS, cursor: next };
};

/** The same for the history of balances. */
export const recomputeHistoryJob: Job = async ({ sql, now, cursor }) => {
  const next = sql.transaction(() =>
    recomputeHistorySlice(sql, readBudget(sql).primary_currency, cursor),
  );
  return next === null ? null : { at: now + RECOMPUTE_PAUSE_MS, cursor: next };
};

/** Accounts and recurring items, of which there are few, since people create them by hand. */
function recomputeFew(sql: Sql, now: number): void {
  recomputeAccounts(sql, now);
  recomputeRecurring(sql, now);
}

/** The accounts' values today, which change every day; there are few of them. */
export function recomputeAccounts(sql: Sql, now: number): void {
  const { primary, convert } = readRating(sql, now);
  const today = dayOfInstant(now);
  for (const table of ["manual_accounts", "linked_accounts"] as const) {
    const rows = sql.all<{ id: number; balance: Units; currency: Currency; to_base: Units }>(
      `SELECT id, balance, currency, to_base FROM ${table} WHERE currency <> ? OR to_base <> balance`,
      primary,
    );
    const changed = rows.flatMap(({ id, balance, currency, to_base }) => {
      const worth = convert(balance, currency, primary, today);
      return worth === to_base ? [] : [[id, worth]];
    });
    setBase(sql, table, changed);
  }
}

/** A recurring item is worth its typical amount on the day it was last written. */
function recomputeRecurring(sql: Sql, now: number): void {
  const { primary, convert } = readRating(sql, now);
  const changed = listItems(sql, true).flatMap((item) => {
    const worth = convert(
      typicalAmount(item),
      item.currency,
      primary,
      dayOfInstant(item.updated_at),
    );
    return worth === item.to_base ? [] : [[item.id, worth]];
  });
  setBase(sql, "recurring_items", changed);
}

interface Row {
  readonly id: number;
  readonly date: Day;
  readonly amount: Units;
  readonly currency: Currency;
  readonly to_base: Units;
  readonly split_parent_id: number | null;
  readonly is_group_parent: number;
  readonly group_parent_id: number | null;
}

const END = `SELECT date, id FROM transactions INDEXED BY transactions_by_date
  WHERE (date, id) > (?, ?) ORDER BY date, id LIMIT 1 OFFSET ?`;
const SLICE = `SELECT id, date, amount, currency, to_base, split_parent_id, is_group_parent, group_parent_id
  FROM transactions INDEXED BY transactions_by_date
  WHERE (date, id) > (?, ?) AND (date, id) <= (?, ?) AND (currency <> ? OR to_base <> amount OR is_group_parent = 1)`;

/** Recomputes the next `rows` transactions after the cursor; where to go on, or null at the end. */
export function recomputeSlice(
  sql: Sql,
  now: number,
  cursor: string | null,
  rows: number,
): string | null {
  const rating = readRating(sql, now);
  const after = cursor === null ? (["", 0] as const) : parseCursor(cursor);
  const end = sql.first<{ date: string; id: number }>(END, ...after, rows - 1);
  const upTo = end === null ? (["9999", 0] as const) : ([end.date, end.id] as const);
  const slice = sql.all<Row>(SLICE, ...after, ...upTo, rating.primary);

  const changed = slice.flatMap((row) => {
    if (row.split_parent_id !== null || row.is_group_parent === 1) return [];
    const worth = rating.convert(row.amount, row.currency, rating.primary, row.date);
    return worth === row.to_base ? [] : [[row.id, worth] as const];
  });
  setBase(sql, "transactions", changed);
  settleSplits(sql, rating, distinct(slice.map((row) => row.split_parent_id)));
  const groups = slice.map((row) => (row.is_group_parent === 1 ? row.id : row.group_parent_id));
  settleGroups(sql, rating.primary, distinct(groups), now);
  return end === null ? null : printCursor(end.date, end.id);
}

function readRating(sql: Sql, now: number): Rating {
  return { primary: readBudget(sql).primary_currency, convert: writingConverter({ sql, now }) };
}

function distinct(ids: readonly (number | null)[]): number[] {
  return [...new Set(ids.filter((id) => id !== null))];
}

// Cursors sort as text in the order of the walk: of two requests the one that begins earlier holds.

function printCursor(date: string, id: number): string {
  return `${date} ${String(id).padStart(16, "0")}`;
}

function parseCursor(cursor: string): readonly [string, number] {
  return [cursor.slice(0, 10), Number(cursor.slice(11))];
}
