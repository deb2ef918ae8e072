// The rules of a linked account: the name and status it is shown with, and when and for which days
// it may be fetched. Pure.

import { FETCH_DAYS_AGAIN, FETCH_DAYS_FIRST, FETCH_PAUSE_MS } from "../../platform/limits.ts";
import { addDays, dayOfInstant, type Day } from "../../money/day.ts";
import type { FetchRange, LinkedStatus } from "./provider.ts";

/**
 * Statuses that a fetch may repair; with the others a person must act first, or nothing is
 * imported.
 */
export const FETCHABLE: readonly LinkedStatus[] = [
  "active",
  "syncing",
  "relink",
  "error",
  "not found",
];

/** The user's name for it, otherwise institution and name. */
export function shownName(account: {
  readonly name: string;
  readonly display_name: string | null;
  readonly institution_name: string;
}): string {
  return account.display_name ?? `${account.institution_name} ${account.name}`;
}

/**
 * For how many milliseconds the account may not be fetched; 0 when it may. The date of a fetch that
 * lies far ahead came from a wrong clock and is ignored.
 */
export function pauseLeft(lastFetch: number | null, now: number): number {
  if (lastFetch === null || Math.abs(now - lastFetch) >= FETCH_PAUSE_MS) return 0;
  return FETCH_PAUSE_MS - Math.max(0, now - lastFetch);
}

export interface FetchWish {
  readonly import_start_date: Day | null;
  readonly last_import: number | null;
  readonly fetch_start: Day | null;
  readonly fetch_end: Day | null;
}

/**
 * The days to fetch: those of the request; else a long past the first time, and later a short one
 * before the last import, since pending transactions have changed. Never days before
 * import_start_date.
 */
export function chooseFetchRange(wish: FetchWish, now: number): FetchRange {
  const today = dayOfInstant(now);
  const first = wish.import_start_date ?? addDays(today, -FETCH_DAYS_FIRST);
  const start =
    wish.fetch_start ?? (wish.last_import === null ? first : again(wish.last_import, now));
  // East of Greenwich tomorrow has begun.
  const end = wish.fetch_end ?? addDays(today, 1);
  return { start: later(start, wish.import_start_date), end };
}

function again(lastImport: number, now: number): Day {
  return addDays(dayOfInstant(Math.min(lastImport, now)), -FETCH_DAYS_AGAIN);
}

/** The days that hold all of these. */
export function union(ranges: readonly [FetchRange, ...FetchRange[]]): FetchRange {
  return ranges.reduce((all, { start, end }) => ({
    start: start < all.start ? start : all.start,
    end: end > all.end ? end : all.end,
  }));
}

function later(day: Day, other: Day | null): Day {
  return other !== null && other > day ? other : day;
}
