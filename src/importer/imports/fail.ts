// Ends an import that could not be read to its end: none of its rows is posted or waits.

import type { Sql } from "../../platform/sql/sql.ts";
import type { Run, Runs } from "./runs.ts";
import { READING } from "./states.ts";

const LEFT_OUT = "left out: the file could not be read to its end";

/** Whether the run is still being read. */
export function isReading(run: Run): boolean {
  return READING.includes(run.state);
}

/** Fails a run that is being read, with this reason; the rows read so far are left out. */
export function failReading(sql: Sql, runs: Runs, run: Run, error: string, now: number): void {
  sql.transaction(() => {
    if (
      !runs.change(run.seq, READING, {
        state: "failed",
        error,
        finished_at: now,
        next_attempt_at: null,
      })
    )
      return;
    const left = sql.all(
      "UPDATE rows SET state = 'skipped', reason = ?, batch = NULL WHERE run = ? AND state = 'waiting' RETURNING seq",
      LEFT_OUT,
      run.seq,
    );
    sql.run("DELETE FROM updates WHERE run = ? AND state = 'planned'", run.seq);
    runs.count(run.seq, { skipped: left.length });
  });
}
