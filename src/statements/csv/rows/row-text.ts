// The texts of one row: blanks folded, cut to what a person can look at, ids told from fillers.
// Runs once a row.

import { CSV_COLUMNS_MAX } from "../../../platform/limits.ts";
import { isReference, stripCell } from "../shape/cells.ts";

/** The characters of a description or of a rejected row's cell that are kept. */
export const TEXT_CHARS_MAX = 2_000;

/** The columns' texts in one line; a text that repeats the one before is left out. */
export function joinTexts(cells: readonly string[], columns: readonly number[]): string {
  const [only] = columns;
  if (only === undefined) return "";
  if (columns.length === 1) return foldBlanks(cells[only] ?? "");
  let text = "";
  for (const column of columns) {
    const part = foldBlanks(cells[column] ?? "");
    if (part !== "" && part !== text) text = text === "" ? part : `${text} ${part}`;
  }
  return text;
}

/** The number of digits after the decimal mark of a printed amount. */
export function countDecimals(cell: string, mark: string): number {
  const at = cell.lastIndexOf(mark);
  if (at === -1) return 0;
  let end = at + 1;
  while (end < cell.length && cell.charCodeAt(end) >= 48 && cell.charCodeAt(end) <= 57) end += 1;
  return end - at - 1;
}

/** Words one space apart, without other blanks and the equals sign of a spreadsheet's guard. */
// oxlint-disable-next-line no-control-regex -- control characters are blanks too
const FOLDED = /^[^\0- =\xa0\u2028\u202f\ufeff]+(?: [^\0- =\xa0\u2028\u202f\ufeff]+)*$/;

/** The text with blanks of any kind folded to single spaces. */
export function foldBlanks(text: string): string {
  return text === "" || FOLDED.test(text) ? text : foldSlowly(text);
}

function foldSlowly(text: string): string {
  return stripCell(text)
    .replace(/[\s\u0085\ufeff]+/gu, " ")
    .trim();
}

/** Cells cut to what a person can look at: a rejected row is shown, not kept whole. */
export function truncateCells(cells: readonly string[]): readonly string[] {
  const few = cells.length > CSV_COLUMNS_MAX ? cells.slice(0, CSV_COLUMNS_MAX) : cells;
  return few.some((cell) => cell.length > TEXT_CHARS_MAX)
    ? few.map((cell) => cell.slice(0, TEXT_CHARS_MAX))
    : few;
}

/** The bank's id of the row, or null if the cell holds none. */
export function readReference(cells: readonly string[], column: number): string | null {
  const text = column < 0 ? "" : stripCell(cells[column] ?? "");
  return isReference(text) ? text : null;
}
