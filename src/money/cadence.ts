// Repetition every `quantity` days, weeks, months or years from an anchor, forward and backward.
// Months and years are counted from the anchor, never from the previous occurrence, so that the
// 31st returns after February.

import { addDays, addMonths, dayNumber, splitDay, type Day } from "./day.ts";
import { assert } from "../platform/assert.ts";

export const GRANULARITIES = ["day", "week", "month", "year"] as const;
export type Granularity = (typeof GRANULARITIES)[number];

export interface Cadence {
  readonly granularity: Granularity;
  /** Granularity units between two occurrences; at least 1. */
  readonly quantity: number;
  /** The occurrence with number 0. */
  readonly anchor: Day;
}

const DAYS: Readonly<Record<Granularity, number>> = { day: 1, week: 7, month: 0, year: 0 };
const MONTHS: Readonly<Record<Granularity, number>> = { day: 0, week: 0, month: 1, year: 12 };

/**
 * The occurrence with this number (negative before the anchor); throws outside the years we hold.
 */
export function occurrence({ granularity, quantity, anchor }: Cadence, number: number): Day {
  const days = DAYS[granularity];
  if (days > 0) return addDays(anchor, days * quantity * number);
  return addMonths(anchor, MONTHS[granularity] * quantity * number);
}

/** The number of the last occurrence on or before the day. */
export function occurrenceNumber(cadence: Cadence, day: Day): number {
  const { granularity, quantity, anchor } = cadence;
  assert(quantity >= 1, "a cadence repeats every one or more units");
  const days = DAYS[granularity];
  if (days > 0) return Math.floor((dayNumber(day) - dayNumber(anchor)) / (days * quantity));
  const [from, to] = [splitDay(anchor), splitDay(day)];
  const months = (to.year - from.year) * 12 + to.month - from.month;
  const number = Math.floor(months / (MONTHS[granularity] * quantity));
  return occurrence(cadence, number) > day ? number - 1 : number;
}
