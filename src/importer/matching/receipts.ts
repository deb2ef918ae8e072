// Matches imported rows to transactions that were inserted for a receipt before the bank's row
// existed, by the same rules that match receipts to transactions (inbox/match/pair.ts). Such a row
// is not inserted: it changes that transaction to its own day and amount, like a pending one
// (updates.ts). If several fit, or only the amount agrees, the user is asked.

import { MATCH_RECEIPTS_MAX } from "../../platform/limits.ts";
import type { Sql } from "../../platform/sql/sql.ts";
import { parseCurrency } from "../../money/currency.ts";
import { units } from "../../money/money.ts";
import { pairUp, bookingWindow, type Booked, type Claimed } from "../inbox/match/pair.ts";
import { findCards, toClaimed, readOriginal } from "../inbox/match/pool.ts";
import type { ReceiptRow } from "../inbox/rows.ts";
import { findAwaiting, NO_RUN } from "../inbox/applying/bank-row.ts";
import { eachListed, type Drained, type QueueService } from "../posting/drain.ts";
import { recordSame, storeLookalikes, type Same } from "./lookalikes.ts";
import {
  KNOWN,
  NO_BATCH,
  parseKnown,
  shownAs,
  listSpans,
  type Known,
  type Span,
} from "./pendings.ts";
import type { Run, Runs } from "../imports/runs.ts";

/**
 * Handles rows that the user matched to a receipt's transaction, which became another import's row
 * since: they are already there.
 */
function settleMerged(sql: Sql, runs: Runs, run: number): void {
  const said = sql.all<Same>(
    `SELECT l.seq, l.transaction_id AS "transaction", l.evidence FROM lookalikes l JOIN rows r USING (run, seq)
     WHERE l.run = ? AND l.decision = 'same' AND r.state = 'waiting'`,
    run,
  );
  const awaiting = findAwaiting(
    sql,
    said.map((one) => one.transaction),
  );
  sql.transaction(() =>
    recordSame(
      sql,
      runs,
      run,
      said.filter((one) => !awaiting.has(one.transaction)),
    ),
  );
}

interface Expecting {
  readonly claimed: Claimed;
  readonly transaction: number;
}

type NewRow = Known & { readonly seq: number; readonly metadata: string | null };

/**
 * Plans the updates of rows that are receipts' transactions; null when it is done. It may be
 * repeated until posting begins, with the same result.
 */
export async function planReceipts(
  sql: Sql,
  runs: Runs,
  run: Run,
  service: Pick<QueueService, "list">,
): Promise<Drained | null> {
  settleMerged(sql, runs, run.seq);
  for (const { account, first, last } of listSpans(sql, run.seq)) {
    const expecting = listExpecting(sql, account).filter(
      ({ claimed }) => bookingWindow(claimed).to >= first && bookingWindow(claimed).from <= last,
    );
    if (expecting.length === 0) continue;
    const days = expecting
      .flatMap(({ claimed }) => [bookingWindow(claimed).from, bookingWindow(claimed).to])
      .sort();
    const [from, to] = [days[0] ?? first, days.at(-1) ?? last];
    const there = new Set<string>();
    const failed = await eachListed(service, { account, from, to }, (transaction) => {
      if (transaction.external_id !== null) there.add(transaction.external_id);
    });
    if (failed !== null) return failed;
    const rows = newRows(sql, run.seq, { account, first: from, last: to }).filter(
      (row) => !there.has(row.external_id),
    );
    sql.transaction(() => plan(sql, runs, run, expecting, rows));
  }
  return null;
}

/** Receipts whose own transaction is in the account, and no bank row matches it yet. */
function listExpecting(sql: Sql, account: number): Expecting[] {
  const rows = sql.all<ReceiptRow & { readonly expected: number }>(
    `SELECT r.*, p.transaction_id AS expected FROM pendings p JOIN settlings s ON s.transaction_id = p.transaction_id AND s.state = 'doing' AND s.beside = 0 JOIN receipts r ON r.id = s.receipt
     WHERE p.account = ? AND p.run = ? AND p.state = 'posted'
       AND NOT EXISTS (SELECT 1 FROM updates u WHERE u.transaction_id = p.transaction_id AND u.state IN ('sent','done')) ORDER BY r.id LIMIT ?`,
    account,
    NO_RUN,
    MATCH_RECEIPTS_MAX,
  );
  return rows.flatMap((row) => {
    const claimed = toClaimed(row);
    return claimed === null ? [] : [{ claimed, transaction: row.expected }];
  });
}

/**
 * The rows of these days that are in no batch, are not known to be another transaction, and that
 * the user did not choose to insert.
 */
function newRows(sql: Sql, run: number, { account, first, last }: Span): NewRow[] {
  return sql
    .all<{ seq: number; facts: string; metadata: string | null }>(
      `SELECT seq, ${KNOWN} AS facts, item ->> '$.custom_metadata.tributary' AS metadata
       FROM rows JOIN row_texts USING (run, seq)
       WHERE run = ?1 AND state = 'waiting' AND batch IS NULL AND account = ?2 AND date BETWEEN ?3 AND ?4
         AND item ->> '$.external_id' NOT IN (SELECT external_id FROM claims)
         AND seq NOT IN (SELECT seq FROM lookalikes WHERE run = ?1 AND decision = 'insert') ORDER BY seq`,
      run,
      account,
      first,
      last,
    )
    .map(({ seq, facts, metadata }) => ({ ...parseKnown(facts), seq, metadata }));
}

function toBooked(row: NewRow): Booked | null {
  const currency = parseCurrency(row.currency);
  if (currency === null || row.amount === 0) return null;
  const kept: Record<string, unknown> = JSON.parse(row.metadata ?? "{}");
  const facts = Object.fromEntries(
    Object.entries(kept).flatMap(([name, value]) =>
      typeof value === "string" ? [[name, value]] : [],
    ),
  );
  return {
    id: row.seq,
    date: row.date,
    amount: units(0 - row.amount),
    currency,
    texts: [row.payee, row.text],
    cards: findCards(facts, row.text),
    original: readOriginal(facts),
  };
}

function plan(
  sql: Sql,
  runs: Runs,
  run: Run,
  expecting: readonly Expecting[],
  rows: readonly NewRow[],
): void {
  const transactions = new Map(
    expecting.map(({ claimed, transaction }) => [claimed.id, transaction]),
  );
  const said = sql.all<{ seq: number; transaction_id: number }>(
    "SELECT seq, transaction_id FROM lookalikes WHERE run = ? AND decision = 'same'",
    run.seq,
  );
  const mine = new Set(transactions.values());
  const decided = said.filter((one) => mine.has(one.transaction_id));
  for (const { seq, transaction_id } of decided)
    planOne(sql, run.seq, { seq, transaction: transaction_id, because: "as you decided" }, rows);
  const taken = {
    rows: new Set(decided.map(({ seq }) => seq)),
    transactions: new Set(decided.map((one) => one.transaction_id)),
  };
  const open = expecting
    .filter(({ transaction }) => !taken.transactions.has(transaction))
    .map(({ claimed }) => claimed);
  const booked = rows
    .filter(({ seq }) => !taken.rows.has(seq))
    .flatMap((row) => toBooked(row) ?? []);
  const { pairs, tied, weak } = pairUp(open, booked, new Set());
  for (const { receipt, transaction: seq, evidence } of pairs)
    planOne(
      sql,
      run.seq,
      { seq, transaction: transactions.get(receipt) ?? 0, because: evidence.join("; ") },
      rows,
    );
  // Without skip_duplicates, lookalikes are neither skipped nor asked about.
  if (!run.options.skip_duplicates) return;
  for (const [receipt, candidates] of [...tied, ...weak]) {
    // Each row and each receipt is asked about once; the other candidates are other purchases.
    const candidate = candidates.find(({ transactions: [seq = 0] }) => !taken.rows.has(seq));
    const [seq] = candidate?.transactions ?? [];
    if (candidate === undefined || seq === undefined) continue;
    taken.rows.add(seq);
    storeLookalikes(sql, runs, run.seq, [
      {
        seq,
        transaction: transactions.get(receipt) ?? 0,
        evidence: `inserted for a receipt: ${candidate.evidence.join("; ")}`,
        certain: false,
      },
    ]);
  }
}

function planOne(
  sql: Sql,
  run: number,
  { seq, transaction, because }: { seq: number; transaction: number; because: string },
  rows: readonly NewRow[],
): void {
  if (!rows.some((row) => row.seq === seq)) return;
  const known = sql.first<{ facts: string }>(
    "SELECT facts FROM pendings WHERE transaction_id = ?",
    transaction,
  )?.facts;
  if (known === undefined) return;
  sql.run(
    "INSERT INTO updates (transaction_id, run, seq, state, because, known) VALUES (?, ?, ?, 'planned', ?, ?)",
    transaction,
    run,
    seq,
    because,
    known,
  );
  const reason = `it was inserted for a receipt as ${shownAs(parseKnown(known))}: that transaction is updated to this row (${because})`;
  sql.run(
    "UPDATE rows SET batch = ?, reason = ? WHERE run = ? AND seq = ?",
    NO_BATCH,
    reason,
    run,
    seq,
  );
}
