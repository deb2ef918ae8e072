// The figures outside the table that a file calls balances, with their names, days and lines. A
// number counts only by its label: in the same cell, before it in the row, or above it.

import type { Day } from "../../../money/day.ts";
import { readAmount, type DecimalMark } from "./amount.ts";
import { isDate, stripCell } from "../shape/cells.ts";
import { DATE_ORDERS, dateParts, dayIn, type DateOrder } from "../dates/dates.ts";
import { readBalanceName } from "../columns/cell-words.ts";

/** A row outside the table, and its line. */
export interface OutsideRow {
  readonly cells: readonly string[];
  readonly line: number;
}

export interface LabelledBalance {
  /** Which balance the label names; "other" for one that does not say which it is. */
  readonly which: "opening" | "closing" | "other";
  readonly name: string;
  /** The day of the balance, where the label or its row names one. */
  readonly day: Day | null;
  readonly value: number;
  readonly line: number;
}

/** The balances of a statement before its first row and after its last. */
export interface StatedPair {
  readonly opening: LabelledBalance;
  readonly closing: LabelledBalance;
  /**
   * Whether their labels say which they are; else only rows that lead from one to the other show
   * it.
   */
  readonly certain: boolean;
}

const LABEL_CHARS_MAX = 120;
const NUMBER_CHARS_MAX = 30;
/** A number after the words of a label in one cell: "Saldo al 31.03.2026 EUR 1.234,50". */
const BEHIND =
  /^(.*[\p{L}.)])\s+((?:[A-Z]{3}\s?|[€$£]\s?)?[-+(]?\d[\d.,'\u00a0 ]*\)?-?(?:\s?(?:[A-Z]{3}|[€$£]))?)$/u;

/** All figures outside the table under a label that calls them a balance, in file order. */
export function findLabelledBalances(
  rows: readonly OutsideRow[],
  mark: DecimalMark,
  decimals: number,
  order: DateOrder,
): readonly LabelledBalance[] {
  const read = (printed: string): number | null => {
    const cell = stripCell(printed);
    if (cell.length > NUMBER_CHARS_MAX || !/\d/.test(cell) || isDate(cell)) return null;
    const value = readAmount(cell, mark, decimals);
    return typeof value === "number" ? value : null;
  };
  return rows.flatMap(({ cells, line }, at) =>
    cells.flatMap((cell, column): LabelledBalance[] => {
      const { label, inside } = splitLabel(stripCell(cell));
      const which = label.length > LABEL_CHARS_MAX ? null : readBalanceName(label);
      if (which === null) return [];
      const row = [inside, ...cells.slice(column + 1)];
      const own = row.map(read).find((value) => value !== null) ?? null;
      const below = rows[at + 1];
      const value =
        own ??
        (below === undefined || below.line > line + 2 ? null : read(below.cells[column] ?? ""));
      if (value === null) return [];
      return [
        {
          which,
          name: label
            .replace(/[\d.,:/-]+/g, " ")
            .replace(/\s+/g, " ")
            .trim()
            .toLowerCase(),
          day: findDay([cell, ...cells.slice(column + 1)], order),
          value,
          line: own === null ? (below?.line ?? line) : line,
        },
      ];
    }),
  );
}

/** A label and the text after it in its cell. */
function splitLabel(cell: string): { label: string; inside: string } {
  const colon = cell.indexOf(":");
  if (colon > 0 && /\D/.test(cell.slice(0, colon)) && !/\d$/.test(cell.slice(0, colon)))
    return { label: cell.slice(0, colon), inside: cell.slice(colon + 1) };
  const behind = BEHIND.exec(cell);
  return behind === null || isDate(stripCell(behind[2] ?? ""))
    ? { label: cell, inside: "" }
    : { label: behind[1] ?? "", inside: behind[2] ?? "" };
}

/** The rows' own order first; dates outside the table may be printed in another. */
const ORDERS: readonly (DateOrder | null)[] = [null, ...DATE_ORDERS];

/** The first day written in the label or after it. */
function findDay(cells: readonly string[], order: DateOrder): Day | null {
  for (const cell of cells) {
    for (const word of stripCell(cell).split(/[\s:]+/)) {
      const parts = word.length < 6 || word.length > 20 || !isDate(word) ? null : dateParts(word);
      const day =
        parts === null
          ? null
          : (ORDERS.flatMap((one) => dayIn(parts, one ?? order) ?? [])[0] ?? null);
      if (day !== null) return day;
    }
  }
  return null;
}

/**
 * The opening and the closing balance; several pairs where only the rows can tell which are meant.
 */
export function pairBalances(found: readonly LabelledBalance[]): readonly StatedPair[] {
  const named = (which: LabelledBalance["which"]) =>
    dropRepeats(found.filter((one) => one.which === which));
  const [openings, closings, others] = [named("opening"), named("closing"), named("other")];
  if (openings.length > 1 || closings.length > 1) return [];
  const [opening] = openings;
  const [closing] = closings;
  if (opening !== undefined && closing !== undefined) return [{ opening, closing, certain: true }];
  if (opening !== undefined)
    return others.map((other) => ({ opening, closing: other, certain: false }));
  if (closing !== undefined)
    return others.map((other) => ({ opening: other, closing, certain: false }));
  return others.flatMap((one) =>
    others.flatMap((other) =>
      one.name === other.name && one.day !== null && other.day !== null && one.day < other.day
        ? [{ opening: one, closing: other, certain: false }]
        : [],
    ),
  );
}

/** One of each value: a statement may print its balance on every page. */
function dropRepeats(all: readonly LabelledBalance[]): readonly LabelledBalance[] {
  return all.filter(
    (one, at) =>
      all.findIndex((other) => other.value === one.value && other.day === one.day) === at,
  );
}
