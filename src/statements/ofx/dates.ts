// OFX dates: "20240305", "20240305120000.000[-5:EST]" and the variations of banks. The printed day
// counts: the zone after it is that of the bank's clock, and shifting the day by it would move
// transactions to a neighbouring day.

import { makeDay, type Day } from "../../money/day.ts";
import { dateParts, dayIn, type DateOrder } from "../csv/dates/dates.ts";

const PRINTED =
  /^(\d{4})([-/.]?)(\d{1,2})\2(\d{1,2})(?:[T ]?(\d{2}):?(?:(\d{2}):?(?:(\d{2})(?:[.,:]\d{1,9})?)?)?)? ?(?:Z|GMT|UTC|\[[^\]]{0,40}\]?|[+-]\d{2}:?\d{2})?$/i;
const DATE_CHARS_MAX = 64;

export interface Moment {
  readonly day: Day;
  /** "HH:MM:SS" or "HH:MM"; null for midnight or noon, which banks print for "no time". */
  readonly time: string | null;
}

/**
 * Reads an OFX date with the year first; null for anything else, including days that do not exist.
 */
export function parseMoment(text: string): Moment | null {
  if (text.length > DATE_CHARS_MAX) return null;
  const found = PRINTED.exec(text);
  if (found === null) return null;
  const [, year = "", mark = "", month = "", date = "", hour, minute, second] = found;
  if (mark === "" && (month.length < 2 || date.length < 2)) return null;
  const day = makeDay(Number(year), Number(month), Number(date));
  return day === null ? null : { day, time: formatTime(hour, minute, second) };
}

function formatTime(
  hour: string | undefined,
  minute: string | undefined,
  second: string | undefined,
): string | null {
  if (hour === undefined || minute === undefined || Number(hour) > 23 || Number(minute) > 59)
    return null;
  const none =
    (hour === "00" || hour === "12") &&
    minute === "00" &&
    (second === undefined || second === "00");
  if (none) return null;
  return second === undefined || Number(second) > 59
    ? `${hour}:${minute}`
    : `${hour}:${minute}:${second}`;
}

/** The orders in which all dates with the year last ("05/03/2024") can be read. */
export function possibleOrders(texts: readonly string[]): readonly DateOrder[] {
  const yearLast = texts.filter(
    (text) => parseMoment(text) === null && /^\d{1,2}[./-]\d{1,2}[./-]\d{4}\b/.test(text),
  );
  if (yearLast.length === 0) return [];
  const orders: readonly DateOrder[] = ["dmy", "mdy"];
  return orders.filter((order) => yearLast.every((text) => parseYearLast(text, order) !== null));
}

/** Like `parseMoment`; also reads dates with the year last, in the given order. */
export function parseMomentIn(text: string, order: DateOrder | null): Moment | null {
  return parseMoment(text) ?? (order === null ? null : parseYearLast(text, order));
}

function parseYearLast(text: string, order: DateOrder): Moment | null {
  const parts = dateParts(text);
  if (parts === null || parts.digits[2] !== 4) return null;
  const day = dayIn(parts, order);
  return day === null ? null : { day, time: parts.time };
}
