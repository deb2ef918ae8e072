// The expected days of a recurring item, and the transactions that answer them: pure. A transaction
// answers the nearest expected day, even if that day or the transaction lies just outside the
// requested range. An expected day without a transaction is missing. So missing days are a subset
// of the expected ones, future days included, as documented.

import { occurrence, occurrenceNumber, type Cadence } from "../../money/cadence.ts";
import { addDays, compareDays, dayNumber, parseDay, type Day } from "../../money/day.ts";
import { must } from "../../platform/assert.ts";

/** The dates of an item's criteria. */
export interface Schedule {
  readonly granularity: Cadence["granularity"];
  readonly quantity: number;
  readonly anchor_date: Day;
  /** No occurrence is expected before or after these. */
  readonly start_date: Day | null;
  readonly end_date: Day | null;
}

/** A transaction that belongs to an item. */
export interface Found {
  readonly date: Day;
  readonly transaction_id: number;
}

export interface Matches {
  readonly expected: readonly Day[];
  /** The item's transactions dated in the range, oldest first. */
  readonly found: readonly Found[];
  readonly missing: readonly Day[];
}

// Occurrences are counted from the anchor in periods of at most ten years: inside these days no
// neighbour leaves the supported years.
const FIRST_DAY = must(parseDay("1920-01-01"), "a day");
const LAST_DAY = must(parseDay("2180-12-31"), "a day");

/** The greatest distance of a transaction from its expected day, in days, for any cadence. */
const SHIFT_DAYS_MAX = 7;

const SHORTEST_DAYS: Readonly<Record<Cadence["granularity"], number>> = {
  day: 1,
  week: 7,
  month: 28,
  year: 365,
};
const LONGEST_DAYS: Readonly<Record<Cadence["granularity"], number>> = {
  day: 1,
  week: 7,
  month: 31,
  year: 366,
};

export function toCadence({ granularity, quantity, anchor_date: anchor }: Schedule): Cadence {
  return { granularity, quantity, anchor };
}

/**
 * How many days a transaction may be early or late: less than half a period, at most a week; 3 for
 * weekly items, 7 for monthly ones.
 */
export function toleranceDays({ granularity, quantity }: Schedule): number {
  const period = SHORTEST_DAYS[granularity] * quantity;
  return Math.min(SHIFT_DAYS_MAX, Math.floor((period - 1) / 2));
}

/** The days around a range in which a transaction may answer an expected day of the range. */
export function withMargin(schedule: Schedule, start: Day, end: Day): readonly [Day, Day] {
  const period = LONGEST_DAYS[schedule.granularity] * schedule.quantity;
  return [addDays(clampDay(start), -period), addDays(clampDay(end), period)];
}

/** The expected days from `start` to `end`, both included, in order. */
export function expectedDays(schedule: Schedule, start: Day, end: Day): Day[] {
  const from = latest(start, schedule.start_date, FIRST_DAY);
  const to = earliest(end, schedule.end_date, LAST_DAY);
  if (from > to) return [];
  const cadence = toCadence(schedule);
  const days: Day[] = [];
  const last = occurrenceNumber(cadence, to);
  for (let number = occurrenceNumber(cadence, from); number <= last; number++) {
    const day = occurrence(cadence, number);
    if (day >= from) days.push(day);
  }
  return days;
}

/** How many days expectedDays gives, without looking at each. */
export function countExpected(schedule: Schedule, start: Day, end: Day): number {
  const from = latest(start, schedule.start_date, FIRST_DAY);
  const to = earliest(end, schedule.end_date, LAST_DAY);
  if (from > to) return 0;
  const cadence = toCadence(schedule);
  const first = occurrenceNumber(cadence, from);
  return occurrenceNumber(cadence, to) - first + (occurrence(cadence, first) === from ? 1 : 0);
}

/** The first expected day on or after `day`, or null. */
export function nextExpected(schedule: Schedule, day: Day): Day | null {
  const from = latest(day, schedule.start_date, FIRST_DAY);
  if (from > LAST_DAY) return null;
  const cadence = toCadence(schedule);
  const number = occurrenceNumber(cadence, from);
  const at = occurrence(cadence, number);
  const next = at >= from ? at : occurrence(cadence, number + 1);
  return schedule.end_date !== null && next > schedule.end_date ? null : next;
}

/**
 * The expected day nearest to `day` (the earlier of two), or null if no day around it is expected.
 */
export function nearestExpected(schedule: Schedule, day: Day): Day | null {
  if (day < FIRST_DAY || day > LAST_DAY) return null;
  const cadence = toCadence(schedule);
  const number = occurrenceNumber(cadence, day);
  const around = [occurrence(cadence, number), occurrence(cadence, number + 1)].filter(
    (expected) =>
      (schedule.start_date === null || expected >= schedule.start_date) &&
      (schedule.end_date === null || expected <= schedule.end_date),
  );
  const [before, after] = around;
  if (before === undefined || after === undefined) return before ?? null;
  return daysBetween(before, day) <= daysBetween(after, day) ? before : after;
}

/**
 * Whether a transaction of that day may belong to the item: near an expected day, not before its
 * start or after its end.
 */
export function isDue(schedule: Schedule, day: Day): boolean {
  if (schedule.start_date !== null && day < schedule.start_date) return false;
  if (schedule.end_date !== null && day > schedule.end_date) return false;
  const expected = nearestExpected(schedule, day);
  return expected !== null && daysBetween(expected, day) <= toleranceDays(schedule);
}

/**
 * The expected days, found transactions and missing days from `start` to `end`. `transactions` are
 * those of the item in any order; they must reach as far around the range as withMargin says.
 */
export function findMatches(
  schedule: Schedule,
  transactions: readonly Found[],
  start: Day,
  end: Day,
): Matches {
  const expected = expectedDays(schedule, start, end);
  const answered = new Set(transactions.map(({ date }) => nearestExpected(schedule, date)));
  return {
    expected,
    found: transactions
      .filter(({ date }) => date >= start && date <= end)
      .toSorted((a, b) => compareDays(a.date, b.date) || a.transaction_id - b.transaction_id),
    missing: expected.filter((day) => !answered.has(day)),
  };
}

/**
 * The expected days from `start` to `end`, each with the transactions that answer it;
 * `transactions` as findMatches needs them.
 */
export function assignDates<T extends { readonly date: Day }>(
  schedule: Schedule,
  transactions: readonly T[],
  start: Day,
  end: Day,
): Map<Day, T[]> {
  const byDay = Map.groupBy(transactions, ({ date }) => nearestExpected(schedule, date));
  return new Map(expectedDays(schedule, start, end).map((day) => [day, byDay.get(day) ?? []]));
}

/** The days from one day to another, whichever is first. */
export function daysBetween(one: Day, other: Day): number {
  return Math.abs(dayNumber(one) - dayNumber(other));
}

function clampDay(day: Day): Day {
  return latest(earliest(day, LAST_DAY), FIRST_DAY);
}

function latest(day: Day, ...others: readonly (Day | null)[]): Day {
  return others.reduce<Day>((last, other) => (other !== null && other > last ? other : last), day);
}

function earliest(day: Day, ...others: readonly (Day | null)[]): Day {
  return others.reduce<Day>(
    (first, other) => (other !== null && other < first ? other : first),
    day,
  );
}
