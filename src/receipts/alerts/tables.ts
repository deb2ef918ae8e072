// Tables of movements below a line of labels: a line for each movement, or, where a cell holds
// several lines, a group of lines for each.

import { findDates } from "../totals/money/dates.ts";
import { COLUMNS_MIN, readRoles, splitCells, type Line, type Segment } from "./cells.ts";
import type { LabelRole } from "./vocabulary.ts";

/** A table of movements: the rows of each, and the index of its last line. */
export interface Table {
  readonly movements: readonly (readonly Segment[])[];
  readonly last: number;
}

const TABLE_ROWS_MAX = 50;
const STACKED_LINES_MAX = 8;
/** "-1 800,00 PLN", "€ 12.00": a line with an amount alone. */
const AMOUNT_ALONE =
  /^[-+–]?\s?(?:\P{N}{1,4}\s?)?\d[\d.,' \u00a0]{0,16}[.,]\d{2}\s?(?:\P{N}{1,4})?$/u;
/** What a line of a description is: what was done, with whom, and what for. */
const DESCRIBED: readonly LabelRole[] = ["operation", "merchant", "purpose"];

/**
 * The table whose labels are the line at `index`, if one names the amount and several movements
 * follow; else null.
 */
export function readTable(
  text: string,
  folded: string,
  lines: readonly Line[],
  index: number,
): Table | null {
  const line = text.slice(lines[index]?.start, lines[index]?.end);
  if (!line.includes("\t") || /\d[\d.,]/.test(line)) return null;
  const labels = splitCells(text, lines[index]);
  if (labels.length < COLUMNS_MIN) return null;
  const roles = labels.map(({ start, end }) => readRoles(folded, start, end));
  const amount = roles.findIndex((one) => one.includes("amount"));
  if (amount === -1) return null;
  return (
    readLines(text, lines, { index, roles, amount }) ??
    readStacks(text, lines, { index, roles, amount })
  );
}

interface Heading {
  readonly index: number;
  readonly roles: readonly (readonly LabelRole[])[];
  /** The column of the amounts. */
  readonly amount: number;
}

/** A line of as many cells for each movement, one of them the other party. */
function readLines(
  text: string,
  lines: readonly Line[],
  { index, roles, amount }: Heading,
): Table | null {
  if (!roles.some((one) => one.includes("merchant"))) return null;
  const movements: (readonly Segment[])[] = [];
  let at = index + 1;
  for (; at < lines.length && movements.length < TABLE_ROWS_MAX; at += 1) {
    const cells = splitCells(text, lines[at]);
    const value = text.slice(cells[amount]?.start, cells[amount]?.end);
    if (cells.length !== roles.length || !/\d/.test(value)) break;
    movements.push(
      cells.flatMap((cell, column) =>
        cell.end === cell.start ? [] : [toRow(cell, roles[column] ?? [])],
      ),
    );
  }
  return movements.length < 2 ? null : { movements, last: at - 1 };
}

/**
 * "2026-11-12", "CARD PAYMENT", "CORNER BAKERY", "-64.37", "5,935.63": the day, the lines of a
 * description, the amount and what stands in the columns behind it.
 */
function readStacks(
  text: string,
  lines: readonly Line[],
  { index, roles, amount }: Heading,
): Table | null {
  if (roles[0]?.includes("date") !== true || amount < 2) return null;
  const slice = (at: number): string => text.slice(lines[at]?.start, lines[at]?.end).trim();
  const movements: (readonly Segment[])[] = [];
  let at = index + 1;
  while (movements.length < TABLE_ROWS_MAX && isDayAlone(slice(at))) {
    let end = at + 1;
    while (end - at < STACKED_LINES_MAX && !AMOUNT_ALONE.test(slice(end))) end += 1;
    const described = lines.slice(at + 1, end);
    const behind = lines.slice(end + 1, end + roles.length - amount);
    if (described.length === 0 || !AMOUNT_ALONE.test(slice(end))) break;
    movements.push([
      ...lines.slice(at, at + 1).map((line) => toRow(line, ["date"])),
      ...described.map((line, nth) => toRow(line, [describe(nth, described.length)])),
      ...lines.slice(end, end + 1).map((line) => toRow(line, ["amount"])),
      ...behind.map((line, nth) => toRow(line, roles[amount + 1 + nth] ?? [])),
    ]);
    at = end + behind.length + 1;
  }
  return movements.length < 2 ? null : { movements, last: at - 1 };
}

/** A description of one line names the other party. */
function describe(nth: number, count: number): LabelRole {
  return count === 1 ? "merchant" : (DESCRIBED[nth] ?? "purpose");
}

function isDayAlone(line: string): boolean {
  const [day] = findDates(line, null);
  return day !== undefined && day.start === 0 && day.end === line.length;
}

function toRow({ start, end }: Line, roles: readonly LabelRole[]): Segment {
  return { start, end, row: { roles, start, end } };
}
