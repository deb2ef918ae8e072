// How the tests of MT940 and QIF show a row, and what a bank's case says.

import type { Answers, StatementRow } from "../../../src/statements/statement.ts";
import { printUnits } from "../../../src/money/money.ts";

/** A row as "2024-03-28 -12.50 payee | notes". */
export function printRow(row: StatementRow): string {
  return `${row.date} ${printUnits(row.amount, 2)} ${row.payee}${row.notes === null ? "" : ` | ${row.notes}`}`;
}

export interface BankCase {
  readonly bank: string;
  readonly file: string | Uint8Array;
  /** "date amount payee | notes". */
  readonly rows: readonly string[];
  readonly references?: readonly (string | null)[];
  readonly descriptions?: readonly string[];
  /** Of the first row. */
  readonly facts?: Readonly<Record<string, string>>;
  readonly account?: string | null;
  readonly accounts?: readonly string[];
  readonly currency?: string;
  readonly asks?: readonly string[];
  readonly answers?: Answers;
  /** Reasons of what is no transaction. */
  readonly left?: readonly RegExp[];
  readonly pending?: number;
  readonly proven?: number;
  readonly why?: RegExp;
}
