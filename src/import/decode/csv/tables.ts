// The head of a file that holds several tables, as the read pass will see it: rows under a further header are put in
// the order of the main one, rows of a table of another kind are no evidence, and where a table of transactions
// stands above the main one the records begin there.

import { kindOf } from "./cells.ts";
import { arranged, sectionOf, type Section } from "./sections.ts";
import type { Region } from "./region.ts";
import type { Head } from "./survey.ts";
import { headsPending } from "./words.ts";

/** The head and the region with every row under its own header; both as they are where there is one table. */
export function joinTables(head: Head, region: Region): { readonly head: Head; readonly region: Region } {
  if (region.header < 0) return { head, region };
  const upper = upperTable(head, region);
  const start = upper ?? region.first;
  let section: Section | null = null;
  let several = upper !== null;
  const foreign = new Set<number>();
  const rows = head.rows.map((cells, index) => {
    if (index < start) return cells;
    const next = mayBeHeader(cells) ? sectionOf(cells, region.labels) : null;
    if (next !== null) {
      section = next.kind === "repeated" ? null : next;
      several = several || section !== null;
      foreign.add(index);
      return cells;
    }
    if (section?.kind === "foreign") foreign.add(index);
    return section?.kind === "arranged" ? arranged(cells, section.columns) : cells;
  });
  if (!several) return { head, region };
  const data = rows.flatMap((cells, index) => (index >= start && !foreign.has(index) && isData(cells) ? [index] : []));
  return { head: { ...head, rows }, region: { ...region, first: start, data } };
}

/** The first row of a table above the main one whose rows can be read: its header, or the heading above that. */
function upperTable(head: Head, region: Region): number | null {
  for (let index = 0; index < region.header; index += 1) {
    const cells = head.rows[index] ?? [];
    if (!mayBeHeader(cells) || sectionOf(cells, region.labels)?.kind !== "arranged") continue;
    const next = head.rows.findIndex((row, at) => at > index && mayBeHeader(row) && sectionOf(row, region.labels) !== null);
    const end = next < 0 ? region.header : Math.min(next, region.header);
    if (!head.rows.slice(index + 1, end).some(isData)) continue;
    const above = (head.rows[index - 1] ?? []).filter((cell) => cell.trim() !== "");
    return above.length === 1 && headsPending(above[0] ?? "") ? index - 1 : index;
  }
  return null;
}

function mayBeHeader(cells: readonly string[]): boolean {
  return cells.length > 2 && cells.every((cell) => cell.length <= 60 && (kindOf(cell) === "text" || kindOf(cell) === "empty"));
}

function isData(cells: readonly string[]): boolean {
  const kinds = cells.map(kindOf);
  return kinds.includes("date") && kinds.includes("amount");
}
