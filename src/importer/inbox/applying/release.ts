// Releases receipts from their transactions: an application was taken back, or its transaction was
// deleted. The receipt then waits for a transaction again, or moves to the one that replaces it.
// Nothing here calls the service.

import type { Sql } from "../../../platform/sql/sql.ts";
import type { ReceiptRow } from "../rows.ts";
import { changeReceipt } from "../change-state.ts";
import { messageBySeq, receiptById, record } from "../store.ts";
import {
  changeApplication,
  CHOSEN_BY_PERSON,
  findApplicationOn,
  findFirstApplication,
  insertApplication,
  startTakingBackAll,
  type ApplicationRow,
} from "./applications.ts";
import { readEvidence } from "./saved-values.ts";

/**
 * Marks an application as undone. If another transaction replaces it, the application of that one
 * begins in the same database transaction.
 */
export function finishTakingBack(sql: Sql, application: ApplicationRow, now: number): void {
  const { id, receipt, instead, carried } = application;
  sql.transaction(() => {
    changeApplication(sql, id, { state: "undone", next_attempt_at: null, instead: null });
    if (instead === null) return;
    const evidence = [CHOSEN_BY_PERSON];
    const row = receiptById(sql, receipt);
    // Meanwhile another receipt took the replacement, or this one was decided otherwise.
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
      secondary: false,
      evidence,
      carried,
    });
    sql.run(
      "UPDATE receipts SET match = ?, next_attempt_at = ? WHERE id = ?",
      JSON.stringify({ transaction_id: instead, evidence }),
      now,
      receipt,
    );
    const what = `what was inserted for it is deleted (${readEvidence(application).join("; ")})`;
    record(sql, { message: row.message, receipt, who: "match", what }, now);
  });
}

/** Releases the receipts of transactions that no longer exist. */
export function releaseDeletedTransactions(
  sql: Sql,
  transactions: readonly number[],
  now: number,
): void {
  const ids = JSON.stringify(transactions);
  sql.run(
    "DELETE FROM receipt_splits WHERE transaction_id IN (SELECT value FROM json_each(?))",
    ids,
  );
  const applications = sql.all<ApplicationRow>(
    `SELECT * FROM settlings
     WHERE state <> 'undone' AND transaction_id IN (SELECT value FROM json_each(?))`,
    ids,
  );
  for (const application of applications) {
    finishTakingBack(sql, application, now);
    if (application.instead !== null) continue;
    startTakingBackAll(sql, application.receipt, now);
    waitAgain(sql, application.receipt, now, TRANSACTION_DELETED);
  }
  // A bank alert has no application if the shop's receipt was applied before it.
  const matched = sql.all<{ id: number }>(
    `SELECT id FROM receipts
     WHERE state = 'matched' AND transaction_id IN (SELECT value FROM json_each(?))`,
    ids,
  );
  for (const { id } of matched) waitAgain(sql, id, now, TRANSACTION_DELETED);
}

const TRANSACTION_DELETED = "its transaction was taken back: it waits again";

function waitAgain(sql: Sql, id: number, now: number, why: string): void {
  const row = receiptById(sql, id);
  if (row === null) return;
  if (messageBySeq(sql, row.message) === null) return deleteReceiptWithoutMail(sql, row);
  const canWait =
    row.currency !== null && row.total !== null && row.date !== null && row.base !== null;
  const open = canWait
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

/** Deletes a receipt whose message the user deleted. It was only kept while in the budget. */
function deleteReceiptWithoutMail(sql: Sql, { id, message }: ReceiptRow): void {
  sql.run("DELETE FROM receipts WHERE id = ?", id);
  sql.run(
    `DELETE FROM inbox_documents
     WHERE message = ?1 AND document NOT IN (SELECT document FROM receipts WHERE message = ?1)`,
    message,
  );
}

/** Carries an application out once more, because its values are no longer in the transaction. */
export function carryOutAgain(sql: Sql, application: ApplicationRow, now: number): void {
  const row = receiptById(sql, application.receipt);
  // If the message was deleted, there is no file to attach and no text to write.
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
    evidence: readEvidence(application),
  });
  changeReceipt(sql, application.receipt, ["matched", "inserted"], {
    state: "waiting",
    match,
    next_attempt_at: now,
  });
}
