// Classifies a single cell, before anything is known about its column.

import { readAmount } from "../amounts/amount.ts";
import { hasOtherDigits, toPlainDigits } from "./other-digits.ts";
import { DATE_ORDERS, dateParts, dayIn } from "../dates/dates.ts";

export type CellKind = "empty" | "date" | "amount" | "text";

const AMOUNT_CHARS_MAX = 40;
const NUMBER_CHARS_MAX = 48;

/** The kind of a cell: a date in any order, an amount with any mark, or text. */
export function classifyCell(cell: string): CellKind {
  const text = stripCell(cell);
  if (text === "") return "empty";
  if (text.length > 60) return "text";
  if (!/\d/.test(text)) return "text";
  if (isDate(text)) return "date";
  return isAmount(text) ? "amount" : "text";
}

/** Whether the text is a date in some order; six digits alone are not taken for one. */
export function isDate(text: string): boolean {
  const parts = dateParts(text);
  if (
    parts === null ||
    (parts.separator === "" &&
      parts.digits[2] === 2 &&
      parts.digits[0] === 2 &&
      parts.digits[1] === 2)
  )
    return false;
  return DATE_ORDERS.some((order) => dayIn(parts, order) !== null);
}

/** Whether the text is an amount with one decimal mark or the other. */
export function isAmount(text: string): boolean {
  if (text.length > AMOUNT_CHARS_MAX) return false;
  const value = readAmount(text, null, 4);
  if (typeof value === "number" || value === "ambiguous") return true;
  return value === "too many decimals" && text.length < 24;
}

/** A cell without the blanks around it and without a spreadsheet's guard: ="000123" is 000123. */
export function stripCell(cell: string): string {
  const first = cell.charCodeAt(0);
  const last = cell.charCodeAt(cell.length - 1);
  if (first > 61 && first < 127 && last > 32 && last < 127) return cell;
  if (first >= 48 && first <= 57 && last > 32 && last < 127) return cell;
  const text = cell.trim();
  // '05/01/2026: the apostrophe with which a spreadsheet keeps a number as text.
  if (
    text.charCodeAt(0) === 39 &&
    text.charCodeAt(1) >= 48 &&
    text.charCodeAt(1) <= 57 &&
    !text.includes("'", 1)
  )
    return text.slice(1);
  if (
    text.charCodeAt(0) === 61 &&
    text.length > 2 &&
    text.charCodeAt(1) === 34 &&
    text.endsWith('"')
  ) {
    const inner = text.slice(2, -1).trim();
    return inner.startsWith("=") ? inner.slice(1).trim() : inner;
  }
  return text.length <= NUMBER_CHARS_MAX && hasOtherDigits(text) ? readOtherDigits(text) : text;
}

/** A date or an amount in digits of another script with plain digits; any other text as it is. */
function readOtherDigits(text: string): string {
  const plain = toPlainDigits(text);
  return isDate(plain) || isAmount(plain) ? plain : text;
}

/** Whether a cell holds a bank's id: "N/A", "-" and "0000" are no ids, in any file. */
export function isReference(text: string): boolean {
  return text.length >= 4 && /[1-9]/.test(text);
}

/**
 * Whether a row repeats the one before it, the bank's id and the balance included: it does not move
 * money a second time.
 */
export function isPrintedAgain(
  cells: readonly string[],
  before: readonly string[],
  reference: string,
): boolean {
  return (
    cells.length === before.length &&
    cells.every((cell, at) => cell === before[at]) &&
    isReference(stripCell(reference))
  );
}

/** Whether a line has no content: it is no record. */
export function isBlankLine(text: string): boolean {
  return text === "" || text.trim() === "";
}
