// The rows of a document that was read before are copied instead of read again: the same bytes, read
// by the same code under the same decisions, give the same rows. What became of the earlier rows is
// not copied: each row waits again, and the budget is asked about it as about any other.
//
// Order of writes: as of a slice that is read (rows.ts), rows are stored together with the cursor
// after them. If the earlier reading is forgotten in between, reading goes on at the cursor.

import { COPIED_ROWS_MAX, READ_SLICES_MAX } from "../../platform/limits.ts";
import type { Sql } from "../../platform/sql/sql.ts";
import { breathe, type Tools } from "../tools.ts";
import { endReading } from "./end-reading.ts";
import { findEarlier, rememberReading, type Ended } from "./readings.ts";
import type { Run, Runs } from "./runs.ts";

/** One step of copying rows; false if no import, or none any more, has them. */
export async function copyRows({ sql, runs, chance }: Tools, run: Run): Promise<boolean> {
  for (let count = 0; count < READ_SLICES_MAX; count += 1) {
    const copied = sql.transaction(() => copySlice(sql, runs, run.seq));
    if (copied === null) return count > 0;
    const { ended } = copied;
    if (ended !== null) {
      sql.transaction(() => {
        endReading(sql, runs, run, chance.now(), ended);
        rememberReading(sql, run, ended);
      });
      return true;
    }
    await breathe();
  }
  return true;
}

/** Copies the next rows; null if there are none to copy. After the last one, it has ended. */
function copySlice(sql: Sql, runs: Runs, seq: number): { ended: Ended | null } | null {
  const run = runs.bySeq(seq);
  const earlier = run?.state === "reading" ? findEarlier(sql, run) : null;
  if (run === null || earlier === null) return null;
  const { rows, ended } = earlier;
  const next = Math.min(run.read_next + COPIED_ROWS_MAX, rows);
  sql.run(COPY, seq, earlier.seq, run.read_next, next);
  sql.run(COPY_TEXTS, seq, run.id, earlier.seq, earlier.id, run.read_next, next);
  const counts = sql.first<Counts>(COUNT, seq, run.read_next, next);
  if (counts !== null) runs.count(seq, counts);
  runs.change(seq, ["reading"], { read_next: next });
  if (next < rows) return { ended: null };
  if (run.layout !== null)
    runs.change(seq, ["reading"], { layout: { ...run.layout, proof: ended.proof } });
  return { ended };
}

// A row with a key waited when it was read, whatever became of it; the others have the state and
// the reason that reading gave them.
const COPY = `INSERT INTO rows
    (run, seq, line, state, account, date, amount, key, occurrence, time, balance, reason, pending, reference)
  SELECT ?1, seq, line, IIF(key IS NULL, state, 'waiting'), account, date, amount, key, occurrence, time, balance,
    IIF(key IS NULL, reason, NULL), pending, reference
  FROM rows WHERE run = ?2 AND seq >= ?3 AND seq < ?4`;

// The item names the import that inserts it.
const COPY_TEXTS = `INSERT INTO row_texts (run, seq, item, cells)
  SELECT ?1, seq, replace(item, '"tributary":{"run":"' || ?4 || '"', '"tributary":{"run":"' || ?2 || '"'), cells
  FROM row_texts WHERE run = ?3 AND seq >= ?5 AND seq < ?6`;

interface Counts {
  readonly read: number;
  readonly duplicate: number;
  readonly rejected: number;
  readonly skipped: number;
}

const COUNT = `SELECT COUNT(*) AS read, COUNT(*) FILTER (WHERE state = 'duplicate') AS duplicate,
    COUNT(*) FILTER (WHERE state = 'rejected') AS rejected, COUNT(*) FILTER (WHERE state = 'skipped') AS skipped
  FROM rows WHERE run = ? AND seq >= ? AND seq < ?`;
