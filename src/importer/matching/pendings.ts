// Transactions that were inserted while the bank showed them as pending: which ones an import is
// compared with, which of its rows they are (rules/pending.ts), and which the export no longer
// shows. A transaction is listed here from the end of the import that inserted it. It belongs to
// one row, and undoing that row deletes it.

import type { Sql } from "../../platform/sql/sql.ts";
import {
  PENDING_DAYS_BEFORE_MAX,
  PENDING_MAX,
  PENDING_REFERENCE_DAYS_MAX,
} from "../../platform/limits.ts";
import { addDays, type Day } from "../../money/day.ts";
import { printUnits, units, type Units } from "../../money/money.ts";
import { settlePending, type Printed } from "./rules/pending.ts";
import { eachListed, type Drained, type QueueService } from "../posting/drain.ts";
import type { Run } from "../imports/runs.ts";

/** The facts of a transaction as its row last had them; `amount` as the bank prints it. */
export interface Known {
  readonly date: Day;
  readonly amount: Units;
  readonly currency: string;
  readonly payee: string;
  readonly notes: string | null;
  readonly text: string;
  readonly reference: string | null;
  readonly external_id: string;
}

export interface Pending extends Known {
  readonly transaction_id: number;
}

/** The batch of a row that is a pending transaction: it is in no batch. */
export const NO_BATCH = 0;

/** A row's facts, as JSON; from `rows` with `row_texts`. */
export const KNOWN = `json_object('date', date, 'amount', amount, 'currency', item ->> '$.currency', 'payee', item ->> '$.payee',
  'notes', item ->> '$.notes', 'text', COALESCE(item ->> '$.original_name', item ->> '$.payee'),
  'reference', reference, 'external_id', item ->> '$.external_id')`;

export interface Span {
  readonly account: number;
  readonly first: Day;
  readonly last: Day;
}

/** The days that the rows of a run cover, for each account. */
export function listSpans(sql: Sql, run: number): Span[] {
  return sql.all<Span>(
    "SELECT account, MIN(date) AS first, MAX(date) AS last FROM rows WHERE run = ? AND date IS NOT NULL GROUP BY account",
    run,
  );
}

/** The pending transactions of an account on some days. */
export function listPendings(sql: Sql, { account, first, last }: Span): Pending[] {
  return sql
    .all<{ transaction_id: number; facts: string }>(
      `SELECT transaction_id, facts FROM pendings WHERE account = ? AND state = 'pending' AND facts ->> '$.date' BETWEEN ? AND ?
       ORDER BY transaction_id LIMIT ?`,
      account,
      first,
      last,
      PENDING_MAX,
    )
    .map(({ transaction_id, facts }) => ({ ...parseKnown(facts), transaction_id }));
}

/** Parses stored facts. */
export function parseKnown(text: string): Known {
  const facts: Known = JSON.parse(text);
  return facts;
}

/**
 * Decides which waiting rows are pending transactions of earlier imports. They are held back from
 * the batches, and each is settled by an update. It may be repeated until posting begins, with the
 * same result; null when it is done.
 */
export async function planUpdates(
  sql: Sql,
  run: Run,
  service: Pick<QueueService, "list">,
): Promise<Drained | null> {
  forgetPlans(sql, run.seq);
  for (const span of listSpans(sql, run.seq)) {
    const waiting = listPendings(sql, span);
    if (waiting.length === 0) continue;
    const days = waiting.map((one) => one.date).sort();
    const from = addDays(days[0] ?? span.first, -PENDING_DAYS_BEFORE_MAX);
    const to = addDays(days.at(-1) ?? span.last, PENDING_REFERENCE_DAYS_MAX);
    const ids = new Set<string>();
    const failed = await eachListed(service, { account: span.account, from, to }, (transaction) => {
      if (transaction.external_id !== null) ids.add(transaction.external_id);
    });
    if (failed !== null) return failed;
    const rows = newRows(sql, run.seq, { account: span.account, first: from, last: to }, ids);
    plan(sql, run.seq, span.account, waiting, rows);
  }
  return null;
}

/**
 * Removes plans that were not sent: their rows are inserted like others, unless they are planned
 * again.
 */
export function forgetPlans(sql: Sql, run: number): void {
  sql.transaction(() => {
    sql.run(
      `UPDATE rows SET batch = NULL, reason = NULL WHERE run = ?1 AND state = 'waiting' AND batch = ?2
       AND seq IN (SELECT seq FROM updates WHERE run = ?1 AND state = 'planned')`,
      run,
      NO_BATCH,
    );
    sql.run("DELETE FROM updates WHERE run = ? AND state = 'planned'", run);
  });
}

interface NewRow {
  readonly seq: number;
  readonly facts: string;
}

/** The rows of these days that the budget does not have under their own id. */
function newRows(
  sql: Sql,
  run: number,
  { account, first, last }: Span,
  ids: ReadonlySet<string>,
): (Known & { seq: number })[] {
  return sql
    .all<NewRow>(
      `SELECT seq, ${KNOWN} AS facts FROM rows JOIN row_texts USING (run, seq)
       WHERE run = ? AND state = 'waiting' AND batch IS NULL AND account = ? AND date BETWEEN ? AND ? ORDER BY seq`,
      run,
      account,
      first,
      last,
    )
    .map(({ seq, facts }) => ({ ...parseKnown(facts), seq }))
    .filter((row) => !ids.has(row.external_id));
}

function plan(
  sql: Sql,
  run: number,
  account: number,
  waiting: readonly Pending[],
  rows: readonly (Known & { seq: number })[],
): void {
  const shown = new Set(
    sql
      .all<{ id: string }>(
        `SELECT item ->> '$.external_id' AS id FROM rows JOIN row_texts USING (run, seq)
         WHERE run = ? AND account = ? AND state = 'waiting'
           AND item ->> '$.external_id' IN (SELECT value FROM json_each(?))`,
        run,
        account,
        JSON.stringify(waiting.map((one) => one.external_id)),
      )
      .map(({ id }) => id),
  );
  const printed = (id: number, { date, amount, currency, reference, text }: Known): Printed => ({
    id,
    date,
    amount,
    currency,
    reference,
    text,
  });
  const lost = waiting.filter((one) => !shown.has(one.external_id));
  const amounts = new Set(lost.map((one) => one.amount));
  const references = new Set(
    lost.map((one) => one.reference).filter((reference) => reference !== null),
  );
  const fitting = rows.filter(
    (row) => amounts.has(row.amount) || (row.reference !== null && references.has(row.reference)),
  );
  const settled = settlePending(
    lost.map((one) => printed(one.transaction_id, one)),
    fitting.map((row) => printed(row.seq, row)),
  );
  sql.transaction(() => {
    for (const { pending, row, because } of settled) {
      sql.run(
        `INSERT INTO updates (transaction_id, run, seq, state, because, known)
         SELECT transaction_id, ?, ?, 'planned', ?, facts FROM pendings WHERE transaction_id = ?`,
        run,
        row.id,
        because,
        pending.id,
      );
      const reason = `it was pending as ${shownAs(pending)}: that transaction is updated to this row (${because})`;
      sql.run(
        "UPDATE rows SET batch = ?, reason = ? WHERE run = ? AND seq = ?",
        NO_BATCH,
        reason,
        run,
        row.id,
      );
    }
  });
}

/** A booking in a few words. */
export function shownAs({ date, amount, text }: Pick<Known, "date" | "amount" | "text">): string {
  return `${date}, ${printUnits(units(amount), 2)}, "${text.slice(0, 60)}"`;
}

/**
 * When an import is done: what it inserted as pending is remembered; what it showed as posted is no
 * longer pending; what was pending in the days it covers, and is not in it, is listed as missing.
 */
export function closePendings(sql: Sql, run: Run): void {
  if (!run.options.include_pending) return;
  for (const span of listSpans(sql, run.seq)) {
    const waiting = listPendings(sql, span);
    const seen = findRowsOf(sql, run.seq, waiting);
    for (const pending of waiting) {
      const row = seen.get(pending.transaction_id);
      if (row === undefined)
        sql.run(
          "UPDATE pendings SET missing_in = ? WHERE transaction_id = ?",
          run.seq,
          pending.transaction_id,
        );
      else if (row.pending === 1)
        sql.run(
          "UPDATE pendings SET missing_in = NULL WHERE transaction_id = ?",
          pending.transaction_id,
        );
      else {
        // Only the mark changed: undoing the import restores it.
        sql.run(
          "INSERT OR IGNORE INTO updates (transaction_id, run, seq, state, because, known) VALUES (?, ?, ?, 'done', 'it was posted unchanged', ?)",
          pending.transaction_id,
          run.seq,
          row.seq,
          JSON.stringify({ ...pending, transaction_id: undefined }),
        );
        sql.run(
          "UPDATE pendings SET state = 'posted', missing_in = NULL WHERE transaction_id = ?",
          pending.transaction_id,
        );
      }
    }
  }
  sql.run(
    `INSERT OR IGNORE INTO pendings (transaction_id, account, state, run, seq, inserted_at, facts)
     SELECT transaction_id, account, 'pending', run, seq, ?, ${KNOWN}
     FROM rows INDEXED BY rows_inserted JOIN row_texts USING (run, seq)
     WHERE run = ? AND state = 'inserted' AND pending = 1 AND transaction_id IS NOT NULL`,
    run.created_at,
    run.seq,
  );
}

function findRowsOf(
  sql: Sql,
  run: number,
  waiting: readonly Pending[],
): Map<number, { seq: number; pending: number }> {
  const rows = sql.all<{ seq: number; pending: number; transaction_id: number }>(
    `SELECT seq, pending, transaction_id FROM rows INDEXED BY rows_duplicate
     WHERE run = ? AND state = 'duplicate' AND transaction_id IN (SELECT value FROM json_each(?))`,
    run,
    JSON.stringify(waiting.map((one) => one.transaction_id)),
  );
  return new Map(rows.map(({ transaction_id, ...row }) => [transaction_id, row]));
}
