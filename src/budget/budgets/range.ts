// The range of a summary in budget periods: pure. Periods are named by their numbers (periods.ts).

import {
  isAligned,
  isStart,
  periodAt,
  periodNumber,
  findPeriodStart,
  type Period,
  type PeriodSettings,
} from "./periods.ts";
import type { Day } from "../../money/day.ts";

/** How many earlier periods are shown on request (service-v2.md, GET /summary). */
const PAST_PERIODS = 3;

export interface Range {
  readonly periods: PeriodSettings;
  readonly start: Day;
  readonly end: Day;
  readonly aligned: boolean;
  /** The period that holds the first day; those before it are past. */
  readonly first: number;
  /** The last period that has ended when the range ends; first - 1 when none lies in the range. */
  readonly last: number;
  /** The periods of which every day lies in the range. */
  readonly inside: readonly number[];
  /** The three periods before the range. */
  readonly past: readonly number[];
}

export function findRange(periods: PeriodSettings, start: Day, end: Day): Range {
  const first = periodNumber(periods, start);
  const ending = periodNumber(periods, end);
  const last = Math.max(periodAt(periods, ending).end === end ? ending : ending - 1, first - 1);
  const firstInside = isStart(periods, start) ? first : first + 1;
  return {
    periods,
    start,
    end,
    aligned: isAligned(periods, start, end),
    first,
    last,
    inside: numbers(firstInside, last),
    past: numbers(first - PAST_PERIODS, first - 1).filter(
      (one) => findPeriodStart(periods, one) !== null,
    ),
  };
}

/** The period with this number; both days belong to it. */
export function periodWith(range: Range, number: number): Period {
  return periodAt(range.periods, number);
}

/** first, first + 1, ... last; none when last is before first. */
export function numbers(first: number, last: number): number[] {
  return Array.from({ length: Math.max(0, last - first + 1) }, (_, index) => first + index);
}
