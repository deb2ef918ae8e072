// The inbox at a glance: how many messages are in each state, which receipts have no transaction
// yet, and which ones were matched through one import. It only reads.

import type { Sql } from "../../platform/sql/sql.ts";
import type { Correspondent } from "../../receipts/mail.ts";
import { NO_COMPANIONS, receiptOnWire, type InboxReceipt } from "./message.ts";
import { type ReceiptRow } from "./rows.ts";
import { MESSAGE_STATES, type MessageState } from "./states.ts";

/** How many messages there are of each state. */
export type InboxCounts = Readonly<Record<MessageState, number>> & { readonly unmatched: number };

/** A charge with the message that it came in. */
export interface ListedReceipt extends InboxReceipt {
  readonly message: {
    readonly id: string;
    readonly subject: string | null;
    readonly from: Correspondent | null;
    readonly received_at: string;
  };
}

/** Receipts that wait for the bank's row, or for which none was found. */
const UNMATCHED =
  "(receipts.state = 'waiting' OR (receipts.state = 'review' AND receipts.reason IN ('no_match', 'several_matches')))";

export function inboxCounts(sql: Sql): InboxCounts {
  const rows = sql.all<{ state: MessageState; n: number }>(
    "SELECT state, COUNT(*) AS n FROM inbox GROUP BY state",
  );
  const unmatched =
    sql.first<{ n: number }>(`SELECT COUNT(*) AS n FROM receipts WHERE ${UNMATCHED}`)?.n ?? 0;
  const of = (wanted: MessageState) => rows.find(({ state }) => state === wanted)?.n ?? 0;
  const [received, reading, waiting, matched, inserted, review, ignored, duplicate] =
    MESSAGE_STATES;
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

/** How many messages need the user. */
export function inboxAsking(sql: Sql): number {
  return sql.first<{ n: number }>("SELECT COUNT(*) AS n FROM inbox WHERE state = 'review'")?.n ?? 0;
}

type Row = ReceiptRow & {
  readonly message_id: string;
  readonly subject: string | null;
  readonly sender: string | null;
  readonly received_at: number;
};

const LISTED =
  "SELECT receipts.*, inbox.id AS message_id, inbox.subject, inbox.sender, inbox.received_at FROM receipts JOIN inbox ON inbox.seq = receipts.message";

/** Receipts without their transaction, the newest day first. */
export function unmatchedReceipts(sql: Sql, limit: number, offset: number): ListedReceipt[] {
  return sql
    .all<Row>(
      `${LISTED} WHERE ${UNMATCHED} ORDER BY receipts.date DESC, receipts.id DESC LIMIT ? OFFSET ?`,
      limit,
      offset,
    )
    .map(listed);
}

/** For an import, start from the receipts: they are few, and its rows may be a million. */
export const OF_RUN = `${LISTED} WHERE receipts.state IN ('matched', 'inserted') AND receipts.transaction_id IS NOT NULL AND (
  EXISTS (SELECT 1 FROM rows WHERE rows.transaction_id = receipts.transaction_id AND rows.run = ?1 AND rows.state IN ('inserted', 'duplicate'))
  OR EXISTS (SELECT 1 FROM settlings JOIN rows USING (transaction_id) WHERE settlings.receipt = receipts.id AND settlings.state = 'doing' AND settlings.part > 0
    AND rows.run = ?1 AND rows.state IN ('inserted', 'duplicate')))
  ORDER BY receipts.date, receipts.id LIMIT ?2 OFFSET ?3`;

/**
 * Receipts whose transaction belongs to a row of the import, inserted by it or found already there.
 */
export function receiptsOfRun(
  sql: Sql,
  run: string,
  limit: number,
  offset: number,
): ListedReceipt[] {
  const seq = sql.first<{ seq: number }>("SELECT seq FROM runs WHERE id = ?", run)?.seq;
  return seq === undefined ? [] : sql.all<Row>(OF_RUN, seq, limit, offset).map(listed);
}

function listed(row: Row): ListedReceipt {
  const { message_id: id, subject, sender, received_at } = row;
  const from: Correspondent | null = sender === null ? null : JSON.parse(sender);
  return {
    ...receiptOnWire(row, null, NO_COMPANIONS),
    message: { id, subject, from, received_at: new Date(received_at).toISOString() },
  };
}
