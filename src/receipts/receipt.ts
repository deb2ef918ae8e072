// The shape of a receipt. A receipt is a claim about a charge, not the charge: each value
// comes with the exact span of a text that a person can be shown. Nothing is guessed, and nothing
// here knows the budgeting service.

import type { Currency } from "../money/currency.ts";
import type { Day } from "../money/day.ts";

/**
 * A text that values are read from, and that a person can be shown: "subject", "html", "pdf 1" ...
 */
export interface View {
  readonly name: string;
  readonly text: string;
}

/** Where in a view a value is: UTF-16 offsets, the end exclusive. */
export interface Span {
  readonly view: string;
  readonly start: number;
  readonly end: number;
}

/** The kinds of evidence, the most trusted first. */
export const SOURCES = [
  "e-invoice",
  "structured",
  "merchant",
  "sentence",
  "label",
  "header",
  "person",
] as const;
export type Source = (typeof SOURCES)[number];

/** A value with its place and the rule that read it, a short name that is the same in every run. */
export interface Seen<T> {
  readonly value: T;
  readonly span: Span;
  readonly rule: string;
}

export const KINDS = [
  "receipt",
  "order",
  "invoice",
  "refund",
  "bank alert",
  "authorisation",
  "income",
  "zero charge",
  "forwarding confirmation",
  "not a transaction",
] as const;
export type Kind = (typeof KINDS)[number];

/** A plain decimal ("12.34", never negative), with the printed digits. */
export type Decimal = string;

export interface SeenAmount extends Seen<Decimal> {
  /** Null where only a symbol names it that several currencies share. */
  readonly currency: Currency | null;
  /**
   * The currencies that share its symbol ("$": usd, cad, aud ...), decided or not. Empty where the
   * symbol is one currency's own, or missing.
   */
  readonly candidates: readonly Currency[];
}

export interface Item {
  readonly name: Seen<string>;
  readonly quantity: Seen<Decimal> | null;
  /** Of the line, not of one piece. */
  readonly amount: SeenAmount | null;
}

/** One reader's claim about one charge. Fields that it did not see are missing. */
export interface Claim {
  readonly source: Source;
  readonly kind?: Seen<Kind>;
  readonly merchant?: Seen<string>;
  /** The amount that was charged. */
  readonly total?: SeenAmount;
  readonly date?: Seen<Day>;
  /** Of an invoice, the last day to pay it; never the day of the purchase. */
  readonly dueOn?: Seen<Day>;
  /** The order, invoice or confirmation number; of a bank alert, the bank's reference. */
  readonly order_number?: Seen<string>;
  readonly card_last4?: Seen<string>;
  readonly subtotal?: SeenAmount;
  readonly tax?: SeenAmount;
  readonly shipping?: SeenAmount;
  readonly tip?: SeenAmount;
  readonly discount?: SeenAmount;
  /** The time of day as printed; with amount and card it tells bank alerts apart. */
  readonly time?: Seen<string>;
  /** The word that says it was paid in cash. */
  readonly cash?: Seen<string>;
  /** Money in: a refund, a deposit. */
  readonly incoming?: Seen<boolean>;
  readonly items?: readonly Item[];
}

/** The reasons for which a person is asked to look. */
// prettier-ignore
export const REASONS = [
  "no_total", "ambiguous_currency", "ambiguous_date", "conflicting_totals", "conflicting_views", "sums_disagree",
  "several_charges", "unread_movements", "further_charge", "payment_unproven", "ambiguous_direction",
  "unknown_sender", "auth_absent", "auth_failed", "sender_not_trusted", "pdf_no_text", "pdf_encrypted", "pdf_damaged", "too_large", "unsupported_type",
  "parse_error", "several_matches", "no_match", "invoice_due", "forwarding_confirmation", "not_a_transaction", "statement",
  "possible_duplicate", "too_many", "paid_in_cash", "other_recipient",
] as const;
export type Reason = (typeof REASONS)[number];

/** A reason for which a person is asked to look, with the facts of this case. */
export interface Doubt {
  readonly reason: Reason;
  readonly detail: string;
  /** What else the total may be, as plain decimals, the likeliest first. */
  readonly totals?: readonly Decimal[];
}

/** All claims about one charge together. A field is null if no reader saw it. */
export interface Receipt {
  readonly kind: Kind;
  readonly merchant: Seen<string> | null;
  readonly total: SeenAmount | null;
  readonly currency: Currency | null;
  /**
   * The currencies that share the total's symbol; missing where the symbol is one currency's own.
   * Where `open`, the budget may decide which of them it is.
   */
  readonly sign?: { readonly means: readonly Currency[]; readonly open: boolean };
  readonly date: Seen<Day> | null;
  /** Of an invoice, the last day to pay it, where one is named. */
  readonly dueOn?: Seen<Day>;
  readonly order_number: Seen<string> | null;
  readonly card_last4: Seen<string> | null;
  /** Of a bank alert, the time of day as printed. */
  readonly time?: Seen<string>;
  /** The words that say it was paid in cash, so that no bank transaction will come. */
  readonly cash?: Seen<string>;
  readonly subtotal: SeenAmount | null;
  readonly tax: SeenAmount | null;
  readonly shipping: SeenAmount | null;
  readonly tip: SeenAmount | null;
  readonly discount: SeenAmount | null;
  readonly incoming: boolean;
  readonly items: readonly Item[];
  /** The reasons that keep the receipt from the budget; empty where nothing does. */
  readonly doubts: readonly Doubt[];
  /** One sentence for each decision. */
  readonly why: readonly string[];
}
