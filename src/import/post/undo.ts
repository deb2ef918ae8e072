// Deletes exactly what a run inserted, up to 500 at a time. A transaction that is gone already counts as
// undone; one that may not be deleted (split or grouped since) stays and is said. Killed anywhere, it
// starts again with what is still marked as inserted: deleting twice is answered "unknown", which is success.

import type { Sql } from "../../budget/sql.ts";
import { BATCH_ROWS_MAX } from "../../limits.ts";
import type { DeleteReply } from "./client.ts";
import { waitAfter, type Chance, type Drained } from "./drain.ts";
import type { Run, Runs } from "./runs.ts";

interface InsertedRow {
  readonly seq: number;
  readonly transaction_id: number;
}

export const UNDONE = "undone: deleted from the budget again";
const GONE = "undone: it had been deleted from the budget already";
const NOT_POSTED = "undone before it was posted";

/** One step of undoing; `run.failures` counts refusals in a row and halves the request each time. */
export async function undoOnce(
  sql: Sql,
  runs: Runs,
  run: Run,
  remove: (ids: readonly number[]) => Promise<DeleteReply>,
  chance: Chance,
): Promise<Drained> {
  const size = Math.max(1, BATCH_ROWS_MAX >> Math.min(run.failures, 16));
  const rows = sql.all<InsertedRow>(
    `SELECT seq, transaction_id FROM rows WHERE run = ? AND state = 'inserted' AND kept = 0 AND transaction_id IS NOT NULL
     ORDER BY seq LIMIT ?`,
    run.seq,
    size,
  );
  if (rows.length === 0) {
    finish(sql, runs, run);
    return { kind: "done" };
  }
  runs.count(run.seq, { requests: 1 });
  const reply = await remove(rows.map((row) => row.transaction_id));
  switch (reply.kind) {
    case "deleted":
      markUndone(sql, runs, run, rows, UNDONE);
      return { kind: "moved" };
    case "refused": {
      const named = rows.filter((_, index) => reply.named.has(index));
      const blamed = rows.length === 1 ? rows : named;
      if (blamed.length === 0) runs.update(run.seq, { failures: run.failures + 1 });
      else if (reply.status === 404) markUndone(sql, runs, run, blamed, GONE);
      else keep(sql, runs, run, blamed, `not undone: ${reply.message}`);
      return { kind: "moved" };
    }
    case "throttled":
    case "unauthorized":
    case "unknown":
      return waitAfter(reply, 1, chance);
  }
}

function markUndone(sql: Sql, runs: Runs, run: Run, rows: readonly InsertedRow[], reason: string): void {
  sql.transaction(() => {
    sql.run(
      "UPDATE rows SET state = 'skipped', reason = ? WHERE run = ? AND seq IN (SELECT value FROM json_each(?))",
      reason,
      run.seq,
      JSON.stringify(rows.map((row) => row.seq)),
    );
    runs.count(run.seq, { inserted: -rows.length, skipped: rows.length });
    runs.update(run.seq, { failures: 0 });
  });
}

function keep(sql: Sql, runs: Runs, run: Run, rows: readonly InsertedRow[], reason: string): void {
  sql.transaction(() => {
    sql.run(
      "UPDATE rows SET kept = 1, reason = ? WHERE run = ? AND seq IN (SELECT value FROM json_each(?))",
      reason,
      run.seq,
      JSON.stringify(rows.map((row) => row.seq)),
    );
    runs.update(run.seq, { failures: 0 });
  });
}

/** What was never posted is left out; what the run taught about days and owners is forgotten. */
function finish(sql: Sql, runs: Runs, run: Run): void {
  sql.transaction(() => {
    const waiting = sql.first<{ n: number }>("SELECT COUNT(*) AS n FROM rows WHERE run = ? AND state = 'waiting'", run.seq);
    sql.run("UPDATE rows SET state = 'skipped', reason = ?, batch = NULL WHERE run = ? AND state = 'waiting'", NOT_POSTED, run.seq);
    runs.count(run.seq, { skipped: waiting?.n ?? 0 });
    sql.run("DELETE FROM edges WHERE run = ?", run.seq);
    sql.run(
      `DELETE FROM claims WHERE external_id IN
         (SELECT json_extract(item, '$.external_id') FROM rows WHERE run = ? AND state = 'duplicate' AND item IS NOT NULL)`,
      run.seq,
    );
  });
}
