// The order of day and month in a day that is printed in numbers alone: as the account's country writes it.

import type { Currency } from "../../money/currency.ts";
import { dayNumber, type Day } from "../../money/day.ts";
import { findDates, type DateSeen } from "../totals/money/dates.ts";

/** Countries with one of these currencies write the day first. */
const DAY_FIRST: ReadonlySet<string> = new Set(
  "tzs ugx etb mzn npr jod kwd qar omr bhd mad dzd tnd xof xaf rwf zmw hnl nio inr gbp eur aud nzd mxn brl cop pen clp ars uyu dop try pln rub uah thb ngn kes ghs aed sar egp sgd myr idr pkr lkr bdt czk ron bgn chf dkk nok sek ils zar vnd cop crc gtq bob pyg".split(
    " ",
  ),
);
const MONTH_FIRST: ReadonlySet<Currency> = new Set<Currency>(["usd", "php"]);

/** Alerts are sent when money moves, or when it is booked. */
const YEARLESS_DAYS_MAX = 31;

export type Numbers = readonly [first: string, second: string];

/** The days that two numbers may be, either way round, close before the alert was sent. */
export function findYearlessReadings([first, second]: Numbers, sent: Day): readonly Day[] {
  const readings = [
    [first, second],
    [second, first],
  ]
    .flatMap(([month = "", day = ""]) =>
      findDates(`${month}월 ${day}일`, sent).flatMap((seen) => seen.readings),
    )
    .filter((day) => daysBefore(day, sent) <= YEARLESS_DAYS_MAX);
  return [...new Set(readings)];
}

/** The one of the days that the account's country means; undefined if its order is not known. */
export function settleOrder(
  days: readonly Day[],
  numbers: Numbers,
  currency: Currency | null,
): Day | undefined {
  const ending = dayEnding(numbers, currency === "krw" || isMonthFirst(currency));
  return currency === "krw" || isMonthFirst(currency) || isDayFirst(currency)
    ? days.find((day) => day.endsWith(ending))
    : undefined;
}

/** How many days before the alert. A day after it is due to a time zone; more is another day. */
function daysBefore(day: Day, sent: Day): number {
  const days = dayNumber(sent) - dayNumber(day);
  return days < -1 ? Number.POSITIVE_INFINITY : days;
}

function isMonthFirst(currency: Currency | null): boolean {
  return currency !== null && MONTH_FIRST.has(currency);
}

function isDayFirst(currency: Currency | null): boolean {
  return currency !== null && DAY_FIRST.has(currency);
}

/** "-11-18", as a `Day` ends whose month is the first of two numbers, or the second. */
function dayEnding([first, second]: Numbers, monthFirst: boolean): string {
  const [month, day] = monthFirst ? [first, second] : [second, first];
  return `-${month.padStart(2, "0")}-${day.padStart(2, "0")}`;
}

/** The one reading of a date, in the order of the account's country; null if that is not known. */
export function settleReadings(
  { readings, start }: DateSeen,
  text: string,
  currency: Currency | null,
): Day | null {
  const [only, second] = readings;
  if (second === undefined) return only ?? null;
  const parts = /^(\d{1,2})\D\s?(\d{1,2})\D/.exec(text.slice(start, start + 8));
  if (parts === null || (!isDayFirst(currency) && !isMonthFirst(currency))) return null;
  const ending = dayEnding([parts[1] ?? "", parts[2] ?? ""], isMonthFirst(currency));
  return readings.find((day) => day.endsWith(ending)) ?? null;
}
