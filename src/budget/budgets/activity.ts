// Activity of categories between days, read from the index transactions_by_category alone: it
// covers every column needed, so no row and no other day is read. It counts what the default list
// shows: parts of splits and whole groups, not split parents and members, and pending transactions
// if the account says so.

import { SUMMARY_PIECES_A_STATEMENT } from "../../platform/limits.ts";
import type { Day } from "../../money/day.ts";
import type { Sql } from "../../platform/sql/sql.ts";

/** The bits of the column `hidden`. */
const PENDING = 1;
const SPLIT_PARENT_OR_MEMBER = 6;

/** Days of one category, both included. */
export interface Piece {
  readonly category: number;
  readonly start: Day;
  readonly end: Day;
  /** Whether recurring activity is counted separately; otherwise all of it is `other`. */
  readonly apart: boolean;
}

/** Sums of to_base in units, in the sign of transactions: a debit is positive. */
export interface Sums {
  readonly other: number;
  readonly recurring: number;
}

export interface Uncategorized extends Sums {
  readonly count: number;
}

function hiddenBits(withPending: boolean): number {
  return withPending ? SPLIT_PARENT_OR_MEMBER : SPLIT_PARENT_OR_MEMBER | PENDING;
}

/**
 * The statement of piecesActivity: one index search per piece for all activity, and one more for
 * recurring activity where it is counted separately. Grouping the joined rows instead would sort
 * them all. total() cannot overflow.
 */
export function activityStatement(withPending: boolean): string {
  const sum = (more: string): string =>
    `(SELECT total(t.to_base) FROM transactions t INDEXED BY transactions_by_category
      WHERE t.category_id = j.value ->> 0 AND t.date BETWEEN j.value ->> 1 AND j.value ->> 2
        AND t.hidden & ${hiddenBits(withPending)} = 0${more})`;
  return `SELECT ${sum("")} AS total,
      CASE WHEN j.value ->> 3 THEN ${sum(" AND t.recurring_id IS NOT NULL")} ELSE 0 END AS recurring
    FROM json_each(?) j ORDER BY j.key`;
}

/** The sums of each piece, in their order. */
export function piecesActivity(sql: Sql, pieces: readonly Piece[], withPending: boolean): Sums[] {
  const sums: Sums[] = [];
  for (let from = 0; from < pieces.length; from += SUMMARY_PIECES_A_STATEMENT) {
    const part = pieces
      .slice(from, from + SUMMARY_PIECES_A_STATEMENT)
      .map(({ category, start, end, apart }) => [category, start, end, apart ? 1 : 0]);
    const rows = sql.all<{ total: number; recurring: number }>(
      activityStatement(withPending),
      JSON.stringify(part),
    );
    for (const { total, recurring } of rows) sums.push({ other: total - recurring, recurring });
  }
  return sums;
}

/** Days of one category, or of what has none. */
export type CountedPiece = Pick<Piece, "start" | "end"> & { readonly category: number | null };

/** The statement behind piecesCounts: one search of the index a piece. */
export function countsStatement(withPending: boolean): string {
  return `SELECT (SELECT count(*) FROM transactions t INDEXED BY transactions_by_category
      WHERE t.category_id IS j.value ->> 0 AND t.date BETWEEN j.value ->> 1 AND j.value ->> 2
        AND t.hidden & ${hiddenBits(withPending)} = 0) AS count
    FROM json_each(?) j ORDER BY j.key`;
}

/** How many transactions each piece has, in their order. */
export function piecesCounts(
  sql: Sql,
  pieces: readonly CountedPiece[],
  withPending: boolean,
): number[] {
  const counts: number[] = [];
  for (let from = 0; from < pieces.length; from += SUMMARY_PIECES_A_STATEMENT) {
    const part = pieces
      .slice(from, from + SUMMARY_PIECES_A_STATEMENT)
      .map(({ category, start, end }) => [category, start, end]);
    const rows = sql.all<{ count: number }>(countsStatement(withPending), JSON.stringify(part));
    for (const { count } of rows) counts.push(count);
  }
  return counts;
}

/** The statement behind uncategorizedActivity; its values are the first and last day. */
export function uncategorizedStatement(withPending: boolean): string {
  const part = (direction: string, name: string): string =>
    `total(iif(${direction} AND t.recurring_id IS NULL, t.to_base, 0)) AS ${name}_other,
     total(iif(${direction} AND t.recurring_id IS NOT NULL, t.to_base, 0)) AS ${name}_recurring,
     count(iif(${direction}, 1, NULL)) AS ${name}_count`;
  return `SELECT ${part("t.to_base < 0", "inflow")}, ${part("t.to_base >= 0", "outflow")}
    FROM transactions t INDEXED BY transactions_by_category
    WHERE t.category_id IS NULL AND t.date BETWEEN ? AND ? AND t.hidden & ${hiddenBits(withPending)} = 0`;
}

/** Activity without a category, credits apart from debits. */
export function uncategorizedActivity(
  sql: Sql,
  start: Day,
  end: Day,
  withPending: boolean,
): { readonly inflow: Uncategorized; readonly outflow: Uncategorized } {
  const row = sql.first<Record<string, number>>(uncategorizedStatement(withPending), start, end);
  const of = (name: string): Uncategorized => ({
    other: row?.[`${name}_other`] ?? 0,
    recurring: row?.[`${name}_recurring`] ?? 0,
    count: row?.[`${name}_count`] ?? 0,
  });
  return { inflow: of("inflow"), outflow: of("outflow") };
}
