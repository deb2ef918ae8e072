// The account's balance after each transaction of a page, where a statement proves it: between two
// of the bank's balances if the transactions lead from one to the other, among the rows of a file
// that proves its balance, and after the last of them. Elsewhere it is left out. Pure.

import type { Day } from "../../money/day.ts";
import { parseRounded } from "../../money/money.ts";
import { readProvenance } from "./provenance.ts";
import type { Transaction } from "./wire.ts";

/** A balance that a statement proves, in 1/10,000 units: money owed is negative. */
export interface Anchor {
  /** The balance is that at the end of this day. */
  readonly day: Day;
  readonly balance: number;
  /** The import of the statement. */
  readonly run: string;
}

/** The rows of a page of one account without other filters, newest first. */
export interface AccountRows {
  readonly rows: readonly Transaction[];
  /** The account's currency. */
  readonly currency: string;
  /** Whether the page begins with the newest row. */
  readonly isNewest: boolean;
}

/** An anchor at its position: the first row of its day, or of an earlier one. */
interface Placed extends Anchor {
  readonly at: number;
}

/** Finds the balance after each transaction. Rows whose balance is not proven are missing. */
export function findRunning(
  { rows, currency, isNewest }: AccountRows,
  anchors: readonly Anchor[],
): ReadonlyMap<number, number> {
  const found = new Map<number, number>();
  const flows = rows.map((row) => readFlow(row, currency));
  if (flows.includes(null)) return found;
  const placed = placeAnchors(rows, isNewest, anchors);
  // Go up from the newest anchor, and down from each.
  const [newest] = placed;
  for (let at = (newest?.at ?? 0) - 1, balance = newest?.balance ?? 0; at >= 0; at -= 1) {
    balance += flows[at] ?? 0;
    note(found, rows[at], balance);
  }
  for (const [index, anchor] of placed.entries()) {
    const next = placed[index + 1] ?? null;
    const end = next?.at ?? rows.length;
    const after = walkDown(flows, anchor, end);
    const isProven = next !== null && after.at(-1) === next.balance;
    for (let at = anchor.at; at < end; at += 1) {
      const row = rows[at];
      if (!isProven && (row === undefined || readProvenance(row).run !== anchor.run)) break;
      note(found, row, after[at - anchor.at] ?? 0);
    }
  }
  return found;
}

/** The balances after the rows from an anchor on, and finally the one before all of them. */
function walkDown(flows: readonly (number | null)[], anchor: Placed, end: number): number[] {
  const after = [anchor.balance];
  for (let at = anchor.at; at < end; at += 1) after.push((after.at(-1) ?? 0) - (flows[at] ?? 0));
  return after;
}

/**
 * The anchors with a position on the page, newest first; of several on one day the first one
 * counts.
 */
function placeAnchors(
  rows: readonly Transaction[],
  isNewest: boolean,
  anchors: readonly Anchor[],
): readonly Placed[] {
  const first = rows[0]?.date ?? "";
  return [...new Map(anchors.map((anchor) => [anchor.day, anchor])).values()]
    .filter(({ day }) => isNewest || day < first)
    .map((anchor) => ({ ...anchor, at: rows.findIndex(({ date }) => date <= anchor.day) }))
    .filter(({ at }) => at >= 0)
    .sort((a, b) => (a.day < b.day ? 1 : -1));
}

/** How much a row adds to the balance; null if that is unknown. */
function readFlow(row: Transaction, currency: string): number | null {
  if (row.is_pending === true) return 0;
  if (row.currency !== currency || row.is_group_parent === true) return null;
  const read = parseRounded(row.amount);
  return read.ok ? 0 - read.value : null;
}

function note(found: Map<number, number>, row: Transaction | undefined, balance: number): void {
  if (row !== undefined && row.is_pending !== true) found.set(row.id, balance);
}
