// One pass over a whole sheet before it is read: its width, the ambiguities of its typed cells, and
// whether it can be read to its end. It keeps only a few counts per column, so memory does not
// grow.

import { isAmount, classifyCell, stripCell } from "../csv/shape/cells.ts";
import { dateParts } from "../csv/dates/dates.ts";
import {
  decideMark,
  emptyMarkEvidence,
  noteAmount,
  type MarkEvidence,
} from "../csv/columns/evidence.ts";
import { matchRoles } from "../csv/columns/labels.ts";
import type { DecimalMark } from "../csv/amounts/amount.ts";
import type { Cell, DateCell, Merge, Sheet } from "./workbook.ts";

export interface Findings {
  readonly rows: number;
  readonly columns: number;
  readonly hiddenRows: number;
  readonly merges: readonly Merge[];
  /** The decimal mark of amounts that are texts; null when there are none, or both marks fit. */
  readonly textMark: DecimalMark | null;
  /** An amount text that fits both marks, in a column that also has typed numbers with decimals. */
  readonly doubtfulAmount: string | null;
  /** A typed date and a text in one column that suggest dates read with day and month exchanged. */
  readonly exchanged: { readonly typed: DateCell; readonly text: string } | null;
  /** Columns of serial numbers without a date format under the label of a date. */
  readonly serials: readonly number[];
}

interface Column {
  label: string;
  typed: number;
  dayMax: number;
  firstTyped: DateCell | null;
  textDates: number;
  /** Text dates that exist with the day first and with the month first. */
  eitherWay: number;
  firstText: string;
  numbers: number;
  serials: number;
  fractions: number;
  digits: number;
  amounts: number;
  marks: MarkEvidence;
}

/** The years 2000 to 2099 in the calendar of 1900. */
const SERIAL_MIN = 36_526;
const SERIAL_MAX = 73_050;
const DATE_LABEL_WEIGHT_MIN = 56;
const AMOUNT_CHARS_MAX = 40;

/** Examines the sheet; throws Unusable when it cannot be read to its end. */
export async function examineSheet(sheet: Sheet): Promise<Findings> {
  const merges: Merge[] = [];
  const columns: Column[] = [];
  let rows = 0;
  let hiddenRows = 0;
  for await (const batch of sheet.rows(merges)) {
    for (const { cells, hidden } of batch) {
      rows += 1;
      if (hidden) hiddenRows += 1;
      cells.forEach((cell, index) => {
        if (cell === null) return;
        while (columns.length <= index) columns.push(emptyColumn());
        const found = columns[index];
        if (found !== undefined) countCell(found, cell);
      });
    }
  }
  const marks = joinMarks(columns);
  const decided =
    marks.dots + marks.commas + marks.doubtDots + marks.doubtCommas === 0
      ? null
      : decideMark(marks);
  const mixed = columns.find(
    (one) => one.fractions > 0 && one.amounts > 0 && one.marks.example !== null,
  );
  return {
    rows,
    hiddenRows,
    merges,
    columns: columns.length,
    textMark: decided?.value ?? null,
    doubtfulAmount: decided === null ? (mixed?.marks.example ?? null) : null,
    exchanged: findExchanged(columns),
    serials: columns.some((one) => one.typed + one.textDates > 0)
      ? []
      : columns.flatMap((one, index) => (isSerials(one) ? [index] : [])),
  };
}

function emptyColumn(): Column {
  return {
    label: "",
    typed: 0,
    dayMax: 0,
    firstTyped: null,
    textDates: 0,
    eitherWay: 0,
    firstText: "",
    numbers: 0,
    serials: 0,
    fractions: 0,
    digits: 0,
    amounts: 0,
    marks: emptyMarkEvidence(),
  };
}

function countCell(found: Column, cell: Exclude<Cell, null>): void {
  if (typeof cell === "string") return countText(found, cell);
  if (cell.kind === "date") {
    found.typed += 1;
    found.dayMax = Math.max(found.dayMax, Number(cell.day.slice(8)));
    if (
      found.firstTyped === null ||
      (cell.day.slice(5, 7) !== cell.day.slice(8) &&
        found.firstTyped.day.slice(5, 7) === found.firstTyped.day.slice(8))
    )
      found.firstTyped = cell;
    return;
  }
  found.numbers += 1;
  if (cell.text.includes(".")) found.fractions += 1;
  const value = Number(cell.text);
  if (value >= SERIAL_MIN && value < SERIAL_MAX) found.serials += 1;
}

function countText(found: Column, cell: string): void {
  const text = stripCell(cell);
  if (text === "" || text.length > AMOUNT_CHARS_MAX) return;
  if (!/\d/.test(text)) {
    if (found.numbers === 0 && dateWeight(text) > 0) found.label = text;
    return;
  }
  if (classifyCell(text) === "date") return countTextDate(found, text);
  found.digits += 1;
  if (!isAmount(text)) return;
  found.amounts += 1;
  noteAmount(found.marks, text);
}

function countTextDate(found: Column, text: string): void {
  const parts = dateParts(text);
  // With the year first or the month by name, no program could have exchanged day and month.
  if (parts === null || parts.digits.includes(0) || parts.digits[0] === 4 || parts.digits[2] < 2)
    return;
  found.textDates += 1;
  if (parts.values[0] <= 12 && parts.values[1] <= 12) found.eitherWay += 1;
  else if (found.firstText === "") found.firstText = text;
}

function dateWeight(label: string): number {
  const [heaviest] = matchRoles(label);
  return heaviest !== undefined &&
    DATE_ROLES.has(heaviest.role) &&
    heaviest.weight >= DATE_LABEL_WEIGHT_MIN
    ? heaviest.weight
    : 0;
}

const DATE_ROLES: ReadonlySet<string> = new Set([
  "date",
  "booking_date",
  "value_date",
  "transaction_date",
  "purchase_date",
]);

function isSerials(found: Column): boolean {
  return found.label !== "" && found.numbers > 0 && found.serials === found.numbers;
}

/** Joins the evidence of all columns in which most texts with digits are amounts. */
function joinMarks(columns: readonly Column[]): MarkEvidence {
  const all = emptyMarkEvidence();
  for (const { digits, amounts, marks } of columns) {
    if (amounts * 2 < digits) continue;
    all.dots += marks.dots;
    all.commas += marks.commas;
    all.doubtDots += marks.doubtDots;
    all.doubtCommas += marks.doubtCommas;
    all.plainSmall += marks.plainSmall;
    all.plainLarge += marks.plainLarge;
  }
  return all;
}

/**
 * Finds a column in which a program exchanged day and month. A program that reads dates in another
 * country's order converts those whose day and month can be exchanged, and leaves the others as
 * text. Then no typed day is after the twelfth, and every text has a part above twelve.
 */
function findExchanged(columns: readonly Column[]): Findings["exchanged"] {
  for (const { typed, dayMax, textDates, eitherWay, firstTyped, firstText } of columns) {
    if (typed > 0 && textDates > 0 && dayMax <= 12 && eitherWay === 0 && firstTyped !== null)
      return { typed: firstTyped, text: firstText };
  }
  return null;
}
