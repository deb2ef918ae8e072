// A calendar month as ISO text, "2026-11"; texts compare as the months do.

import { addMonths, dayOfInstant, makeDay, daysInMonth, type Day } from "./day.ts";

declare const monthBrand: unique symbol;
/** "YYYY-MM", in the years that days have. */
export type Month = string & { readonly [monthBrand]: true };

export const MONTH_NAMES: readonly string[] = [
  "January",
  "February",
  "March",
  "April",
  "May",
  "June",
  "July",
  "August",
  "September",
  "October",
  "November",
  "December",
];

const ISO_MONTH = /^\d{4}-\d{2}$/;

/** Reads "YYYY-MM"; null for anything else, 2026-13 included. */
export function parseMonth(text: string): Month | null {
  if (!ISO_MONTH.test(text)) return null;
  return makeDay(Number(text.slice(0, 4)), Number(text.slice(5)), 1) === null
    ? null
    : (text as Month);
}

/** The month that the day is in. */
export function monthOf(day: Day): Month {
  return day.slice(0, 7) as Month;
}

/** The UTC month of an instant in milliseconds since 1970. */
export function monthOfInstant(milliseconds: number): Month {
  return monthOf(dayOfInstant(milliseconds));
}

export function nextMonth(month: Month): Month {
  return monthOf(addMonths(firstDay(month), 1));
}

/** The last day of the month. */
export function lastDay(month: Month): Day {
  const [year, number] = [Number(month.slice(0, 4)), Number(month.slice(5))];
  return `${month}-${daysInMonth(year, number)}` as Day;
}

/** The first day of the month. */
export function firstDay(month: Month): Day {
  return `${month}-01` as Day;
}
