// The head of a file that holds several tables, as the read pass will see it. Rows under a further
// header are put in the order of the main one; rows of a table of another kind are no evidence. If
// a table of transactions comes before the main one, the records begin there.

import { classifyCell } from "./cells.ts";
import { findAccountName } from "./outside-table.ts";
import { arrange, readHeader, type Section } from "./sections.ts";
import type { Region } from "./region.ts";
import type { Head } from "../head.ts";
import { headsPending } from "../columns/cell-words.ts";

export interface Joined {
  readonly head: Head;
  readonly region: Region;
  /** By row, the account named above its header; null if the headers name no more than one. */
  readonly holders: readonly (string | null)[] | null;
}

/**
 * The head and the region with every row under its own header; unchanged for a file of one table.
 */
export function joinTables(head: Head, region: Region): Joined {
  if (region.header < 0) return { head, region, holders: null };
  const upper = findUpperTable(head, region);
  const start = upper ?? region.first;
  let section: Section | null = null;
  let several = upper !== null;
  const foreign = new Set<number>();
  const rows = head.rows.map((cells, index) => {
    if (index < start) return cells;
    const next = mayBeHeader(cells) ? readHeader(cells, region.labels) : null;
    if (next !== null) {
      section = next.kind === "repeated" ? null : next;
      several = several || section !== null;
      foreign.add(index);
      return cells;
    }
    if (section?.kind === "foreign") foreign.add(index);
    return section?.kind === "arranged" ? arrange(cells, section.columns) : cells;
  });
  const holders = listAccounts(head, region);
  if (!several) return { head, region, holders };
  const data = rows.flatMap((cells, index) =>
    index >= start && !foreign.has(index) && isData(cells) ? [index] : [],
  );
  return { head: { ...head, rows }, region: { ...region, first: start, data }, holders };
}

/** The account named between a table's header and the last row of the table above, by row. */
function listAccounts(head: Head, region: Region): readonly (string | null)[] | null {
  const named = new Set<string>();
  let heading: string | null = null;
  let holder: string | null = null;
  const data = new Set(region.data);
  const holders = head.rows.map((cells, index) => {
    if (data.has(index)) {
      heading = null;
      return holder;
    }
    if (
      index === region.header ||
      (mayBeHeader(cells) && readHeader(cells, region.labels) !== null)
    ) {
      holder = heading ?? holder;
      if (holder !== null) named.add(holder);
      heading = null;
    } else if (isData(cells)) heading = null;
    else heading = findAccountName([cells]) ?? heading;
    return holder;
  });
  return named.size > 1 ? holders : null;
}

/** The first row of a readable table above the main one: its header, or the heading above that. */
function findUpperTable(head: Head, region: Region): number | null {
  for (let index = 0; index < region.header; index += 1) {
    const cells = head.rows[index] ?? [];
    if (!mayBeHeader(cells) || readHeader(cells, region.labels)?.kind !== "arranged") continue;
    const next = head.rows.findIndex(
      (row, at) => at > index && mayBeHeader(row) && readHeader(row, region.labels) !== null,
    );
    const end = next < 0 ? region.header : Math.min(next, region.header);
    if (!head.rows.slice(index + 1, end).some(isData)) continue;
    const above = (head.rows[index - 1] ?? []).filter((cell) => cell.trim() !== "");
    return above.length === 1 && headsPending(above[0] ?? "") ? index - 1 : index;
  }
  return null;
}

function mayBeHeader(cells: readonly string[]): boolean {
  return (
    cells.length > 2 &&
    cells.every(
      (cell) =>
        cell.length <= 60 && (classifyCell(cell) === "text" || classifyCell(cell) === "empty"),
    )
  );
}

function isData(cells: readonly string[]): boolean {
  const kinds = cells.map(classifyCell);
  return kinds.includes("date") && kinds.includes("amount");
}
