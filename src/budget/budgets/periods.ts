// Budget periods: pure arithmetic on days. An account's periods cover all days without gap or
// overlap. The anchor is always the start of a period, and periods are counted from it in both
// directions. Months and years keep the anchor's day of the month, clamped in shorter months (31
// January, 28 February, 31 March).
//
// Last day of the month: with this setting, an anchor on the last day of its month means the last
// day of every month (28 February, 31 March, 30 April). Without it the day number counts (28
// February, 28 March). The setting changes nothing for an anchor on another day, or for periods of
// days and weeks.
//
// Twice a month: two starts a month, 15 days apart. An anchor on day 1..15 is the first of them, on
// 16..30 the second (the 5th: 5th and 20th; the 16th: 1st and 16th; the 30th: 15th and 30th, or the
// last of February); the 31st means the 15th and the last day. With the last-day setting an anchor
// on the 15th or on a last day means the 15th and the last day. A quantity of 3 takes every third
// of these starts.

import { assert, must } from "../../platform/assert.ts";
import { GRANULARITIES } from "../../money/cadence.ts";
import {
  addDays,
  addMonths,
  dayNumber,
  makeDay,
  daysInMonth,
  splitDay,
  YEAR_MAX,
  YEAR_MIN,
  type Day,
} from "../../money/day.ts";

export const PERIOD_GRANULARITIES = [...GRANULARITIES, "twice a month"] as const;
export type PeriodGranularity = (typeof PERIOD_GRANULARITIES)[number];

export interface PeriodSettings {
  readonly granularity: PeriodGranularity;
  /** Granularity units in a period; at least 1. */
  readonly quantity: number;
  readonly anchor: Day;
  readonly useLastDayOfMonth: boolean;
}

/** A budget period; both days belong to it. */
export interface Period {
  readonly start: Day;
  readonly end: Day;
}

const FIRST_DAY = must(makeDay(YEAR_MIN, 1, 1), "the first day we hold exists");
const LAST_DAY = must(makeDay(YEAR_MAX, 12, 31), "the last day we hold exists");

/**
 * The start of the period with this number (0 starts at the anchor); null outside the supported
 * days.
 */
export function findPeriodStart(settings: PeriodSettings, number: number): Day | null {
  const { granularity, quantity, anchor } = settings;
  const steps = quantity * number;
  switch (granularity) {
    case "day":
      return daysAfter(anchor, steps);
    case "week":
      return daysAfter(anchor, 7 * steps);
    case "month":
      return monthsAfter(settings, steps);
    case "year":
      return monthsAfter(settings, 12 * steps);
    case "twice a month":
      return halfMonth(settings, halfNumber(settings, anchor) + steps);
  }
}

/** The number of the period that holds the day. */
export function periodNumber(settings: PeriodSettings, day: Day): number {
  const { granularity, quantity, anchor } = settings;
  assert(quantity >= 1, "a period is one or more units long");
  if (granularity === "day" || granularity === "week") {
    const length = quantity * (granularity === "day" ? 1 : 7);
    return Math.floor((dayNumber(day) - dayNumber(anchor)) / length);
  }
  if (granularity === "twice a month")
    return Math.floor((halfNumber(settings, day) - halfNumber(settings, anchor)) / quantity);
  const months = quantity * (granularity === "month" ? 1 : 12);
  const number = Math.floor((monthNumber(day) - monthNumber(anchor)) / months);
  // A period begins on the anchor's day of the month; before that day the previous period still
  // runs.
  const start = findPeriodStart(settings, number);
  return start !== null && start > day ? number - 1 : number;
}

/** The period with this number, cut at the ends of the days we hold. */
export function periodAt(settings: PeriodSettings, number: number): Period {
  const next = findPeriodStart(settings, number + 1);
  return {
    start: findPeriodStart(settings, number) ?? FIRST_DAY,
    end: next === null ? LAST_DAY : addDays(next, -1),
  };
}

/** The period that holds the day. */
export function findPeriod(settings: PeriodSettings, day: Day): Period {
  return periodAt(settings, periodNumber(settings, day));
}

/** Whether a period starts on the day. */
export function isStart(settings: PeriodSettings, day: Day): boolean {
  return findPeriodStart(settings, periodNumber(settings, day)) === day;
}

/** The last start before the day; null where we hold no such day. */
export function previousStart(settings: PeriodSettings, day: Day): Day | null {
  const number = periodNumber(settings, day);
  const start = findPeriodStart(settings, number);
  return start === day ? findPeriodStart(settings, number - 1) : start;
}

/** The first start after the day; null where we hold no such day. */
export function nextStart(settings: PeriodSettings, day: Day): Day | null {
  return findPeriodStart(settings, periodNumber(settings, day) + 1);
}

/** How many periods share a day with the range. */
export function countOverlapping(settings: PeriodSettings, start: Day, end: Day): number {
  return periodNumber(settings, end) - periodNumber(settings, start) + 1;
}

/** The periods that share a day with the range, in order. */
export function periodsOverlapping(settings: PeriodSettings, start: Day, end: Day): Period[] {
  const first = periodNumber(settings, start);
  const count = countOverlapping(settings, start, end);
  return Array.from({ length: count }, (_, index) => periodAt(settings, first + index));
}

/** Whether the range starts where a period starts and ends where one ends. */
export function isAligned(settings: PeriodSettings, start: Day, end: Day): boolean {
  return isStart(settings, start) && findPeriod(settings, end).end === end;
}

function daysAfter(anchor: Day, days: number): Day | null {
  const number = dayNumber(anchor) + days;
  if (number < dayNumber(FIRST_DAY) || number > dayNumber(LAST_DAY)) return null;
  return addDays(anchor, days);
}

function monthsAfter(settings: PeriodSettings, months: number): Day | null {
  const { anchor } = settings;
  const count = monthNumber(anchor) + months;
  if (!isHeld(count)) return null;
  const day = addMonths(anchor, months);
  return onLastDays(settings) ? inMonth(count, 31) : day;
}

/** Months since year 0; the months we hold are those whose year we hold. */
function monthNumber(day: Day): number {
  const { year, month } = splitDay(day);
  return year * 12 + month - 1;
}

function isHeld(monthCount: number): boolean {
  const year = Math.floor(monthCount / 12);
  return year >= YEAR_MIN && year <= YEAR_MAX;
}

/**
 * The day of the month with this number, or the month's last day if it is shorter; null outside the
 * supported days.
 */
function inMonth(monthCount: number, day: number): Day | null {
  const year = Math.floor(monthCount / 12);
  const month = monthCount - year * 12 + 1;
  return makeDay(year, month, Math.min(day, daysInMonth(year, month)));
}

function isLastOfMonth(day: Day): boolean {
  const { year, month, day: date } = splitDay(day);
  return date === daysInMonth(year, month);
}

function onLastDays({ anchor, useLastDayOfMonth }: PeriodSettings): boolean {
  return useLastDayOfMonth && isLastOfMonth(anchor);
}

/** The two days of a month on which half-months start; the second is clamped in shorter months. */
function halves(settings: PeriodSettings): readonly [number, number] {
  const { day } = splitDay(settings.anchor);
  if (day === 31 || onLastDays(settings) || (settings.useLastDayOfMonth && day === 15))
    return [15, 31];
  return day <= 15 ? [day, day + 15] : [day - 15, day];
}

/** Half-months since year 0: two a month, the first one's number even. */
function halfNumber(settings: PeriodSettings, day: Day): number {
  const [first] = halves(settings);
  const { day: date } = splitDay(day);
  const month = monthNumber(day);
  const second = inMonth(month, halves(settings)[1]);
  if (second !== null && day >= second) return month * 2 + 1;
  return date >= first ? month * 2 : month * 2 - 1;
}

function halfMonth(settings: PeriodSettings, number: number): Day | null {
  const month = Math.floor(number / 2);
  return inMonth(month, halves(settings)[number - month * 2 === 0 ? 0 : 1]);
}
