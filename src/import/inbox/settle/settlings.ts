// Settlings as rows: begun, changed, taken back. What a receipt is doing in the budget is here from before its first request
// until it is undone. Nothing here asks the service.

import type { Sql } from "../../../sql/sql.ts";
import type { Currency } from "../../../value/currency.ts";
import type { ReceiptRow } from "../message.ts";
import { changeReceipt, receiptById, record } from "../store.ts";

export interface SettlingRow {
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
}

/** What the receipt is doing or has done; null where nothing was begun, or all was undone. */
export function settlingOf(sql: Sql, receipt: number): SettlingRow | null {
  return sql.first<SettlingRow>("SELECT * FROM settlings WHERE receipt = ? AND state <> 'undone'", receipt);
}

export function settlingOn(sql: Sql, transaction: number): SettlingRow | null {
  return sql.first<SettlingRow>("SELECT * FROM settlings WHERE transaction_id = ? AND state <> 'undone'", transaction);
}

/**
 * Begins, with the transaction's `currency` where the receipt's is open; null where the receipt was decided about, or the transaction was taken, meanwhile. From here on what is read again
 * leaves the receipt alone.
 */
export function begin(sql: Sql, receipt: ReceiptRow, how: "enrich" | "insert", transaction: number | null, evidence: readonly string[], currency: Currency | null = null): SettlingRow | null {
  return sql.transaction(() => {
    const now = receiptById(sql, receipt.id);
    if (now === null || now.state !== receipt.state || now.decided_at !== receipt.decided_at || settlingOf(sql, receipt.id) !== null) return null;
    if (transaction !== null && settlingOn(sql, transaction) !== null) return null;
    sql.run("INSERT INTO settlings (receipt, how, state, transaction_id, evidence) VALUES (?, ?, 'doing', ?, ?)", receipt.id, how, transaction, JSON.stringify(evidence));
    // What a sign may mean, the bank's row says.
    if (now.state === "review" && now.currency === null && currency !== null) changeReceipt(sql, receipt.id, ["review"], { state: "waiting", reason: null, detail: null, currency, next_attempt_at: now.next_attempt_at ?? 1 });
    sql.run("UPDATE receipts SET match = ? WHERE id = ?", JSON.stringify({ transaction_id: transaction, evidence }), receipt.id);
    return settlingOf(sql, receipt.id);
  });
}

export function changeSettling(sql: Sql, id: number, changes: Partial<Omit<SettlingRow, "id" | "receipt">> & { readonly next_attempt_at?: number | null }): void {
  const entries = Object.entries(changes);
  sql.run(`UPDATE settlings SET ${entries.map(([name]) => `${name} = ?`).join(", ")} WHERE id = ?`, ...entries.map(([, value]) => value), id);
}

/** Forgets a settling that has left nothing in the budget: the receipt looks for its transaction again. */
export function dropSettling(sql: Sql, { id, receipt }: Pick<SettlingRow, "id" | "receipt">): void {
  sql.transaction(() => {
    sql.run("DELETE FROM settlings WHERE id = ?", id);
    sql.run("UPDATE receipts SET match = NULL WHERE id = ?", receipt);
  });
}

/** Whether the transaction was inserted for a receipt, whether or not a bank's row is it by now. */
export function isOfReceipt(sql: Sql, transaction: number): boolean {
  return sql.first("SELECT 1 FROM pendings WHERE transaction_id = ? AND run = ?", transaction, NO_RUN) !== null;
}

/** Whether the transaction was inserted for a receipt and no bank's row is it yet. */
export function awaitsRow(sql: Sql, transaction: number): boolean {
  return isOfReceipt(sql, transaction) && sql.first("SELECT 1 FROM updates WHERE transaction_id = ? AND state IN ('sent','done')", transaction) === null;
}

/** The run of what no import inserted. */
export const NO_RUN = 0;

/** Transactions that are gone with their import: their receipts wait again. */
export function transactionsGone(sql: Sql, transactions: readonly number[], now: number): void {
  const gone = sql.all<SettlingRow>("SELECT * FROM settlings WHERE state <> 'undone' AND transaction_id IN (SELECT value FROM json_each(?))", JSON.stringify(transactions));
  for (const settling of gone) {
    changeSettling(sql, settling.id, { state: "undone" });
    waitAgain(sql, settling.receipt, now, GONE);
  }
  const told = sql.all<{ id: number }>("SELECT id FROM receipts WHERE state = 'matched' AND transaction_id IN (SELECT value FROM json_each(?))", JSON.stringify(transactions));
  for (const { id } of told) waitAgain(sql, id, now, GONE);
}

const GONE = "its transaction was taken back: it waits again";

function waitAgain(sql: Sql, id: number, now: number, why: string): void {
  const row = receiptById(sql, id);
  if (row === null) return;
  const waits = row.currency !== null && row.total !== null && row.date !== null && row.base !== null;
  const open = waits ? ({ state: "waiting", reason: null, detail: null, next_attempt_at: now } as const) : ({ state: "review", reason: "ambiguous_currency", detail: why } as const);
  if (changeReceipt(sql, id, ["matched", "inserted", "waiting"], { ...open, match: null, transaction_id: null })) record(sql, row.message, id, "match", why, now);
}

/** A bank's row is now the transaction that was inserted for a receipt, or, where `evidence` is null, is it no longer. */
export function mergedWithRow(sql: Sql, transaction: number, evidence: string | null, now: number): void {
  const settling = settlingOn(sql, transaction);
  const row = settling === null ? null : receiptById(sql, settling.receipt);
  if (settling === null || row === null) return;
  const said: string[] = JSON.parse(settling.evidence);
  const match = JSON.stringify({ transaction_id: transaction, evidence: evidence === null ? said : [...said, evidence] });
  const [from, state] = evidence === null ? (["matched", "inserted"] as const) : (["inserted", "matched"] as const);
  const why = evidence ?? "the import of its row was taken back: the transaction is again as it was inserted for the receipt";
  if (changeReceipt(sql, row.id, [from], { state, match })) record(sql, row.message, row.id, "match", why, now);
}
