// Days of other calendars: of the Republic of China ("115/10/13", "115年10月13日", in Taiwan), and the
// solar one of Iran ("1405/07/27", "27 مهر 1405"). Their years are those of no other calendar's dates.

import { addDays, makeDay, parseDay, type Day } from "../../../money/day.ts";

const BEFORE_REPUBLIC = 1911;
/** Years that are printed in mails, so that no other number is taken for one. */
const REPUBLIC = String.raw`1[0-4]\d`;
const IRAN = String.raw`1(?:39|4[0-3])\d`;

export const REPUBLIC_SLASHES = new RegExp(
  String.raw`(?<![\d./-])(${REPUBLIC})/(\d{1,2})/(\d{1,2})(?![\d/]|[.-]\d)`,
  "g",
);
export const REPUBLIC_SIGNS = new RegExp(
  String.raw`(?<!\d)(?:民國 ?)?(${REPUBLIC}) ?年 ?(\d{1,2}) ?月 ?(\d{1,2}) ?日`,
  "g",
);
/** A text in Chinese. */
export const CHINESE = /[\u3400-\u9fff]/;
export const IRANIAN = new RegExp(
  String.raw`(?<![\d./-])(${IRAN})([./-])(\d{1,2})\2(\d{1,2})(?!\d|[./-]\d)`,
  "g",
);

const MONTHS = "فروردین اردیبهشت خرداد تیر مرداد شهریور مهر آبان آذر دی بهمن اسفند".split(" ");
export const IRANIAN_NAMED = new RegExp(
  String.raw`(?<!\d)(\d{1,2}) (${MONTHS.join("|")})(?:ماه)?(?: ماه)? ?(${IRAN})(?!\d)`,
  "g",
);
export const PERSIAN = /[\u0600-\u06ff]/;

/** The day of a year of the Republic of China. */
export function dayOfRepublic(year = "", month = "", day = ""): Day | null {
  return makeDay(Number(year) + BEFORE_REPUBLIC, Number(month), Number(day));
}

/** The month of Iran's calendar with this name, or its number. */
function monthOfIran(text: string): number {
  return MONTHS.indexOf(text) + 1 || Number(text);
}

const FIRST_YEAR = 1390;
const FIRST_DAY = parseDay("2011-03-21");
/** The years of 366 days in a cycle of 33, right for the years above. */
const CYCLE = 33;
const LEAP: ReadonlySet<number> = new Set([1, 5, 9, 13, 17, 22, 26, 30]);
const LONG_MONTHS = 6;
const MONTHS_OF_YEAR = 12;

function isLeap(year: number): boolean {
  return LEAP.has(year % CYCLE);
}

function daysOfMonth(year: number, month: number): number {
  if (month <= LONG_MONTHS) return 31;
  return month < MONTHS_OF_YEAR || isLeap(year) ? 30 : 29;
}

/** The day of a date in Iran's calendar; null where there is no such day. */
export function dayOfIran(yearText = "", monthText = "", dayText = ""): Day | null {
  const [year, month, date] = [Number(yearText), monthOfIran(monthText), Number(dayText)];
  if (FIRST_DAY === null || !(month >= 1 && month <= MONTHS_OF_YEAR)) return null;
  if (!(date >= 1 && date <= daysOfMonth(year, month))) return null;
  let days = date - 1;
  for (let each = FIRST_YEAR; each < year; each += 1) days += isLeap(each) ? 366 : 365;
  for (let each = 1; each < month; each += 1) days += daysOfMonth(year, each);
  return addDays(FIRST_DAY, days);
}
