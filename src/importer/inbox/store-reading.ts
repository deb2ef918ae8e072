// A reading becomes rows, all in one transaction: the message's facts, a receipt a charge, the imports of its statements. What a
// person decided, or matching has begun to settle, a later reading leaves as it is.

import { RECEIPT_WAIT_MS, RECEIPTS_A_MAIL_MAX } from "../../platform/limits.ts";
import type { Sql } from "../../platform/sql/sql.ts";
import { must } from "../../platform/assert.ts";
import type { MailVerdict } from "../../receipts/authenticity/verdict.ts";
import type { MailDocument } from "../../receipts/mail.ts";
import { READER_VERSION, type MailReading } from "../../receipts/reading.ts";
import type { Reason, Receipt } from "../../receipts/receipt.ts";
import { deriveFacts, type Doubt, type Facts } from "./facts.ts";
import { decideHandling, isCharged, type Case, type Handling } from "./policy.ts";
import { senderKey } from "./sender-key.ts";
import { isTrusted } from "./trust.ts";
import type { DocumentIdentity } from "./identity.ts";
import { recallMerchant } from "./memory.ts";
import {
  isSettled,
  type MessageRow,
  type MessageState,
  type Mode,
  type ReceiptRow,
} from "./rows.ts";
import { place, storeIdentities, type ReadReceipt, type Wish } from "./store-receipt.ts";
import type { Kept } from "./reading-store.ts";
import { linkStatements, type AttachedStatement } from "./statements.ts";
import { messageBySeq, listReceipts, record, refresh, shortened } from "./store.ts";
import type { InboxTools } from "./job-tools.ts";

export interface ReadMail {
  readonly reading: MailReading;
  readonly verdict: MailVerdict;
  /** Hash of Message-ID and body. */
  readonly delivery: string | null;
  /** Of the reading's documents, in their order. */
  readonly identities: readonly DocumentIdentity[];
  readonly statements: readonly AttachedStatement[];
  readonly kept: Kept;
}

/** Stores what was read; nothing where the message was deleted or moved on meanwhile. */
export function storeReading({ sql, runs, chance }: InboxTools, seq: number, read: ReadMail): void {
  const now = chance.now();
  sql.transaction(() => {
    const message = messageBySeq(sql, seq);
    if (message?.state !== "reading") return;
    const { reading, identities, kept } = read;
    if (message.reading_key !== null && message.reading_key !== kept.reading_key)
      sql.run("INSERT OR IGNORE INTO forgotten_mail (key) VALUES (?)", message.reading_key);
    // A header that names nobody is as good as none.
    const sender =
      reading.message.from.find(({ name, address }) => name !== "" || address !== "") ?? null;
    sql.run(
      `UPDATE inbox SET failures = 0, next_attempt_at = NULL, reader_version = ?, read_at = ?, delivery = ?, sender = ?, subject = ?, verdict = ?, reading = ?, reading_key = ? WHERE seq = ?`,
      READER_VERSION,
      now,
      read.delivery,
      sender === null
        ? null
        : JSON.stringify({ name: shortened(sender.name), address: shortened(sender.address) }),
      shortened(reading.message.subject),
      JSON.stringify(read.verdict),
      kept.reading,
      kept.reading_key,
      seq,
    );
    const first = read.delivery === null ? null : earlierDelivery(sql, read.delivery, seq);
    if (first !== null)
      return stands(sql, seq, "duplicate", null, `the same mail came before`, first, now);
    storeIdentities(sql, seq, identities);
    storeReceipts(sql, message, read, now);
    linkStatements(sql, runs, seq, read.statements, now);
    settleMessage(sql, seq, reading, now);
  });
}

/** The first message that is the same mail: its Message-ID and its body. */
function earlierDelivery(sql: Sql, delivery: string, seq: number): number | null {
  return (
    sql.first<{ seq: number }>(
      "SELECT seq FROM inbox WHERE delivery = ? AND seq < ? AND duplicate_of IS NULL ORDER BY seq LIMIT 1",
      delivery,
      seq,
    )?.seq ?? null
  );
}

function stands(
  sql: Sql,
  seq: number,
  state: MessageState,
  reason: Reason | null,
  detail: string | null,
  of: number | null,
  now: number,
): void {
  sql.run(
    "UPDATE inbox SET state = ?, reason = ?, detail = ?, duplicate_of = ? WHERE seq = ?",
    state,
    reason,
    shortened(detail),
    of,
    seq,
  );
  if (detail !== null && detail !== NO_MONEY) record(sql, seq, null, "reader", detail, now);
}

/** What the message is once its receipts are stored: what they say, unless nothing but the mail itself asks to be looked at. */
function settleMessage(sql: Sql, seq: number, { doubts }: MailReading, now: number): void {
  const done = listReceipts(sql, seq).every(
    ({ state }) => state === "ignored" || state === "duplicate",
  );
  const [doubt] = done ? doubts : [];
  if (doubt !== undefined) return stands(sql, seq, "review", doubt.reason, doubt.detail, null, now);
  // Reading is over; what there is to look at, or to wait for, is said next.
  stands(sql, seq, "ignored", "not_a_transaction", NO_MONEY, null, now);
  refresh(sql, seq);
}

const NO_MONEY = "nothing in it is about money";

function storeReceipts(
  sql: Sql,
  message: MessageRow,
  { reading, verdict, identities }: ReadMail,
  now: number,
): void {
  const before = listReceipts(sql, message.seq);
  const fixed = before.filter(isFixed);
  const free = before.filter((row) => !isFixed(row));
  const wish = readAddressSettings(sql, message);
  const read = reading.documents.flatMap(({ document, receipts }, index) => {
    const identity = must(identities[index], "each document has its identity");
    const remembered = recallMerchant(sql, identity.domain);
    return receipts.map((receipt, charge): ReadReceipt => {
      const handling = decideHandling(toCase(sql, message, reading, verdict, document, receipt));
      const facts = handled(
        inCash(deriveFacts(receipt, document.sent, remembered, null), handling, wish),
        handling,
      );
      return {
        message: message.seq,
        document: index,
        charge,
        receipt,
        identity,
        facts,
        handling,
        asks: askToTrust(facts, handling, wish),
      };
    });
  });
  const claimed = new Set<number>();
  const used = new Set(fixed.map(({ document, charge }) => `${document}/${charge}`));
  for (const one of read.slice(0, RECEIPTS_A_MAIL_MAX)) {
    const same = fixed.find(
      (row) =>
        !claimed.has(row.id) &&
        row.total === one.facts.total &&
        row.currency === one.facts.currency &&
        row.class === one.facts.class,
    );
    if (same !== undefined) {
      claimed.add(same.id);
      continue;
    }
    let { charge } = one;
    while (used.has(`${one.document}/${charge}`)) charge += 1;
    used.add(`${one.document}/${charge}`);
    const slot = free.find((row) => row.document === one.document && row.charge === charge);
    if (slot !== undefined) claimed.add(slot.id);
    // It was settled as something else: what is read now may be the same charge, read better.
    const doubts = fixed.some((row) => row.document === one.document && !claimed.has(row.id))
      ? [...one.facts.doubts, SETTLED_OTHERWISE]
      : one.facts.doubts;
    place(
      sql,
      { ...one, charge, facts: { ...one.facts, doubts } },
      slot?.id ?? null,
      one.handling?.action === "pending" || one.handling?.action === "ask"
        ? { ...wish, mode: "wait" }
        : wish,
      now,
    );
  }
  for (const row of free)
    if (!claimed.has(row.id)) sql.run("DELETE FROM receipts WHERE id = ?", row.id);
  readDependents(sql, message.seq, free);
}

/** Other mails whose receipts repeat one that is gone, or is another charge now, are read again. */
function readDependents(sql: Sql, message: number, before: readonly ReceiptRow[]): void {
  const now = new Map(listReceipts(sql, message).map((row) => [row.id, row]));
  const changed = before.filter((row) => {
    const after = now.get(row.id);
    return (
      after === undefined ||
      after.total !== row.total ||
      after.currency !== row.currency ||
      after.class !== row.class ||
      after.state === "ignored"
    );
  });
  sql.run(
    `UPDATE inbox SET state = 'received' WHERE same_bytes = 0 AND state NOT IN ('received','reading') AND seq != ?1
       AND seq IN (SELECT message FROM receipts WHERE state = 'duplicate' AND decided_at IS NULL AND duplicate_of IN (SELECT value FROM json_each(?2)))`,
    message,
    JSON.stringify(changed.map(({ id }) => id)),
  );
}

function toCase(
  sql: Sql,
  { door, received_at }: MessageRow,
  { message }: MailReading,
  verdict: MailVerdict,
  document: MailDocument,
  { kind, merchant }: Receipt,
): Case {
  const inner =
    document.carriedIn === undefined ? null : (verdict.carried[document.carriedIn] ?? null);
  const { carrier } = document;
  const [outerFrom, sender] = [
    message.from[0]?.address ?? "",
    senderKey(document.from, merchant?.value ?? null),
  ];
  return {
    kind,
    door,
    carrier,
    outer: verdict,
    outerFrom,
    inner,
    sender,
    trusts: (one, who) => isTrusted(sql, one, who),
    receivedAt: received_at,
  };
}

/** With who vouches for it; that nobody does goes before every other doubt (store-receipt.ts tells such a receipt by its reason). */
function handled(facts: Facts, { action, reason, why }: Handling): Facts {
  const said = { ...facts, why: [...facts.why, why] };
  if (
    action !== "review" ||
    reason === null ||
    reason === "forwarding_confirmation" ||
    facts.class === "none"
  )
    return said;
  return { ...facts, doubts: [{ reason, detail: why }, ...facts.doubts] };
}

/** For what was paid in cash no bank's row comes: it is inserted where its address is one for cash, else asked about. */
function inCash(
  facts: Facts,
  { action }: Handling,
  wish: Pick<Wish, "account"> & { readonly cash: boolean },
): Facts {
  if (!facts.cash) return facts;
  if (wish.cash && action === "automatic") return { ...facts, account: wish.account };
  return {
    ...facts,
    account: null,
    doubts: [
      ...facts.doubts,
      { reason: "paid_in_cash", detail: "it says that it was paid in cash: which account?" },
    ],
  };
}

/** What its address would have inserted at once, and its sender is not accepted for yet. */
function askToTrust(
  { kind, account }: Facts,
  { action, reason, why }: Handling,
  wish: Pick<Wish, "mode" | "account">,
): Doubt | null {
  const inserts = wish.mode === "insert" && (account ?? wish.account) !== null && isCharged(kind);
  return action === "ask" && reason !== null && inserts
    ? { reason, detail: `${why}: it waits for the bank's row, or for you to accept it` }
    : null;
}

const SETTLED_OTHERWISE = {
  reason: "several_charges",
  detail: "another charge of this mail was settled before, as it was read then",
} as const;

/** What a later reading leaves alone. */
function isFixed(row: ReceiptRow): boolean {
  return row.decided_at !== null || isSettled(row);
}

function readAddressSettings(sql: Sql, { address, received_at }: MessageRow) {
  const options =
    address === null
      ? null
      : sql.first<{ mode: Mode; account: number | null; cash: number }>(
          "SELECT mode, account, cash FROM addresses WHERE id = ?",
          address,
        );
  // No bank's row is waited for where there is no bank.
  const cash = options?.cash === 1;
  return {
    cash,
    mode: cash ? "insert" : (options?.mode ?? "wait"),
    account: options?.account ?? null,
    until: received_at + RECEIPT_WAIT_MS,
    corrected: null,
    decided_at: null,
  } as const;
}
