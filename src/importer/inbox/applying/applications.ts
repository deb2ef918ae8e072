// Settlings as rows: begun, changed, taken back. What a receipt is doing in the budget is here from before its first request
// until it is undone. Nothing here asks the service.

import { RECEIPT_LOOK_MS } from "../../../platform/limits.ts";
import type { Sql } from "../../../platform/sql/sql.ts";
import type { Currency } from "../../../money/currency.ts";
import type { ReceiptRow } from "../rows.ts";
import { changeReceipt } from "../change-state.ts";
import { messageBySeq, receiptById, record } from "../store.ts";

export interface ApplicationRow {
  readonly id: number;
  readonly receipt: number;
  readonly how: "enrich" | "insert";
  readonly state: "doing" | "undoing" | "undone";
  readonly transaction_id: number | null;
  /** A list of sentences, as JSON. */
  readonly evidence: string;
  readonly put: string | null;
  readonly before: string | null;
  readonly put_done: number;
  readonly file: string | null;
  readonly file_done: number;
  readonly said: string | null;
  readonly failures: number;
  /** Counts from 0 where the receipt is several transactions together. */
  readonly part: number;
  /** 1: the shop's receipt of a transaction that the bank's notice told of before. */
  readonly beside: number;
  /** Of what is being taken back: the transaction that the receipt is instead. */
  readonly instead: number | null;
  /** What goes with the receipt from the transaction that was its own (carry-over.ts), as JSON. */
  readonly carried: string | null;
}

/** What the receipt is doing or has done, a row a transaction; none where nothing was begun, or all was undone. */
export function listApplications(sql: Sql, receipt: number): ApplicationRow[] {
  return sql.all<ApplicationRow>(
    "SELECT * FROM settlings WHERE receipt = ? AND state <> 'undone' ORDER BY part",
    receipt,
  );
}

/** The only one, or the first. */
export function findFirstApplication(sql: Sql, receipt: number): ApplicationRow | null {
  return listApplications(sql, receipt)[0] ?? null;
}

export function findApplication(sql: Sql, id: number): ApplicationRow | null {
  return sql.first<ApplicationRow>("SELECT * FROM settlings WHERE id = ?", id);
}

/** The one that has the transaction, not the one beside it. */
export function findApplicationOn(sql: Sql, transaction: number): ApplicationRow | null {
  return listApplicationsOn(sql, transaction).find(({ beside }) => beside === 0) ?? null;
}

/** The one that has the transaction, and the shop's receipt beside the bank's notice. */
export function listApplicationsOn(sql: Sql, transaction: number): ApplicationRow[] {
  return sql.all<ApplicationRow>(
    "SELECT * FROM settlings WHERE transaction_id = ? AND state <> 'undone' ORDER BY beside",
    transaction,
  );
}

/** What is begun. Several `transactions`: the receipt is all of them together; none: it is inserted. */
export interface NewApplications {
  readonly transactions: readonly number[];
  readonly evidence: readonly string[];
  /** The transaction's, where the receipt's is open. */
  readonly currency?: Currency | null;
  readonly beside?: boolean;
}

/**
 * Begins; null where the receipt was decided about, or a transaction was taken, meanwhile. From here on what is read again leaves
 * the receipt alone.
 */
export function beginApplications(
  sql: Sql,
  receipt: ReceiptRow,
  { transactions, evidence, currency = null, beside = false }: NewApplications,
): ApplicationRow[] | null {
  return sql.transaction(() => {
    const now = receiptById(sql, receipt.id);
    if (
      now === null ||
      now.state !== receipt.state ||
      now.decided_at !== receipt.decided_at ||
      findFirstApplication(sql, receipt.id) !== null
    )
      return null;
    if (
      transactions.some((id) =>
        listApplicationsOn(sql, id).some((one) => (one.beside === 1) === beside),
      )
    )
      return null;
    if (transactions.length === 0)
      insertApplication(sql, receipt.id, {
        how: "insert",
        transaction: null,
        part: 0,
        beside,
        evidence,
        carried: null,
      });
    for (const [part, transaction] of transactions.entries())
      insertApplication(sql, receipt.id, {
        how: "enrich",
        transaction,
        part,
        beside,
        evidence,
        carried: null,
      });
    // What a sign may mean, the bank's row says.
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
  readonly beside: boolean;
  readonly evidence: readonly string[];
}

function insertApplication(
  sql: Sql,
  receipt: number,
  { how, transaction, part, beside, evidence, carried }: NewApplication,
): void {
  sql.run(
    "INSERT INTO settlings (receipt, how, state, transaction_id, part, beside, evidence, carried) VALUES (?, ?, 'doing', ?, ?, ?, ?, ?)",
    receipt,
    how,
    transaction,
    part,
    beside ? 1 : 0,
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

/** Forgets a application that has left nothing in the budget, and takes back the others of its receipt, which looks for its transaction again. */
export function deleteApplication(
  sql: Sql,
  { id, receipt }: Pick<ApplicationRow, "id" | "receipt">,
  now: number,
): void {
  sql.transaction(() => {
    sql.run("DELETE FROM settlings WHERE id = ?", id);
    startTakingBackOthers(sql, receipt, now);
    sql.run("UPDATE receipts SET match = NULL WHERE id = ?", receipt);
  });
}

function startTakingBackOthers(sql: Sql, receipt: number, now: number): void {
  sql.run(
    "UPDATE settlings SET state = 'undoing', failures = 0, next_attempt_at = ? WHERE receipt = ? AND state = 'doing'",
    now,
    receipt,
  );
}

/** Whether the transaction was inserted for a receipt, whether or not a bank's row is it by now. */
export function isInsertedForReceipt(sql: Sql, transaction: number): boolean {
  return (
    sql.first(
      "SELECT 1 FROM pendings WHERE transaction_id = ? AND run = ?",
      transaction,
      NO_RUN,
    ) !== null
  );
}

/** Whether the transaction was inserted for a receipt and no bank's row is it yet. */
export function awaitsRow(sql: Sql, transaction: number): boolean {
  return (
    isInsertedForReceipt(sql, transaction) &&
    sql.first(
      "SELECT 1 FROM updates WHERE transaction_id = ? AND state IN ('sent','done')",
      transaction,
    ) === null
  );
}

/** The run of what no import inserted. */
export const NO_RUN = 0;

/** What was taken back is over; where the receipt is another transaction instead, that begins in the same moment. */
export function finishTakingBack(
  sql: Sql,
  { id, receipt, instead, carried, evidence }: ApplicationRow,
  now: number,
): void {
  sql.transaction(() => {
    changeApplication(sql, id, { state: "undone", next_attempt_at: null, instead: null });
    if (instead === null) return;
    const said = [CHOSEN_BY_PERSON];
    const row = receiptById(sql, receipt);
    // Taken by another receipt, or decided otherwise, meanwhile: it looks again.
    if (
      row?.state !== "waiting" ||
      findApplicationOn(sql, instead) !== null ||
      findFirstApplication(sql, receipt) !== null
    )
      return waitAgain(sql, receipt, now, `transaction ${instead} is another receipt's by now`);
    insertApplication(sql, receipt, {
      how: "enrich",
      transaction: instead,
      part: 0,
      beside: false,
      evidence: said,
      carried,
    });
    sql.run(
      "UPDATE receipts SET match = ?, next_attempt_at = ? WHERE id = ?",
      JSON.stringify({ transaction_id: instead, evidence: said }),
      now,
      receipt,
    );
    record(
      sql,
      {
        message: row.message,
        receipt,
        who: "match",
        what: `what was inserted for it is deleted (${JSON.parse(evidence).join("; ")})`,
      },
      now,
    );
  });
}

/** Why a receipt is a transaction that nothing else tells. */
export const CHOSEN_BY_PERSON = "a person said that it is this transaction";

/** Transactions that are gone with their import: their receipts wait again. */
export function releaseDeletedTransactions(
  sql: Sql,
  transactions: readonly number[],
  now: number,
): void {
  const list = JSON.stringify(transactions);
  sql.run(
    "DELETE FROM receipt_splits WHERE transaction_id IN (SELECT value FROM json_each(?))",
    list,
  );
  const gone = sql.all<ApplicationRow>(
    "SELECT * FROM settlings WHERE state <> 'undone' AND transaction_id IN (SELECT value FROM json_each(?))",
    list,
  );
  for (const application of gone) {
    finishTakingBack(sql, application, now);
    if (application.instead !== null) continue;
    startTakingBackOthers(sql, application.receipt, now);
    waitAgain(sql, application.receipt, now, GONE);
  }
  const told = sql.all<{ id: number }>(
    "SELECT id FROM receipts WHERE state = 'matched' AND transaction_id IN (SELECT value FROM json_each(?))",
    list,
  );
  for (const { id } of told) waitAgain(sql, id, now, GONE);
}

const GONE = "its transaction was taken back: it waits again";

function waitAgain(sql: Sql, id: number, now: number, why: string): void {
  const row = receiptById(sql, id);
  if (row === null) return;
  if (messageBySeq(sql, row.message) === null) return deleteReceiptWithoutMail(sql, row);
  const waits =
    row.currency !== null && row.total !== null && row.date !== null && row.base !== null;
  const open = waits
    ? ({ state: "waiting", reason: null, detail: null, next_attempt_at: now } as const)
    : ({ state: "review", reason: "ambiguous_currency", detail: why } as const);
  if (
    changeReceipt(sql, id, ["matched", "inserted", "waiting"], {
      ...open,
      match: null,
      transaction_id: null,
    })
  )
    record(sql, { message: row.message, receipt: id, who: "match", what: why }, now);
}

/** Of a mail that was deleted, a charge is nothing once it is out of the budget. */
function deleteReceiptWithoutMail(sql: Sql, { id, message }: ReceiptRow): void {
  sql.run("DELETE FROM receipts WHERE id = ?", id);
  sql.run(
    "DELETE FROM inbox_documents WHERE message = ?1 AND document NOT IN (SELECT document FROM receipts WHERE message = ?1)",
    message,
  );
}

/** The receipt is to be carried out once more: what it had put there is there no longer. */
export function carryOutAgain(sql: Sql, application: ApplicationRow, now: number): void {
  const row = receiptById(sql, application.receipt);
  // Nothing is left to attach of a mail that was deleted.
  if (row === null || messageBySeq(sql, row.message) === null) return;
  changeApplication(sql, application.id, {
    put: null,
    before: null,
    put_done: 0,
    file_done: 0,
    said: null,
  });
  const match = JSON.stringify({
    transaction_id: application.transaction_id,
    evidence: JSON.parse(application.evidence),
  });
  changeReceipt(sql, application.receipt, ["matched", "inserted"], {
    state: "waiting",
    match,
    next_attempt_at: now,
  });
}

/** A bank's row is now the transaction that was inserted for a receipt, or, where `evidence` is null, is it no longer. */
export function recordRowMerge(
  sql: Sql,
  transaction: number,
  evidence: string | null,
  now: number,
): void {
  const application = findApplicationOn(sql, transaction);
  const row = application === null ? null : receiptById(sql, application.receipt);
  if (application === null || row === null) return;
  const said: string[] = JSON.parse(application.evidence);
  const match = JSON.stringify({
    transaction_id: transaction,
    evidence: evidence === null ? said : [...said, evidence],
  });
  const [from, state] =
    evidence === null ? (["matched", "inserted"] as const) : (["inserted", "matched"] as const);
  const why =
    evidence ??
    "the import of its row was taken back: the transaction is again as it was inserted for the receipt";
  if (!changeReceipt(sql, row.id, [from], { state, match })) return;
  record(sql, { message: row.message, receipt: row.id, who: "match", what: why }, now);
  if (state === "inserted") watchForCompetingMatch(sql, row, now);
}

/** From tomorrow on it is looked whether the bank's row of what was inserted came another way (match/competing-match.ts). */
export function watchForCompetingMatch(
  sql: Sql,
  { id, message, settle_until }: Pick<ReceiptRow, "id" | "message" | "settle_until">,
  now: number,
): void {
  // Of a mail that was deleted nobody is asked.
  if (messageBySeq(sql, message) === null) return;
  if (settle_until !== null && settle_until > now)
    sql.run(
      "INSERT OR REPLACE INTO rivals (receipt, until, next_attempt_at) VALUES (?, ?, ?)",
      id,
      settle_until,
      now + RECEIPT_LOOK_MS,
    );
}
