// A calendar day as ISO text, "2026-11-21". Never a Date: a bank's posting date has no time zone.
// Calendar arithmetic is done here on integers; SQLite's is wrong at month ends.

declare const dayBrand: unique symbol;
/** "YYYY-MM-DD", a day that exists, in the years 1900 to 2199. */
export type Day = string & { readonly [dayBrand]: true };

export const YEAR_MIN = 1900;
export const YEAR_MAX = 2199;

const ISO_DAY = /^(\d{4})-(\d{2})-(\d{2})$/;
const MONTH_DAYS = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31] as const;

/** How many days the month (1..12) has in that year. */
export function daysInMonth(year: number, month: number): number {
  const leap = year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
  return month === 2 && leap ? 29 : (MONTH_DAYS[month - 1] ?? 0);
}

/** The day of these calendar numbers, or null where there is no such day. */
export function makeDay(year: number, month: number, day: number): Day | null {
  if (!(year >= YEAR_MIN && year <= YEAR_MAX) || !(month >= 1 && month <= 12)) return null;
  if (!(day >= 1 && day <= daysInMonth(year, month))) return null;
  return `${year}-${month < 10 ? "0" : ""}${month}-${day < 10 ? "0" : ""}${day}` as Day;
}

/** Reads "YYYY-MM-DD"; null for anything else, 2026-02-30 included. */
export function parseDay(text: string): Day | null {
  const match = ISO_DAY.exec(text);
  return match === null ? null : makeDay(Number(match[1]), Number(match[2]), Number(match[3]));
}

/** The year, month (1..12) and day of the month. */
export function splitDay(day: Day): { year: number; month: number; day: number } {
  return {
    year: Number(day.slice(0, 4)),
    month: Number(day.slice(5, 7)),
    day: Number(day.slice(8, 10)),
  };
}

/** Days since 1970-01-01, for differences. */
export function dayNumber(day: Day): number {
  const { year, month, day: date } = splitDay(day);
  return Date.UTC(year, month - 1, date) / 86_400_000;
}

/** The day that is `days` later (earlier when negative); throws outside the years we hold. */
export function addDays(day: Day, days: number): Day {
  return dayOfInstant((dayNumber(day) + days) * 86_400_000);
}

/** Orders days for sorting; null comes before every day. */
export function compareDays(a: Day | null, b: Day | null): number {
  return Number((a ?? "") > (b ?? "")) - Number((a ?? "") < (b ?? ""));
}

/** The UTC day of an instant in milliseconds since 1970. */
export function dayOfInstant(milliseconds: number): Day {
  const date = new Date(milliseconds);
  const day = makeDay(date.getUTCFullYear(), date.getUTCMonth() + 1, date.getUTCDate());
  if (day === null) throw new Error(`Invariant broken: no day for ${milliseconds}`);
  return day;
}

/**
 * The same day of the month `months` later (earlier when negative), or that month's last where it
 * is shorter.
 */
export function addMonths(day: Day, months: number): Day {
  const { year, month, day: date } = splitDay(day);
  const count = year * 12 + month - 1 + months;
  const [toYear, toMonth] = [Math.floor(count / 12), (((count % 12) + 12) % 12) + 1];
  const shifted = makeDay(toYear, toMonth, Math.min(date, daysInMonth(toYear, toMonth)));
  if (shifted === null) throw new Error(`Invariant broken: no day ${months} months from ${day}`);
  return shifted;
}
