// A day's number to its day, in the two calendars of spreadsheets (ECMA-376 18.17.4.1). In that of 1900 the number 60
// is 29 February 1900, a day that never was: it comes out as printed, and is no day for those who read it.

import { addDays, dayOf, type Day } from "../../money/day.ts";
import { must } from "../../platform/assert.ts";
import type { DateCell } from "./workbook.ts";

const SECONDS_A_DAY = 86_400;
const PHANTOM = 60;
/** The last number of the year 2199. */
const SERIAL_MAX = 109_574;
const FIRST_1900: Day = must(dayOf(1900, 1, 1), "a day");
const FIRST_1904: Day = must(dayOf(1904, 1, 1), "a day");

/** The date of a serial number, to the nearest second; null where it is out of the years we hold. */
export function dateOfSerial(serial: number, from1904: boolean): DateCell | null {
  const seconds = Math.round(serial * SECONDS_A_DAY);
  const number = Math.floor(seconds / SECONDS_A_DAY);
  const time = timeOf(seconds - number * SECONDS_A_DAY);
  if (number < (from1904 ? 0 : 1) || number > SERIAL_MAX - (from1904 ? 1_462 : 0)) return null;
  if (from1904) return { kind: "date", day: addDays(FIRST_1904, number), time };
  if (number === PHANTOM) return { kind: "date", day: "1900-02-29", time };
  return { kind: "date", day: addDays(FIRST_1900, number - (number > PHANTOM ? 2 : 1)), time };
}

/** The time of day of a serial below 1: what a cell holds that shows a time alone. */
export function timeOfSerial(serial: number): string | null {
  const seconds = Math.round(serial * SECONDS_A_DAY);
  return seconds >= 0 && seconds < SECONDS_A_DAY ? (timeOf(seconds) ?? "00:00") : null;
}

/** "HH:MM" or "HH:MM:SS"; null at midnight. */
function timeOf(seconds: number): string | null {
  if (seconds === 0) return null;
  const two = (value: number) => String(value).padStart(2, "0");
  const clock = `${two(Math.floor(seconds / 3600))}:${two(Math.floor(seconds / 60) % 60)}`;
  return seconds % 60 === 0 ? clock : `${clock}:${two(seconds % 60)}`;
}

const ISO =
  /^(\d{4}-\d{2}-\d{2})(?:[T ](\d{2}:\d{2})(?::(\d{2})(?:\.\d{1,9})?)?(?:Z|[+-]\d{2}:?\d{2})?)?$/;

/** A date written as ISO 8601 ("2026-03-05T00:00:00.000"); null where the text is none. */
export function dateOfIso(text: string): DateCell | null {
  const match = ISO.exec(text.trim());
  if (match === null) return null;
  const [, day = "", clock, seconds] = match;
  const midnight = clock === undefined || (clock === "00:00" && (seconds ?? "00") === "00");
  return {
    kind: "date",
    day,
    time: midnight
      ? null
      : seconds === undefined || seconds === "00"
        ? clock
        : `${clock}:${seconds}`,
  };
}
