// The applications of receipts, one row each: begun, changed, deleted. A receipt has its row before
// the first request leaves, and keeps it until the change is taken back. Nothing here calls the
// service.

import type { Sql } from "../../../platform/sql/sql.ts";
import type { Currency } from "../../../money/currency.ts";
import type { ReceiptRow } from "../rows.ts";
import { changeReceipt } from "../change-state.ts";
import { receiptById } from "../store.ts";

/** What one receipt changes in one transaction (table `settlings`). */
export interface ApplicationRow {
  readonly id: number;
  /** The receipt's id. */
  readonly receipt: number;
  /** "enrich" writes to a transaction that exists, "insert" creates one. */
  readonly how: "enrich" | "insert";
  /** "doing" is under way or done, "undoing" is being taken back, "undone" is over. */
  readonly state: "doing" | "undoing" | "undone";
  /** The transaction; null until the service has answered an insert. */
  readonly transaction_id: number | null;
  /** The sentences that speak for the match, as JSON. */
  readonly evidence: string;
  /** The last request, stored before it leaves: WrittenValues or the body of an insert, as JSON. */
  readonly put: string | null;
  /** The values before that request, as JSON (PreviousValues); null for an insert. */
  readonly before: string | null;
  /** 1 once the service has the request, or has refused it for good. */
  readonly put_done: number;
  /** The name of the attached file, stored before the file is sent. */
  readonly file: string | null;
  /** 1 once the file is attached, or it is certain that it cannot be. */
  readonly file_done: number;
  /** A sentence for the user about a part that could not be done. */
  readonly said: string | null;
  /** The number of attempts that failed in a row. */
  readonly failures: number;
  /** Counts the transactions of one receipt from 0. */
  readonly part: number;
  /** 1 for a shop's receipt of a transaction that a bank alert is applied to as well. */
  readonly beside: number;
  /** While this is taken back, the transaction that replaces it; otherwise null. */
  readonly instead: number | null;
  /** The user's edits that move to the replacement, as JSON (TransferredEdits of carry-over.ts). */
  readonly carried: string | null;
}

/** A receipt's applications that are not undone, one for each of its transactions. */
export function listApplications(sql: Sql, receipt: number): ApplicationRow[] {
  return sql.all<ApplicationRow>(
    "SELECT * FROM settlings WHERE receipt = ? AND state <> 'undone' ORDER BY part",
    receipt,
  );
}

/** The first of a receipt's applications. */
export function findFirstApplication(sql: Sql, receipt: number): ApplicationRow | null {
  return listApplications(sql, receipt)[0] ?? null;
}

/** Finds an application by its own id, undone or not. */
export function findApplication(sql: Sql, id: number): ApplicationRow | null {
  return sql.first<ApplicationRow>("SELECT * FROM settlings WHERE id = ?", id);
}

/** The primary application on a transaction: not that of a shop's receipt added to a bank alert. */
export function findApplicationOn(sql: Sql, transaction: number): ApplicationRow | null {
  return listApplicationsOn(sql, transaction).find(({ beside }) => beside === 0) ?? null;
}

/** The applications on a transaction: the primary one, then the shop's receipt added to it. */
export function listApplicationsOn(sql: Sql, transaction: number): ApplicationRow[] {
  return sql.all<ApplicationRow>(
    "SELECT * FROM settlings WHERE transaction_id = ? AND state <> 'undone' ORDER BY beside",
    transaction,
  );
}

/** The evidence of a match that a person chose. */
export const CHOSEN_BY_PERSON = "a person said that it is this transaction";

/** The match to apply. */
export interface NewMatch {
  /** The receipt is all of these together. If there are none, a transaction is inserted for it. */
  readonly transactions: readonly number[];
  readonly evidence: readonly string[];
  /** The transaction's currency, if the receipt's is open. */
  readonly currency?: Currency | null;
  /** Whether the receipt is added to a transaction that a bank alert is applied to. */
  readonly secondary?: boolean;
}

/**
 * Begins to apply a receipt. Returns null if the receipt was decided, or a transaction taken, since
 * the caller looked. From now on reading the message again leaves the receipt unchanged.
 */
export function beginApplications(
  sql: Sql,
  receipt: ReceiptRow,
  { transactions, evidence, currency = null, secondary = false }: NewMatch,
): ApplicationRow[] | null {
  return sql.transaction(() => {
    const now = receiptById(sql, receipt.id);
    const isUnchanged =
      now !== null && now.state === receipt.state && now.decided_at === receipt.decided_at;
    if (!isUnchanged || findFirstApplication(sql, receipt.id) !== null) return null;
    const isTaken = (id: number) =>
      listApplicationsOn(sql, id).some((other) => (other.beside === 1) === secondary);
    if (transactions.some(isTaken)) return null;
    const shared = { secondary, evidence, carried: null };
    if (transactions.length === 0)
      insertApplication(sql, receipt.id, { how: "insert", transaction: null, part: 0, ...shared });
    for (const [part, transaction] of transactions.entries())
      insertApplication(sql, receipt.id, { how: "enrich", transaction, part, ...shared });
    // The bank's transaction tells which currency an ambiguous symbol ("$", "kr") means.
    if (now.state === "review" && now.currency === null && currency !== null)
      changeReceipt(sql, receipt.id, ["review"], {
        state: "waiting",
        reason: null,
        detail: null,
        currency,
        next_attempt_at: now.next_attempt_at ?? 1,
      });
    sql.run(
      "UPDATE receipts SET match = ? WHERE id = ?",
      JSON.stringify({
        transaction_id: transactions[0] ?? null,
        ...(transactions.length > 1 && { transactions }),
        evidence,
      }),
      receipt.id,
    );
    return listApplications(sql, receipt.id);
  });
}

interface NewApplication extends Pick<ApplicationRow, "how" | "part" | "carried"> {
  readonly transaction: number | null;
  readonly secondary: boolean;
  readonly evidence: readonly string[];
}

export function insertApplication(
  sql: Sql,
  receipt: number,
  { how, transaction, part, secondary, evidence, carried }: NewApplication,
): void {
  sql.run(
    `INSERT INTO settlings (receipt, how, state, transaction_id, part, beside, evidence, carried)
     VALUES (?, ?, 'doing', ?, ?, ?, ?, ?)`,
    receipt,
    how,
    transaction,
    part,
    secondary ? 1 : 0,
    JSON.stringify(evidence),
    carried,
  );
}

export function changeApplication(
  sql: Sql,
  id: number,
  changes: Partial<Omit<ApplicationRow, "id" | "receipt">> & {
    readonly next_attempt_at?: number | null;
  },
): void {
  const entries = Object.entries(changes);
  sql.run(
    `UPDATE settlings SET ${entries.map(([name]) => `${name} = ?`).join(", ")} WHERE id = ?`,
    ...entries.map(([, value]) => value),
    id,
  );
}

/**
 * Deletes an application that has changed nothing in the budget. The receipt looks for its
 * transaction again, so its other applications are taken back.
 */
export function deleteApplication(
  sql: Sql,
  { id, receipt }: Pick<ApplicationRow, "id" | "receipt">,
  now: number,
): void {
  sql.transaction(() => {
    sql.run("DELETE FROM settlings WHERE id = ?", id);
    startTakingBackAll(sql, receipt, now);
    sql.run("UPDATE receipts SET match = NULL WHERE id = ?", receipt);
  });
}

/** Begins to take back the receipt's applications that are under way or done. */
export function startTakingBackAll(sql: Sql, receipt: number, now: number): void {
  sql.run(
    `UPDATE settlings SET state = 'undoing', failures = 0, next_attempt_at = ?
     WHERE receipt = ? AND state = 'doing'`,
    now,
    receipt,
  );
}
