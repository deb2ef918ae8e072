// Facts about known headers that their words do not show: whether day or month comes first, the
// decimal mark, how money out is printed. What the file itself shows always comes first.

import { normalLabel } from "../csv/columns/labels.ts";
import { MARKS, type DecimalMark } from "../csv/amounts/amount.ts";
import { DATE_ORDERS, type DateOrder } from "../csv/dates/dates.ts";
import { ROLES, type Role } from "../csv/columns/role.ts";
import { LAYOUT_ROWS, type LayoutRow } from "./layouts.ts";

export interface KnownLayout {
  /** The bank, or null if several print this header. */
  readonly bank: string | null;
  /** The number of labels. */
  readonly width: number;
  readonly order?: DateOrder;
  readonly mark?: DecimalMark;
  /** Whether a column of signed amounts prints money out as negative (1) or as positive (-1). */
  readonly factor?: 1 | -1;
  /**
   * The date by which this bank's customers know a transaction, where it is not the posting date.
   */
  readonly date?: Role;
}

let byHeader: ReadonlyMap<string, KnownLayout> | null = null;

/**
 * Banks append columns: so many unknown labels may follow, if at least so many known ones precede.
 */
const APPENDED_MAX = 3;
const KNOWN_MIN = 5;

/** The layout with these labels, apart from some appended ones; null if none is known. */
export function findLayout(labels: readonly string[]): KnownLayout | null {
  byHeader ??= new Map(LAYOUT_ROWS.map((row) => [toKey(row.header.split("|")), toLayout(row)]));
  const exact = byHeader.get(toKey(labels));
  if (exact !== undefined) return exact;
  const shortest = Math.max(KNOWN_MIN, labels.length - APPENDED_MAX);
  for (let length = labels.length - 1; length >= shortest; length -= 1) {
    const found = byHeader.get(toKey(labels.slice(0, length)));
    if (found !== undefined && found.width >= KNOWN_MIN) return found;
  }
  return null;
}

/** The labels in normal form, without the empty ones at the end. */
function toKey(labels: readonly string[]): string {
  return labels.map(normalLabel).join("|").replace(/\|+$/, "");
}

function toLayout({ bank, header, ...row }: LayoutRow): KnownLayout {
  const order = DATE_ORDERS.find((one) => one === row.date_order);
  const mark = MARKS.find((one) => one === row.decimal_mark);
  const date = ROLES.find((role) => role === row.date_column);
  return {
    bank,
    width: toKey(header.split("|")).split("|").length,
    ...(order !== undefined && { order }),
    ...(mark !== undefined && { mark }),
    ...(row.money_out !== undefined && { factor: row.money_out === "negative" ? 1 : -1 }),
    ...(date !== undefined && { date }),
  };
}
