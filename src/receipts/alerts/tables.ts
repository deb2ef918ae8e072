// Tables of movements: a line of labels, and a line of values for each movement.

import { COLUMNS_MIN, readRoles, splitCells, type Line, type Segment } from "./cells.ts";
import type { LabelRole } from "./vocabulary.ts";

/** A table of movements: its line of labels, and a line of values for each. */
export interface Table {
  readonly roles: readonly (readonly LabelRole[])[];
  /** The indexes of the lines of values. */
  readonly lines: readonly number[];
}

const TABLE_ROWS_MAX = 50;

/**
 * The table whose labels are the line at `index`, if one names the amount, another the other party,
 * and several lines of as many cells follow; else null.
 */
export function readTable(
  text: string,
  folded: string,
  lines: readonly Line[],
  index: number,
): Table | null {
  const labels = splitCells(text, lines[index]);
  const line = text.slice(lines[index]?.start, lines[index]?.end);
  if (labels.length < COLUMNS_MIN || /\d[\d.,]/.test(line)) return null;
  const roles = labels.map(({ start, end }) => readRoles(folded, start, end));
  const amount = roles.findIndex((one) => one.includes("amount"));
  if (amount === -1 || !roles.some((one) => one.includes("merchant"))) return null;
  const rows: number[] = [];
  for (let at = index + 1; at < lines.length && rows.length < TABLE_ROWS_MAX; at += 1) {
    const cells = splitCells(text, lines[at]);
    const value = text.slice(cells[amount]?.start, cells[amount]?.end);
    if (cells.length !== labels.length || !/\d/.test(value)) break;
    rows.push(at);
  }
  return rows.length < 2 ? null : { roles, lines: rows };
}

/** The rows of one line of a table's values. */
export function readTableLine(
  text: string,
  { roles }: Table,
  line: Line | undefined,
): readonly Segment[] {
  return splitCells(text, line).flatMap(({ start, end }, at) =>
    end === start ? [] : [{ start, end, row: { roles: roles[at] ?? [], start, end } }],
  );
}
