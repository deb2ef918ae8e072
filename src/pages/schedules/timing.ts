// Converts the times of a schedule between the form's fields ("every month on day 1 at 06:00") and
// the stored cron pattern. Pure.

import { MONTH_NAMES } from "../../money/month.ts";
import type { Typed } from "../sources/typed-settings.ts";

/** How often it runs. "pattern" is a cron pattern that a person writes. */
export const EVERY = [
  { value: "day", label: "day" },
  { value: "weekday", label: "weekday (Monday to Friday)" },
  { value: "week", label: "week" },
  { value: "month", label: "month" },
  { value: "quarter", label: "3 months" },
  { value: "year", label: "year" },
  { value: "pattern", label: "other times (Advanced)" },
] as const;

/** The days of the week as a pattern counts them; Monday comes first in the form. */
export const WEEKDAYS = [
  "Sunday",
  "Monday",
  "Tuesday",
  "Wednesday",
  "Thursday",
  "Friday",
  "Saturday",
] as const;

/** The most days that each month has. */
const MONTH_DAYS_MAX = [31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31] as const;
const MONTHS_A_QUARTER = 3;

/** The controls of the form by their names, but for the cron pattern. */
export interface Timing {
  readonly every: (typeof EVERY)[number]["value"];
  /** "0" for Sunday to "6". */
  readonly weekday: string;
  /** "1" to "31", or "L" for the last day of the month. */
  readonly day: string;
  /** "1" to "12"; of every 3 months the first. */
  readonly in_month: string;
  /** "06:00". */
  readonly at: string;
}

/** What a new schedule is offered. */
export const USUAL: Timing = { every: "month", weekday: "1", day: "1", in_month: "1", at: "06:00" };

/** The pattern that the form's choice stands for, or the control that is wrong and why. */
export function writePattern(
  field: Typed,
): { readonly cron: string } | { readonly control: string; readonly message: string } {
  const written = field("cron").trim();
  const every = field("every");
  if (every === "" || every === "pattern") return { cron: written };
  if (written !== "" && written !== field("cron_was").trim())
    return {
      control: "cron",
      message: "Choose “other times” above to use this pattern, or leave it empty.",
    };
  const [, hour, minute] = /^(\d{1,2}):(\d{2})(?::00)?$/.exec(field("at").trim()) ?? [];
  if (hour === undefined || minute === undefined)
    return { control: "at", message: "Enter a time such as 06:00." };
  const days = writeDays(every, field);
  if (days === null) return { control: "every", message: "Choose how often it runs." };
  return { cron: `${Number(minute)} ${Number(hour)} ${days}` };
}

/** Day of the month, month and day of the week. */
function writeDays(every: string, field: Typed): string | null {
  switch (every) {
    case "day":
      return "* * *";
    case "weekday":
      return "* * 1-5";
    case "week":
      return `* * ${field("weekday")}`;
    case "month":
      return `${field("day")} * *`;
    case "quarter":
      return `${field("day")} ${listQuarters(Number(field("in_month"))).join(",")} *`;
    case "year":
      return `${field("day")} ${field("in_month")} *`;
    default:
      return null;
  }
}

/** A stored pattern as the form's choice; null for one that only a pattern says. */
export function readPattern(cron: string): Timing | null {
  const [minute = "", hour = "", day = "", month = "", weekday = "", ...more] = cron
    .trim()
    .split(/\s+/);
  if (more.length > 0 || !isUpTo(minute, 59) || !isUpTo(hour, 23)) return null;
  const at = `${hour.padStart(2, "0")}:${minute.padStart(2, "0")}`;
  const on = readDays(day, month, weekday);
  return on === null ? null : { ...USUAL, ...on, at };
}

function readDays(day: string, month: string, weekday: string): Partial<Timing> | null {
  if (day === "*" && month === "*") return readWeekday(weekday);
  if (weekday !== "*" || !isDayOfMonth(day)) return null;
  const on = { day: day === "L" ? day : String(Number(day)) };
  if (month === "*") return { every: "month", ...on };
  const months = month.split(",").map(readMonth);
  const [first = 0] = months;
  if (months.length === 1 && first > 0) return { every: "year", ...on, in_month: String(first) };
  return first > 0 && months.join() === listQuarters(first).join()
    ? { every: "quarter", ...on, in_month: String(months[0]) }
    : null;
}

function readWeekday(text: string): Partial<Timing> | null {
  if (text === "*") return { every: "day" };
  if (text === "1-5" || text === "MON-FRI") return { every: "weekday" };
  const named = WEEKDAYS.findIndex((name) => name.slice(0, 3).toUpperCase() === text);
  if (named >= 0) return { every: "week", weekday: String(named) };
  return isUpTo(text, 7) ? { every: "week", weekday: String(Number(text) % 7) } : null;
}

/** "JAN" or "1" as 1; 0 for anything else. */
function readMonth(text: string): number {
  const named = MONTH_NAMES.findIndex((name) => name.slice(0, 3).toUpperCase() === text);
  if (named >= 0) return named + 1;
  return isUpTo(text, MONTH_NAMES.length) ? Number(text) : 0;
}

/** The four months that are three months apart, in the order of the year: 5 as 2, 5, 8, 11. */
function listQuarters(month: number): readonly number[] {
  const first = ((month - 1) % MONTHS_A_QUARTER) + 1;
  return [0, 1, 2, 3].map((quarter) => first + quarter * MONTHS_A_QUARTER);
}

/** A pattern in words ("every day at 06:00"); null for one whose next runs say enough. */
export function cronWords(cron: string): string | null {
  const hourly = /^(\d{1,2}) \* \* \* \*$/.exec(cron.trim());
  if (hourly !== null && isUpTo(hourly[1] ?? "", 59))
    return `every hour, at minute ${Number(hourly[1])}`;
  const timing = readPattern(cron);
  return timing === null ? null : `${daysWords(timing)} at ${timing.at}`;
}

function daysWords({ every, weekday, day, in_month: month }: Timing): string {
  const on = day === "L" ? "the last day" : `day ${day}`;
  switch (every) {
    case "week":
      return `every ${WEEKDAYS[Number(weekday)] ?? ""}`;
    case "month":
      return `on ${on} of every month`;
    case "quarter":
      return `every 3 months, on ${on} of ${listQuarters(Number(month)).map(nameMonth).join(", ")},`;
    case "year":
      return `every year on ${on} of ${nameMonth(Number(month))}`;
    case "day":
    case "weekday":
    case "pattern":
      return `every ${every}`;
  }
}

/** What happens in the months that do not have the day; null if all of its months have it. */
export function shortMonthWords(cron: string): string | null {
  const timing = readPattern(cron);
  if (timing === null || timing.day === "L") return null;
  const day = Number(timing.day);
  const short = listMonths(timing).filter((month) => (MONTH_DAYS_MAX[month - 1] ?? 0) < day);
  const isLeap = day === 29 && listMonths(timing).includes(2);
  if (short.length === 0 && !isLeap) return null;
  if (timing.every === "year") return "It runs in leap years only.";
  return `It does not run in months without a day ${day}. To run in every month, choose the last day.`;
}

function listMonths({ every, in_month: month }: Timing): readonly number[] {
  if (every === "month") return MONTH_NAMES.map((_, index) => index + 1);
  if (every === "quarter") return listQuarters(Number(month));
  return every === "year" ? [Number(month)] : [];
}

function nameMonth(month: number): string {
  return MONTH_NAMES[month - 1] ?? "";
}

function isDayOfMonth(text: string): boolean {
  return text === "L" || (isUpTo(text, 31) && Number(text) > 0);
}

function isUpTo(text: string, most: number): boolean {
  return /^\d{1,2}$/.test(text) && Number(text) <= most;
}
