// The inbox in the Importer's SQLite: messages and their receipts. Their states are changed in
// change-state.ts. Nothing here reads mail or knows the budget.

import {
  INBOX_HISTORY_MAX,
  INBOX_TEXT_CHARS_MAX,
  MAIL_A_DAY_MAX,
  MAIL_DAY_MS,
} from "../../platform/limits.ts";
import type { Sql } from "../../platform/sql/sql.ts";
import { must } from "../../platform/assert.ts";
import type { Reason } from "../../receipts/receipt.ts";
import {
  messageOnWire,
  NO_COMPANIONS,
  receiptOnWire,
  type Companions,
  type HistoryEntry,
  type InboxMessage,
} from "./message.ts";
import type { MessageRow, ReceiptRow } from "./rows.ts";
import type { MessageState } from "./states.ts";

/** A message that is already stored in R2. */
export interface Delivery {
  readonly sha256: string;
  readonly bytes: number;
  readonly door: "email" | "api";
  readonly envelope_from: string | null;
  readonly address: number | null;
}

/** The row of a delivery; `fresh` if its bytes came for the first time. */
export interface StoredDelivery {
  readonly row: MessageRow;
  readonly fresh: boolean;
}

/**
 * Stores a delivery. The same bytes by e-mail again become a duplicate that names the first;
 * through the API the first itself is returned. Beyond an address's daily limit a message is kept
 * and shown, but not read by itself.
 */
export function storeDelivery(
  sql: Sql,
  delivery: Delivery,
  id: string,
  now: number,
): StoredDelivery {
  const { sha256, bytes, door, envelope_from, address } = delivery;
  return sql.transaction(() => {
    const first = findByDigest(sql, sha256);
    const crowded =
      address !== null && countSince(sql, address, now - MAIL_DAY_MS) >= MAIL_A_DAY_MAX;
    if (first !== null && (door === "api" || crowded)) return { row: first, fresh: false };
    const own = crowded ? "review" : "received";
    const state: MessageState = first === null ? own : "duplicate";
    const reason: Reason | null = state === "review" ? "too_many" : null;
    const detail =
      state === "review"
        ? `more than ${MAIL_A_DAY_MAX} messages came to this address within a day`
        : null;
    const facts = [
      id,
      state,
      reason,
      detail,
      sha256,
      bytes,
      first !== null,
      first?.seq ?? null,
      door,
      toOneLine(envelope_from),
      address,
      now,
    ] as const;
    sql.run(
      `INSERT INTO inbox (id, state, reason, detail, sha256, bytes, same_bytes, duplicate_of, door, envelope_from, address, received_at)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
      ...facts,
    );
    const row = must(messageById(sql, id), "the message was stored");
    record(
      sql,
      {
        message: row.seq,
        who: "door",
        what: first === null ? (detail ?? "received") : "the same bytes were received before",
      },
      now,
    );
    return { row, fresh: first === null };
  });
}

function findByDigest(sql: Sql, sha256: string): MessageRow | null {
  return sql.first<MessageRow>("SELECT * FROM inbox WHERE sha256 = ? AND same_bytes = 0", sha256);
}

function countSince(sql: Sql, address: number, since: number): number {
  return (
    sql.first<{ n: number }>(
      "SELECT COUNT(*) AS n FROM inbox WHERE address = ? AND received_at > ?",
      address,
      since,
    )?.n ?? 0
  );
}

export function messageById(sql: Sql, id: string): MessageRow | null {
  return sql.first<MessageRow>("SELECT * FROM inbox WHERE id = ?", id);
}

export function messageBySeq(sql: Sql, seq: number): MessageRow | null {
  return sql.first<MessageRow>("SELECT * FROM inbox WHERE seq = ?", seq);
}

export function receiptById(sql: Sql, id: number): ReceiptRow | null {
  return sql.first<ReceiptRow>("SELECT * FROM receipts WHERE id = ?", id);
}

/** In the order of the mail. */
export function listReceipts(sql: Sql, message: number): ReceiptRow[] {
  return sql.all<ReceiptRow>(
    "SELECT * FROM receipts WHERE message = ? ORDER BY document, charge",
    message,
  );
}

/** Newest first; those of one state, or all. */
export function pageOfMessages(
  sql: Sql,
  state: MessageState | null,
  limit: number,
  offset: number,
): MessageRow[] {
  if (state === null)
    return sql.all<MessageRow>(
      "SELECT * FROM inbox ORDER BY seq DESC LIMIT ? OFFSET ?",
      limit,
      offset,
    );
  return sql.all<MessageRow>(
    "SELECT * FROM inbox WHERE state = ? ORDER BY seq DESC LIMIT ? OFFSET ?",
    state,
    limit,
    offset,
  );
}

/**
 * Makes waiting receipts due now: an import brought transactions, or the connection has tokens
 * again.
 */
export function retryReceiptsNow(sql: Sql): void {
  sql.run("UPDATE receipts SET next_attempt_at = 1 WHERE next_attempt_at IS NOT NULL");
  sql.run("UPDATE rivals SET next_attempt_at = 1 WHERE next_attempt_at IS NOT NULL");
}

/**
 * Adds one sentence to a message's history; nothing if the message was deleted, or its last sentence
 * says the same.
 */
export function record(
  sql: Sql,
  {
    message,
    receipt = null,
    who,
    what,
  }: { message: number; receipt?: number | null } & Pick<HistoryEntry, "who" | "what">,
  now: number,
): void {
  if (messageBySeq(sql, message) === null) return;
  const last = sql.first<{ receipt: number | null; what: string }>(
    "SELECT receipt, what FROM inbox_history WHERE message = ? ORDER BY id DESC LIMIT 1",
    message,
  );
  if (last !== null && last.receipt === receipt && last.what === toOneLine(what)) return;
  sql.run(
    "INSERT INTO inbox_history (message, receipt, at, who, what) VALUES (?, ?, ?, ?, ?)",
    message,
    receipt,
    now,
    who,
    toOneLine(what),
  );
  sql.run(
    "DELETE FROM inbox_history WHERE message = ?1 AND id <= (SELECT id FROM inbox_history WHERE message = ?1 ORDER BY id DESC LIMIT 1 OFFSET ?2)",
    message,
    INBOX_HISTORY_MAX,
  );
}

export function listHistory(sql: Sql, message: number): HistoryEntry[] {
  return sql
    .all<{ receipt: number | null; at: number; who: HistoryEntry["who"]; what: string }>(
      "SELECT receipt, at, who, what FROM inbox_history WHERE message = ? ORDER BY id",
      message,
    )
    .map(({ at, ...entry }) => ({ at: new Date(at).toISOString(), ...entry }));
}

/** The message as the API returns it. */
export function toApi(sql: Sql, row: MessageRow): InboxMessage {
  const receipts = listReceipts(sql, row.seq).map((receipt) =>
    receiptOnWire(
      receipt,
      receipt.duplicate_of === null ? null : findMessageOfReceipt(sql, receipt.duplicate_of),
      readCompanions(sql, receipt),
    ),
  );
  const imports = sql
    .all<{ run: string }>(
      "SELECT run FROM inbox_statements WHERE message = ? ORDER BY (SELECT seq FROM runs WHERE id = run)",
      row.seq,
    )
    .map(({ run }) => run);
  const first =
    row.duplicate_of === null ? null : (messageBySeq(sql, row.duplicate_of)?.id ?? null);
  return messageOnWire(
    row,
    receipts,
    imports,
    first ?? receipts.find((receipt) => receipt.duplicate_of !== null)?.duplicate_of ?? null,
  );
}

/** What other tables hold about a receipt in the budget: its competing match and its split. */
export function readCompanions(sql: Sql, { id, state }: ReceiptRow): Companions {
  if (state !== "matched" && state !== "inserted") return NO_COMPANIONS;
  const rival =
    sql.first<{ match: string | null }>("SELECT match FROM rivals WHERE receipt = ?", id)?.match ??
    null;
  const split = sql.first<Companions["split"] & object>(
    "SELECT state, parts, said FROM receipt_splits WHERE receipt = ?",
    id,
  );
  return { rival, split };
}

function findMessageOfReceipt(sql: Sql, receipt: number): string | null {
  return (
    sql.first<{ id: string }>(
      "SELECT inbox.id FROM receipts JOIN inbox ON inbox.seq = receipts.message WHERE receipts.id = ?",
      receipt,
    )?.id ?? null
  );
}

/** A text from outside as it is stored: one line, of bounded length. */
export function toOneLine<T extends string | null>(text: T): T | string {
  return text === null
    ? text
    : text
        .replace(/\p{C}+/gu, " ")
        .slice(0, INBOX_TEXT_CHARS_MAX)
        .toWellFormed();
}
