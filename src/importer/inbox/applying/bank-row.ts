// The bank's row of a transaction that was inserted for a receipt: whether it is still awaited, and
// what happens to the receipt once the row is merged into the transaction, or separated again.

import { RECEIPT_LOOK_MS } from "../../../platform/limits.ts";
import type { Sql } from "../../../platform/sql/sql.ts";
import type { ReceiptRow } from "../rows.ts";
import { changeReceipt } from "../change-state.ts";
import { messageBySeq, receiptById, record } from "../store.ts";
import { findApplicationOn } from "./applications.ts";
import { readEvidence } from "./saved-values.ts";

/** Stands in the column `run` of `pendings` for a transaction that no import inserted. */
export const NO_RUN = 0;

/** Whether the transaction was inserted for a receipt, merged with a bank's row or not. */
export function isInsertedForReceipt(sql: Sql, transaction: number): boolean {
  return (
    sql.first(
      "SELECT 1 FROM pendings WHERE transaction_id = ? AND run = ?",
      transaction,
      NO_RUN,
    ) !== null
  );
}

/** Whether the transaction was inserted for a receipt and is not merged with a bank's row. */
export function awaitsRow(sql: Sql, transaction: number): boolean {
  return findAwaiting(sql, [transaction]).has(transaction);
}

/** Finds those of some transactions that were inserted for a receipt and are not merged with a bank's row. */
export function findAwaiting(sql: Sql, transactions: readonly number[]): ReadonlySet<number> {
  const found = sql.all<{ id: number }>(
    `SELECT p.transaction_id AS id FROM json_each(?1) j CROSS JOIN pendings p ON p.transaction_id = j.value
     WHERE p.run = ?2 AND NOT EXISTS
       (SELECT 1 FROM updates u WHERE u.transaction_id = p.transaction_id AND u.state IN ('sent','done'))`,
    JSON.stringify(transactions),
    NO_RUN,
  );
  return new Set(found.map(({ id }) => id));
}

/**
 * Records that a bank's row was merged into the transaction that was inserted for a receipt;
 * `evidence` null: that it was separated again, because its import was undone.
 */
export function recordRowMerge(
  sql: Sql,
  transaction: number,
  evidence: string | null,
  now: number,
): void {
  const application = findApplicationOn(sql, transaction);
  const row = application === null ? null : receiptById(sql, application.receipt);
  if (application === null || row === null) return;
  const own = readEvidence(application);
  const match = JSON.stringify({
    transaction_id: transaction,
    evidence: evidence === null ? own : [...own, evidence],
  });
  const [from, state] =
    evidence === null ? (["matched", "inserted"] as const) : (["inserted", "matched"] as const);
  const what =
    evidence ??
    "the import of its row was taken back: the transaction is again as it was inserted for the receipt";
  if (!changeReceipt(sql, row.id, [from], { state, match })) return;
  record(sql, { message: row.message, receipt: row.id, who: "match", what }, now);
  if (state === "inserted") watchForCompetingMatch(sql, row, now);
}

/**
 * Starts the daily check whether the bank's row of an inserted transaction came another way than by
 * an import here (match/competing-match.ts). The first check is tomorrow.
 */
export function watchForCompetingMatch(
  sql: Sql,
  { id, message, settle_until }: Pick<ReceiptRow, "id" | "message" | "settle_until">,
  now: number,
): void {
  // If the message was deleted, the user could not be asked about the result.
  if (messageBySeq(sql, message) === null) return;
  if (settle_until !== null && settle_until > now)
    sql.run(
      "INSERT OR REPLACE INTO rivals (receipt, until, next_attempt_at) VALUES (?, ?, ?)",
      id,
      settle_until,
      now + RECEIPT_LOOK_MS,
    );
}
