// Stores what became of rows, in one statement for any number of them.

import type { Sql } from "../../platform/sql/sql.ts";
import type { Run, Runs } from "../imports/runs.ts";
import { ALREADY_THERE } from "./settle.ts";

/**
 * Settles waiting rows that the budget's list has just shown to be there under their external_id,
 * as the service's answer would. A transaction with the mark of this import or of an undone one is
 * left to the service's answer: the row may have inserted it, or takes it over. Runs inside a
 * transaction.
 *
 * If the transaction is deleted after it was listed, the row ends as it does if the transaction is
 * deleted just after the service has answered "duplicate".
 */
export function recordThere(
  sql: Sql,
  runs: Runs,
  run: Run,
  known: ReadonlyMap<number, { readonly id: number; readonly run: string | null }>,
): void {
  const undone = listUndone(sql, new Set([...known.values()].flatMap((one) => one.run ?? [])));
  const there = [...known].filter(
    ([, { run: mark }]) => mark === null || (mark !== run.id && !undone.has(mark)),
  );
  if (there.length === 0) return;
  // Without MATERIALIZED, the planner walks the whole run for each of them.
  const settled = sql.all(
    `WITH there AS MATERIALIZED (SELECT value ->> 0 AS seq, value ->> 1 AS id FROM json_each(?3))
     UPDATE rows SET state = 'duplicate', transaction_id = there.id, reason = ?2 || COALESCE('; ' || reason, '')
     FROM there WHERE rows.run = ?1 AND rows.seq = there.seq AND rows.state = 'waiting' AND rows.batch IS NULL
     RETURNING 1`,
    run.seq,
    ALREADY_THERE,
    JSON.stringify(there.map(([seq, { id }]) => [seq, id])),
  );
  runs.count(run.seq, { duplicate: settled.length });
}

/**
 * Lets rows wait again that recordThere settled, before the import waits for a person: they are
 * compared again when it goes on. Runs inside a transaction.
 */
export function forgetThere(sql: Sql, runs: Runs, run: number): void {
  const waiting = sql.all(
    `UPDATE rows SET state = 'waiting', transaction_id = NULL, reason = NULL
     WHERE run = ?1 AND seq IN (SELECT seq FROM rows INDEXED BY rows_duplicate
       WHERE run = ?1 AND state = 'duplicate' AND key IS NOT NULL AND substr(reason, 1, length(?2)) = ?2)
     RETURNING 1`,
    run,
    ALREADY_THERE,
  );
  runs.count(run, { duplicate: -waiting.length });
}

function listUndone(sql: Sql, runs: ReadonlySet<string>): Set<string> {
  const undone = sql.all<{ id: string }>(
    "SELECT id FROM runs WHERE state = 'undone' AND id IN (SELECT value FROM json_each(?))",
    JSON.stringify([...runs]),
  );
  return new Set(undone.map(({ id }) => id));
}
