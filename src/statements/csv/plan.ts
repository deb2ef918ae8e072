// The plan that the survey hands to the read pass: plain data, stored between them, so that a
// restart reads the same file the same way. Everything in it was decided from evidence, settings or
// answers.

import type { Currency } from "../../money/currency.ts";
import type { Day } from "../../money/day.ts";
import type { DecimalMark } from "./amounts/amount.ts";
import type { DateOrder } from "./dates/dates.ts";
import type { ShortYears } from "./dates/without-year.ts";
import type { ChainMode } from "./amounts/proof.ts";
import type { TextEncodingPlan } from "./shape/text.ts";
import type { Dialect } from "./shape/dialect.ts";

/** The columns of the amount and how its sign is printed; factors are 1 or -1. */
export type MoneyPlan = Amounts & {
  /** A column whose amount moves the account too, -1 or left out if there is none. */
  readonly fee?: number;
  /** A second column of fees, which move the account as those of the first do. */
  readonly second_fee?: number;
  /** Further columns that may hold the amount instead of the first. */
  readonly also?: readonly number[];
  /** What those further columns hold is not booked yet. */
  readonly held?: true;
  /** The currency of each of these columns, beginning with the first, where their labels differ. */
  readonly currencies?: readonly Currency[];
  /**
   * 1 or -1: the sign with which a printed fee moves the account; left out: a fee always leaves it.
   */
  readonly fee_factor?: number;
};

type Amounts =
  | {
      readonly kind: "signed";
      readonly column: number;
      readonly factor: number;
      readonly fee: number;
    }
  | {
      readonly kind: "pair";
      readonly debit: number;
      readonly credit: number;
      readonly debit_factor: number;
      readonly credit_factor: number;
    }
  /** `blank`: the side of rows whose side column names none. */
  | {
      readonly kind: "side";
      readonly column: number;
      readonly side: number;
      readonly blank: "out" | "in" | null;
      readonly exchange?: Exchange;
    }
  /** The words of the side column in normal form, learned from balances or answered. */
  | {
      readonly kind: "worded";
      readonly column: number;
      readonly side: number;
      readonly out: readonly string[];
      readonly in: readonly string[];
    }
  /**
   * Only money in is marked, with a plus or CR in the amount's cell; all other rows are money out.
   */
  | { readonly kind: "marked"; readonly column: number }
  /** Payments and credits, which a text in these columns names, are money in; all others are out. */
  | { readonly kind: "told"; readonly column: number; readonly texts: readonly number[] };

/** A column of amounts and its right neighbour, in a file of commas. */
export interface SplitColumn {
  readonly column: number;
  /** Its amounts show decimals: one without them is the beginning of a split number. */
  readonly decimals: boolean;
  /** The neighbour holds no numbers. */
  readonly text: boolean;
}

/** The columns of a transfer's two sides. */
export interface Exchange {
  readonly from: ExchangeSide;
  readonly to: ExchangeSide;
}

/** -1 for a column that is not there. */
export interface ExchangeSide {
  readonly amount: number;
  readonly currency: number;
  readonly name: number;
  /** The column of the fee that the side paid on top. */
  readonly fee: number;
  readonly fee_currency: number;
}

/** A column kept as a fact of the row. */
export interface FactPlan {
  readonly name: string;
  readonly column: number;
  /** Dates are kept as ISO days, the rest as printed. */
  readonly date: boolean;
}

/** The words of a labelled status column that no list has, in normal form, by their meaning. */
export interface StatusPlan {
  readonly label: string;
  readonly booked: readonly string[];
  readonly pending: readonly string[];
  readonly void: readonly string[];
}

/** Headings within the table that no list has, in normal form, by whether their rows are booked. */
export interface SectionsPlan {
  readonly booked: readonly string[];
  readonly pending: readonly string[];
}

/** How a row's payee is chosen among its texts. */
export interface PartiesPlan {
  /** The columns that may name the other party of money out and of money in, the best first. */
  readonly out: readonly number[];
  readonly in: readonly number[];
  /** The columns of the description without those; `joined`: all of them make the payee. */
  readonly texts: readonly number[];
  readonly joined: boolean;
  /** Columns of texts under unknown labels, which are kept in the notes. */
  readonly extra: readonly number[];
  /** Columns that name the payee only where nothing else does. */
  readonly weak: readonly number[];
  /** Where the place begins in a column whose texts are of fixed width: column -> characters. */
  readonly places?: Readonly<Record<number, number>>;
  /** The account holder's names, each as its words in order of the alphabet. */
  readonly own: readonly string[];
}

export interface CsvPlan {
  readonly version: 1;
  readonly encoding: TextEncodingPlan;
  readonly dialect: Dialect;
  /** The line of the first record; lines before it are preamble and header. */
  readonly first_line: number;
  readonly header: readonly string[] | null;
  readonly width: number;
  /** The numbers of cells a readable row may have. */
  readonly widths: readonly number[];
  readonly dates: {
    readonly columns: readonly number[];
    readonly order: DateOrder;
    readonly time: number;
    /** The last day that a row can have. */ readonly latest?: Day;
    /** A row without a day in the first column is not booked yet. */ readonly unposted?: true;
  };
  /** The dates are printed without their year. */
  readonly years?: ShortYears;
  readonly money: MoneyPlan;
  readonly mark: DecimalMark;
  readonly decimals: number;
  /** Amounts are printed in hundredths ("Amount in cents"). */
  readonly cents?: boolean;
  /** The decimals that every amount shows, -1 if they differ. Reveals a cut-off last row. */
  readonly fraction: number;
  readonly balance: number;
  /** The balance of a row is the one before its amount moved the account. */
  readonly balance_before?: true;
  /** The running balance is what is owed: amounts and balances get the other sign. */
  readonly owed?: true;
  readonly chain: ChainMode | null;
  readonly currency: {
    readonly column: number;
    readonly cells: boolean;
    readonly fixed: Currency | null;
  };
  readonly account: {
    readonly column: number;
    readonly label: string | null;
    /** The only account named around the head's table, where the document goes on after the head. */
    readonly named?: string;
    /** Each table names its account above its header; `first` is the first table's. */
    readonly headings?: { readonly first: string | null };
    /** Accounts of several currencies, each of which is an account; "" gets the service's name. */
    readonly split?: { readonly accounts: readonly string[]; readonly service: string };
  };
  readonly payee: readonly number[];
  readonly description: readonly number[];
  readonly notes: readonly number[];
  /** Left out where the file has one text at most. */
  readonly parties?: PartiesPlan;
  readonly reference: number;
  readonly status: number;
  /** Left out where the status column was found by its words, not by its label. */
  readonly status_words?: StatusPlan;
  readonly sections?: SectionsPlan;
  /** Columns of amounts in which a number with a comma would fall apart unnoticed. */
  readonly splits?: readonly SplitColumn[];
  /** Other columns of amounts: a row with an amount only there was not understood. */
  readonly spare?: readonly number[];
  readonly facts: readonly FactPlan[];
  /** Rows below a booking are its details; `amount` is the column of their amounts, or -1. */
  readonly details?: { readonly amount: number };
  /** Balances that the document states outside its rows, in units. */
  readonly opening: number | null;
  readonly closing: number | null;
  /** The line of the closing balance, and the day it names. */
  readonly closing_line?: number;
  readonly closing_day?: Day | null;
  /** A balance of one day that is stated outside the rows, which do not prove it. */
  readonly dated?: { readonly balance: number; readonly day: Day };
}
