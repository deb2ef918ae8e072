// Evidence from the lines outside the table: the account, the currency, the balances. It is weak: a
// value counts only if its form or its label makes plain what it is.

import accountWords from "../../words/account-words.json" with { type: "json" };
import { parseCurrency, type Currency } from "../../../money/currency.ts";
import { readAmount, type DecimalMark } from "../amounts/amount.ts";
import { isDate, classifyCell, stripCell } from "./cells.ts";
import type { OutsideRow } from "../amounts/labelled-balances.ts";
import { normalLabel } from "../columns/labels.ts";
import { findCurrency } from "../amounts/money-words.ts";
import type { Region } from "./region.ts";
import type { Head } from "../head.ts";

const IBAN = /\b([A-Z]{2}\d{2}(?: ?[A-Z0-9]{4}){2,7}(?: ?[A-Z0-9]{1,4})?)\b/;
/**
 * Words that name an account's number, and words next to them that show that it is something else.
 */
const ACCOUNT_WORDS = new RegExp(
  `\\b(${accountWords.words.join("|")})\\b|${accountWords.parts.join("|")}`,
  "u",
);
const OTHER_WORDS = new RegExp(
  [
    ...accountWords.not_the_number,
    ...accountWords.not_the_number_at_a_words_end.map((word) => `${word}\\b`),
  ].join("|"),
  "u",
);

const AFTER_ROWS_MAX = 20;
/** A longer text without a number does not name the currency of the table. */
const NAMING_CHARS_MAX = 24;

/**
 * The rows that are no transactions, where balances are stated: those before the table, and undated
 * ones in it.
 */
export function findOutsideRows(head: Head, region: Region): readonly OutsideRow[] {
  const data = new Set(region.data);
  const all = head.rows.map((cells, index): OutsideRow => ({
    cells,
    line: head.lines[index] ?? 0,
  }));
  const before = all.slice(
    0,
    region.header >= 0 ? Math.min(region.header, region.first) : region.first,
  );
  const after = all.filter(
    ({ cells }, index) =>
      index >= region.first &&
      !data.has(index) &&
      cells.some((cell) => classifyCell(cell) === "amount"),
  );
  return after.length <= 2 * AFTER_ROWS_MAX
    ? [...before, ...after]
    : [...before, ...after.slice(0, AFTER_ROWS_MAX), ...after.slice(-AFTER_ROWS_MAX)];
}

/**
 * The account that the document names outside its table: an IBAN, else the text after an account's
 * label.
 */
export function findAccountName(rows: readonly (readonly string[])[]): string | null {
  let labelled: string | null = null;
  for (const row of rows) {
    for (let column = 0; column < row.length; column += 1) {
      const cell = stripCell(row[column] ?? "");
      if (cell === "" || cell.length > 120) continue;
      const iban = IBAN.exec(cell);
      if (iban !== null && iban[1] !== undefined) return iban[1].replaceAll(" ", "");
      if (labelled !== null) continue;
      const split = /^([^:]{2,40}):\s*(\S.*)$/.exec(cell);
      const label = normalLabel(split?.[1] ?? cell);
      if (!ACCOUNT_WORDS.test(label) || OTHER_WORDS.test(label)) continue;
      const value = split?.[2] ?? nextFilled(row, column);
      if (value !== null && /\d/.test(value) && value.length <= 60 && !isDate(value))
        labelled = value;
    }
  }
  return labelled;
}

/** The one currency written outside the table; null if there is none or several. */
export function findCurrencyOutside(rows: readonly (readonly string[])[]): Currency | null {
  const found = new Set<Currency>();
  for (const row of rows) {
    for (const printed of row) {
      const cell = stripCell(printed);
      if (cell === "" || cell.length > 60) continue;
      const code = cell === cell.toUpperCase() ? parseCurrency(cell) : null;
      const mayNameOne = /\d/.test(cell) || cell.length <= NAMING_CHARS_MAX;
      const written = code ?? (mayNameOne ? findCurrency(cell) : null);
      if (written !== null) found.add(written);
    }
  }
  const [only] = found;
  return found.size === 1 && only !== undefined ? only : null;
}

/** The numbers in rows, in file order. A number without a label proves nothing. */
export function listNumbers(
  rows: readonly (readonly string[])[],
  mark: DecimalMark,
  decimals: number,
): readonly number[] {
  const found: number[] = [];
  for (const row of rows) {
    for (const printed of row) {
      const cell = stripCell(
        printed.includes(":") ? printed.slice(printed.lastIndexOf(":") + 1) : printed,
      );
      if (cell.length > 30 || !/\d/.test(cell) || isDate(cell)) continue;
      const value = readAmount(cell, mark, decimals);
      if (typeof value === "number" && found.length < 60) found.push(value);
    }
  }
  return found;
}

/** Two numbers that differ by exactly the sum, as an opening and a closing balance would. */
export function findBalancePair(
  numbers: readonly number[],
  sum: number,
): { opening: number; closing: number } | null {
  if (sum === 0) return null;
  for (const opening of numbers) {
    const closing = opening + sum;
    if (opening !== 0 && closing !== 0 && numbers.includes(closing)) return { opening, closing };
  }
  return null;
}

function nextFilled(row: readonly string[], column: number): string | null {
  for (let at = column + 1; at < Math.min(row.length, column + 3); at += 1) {
    const cell = stripCell(row[at] ?? "");
    if (cell !== "") return cell;
  }
  return null;
}
