// Stores a slice of a run's rows together with the cursor after it. A read that is killed continues
// at that cursor and stores no row twice.

import type { Bindable, Sql } from "../../platform/sql/sql.ts";
import { CUT_CELL_CHARS, ROW_CELLS_CHARS_MAX } from "../../platform/limits.ts";
import { externalId } from "./external-id.ts";
import { itemText, type NormalizedRow } from "./item.ts";
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

/** Cells as they are stored: cut if together they would exceed what a database row may hold. */
function cellsText(cells: readonly string[]): string {
  const text = JSON.stringify(cells);
  return text.length <= ROW_CELLS_CHARS_MAX
    ? text
    : JSON.stringify(cells.map((cell) => fit(cell, CUT_CELL_CHARS)));
}
