// What every statement decoder turns a document into, and what it says about how it read it.
// Amounts are in the account's view: money in is positive. Nothing here knows the budgeting service.

import type { Currency } from "../money/currency.ts";
import type { Day } from "../money/day.ts";
import type { Units } from "../money/money.ts";

/** One transaction as the bank printed it. */
export interface StatementRow {
  /** The line of the document on which the row begins, from 1. */
  readonly line: number;
  /** The posting date. */
  readonly date: Day;
  /** The time of day where the bank prints one, "HH:MM" or "HH:MM:SS". */
  readonly time: string | null;
  readonly amount: Units;
  /** Null where neither the row nor the document says: the account's. */
  readonly currency: Currency | null;
  /** The counterparty or description, as a person should read it. */
  readonly payee: string;
  /** The rawest description the bank gives, blanks folded: original_name, and part of the external_id. */
  readonly description: string;
  readonly notes: string | null;
  /** The bank's own id of the transaction. */
  readonly reference: string | null;
  /** The running balance after this row, where the document has one. */
  readonly balance: Units | null;
  /** The account the row belongs to, in the document's words, where the document holds several. */
  readonly account: string | null;
  readonly pending: boolean;
  /** Facts kept beside the transaction: value date, original amount and currency, rate, fee, category ... */
  readonly facts: Readonly<Record<string, string>>;
  /** The cells as printed. */
  readonly cells: readonly string[];
}

/** Every record of the document becomes exactly one of these; `rejected` and `skipped` say why. */
export type StatementRecord =
  | { readonly kind: "transaction"; readonly row: StatementRow }
  | {
      /** rejected: should be a transaction and cannot be read. skipped: is none (a total, a balance, a pending row). */
      readonly kind: "rejected" | "skipped";
      readonly line: number;
      readonly cells: readonly string[];
      readonly reason: string;
      /** Skipped, though nothing in the row says that it is no transaction. */
      readonly doubtful?: true;
    };

/** What a column was understood to hold. */
export interface LayoutColumn {
  readonly index: number;
  readonly label: string;
  readonly role: string;
}

/** How a document was read, with the reasons: shown to the person, remembered under `fingerprint`. */
export interface Layout {
  readonly format: string;
  readonly fingerprint: string;
  /** The bank whose known layout this is, where one was recognised. */
  readonly bank: string | null;
  readonly encoding: string;
  readonly delimiter: string | null;
  /** The line of the header, null where there is none. */
  readonly header_line: number | null;
  readonly columns: readonly LayoutColumn[];
  readonly date_format: string | null;
  readonly decimal_mark: "." | "," | null;
  /** How money out is printed: "negative", "positive", "separate columns", "flag column" ... */
  readonly sign: string | null;
  readonly currency: Currency | null;
  /** The account the document names (IBAN, number, name), where it holds one. */
  readonly account: string | null;
  readonly proof: Proof;
  /** One sentence a decision: what was decided and on what evidence. */
  readonly why: readonly string[];
  /** What in the document speaks against what a person set or answered; shown wherever the reading is. */
  readonly warnings?: readonly string[];
}

export interface Proof {
  readonly kind: "running balance" | "opening and closing balance" | "none";
  readonly rows_checked: number;
  readonly rows_proven: number;
  /** The first line at which the balances do not fit. */
  readonly breaks_at: number | null;
  /** How many steps or statements do not fit; left out where all do. */
  readonly breaks?: number;
  /** The lines of the first of them (PROOF_LINES_MAX), in file order; left out where all fit. */
  readonly break_lines?: readonly number[];
}

/**
 * The balance of an account that a document states beside its rows, in the account's view: money there is positive, money
 * owed is negative.
 */
export interface StatedBalance {
  /** The label of the account's rows; null where the document is of one account. */
  readonly account: string | null;
  /** Null where neither the document nor the balance says: the account's. */
  readonly currency: Currency | null;
  /** The day at whose end it holds; null: that of the last row. */
  readonly day: Day | null;
  readonly closing: Units;
  /** The balance before the first row, where the document states it. */
  readonly opening: Units | null;
}

/** What the document does not decide, put so that a person who knows the account can. */
export interface Question {
  readonly id: string;
  readonly ask: string;
  readonly choices: readonly {
    readonly value: string;
    readonly label: string;
    readonly example: string;
  }[];
}

/** question id -> chosen value. */
export type Answers = Readonly<Record<string, string>>;

/** A document that can be read from its beginning as often as needed. */
export interface DocumentSource {
  readonly name: string;
  readonly bytes: number;
  open(): Promise<ReadableStream<Uint8Array>>;
}

/** Why a document cannot be read as a statement: one sentence saying what was found, where, what was expected. */
export interface Unreadable {
  readonly reason: "empty" | "not a statement" | "too large" | "malformed";
  readonly message: string;
}
