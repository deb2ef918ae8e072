// Deletes messages. The rows go first, and a row of forgotten_mail names each object to delete in
// R2. The alarm deletes the objects one by one, unless a message names the object again: the same
// mail may have arrived once more.

import { makeOutbox } from "../../platform/outbox/runner.ts";
import { effectTable } from "../../platform/outbox/table.ts";
import type { Sql } from "../../platform/sql/sql.ts";
import { inSql } from "../../platform/states.ts";
import { rawKey } from "./mail-store.ts";
import type { Receipt } from "../../receipts/receipt.ts";
import { isOnItsWay, type MessageRow } from "./rows.ts";
import { changeMessages, READ_AGAIN } from "./change-state.ts";
import { IN_BUDGET } from "./receipt-states.ts";
import { READ } from "./states.ts";
import { listReceipts } from "./store.ts";
import type { InboxTools } from "./job-tools.ts";

/**
 * Deletes a message with its receipts, and other deliveries of the same bytes. Returns false if one
 * of the receipts is being applied at this moment. Transactions in the budget stay. Their receipts
 * keep the bare facts, so that the bank's row finds an inserted transaction, and the same mail adds
 * nothing if it comes again. Messages that repeated a deleted receipt are read again.
 */
export function forgetMessage(sql: Sql, connection: string, row: MessageRow): boolean {
  return sql.transaction(() => {
    const rows =
      row.same_bytes === 1
        ? [row]
        : sql.all<MessageRow>("SELECT * FROM inbox WHERE sha256 = ?", row.sha256);
    if (rows.some(({ seq }) => listReceipts(sql, seq).some(isOnItsWay))) return false;
    for (const { seq, reading_key: key } of rows) {
      sql.run(
        "DELETE FROM rivals WHERE receipt IN (SELECT id FROM receipts WHERE message = ?)",
        seq,
      );
      readRepeats(sql, seq);
      sql.run(`DELETE FROM receipts WHERE message = ? AND state NOT IN ${inSql(IN_BUDGET)}`, seq);
      sql.run(
        "UPDATE receipts SET receipt = ?, corrected = NULL, detail = NULL, forwarder = NULL, vouched = NULL, made_out_to = NULL WHERE message = ?",
        JSON.stringify(BARE),
        seq,
      );
      sql.run(
        "DELETE FROM inbox_documents WHERE message = ?1 AND document NOT IN (SELECT document FROM receipts WHERE message = ?1)",
        seq,
      );
      for (const table of ["inbox_statements", "inbox_history"])
        sql.run(`DELETE FROM ${table} WHERE message = ?`, seq);
      sql.run("DELETE FROM inbox WHERE seq = ?", seq);
      if (key !== null) sql.run("INSERT OR IGNORE INTO forgotten_mail (key) VALUES (?)", key);
    }
    if (row.same_bytes === 0)
      sql.run(
        "INSERT OR IGNORE INTO forgotten_mail (key, sha256) VALUES (?, ?)",
        rawKey(connection, row.sha256),
        row.sha256,
      );
    return true;
  });
}

/**
 * Has messages read again that only repeated the deleted message or its receipts. A message that
 * repeats a receipt in the budget stays a duplicate.
 */
function readRepeats(sql: Sql, seq: number): void {
  const where = `same_bytes = 0 AND seq <> ?1
    AND (duplicate_of = ?1 OR seq IN (SELECT message FROM receipts WHERE state = 'duplicate' AND decided_at IS NULL
      AND duplicate_of IN (SELECT id FROM receipts WHERE message = ?1 AND state NOT IN ${inSql(IN_BUDGET)})))`;
  changeMessages(sql, { from: READ, where, values: [seq] }, READ_AGAIN);
}

/** What is kept of a charge beside its columns. */
const BARE: Receipt = {
  kind: "receipt",
  merchant: null,
  total: null,
  currency: null,
  date: null,
  order_number: null,
  card_last4: null,
  subtotal: null,
  tax: null,
  shipping: null,
  tip: null,
  discount: null,
  incoming: false,
  items: [],
  doubts: [],
  why: [],
};

interface Forgotten {
  readonly key: string;
  readonly sha256: string | null;
  readonly failures: number;
}

const FORGOTTEN = effectTable<Forgotten>("forgotten_mail", ({ key }) => key, {
  key: "key",
  order: "key",
});

/** What is to be deleted in R2. A mail that comes in meanwhile waits until that is over. */
export const FORGOTTEN_MAIL = makeOutbox<InboxTools, Forgotten, { readonly kind: "done" }>({
  ...FORGOTTEN,
  recognise: async ({ sql }, { sha256 }) => (isNamed(sql, sha256) ? { kind: "done" } : null),
  send: async ({ bucket, forgetting }, { key }) => {
    const deleted = bucket.delete(key);
    forgetting.set(key, deleted);
    await deleted.finally(() => forgetting.delete(key));
    return { kind: "done" };
  },
  settle: ({ sql }, { key }) => sql.run("DELETE FROM forgotten_mail WHERE key = ?", key),
  fault: (_, thrown) => ({ event: "mail could not be deleted", error: String(thrown) }),
});

function isNamed(sql: Sql, sha256: string | null): boolean {
  return sha256 !== null && sql.first("SELECT 1 FROM inbox WHERE sha256 = ?", sha256) !== null;
}
