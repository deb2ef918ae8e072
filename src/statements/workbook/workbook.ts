// The interface of a workbook of any kind: sheets of rows of typed cells, which can be read from
// the beginning as often as needed, in bounded pieces. Nothing here knows what a statement is.
// Damage or a bound that shows only while reading is thrown as Unusable and becomes the document's
// refusal, because the survey reads every sheet to its end.

import type { Currency } from "../../money/currency.ts";
import type { Unreadable } from "../statement.ts";

/** A number as exact decimal text with a dot. */
export interface NumberCell {
  readonly kind: "number";
  readonly text: string;
  /** The currency of its number format, if it has one. */
  readonly currency: Currency | null;
}

/**
 * A typed date: an ISO day, which may not exist (1900-02-29), and the time unless it is midnight.
 */
export interface DateCell {
  readonly kind: "date";
  readonly day: string;
  readonly time: string | null;
}

/** A string is plain text; null is a cell without a value. */
export type Cell = string | NumberCell | DateCell | null;

export interface SheetRow {
  /** The row's number in the sheet, from 1. */
  readonly number: number;
  readonly hidden: boolean;
  readonly cells: readonly Cell[];
}

/** Cells merged into one, with the value in the first. Rows from 1, columns from 0. */
export interface Merge {
  readonly column: number;
  readonly from: number;
  readonly to: number;
}

export interface Sheet {
  readonly name: string;
  readonly hidden: boolean;
  /** Yields the rows with content, in order; adds merges that span rows to `merges`. */
  rows(merges: Merge[]): AsyncGenerator<readonly SheetRow[]>;
}

/** The names of the formats in a layout. */
export type WorkbookKind = "xlsx" | "xls" | "ods" | "xml" | "html" | "pdf";

export interface Workbook {
  readonly kind: WorkbookKind;
  /** How a person calls it: "an Excel workbook (XLSX)". */
  readonly description: string;
  readonly encoding: string;
  /** Day 0 is 1904-01-01 instead of 1899-12-31. */
  readonly from1904: boolean;
  readonly sheets: readonly Sheet[];
}

/** A workbook that cannot be read; found while reading it. */
export class Unusable extends Error {
  override readonly name = "Unusable";
  readonly reason: Unreadable["reason"];

  constructor(message: string, reason: Unreadable["reason"] = "malformed") {
    super(message);
    this.reason = reason;
  }
}

/** A column's letters as in spreadsheets: A, Z, AA. */
export function columnLetters(column: number): string {
  const letter = String.fromCharCode(65 + (column % 26));
  return column < 26 ? letter : columnLetters(Math.floor(column / 26) - 1) + letter;
}
