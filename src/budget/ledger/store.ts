// Pages and totals of the ledger. Pages go by place, not by number, so what is inserted meanwhile
// moves nothing. Where the database does not decide a search, what it found is compared a step at a
// time.

import { SEARCH_STEP_ROWS } from "../../platform/limits.ts";
import type { Day } from "../../money/day.ts";
import type { Sql } from "../../platform/sql/sql.ts";
import { SELECT_FULL, type TransactionRow } from "../transactions/row.ts";
import type { Wanted } from "./filter.ts";
import type { Cursor } from "./query.ts";
import type { Texts } from "./search.ts";
import { readSum, sumColumns } from "./sums.ts";

/** From which place on, and which way. */
export interface Walk {
  /** Null: from the end. */
  readonly from: Cursor | null;
  readonly way: "older" | "newer";
}

interface Found extends Texts {
  readonly id: number;
  readonly date: Day;
  readonly to_base: number;
}

/** The statement of one walk; its last value is the limit. */
export function walkStatement(wanted: Wanted, { from, way }: Walk, columns: string): string {
  const [sign, order] = way === "older" ? ["<", "DESC"] : [">", "ASC"];
  const place = from === null ? "" : ` AND t.date ${sign}= ? AND (t.date, t.id) ${sign} (?, ?)`;
  return `SELECT ${columns} FROM transactions t ${wanted.index} WHERE ${wanted.where}${place}
    ORDER BY t.date ${order}, t.id ${order} LIMIT ?`;
}

/** The next places on the way, at most `limit`. */
export function findPlaces(sql: Sql, wanted: Wanted, walk: Walk, limit: number): Cursor[] {
  if (wanted.matches === null) return walkOnce<Cursor>(sql, wanted, walk, "t.id, t.date", limit);
  const found: Cursor[] = [];
  for (const one of walkAll(sql, wanted, walk)) {
    found.push({ id: one.id, date: one.date });
    if (found.length === limit) break;
  }
  return found;
}

function walkOnce<Row>(
  sql: Sql,
  wanted: Wanted,
  walk: Walk,
  columns: string,
  limit: number,
): Row[] {
  const { from } = walk;
  const place = from === null ? [] : [from.date, from.date, from.id];
  return sql.all<Row>(walkStatement(wanted, walk, columns), ...wanted.values, ...place, limit);
}

/** Everything on the way that matches. */
function* walkAll(sql: Sql, wanted: Wanted, walk: Walk): Generator<Found> {
  const { matches } = wanted;
  const columns = "t.id, t.date, t.to_base, t.payee, t.notes, t.original_name";
  let from = walk.from;
  for (;;) {
    const step = walkOnce<Found>(sql, wanted, { ...walk, from }, columns, SEARCH_STEP_ROWS);
    for (const one of step) if (matches === null || matches(one)) yield one;
    const last = step.at(-1);
    if (last === undefined || step.length < SEARCH_STEP_ROWS) return;
    from = { date: last.date, id: last.id };
  }
}

/** The transactions at these places, newest first. */
export function readPlaces(sql: Sql, places: readonly Cursor[]): TransactionRow[] {
  return sql.all<TransactionRow>(
    `SELECT ${SELECT_FULL} FROM json_each(?) j CROSS JOIN transactions t ON t.id = j.value
     ORDER BY t.date DESC, t.id DESC`,
    JSON.stringify(places.map(({ id }) => id)),
  );
}

/** How many, and what came in and went out in units of the primary currency. */
export interface Totals {
  readonly count: number;
  readonly in: bigint;
  readonly out: bigint;
}

/** The totals of everything that is wanted, on every page. */
export function readTotals(sql: Sql, wanted: Wanted): Totals {
  if (wanted.matches !== null) return addTotals(walkAll(sql, wanted, { from: null, way: "older" }));
  const row = sql.first<Record<string, number>>(
    `SELECT count(*) AS count, ${sumColumns("in", "-t.to_base", "t.to_base < 0")},
       ${sumColumns("out", "t.to_base", "t.to_base > 0")}
     FROM transactions t ${wanted.index} WHERE ${wanted.where}`,
    ...wanted.values,
  );
  return { count: row?.["count"] ?? 0, in: readSum(row, "in"), out: readSum(row, "out") };
}

/** The totals of these transactions. */
export function addTotals(found: Iterable<{ readonly to_base: number }>): Totals {
  let [count, into, out] = [0, 0n, 0n];
  for (const { to_base: worth } of found) {
    count += 1;
    if (worth < 0) into -= BigInt(worth);
    else out += BigInt(worth);
  }
  return { count, in: into, out };
}

/** How many files each of these transactions has; those without are absent. */
export function countFilesOfEach(sql: Sql, ids: readonly number[]): Map<number, number> {
  const rows = sql.all<{ id: number; files: number }>(
    `SELECT j.value AS id, count(*) AS files FROM json_each(?) j
     CROSS JOIN attachments a ON a.transaction_id = j.value GROUP BY j.value`,
    JSON.stringify(ids),
  );
  return new Map(rows.map(({ id, files }) => [id, files]));
}
