// Applies a reviewed item to stored transactions: those of the last two years that it recognizes
// join it. They are found through indexes of account, day and amount, one range of days around each
// expected day, so that a large budget is not read whole.

import { RECURRING_APPLY_MONTHS_MAX, RECURRING_APPLY_ROWS_MAX } from "../../platform/limits.ts";
import { addDays, addMonths, dayOfInstant, type Day } from "../../money/day.ts";
import type { Sql } from "../../platform/sql/sql.ts";
import { expectedDays, toleranceDays } from "./matches.ts";
import { fits, buildRecognizer, type Facts, type Recognizer } from "./recognize.ts";
import { reviewedItems, type Overrides, type RecurringItem } from "./store.ts";

/** The reviewed items of a budget, for transactions about to be written; null without any. */
export function loadRecognizer(sql: Sql): Recognizer | null {
  return buildRecognizer(reviewedItems(sql));
}

/**
 * Adds to a reviewed item the stored transactions that it recognizes and that have no item,
 * examining at most `rows`; their ids.
 */
export function applyToStored(
  sql: Sql,
  item: RecurringItem,
  now: number,
  rows = RECURRING_APPLY_ROWS_MAX,
): number[] {
  const ids = candidates(sql, item, dayOfInstant(now), rows)
    .filter((facts) => fits(item, facts))
    .map(({ id }) => id);
  assign(sql, ids, item, now);
  return ids;
}

/** Makes these transactions the item's: with what it puts on them, and reviewed. */
export function assign(sql: Sql, ids: readonly number[], item: RecurringItem, now: number): void {
  if (ids.length === 0) return;
  sql.run(
    `UPDATE transactions SET recurring_id = ?, payee = coalesce(?, payee), notes = coalesce(?, notes),
       category_id = coalesce(?, category_id),
       status = CASE WHEN status = 'unreviewed' AND is_pending = 0 THEN 'reviewed' ELSE status END, updated_at = ?
     WHERE id IN (SELECT value FROM json_each(?))`,
    item.id,
    item.set_payee,
    item.set_notes,
    item.set_category_id,
    now,
    JSON.stringify(ids),
  );
}

/** Applies a newly reviewed item to the transactions that named it while it was suggested. */
export function applyToNamed(sql: Sql, item: RecurringItem, now: number): void {
  const from = addMonths(dayOfInstant(now), -RECURRING_APPLY_MONTHS_MAX);
  const named = sql.all<{ id: number }>(
    "SELECT id FROM transactions WHERE recurring_id = ? AND date >= ?",
    item.id,
    from,
  );
  assign(
    sql,
    named.map(({ id }) => id),
    item,
    now,
  );
}

/** Puts what has changed of an item's overrides on the transactions that are its own already. */
export function applyOverrides(
  sql: Sql,
  id: number,
  before: Overrides,
  after: Overrides,
  now: number,
): void {
  const news = (property: keyof Overrides) =>
    after[property] === before[property] ? null : after[property];
  const changed = [news("set_payee"), news("set_notes"), news("set_category_id")];
  if (changed.every((value) => value === null)) return;
  sql.run(
    `UPDATE transactions SET payee = coalesce(?, payee), notes = coalesce(?, notes), category_id = coalesce(?, category_id), updated_at = ?
     WHERE recurring_id = ? AND date >= ?`,
    ...changed,
    now,
    id,
    addMonths(dayOfInstant(now), -RECURRING_APPLY_MONTHS_MAX),
  );
}

type Candidate = Facts & { readonly id: number };

type AccountKind = "manual_account" | "linked_account";

/**
 * The plain transactions without an item in some accounts and ranges of days, with one of the
 * amounts.
 */
export function candidatesStatement(kind: AccountKind): string {
  const [index, is] =
    kind === "manual_account"
      ? ["transactions_by_account", "IS"]
      : ["transactions_by_linked_account", "="];
  return `SELECT t.id, t.date, t.amount, t.currency, t.payee, t.original_name, t.manual_account_id, t.linked_account_id
    FROM json_each(?) a CROSS JOIN json_each(?) s
    CROSS JOIN transactions t INDEXED BY ${index}
      ON t.${kind}_id ${is} a.value AND t.date BETWEEN s.value ->> 0 AND s.value ->> 1
    WHERE t.amount BETWEEN ? AND ? AND t.hidden = 0 AND t.currency = ? AND t.recurring_id IS NULL
      AND t.split_parent_id IS NULL AND t.is_group_parent = 0
    LIMIT ?`;
}

function candidates(sql: Sql, item: RecurringItem, today: Day, rows: number): Candidate[] {
  const from = addMonths(today, -RECURRING_APPLY_MONTHS_MAX);
  return sql.all<Candidate>(
    candidatesStatement(item.linked_account_id === null ? "manual_account" : "linked_account"),
    JSON.stringify(listAccounts(sql, item)),
    JSON.stringify(listStretches(item, from, addMonths(today, 1))),
    item.amount,
    item.amount_max ?? item.amount,
    item.currency,
    rows,
  );
}

/** The accounts to search; null means transactions without a manual account. */
function listAccounts(sql: Sql, item: RecurringItem): (number | null)[] {
  if (item.linked_account_id !== null) return [item.linked_account_id];
  if (item.manual_account_id !== null) return [item.manual_account_id];
  return [null, ...sql.all<{ id: number }>("SELECT id FROM manual_accounts").map(({ id }) => id)];
}

/** The days a transaction of the item may have, as stretches that do not touch. */
function listStretches(item: RecurringItem, from: Day, to: Day): (readonly [Day, Day])[] {
  const tolerance = toleranceDays(item);
  const stretches: (readonly [Day, Day])[] = [];
  for (const day of expectedDays(item, from, to)) {
    const start = addDays(day, -tolerance);
    const end = addDays(day, tolerance);
    const last = stretches.at(-1);
    if (last !== undefined && start <= addDays(last[1], 1))
      stretches[stretches.length - 1] = [last[0], end];
    else stretches.push([start, end]);
  }
  return stretches;
}
