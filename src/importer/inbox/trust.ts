// The forwarders, senders and recipients that the user has accepted. A forwarder is remembered by
// address, never by domain, since anybody may have an address at a mailbox provider; a sender by
// its key (sender-key.ts). Only an authenticated mail teaches these, and trust counts only for
// authenticated mail. A recipient is an address of the user; only the answer to the question about
// it teaches it. Accepting and forgetting mark the waiting mail in the same transaction, and the
// alarm decides it again, one message a step.

import { DECIDED_AGAIN_MAX, TRUSTED_MAX } from "../../platform/limits.ts";
import type { Sql } from "../../platform/sql/sql.ts";
import { inSql } from "../../platform/states.ts";
import type { Reason } from "../../receipts/receipt.ts";
import { changeMessage } from "./change-state.ts";
import { foldAddress } from "./made-out-to.ts";
import { READ, TO_BE_READ } from "./states.ts";
import { record } from "./store.ts";

/**
 * "forwarder": receipts forwarded from that address are matched to the bank's row. "sender":
 * receipts of that sender are inserted if the receipt address says so. "recipient": a receipt that
 * is made out to that address is the user's own.
 */
export const TRUST_KINDS = ["forwarder", "sender", "recipient"] as const;
export type TrustKind = (typeof TRUST_KINDS)[number];

export interface Trusted {
  readonly id: number;
  readonly kind: TrustKind;
  /** An address or a domain; "domain: shop" if the domain writes for many shops. */
  readonly who: string;
  readonly since: string;
  /** The message that was accepted; null if it is unknown or deleted. */
  readonly message: string | null;
}

export function isTrusted(sql: Sql, kind: TrustKind, who: string): boolean {
  return (
    who !== "" && sql.first("SELECT 1 FROM trusted WHERE kind = ? AND who = ?", kind, who) !== null
  );
}

/** Newest first. */
export function trusted(sql: Sql): Trusted[] {
  return sql
    .all<{ id: number; kind: TrustKind; who: string; at: number; message: string | null }>(
      "SELECT id, kind, who, at, (SELECT inbox.id FROM inbox WHERE inbox.id = trusted.message) AS message FROM trusted ORDER BY id DESC",
    )
    .map(({ at, ...one }) => ({ ...one, since: new Date(at).toISOString() }));
}

/**
 * Remembers who forwarded or sent a receipt that the user accepts, if the mail was authenticated.
 * If the user was `asked` whether it is theirs, remembers the address that it is made out to.
 */
export function learnTrust(
  sql: Sql,
  receipt: number,
  { asked, now }: { readonly asked: Reason | null; readonly now: number },
): void {
  const row = sql.first<Readonly<Record<TrustKind, string | null>> & { readonly id: string }>(
    `SELECT receipts.forwarder, receipts.vouched AS sender, receipts.made_out_to AS recipient, inbox.id
       FROM receipts JOIN inbox ON inbox.seq = receipts.message WHERE receipts.id = ?`,
    receipt,
  );
  if (row === null) return;
  for (const kind of TRUST_KINDS) {
    const who = row[kind];
    if (who === null || (kind === "recipient" && asked !== "other_recipient")) continue;
    sql.run(
      "INSERT OR IGNORE INTO trusted (kind, who, at, message) VALUES (?, ?, ?, ?)",
      kind,
      who,
      now,
      row.id,
    );
    const why = `${who} is accepted now`;
    if (kind !== "recipient")
      decideAgain(sql, { kind, who, which: "reason = 'sender_not_trusted'", why }, now);
    if (kind !== "sender") {
      const recipient = { kind: "recipient", who: foldAddress(who) } as const;
      decideAgain(sql, { ...recipient, which: "reason = 'other_recipient'", why }, now);
    }
  }
  sql.run(
    "DELETE FROM trusted WHERE id NOT IN (SELECT id FROM trusted ORDER BY id DESC LIMIT ?)",
    TRUSTED_MAX,
  );
}

/**
 * Removes an entry; false if it does not exist. The user's decisions, and what is in the budget,
 * stay.
 */
export function distrust(sql: Sql, id: number, now: number): boolean {
  return sql.transaction(() => {
    const [gone] = sql.all<{ kind: TrustKind; who: string }>(
      "DELETE FROM trusted WHERE id = ? RETURNING kind, who",
      id,
    );
    if (gone === undefined) return false;
    decideAgain(
      sql,
      {
        kind: gone.kind,
        who: gone.who,
        which: "state = 'waiting' AND match IS NULL",
        why: `${gone.who} is no longer accepted`,
      },
      now,
    );
    return true;
  });
}

const COLUMNS: Readonly<Record<TrustKind, string>> = {
  forwarder: "forwarder",
  sender: "vouched",
  recipient: "made_out_to",
};

/**
 * Marks the newest messages to be read again that have an open receipt of this sender, forwarder or
 * recipient which nobody decided about.
 */
function decideAgain(
  sql: Sql,
  { kind, who, which, why }: { kind: TrustKind; who: string; which: string; why: string },
  now: number,
): void {
  const messages = sql.all<{ seq: number }>(
    `SELECT seq FROM inbox WHERE same_bytes = 0 AND state NOT IN ${inSql(TO_BE_READ)}
       AND seq IN (SELECT message FROM receipts WHERE ${COLUMNS[kind]} = ? AND decided_at IS NULL AND state IN ('waiting','review') AND ${which}) ORDER BY seq DESC LIMIT ?`,
    who,
    DECIDED_AGAIN_MAX,
  );
  for (const { seq } of messages) {
    changeMessage(sql, seq, READ, {
      state: "received",
      reason: null,
      detail: null,
      failures: 0,
      next_attempt_at: null,
    });
    record(sql, { message: seq, who: "reader", what: `to be read again: ${why}` }, now);
  }
}
