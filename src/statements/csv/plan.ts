// What the survey hands to the read pass: plain data, stored between the passes, so that a restart
// reads the same file the same way. Everything in it was decided from evidence, told or asked.

import type { Currency } from "../../money/currency.ts";
import type { Day } from "../../money/day.ts";
import type { DecimalMark } from "./amounts/amount.ts";
import type { DateOrder } from "./dates/dates.ts";
import type { ChainMode } from "./amounts/proof.ts";
import type { TextEncodingPlan } from "./shape/text.ts";
import type { Dialect } from "./shape/dialect.ts";

/** Where the amount stands and how its sign is printed; factors are 1 or -1. */
export type MoneyPlan = Amounts & {
  /** A column whose amount moves the account too; -1 or left out where no column does. */
  readonly fee?: number;
  /** Further columns in which the amount may stand instead of the first. */
  readonly also?: readonly number[];
  /** The currency of each of these columns, the first one's first, where their labels name different ones. */
  readonly currencies?: readonly Currency[];
  /** 1 or -1 times the fee as printed is what it moves; left out: it leaves the account, whatever its sign. */
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
  /** `blank`: the side of rows on which the side column says nothing. */
  | {
      readonly kind: "side";
      readonly column: number;
      readonly side: number;
      readonly blank: "out" | "in" | null;
      readonly exchange?: Exchange;
    }
  /** The words of the side column in normal form, where they were learned or told. */
  | {
      readonly kind: "worded";
      readonly column: number;
      readonly side: number;
      readonly out: readonly string[];
      readonly in: readonly string[];
    }
  /** Only money in is marked, with a plus or CR in the amount's cell; everything else is money out. */
  | { readonly kind: "marked"; readonly column: number };

/** A column of amounts and its right neighbour, in a file of commas. */
export interface SplitColumn {
  readonly column: number;
  /** Its amounts show decimals: one without is the beginning of a number. */
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
  /** What the side paid on top. */
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

export interface CsvPlan {
  readonly version: 1;
  readonly encoding: TextEncodingPlan;
  readonly dialect: Dialect;
  /** The line on which the first record begins; what stands before it is preamble and header. */
  readonly first_line: number;
  readonly header: readonly string[] | null;
  readonly width: number;
  /** The numbers of cells a readable row may have. */
  readonly widths: readonly number[];
  readonly dates: {
    readonly columns: readonly number[];
    readonly order: DateOrder;
    readonly time: number;
    /** No row can be of a later day. */ readonly latest?: Day;
  };
  readonly money: MoneyPlan;
  readonly mark: DecimalMark;
  readonly decimals: number;
  /** Amounts are printed in hundredths ("Amount in cents"). */
  readonly cents?: boolean;
  /** The decimals every amount shows, where all show the same; -1 otherwise. Tells a cut-off last row. */
  readonly fraction: number;
  readonly balance: number;
  /** The running balance is what is owed: amounts and balances as they are read so far are turned round. */
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
    /** Each table has its account in the lines above its header; the first one's. */
    readonly headings?: { readonly first: string | null };
    /** The accounts that have several currencies: each currency is one; "" is called by the service's name. */
    readonly split?: { readonly accounts: readonly string[]; readonly service: string };
  };
  readonly payee: readonly number[];
  readonly description: readonly number[];
  readonly notes: readonly number[];
  readonly reference: number;
  readonly status: number;
  /** Columns of amounts in which a number with a comma would fall apart unnoticed. */
  readonly splits?: readonly SplitColumn[];
  /** Other columns of amounts: a row that has one there and none where it belongs was not understood. */
  readonly spare?: readonly number[];
  readonly facts: readonly FactPlan[];
  /** Rows below a booking are its details; the column of their own amounts, or -1. */
  readonly details?: { readonly amount: number };
  /** Balances the document states beside its rows, in units. */
  readonly opening: number | null;
  readonly closing: number | null;
  /** The line of the closing one, and the day that it says it is of. */
  readonly closing_line?: number;
  readonly closing_day?: Day | null;
  /** A balance stated beside the rows for one day, which they do not prove. */
  readonly dated?: { readonly balance: number; readonly day: Day };
}
