// Bounds of days and dates in one answer about recurring items: a refusal is better than an
// unbounded answer.

import { RECURRING_DATES_MAX, RECURRING_RANGE_DAYS_MAX } from "../../platform/limits.ts";
import type { Day } from "../../money/day.ts";
import { refuse, type Problem } from "../../platform/api/problem.ts";
import { countExpected, daysBetween, type Schedule } from "./matches.ts";

/**
 * The refusal of a range that ends before it begins or is too long, defaults included; null
 * otherwise.
 */
export function rangeFault(
  start: Day,
  end: Day,
): { readonly ok: false; readonly error: Problem } | null {
  if (start > end)
    return refuse("invalid query", {
      errMsg: `end_date must not be before start_date, ${start}; found ${end}.`,
    });
  if (daysBetween(start, end) <= RECURRING_RANGE_DAYS_MAX) return null;
  return refuse("invalid query", {
    errMsg: `end_date must be at most ${RECURRING_RANGE_DAYS_MAX} days after start_date, ${start}; found ${end}.`,
  });
}

/**
 * The refusal if these items together expect too many dates from `start` to `end`; null otherwise.
 */
export function tooManyExpected(
  items: readonly Schedule[],
  start: Day,
  end: Day,
): { readonly ok: false; readonly error: Problem } | null {
  const count = items.reduce((sum, item) => sum + countExpected(item, start, end), 0);
  if (count <= RECURRING_DATES_MAX) return null;
  return refuse("invalid query", {
    errMsg: `Recurring items are expected ${count} times from ${start} to ${end}, and one answer holds at most ${RECURRING_DATES_MAX}; ask for fewer days.`,
  });
}
