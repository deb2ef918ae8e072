// Counts the contents of a column in the data rows at the head of the file. Labels suggest a role;
// these counts confirm or veto it (a column of dates can never be an amount).

import { parseCurrency } from "../../../money/currency.ts";
import { readAmount } from "../amounts/amount.ts";
import { isAmount, isDate, stripCell } from "../shape/cells.ts";
import { labelWeight } from "./labels.ts";
import { isMarkedAsIn, readSide } from "./cell-words.ts";

export interface Profile {
  readonly index: number;
  readonly label: string;
  readonly rows: number;
  readonly filled: number;
  readonly dates: number;
  /** Dates with a word before or after them: "Purchase 28.05.2021", but also "28 May 2021". */
  readonly wordedDates: number;
  readonly amounts: number;
  readonly negatives: number;
  readonly positives: number;
  /** Amounts marked as money in, by a plus or CR. */
  readonly pluses: number;
  /** Long numbers without a sign or a mark, as references are. */
  readonly numbers: number;
  /** Whether these are all of one length. */
  readonly evenNumbers: boolean;
  /** Amounts that show decimals. */
  readonly fractions: number;
  readonly codes: number;
  readonly sides: number;
  readonly outs: number;
  readonly ins: number;
  readonly times: number;
  readonly distinct: number;
  /** Whether it holds only the letters or signs of a debit/credit column: D and C, 借 and 贷. */
  readonly letters: boolean;
  readonly chars: number;
  /** Texts of several words. */
  readonly phrases: number;
  /** The indexes of the rows in which it has an amount other than zero. */
  readonly moving: ReadonlySet<number>;
}

const DISTINCT_MAX = 5_000;
/** The letters of debit and credit, sorted: Dare/Avere, Debe/Haber, terhelés/jóváírás ... */
const SIDE_LETTERS: ReadonlySet<string> = new Set(["CD", "DK", "HS", "AD", "JT", "ΠΧ", "ДК", "זח"]);

/** The profiles of all columns over the given rows. */
export function profileColumns(
  rows: readonly (readonly string[])[],
  labels: readonly string[],
): readonly Profile[] {
  const width = Math.max(labels.length, ...rows.slice(0, 200).map((row) => row.length), 0);
  return Array.from({ length: width }, (_, index) =>
    profileColumn(rows, index, labels[index] ?? ""),
  );
}

const NOTHING_COUNTED = {
  filled: 0,
  dates: 0,
  wordedDates: 0,
  amounts: 0,
  negatives: 0,
  positives: 0,
  pluses: 0,
  numbers: 0,
  fractions: 0,
  codes: 0,
  sides: 0,
  outs: 0,
  ins: 0,
  times: 0,
  chars: 0,
  phrases: 0,
};

function profileColumn(
  rows: readonly (readonly string[])[],
  index: number,
  label: string,
): Profile {
  const values = new Set<string>();
  const moving = new Set<number>();
  const lengths = new Set<number>();
  const mayBeSide = label === "" || labelWeight(label, "side") > 0;
  const count = { ...NOTHING_COUNTED };
  for (let place = 0; place < rows.length; place += 1) {
    const cell = stripCell(rows[place]?.[index] ?? "");
    if (cell === "") continue;
    count.filled += 1;
    count.chars += cell.length;
    if (values.size < DISTINCT_MAX) values.add(cell);
    if (cell.length <= 24) {
      const side = mayBeSide || (cell.length <= 12 && !/\d/.test(cell)) ? readSide(cell) : null;
      if (side !== null) count.sides += 1;
      if (side === "out") count.outs += 1;
      if (side === "in") count.ins += 1;
      if (cell.length === 3 && parseCurrency(cell) !== null) count.codes += 1;
      if (/^\d{1,2}[:.]\d{2}/.test(cell)) count.times += 1;
    }
    if (isDate(cell)) countDate(cell, count);
    else if (isAmount(cell)) {
      countAmount(cell, count);
      if (/[1-9]/.test(cell)) moving.add(place);
      if (/^\d{9,}$/.test(cell)) {
        count.numbers += 1;
        lengths.add(cell.length);
      }
    } else if (/^(?:[-–—]|--)$/.test(cell)) count.filled -= 1;
    else if (/\p{L}{3}\s\p{L}/u.test(cell)) count.phrases += 1;
  }
  return {
    index,
    label,
    rows: rows.length,
    distinct: values.size,
    letters: holdsLetters(values),
    evenNumbers: lengths.size === 1,
    moving,
    ...count,
  };
}

/** Whether the values are letters of debit and credit, or single signs: 借 and 贷. */
function holdsLetters(values: ReadonlySet<string>): boolean {
  if (values.size > 2) return false;
  const all = [...values];
  const letters = all
    .map((value) => value.toUpperCase())
    .toSorted()
    .join("");
  const areSigns = all.length === 2 && all.every((value) => /^[\u3040-\ud7a3]{1,2}$/u.test(value));
  return SIDE_LETTERS.has(letters) || areSigns;
}

function countDate(cell: string, count: { dates: number; wordedDates: number }): void {
  count.dates += 1;
  if (/\p{L}{3}/u.test(cell)) count.wordedDates += 1;
}

function countAmount(
  cell: string,
  count: {
    amounts: number;
    negatives: number;
    positives: number;
    pluses: number;
    fractions: number;
  },
): void {
  count.amounts += 1;
  let value = readAmount(cell, ".", 4);
  if (typeof value !== "number") value = readAmount(cell, ",", 4);
  if (typeof value === "number" && value < 0) count.negatives += 1;
  if (typeof value === "number" && value > 0) count.positives += 1;
  if (isMarkedAsIn(cell)) count.pluses += 1;
  if (/[.,]\d{1,2}\D*$/.test(cell)) count.fractions += 1;
}

/** Whether the filled cells are dates. */
export function holdsDates(column: Profile): boolean {
  return column.filled > 0 && column.dates >= 0.8 * column.filled;
}

/** Whether the filled cells are amounts. */
export function holdsAmounts(column: Profile): boolean {
  return (
    column.filled > 0 &&
    column.amounts >= 0.85 * column.filled &&
    !holdsDates(column) &&
    !holdsNumbers(column)
  );
}

/** Whether the cells are references: long numbers of which none comes twice. */
function holdsNumbers({ filled, numbers, distinct }: Profile): boolean {
  return filled > 1 && numbers >= 0.9 * filled && distinct === filled;
}
