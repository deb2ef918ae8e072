// Columns beyond date, amount and text: the bank's reference, the time of day, the status, extra
// facts. Also small findings about printed amounts that the read pass needs.

import type { DecimalMark } from "../amounts/amount.ts";
import { stripCell } from "../shape/cells.ts";
import { columnWithRole, type Columns } from "./columns.ts";
import { dateParts } from "../dates/dates.ts";
import { moneyColumns, type SampleRow } from "../amounts/money.ts";
import type { FactPlan, MoneyPlan } from "../plan.ts";
import type { Profile } from "./profile.ts";
import { countDecimals } from "../rows/row-text.ts";
import type { Role } from "./role.ts";
import { readStatus } from "./cell-words.ts";
import { readStatusWord } from "./status-words.ts";

/**
 * The column of the bank's own transaction id, decided by its label alone, so that every export of
 * the layout agrees.
 */
export function findReferenceColumn(columns: Columns): number {
  const strong = columnWithRole(columns, "reference");
  return strong >= 0 && (columns.weights[strong] ?? 0) >= 60 ? strong : -1;
}

const STATUS_WORDS_MAX = 8;
const STATUS_CHARS_MAX = 40;

/**
 * The column that says whether a row is booked: by its label, else a column of few words that
 * include "pending".
 */
export function findStatusColumn(columns: Columns, rows: readonly (readonly string[])[]): number {
  const named = columnWithRole(columns, "status");
  if (named >= 0) return named;
  const few = columns.profiles.filter(
    ({ index, filled, distinct, chars }) =>
      (columns.roles[index] === null || columns.roles[index] === "type") &&
      filled > 0 &&
      distinct <= STATUS_WORDS_MAX &&
      chars <= STATUS_CHARS_MAX * filled,
  );
  const waits = ({ index }: Profile) =>
    rows.some((row) => readStatus(row[index] ?? "") === "pending");
  return (few.find(waits) ?? few.find((profile) => saysOnlyStatus(profile, rows)))?.index ?? -1;
}

/** Whether a column holds nothing but known words for a status, of which one is not "booked". */
function saysOnlyStatus({ index }: Profile, rows: readonly (readonly string[])[]): boolean {
  const words = new Set(rows.map((row) => stripCell(row[index] ?? "")));
  words.delete("");
  const said = [...words].map(readStatusWord);
  return !said.includes(null) && said.some((status) => status !== "booked");
}

const FACT_NAMES: Readonly<Partial<Record<Role, string>>> = {
  value_date: "value_date",
  transaction_date: "transaction_date",
  booking_date: "booking_date",
  purchase_date: "purchase_date",
  original_amount: "original_amount",
  original_currency: "original_currency",
  rate: "rate",
  fee: "fee",
  category: "category",
  type: "type",
  side: "side",
  counterparty_account: "counterparty_account",
  weak_reference: "reference",
  card: "card",
  status: "status",
  account_name: "account_name",
  bank: "bank",
};

/** The columns kept as facts, at most one for each name. */
export function listFactColumns(columns: Columns, dateColumn: number): readonly FactPlan[] {
  const facts: FactPlan[] = [];
  const taken = new Set<string>();
  columns.roles.forEach((role, column) => {
    const name = role === null ? undefined : FACT_NAMES[role];
    if (name === undefined || column === dateColumn || taken.has(name)) return;
    taken.add(name);
    facts.push({ name, column, date: name.endsWith("_date") });
  });
  return facts;
}

/**
 * The column with the time of day: a column for it, or the date's where that shows a time; -1 if
 * there is none.
 */
export function findTimeColumn(
  columns: Columns,
  dateColumn: number,
  rows: readonly SampleRow[],
): number {
  const time = columnWithRole(columns, "time");
  if (time >= 0) return time;
  const telling = rows.slice(0, 50).some((row) => {
    const printed = dateParts(stripCell(row.cells[dateColumn] ?? ""))?.time ?? null;
    return printed !== null && !/^0?0:00(:00)?$/.test(printed);
  });
  return telling ? dateColumn : -1;
}

/** The number of decimals that every amount shows, -1 if they differ. */
export function findUniformDecimals(
  rows: readonly (readonly string[])[],
  plan: MoneyPlan,
  mark: DecimalMark,
): number {
  const seen = new Set<number>();
  const columns = moneyColumns(plan);
  for (const row of rows.slice(0, 500)) {
    for (const column of columns) {
      const cell = row[column] ?? "";
      if (/\d/.test(cell) && countDecimals(cell, mark) > 0) seen.add(countDecimals(cell, mark));
      else if (/\d/.test(cell) && /\d$/.test(cell)) seen.add(0);
    }
  }
  const [only] = seen;
  return seen.size === 1 && only !== undefined ? only : -1;
}

/**
 * Whether a column repeats one value, as the balance on the day of download, which is no running
 * balance.
 */
export function isConstant(profile: Profile | undefined): boolean {
  return profile !== undefined && profile.rows > 2 && profile.distinct === 1;
}
