// A message of the inbox and its receipts, as the API returns them.

import type { Currency } from "../../money/currency.ts";
import type { Day } from "../../money/day.ts";
import { printUnits, units } from "../../money/money.ts";
import { exponentOf } from "../../money/currency.ts";
import type {
  MailVerdict,
  Outcome,
  SignatureVerdict,
} from "../../receipts/authenticity/verdict.ts";
import type { Correspondent } from "../../receipts/mail.ts";
import type { Kind, Reason, Receipt } from "../../receipts/receipt.ts";
import { computeSplitParts, type SplitShare } from "./applying/split-parts.ts";
import type { Match, MessageRow, Mode, ReceiptRow } from "./rows.ts";
import type { ReceiptState } from "./receipt-states.ts";
import type { MessageState } from "./states.ts";

/** Whether the mail was authenticated, as checked when it came. */
export interface Verdict {
  readonly result: Outcome;
  readonly why: readonly string[];
  readonly signatures: readonly Pick<SignatureVerdict, "domain" | "selector" | "result" | "why">[];
}

/** One charge as the API returns it. */
export interface InboxReceipt {
  readonly id: number;
  readonly document: number;
  readonly charge: number;
  readonly state: ReceiptState;
  readonly reason: Reason | null;
  readonly detail: string | null;
  readonly kind: Kind;
  readonly merchant: string | null;
  readonly total: string | null;
  readonly currency: Currency | null;
  readonly date: Day | null;
  readonly order_number: string | null;
  readonly card_last4: string | null;
  readonly incoming: boolean;
  readonly items: readonly {
    readonly name: string;
    readonly quantity: string | null;
    readonly amount: string | null;
  }[];
  readonly corrected: readonly string[];
  readonly account_id: number | null;
  readonly mode: Mode;
  readonly duplicate_of: string | null;
  readonly match: Match | null;
  readonly transaction_id: number | null;
  readonly next_attempt_at: string | null;
  /** How its items could split its transaction; null if they cannot. */
  readonly parts: readonly SplitShare[] | null;
  /** The split of its transaction by its items, done or under way. */
  readonly split: {
    readonly state: "doing" | "done" | "undoing" | "failed";
    readonly parts: readonly SplitShare[];
    readonly said: string | null;
  } | null;
}

/** What other tables hold about a receipt in the budget, as JSON. */
export interface Companions {
  readonly rival: string | null;
  readonly split: {
    readonly state: "doing" | "done" | "undoing" | "failed";
    readonly parts: string;
    readonly said: string | null;
  } | null;
}

export const NO_COMPANIONS: Companions = { rival: null, split: null };

/**
 * The message of the API. If it has exactly one charge, its facts are repeated at the top; else
 * those are null.
 */
export interface InboxMessage {
  readonly id: string;
  readonly state: MessageState;
  readonly door: "email" | "api";
  readonly received_at: string;
  readonly from: Correspondent | null;
  readonly envelope_from: string | null;
  readonly address_id: number | null;
  readonly subject: string | null;
  readonly bytes: number;
  readonly kind: Kind | null;
  readonly merchant: string | null;
  readonly total: string | null;
  readonly currency: Currency | null;
  readonly date: Day | null;
  readonly order_number: string | null;
  readonly card_last4: string | null;
  readonly items: InboxReceipt["items"];
  readonly verdict: Verdict | null;
  readonly reason: Reason | null;
  readonly detail: string | null;
  readonly match: Match | null;
  readonly transaction_id: number | null;
  readonly duplicate_of: string | null;
  readonly receipts: readonly InboxReceipt[];
  /** Ids of the imports made of attached statements. */
  readonly imports: readonly string[];
  readonly reader_version: number | null;
}

export interface HistoryEntry {
  readonly at: string;
  readonly who: "door" | "reader" | "match" | "person";
  readonly receipt: number | null;
  readonly what: string;
}

/** `duplicateOf`: the id of the message with the receipt that this one repeats. */
export function receiptOnWire(
  row: ReceiptRow,
  duplicateOf: string | null,
  { rival, split }: Companions,
): InboxReceipt {
  const { currency, state } = row;
  const read: Receipt = JSON.parse(row.receipt);
  const match = readMatch(row, rival);
  const inBudget = state === "matched" || state === "inserted";
  return {
    id: row.id,
    document: row.document,
    charge: row.charge,
    state,
    reason: row.reason,
    detail: row.detail,
    kind: row.kind,
    merchant: row.merchant,
    total:
      row.total === null
        ? null
        : printUnits(units(row.total), currency === null ? 2 : exponentOf(currency)),
    currency,
    date: row.date,
    order_number: row.order_number,
    card_last4: row.card_last4,
    incoming: row.incoming === 1,
    items: read.items.map(({ name, quantity, amount }) => ({
      name: name.value,
      quantity: quantity?.value ?? null,
      amount: amount?.value ?? null,
    })),
    corrected: row.corrected === null ? [] : Object.keys(JSON.parse(row.corrected)),
    account_id: row.account,
    mode: row.mode,
    duplicate_of: duplicateOf,
    match,
    transaction_id: row.transaction_id,
    next_attempt_at:
      row.next_attempt_at === null ? null : new Date(row.next_attempt_at).toISOString(),
    parts: inBudget && match?.transactions === undefined ? computeSplitParts(row) : null,
    split: split === null ? null : { ...split, parts: JSON.parse(split.parts) },
  };
}

/** The receipt's match, with the candidates of a competing match if there is one. */
function readMatch(row: ReceiptRow, rival: string | null): Match | null {
  if (row.match === null) return null;
  const { transaction_id = null, evidence = [], ...found }: Partial<Match> = JSON.parse(row.match);
  const offered: Match | null = rival === null ? null : JSON.parse(rival);
  const candidates = offered?.candidates ?? found.candidates;
  return {
    transaction_id,
    evidence,
    ...(found.transactions !== undefined && { transactions: found.transactions }),
    ...(candidates !== undefined && { candidates }),
  };
}

function verdictOnWire({ result, why, signatures }: MailVerdict): Verdict {
  return {
    result,
    why,
    signatures: signatures.map((one) => ({
      domain: one.domain,
      selector: one.selector,
      result: one.result,
      why: one.why,
    })),
  };
}

export function messageOnWire(
  row: MessageRow,
  receipts: readonly InboxReceipt[],
  imports: readonly string[],
  duplicateOf: string | null,
): InboxMessage {
  const only = receipts.length === 1 ? (receipts[0] ?? null) : null;
  return {
    id: row.id,
    state: row.state,
    door: row.door,
    received_at: new Date(row.received_at).toISOString(),
    from: row.sender === null ? null : JSON.parse(row.sender),
    envelope_from: row.envelope_from,
    address_id: row.address,
    subject: row.subject,
    bytes: row.bytes,
    kind: only?.kind ?? null,
    merchant: only?.merchant ?? null,
    total: only?.total ?? null,
    currency: only?.currency ?? null,
    date: only?.date ?? null,
    order_number: only?.order_number ?? null,
    card_last4: only?.card_last4 ?? null,
    items: only?.items ?? [],
    verdict: row.verdict === null ? null : verdictOnWire(JSON.parse(row.verdict)),
    reason: row.reason,
    detail: row.detail,
    match: only?.match ?? null,
    transaction_id: only?.transaction_id ?? null,
    duplicate_of: duplicateOf,
    receipts,
    imports,
    reader_version: row.reader_version,
  };
}
