// The output of every statement decoder: records, and the layout that explains how they were read.
// Amounts are in the account's view: money in is positive. Nothing here knows the budgeting
// service.

import type { Currency } from "../money/currency.ts";
import type { Day } from "../money/day.ts";
import type { Units } from "../money/money.ts";

/** One transaction as the bank printed it. */
export interface StatementRow {
  /** The line of the document where the row begins, from 1. */
  readonly line: number;
  /** The posting date. */
  readonly date: Day;
  /** The time of day, "HH:MM" or "HH:MM:SS", if the bank prints one. */
  readonly time: string | null;
  readonly amount: Units;
  /** Null when neither the row nor the document names one; then it is the account's. */
  readonly currency: Currency | null;
  /** The counterparty or description, for a person to read. */
  readonly payee: string;
  /** The bank's rawest description, blanks folded: original_name, and part of the external_id. */
  readonly description: string;
  readonly notes: string | null;
  /** The bank's id of the transaction. */
  readonly reference: string | null;
  /** The running balance after this row, if the document has one. */
  readonly balance: Units | null;
  /** The document's label for the row's account, if it holds several accounts. */
  readonly account: string | null;
  readonly pending: boolean;
  /** Further facts: value date, original amount and currency, rate, fee, category ... */
  readonly facts: Readonly<Record<string, string>>;
  /** The cells as printed. */
  readonly cells: readonly string[];
}

/** Every record of the document becomes exactly one of these. */
export type StatementRecord =
  | { readonly kind: "transaction"; readonly row: StatementRow }
  | {
      /**
       * rejected: a transaction that cannot be read. skipped: not a transaction (a total, a
       * balance).
       */
      readonly kind: "rejected" | "skipped";
      readonly line: number;
      readonly cells: readonly string[];
      readonly reason: string;
      /** Set on a skipped record that may be a transaction. */
      readonly doubtful?: true;
    };

/** A column and the role it was given. */
export interface LayoutColumn {
  readonly index: number;
  readonly label: string;
  readonly role: string;
}

/**
 * How a document was read, and why: shown to the person; answers are remembered by `fingerprint`.
 */
export interface Layout {
  readonly format: string;
  readonly fingerprint: string;
  /** The bank, if the layout is a known one. */
  readonly bank: string | null;
  readonly encoding: string;
  readonly delimiter: string | null;
  /** The line of the header; null when there is none. */
  readonly header_line: number | null;
  readonly columns: readonly LayoutColumn[];
  readonly date_format: string | null;
  readonly decimal_mark: "." | "," | null;
  /** How debits are printed: "negative", "positive", "separate columns", "flag column" ... */
  readonly sign: string | null;
  readonly currency: Currency | null;
  /** The account that the document names (IBAN, number, name), if it holds only one. */
  readonly account: string | null;
  readonly proof: Proof;
  /** One sentence per decision: the decision and its evidence. */
  readonly why: readonly string[];
  /** Evidence in the document against a person's setting or answer; shown with the layout. */
  readonly warnings?: readonly string[];
}

export interface Proof {
  readonly kind: "running balance" | "opening and closing balance" | "none";
  readonly rows_checked: number;
  readonly rows_proven: number;
  /** The first line at which the balances do not fit. */
  readonly breaks_at: number | null;
  /** How many steps or statements do not fit; absent when all do. */
  readonly breaks?: number;
  /** Their first lines (up to PROOF_LINES_MAX) in file order; absent when all fit. */
  readonly break_lines?: readonly number[];
}

/** An account's balance that a document states, in the account's view: money owed is negative. */
export interface StatedBalance {
  /** The label of the account's rows; null when the document has only one account. */
  readonly account: string | null;
  /** Null when neither the balance nor the document names one; then it is the account's. */
  readonly currency: Currency | null;
  /** The day at whose end the balance was valid; null means the day of the last row. */
  readonly day: Day | null;
  readonly closing: Units;
  /** The balance before the first row, if the document states it. */
  readonly opening: Units | null;
}

/** A decision that the document cannot settle; a person who knows the account can. */
export interface Question {
  readonly id: string;
  readonly ask: string;
  /** Why the document does not tell, in a sentence. */
  readonly note?: string;
  /** Rows on which the answers differ; the survey adds them (questions/explain.ts). */
  readonly shown?: ShownRows;
  readonly choices: readonly Choice[];
  /** The cells in dispute; only until the rows are chosen. */
  readonly concerns?: readonly Concern[];
}

export interface Choice {
  readonly value: string;
  readonly label: string;
  /** The result for the document as a whole. */
  readonly example: string;
  /** What each of the shown rows would be, in their order. */
  readonly follows?: readonly string[];
}

/** Rows as the document prints them, of its columns those that help to answer. */
export interface ShownRows {
  readonly labels: readonly string[];
  /** The columns in dispute, by their place among the labels. */
  readonly marked: readonly number[];
  readonly rows: readonly ShownRow[];
}

export interface ShownRow {
  readonly line: number;
  /** The text by which a person recognises the row. */
  readonly text: string;
  readonly cells: readonly string[];
}

/** A column in dispute by its index, or a field of a record by its beginning. */
export type Concern = number | { readonly begins: string; readonly label: string };

/** question id -> chosen value. */
export type Answers = Readonly<Record<string, string>>;

/** A document that can be opened from its beginning as often as needed. */
export interface DocumentSource {
  readonly name: string;
  readonly bytes: number;
  open(): Promise<ReadableStream<Uint8Array>>;
}

/** Why a document is refused: one sentence with what was found, where, and what was expected. */
export interface Unreadable {
  readonly reason: "empty" | "not a statement" | "too large" | "malformed";
  readonly message: string;
}
