// A known bank layout: what its header looks like and what that header says beyond its words. Facts
// only, a row each in the tables beside this file; the file's own evidence always comes first.

import { normalLabel } from "../labels.ts";
import type { DecimalMark } from "../amount.ts";
import type { DateOrder } from "../dates.ts";
import type { Role } from "../vocabulary.ts";
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

/** The layout with exactly these labels, or null. Built once, on first use. */
export function knownLayout(labels: readonly string[]): KnownLayout | null {
  byColumns ??= new Map(LAYOUTS.map((layout) => [layout.columns, layout]));
  return byColumns.get(signature(labels)) ?? null;
}

/** The labels as a layout's `columns`. */
export function signature(labels: readonly string[]): string {
  return labels.map(normalLabel).join("|").replace(/\|+$/, "");
}
