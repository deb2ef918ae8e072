// Stores a reading in one transaction: the message's facts, one receipt for each charge, and the
// imports of attached statements. A later reading leaves alone what the user decided, and what
// matching has begun to settle.

import { RECEIPT_WAIT_MS, RECEIPTS_A_MAIL_MAX } from "../../platform/limits.ts";
import type { Sql } from "../../platform/sql/sql.ts";
import { must } from "../../platform/assert.ts";
import type { MailVerdict } from "../../receipts/authenticity/verdict.ts";
import type { MailDocument } from "../../receipts/mail.ts";
import { READER_VERSION, type MailReading } from "../../receipts/reading.ts";
import type { Reason } from "../../receipts/receipt.ts";
import { deriveFacts, type Doubt, type Facts, type Remembered } from "./facts.ts";
import { decideHandling, isCharged, type Case, type Handling } from "./policy.ts";
import { senderKey } from "./sender-key.ts";
import { isTrusted } from "./trust.ts";
import type { DocumentIdentity } from "./identity.ts";
import { askIfYours, findMadeOut, listOwnAddresses } from "./made-out-to.ts";
import { recallMerchant } from "./memory.ts";
import { isSettled, type MessageRow, type Mode, type ReceiptRow } from "./rows.ts";
import { READ, type MessageState } from "./states.ts";
import { storeReceipt, type ReceiptSettings } from "./store-receipt.ts";
import { storeIdentities } from "./document-identities.ts";
import type { ReadReceipt } from "./read-receipt.ts";
import type { StoredReading } from "./reading-store.ts";
import { linkStatements, type AttachedStatement } from "./statements.ts";
import { changeMessage, changeMessages, findState } from "./change-state.ts";
import { messageBySeq, listReceipts, record, toOneLine } from "./store.ts";
import type { InboxTools } from "./job-tools.ts";

export interface ReadMail {
  readonly reading: MailReading;
  readonly verdict: MailVerdict;
  /** Hash of Message-ID and body. */
  readonly delivery: string | null;
  /** One for each document of the reading, in order. */
  readonly identities: readonly DocumentIdentity[];
  readonly statements: readonly AttachedStatement[];
  readonly kept: StoredReading;
}

/** Stores a reading; does nothing if the message was deleted or moved on meanwhile. */
export function storeReading(tools: InboxTools, seq: number, read: ReadMail): void {
  const { sql, runs, chance } = tools;
  const now = chance.now();
  sql.transaction(() => {
    const message = messageBySeq(sql, seq);
    if (message?.state !== "reading") return;
    const { reading, identities, kept } = read;
    if (message.reading_key !== null && message.reading_key !== kept.reading_key)
      sql.run("INSERT OR IGNORE INTO forgotten_mail (key) VALUES (?)", message.reading_key);
    // A From header without name and address counts as missing.
    const sender =
      reading.message.from.find(({ name, address }) => name !== "" || address !== "") ?? null;
    sql.run(
      `UPDATE inbox SET failures = 0, next_attempt_at = NULL, reader_version = ?, read_at = ?, delivery = ?, sender = ?, subject = ?, verdict = ?, reading = ?, reading_key = ? WHERE seq = ?`,
      READER_VERSION,
      now,
      read.delivery,
      sender === null
        ? null
        : JSON.stringify({ name: toOneLine(sender.name), address: toOneLine(sender.address) }),
      toOneLine(reading.message.subject),
      JSON.stringify(read.verdict),
      kept.reading,
      kept.reading_key,
      seq,
    );
    const first = read.delivery === null ? null : earlierDelivery(sql, read.delivery, seq);
    if (first !== null) return setState(sql, seq, { ...DUPLICATE, of: first }, now);
    storeIdentities(sql, seq, identities);
    storeReceipts(tools, message, read, now);
    linkStatements(sql, runs, seq, read.statements, now);
    settleMessage(sql, message, reading, now);
  });
}

/** The first message with the same Message-ID and body. */
function earlierDelivery(sql: Sql, delivery: string, seq: number): number | null {
  return (
    sql.first<{ seq: number }>(
      "SELECT seq FROM inbox WHERE delivery = ? AND seq < ? AND duplicate_of IS NULL ORDER BY seq LIMIT 1",
      delivery,
      seq,
    )?.seq ?? null
  );
}

interface MailState {
  readonly state: MessageState;
  readonly reason: Reason | null;
  readonly detail: string;
  readonly of?: number;
}

const DUPLICATE: MailState = {
  state: "duplicate",
  reason: null,
  detail: "the same mail was received before",
};
const NO_MONEY: MailState = {
  state: "ignored",
  reason: "not_a_transaction",
  detail: "nothing in it is about money",
};

function setState(
  sql: Sql,
  seq: number,
  { state, reason, detail, of }: MailState,
  now: number,
): void {
  changeMessage(sql, seq, ["reading"], {
    state,
    reason,
    detail: toOneLine(detail),
    duplicate_of: of ?? null,
  });
  if (detail !== NO_MONEY.detail) record(sql, { message: seq, who: "reader", what: detail }, now);
}

/**
 * Sets the message's state from its receipts, or from a doubt about the message if none is open.
 */
function settleMessage(sql: Sql, message: MessageRow, { doubts }: MailReading, now: number): void {
  const { seq } = message;
  const done = listReceipts(sql, seq).every(
    ({ state }) => state === "ignored" || state === "duplicate",
  );
  const [doubt] = done ? doubts : [];
  if (doubt !== undefined) return setState(sql, seq, { state: "review", ...doubt }, now);
  const found = findState(sql, message);
  if (found === null) setState(sql, seq, NO_MONEY, now);
  else changeMessage(sql, seq, ["reading"], { ...found, duplicate_of: null });
}

/**
 * Stores the receipts that were read. A decided or settled one stays as it is; the others are
 * replaced.
 */
function storeReceipts(tools: InboxTools, message: MessageRow, mail: ReadMail, now: number): void {
  const { sql } = tools;
  const before = listReceipts(sql, message.seq);
  const fixed = before.filter(isFixed);
  const free = before.filter((row) => !isFixed(row));
  const settings = readAddressSettings(sql, message);
  const claimed = new Set<number>();
  const used = new Set(fixed.map(({ document, charge }) => `${document}/${charge}`));
  for (const one of readReceipts(tools, message, mail, settings).slice(0, RECEIPTS_A_MAIL_MAX)) {
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
    // A settled receipt that was not read again may be this charge, which is read better now.
    const doubts = fixed.some((row) => row.document === one.document && !claimed.has(row.id))
      ? [...one.facts.doubts, SETTLED_OTHERWISE]
      : one.facts.doubts;
    storeReceipt(
      sql,
      { ...one, charge, facts: { ...one.facts, doubts } },
      slot?.id ?? null,
      { ...settings, mode: chooseMode(one, settings) },
      now,
    );
  }
  for (const row of free)
    if (!claimed.has(row.id)) sql.run("DELETE FROM receipts WHERE id = ?", row.id);
  readDependents(sql, message.seq, free);
}

/** Whether the receipt is inserted at once; what was paid in cash need not wait for the bank. */
function chooseMode({ facts, handling }: ReadReceipt, { mode }: AddressSettings): Mode {
  if (handling?.action === "pending" || handling?.action === "ask") return "wait";
  return facts.cash && facts.account !== null ? "insert" : mode;
}

/** The receipts of a reading, each with its facts and how far its sender is trusted. */
function readReceipts(
  { sql, connection, mailbox }: InboxTools,
  message: MessageRow,
  { reading, verdict, identities }: ReadMail,
  settings: AddressSettings,
): ReadReceipt[] {
  // Somebody who may import has chosen what comes over the interface, and none of it is inserted by
  // itself.
  const own = message.door === "email" ? listOwnAddresses(sql, connection, mailbox) : null;
  return reading.documents.flatMap(({ document, receipts }, index) => {
    const identity = must(identities[index], "each document has its identity");
    const remembered = recallMerchant(sql, identity.domain);
    const madeOut = own === null ? null : findMadeOut(document.to, own);
    return receipts.map((receipt, charge): ReadReceipt => {
      const mail = toMailCase(sql, message, reading, verdict, document);
      const handling = decideHandling({
        ...mail,
        kind: receipt.kind,
        sender: senderKey(document.from, receipt.merchant?.value ?? null),
      });
      const read = deriveFacts(receipt, document.sent, remembered, null);
      const paid = chooseCashAccount(read, handling, settings, remembered);
      const facts = addTrust(askIfYours(paid, madeOut), handling);
      return {
        message: message.seq,
        document: index,
        charge,
        receipt,
        identity,
        facts,
        handling,
        madeOut: facts.class === "none" ? null : madeOut,
        asks: askToTrust(facts, handling, settings),
      };
    });
  });
}

/** Marks other mails to be read again whose receipts repeat one that is gone, or has changed. */
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
  const where = `same_bytes = 0 AND seq != ?1
    AND seq IN (SELECT message FROM receipts WHERE state = 'duplicate' AND decided_at IS NULL AND duplicate_of IN (SELECT value FROM json_each(?2)))`;
  const values = [message, JSON.stringify(changed.map(({ id }) => id))];
  changeMessages(sql, { from: READ, where, values }, { state: "received" });
}

/** The part of a case that is the same for all receipts of a document. */
function toMailCase(
  sql: Sql,
  { door, received_at }: MessageRow,
  { message }: MailReading,
  verdict: MailVerdict,
  { carrier, carriedIn }: MailDocument,
): Omit<Case, "kind" | "sender"> {
  return {
    door,
    carrier,
    outer: verdict,
    outerFrom: message.from[0]?.address ?? "",
    inner: carriedIn === undefined ? null : (verdict.carried[carriedIn] ?? null),
    trusts: (kind, who) => isTrusted(sql, kind, who),
    receivedAt: received_at,
  };
}

/**
 * Adds the sender's trust to the reasons. A lack of trust becomes the first doubt: store-receipt.ts
 * recognises such a receipt by it.
 */
function addTrust(facts: Facts, { action, reason, why }: Handling): Facts {
  if (
    action !== "review" ||
    reason === null ||
    reason === "forwarding_confirmation" ||
    facts.class === "none"
  )
    return { ...facts, why: [...facts.why, why] };
  return { ...facts, doubts: [{ reason, detail: why }, ...facts.doubts] };
}

/**
 * The bank has no row for a cash payment: it is inserted if its address is for cash, or the user
 * said for this sender where it goes; else the user is asked.
 */
function chooseCashAccount(
  facts: Facts,
  { action }: Handling,
  settings: AddressSettings,
  { cashAccount }: Remembered,
): Facts {
  if (!facts.cash) return facts;
  const account = settings.cash ? settings.account : (cashAccount ?? null);
  if (account !== null && action === "automatic") return { ...facts, account };
  return {
    ...facts,
    account: null,
    doubts: [
      ...facts.doubts,
      { reason: "paid_in_cash", detail: "it says that it was paid in cash: choose the account" },
    ],
  };
}

/**
 * The question for a receipt that its address would insert at once, if its sender were accepted.
 */
function askToTrust(
  { kind, account }: Facts,
  { action, reason, why }: Handling,
  settings: AddressSettings,
): Doubt | null {
  const inserts =
    settings.mode === "insert" && (account ?? settings.account) !== null && isCharged(kind);
  return action === "ask" && reason !== null && inserts
    ? { reason, detail: `${why}: it waits for the bank's transaction, or for you to accept it` }
    : null;
}

const SETTLED_OTHERWISE = {
  reason: "several_charges",
  detail: "another charge of this mail was settled before, from an earlier reading",
} as const;

/** Whether a later reading leaves the receipt as it is. */
function isFixed(row: ReceiptRow): boolean {
  return row.decided_at !== null || isSettled(row);
}

interface AddressSettings extends ReceiptSettings {
  readonly cash: boolean;
}

function readAddressSettings(sql: Sql, { address, received_at }: MessageRow): AddressSettings {
  const options =
    address === null
      ? null
      : sql.first<{ mode: Mode; account: number | null; cash: number }>(
          "SELECT mode, account, cash FROM addresses WHERE id = ?",
          address,
        );
  const cash = options?.cash === 1;
  return {
    cash,
    // The bank has no row for cash, so there is nothing to wait for.
    mode: cash ? "insert" : (options?.mode ?? "wait"),
    account: options?.account ?? null,
    until: received_at + RECEIPT_WAIT_MS,
    corrected: null,
    decided_at: null,
  };
}
