// A file may hold several tables: pending rows above the booked ones, one account after another, a
// header on each page. Each row is read by its own header: its cells are put in the order of the
// main one. A row that does not fit there is rejected, never read under labels that are not its
// own.

import { classifyCell, stripCell } from "./cells.ts";
import { matchRoles, normalLabel } from "../columns/labels.ts";
import type { Role } from "../columns/role.ts";

/** A further header: where it has each column of the main one, or why its rows cannot be read. */
export type Section =
  /** The main header once more. */
  | { readonly kind: "repeated" }
  | { readonly kind: "arranged"; readonly columns: readonly number[] }
  | { readonly kind: "foreign"; readonly transactions: boolean; readonly missing: string };

const LABEL_WEIGHT = 90;
const LABELS_MIN = 3;
const LABELS_SHARE_MIN = 0.6;
const MOVING: readonly Role[] = ["amount", "debit", "credit"];

/** The header that a row is; null for any other row. */
export function readHeader(cells: readonly string[], header: readonly string[]): Section | null {
  const labels = cells.map((cell) => normalLabel(stripCell(cell)));
  if (!isHeader(cells, labels)) return null;
  const main = header.map(normalLabel);
  if (labels.every((label, column) => label === "" || (main[column] ?? "").startsWith(label)))
    return { kind: "repeated" };
  const columns = main.map((label, column) => findColumn(label, main.slice(0, column), labels));
  const missing = findMissing(header, columns);
  if (missing === null) return { kind: "arranged", columns };
  return { kind: "foreign", transactions: cells.some(holdsMoney), missing };
}

/**
 * The label of a column that rows cannot be read without and the further header lacks: an amount,
 * or every date.
 */
function findMissing(header: readonly string[], columns: readonly number[]): string | null {
  const lacks = (column: number) => (columns[column] ?? -1) < 0;
  const money = header.findIndex((label, column) => holdsMoney(label) && lacks(column));
  if (money >= 0) return header[money] ?? "";
  const dates = header.flatMap((label, column) =>
    readRole(label)?.endsWith("date") === true ? [column] : [],
  );
  if (dates.some((column) => !lacks(column)) && header.some(holdsMoney)) return null;
  return header[dates[0] ?? 0] ?? "";
}

function holdsMoney(label: string): boolean {
  const role = readRole(label);
  return role !== null && MOVING.includes(role);
}

/** The row's cells in the order of the main header. */
export function arrange(cells: readonly string[], columns: readonly number[]): readonly string[] {
  return columns.map((column) => (column < 0 ? "" : (cells[column] ?? "")));
}

function isHeader(cells: readonly string[], labels: readonly string[]): boolean {
  let filled = 0;
  let known = 0;
  let dated = false;
  for (let column = 0; column < cells.length; column += 1) {
    const cell = cells[column] ?? "";
    if (labels[column] === "") continue;
    filled += 1;
    if (cell.length > 60 || classifyCell(cell) !== "text") return false;
    const role = readRole(cell);
    if (role !== null) known += 1;
    if (role?.endsWith("date") === true) dated = true;
  }
  return dated && known >= LABELS_MIN && known >= LABELS_SHARE_MIN * filled;
}

function readRole(cell: string): Role | null {
  const [best] = matchRoles(stripCell(cell));
  return best !== undefined && best.weight >= LABEL_WEIGHT ? best.role : null;
}

/** The column with the same label (the second such label for the second); -1 if there is none. */
function findColumn(label: string, before: readonly string[], labels: readonly string[]): number {
  if (label === "") return -1;
  let skip = before.filter((other) => other === label).length;
  return labels.findIndex((other) => other === label && skip-- === 0);
}
