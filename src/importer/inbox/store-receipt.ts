// Stores a receipt that was read, in its message and among the charges that other mails reported.
// One row for each charge: it is settled, waits, asks the user, or names the charge it repeats.
// Runs inside the transaction that stores a reading.

import { RECEIPT_CHARS_MAX } from "../../platform/limits.ts";
import { must } from "../../platform/assert.ts";
import type { Sql } from "../../platform/sql/sql.ts";
import { addDays, dayNumber, type Day } from "../../money/day.ts";
import { units } from "../../money/money.ts";
import type { Kind, Reason, Receipt } from "../../receipts/receipt.ts";
import type { Doubt, Facts } from "./facts.ts";
import {
  externalIdBase,
  sameDocument,
  type ChargeFacts,
  type DocumentIdentity,
} from "./identity.ts";
import { bookingWindow } from "./match/pair.ts";
import { isAnsweredByRow, isSettled, type Mode, type ReceiptRow } from "./rows.ts";
import type { Handling } from "./policy.ts";
import { relate, type Known, type Relation } from "./purchase.ts";
import { changeReceiptAlone, refresh, type ReceiptChanges } from "./change-state.ts";
import { OPEN } from "./receipt-states.ts";
import { record } from "./store.ts";

/** A receipt of a reading, with everything known about it. */
export interface ReadReceipt {
  readonly message: number;
  readonly document: number;
  readonly charge: number;
  readonly receipt: Receipt;
  readonly facts: Facts;
  readonly identity: DocumentIdentity;
  /** How far its sender is trusted; null if the user decides. */
  readonly handling: Handling | null;
  /** The question to the user while it waits; null: none. */
  readonly asks?: Doubt | null;
}

/** The settings of the address that it came by, or of the user's decision. */
export interface ReceiptSettings {
  readonly mode: Mode;
  readonly account: number | null;
  /** When to stop waiting for the bank's row. */
  readonly until: number;
  readonly corrected: string | null;
  readonly decided_at: number | null;
}

interface ReceiptStatus {
  readonly state: ReceiptRow["state"];
  readonly reason: Reason | null;
  readonly detail: string | null;
  readonly base: string | null;
  readonly seq: number | null;
  readonly duplicate_of: number | null;
}

/** Stores the receipt as row `id`, or as a new one; returns the row's id. A person's decision leaves only doubts that something is missing. */
export function storeReceipt(
  sql: Sql,
  one: ReadReceipt,
  id: number | null,
  settings: ReceiptSettings,
  now: number,
): number {
  const whole = toCharge(one);
  const byPerson = settings.decided_at !== null;
  const relation =
    whole === null || byPerson
      ? null
      : askIfUntrusted(one, relate(whole, listComparable(sql, one, whole, id)));
  const again = whole === null && !byPerson ? sameIncomplete(sql, one) : null;
  const superseded =
    relation?.kind === "supersedes"
      ? must(findReceipt(sql, relation.of), "what is superseded exists")
      : null;
  const stored = id === null ? null : findReceipt(sql, id);
  const status = deriveStatus(sql, one, whole, { relation, again, superseded, stored });
  // The superseded receipt first gives up its number: a charge is stored once.
  if (superseded !== null && relation?.kind === "supersedes") {
    changeReceiptAlone(sql, superseded.id, OPEN, {
      state: "duplicate",
      reason: null,
      detail: relation.why,
      next_attempt_at: null,
      base: null,
      seq: null,
    });
  }
  const receipt = write(sql, id, toColumns(one, status, settings, now), {
    message: one.message,
    document: one.document,
    charge: one.charge,
    created_at: now,
  });
  if (superseded !== null && relation?.kind === "supersedes") {
    sql.run("UPDATE receipts SET duplicate_of = ? WHERE id = ?", receipt, superseded.id);
    record(
      sql,
      { message: superseded.message, receipt: superseded.id, who: "reader", what: relation.why },
      now,
    );
    refresh(sql, superseded.message);
  }
  const what = explainStatus(one.facts, status);
  record(sql, { message: one.message, receipt, who: byPerson ? "person" : "reader", what }, now);
  return receipt;
}

/** A receipt that is not authenticated never replaces another: the user is asked. */
function askIfUntrusted({ handling }: ReadReceipt, relation: Relation): Relation {
  if (relation.kind !== "supersedes" || handling?.action !== "review") return relation;
  return { kind: "doubt", of: relation.of, reason: "possible_duplicate", detail: relation.why };
}

function findReceipt(sql: Sql, id: number): ReceiptRow | null {
  return sql.first<ReceiptRow>("SELECT * FROM receipts WHERE id = ?", id);
}

interface RelatedReceipts {
  readonly relation: Relation | null;
  readonly again: number | null;
  readonly superseded: ReceiptRow | null;
  readonly stored: ReceiptRow | null;
}

function deriveStatus(
  sql: Sql,
  { facts, identity, asks = null }: ReadReceipt,
  whole: ChargeFacts | null,
  { relation, again, superseded, stored }: RelatedReceipts,
): ReceiptStatus {
  const none = { reason: null, detail: null, base: null, seq: null, duplicate_of: null };
  if (facts.class === "none") {
    if (facts.kind === "forwarding confirmation")
      return {
        ...none,
        state: "review",
        reason: "forwarding_confirmation",
        detail: "Tributary does not confirm it for you",
      };
    return { ...none, state: "ignored", reason: "not_a_transaction", detail: facts.kind };
  }
  if (again !== null)
    return {
      ...none,
      state: "duplicate",
      detail: "the same document was read before, in another mail",
      duplicate_of: again,
    };
  if (relation?.kind === "duplicate")
    return { ...none, state: "duplicate", detail: relation.why, duplicate_of: relation.of };
  const doubts = [...facts.doubts, ...(relation?.kind === "doubt" ? [relation] : [])];
  const doubt = doubts.find(({ reason }) => !isAnsweredByRow(reason)) ?? doubts[0];
  const numbered =
    whole === null
      ? { base: null, seq: null }
      : chooseNumber(sql, externalIdBase(whole, identity.texts[0]), superseded ?? stored);
  const known = relation?.kind === "doubt" ? { duplicate_of: relation.of } : {};
  // The bank's row may answer the doubt, so the receipt is matched while the user is asked.
  const waits =
    doubt !== undefined &&
    isAnsweredByRow(doubt.reason) &&
    whole !== null &&
    whole.currency !== null;
  if (doubt !== undefined)
    return {
      ...none,
      ...numbered,
      ...known,
      state: waits ? "waiting" : "review",
      reason: doubt.reason,
      detail: doubt.detail,
    };
  return { ...none, ...numbered, ...asks, state: "waiting" };
}

/**
 * Its number among charges with the same base: the one it has, that of the receipt it replaces, or
 * the next.
 */
function chooseNumber(
  sql: Sql,
  base: string,
  before: ReceiptRow | null,
): { base: string; seq: number } {
  if (before !== null && before.seq !== null && before.base === base)
    return { base, seq: before.seq };
  const last =
    sql.first<{ seq: number | null }>("SELECT MAX(seq) AS seq FROM receipts WHERE base = ?", base)
      ?.seq ?? 0;
  return { base, seq: last + 1 };
}

function toCharge({ facts, identity }: ReadReceipt): (ChargeFacts & { kind: Kind }) | null {
  const { class: what, kind, total, currency, date, order_number } = facts;
  if (what === "none" || total === null || date === null) return null;
  return {
    domain: identity.domain,
    class: what,
    kind,
    total,
    currency,
    date,
    order_number,
    ...(facts.moment === undefined ? {} : { moment: facts.moment }),
  };
}

const KNOWN_MAX = 200;

/**
 * Charges of other documents with the same number, or with the same amount at about the same day.
 */
function listComparable(
  sql: Sql,
  one: ReadReceipt,
  whole: ChargeFacts,
  id: number | null,
): Known[] {
  const rows = sql.all<ReceiptRow>(
    `SELECT * FROM receipts WHERE state NOT IN ('ignored','duplicate') AND class = ?1 AND id IS NOT ?2 AND NOT (message = ?3 AND document = ?4)
       AND (?10 OR state != 'review' OR reason NOT IN ('auth_absent','auth_failed','sender_not_trusted'))
       AND (base = ?5 OR (total = ?6 AND date BETWEEN ?7 AND ?8)) ORDER BY id LIMIT ?9`,
    whole.class,
    id,
    one.message,
    one.document,
    externalIdBase(whole, one.identity.texts[0]),
    whole.total,
    addDays(whole.date, -DAYS_ABOUT),
    addDays(whole.date, DAYS_ABOUT),
    KNOWN_MAX,
    // A receipt that is not authenticated may repeat only others like it.
    one.handling?.action === "review",
  );
  return rows.flatMap((row): Known[] => {
    if (row.total === null) return [];
    const settled = isSettled(row) || row.decided_at !== null;
    const { id: known, kind, domain, class: what, order_number, currency, date } = row;
    return [
      {
        id: known,
        kind,
        domain,
        class: what,
        order_number,
        currency,
        date,
        total: units(row.total),
        settled,
        same_moment:
          whole.moment !== undefined && row.base === externalIdBase(whole, one.identity.texts[0]),
        document: sameDocument(one.identity, identityOfRow(sql, row)),
      },
    ];
  });
}

const DAYS_ABOUT = 3;

/**
 * For a receipt with too few facts to compare: the same receipt of the same document, read before.
 */
function sameIncomplete(sql: Sql, { message, charge, identity }: ReadReceipt): number | null {
  const documents = sql.all<{ message: number; document: number }>(
    "SELECT DISTINCT message, document FROM inbox_documents WHERE text_hash IN (SELECT value FROM json_each(?)) AND text_hash != '' AND message < ? ORDER BY message LIMIT 20",
    JSON.stringify(identity.texts),
    message,
  );
  for (const of of documents) {
    const row = sql.first<ReceiptRow>(
      "SELECT * FROM receipts WHERE message = ? AND document = ? AND charge = ? AND state NOT IN ('ignored','duplicate')",
      of.message,
      of.document,
      charge,
    );
    if (row !== null && sameDocument(identity, identityOfRow(sql, row)) === "same") return row.id;
  }
  return null;
}

interface DocumentRow {
  readonly text_hash: string;
  readonly domain: string;
  readonly message_id: string | null;
  readonly day: Day | null;
  readonly instant: number | null;
  readonly minute: number | null;
}

/** The facts that identify the document of a receipt. */
export function identityOfRow(
  sql: Sql,
  { message, document }: Pick<ReceiptRow, "message" | "document">,
): DocumentIdentity {
  const rows = sql.all<DocumentRow>(
    "SELECT text_hash, domain, message_id, day, instant, minute FROM inbox_documents WHERE message = ? AND document = ?",
    message,
    document,
  );
  const {
    domain = "",
    message_id = null,
    day = null,
    instant = null,
    minute = null,
  } = rows[0] ?? {};
  return {
    texts: rows.map(({ text_hash: text }) => text).filter((text) => text !== ""),
    domain,
    message_id,
    day,
    instant,
    minute,
  };
}

/** Stores the identities of documents. One with too little text is stored, and never found. */
export function storeIdentities(
  sql: Sql,
  message: number,
  identities: readonly DocumentIdentity[],
): void {
  sql.run("DELETE FROM inbox_documents WHERE message = ?", message);
  for (const [
    document,
    { texts, domain, message_id, day, instant, minute },
  ] of identities.entries()) {
    for (const text of texts.length === 0 ? [""] : texts) {
      sql.run(
        "INSERT INTO inbox_documents (message, document, text_hash, domain, message_id, day, instant, minute) VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
        message,
        document,
        text,
        domain,
        message_id,
        day,
        instant,
        minute,
      );
    }
  }
}

/**
 * Whether to look for its transaction. The bank's row may also answer which currency a symbol
 * means.
 */
function isTried(
  { facts: { total, date, doubts } }: ReadReceipt,
  { state, reason, duplicate_of }: ReceiptStatus,
): boolean {
  if (state === "waiting") return true;
  const lacksCurrency =
    reason === "ambiguous_currency" &&
    doubts.every((doubt) => doubt.reason === "ambiguous_currency" || isAnsweredByRow(doubt.reason));
  return (
    state === "review" && lacksCurrency && total !== null && date !== null && duplicate_of === null
  );
}

function toColumns(
  one: ReadReceipt,
  status: ReceiptStatus,
  settings: ReceiptSettings,
  now: number,
): ReceiptChanges {
  const { facts, identity, handling } = one;
  const { kind, merchant, total, currency, date, order_number, card_last4 } = facts;
  return {
    ...status,
    kind,
    class: facts.class,
    domain: identity.domain,
    merchant,
    total,
    currency,
    date,
    order_number,
    card_last4,
    incoming: facts.incoming ? 1 : 0,
    receipt: receiptText(one.receipt),
    ...(handling !== null && { forwarder: handling.forwarder, vouched: handling.sender }),
    corrected: settings.corrected,
    decided_at: settings.decided_at,
    // A receipt in doubt is never inserted without a person.
    mode: status.reason !== null && isAnsweredByRow(status.reason) ? "wait" : settings.mode,
    account: facts.account ?? settings.account,
    match: null,
    failures: 0,
    next_attempt_at: isTried(one, status) ? now : null,
    settle_until: Math.max(settings.until, dueUntil(one)),
  };
}

/** Updates row `id`, or inserts a new one with the columns `fresh` as well; returns the row's id. */
function write(
  sql: Sql,
  id: number | null,
  columns: ReceiptChanges,
  fresh: Partial<ReceiptRow>,
): number {
  if (id !== null) {
    changeReceiptAlone(sql, id, OPEN, columns);
    return id;
  }
  const entries = Object.entries({ ...columns, ...fresh });
  const names = entries.map(([name]) => name);
  const values = entries.map(([, value]) => value);
  const marks = names.map(() => "?").join(", ");
  sql.run(`INSERT INTO receipts (${names.join(", ")}) VALUES (${marks})`, ...values);
  return sql.first<{ id: number }>("SELECT last_insert_rowid() AS id")?.id ?? 0;
}

/** An invoice is matched until some days after its due date. */
function dueUntil({ facts: { kind, date }, receipt: { dueOn } }: ReadReceipt): number {
  return date === null || dueOn === undefined
    ? 0
    : (dayNumber(bookingWindow({ kind, date, dueOn: dueOn.value }).to) + 1) * DAY_MS;
}

const DAY_MS = 24 * 60 * 60_000;

/** The receipt as JSON that fits a row; a bill of thousands of items is kept without its items. */
function receiptText(receipt: Receipt): string {
  const text = JSON.stringify(receipt);
  return text.length <= RECEIPT_CHARS_MAX
    ? text
    : JSON.stringify({
        ...receipt,
        items: [],
        doubts: receipt.doubts.slice(0, 20),
        why: receipt.why.slice(0, 20),
      });
}

function explainStatus({ kind, why }: Facts, { state, reason, detail }: ReceiptStatus): string {
  const said = [...why, ...(detail === null ? [] : [detail])].join("; ");
  return `${kind}: ${state}${reason === null ? "" : ` (${reason})`}${said === "" ? "" : `, ${said}`}`;
}
