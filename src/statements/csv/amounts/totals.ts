// Columns of whole amounts beside columns of their parts.

import type { Columns } from "../columns/columns.ts";
import type { Profile } from "../columns/profile.ts";
import { stripCell } from "../shape/cells.ts";
import { BOTH_SHARE_MAX, TURNS_SHARE_MIN } from "./alternating.ts";
import type { PairPlan } from "./money.ts";

type Rows = readonly (readonly string[])[];

/** Columns that move on at least this share of the rows are no parts. */
const PARTS_SHARE_MAX = 0.5;

/**
 * Columns that move on every row, where two columns that seem to be sides move on few: these are
 * parts of the amount, such as what is rounded up. `isFree`: whether a column may hold an amount.
 */
export function findTotals(
  columns: Columns,
  [debit = -1, credit = -1]: readonly (number | undefined)[],
  isFree: (columns: Columns, profile: Profile) => boolean,
): readonly number[] {
  if (debit < 0 && credit < 0) return [];
  const rows = columns.profiles[0]?.rows ?? 0;
  const moving = [debit, credit].map((side) => columns.profiles[side]?.moving.size ?? 0);
  if (Math.min(...moving) > 0 || Math.max(...moving) >= PARTS_SHARE_MAX * rows) return [];
  return columns.profiles.flatMap((profile) =>
    profile.index !== debit &&
    profile.index !== credit &&
    isFree(columns, profile) &&
    profile.negatives > 0 &&
    profile.moving.size >= TURNS_SHARE_MIN * rows
      ? [profile.index]
      : [],
  );
}

/** Whether the column has an amount on every row: then it holds every row's amount. */
export function isWhole(columns: Columns, column: number): boolean {
  const own = columns.profiles[column];
  if (own === undefined || own.moving.size === 0) return false;
  return own.moving.size >= (1 - BOTH_SHARE_MAX) * own.rows;
}

/**
 * Whether one of the pair repeats an unsigned amount on every row: then the pair gives it its sign.
 */
export function isRepeatedBy(
  columns: Columns,
  whole: number,
  { debit, credit }: PairPlan,
  rows: Rows,
): boolean {
  if ((columns.profiles[whole]?.negatives ?? 0) > 0) return false;
  const digits = (row: readonly string[], column: number) =>
    stripCell(row[column] ?? "").replace(/^[-+\u2212]/, "");
  return rows.every((row) => {
    const amount = digits(row, whole);
    return !/[1-9]/.test(amount) || amount === digits(row, debit) || amount === digits(row, credit);
  });
}
