// The recurring_items table and the transactions that belong to its items. An amount without
// `amount_max` is exact; with it, both bound what is accepted: amount <= amount_max, and both have
// the sign of a transaction's amount (positive debit).

import { must } from "../../platform/assert.ts";
import type { Currency } from "../../money/currency.ts";
import type { Day } from "../../money/day.ts";
import { units, type Units } from "../../money/money.ts";
import type { Sql } from "../../platform/sql/sql.ts";
import { findMatches, withMargin, type Matches, type Schedule } from "./matches.ts";

export type RecurringStatus = "suggested" | "reviewed";
/** Made on the recurring page, from a transaction, or by detection. */
export type RecurringSource = "manual" | "transaction" | "system";

/** The facts by which an item recognizes a transaction. */
export interface Criteria extends Schedule {
  readonly payee: string | null;
  readonly amount: Units;
  readonly amount_max: Units | null;
  readonly currency: Currency;
  readonly linked_account_id: number | null;
  readonly manual_account_id: number | null;
}

/** The values that an item sets on the transactions it recognizes; null sets nothing. */
export interface Overrides {
  readonly set_payee: string | null;
  readonly set_notes: string | null;
  readonly set_category_id: number | null;
}

export interface RecurringState extends Criteria, Overrides {
  readonly description: string | null;
  readonly status: RecurringStatus;
  /** The typical amount in the primary currency. */
  readonly to_base: Units;
}

export interface RecurringItem extends RecurringState {
  readonly id: number;
  readonly source: RecurringSource | null;
  readonly created_by: number;
  readonly created_at: number;
  readonly updated_at: number;
}

/**
 * The middle of the accepted amounts, in the item's currency; half a unit counts away from zero.
 */
export function typicalAmount({
  amount,
  amount_max: max,
}: Pick<Criteria, "amount" | "amount_max">): Units {
  if (max === null) return amount;
  const spread = max - amount;
  const odd = spread % 2;
  return units(amount + (spread - odd) / 2 + (amount > 0 ? odd : 0));
}

/** The items in order of creation, suggested ones only on request. */
export function listItems(sql: Sql, includeSuggested: boolean): RecurringItem[] {
  return includeSuggested
    ? sql.all<RecurringItem>("SELECT * FROM recurring_items ORDER BY id")
    : sql.all<RecurringItem>("SELECT * FROM recurring_items WHERE status = 'reviewed' ORDER BY id");
}

/** Whether the item applies to transactions. */
export function isReviewed({ status }: RecurringItem): boolean {
  return status === "reviewed";
}

/** The items that apply to transactions. */
export function reviewedItems(sql: Sql): RecurringItem[] {
  return listItems(sql, false);
}

export function findItem(sql: Sql, id: number): RecurringItem | null {
  return sql.first<RecurringItem>("SELECT * FROM recurring_items WHERE id = ?", id);
}

/** The items with these ids; unknown ones are absent. */
export function findItems(sql: Sql, ids: readonly number[]): RecurringItem[] {
  return sql.all<RecurringItem>(
    "SELECT * FROM recurring_items WHERE id IN (SELECT value FROM json_each(?))",
    JSON.stringify(ids),
  );
}

export function countItems(sql: Sql): number {
  return sql.count("recurring_items");
}

/** A transaction of an item as version 1 shows it. */
export interface ItemTransaction {
  readonly id: number;
  readonly recurring_id: number;
  readonly date: Day;
  readonly amount: Units;
  readonly currency: Currency;
  readonly to_base: Units;
  readonly payee: string;
  readonly category_id: number | null;
}

const SHOWN = [
  "id",
  "recurring_id",
  "date",
  "amount",
  "currency",
  "to_base",
  "payee",
  "category_id",
] as const satisfies readonly (keyof ItemTransaction)[];

/**
 * The transactions of each item from `start` to `end` and as far around as its matches look, by the
 * item's id.
 */
export function transactionsAround(
  sql: Sql,
  items: readonly RecurringItem[],
  start: Day,
  end: Day,
): Map<number, ItemTransaction[]> {
  return around<ItemTransaction>(sql, items, start, end, SHOWN);
}

function around<T extends { readonly recurring_id: number }>(
  sql: Sql,
  items: readonly RecurringItem[],
  start: Day,
  end: Day,
  columns: readonly (keyof T & string)[],
): Map<number, T[]> {
  const spans = items.map((item) => [item.id, ...withMargin(item, start, end)]);
  const rows = sql.all<T>(
    `SELECT ${columns.map((column) => `t.${column}`).join(", ")} FROM json_each(?) j
     CROSS JOIN transactions t INDEXED BY transactions_by_recurring
       ON t.recurring_id = j.value ->> 0 AND t.date BETWEEN j.value ->> 1 AND j.value ->> 2
     WHERE t.hidden = 0`,
    JSON.stringify(spans),
  );
  return Map.groupBy(rows, (row) => row.recurring_id);
}

/** The matches of each item from `start` to `end`, by the item's id. */
export function matchesIn(
  sql: Sql,
  items: readonly RecurringItem[],
  start: Day,
  end: Day,
): Map<number, Matches> {
  const columns = ["id", "recurring_id", "date"] as const;
  const found = around<Pick<ItemTransaction, (typeof columns)[number]>>(
    sql,
    items,
    start,
    end,
    columns,
  );
  return new Map(
    items.map((item) => {
      const own = (found.get(item.id) ?? []).map(({ id, date }) => ({ date, transaction_id: id }));
      return [item.id, findMatches(item, own, start, end)];
    }),
  );
}

const STATE = [
  "description",
  "status",
  "start_date",
  "end_date",
  "granularity",
  "quantity",
  "anchor_date",
  "payee",
  "amount",
  "amount_max",
  "currency",
  "to_base",
  "linked_account_id",
  "manual_account_id",
  "set_payee",
  "set_notes",
  "set_category_id",
] as const satisfies readonly (keyof RecurringState)[];

const INSERT = `INSERT INTO recurring_items (${STATE.join(", ")}, source, created_by, created_at, updated_at)
  VALUES (${STATE.map(() => "?").join(", ")}, ?, ?, ?, ?) RETURNING id`;
const UPDATE = `UPDATE recurring_items SET ${STATE.map((column) => `${column} = ?`).join(", ")}, updated_at = ? WHERE id = ?`;

/** A new item; its id. */
export function insertItem(
  sql: Sql,
  item: RecurringState,
  source: RecurringSource,
  userId: number,
  now: number,
): number {
  const values = STATE.map((column) => item[column]);
  const row = sql.first<{ id: number }>(INSERT, ...values, source, userId, now, now);
  return must(row, "an inserted recurring item has an id").id;
}

export function updateItem(sql: Sql, id: number, item: RecurringState, now: number): void {
  sql.run(UPDATE, ...STATE.map((column) => item[column]), now, id);
}

/** Deletes an item; its transactions stay as they are shown, without it. */
export function deleteItem(sql: Sql, id: number, now: number): void {
  sql.run(
    "UPDATE transactions SET recurring_id = NULL, updated_at = ? WHERE recurring_id = ?",
    now,
    id,
  );
  sql.run("DELETE FROM recurring_items WHERE id = ?", id);
}
