// The inbox at a glance: how many messages there are of each state, which receipts have not met a transaction yet, and which
// ones did through one import. Reads alone.

import type { Sql } from "../../sql/sql.ts";
import type { Correspondent } from "../decode/receipt/mail.ts";
import { MESSAGE_STATES, receiptOnWire, type InboxReceipt, type MessageState, type ReceiptRow } from "./message.ts";

/** How many messages there are of each state. */
export type InboxCounts = Readonly<Record<MessageState, number>> & { readonly unmatched: number };

/** A charge with the message that it came in. */
export interface ListedReceipt extends InboxReceipt {
  readonly message: { readonly id: string; readonly subject: string | null; readonly from: Correspondent | null; readonly received_at: string };
}

/** What waits for the bank's row, and what was looked for in vain. */
const UNMATCHED = "(receipts.state = 'waiting' OR (receipts.state = 'review' AND receipts.reason IN ('no_match', 'several_matches')))";

export function inboxCounts(sql: Sql): InboxCounts {
  const rows = sql.all<{ state: MessageState; n: number }>("SELECT state, COUNT(*) AS n FROM inbox GROUP BY state");
  const unmatched = sql.first<{ n: number }>(`SELECT COUNT(*) AS n FROM receipts WHERE ${UNMATCHED}`)?.n ?? 0;
  const of = (wanted: MessageState) => rows.find(({ state }) => state === wanted)?.n ?? 0;
  const [received, reading, waiting, matched, inserted, review, ignored, duplicate] = MESSAGE_STATES;
  return {
    received: of(received),
    reading: of(reading),
    waiting: of(waiting),
    matched: of(matched),
    inserted: of(inserted),
    review: of(review),
    ignored: of(ignored),
    duplicate: of(duplicate),
    unmatched,
  };
}

/** How many messages ask for a person. */
export function inboxAsking(sql: Sql): number {
  return sql.first<{ n: number }>("SELECT COUNT(*) AS n FROM inbox WHERE state = 'review'")?.n ?? 0;
}

type Row = ReceiptRow & { readonly message_id: string; readonly subject: string | null; readonly sender: string | null; readonly received_at: number };

const LISTED = "SELECT receipts.*, inbox.id AS message_id, inbox.subject, inbox.sender, inbox.received_at FROM receipts JOIN inbox ON inbox.seq = receipts.message";

/** Receipts without their transaction, the newest day first. */
export function unmatchedReceipts(sql: Sql, limit: number, offset: number): ListedReceipt[] {
  return sql.all<Row>(`${LISTED} WHERE ${UNMATCHED} ORDER BY receipts.date DESC, receipts.id DESC LIMIT ? OFFSET ?`, limit, offset).map(listed);
}

/** Receipts whose transaction is one that a row of the import became, or was found to be. */
export function receiptsOfRun(sql: Sql, run: string, limit: number, offset: number): ListedReceipt[] {
  // Most imports meet no mail: their rows are looked through only where some receipt has a transaction.
  if (sql.first("SELECT 1 FROM receipts WHERE state IN ('matched', 'inserted') AND transaction_id IS NOT NULL LIMIT 1") === null) return [];
  return sql
    .all<Row>(
      `${LISTED} WHERE receipts.state IN ('matched', 'inserted') AND receipts.transaction_id IN
         (SELECT transaction_id FROM rows WHERE run = (SELECT seq FROM runs WHERE id = ?) AND state IN ('inserted', 'duplicate') AND transaction_id IS NOT NULL)
       ORDER BY receipts.date, receipts.id LIMIT ? OFFSET ?`,
      run,
      limit,
      offset,
    )
    .map(listed);
}

function listed(row: Row): ListedReceipt {
  const { message_id: id, subject, sender, received_at } = row;
  const from: Correspondent | null = sender === null ? null : JSON.parse(sender);
  return { ...receiptOnWire(row, null), message: { id, subject, from, received_at: new Date(received_at).toISOString() } };
}
