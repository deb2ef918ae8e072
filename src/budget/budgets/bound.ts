// How many periods one answer may hold, and how many of all categories together.

import { SUMMARY_OCCURRENCES_MAX, SUMMARY_PERIODS_MAX } from "../../platform/limits.ts";
import { refuse } from "../../platform/api/problem.ts";
import type { Needs } from "./ledger.ts";
import type { Range } from "./range.ts";

/**
 * The refusal of a summary that would be too large: too many periods, or too many occurrences of
 * all categories together.
 */
export function tooManyPeriods(range: Range, needs: Needs, categories: number) {
  const periods = range.inside.length;
  if (!needs.budgets) return null;
  if (periods > SUMMARY_PERIODS_MAX) {
    return refuse("invalid query", {
      errMsg: `${range.start} to ${range.end} is ${periods} budget periods; a summary has at most ${SUMMARY_PERIODS_MAX}.`,
    });
  }
  if (!needs.occurrences || periods * categories <= SUMMARY_OCCURRENCES_MAX) return null;
  return refuse("invalid query", {
    errMsg: `${periods} budget periods of ${categories} categories are more than the ${SUMMARY_OCCURRENCES_MAX} occurrences a summary has at most; ask for fewer days.`,
  });
}
