// The mark of a row says what confirming the import does with it. A row that waits is new, or it is
// a transaction of the budget (rows.known), or a row of another import (rows.also_in). The budget
// is compared when the preview is made (matching/compare.ts); other imports may be confirmed or
// discarded meanwhile, so they are looked at again whenever one of them has changed.

import type { Sql } from "../../platform/sql/sql.ts";
import { inSql } from "../../platform/states.ts";
import { assert } from "../../platform/assert.ts";
import { planBoundaries } from "./rows.ts";
import type { Run } from "./runs.ts";
import { ACTIVE, POSTING, type RunState } from "./states.ts";

/**
 * new: it will be inserted. there: the budget has it. elsewhere: another import that waits has it
 * too. changed: it changes a transaction of the budget. odd: it cannot be imported, or is no
 * transaction. left out: a person left it out.
 */
export const MARKS = ["new", "there", "elsewhere", "changed", "odd", "left_out"] as const;
export type Mark = (typeof MARKS)[number];

/** The reason of a row that a person left out. */
export const LEFT_OUT = "you left it out";

/**
 * The states in which another import's rows will reach the budget whether or not this one is
 * confirmed.
 */
const CONFIRMED: readonly RunState[] = [...POSTING, "done"];

/** SQL: the mark of the row r. */
export const MARK = `CASE
  WHEN r.state = 'duplicate' THEN 'there'
  WHEN r.state = 'skipped' AND r.reason = '${LEFT_OUT}' THEN 'left_out'
  WHEN r.state IN ('rejected','skipped') THEN 'odd'
  WHEN r.known IS NOT NULL THEN 'there'
  WHEN EXISTS (SELECT 1 FROM updates u WHERE u.run = r.run AND u.seq = r.seq)
    OR EXISTS (SELECT 1 FROM lookalikes l WHERE l.run = r.run AND l.seq = r.seq AND l.decision = 'same') THEN 'changed'
  WHEN r.also_in IS NULL THEN 'new'
  WHEN (SELECT o.state FROM runs o WHERE o.seq = r.also_in) IN ${inSql(CONFIRMED)} THEN 'there'
  ELSE 'elsewhere' END`;

/** How many rows of an import have each mark, and the days that they span. */
export interface Marked {
  readonly counts: Readonly<Record<Mark, number>>;
  readonly from: string | null;
  readonly to: string | null;
}

/** Counts the rows of a run by their marks; `elsewhere` is as markElsewhere stored it last. */
export function countMarks(sql: Sql, run: number): Marked {
  const counts: Record<Mark, number> = {
    new: 0,
    there: 0,
    elsewhere: 0,
    changed: 0,
    odd: 0,
    left_out: 0,
  };
  const found = sql.all<{ mark: Mark; rows: number; first: string | null; last: string | null }>(
    `SELECT ${MARK} AS mark, COUNT(*) AS rows, MIN(r.date) AS first, MAX(r.date) AS last FROM rows r WHERE r.run = ? GROUP BY 1`,
    run,
  );
  for (const { mark, rows } of found) counts[mark] = rows;
  const days = found.flatMap(({ first, last }) => [first, last]).filter((day) => day !== null);
  days.sort();
  return { counts, from: days[0] ?? null, to: days.at(-1) ?? null };
}

/** A row of a preview. `n` is its place in the file, from 0. */
export interface MarkedRow {
  readonly n: number;
  readonly line: number;
  readonly mark: Mark;
  readonly item: string | null;
  readonly transaction_id: number | null;
  readonly reason: string | null;
  readonly cells: string;
  /** The id and the name of the other import that has the row. */
  readonly other: string | null;
  readonly other_name: string | null;
  /** The transaction that the row changes, and why. */
  readonly changes: string | null;
}

/** The rows with one of these marks, in file order. */
export function listMarked(
  sql: Sql,
  run: number,
  marks: readonly Mark[],
  limit: number,
  offset: number,
): { rows: MarkedRow[]; has_more: boolean } {
  assert(
    marks.every((mark) => MARKS.includes(mark)),
    "rows have marks",
  );
  const rows = sql.all<MarkedRow>(
    `SELECT n, line, mark, item, transaction_id, reason, cells, o.id AS other, o.document ->> '$.name' AS other_name, changes FROM (
       SELECT r.seq AS n, r.line, ${MARK} AS mark, item, r.also_in,
         COALESCE(r.transaction_id, r.known,
           (SELECT u.transaction_id FROM updates u WHERE u.run = r.run AND u.seq = r.seq),
           (SELECT w.transaction_id FROM rows w INDEXED BY rows_by_key
            WHERE w.run = r.also_in AND w.key = r.key AND w.occurrence = r.occurrence LIMIT 1)) AS transaction_id,
         r.reason, cells,
         (SELECT u.because FROM updates u WHERE u.run = r.run AND u.seq = r.seq) AS changes
       FROM rows r JOIN row_texts USING (run, seq) WHERE r.run = ?) LEFT JOIN runs o ON o.seq = also_in
     WHERE mark IN (SELECT value FROM json_each(?)) ORDER BY n LIMIT ? OFFSET ?`,
    run,
    JSON.stringify(marks),
    limit + 1,
    offset,
  );
  return { rows: rows.slice(0, limit), has_more: rows.length > limit };
}

/** Stores which transactions of the budget some rows are. */
export function markKnown(
  sql: Sql,
  run: number,
  first: string,
  last: string,
  known: ReadonlyMap<number, number>,
): void {
  sql.run(
    "UPDATE rows SET known = NULL WHERE run = ? AND date BETWEEN ? AND ? AND known IS NOT NULL",
    run,
    first,
    last,
  );
  for (const [seq, transaction] of known)
    sql.run(
      "UPDATE rows SET known = ? WHERE run = ? AND seq = ? AND state = 'waiting'",
      transaction,
      run,
      seq,
    );
}

/**
 * The other imports that may have the same rows: confirmed ones, those that finished after this one
 * arrived, and earlier ones that wait for a person.
 */
export function listOthers(sql: Sql, run: Run): { seq: number; state: RunState }[] {
  const accounts = listAccounts(run.reading);
  const others = sql.all<{ seq: number; state: RunState; reading: string | null }>(
    `SELECT seq, state, reading FROM runs INDEXED BY runs_active
     WHERE state IN ${inSql(ACTIVE)} AND state IN ${inSql(POSTING)}
     UNION ALL
     SELECT seq, state, reading FROM runs INDEXED BY runs_waiting
     WHERE state IN ('question','preview','failed') AND dismissed_at IS NULL AND state = 'preview' AND seq < ?1
     UNION ALL
     SELECT seq, state, reading FROM runs INDEXED BY runs_finished WHERE state = 'done' AND finished_at >= ?2
     ORDER BY seq`,
    run.seq,
    run.created_at,
  );
  return others
    .filter((other) => other.seq !== run.seq)
    .filter(({ reading }) => {
      const parsed: Run["reading"] = reading === null ? null : JSON.parse(reading);
      return listAccounts(parsed).some((account) => accounts.includes(account));
    })
    .map(({ seq, state }) => ({ seq, state }));
}

function listAccounts(reading: Run["reading"]): readonly number[] {
  return reading === null
    ? []
    : Object.values(reading.accounts).flatMap((account) => account?.id ?? []);
}

/** Stores which rows of the run other imports have too. A confirmed import is preferred. */
export function markElsewhere(
  sql: Sql,
  run: Run,
  others: readonly { readonly seq: number; readonly state: RunState }[],
): void {
  const inOrder = [
    ...others.filter(({ state }) => CONFIRMED.includes(state)),
    ...others.filter(({ state }) => !CONFIRMED.includes(state)),
  ].map(({ seq }) => seq);
  sql.transaction(() => {
    sql.run("UPDATE rows SET also_in = NULL WHERE run = ? AND also_in IS NOT NULL", run.seq);
    // Most rows keep the number that they got when they were read; rows of cut days may get
    // another.
    const numbers = new Map(planBoundaries(sql, run).map(({ seq, number }) => [seq, number]));
    for (const other of inOrder) {
      sql.run(
        `UPDATE rows SET also_in = ?2 WHERE run = ?1 AND state = 'waiting' AND also_in IS NULL
           AND seq NOT IN (SELECT value FROM json_each(?3)) AND ${OTHER_HAS("rows.occurrence")}`,
        run.seq,
        other,
        JSON.stringify([...numbers.keys()]),
      );
      for (const [seq, number] of numbers)
        sql.run(
          `UPDATE rows SET also_in = ?2 WHERE run = ?1 AND seq = ?3 AND state = 'waiting' AND also_in IS NULL AND ${OTHER_HAS("?4")}`,
          run.seq,
          other,
          seq,
          number,
        );
    }
  });
}

const OTHER_HAS = (occurrence: string) =>
  `EXISTS (SELECT 1 FROM rows o INDEXED BY rows_by_key WHERE o.run = ?2 AND o.key = rows.key
     AND o.occurrence = ${occurrence} AND o.account = rows.account AND o.state IN ('waiting','inserted','duplicate'))`;

/**
 * Leaves a row out of an import that is not confirmed, or takes it in again. Returns whether that
 * was possible.
 */
export function leaveOut(sql: Sql, run: number, n: number, leaves: boolean): boolean {
  const [from, to] = leaves ? ["waiting", "skipped"] : ["skipped", "waiting"];
  const changed = sql.all(
    `UPDATE rows SET state = '${to}', reason = ?1 WHERE run = ?2 AND seq = ?3 AND state = '${from}'
       AND batch IS NULL AND reason ${leaves ? "IS NOT ?4" : "= ?4"} RETURNING seq`,
    leaves ? LEFT_OUT : null,
    run,
    n,
    LEFT_OUT,
  );
  if (changed.length > 0 && leaves)
    sql.run("DELETE FROM updates WHERE run = ? AND seq = ? AND state = 'planned'", run, n);
  return changed.length > 0;
}
