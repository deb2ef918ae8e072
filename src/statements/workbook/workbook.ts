// What every kind of workbook is to the rest: sheets of rows of typed cells, read from the beginning as often as
// needed and in bounded pieces. Nothing here knows what a statement is. What shows only while reading (damage, a bound)
// is thrown as Unusable and becomes the document's refusal: the survey reads every sheet to its end.

import type { Currency } from "../../money/currency.ts";
import type { Unreadable } from "../statement.ts";

/** A number as its cell holds it: exact decimal text with a dot. */
export interface NumberCell {
  readonly kind: "number";
  readonly text: string;
  /** The currency its number format shows, where it shows one. */
  readonly currency: Currency | null;
}

/** A typed date: ISO day, which may be one that does not exist (1900-02-29), and the time where it is not midnight. */
export interface DateCell {
  readonly kind: "date";
  readonly day: string;
  readonly time: string | null;
}

/** Texts are plain; what has no value is null. */
export type Cell = string | NumberCell | DateCell | null;

export interface SheetRow {
  /** The row's number in the sheet, from 1. */
  readonly number: number;
  readonly hidden: boolean;
  readonly cells: readonly Cell[];
}

/** Cells shown as one: the value stands in the first. Rows from 1, columns from 0. */
export interface Merge {
  readonly column: number;
  readonly from: number;
  readonly to: number;
}

export interface Sheet {
  readonly name: string;
  readonly hidden: boolean;
  /** The rows with content, in order; merges that span rows are added to `merges` on the way. */
  rows(merges: Merge[]): AsyncGenerator<readonly SheetRow[]>;
}

/** The formats a layout names. */
export type WorkbookKind = "xlsx" | "xls" | "ods" | "xml" | "html";

export interface Workbook {
  readonly kind: WorkbookKind;
  /** What it is, as a person calls it: "an Excel workbook (XLSX)". */
  readonly called: string;
  readonly encoding: string;
  /** Day 0 is 1904-01-01 instead of 1899-12-31. */
  readonly from1904: boolean;
  readonly sheets: readonly Sheet[];
}

/** Why a workbook cannot be read, found while reading it. */
export class Unusable extends Error {
  override readonly name = "Unusable";
  readonly reason: Unreadable["reason"];

  constructor(message: string, reason: Unreadable["reason"] = "malformed") {
    super(message);
    this.reason = reason;
  }
}

/** A column as spreadsheets call it: A, Z, AA. */
export function columnLetters(column: number): string {
  const letter = String.fromCharCode(65 + (column % 26));
  return column < 26 ? letter : columnLetters(Math.floor(column / 26) - 1) + letter;
}
