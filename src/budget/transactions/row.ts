// A transaction as stored, and its columns as a table: every statement that names them is built
// here. Amounts are units (1/10,000), times milliseconds, flags 0 or 1, metadata JSON text.

import type { Currency } from "../../money/currency.ts";
import type { Day } from "../../money/day.ts";
import type { Units } from "../../money/money.ts";

export type Status = "reviewed" | "unreviewed" | "delete_pending";

/** The payee of a transaction without one, both shown and stored. */
export const NO_PAYEE = "[No Payee]";

export interface TransactionRow {
  readonly id: number;
  readonly date: Day;
  readonly amount: Units;
  readonly currency: Currency;
  readonly to_base: Units;
  readonly payee: string;
  readonly original_name: string | null;
  readonly category_id: number | null;
  readonly notes: string | null;
  readonly status: Status;
  readonly is_pending: number;
  readonly manual_account_id: number | null;
  readonly linked_account_id: number | null;
  readonly recurring_id: number | null;
  readonly external_id: string | null;
  readonly source: string | null;
  readonly is_split_parent: number;
  readonly split_parent_id: number | null;
  readonly is_group_parent: number;
  readonly group_parent_id: number | null;
  /**
   * The debit by which this transaction moved its manual account's balance, in the account's
   * currency.
   */
  readonly balance_moved: Units;
  readonly created_at: number;
  readonly updated_at: number;
  readonly linked_metadata: string | null;
  readonly custom_metadata: string | null;
}

export const COLUMNS = [
  "id",
  "date",
  "amount",
  "currency",
  "to_base",
  "payee",
  "original_name",
  "category_id",
  "notes",
  "status",
  "is_pending",
  "manual_account_id",
  "linked_account_id",
  "recurring_id",
  "external_id",
  "source",
  "is_split_parent",
  "split_parent_id",
  "is_group_parent",
  "group_parent_id",
  "balance_moved",
  "created_at",
  "updated_at",
  "linked_metadata",
  "custom_metadata",
] as const satisfies readonly (keyof TransactionRow)[];

/** Reading without metadata: most lists do not show it, and it can be longer than all the rest. */
export const SELECT_LEAN = COLUMNS.map((column) =>
  column.endsWith("_metadata") ? `NULL AS ${column}` : `t.${column}`,
).join(", ");
export const SELECT_FULL = COLUMNS.map((column) => `t.${column}`).join(", ");

/**
 * One statement for a whole batch: the rows come as a JSON array of arrays in the order of
 * `columns`; the others are left to their defaults. Without MATERIALIZED, SQLite prints the text of
 * a row again for each of its columns.
 */
export function insertStatement(columns: readonly (keyof TransactionRow)[]): string {
  return `WITH given AS MATERIALIZED (SELECT value AS v FROM json_each(?))
    INSERT INTO transactions (${columns.join(", ")})
    SELECT ${columns.map((_, index) => `v ->> ${index}`).join(", ")} FROM given`;
}

export const INSERT = insertStatement(COLUMNS);

export const CHANGEABLE = [
  "date",
  "amount",
  "currency",
  "to_base",
  "payee",
  "category_id",
  "notes",
  "status",
  "manual_account_id",
  "linked_account_id",
  "recurring_id",
  "external_id",
  "balance_moved",
  "updated_at",
  "custom_metadata",
] as const satisfies readonly (keyof TransactionRow)[];

/** Rewrites the changeable columns of a batch: a JSON array of [id, ...CHANGEABLE] arrays. */
export const UPDATE = `UPDATE transactions SET ${CHANGEABLE.map((column, index) => `${column} = v.value ->> ${index + 1}`).join(", ")}
  FROM json_each(?) v WHERE transactions.id = v.value ->> 0`;
