// Stores what became of rows, in one statement for any number of them.

import { must } from "../../platform/assert.ts";
import type { Sql } from "../../platform/sql/sql.ts";
import type { Run, Runs } from "../imports/runs.ts";
import type { Known } from "./known.ts";
import { ALREADY_THERE, type Fate } from "./settle.ts";

/** Stores the fates of rows of a batch. Runs inside a transaction. */
export function storeFates(sql: Sql, run: number, fates: readonly Fate[]): void {
  if (fates.length === 0) return;
  const values = fates.map(({ seq, state, transaction_id: id, reason, origin = null }) =>
    reason === null && origin === null ? [seq, state, id] : [seq, state, id, reason, origin],
  );
  // Without MATERIALIZED, the planner walks the whole run for each of them. A duplicate keeps what
  // was said of its day (rows.ts).
  sql.run(
    `WITH fates AS MATERIALIZED (SELECT value ->> 0 AS seq, value ->> 1 AS state, value ->> 2 AS id,
       value ->> 3 AS reason, value ->> 4 AS origin FROM json_each(?2))
     UPDATE rows SET state = fates.state, transaction_id = fates.id, batch = NULL, origin = fates.origin,
       reason = CASE fates.state WHEN 'duplicate' THEN fates.reason || COALESCE('; ' || rows.reason, '')
         ELSE fates.reason END
     FROM fates WHERE rows.run = ?1 AND rows.seq = fates.seq`,
    run,
    JSON.stringify(values),
  );
  const takenOver = fates.filter(({ origin }) => origin !== undefined);
  if (takenOver.length > 0)
    sql.run(
      "DELETE FROM late WHERE transaction_id IN (SELECT value FROM json_each(?))",
      JSON.stringify(takenOver.map(({ transaction_id }) => transaction_id)),
    );
  const claims = fates
    .filter((fate) => fate.claims)
    .map((fate) => [fate.seq, must(fate.transaction_id, "a claim names its transaction")]);
  if (claims.length > 0)
    sql.run(
      `INSERT OR REPLACE INTO claims (external_id, account, transaction_id)
       SELECT t.item ->> '$.external_id', r.account, j.value ->> 1
       FROM json_each(?2) j CROSS JOIN rows r ON r.run = ?1 AND r.seq = j.value ->> 0
         JOIN row_texts t USING (run, seq)`,
      run,
      JSON.stringify(claims),
    );
}

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
  known: ReadonlyMap<number, Known>,
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
