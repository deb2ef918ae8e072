// Numbers that fell apart. A number with a comma between its thousands, printed without quotes in a
// file of commas, becomes two cells: "1,500.00" is 1 and 500.00. The survey notes the columns of
// amounts whose right neighbour would not hold such a number; the read pass rejects the rows.

import { stripCell } from "../shape/cells.ts";
import type { Columns } from "./columns.ts";
import type { SplitColumn } from "../plan.ts";
import type { Role } from "./role.ts";

const HEAD = /^[-+(]?\D{0,3}\d{1,3}$/;
const TAIL = /^\d{3}(\.\d{1,4})?\)?-?$/;
const DECIMALS = /\.\d{1,4}\)?-?$/;
/**
 * At least this share of a column's amounts show decimals if the bank prints them with decimals.
 */
const DECIMALS_SHARE_MIN = 0.9;
/** The roles of columns that hold numbers themselves. */
const NUMBERS: ReadonlySet<Role> = new Set<Role>([
  "amount",
  "debit",
  "credit",
  "balance",
  "original_amount",
  "rate",
  "fee",
  "other_amount",
  "number",
  "reference",
  "weak_reference",
  "account",
  "counterparty_account",
  "card",
  "time",
]);

/**
 * The columns in which a number that fell apart would be noticed. `among`: the columns of amounts.
 */
export function findSplittableColumns(
  rows: readonly (readonly string[])[],
  columns: Columns,
  among: readonly number[],
): readonly SplitColumn[] {
  return among.flatMap((column): SplitColumn[] => {
    if (column < 0) return [];
    const whole = rows.filter((row) => /[1-9]/.test(row[column] ?? "") && !isSplit(row, column));
    // A bank that prints 1500 does not separate thousands.
    if (whole.some((row) => /\d{4}/.test(row[column] ?? ""))) return [];
    const decimals =
      whole.length > 0 &&
      whole.filter((row) => DECIMALS.test(stripCell(row[column] ?? ""))).length >=
        DECIMALS_SHARE_MIN * whole.length;
    const next = columns.roles[column + 1] ?? null;
    const numbers =
      next !== null
        ? NUMBERS.has(next)
        : whole.some((row) => TAIL.test(stripCell(row[column + 1] ?? "")));
    return decimals || !numbers ? [{ column, decimals, text: !numbers }] : [];
  });
}

/** The column whose number continues in the next cell, -1 if none does. */
export function findSplit(cells: readonly string[], columns: readonly SplitColumn[]): number {
  for (const { column, decimals, text } of columns) {
    if (!isSplit(cells, column)) continue;
    const shown =
      DECIMALS.test(cells[column + 1] ?? "") || TAIL.test((cells[column + 2] ?? "").trim());
    if (decimals ? shown : text) return column;
  }
  return -1;
}

/**
 * Whether a row that is wider than its header holds "1,234.50" as two cells: read as they are, the
 * amount would be 1.
 */
export function isWiderBySplit(cells: readonly string[], labelled: number): boolean {
  if (cells.slice(labelled).every((cell) => cell.trim() === "")) return false;
  return cells.some((_, index) => isSplit(cells, index));
}

function isSplit(cells: readonly string[], column: number): boolean {
  // Called for every row: most neighbours are empty, or texts.
  const next = cells[column + 1];
  if (next === undefined || next.length < 3 || next.charCodeAt(0) > 57) return false;
  const head = (cells[column] ?? "").trim();
  // No number with thousands begins with 0: "0,271.35" are two.
  return head !== "0" && HEAD.test(head) && TAIL.test((cells[column + 1] ?? "").trim());
}
