// Rows that look like a transaction from another source in the account (rules/lookalikes.ts), and
// the decisions about them. A row whose text agrees too is recorded as already there; the user may
// still insert it. About any other row the user decides before anything of the import is posted.
// Every decision can be changed until then.

import type { Sql } from "../../platform/sql/sql.ts";
import { printUnits, units } from "../../money/money.ts";
import type { Question } from "../../statements/statement.ts";
import { awaitsRow } from "../inbox/applying/bank-row.ts";
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

/** Stores lookalikes among the waiting rows of some days; the user's decisions stay. */
export function storeLookalikes(
  sql: Sql,
  runs: Runs,
  run: number,
  found: readonly Likeness[],
): void {
  for (const { seq, transaction, evidence, certain } of found) {
    sql.run(
      "INSERT OR IGNORE INTO lookalikes (run, seq, transaction_id, evidence) VALUES (?, ?, ?, ?)",
      run,
      seq,
      transaction,
      evidence,
    );
    if (certain) decide(sql, runs, run, seq, "same");
  }
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

/** Records a row as already there, or as one to insert; does nothing if it has no lookalike. */
export function decide(sql: Sql, runs: Runs, run: number, seq: number, decision: Decision): void {
  sql.transaction(() => {
    const changed = sql.all<{ transaction_id: number; evidence: string }>(
      "UPDATE lookalikes SET decision = ?1 WHERE run = ?2 AND seq = ?3 AND decision IS NOT ?1 RETURNING transaction_id, evidence",
      decision,
      run,
      seq,
    );
    const [one] = changed;
    if (one === undefined) return;
    // A receipt's own transaction is changed to the row when it is posted (receipts.ts).
    if (awaitsRow(sql, one.transaction_id)) return;
    if (decision === "same") {
      recordSame(sql, runs, { run, seq, transaction: one.transaction_id, evidence: one.evidence });
      return;
    }
    const rows = sql.all(
      "UPDATE rows SET state = 'waiting', transaction_id = NULL, reason = NULL WHERE run = ? AND seq = ? AND state = 'duplicate' RETURNING seq",
      run,
      seq,
    );
    if (rows.length === 0) return;
    runs.count(run, { duplicate: -1 });
    sql.run(`DELETE FROM claims WHERE external_id = ${ID}`, run, seq);
  });
}

/** Records that a row is this transaction, which is already there. Runs inside a transaction. */
export function recordSame(
  sql: Sql,
  runs: Runs,
  { run, seq, transaction, evidence }: Omit<Likeness, "certain"> & { readonly run: number },
): void {
  const rows = sql.all(
    "UPDATE rows SET state = 'duplicate', transaction_id = ?, reason = ? WHERE run = ? AND seq = ? AND state = 'waiting' AND batch IS NULL RETURNING seq",
    transaction,
    `already there: ${evidence}`,
    run,
    seq,
  );
  if (rows.length === 0) return;
  runs.count(run, { duplicate: 1 });
  sql.run(
    `INSERT OR REPLACE INTO claims (external_id, account, transaction_id) SELECT ${ID}, account, ?3 FROM rows WHERE run = ?1 AND seq = ?2`,
    run,
    seq,
    transaction,
  );
}

const ID = "(SELECT item ->> '$.external_id' FROM row_texts WHERE run = ?1 AND seq = ?2)";

/** Decides about every row that is still open. */
export function decideOpen(sql: Sql, runs: Runs, run: number, decision: Decision): void {
  for (const { seq } of sql.all<{ seq: number }>(
    "SELECT seq FROM lookalikes WHERE run = ? AND decision IS NULL",
    run,
  ))
    decide(sql, runs, run, seq, decision);
}

/** Decides about the row of a line; false if it has no lookalike. */
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
  for (const { seq } of rows) decide(sql, runs, run, seq, decision);
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
