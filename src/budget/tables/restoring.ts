// Puts the rows of a backup into an empty budget. From `begin` to `finish` nothing else writes here
// (state.ts), so the ids of the backup
// are free. Every step is safe twice: a row that is there stays as it is.
//
// People: whoever made the backup becomes the person who restores it. Everybody else who is named
// in it gets the negative of their id, which no person of this deployment ever has.

import { isCurrency } from "../../money/currency.ts";
import { parseDay } from "../../money/day.ts";
import { err, ok, type Result } from "../../platform/result.ts";
import { must } from "../../platform/assert.ts";
import type { Sql } from "../../platform/sql/sql.ts";
import {
  linkRows,
  raiseSequences,
  writeRows,
  type RowFault,
  type TableRow,
} from "../../platform/sql/tables.ts";
import { readAccountSettings } from "../me/store.ts";
import { isJobName, requestJob, AT_ONCE } from "../jobs/queue.ts";
import { findRestoring, isRestoring, type Restoring } from "./state.ts";
import { CLEARED_TABLES, DATA_TABLES, EMPTY_TABLES, type DataTable } from "./tables.ts";

/** The first table with a row that a new budget does not have; null if the budget is empty. */
export function findFilled(sql: Sql): string | null {
  return EMPTY_TABLES.find((table) => sql.first(`SELECT 1 FROM ${table} LIMIT 1`) !== null) ?? null;
}

/** Begins, or goes on with what was begun. */
export function beginRestoring(sql: Sql, userId: number, person: number, now: number): void {
  if (isRestoring(sql)) return;
  sql.run(
    "INSERT INTO restoring (id, user_id, person, began_at) VALUES (1, ?, ?, ?)",
    userId,
    person,
    now,
  );
  for (const table of CLEARED_TABLES) sql.run(`DELETE FROM ${table}`);
}

/** Stores rows of one table; how many were new. */
export function storeRows(
  sql: Sql,
  table: DataTable,
  rows: readonly TableRow[],
): Result<number, RowFault> {
  const restoring = must(findRestoring(sql), "rows are stored while a backup is restored");
  const own = rows.map((row) => ofThisBudget(table, row, restoring));
  const odd = findOdd(own);
  if (odd !== null) return err(odd);
  switch (table.name) {
    case "budget":
      return settled(() => own.map((row) => storeBudget(sql, row)).length);
    case "users":
      return settled(
        () => storeSettings(sql, own, restoring),
        () => writeRows(sql, "users", othersOf(own, restoring)),
      );
    case "jobs":
      return writeRows(
        sql,
        "jobs",
        own.filter(({ name }) => isJobName(name)),
      );
    case "attachments": {
      const index = own.findIndex(({ key }) => typeof key !== "string" || !UUID.test(key));
      if (index >= 0) return err({ index, message: "its key is not the name of a file" });
      return writeRows(sql, table.name, own);
    }
    default:
      return writeRows(sql, table.name, own, table.later);
  }
}

/** The names under which attachments are kept. */
export const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Sets the references of a table to itself. */
export function storeLinks(sql: Sql, { name, later = [] }: DataTable, rows: readonly TableRow[]) {
  linkRows(sql, name, rows, later);
}

/** Ends the restoring: the budget works again, and computes what follows from time. */
export function finishRestoring(
  sql: Sql,
  sequences: Readonly<Record<string, number>>,
  now: number,
): void {
  if (!isRestoring(sql)) return;
  raiseSequences(
    sql,
    DATA_TABLES.map(({ name }) => name),
    sequences,
  );
  sql.run("INSERT OR IGNORE INTO budget_settings (id) VALUES (1)");
  sql.run("DELETE FROM restoring");
  if (sql.first("SELECT 1 FROM currencies_in_use LIMIT 1") !== null)
    requestJob(sql, "load rates", now);
}

/** Empties the budget again after a backup that could not be restored. */
export function abandonRestoring(sql: Sql): void {
  if (!isRestoring(sql)) return;
  sql.run("INSERT OR IGNORE INTO forgotten_files (key) SELECT key FROM attachments");
  for (const { name, later = [] } of DATA_TABLES.toReversed()) {
    if (name === "users" || name === "budget") continue;
    for (const column of later) sql.run(`UPDATE ${name} SET ${column} = NULL`);
    sql.run(`DELETE FROM ${name}`);
  }
  sql.run("DELETE FROM users WHERE id < 0");
  sql.run("INSERT OR IGNORE INTO budget_settings (id) VALUES (1)");
  sql.run("DELETE FROM restoring");
  requestJob(sql, "delete files", AT_ONCE);
}

function ofThisBudget(
  { people = [] }: DataTable,
  row: TableRow,
  { user_id, person }: Restoring,
): TableRow {
  const changed = people.map((column) => {
    const id = row[column];
    return [column, id === person ? user_id : -Math.abs(Number(id))] as const;
  });
  return { ...row, ...Object.fromEntries(changed) };
}

/** The person who restores keeps their name and address, and gets the settings of the backup. */
function storeSettings(sql: Sql, rows: readonly TableRow[], { user_id }: Restoring): void {
  const row = rows.find(({ id }) => id === user_id);
  if (row === undefined) return;
  sql.run(
    `UPDATE users SET auto_review_transaction_on_update = ?, auto_review_transaction_on_creation = ?,
       default_manual_account_id = ?, display_settings = ? WHERE id = ?`,
    row["auto_review_transaction_on_update"] ?? 1,
    row["auto_review_transaction_on_creation"] ?? 1,
    row["default_manual_account_id"] ?? null,
    row["display_settings"] ?? "{}",
    user_id,
  );
}

function othersOf(rows: readonly TableRow[], { user_id }: Restoring): TableRow[] {
  return rows.filter(({ id }) => id !== user_id).map((row) => ({ ...row, email: "" }));
}

/** The budget keeps its number. */
function storeBudget(sql: Sql, row: TableRow): void {
  sql.run(
    `UPDATE budget SET display_name = ?, primary_currency = ?, supported_currencies = ?, locale = ?,
       auto_create_category_rules = ?, auto_create_suggested_transaction_rules = ?, include_pending_in_totals = ?,
       created_at = ?`,
    row["display_name"] ?? null,
    row["primary_currency"] ?? null,
    row["supported_currencies"] ?? null,
    row["locale"] ?? null,
    row["auto_create_category_rules"] ?? 1,
    row["auto_create_suggested_transaction_rules"] ?? 1,
    row["include_pending_in_totals"] ?? 1,
    row["created_at"] ?? null,
  );
  // Every answer of the budget reads them.
  readAccountSettings(sql);
}

/** The first row with a currency, day or month that none is; a backup that somebody edited has some. */
function findOdd(rows: readonly TableRow[]): RowFault | null {
  for (const [index, row] of rows.entries()) {
    for (const [column, isGood] of FORMS) {
      const value = row[column];
      if (value == null || (typeof value === "string" && isGood(value))) continue;
      return { index, message: `its ${column} is ${JSON.stringify(value).slice(0, 40)}` };
    }
  }
  return null;
}

const isDay = (text: string) => parseDay(text) !== null;
const FORMS: readonly (readonly [string, (text: string) => boolean])[] = [
  ["currency", isCurrency],
  ["primary_currency", isCurrency],
  ["auto_budget_currency", isCurrency],
  ["date", isDay],
  ["start_date", isDay],
  ["end_date", isDay],
  ["anchor_date", isDay],
  ["period_anchor_date", isDay],
  ["closed_on", isDay],
  ["date_linked", isDay],
  ["month", (text) => /^\d{4}-(?:0[1-9]|1[0-2])$/.test(text)],
];

/** What cannot be stored as a setting is a fault of the row. */
function settled(
  first: () => unknown,
  then: () => Result<number, RowFault> = () => ok(1),
): Result<number, RowFault> {
  try {
    first();
  } catch {
    return err({ index: 0, message: "its settings are not settings of a budget" });
  }
  return then();
}
