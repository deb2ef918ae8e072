// Stores a slice of a run's rows together with the cursor after it. A read that is killed continues
// at that cursor and stores no row twice.

import { inParts } from "../../platform/sql/list-chunks.ts";
import type { Bindable, Sql } from "../../platform/sql/sql.ts";
import { CUT_CELL_CHARS, ROW_CELLS_CHARS_MAX } from "../../platform/limits.ts";
import { externalId } from "./external-id.ts";
import { itemText } from "./item-text.ts";
import type { NormalizedRow } from "./item.ts";
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

const COLUMNS = [
  "seq",
  "line",
  "state",
  "account",
  "date",
  "amount",
  "key",
  "occurrence",
  "time",
  "balance",
  "reason",
  "pending",
  "reference",
] as const;

/**
 * Many rows at once, as a JSON array of arrays in the order of COLUMNS. Without MATERIALIZED,
 * SQLite prints the text of a row again for each of its columns.
 */
const INSERT = `WITH given AS MATERIALIZED (SELECT value AS v FROM json_each(?2))
  INSERT INTO rows (run, ${COLUMNS.join(", ")})
  SELECT ?1, ${COLUMNS.map((_, index) => `v ->> ${index}`).join(", ")} FROM given`;

const INSERT_TEXTS = `WITH given AS MATERIALIZED (SELECT value AS v FROM json_each(?2))
  INSERT INTO row_texts (run, seq, item, cells) SELECT ?1, v ->> 0, v ->> 1, v ->> 2 FROM given`;

/** Rows of some hundred characters each: their text stays short. */
const STORED_TOGETHER_MAX = 250;

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
    const rows: StoredRow[] = [];
    const store = () => {
      for (const part of inParts(rows.map(toColumns))) sql.run(INSERT, run.seq, part);
      for (const part of inParts(rows.map(toTexts))) sql.run(INSERT_TEXTS, run.seq, part);
      rows.length = 0;
    };
    const findPrinted = (key: string, cells: string) => {
      store();
      return printedBefore(sql, run.seq, key, cells);
    };
    for (const [index, record] of records.entries()) {
      const row = toStored(first + index, record, twins, findPrinted);
      if (row.state !== "waiting") counts[row.state] += 1;
      rows.push(row);
      if (rows.length === STORED_TOGETHER_MAX) store();
    }
    store();
    runs.count(run.seq, counts);
    runs.change(run.seq, ["reading"], { read_next: next });
  });
}

/** A row as it is first stored; columns left out are null. */
interface StoredRow {
  readonly seq: number;
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
 * a duplicate, and `findPrinted` returns the line of the earlier row.
 */
function toStored(
  seq: number,
  record: ReadyRecord,
  twins: Map<string, number>,
  findPrinted: (key: string, cells: string) => number | undefined,
): StoredRow {
  const cells = cellsText(record.cells);
  const { line } = record;
  if (!("row" in record)) return { seq, line, state: record.state, cells, reason: record.reason };
  const { row, key } = record;
  const { account, date, amount, reference } = row.identity;
  const printed = reference !== null && twins.has(key) ? findPrinted(key, cells) : undefined;
  const occurrence = (twins.get(key) ?? 0) + 1;
  const item = itemText(row.item, externalId(key, occurrence));
  const { time, balance, pending } = row;
  const facts = { seq, line, cells, account, date, amount, time, balance, item };
  if (printed !== undefined) {
    const reason = `the same row with the same bank reference as line ${printed}`;
    return { ...facts, state: "duplicate", reason };
  }
  twins.set(key, occurrence);
  return { ...facts, state: "waiting", key, occurrence, pending, reference };
}

function toColumns(row: StoredRow): readonly Bindable[] {
  return [
    row.seq,
    row.line,
    row.state,
    row.account ?? null,
    row.date ?? null,
    row.amount ?? null,
    row.key ?? null,
    row.occurrence ?? null,
    row.time ?? null,
    row.balance ?? null,
    row.reason?.toWellFormed() ?? null,
    row.pending === true ? 1 : 0,
    row.reference?.toWellFormed() ?? null,
  ];
}

function toTexts({ seq, item, cells }: StoredRow): readonly Bindable[] {
  return [seq, item ?? null, cells];
}

/** How many rows the run already has under each key of this slice. */
function countKeys(sql: Sql, run: number, records: readonly ReadyRecord[]): Map<string, number> {
  const keys = records.flatMap((record) => ("row" in record ? [record.key] : []));
  const found = sql.all<{ key: string; twins: number }>(
    // The index is named because the planner would walk the whole run for every slice.
    `SELECT r.key, COUNT(*) AS twins FROM (SELECT DISTINCT value FROM json_each(?)) j
     CROSS JOIN rows r INDEXED BY rows_by_key WHERE r.run = ? AND r.key = j.value GROUP BY r.key`,
    JSON.stringify(keys),
    run,
  );
  return new Map(found.map(({ key, twins }) => [key, twins]));
}

/**
 * The line of an earlier row that this one repeats: every cell the same, bank's id and balance
 * included.
 */
function printedBefore(sql: Sql, run: number, key: string, cells: string): number | undefined {
  return sql.first<{ line: number }>(
    `SELECT line FROM rows INDEXED BY rows_by_key JOIN row_texts USING (run, seq)
     WHERE run = ? AND key = ? AND cells = ? ORDER BY seq LIMIT 1`,
    run,
    key,
    cells,
  )?.line;
}

/** Cells as they are stored: cut if together they would exceed what a database row may hold. */
function cellsText(cells: readonly string[]): string {
  const text = JSON.stringify(cells);
  return text.length <= ROW_CELLS_CHARS_MAX
    ? text
    : JSON.stringify(cells.map((cell) => fit(cell, CUT_CELL_CHARS)));
}
