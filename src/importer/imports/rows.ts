// The rows of a run: each record of the document with its result. A slice is stored together with
// the cursor after it. A read that is killed continues at that cursor and stores no row twice.

import type { Bindable, Sql } from "../../platform/sql/sql.ts";
import {
  BOUNDARY_ROWS_MAX,
  CUT_CELL_CHARS,
  ROW_CELLS_CHARS_MAX,
  ROWS_PAGE_CHARS_MAX,
} from "../../platform/limits.ts";
import { numberBoundaryRows, unprovenRows, type BoundaryRow, type Edge } from "./cut-days.ts";
import { externalId, dayKeyRange } from "./external-id.ts";
import { itemText, type NormalizedRow } from "./item.ts";
import { forgetReading } from "./readings.ts";
import { assert } from "../../platform/assert.ts";
import type { Day } from "../../money/day.ts";
import { fit } from "../../platform/text.ts";
import type { Run, Runs } from "./runs.ts";

/** A record that is not posted, with the reason. */
export interface LeftOut {
  readonly line: number;
  readonly cells: readonly string[];
  readonly state: "rejected" | "skipped";
  readonly reason: string;
}

/**
 * A record of the document, ready to be stored: with its insert item and identity key, or left out.
 */
export type ReadyRecord =
  | {
      readonly line: number;
      readonly cells: readonly string[];
      readonly row: NormalizedRow;
      readonly key: string;
    }
  | LeftOut;

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

const INSERT = `INSERT INTO rows
  (run, seq, line, state, account, date, amount, key, occurrence, time, balance, item, cells, reason, pending, reference)
  VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`;

/** Most rows wait, are booked and have no time of day: the fewer values are bound, the sooner. */
const INSERT_PLAIN = `INSERT INTO rows
  (run, seq, line, state, account, date, amount, key, occurrence, balance, item, cells, pending, reference)
  VALUES (?, ?, ?, 'waiting', ?, ?, ?, ?, ?, ?, ?, ?, 0, ?)`;

/** Records of a document. The first is row `first` of the run; the next slice begins at `next`. */
interface Slice {
  readonly first: number;
  readonly next: number;
  readonly records: readonly ReadyRecord[];
}

/** Stores a slice and moves the cursor to `next`; does nothing if the cursor is already past it. */
export function storeSlice(sql: Sql, runs: Runs, run: Run, { first, next, records }: Slice): void {
  sql.transaction(() => {
    const now = runs.bySeq(run.seq);
    if (now === null || now.state !== "reading" || now.read_next !== first) return;
    const twins = countKeys(sql, run.seq, records);
    const counts = { read: records.length, duplicate: 0, rejected: 0, skipped: 0 };
    for (const [index, record] of records.entries()) {
      const row = toStored(sql, run.seq, twins, record);
      if (row.state !== "waiting") counts[row.state] += 1;
      insertRow(sql, run.seq, first + index, row);
    }
    runs.count(run.seq, counts);
    runs.change(run.seq, ["reading"], { read_next: next });
  });
}

/** A row as it is first stored; columns left out are null. */
interface StoredRow {
  readonly line: number;
  readonly state: "waiting" | "duplicate" | "rejected" | "skipped";
  readonly cells: string;
  readonly account?: number;
  readonly date?: string;
  readonly amount?: number;
  readonly key?: string;
  readonly occurrence?: number;
  readonly time?: string | null;
  readonly balance?: number | null;
  readonly item?: string;
  readonly reason?: string;
  readonly pending?: boolean;
  readonly reference?: string | null;
}

/**
 * The row of a record. `twins` counts the rows under each key; the same reference printed twice is
 * a duplicate.
 */
function toStored(
  sql: Sql,
  run: number,
  twins: Map<string, number>,
  record: ReadyRecord,
): StoredRow {
  const cells = cellsText(record.cells);
  const { line } = record;
  if (!("row" in record)) return { line, state: record.state, cells, reason: record.reason };
  const { row, key } = record;
  const { account, date, amount, reference } = row.identity;
  const printed =
    reference !== null && twins.has(key) ? printedBefore(sql, run, key, cells) : undefined;
  const occurrence = (twins.get(key) ?? 0) + 1;
  const item = itemText(row.item, externalId(key, occurrence));
  const facts = { line, cells, account, date, amount, time: row.time, balance: row.balance, item };
  if (printed !== undefined) {
    const reason = `the same row with the same bank reference as line ${printed}`;
    return { ...facts, state: "duplicate", reason };
  }
  twins.set(key, occurrence);
  return { ...facts, state: "waiting", key, occurrence, pending: row.pending, reference };
}

function insertRow(sql: Sql, run: number, seq: number, row: StoredRow): void {
  if (row.state !== "waiting" || row.pending === true || row.time != null) {
    sql.run(INSERT, run, seq, ...columns(row));
    return;
  }
  sql.run(
    INSERT_PLAIN,
    run,
    seq,
    row.line,
    row.account ?? null,
    row.date ?? null,
    row.amount ?? null,
    row.key ?? null,
    row.occurrence ?? null,
    row.balance ?? null,
    row.item ?? null,
    row.cells,
    row.reference ?? null,
  );
}

function columns(row: StoredRow): readonly Bindable[] {
  return [
    row.line,
    row.state,
    row.account ?? null,
    row.date ?? null,
    row.amount ?? null,
    row.key ?? null,
    row.occurrence ?? null,
    row.time ?? null,
    row.balance ?? null,
    row.item ?? null,
    row.cells,
    row.reason ?? null,
    row.pending === true ? 1 : 0,
    row.reference ?? null,
  ];
}

/** How many rows the run already has under each key of this slice. */
function countKeys(sql: Sql, run: number, records: readonly ReadyRecord[]): Map<string, number> {
  const keys = new Set(records.flatMap((record) => ("row" in record ? [record.key] : [])));
  const found = sql.all<{ key: string; twins: number }>(
    // The index is named because the planner would walk the whole run for every slice.
    `SELECT r.key, COUNT(*) AS twins FROM json_each(?) j CROSS JOIN rows r INDEXED BY rows_by_key
     WHERE r.run = ? AND r.key = j.value GROUP BY r.key`,
    JSON.stringify([...keys]),
    run,
  );
  return new Map(found.map(({ key, twins }) => [key, twins]));
}

/**
 * The line of an earlier row that this one repeats: every cell the same, bank's id and balance
 * included.
 */
function printedBefore(sql: Sql, run: number, key: string, cells: string): number | undefined {
  const same =
    "SELECT line FROM rows INDEXED BY rows_by_key WHERE run = ? AND key = ? AND cells = ? ORDER BY seq LIMIT 1";
  return sql.first<{ line: number }>(same, run, key, cells)?.line;
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
  for (const { seq, number, external_id: id, reason } of planned)
    sql.run(
      "UPDATE rows SET occurrence = ?, item = json_set(item, '$.external_id', ?), reason = ? WHERE run = ? AND seq = ?",
      number,
      id,
      reason,
      run.seq,
      seq,
    );
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
     FROM rows INDEXED BY rows_by_key
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

/** Cells as they are stored: cut if together they would exceed what a database row may hold. */
function cellsText(cells: readonly string[]): string {
  const text = JSON.stringify(cells);
  return text.length <= ROW_CELLS_CHARS_MAX
    ? text
    : JSON.stringify(cells.map((cell) => fit(cell, CUT_CELL_CHARS)));
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
  const columns = "SELECT line, state, item, transaction_id, reason, cells FROM rows";
  const found =
    state === null
      ? sql.all<ImportRow>(
          `${columns} WHERE run = ? ORDER BY seq LIMIT ? OFFSET ?`,
          run,
          limit + 1,
          offset,
        )
      : sql.all<ImportRow>(
          `${columns} WHERE run = ? AND state = '${state}' ORDER BY seq LIMIT ? OFFSET ?`,
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
