// Finds recurring payments among the transactions of one payee: pure. A series is suggested if
// nearly all of it falls on the days of one rhythm, it still continues, and its amounts are steady.
// Longer series may miss or misplace one occurrence; a shift by a weekend is always allowed.
// Frequent or irregular purchases fit no rhythm. Two steady payments to one payee are separated by
// their amounts.

import { occurrence, occurrenceNumber, type Granularity } from "../../money/cadence.ts";
import { compareDays, type Day } from "../../money/day.ts";
import type { Units } from "../../money/money.ts";
import { toCadence, daysBetween, nearestExpected, type Schedule } from "./matches.ts";

export interface Occurrence {
  readonly date: Day;
  /** All of a series have one sign. */
  readonly amount: Units;
}

export interface Rhythm {
  readonly granularity: Granularity;
  readonly quantity: number;
}

/** Criteria found: the rhythm, and one amount or the bounds of several (see store.ts). */
export interface Detected extends Rhythm {
  readonly anchor_date: Day;
  readonly amount: Units;
  readonly amount_max: Units | null;
  /** How many transactions speak for it. */
  readonly seen: number;
}

interface KnownRhythm extends Rhythm {
  /** The days of one period, about. */
  readonly period: number;
  /** How many days an occurrence may be off: weekends and holidays. */
  readonly shift: number;
  readonly seenMin: number;
}

/** The known rhythms, shortest first. Four weeks look like a month until the fourth occurrence. */
const RHYTHMS: readonly KnownRhythm[] = [
  { granularity: "week", quantity: 1, period: 7, shift: 1, seenMin: 3 },
  { granularity: "week", quantity: 2, period: 14, shift: 2, seenMin: 3 },
  { granularity: "week", quantity: 4, period: 28, shift: 2, seenMin: 4 },
  { granularity: "month", quantity: 1, period: 30, shift: 3, seenMin: 3 },
  { granularity: "month", quantity: 2, period: 61, shift: 4, seenMin: 3 },
  { granularity: "month", quantity: 3, period: 91, shift: 4, seenMin: 3 },
  { granularity: "month", quantity: 4, period: 122, shift: 4, seenMin: 3 },
  { granularity: "month", quantity: 6, period: 183, shift: 5, seenMin: 3 },
  { granularity: "year", quantity: 1, period: 365, shift: 5, seenMin: 2 },
];

/** More than one a week for as long as is looked back is no rhythm of ours. */
const SERIES_MAX = 70;
/** Anchors tried for one rhythm, the latest days first. */
const ANCHORS_MAX = 24;
/** Amounts of one payee looked at apart, and how often one must occur for that. */
const AMOUNTS_MAX = 10;
const APART_SEEN_MIN = 4;

/**
 * The recurring payments among these transactions of one payee, account, currency and sign, as of
 * `today`.
 */
export function detect(occurrences: readonly Occurrence[], today: Day): Detected[] {
  const series = occurrences.toSorted((a, b) => compareDays(a.date, b.date));
  const whole = detectOne(series, today);
  if (whole !== null) return [whole];
  const apart = [...Map.groupBy(series, ({ amount }) => amount).values()]
    .filter((same) => same.length >= APART_SEEN_MIN && same.length < series.length)
    .toSorted((a, b) => b.length - a.length);
  return apart.slice(0, AMOUNTS_MAX).flatMap((same) => detectOne(same, today) ?? []);
}

interface Fit {
  readonly schedule: Schedule;
  readonly hits: readonly Occurrence[];
  /** Occurrences off the rhythm and days without one. */
  readonly faults: number;
  /** Days off in all. */
  readonly off: number;
  readonly lastNumber: number;
}

function detectOne(series: readonly Occurrence[], today: Day): Detected | null {
  if (series.length > SERIES_MAX) return null;
  let best: Fit | null = null;
  for (const rhythm of RHYTHMS) {
    const fit = measureFit(rhythm, series);
    if (fit !== null && isAlive(fit, today) && isSteady(rhythm, fit.hits) && isBetter(fit, best))
      best = fit;
  }
  if (best === null) return null;
  const amounts = best.hits.map(({ amount }) => amount).toSorted((a, b) => a - b);
  const [low, high] = [amounts[0], amounts.at(-1)];
  if (low === undefined || high === undefined) return null;
  const { granularity, quantity, anchor_date } = best.schedule;
  return {
    granularity,
    quantity,
    anchor_date,
    amount: low,
    amount_max: low === high ? null : high,
    seen: best.hits.length,
  };
}

/** The rhythm laid over the series as well as it can be; null where too much is off. */
function measureFit(rhythm: KnownRhythm, series: readonly Occurrence[]): Fit | null {
  const count = series.length;
  const [first, last] = [series[0], series.at(-1)];
  if (first === undefined || last === undefined || count < rhythm.seenMin) return null;
  const gap = daysBetween(first.date, last.date) / (count - 1);
  if (gap < rhythm.period * 0.6 || gap > rhythm.period * 1.6) return null;
  const faultsMax = count < 4 ? 0 : 1 + Math.floor(count / 12);
  let best: Fit | null = null;
  for (const { date } of series.slice(-ANCHORS_MAX).reverse()) {
    const fit = laidOver(rhythm, date, series, faultsMax);
    if (fit !== null && isBetter(fit, best)) best = fit;
  }
  return best;
}

function laidOver(
  rhythm: KnownRhythm,
  anchor: Day,
  series: readonly Occurrence[],
  faultsMax: number,
): Fit | null {
  const { granularity, quantity, shift } = rhythm;
  const schedule: Schedule = {
    granularity,
    quantity,
    anchor_date: anchor,
    start_date: null,
    end_date: null,
  };
  const cadence = toCadence(schedule);
  const hits = new Map<number, Occurrence>();
  let [off, beside] = [0, 0];
  for (const one of series) {
    const expected = nearestExpected(schedule, one.date);
    const number = expected === null ? null : occurrenceNumber(cadence, expected);
    if (
      expected === null ||
      number === null ||
      daysBetween(expected, one.date) > shift ||
      hits.has(number)
    ) {
      // Most series fit no rhythm, so that is checked first.
      if (++beside > faultsMax) return null;
      continue;
    }
    hits.set(number, one);
    off += daysBetween(expected, one.date);
  }
  const numbers = [...hits.keys()];
  const [first, last] = [numbers[0], numbers.at(-1)];
  if (first === undefined || last === undefined || hits.size < rhythm.seenMin) return null;
  const faults = beside + (last - first + 1 - hits.size);
  if (faults > faultsMax) return null;
  return { schedule, hits: [...hits.values()], faults, off, lastNumber: last };
}

function isBetter(fit: Fit, best: Fit | null): boolean {
  if (best === null || fit.faults !== best.faults) return best === null || fit.faults < best.faults;
  return fit.off / fit.hits.length < best.off / best.hits.length;
}

/** Whether it goes on: not more than one occurrence is overdue. */
function isAlive({ schedule, lastNumber }: Fit, today: Day): boolean {
  return today <= occurrence(toCadence(schedule), lastNumber + 2);
}

/** Whether the amounts are those of one thing: the fewer there are, the closer they must be. */
function isSteady({ granularity }: Rhythm, hits: readonly Occurrence[]): boolean {
  const magnitudes = hits.map(({ amount }) => Math.abs(amount));
  const [low, high] = [Math.min(...magnitudes), Math.max(...magnitudes)];
  if (low === high) return low > 0;
  // Two equal payments a year apart may be a subscription, two different ones are anything.
  if (granularity === "year" && hits.length < 3) return false;
  return low >= high * (hits.length < 5 ? 0.75 : 0.6);
}
