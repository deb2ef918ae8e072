// What a linked account is shown as, and which may be fetched, when, for which days: pure.

import { FETCH_DAYS_AGAIN, FETCH_DAYS_FIRST, FETCH_PAUSE_MS } from "../../platform/limits.ts";
import { addDays, dayOfInstant, type Day } from "../../money/day.ts";
import type { FetchRange, LinkedStatus } from "./provider.ts";

/** A fetch may bring an account in one of these back; the others need somebody to act first, or import nothing. */
export const FETCHABLE: readonly LinkedStatus[] = [
  "active",
  "syncing",
  "relink",
  "error",
  "not found",
];

/** What the user calls it, else institution and name. */
export function shownName(account: {
  readonly name: string;
  readonly display_name: string | null;
  readonly institution_name: string;
}): string {
  return account.display_name ?? `${account.institution_name} ${account.name}`;
}

/**
 * For how many milliseconds the account may not be fetched; 0 when it may. A fetch that the clock puts well
 * ahead was dated by a wrong clock and holds nobody up.
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
 * The days to ask for: those of the request, else a long past at first, later a short one before the last
 * import, since what was pending then has changed; none before import_start_date.
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
