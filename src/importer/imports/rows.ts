// The rows of a run: each record of the document with its result (store-rows.ts), numbered on the
// days that files share, and listed.

import type { Sql } from "../../platform/sql/sql.ts";
import { BOUNDARY_ROWS_MAX, ROWS_PAGE_CHARS_MAX } from "../../platform/limits.ts";
import { numberBoundaryRows, unprovenRows, type BoundaryRow, type Edge } from "./cut-days.ts";
import { externalId, dayKeyRange } from "./external-id.ts";
import { forgetReading } from "./readings.ts";
import { assert } from "../../platform/assert.ts";
import type { Day } from "../../money/day.ts";
import type { Run } from "./runs.ts";

export const ROW_STATES = ["waiting", "inserted", "duplicate", "rejected", "skipped"] as const;
export type RowState = (typeof ROW_STATES)[number];

/** A row as the API shows it. */
export interface ImportRow {
  readonly line: number;
  readonly state: RowState;
  readonly item: string | null;
  readonly transaction_id: number | null;
  readonly reason: string | null;
  readonly cells: string;
}

/** The reason of a row that may hide a second, equal purchase; added to its own reason. */
const UNTOLD =
  "an earlier file was cut on this day, and nothing in the rows tells equal purchases apart: if there were two, one is missing";

interface RowOfDay extends BoundaryRow {
  readonly occurrence: number;
  readonly reference: string | null;
}

/** The number that a row of a cut day gets. */
interface Renumbered {
  readonly seq: number;
  readonly number: number;
  readonly external_id: string;
  readonly reason: string | null;
}

/**
 * Renumbers the rows on the run's first and last days by what earlier files knew of those days
 * (imports/cut-days.ts). Called when posting begins, while no other run of the connection is
 * posting.
 */
export function numberBoundaries(sql: Sql, run: Run): void {
  const planned = planBoundaries(sql, run);
  // Rows with other numbers are not what the document's reading gave.
  if (planned.length > 0) forgetReading(sql, run);
  for (const { seq, number, external_id: id, reason } of planned) {
    sql.run(
      "UPDATE rows SET occurrence = ?, reason = ? WHERE run = ? AND seq = ?",
      number,
      reason,
      run.seq,
      seq,
    );
    sql.run(
      "UPDATE row_texts SET item = json_set(item, '$.external_id', ?) WHERE run = ? AND seq = ?",
      id,
      run.seq,
      seq,
    );
  }
}

/** The rows of cut days with the numbers that they would get now. Nothing is changed. */
export function planBoundaries(sql: Sql, run: Run): Renumbered[] {
  return boundaryDays(sql, run.seq).flatMap(({ account, day }) =>
    planDay(sql, run, account, dayKeyRange(day)),
  );
}

function planDay(
  sql: Sql,
  run: Run,
  account: number,
  [from, to]: ReturnType<typeof dayKeyRange>,
): Renumbered[] {
  const edges = sql.all<Edge & { sha256: string }>(
    `SELECT e.key, e.occurrence, e.amount, e.time, e.balance, r.document ->> 'sha256' AS sha256 FROM edges e JOIN runs r ON r.seq = e.run
     WHERE e.account = ? AND e.key >= ? AND e.key < ? AND e.run <> ?`,
    account,
    from,
    to,
    run.seq,
  );
  if (edges.length === 0) return [];
  const rows = sql.all<RowOfDay>(
    `SELECT seq, key, amount, time, balance, occurrence, item ->> '$.custom_metadata.tributary.reference' AS reference
     FROM rows INDEXED BY rows_by_key JOIN row_texts USING (run, seq)
     WHERE run = ? AND key >= ? AND key < ? AND account = ? AND state = 'waiting' ORDER BY seq LIMIT ?`,
    run.seq,
    from,
    to,
    account,
    BOUNDARY_ROWS_MAX,
  );
  const numbers = numberBoundaryRows(rows, edges);
  const unproven = unprovenRows(rows, edges, numbers);
  const elsewhere = new Set(
    edges.filter((edge) => edge.sha256 !== run.document.sha256).map((edge) => edge.key),
  );
  return rows.flatMap((row) => {
    const number = numbers.get(row.seq) ?? row.occurrence;
    const witnessed = row.time !== null || row.balance !== null;
    const untold =
      row.reference === null && elsewhere.has(row.key) && (!witnessed || unproven.has(row.seq));
    return number === row.occurrence && !untold
      ? []
      : [
          {
            seq: row.seq,
            number,
            external_id: externalId(row.key, number),
            reason: untold ? UNTOLD : null,
          },
        ];
  });
}

/**
 * Remembers the transactions of the run's first and last days, with what tells them apart from
 * equal ones.
 */
export function rememberEdges(sql: Sql, run: number): void {
  for (const { account, day } of boundaryDays(sql, run)) {
    const [from, to] = dayKeyRange(day);
    sql.run(
      `INSERT OR IGNORE INTO edges (account, key, occurrence, amount, time, balance, run)
       SELECT account, key, occurrence, amount, time, balance, run FROM rows INDEXED BY rows_by_key
       WHERE run = ? AND key >= ? AND key < ? AND account = ? AND state IN ('inserted', 'duplicate')`,
      run,
      from,
      to,
      account,
    );
  }
}

function boundaryDays(sql: Sql, run: number): { account: number; day: Day }[] {
  const spans = sql.all<{ account: number; first: Day; last: Day }>(
    "SELECT account, MIN(date) AS first, MAX(date) AS last FROM rows WHERE run = ? AND key IS NOT NULL GROUP BY account",
    run,
  );
  return spans.flatMap(({ account, first, last }) =>
    (first === last ? [first] : [first, last]).map((day) => ({ account, day })),
  );
}

/**
 * The rows of a run in file order, of one state or all; fewer than `limit` if they would be too
 * much for one call.
 */
export function listRows(
  sql: Sql,
  run: number,
  state: RowState | null,
  limit: number,
  offset: number,
): { rows: ImportRow[]; has_more: boolean } {
  // The state is part of the statement, not a parameter: otherwise its partial index is not used.
  assert(state === null || ROW_STATES.includes(state), `no row is ${state}`);
  const ofState = state === null ? "" : `AND state = '${state}'`;
  // Texts are looked up for the rows of the page alone.
  const found = sql.all<ImportRow>(
    `SELECT line, state, item, transaction_id, reason, cells
     FROM (SELECT * FROM rows WHERE run = ? ${ofState} ORDER BY seq LIMIT ? OFFSET ?)
       JOIN row_texts USING (run, seq) ORDER BY seq`,
    run,
    limit + 1,
    offset,
  );
  let chars = 0;
  const rows: ImportRow[] = [];
  for (const row of found.slice(0, limit)) {
    chars += row.cells.length + (row.item?.length ?? 0);
    if (rows.length > 0 && chars > ROWS_PAGE_CHARS_MAX) break;
    rows.push(row);
  }
  return { rows, has_more: rows.length < found.length };
}
