// Where the table is in the file: which rows are preamble, which row (or two) is the header, where
// the records begin and how many cells they have. Content decides, never line numbers: banks add
// lines.

import { classifyCell, stripCell, type CellKind } from "./cells.ts";
import {
  HIT_WEIGHT_MIN,
  findLabelledHeader,
  findUnlabelledHeader,
  dropOtherTables,
  isWithinTable,
} from "./header.ts";
import { matchRoles } from "../columns/labels.ts";
import { isSummary } from "../columns/cell-words.ts";

export interface Region {
  /** Index of the header row, -1 if there is none. */
  readonly header: number;
  /** Index of the first record. */
  readonly first: number;
  /** The labels by column; "" where the header has none. */
  readonly labels: readonly string[];
  readonly width: number;
  readonly widths: readonly number[];
  /** Indexes of the rows that have a date and an amount. */
  readonly data: readonly number[];
}

/** A row may have a number of cells that at least this share of the data rows have. */
const WIDTH_SHARE_MIN = 0.1;

/** Finds the table; null if no row is a header and none has a date and an amount. */
export function findRegion(rows: readonly (readonly string[])[]): Region | null {
  const kinds = rows.map((row) => row.map(classifyCell));
  const data: number[] = [];
  kinds.forEach((row, index) => {
    if (row.includes("date") && row.includes("amount") && !(rows[index] ?? []).some(isSummary))
      data.push(index);
  });
  const labelled = findLabelledHeader(rows, kinds, data);
  const named = labelled === null || isWithinTable(rows, kinds, data, labelled) ? null : labelled;
  const firstData = named === null ? data[0] : (data.find((index) => index > named) ?? undefined);
  const header = named ?? (firstData === undefined ? null : findUnlabelledHeader(kinds, data));
  if (header === null && firstData === undefined) return null;
  const below =
    header === null ? dropOtherTables(kinds, data) : data.filter((index) => index > header);
  const second = header !== null && isSecondLine(rows, kinds, header) ? header + 1 : null;
  const lengths = new Map<number, number>();
  for (const index of below)
    lengths.set(rows[index]?.length ?? 0, (lengths.get(rows[index]?.length ?? 0) ?? 0) + 1);
  let width = header === null ? 0 : trimmedLength(rows[header] ?? []);
  let most = 0;
  const headed = width;
  for (const [length, count] of lengths) {
    // If two widths are equally common, the table has the header's; the other is a footer's.
    if (count > most || (count === most && Math.abs(length - headed) < Math.abs(width - headed)))
      [width, most] = [length, count];
  }
  const widths = [...lengths]
    .filter(
      ([length, count]) =>
        length === width || (count >= 2 && count >= WIDTH_SHARE_MIN * below.length),
    )
    .map(([length]) => length);
  if (widths.length === 0) widths.push(width);
  const regular = below.filter((index) => widths.includes(rows[index]?.length ?? 0));
  const columns = Math.max(width, header === null ? 0 : trimmedLength(rows[header] ?? []));
  const labels = Array.from({ length: columns }, (_, column) => {
    const upper = header === null ? "" : stripCell(rows[header]?.[column] ?? "");
    const lower = second === null ? "" : stripCell(rows[second]?.[column] ?? "");
    return `${upper} ${lower}`.trim();
  });
  const first = header === null ? (below[0] ?? 0) : (second ?? header) + 1;
  return { header: header ?? -1, first, labels, width, widths, data: regular };
}

/**
 * A header may take two lines ("Data" over "Operaz."): all texts, mostly labels, data right below.
 */
function isSecondLine(
  rows: readonly (readonly string[])[],
  kinds: readonly (readonly CellKind[])[],
  header: number,
): boolean {
  const row = kinds[header + 1] ?? [];
  const texts = (rows[header + 1] ?? []).filter((_, column) => row[column] === "text");
  if (texts.length === 0 || row.includes("date") || row.includes("amount")) return false;
  const below = kinds[header + 2] ?? [];
  if (!below.includes("date")) return false;
  const hits = texts.filter(
    (cell) => (matchRoles(stripCell(cell))[0]?.weight ?? 0) >= HIT_WEIGHT_MIN,
  ).length;
  return hits >= 0.5 * texts.length;
}

function trimmedLength(row: readonly string[]): number {
  let length = row.length;
  while (length > 0 && (row[length - 1] ?? "").trim() === "") length -= 1;
  return length;
}
