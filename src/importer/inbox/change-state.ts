// The only file that changes the state of a stored message or receipt. Each change is checked
// against the tables in states.ts and receipt-states.ts. A message's state follows from its
// receipts and is written with them, in one transaction.

import type { Sql } from "../../platform/sql/sql.ts";
import { assertMayBecome, inSql } from "../../platform/states.ts";
import type { Receipt } from "../../receipts/receipt.ts";
import type { RunState } from "../imports/states.ts";
import { NEXT as NEXT_OF_RECEIPT, type ReceiptState } from "./receipt-states.ts";
import { isAnsweredByRow, type MessageRow, type ReceiptRow } from "./rows.ts";
import { deriveState, NEXT, READ, type DerivedState, type MessageState } from "./states.ts";
import { listReceipts, messageBySeq } from "./store.ts";

/** Selects the messages in one of the states `from` that meet the condition `where`. */
interface Chosen {
  readonly from: readonly MessageState[];
  /** Finds the messages by an index. Its parameters are ?1, ?2 and so on. */
  readonly where: string;
  readonly values: readonly (string | number | boolean | null)[];
}

/** A change of a message to a state. */
type MessageChanges = Pick<MessageRow, "state"> & Partial<Omit<MessageRow, "seq" | "id">>;

/** What makes a message that was read be read again. */
export const READ_AGAIN = {
  state: "received",
  reason: null,
  detail: null,
  duplicate_of: null,
  failures: 0,
  next_attempt_at: null,
} as const satisfies MessageChanges;

/** Changes the state of messages, with other columns. */
export function changeMessages(
  sql: Sql,
  { from, where, values }: Chosen,
  changes: MessageChanges,
): void {
  assertMayBecome(NEXT, from, changes.state);
  const entries = Object.entries(changes);
  const set = entries.map(([name], index) => `${name} = ?${values.length + index + 1}`).join(", ");
  // The plus keeps SQLite from searching by the index of states.
  sql.run(
    `UPDATE inbox SET ${set} WHERE (${where}) AND +state IN ${inSql(from)}`,
    ...values,
    ...entries.map(([, value]) => value),
  );
}

/** Changes the state of one message, with other columns. */
export function changeMessage(
  sql: Sql,
  seq: number,
  from: readonly MessageState[],
  changes: MessageChanges,
): void {
  changeMessages(sql, { from, where: "seq = ?1", values: [seq] }, changes);
}

/**
 * Derives a read message's state from its receipts and attached statements; unchanged if it has
 * neither.
 */
export function refresh(sql: Sql, seq: number): void {
  const message = messageBySeq(sql, seq);
  if (message === null || !READ.includes(message.state)) return;
  const found = findState(sql, message);
  if (found !== null) changeMessage(sql, seq, READ, found);
}

/** The state that a message's receipts and attached statements call for; null if it has neither. */
export function findState(
  sql: Sql,
  { seq, dismissed_at }: Pick<MessageRow, "seq" | "dismissed_at">,
): DerivedState | null {
  const imports = sql.all<{ state: RunState }>(
    "SELECT runs.state FROM inbox_statements JOIN runs ON runs.id = run WHERE message = ?",
    seq,
  );
  const rival = sql.first(
    "SELECT 1 FROM rivals JOIN receipts ON receipts.id = rivals.receipt WHERE receipts.message = ? AND rivals.match IS NOT NULL",
    seq,
  );
  return deriveState({
    receipts: listReceipts(sql, seq),
    imports: imports.map(({ state }) => state),
    dismissed: dismissed_at !== null,
    rival: rival !== null,
  });
}

/** Updates the messages of an import whose state has changed. */
export function refreshOfRun(sql: Sql, run: string): void {
  for (const { message } of sql.all<{ message: number }>(
    "SELECT message FROM inbox_statements WHERE run = ?",
    run,
  ))
    refresh(sql, message);
}

/** Columns of a receipt that a change may set. */
export type ReceiptChanges = Partial<Omit<ReceiptRow, "id" | "message">>;

/**
 * Changes columns of a receipt, and its message's state; false if the receipt is in none of the
 * states `from`. A new state must be one that may follow each of them.
 */
export function changeReceipt(
  sql: Sql,
  id: number,
  from: readonly ReceiptState[],
  changes: ReceiptChanges,
): boolean {
  return sql.transaction(() => {
    const message = changeReceiptAlone(sql, id, from, changes);
    if (message !== null) refresh(sql, message);
    return message !== null;
  });
}

/**
 * Like changeReceipt, but leaves the message's state to the caller. Returns the message or null.
 */
export function changeReceiptAlone(
  sql: Sql,
  id: number,
  from: readonly ReceiptState[],
  changes: ReceiptChanges,
): number | null {
  if (changes.state !== undefined) assertMayBecome(NEXT_OF_RECEIPT, from, changes.state);
  const entries = Object.entries(changes);
  const set = entries.map(([name]) => `${name} = ?`).join(", ");
  const changed = sql.first<{ message: number }>(
    `UPDATE receipts SET ${set} WHERE id = ? AND state IN (SELECT value FROM json_each(?)) RETURNING message`,
    ...entries.map(([, value]) => value),
    id,
    JSON.stringify(from),
  );
  return changed?.message ?? null;
}

/**
 * Makes receipts wait again that asked which transaction they are, or whose transaction never came:
 * an import may have brought it. What a person has decided stays, and another doubt is still asked.
 */
export function reopenMatches(sql: Sql): void {
  const asked = sql.all<Pick<ReceiptRow, "id" | "receipt">>(
    `SELECT id, receipt FROM receipts WHERE state = 'review' AND reason IN ('several_matches', 'no_match')
       AND decided_at IS NULL AND base IS NOT NULL AND currency IS NOT NULL`,
  );
  for (const { id, receipt } of asked) {
    const read: Receipt = JSON.parse(receipt);
    const doubt = read.doubts.find(({ reason }) => isAnsweredByRow(reason));
    changeReceipt(sql, id, ["review"], {
      state: "waiting",
      reason: doubt?.reason ?? null,
      detail: doubt?.detail ?? null,
      match: null,
      next_attempt_at: 1,
    });
  }
}
