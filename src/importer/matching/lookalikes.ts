// Rows that look like a transaction from another source in the account (rules/lookalikes.ts), and
// the decisions about them. A row whose text agrees too is recorded as already there; the user may
// still insert it. About any other row the user decides before anything of the import is posted.
// Every decision can be changed until then.

import { DECIDED_ROWS_MAX } from "../../platform/limits.ts";
import { inParts } from "../../platform/sql/list-chunks.ts";
import type { Sql } from "../../platform/sql/sql.ts";
import { printUnits, units } from "../../money/money.ts";
import type { Question } from "../../statements/statement.ts";
import { findAwaiting } from "../inbox/applying/bank-row.ts";
import type { Runs } from "../imports/runs.ts";

export const DECISIONS = ["same", "insert"] as const;
export type Decision = (typeof DECISIONS)[number];

/**
 * The question when rows look like existing transactions; it is about one file, and never
 * remembered.
 */
export const ALREADY_THERE = "already_there";

/** A row with its lookalike, as the API shows it. */
export interface LookalikeRow {
  readonly line: number;
  readonly item: string;
  readonly transaction_id: number;
  readonly evidence: string;
  readonly decision: Decision | null;
}

/** A row that looks like a transaction; `certain`: nobody needs to be asked. */
export interface Likeness {
  readonly seq: number;
  readonly transaction: number;
  readonly evidence: string;
  readonly certain: boolean;
}

/** Stores lookalikes among the waiting rows of some days; the user's decisions stay. Runs inside a transaction. */
export function storeLookalikes(
  sql: Sql,
  runs: Runs,
  run: number,
  found: readonly Likeness[],
): void {
  const rows = found.map(({ seq, transaction, evidence }) => [seq, transaction, evidence]);
  for (const part of inParts(rows))
    sql.run(
      `INSERT OR IGNORE INTO lookalikes (run, seq, transaction_id, evidence)
       SELECT ?1, value ->> 0, value ->> 1, value ->> 2 FROM json_each(?2)`,
      run,
      part,
    );
  const certain = found.filter((one) => one.certain).map(({ seq }) => seq);
  decide(sql, runs, run, certain, "same");
}

/** Deletes lookalikes without a decision; they are looked for again. */
export function forgetOpen(sql: Sql, run: number): void {
  sql.run("DELETE FROM lookalikes WHERE run = ? AND decision IS NULL", run);
}

/** Rows that were decided about, and the transactions that rows of this run look like. */
export function readDecided(
  sql: Sql,
  run: number,
): { rows: Set<number>; transactions: Set<number> } {
  const all = sql.all<{ seq: number; transaction_id: number }>(
    "SELECT seq, transaction_id FROM lookalikes WHERE run = ?",
    run,
  );
  return {
    rows: new Set(all.map(({ seq }) => seq)),
    transactions: new Set(all.map(({ transaction_id }) => transaction_id)),
  };
}

/**
 * Records rows as already there, or as rows to insert; does nothing about a row that has no lookalike. Runs inside a
 * transaction.
 */
function decide(
  sql: Sql,
  runs: Runs,
  run: number,
  seqs: readonly number[],
  decision: Decision,
): void {
  for (let from = 0; from < seqs.length; from += DECIDED_ROWS_MAX) {
    const changed = sql.all<Same>(
      `UPDATE lookalikes SET decision = ?1
       WHERE run = ?2 AND seq IN (SELECT value FROM json_each(?3)) AND decision IS NOT ?1
       RETURNING seq, transaction_id AS "transaction", evidence`,
      decision,
      run,
      JSON.stringify(seqs.slice(from, from + DECIDED_ROWS_MAX)),
    );
    // A receipt's own transaction is changed to the row when it is posted (receipts.ts).
    const awaiting = findAwaiting(
      sql,
      changed.map((one) => one.transaction),
    );
    const decided = changed.filter((one) => !awaiting.has(one.transaction));
    if (decision === "same") recordSame(sql, runs, run, decided);
    else letWait(sql, runs, run, decided);
  }
}

/** Lets rows that were recorded as already there wait again, to be inserted. */
function letWait(sql: Sql, runs: Runs, run: number, decided: readonly Same[]): void {
  const waiting = sql.all<{ seq: number }>(
    `UPDATE rows SET state = 'waiting', transaction_id = NULL, reason = NULL
     WHERE run = ?1 AND seq IN (SELECT value FROM json_each(?2)) AND state = 'duplicate' RETURNING seq`,
    run,
    JSON.stringify(decided.map(({ seq }) => seq)),
  );
  if (waiting.length === 0) return;
  runs.count(run, { duplicate: -waiting.length });
  sql.run(
    `DELETE FROM claims WHERE external_id IN
       (SELECT item ->> '$.external_id' FROM row_texts WHERE run = ?1 AND seq IN (SELECT value FROM json_each(?2)))`,
    run,
    JSON.stringify(waiting.map(({ seq }) => seq)),
  );
}

/** A row that is a transaction which is already there. */
export type Same = Omit<Likeness, "certain">;

/** Records that rows are transactions which are already there. Runs inside a transaction. */
export function recordSame(sql: Sql, runs: Runs, run: number, same: readonly Same[]): void {
  if (same.length === 0) return;
  const values = same.map(({ seq, transaction, evidence }) => [seq, transaction, evidence]);
  for (const part of inParts(values)) {
    // Without MATERIALIZED, the planner walks the whole run for each of them.
    const rows = sql.all<{ seq: number }>(
      `WITH same AS MATERIALIZED
         (SELECT value ->> 0 AS seq, value ->> 1 AS id, value ->> 2 AS evidence FROM json_each(?2))
       UPDATE rows SET state = 'duplicate', transaction_id = same.id, reason = 'already there: ' || same.evidence
       FROM same WHERE rows.run = ?1 AND rows.seq = same.seq AND rows.state = 'waiting' AND rows.batch IS NULL
       RETURNING rows.seq AS seq`,
      run,
      part,
    );
    if (rows.length === 0) continue;
    runs.count(run, { duplicate: rows.length });
    sql.run(
      `INSERT OR REPLACE INTO claims (external_id, account, transaction_id)
       SELECT t.item ->> '$.external_id', r.account, r.transaction_id
       FROM json_each(?2) j CROSS JOIN rows r ON r.run = ?1 AND r.seq = j.value JOIN row_texts t USING (run, seq)`,
      run,
      JSON.stringify(rows.map(({ seq }) => seq)),
    );
  }
}

/** Decides about every row that is still open. Runs inside a transaction. */
export function decideOpen(sql: Sql, runs: Runs, run: number, decision: Decision): void {
  const open = sql.all<{ seq: number }>(
    "SELECT seq FROM lookalikes WHERE run = ? AND decision IS NULL",
    run,
  );
  decide(
    sql,
    runs,
    run,
    open.map(({ seq }) => seq),
    decision,
  );
}

/** Decides about the row of a line; false if it has no lookalike. Runs inside a transaction. */
export function decideLine(
  sql: Sql,
  runs: Runs,
  run: number,
  line: number,
  decision: Decision,
): boolean {
  const rows = sql.all<{ seq: number }>(
    "SELECT l.seq FROM lookalikes l JOIN rows r USING (run, seq) WHERE l.run = ? AND r.line = ?",
    run,
    line,
  );
  decide(
    sql,
    runs,
    run,
    rows.map(({ seq }) => seq),
    decision,
  );
  return rows.length > 0;
}

/** The question about the rows that are open, or null. */
export function askAboutLookalikes(sql: Sql, run: number): Question | null {
  const open = sql.first<{ n: number; seq: number | null }>(
    "SELECT COUNT(*) AS n, MIN(seq) AS seq FROM lookalikes WHERE run = ? AND decision IS NULL",
    run,
  );
  if (open === null || open.seq === null) return null;
  const first = sql.first<{
    line: number;
    date: string;
    payee: string;
    amount: number;
    evidence: string;
  }>(
    `SELECT r.line, r.date, item ->> '$.payee' AS payee, r.amount, l.evidence
     FROM lookalikes l JOIN rows r USING (run, seq) JOIN row_texts USING (run, seq) WHERE l.run = ? AND l.seq = ?`,
    run,
    open.seq,
  );
  const example =
    first === null
      ? ""
      : `line ${first.line}: ${first.date}, ${printUnits(units(first.amount), 2)}, "${first.payee.slice(0, 60)}" (${first.evidence})`;
  const [rows, are] =
    open.n === 1 ? ["row looks", "Is it the same"] : ["rows look", "Are they the same"];
  return {
    id: ALREADY_THERE,
    ask: `${open.n} ${rows} like what is already in the account, from another source. ${are}?`,
    choices: [
      { value: "same", label: "The same: record as already there", example },
      { value: "insert", label: "Different: insert them", example: "" },
    ],
  };
}

/** The rows with their lookalikes, in file order. */
export function listLookalikes(
  sql: Sql,
  run: number,
  limit: number,
  offset: number,
): LookalikeRow[] {
  return sql.all<LookalikeRow>(
    `SELECT r.line, item, l.transaction_id, l.evidence, l.decision
     FROM lookalikes l JOIN rows r USING (run, seq) JOIN row_texts USING (run, seq)
     WHERE l.run = ? ORDER BY l.seq LIMIT ? OFFSET ?`,
    run,
    limit,
    offset,
  );
}
