// Converts the serial numbers of spreadsheets to days, in their two calendars (ECMA-376 18.17.4.1).
// In the calendar of 1900, number 60 is 29 February 1900, which never existed. It is printed as
// such, and readers refuse it as a day.

import { addDays, makeDay, type Day } from "../../money/day.ts";
import { must } from "../../platform/assert.ts";
import type { DateCell } from "./workbook.ts";

const SECONDS_A_DAY = 86_400;
const PHANTOM = 60;
/** The last day of the year 2199. */
const SERIAL_MAX = 109_574;
const FIRST_1900: Day = must(makeDay(1900, 1, 1), "a day");
const FIRST_1904: Day = must(makeDay(1904, 1, 1), "a day");

/** The date of a serial number, to the nearest second; null outside the years 1900 to 2199. */
export function serialToDate(serial: number, from1904: boolean): DateCell | null {
  const seconds = Math.round(serial * SECONDS_A_DAY);
  const number = Math.floor(seconds / SECONDS_A_DAY);
  const time = secondsToTime(seconds - number * SECONDS_A_DAY);
  if (number < (from1904 ? 0 : 1) || number > SERIAL_MAX - (from1904 ? 1_462 : 0)) return null;
  if (from1904) return { kind: "date", day: addDays(FIRST_1904, number), time };
  if (number === PHANTOM) return { kind: "date", day: "1900-02-29", time };
  return { kind: "date", day: addDays(FIRST_1900, number - (number > PHANTOM ? 2 : 1)), time };
}

/** The time of day of a serial number below 1, which is how cells hold a time alone. */
export function serialToTime(serial: number): string | null {
  const seconds = Math.round(serial * SECONDS_A_DAY);
  return seconds >= 0 && seconds < SECONDS_A_DAY ? (secondsToTime(seconds) ?? "00:00") : null;
}

/** "HH:MM" or "HH:MM:SS"; null at midnight. */
function secondsToTime(seconds: number): string | null {
  if (seconds === 0) return null;
  const two = (value: number) => String(value).padStart(2, "0");
  const clock = `${two(Math.floor(seconds / 3600))}:${two(Math.floor(seconds / 60) % 60)}`;
  return printTime(clock, two(seconds % 60));
}

const ISO =
  /^(\d{4}-\d{2}-\d{2})(?:[T ](\d{2}:\d{2})(?::(\d{2})(?:\.\d{1,9})?)?(?:Z|[+-]\d{2}:?\d{2})?)?$/;

/** Parses an ISO 8601 date ("2026-03-05T00:00:00.000"); null for any other text. */
export function parseIsoDate(text: string): DateCell | null {
  const match = ISO.exec(text.trim());
  if (match === null) return null;
  const [, day = "", clock, seconds = "00"] = match;
  return { kind: "date", day, time: clock === undefined ? null : printTime(clock, seconds) };
}

/** "HH:MM" or "HH:MM:SS"; null at midnight. */
function printTime(clock: string, seconds: string): string | null {
  if (seconds !== "00") return `${clock}:${seconds}`;
  return clock === "00:00" ? null : clock;
}
