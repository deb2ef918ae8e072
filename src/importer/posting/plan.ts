// Which waiting rows travel in the next request. Rows the service would take for one another (same
// account, payee, date and amount) travel together: skip_duplicates compares with stored transactions
// only, so twins in one request are never dropped. Everything else fills the request to the brim.

import { BATCH_ROWS_MAX } from "../../platform/limits.ts";

/** A waiting row as the planner sees it; the window is ordered by date and amount. */
export interface PlannedRow {
  readonly seq: number;
  readonly account: number;
  readonly date: string;
  readonly amount: number;
  readonly payee: string;
}

/**
 * The seqs of the next batch, at most `max`. `whole`: the window holds every waiting row; otherwise its last
 * (date, amount) may go on beyond it and is left for the next window. Never empty for a window that is not.
 */
export function planBatch(
  window: readonly PlannedRow[],
  whole: boolean,
  max: number = BATCH_ROWS_MAX,
): number[] {
  const rows = whole ? window : withoutLastGroup(window);
  const groups = Map.groupBy(
    rows,
    (row) => `${row.account}|${row.date}|${row.amount}|${row.payee}`,
  );
  const batch: number[] = [];
  for (const group of groups.values()) {
    const room = max - batch.length;
    if (room === 0) break;
    // A group too large for any request cannot be kept whole; its service-side skips are settled by owner.
    if (group.length <= room || (group.length > max && batch.length === 0)) {
      for (const row of group.slice(0, room)) batch.push(row.seq);
    }
  }
  return batch;
}

function withoutLastGroup(window: readonly PlannedRow[]): readonly PlannedRow[] {
  const last = window.at(-1);
  if (last === undefined) return window;
  const end = window.findIndex((row) => row.date === last.date && row.amount === last.amount);
  return end === 0 ? window : window.slice(0, end);
}
