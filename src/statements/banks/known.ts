// A known bank layout: what its header looks like and what that header says beyond its words. Facts
// only, a row each in the tables beside this file; the file's own evidence always comes first.

import { normalLabel } from "../csv/columns/labels.ts";
import type { DecimalMark } from "../csv/amounts/amount.ts";
import type { DateOrder } from "../csv/dates/dates.ts";
import type { Role } from "../csv/columns/vocabulary.ts";
import { LAYOUTS } from "./table.ts";

export interface KnownLayout {
  /** The bank, or null where several print this header. */
  readonly bank: string | null;
  /** The labels in file order, in normal form, joined by "|"; trailing empty ones left out. */
  readonly columns: string;
  readonly order?: DateOrder;
  readonly mark?: DecimalMark;
  /** What a signed amount column prints: money out as negative (1) or as positive (-1). */
  readonly factor?: 1 | -1;
  /** The date column this bank's customers know a transaction by, where it is not the posting date. */
  readonly date?: Role;
}

let byColumns: ReadonlyMap<string, KnownLayout> | null = null;

/** Banks append columns: so many unknown labels at the end are let pass, behind at least so many known. */
const APPENDED_MAX = 3;
const KNOWN_MIN = 5;

/** The layout with these labels, or with these but for some appended ones; null if none is known. */
export function knownLayout(labels: readonly string[]): KnownLayout | null {
  byColumns ??= new Map(LAYOUTS.map((layout) => [layout.columns, layout]));
  const exact = byColumns.get(signature(labels));
  if (exact !== undefined) return exact;
  for (
    let length = labels.length - 1;
    length >= Math.max(KNOWN_MIN, labels.length - APPENDED_MAX);
    length -= 1
  ) {
    const found = byColumns.get(signature(labels.slice(0, length)));
    if (found !== undefined && found.columns.split("|").length >= KNOWN_MIN) return found;
  }
  return null;
}

/** The labels as a layout's `columns`. */
export function signature(labels: readonly string[]): string {
  return labels.map(normalLabel).join("|").replace(/\|+$/, "");
}
