// A message of the inbox and its receipts, as they are stored.

import type { Currency } from "../../money/currency.ts";
import type { Day } from "../../money/day.ts";
import type { Kind, Reason } from "../../receipts/receipt.ts";
import type { ChargeClass } from "./identity.ts";
import type { ReceiptState } from "./receipt-states.ts";
import type { MessageState } from "./states.ts";

/** What to do with a receipt that comes before the bank's row. */
export const MODES = ["wait", "insert"] as const;
export type Mode = (typeof MODES)[number];

export interface MessageRow {
  readonly seq: number;
  readonly id: string;
  readonly state: MessageState;
  readonly reason: Reason | null;
  readonly detail: string | null;
  readonly sha256: string;
  readonly bytes: number;
  readonly same_bytes: number;
  readonly duplicate_of: number | null;
  readonly door: "email" | "api";
  readonly envelope_from: string | null;
  readonly address: number | null;
  readonly received_at: number;
  /** How often reading began and did not end. */
  readonly failures: number;
  readonly next_attempt_at: number | null;
  readonly reader_version: number | null;
  readonly read_at: number | null;
  readonly sender: string | null;
  readonly subject: string | null;
  readonly verdict: string | null;
  readonly reading: string | null;
  readonly reading_key: string | null;
  readonly dismissed_at: number | null;
}

/** A charge: as it was read, with the user's corrections applied. */
export interface ReceiptRow {
  readonly id: number;
  readonly message: number;
  readonly document: number;
  readonly charge: number;
  readonly state: ReceiptState;
  readonly reason: Reason | null;
  readonly detail: string | null;
  readonly kind: Kind;
  readonly class: ChargeClass;
  /** The sender's registrable domain; empty if unknown. */
  readonly domain: string;
  readonly merchant: string | null;
  /** 1/10,000 units, never negative. */
  readonly total: number | null;
  readonly currency: Currency | null;
  readonly date: Day | null;
  readonly order_number: string | null;
  readonly card_last4: string | null;
  readonly incoming: number;
  /** What its external_id is made of (identity.ts). */
  readonly base: string | null;
  readonly seq: number | null;
  /** The Receipt as it was read, as JSON. */
  readonly receipt: string;
  readonly corrected: string | null;
  readonly duplicate_of: number | null;
  readonly decided_at: number | null;
  readonly mode: Mode;
  readonly account: number | null;
  readonly match: string | null;
  readonly transaction_id: number | null;
  readonly failures: number;
  readonly next_attempt_at: number | null;
  readonly settle_until: number | null;
  readonly created_at: number;
}

/**
 * The receipt is in the budget, or a request about it may have been carried out: nothing may
 * replace or change it.
 */
export function isSettled({ state, match }: Pick<ReceiptRow, "state" | "match">): boolean {
  return state === "matched" || state === "inserted" || isOnItsWay({ state, match });
}

/** Doubts that the bank's row may answer. The receipt waits for the row while the user is asked. */
const ANSWERED_BY_ROW: ReadonlySet<Reason> = new Set<Reason>([
  "invoice_due",
  "further_charge",
  "payment_unproven",
  "ambiguous_direction",
  "ambiguous_date",
  "sums_disagree",
  "other_recipient",
]);

/** Whether the bank's row may answer this doubt about a receipt that is otherwise complete. */
export function isAnsweredByRow(reason: Reason): boolean {
  return ANSWERED_BY_ROW.has(reason);
}

/** Matching has begun to change the budget for this receipt, and has not reported the result. */
export function isOnItsWay({ state, match }: Pick<ReceiptRow, "state" | "match">): boolean {
  return state === "waiting" && match !== null;
}

/** The result of matching (the column `match`), as far as every caller may read it. */
export interface Match {
  readonly transaction_id: number | null;
  /** All transactions, if several together are the match. */
  readonly transactions?: readonly number[];
  readonly evidence: readonly string[];
  /** The choices for the user: single transactions, or several that add up to the receipt. */
  readonly candidates?: readonly {
    readonly transactions: readonly number[];
    readonly evidence: readonly string[];
  }[];
}
