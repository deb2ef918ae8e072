// How many dates one answer about recurring items may hold: a refusal is better than an answer without bound.

import { RECURRING_DATES_MAX } from "../../limits.ts";
import type { Day } from "../../value/day.ts";
import { refuse, type Problem } from "../problem.ts";
import { countExpected, type Schedule } from "./matches.ts";

/** The refusal where these items expect too many dates from `start` to `end` together; null where they do not. */
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
