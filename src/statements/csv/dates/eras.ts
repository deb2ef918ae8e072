// Years of other eras, as banks of Asia print them: Japanese ("R6.03.05", "令和6年3月5日"), of the
// Republic of China ("113/03/05"), Buddhist ("05/03/2567"), Persian ("1402/12/15") and Islamic
// ("1445/08/24", the calendar of Umm al-Qura). Only a year that can be no other is read so: two
// digits alone do not show their era.

import { dayOfInstant, makeDay, type Day } from "../../../money/day.ts";

/** The year of the common era before each era's first year. */
const ERAS: Readonly<Record<string, number>> = {
  令和: 2018,
  平成: 1988,
  昭和: 1925,
  民國: 1911,
  民国: 1911,
  r: 2018,
  h: 1988,
  s: 1925,
};
const NAMED =
  /^(令和|平成|昭和|民國|民国|[RHS](?=\d))\s?(\d{1,3}|元)\s?[年./-]\s?(\d{1,2})\s?[月./-]\s?(\d{1,2})(?!\d)日?/iu;
/** Three digits of a year, from 1991 to 2110. */
const REPUBLIC = /^(\d{3})([年./-])(\d{1,2})[月./-](\d{1,2})(?!\d)日?/u;
const REPUBLIC_MIN = 80;
const REPUBLIC_MAX = 199;
const BUDDHIST_MIN = 2_500;
const BUDDHIST_MAX = 2_650;
const BUDDHIST_YEARS = 543;

/** The date's text with its year of the common era in front; any other text as it is. */
export function toCommonEra(text: string): string {
  const first = text.charCodeAt(0);
  // Most dates begin with two or four digits and name no era.
  if (first >= 48 && first <= 57) {
    if (!isDigit(text.charCodeAt(2)) || isDigit(text.charCodeAt(3))) return text;
    const [all = "", year = "", , month = "", day = ""] = REPUBLIC.exec(text) ?? [];
    return all === "" || Number(year) < REPUBLIC_MIN || Number(year) > REPUBLIC_MAX
      ? text
      : `${Number(year) + 1911}-${month}-${day}${text.slice(all.length)}`;
  }
  if (first < 0x2000 && !isDigit(text.charCodeAt(1))) return text;
  const [all = "", era = "", year = "", month = "", day = ""] = NAMED.exec(text) ?? [];
  const begins = ERAS[era.toLowerCase()];
  return begins === undefined
    ? text
    : `${begins + (year === "元" ? 1 : Number(year))}-${month}-${day}${text.slice(all.length)}`;
}

/** A year of four digits in the common era: years from 2500 to 2650 on statements are Buddhist. */
export function toCommonYear(year: number): number {
  return year >= BUDDHIST_MIN && year <= BUDDHIST_MAX ? year - BUDDHIST_YEARS : year;
}

/** The years 1991 to 2041 in the Persian calendar, and 1999 to 2039 in the Islamic one. */
const PERSIAN_MIN = 1_370;
const PERSIAN_MAX = 1_419;
const ISLAMIC_MAX = 1_460;

/** The day of a year of four digits; years that banks print in other calendars are converted. */
export function makeAnyDay(year: number, month: number, day: number): Day | null {
  if (year < PERSIAN_MIN || year > ISLAMIC_MAX) return makeDay(toCommonYear(year), month, day);
  if (month < 1 || month > 12 || day < 1) return null;
  return year <= PERSIAN_MAX ? fromPersian(year, month, day) : fromIslamic(year, month, day);
}

const MILLISECONDS = 86_400_000;
/** The days from 1970 to the first day of the year 1370, 21 March 1991. */
const PERSIAN_BEGIN = Date.UTC(1991, 2, 21) / MILLISECONDS;

/** In the years that are read, a Persian year is leap by its place in a cycle of 33. */
function isPersianLeap(year: number): boolean {
  return (year * 8 + 29) % 33 < 8;
}

function fromPersian(year: number, month: number, day: number): Day | null {
  const last = isPersianLeap(year) ? 30 : 29;
  const length = month <= 6 ? 31 : 30;
  if (day > (month === 12 ? last : length)) return null;
  let days = PERSIAN_BEGIN;
  for (let one = PERSIAN_MIN; one < year; one += 1) days += isPersianLeap(one) ? 366 : 365;
  days += (month - 1) * 30 + Math.min(month - 1, 6) + day - 1;
  return dayOfInstant(days * MILLISECONDS);
}

/** The days from 1970 to the first Islamic year, and the mean lengths of years and months. */
const ISLAMIC_BEGIN = -492_148;
const ISLAMIC_YEAR = 354.366_67;
const ISLAMIC_MONTH = 29.530_6;
const islamic = new Intl.DateTimeFormat("en-u-ca-islamic-umalqura-nu-latn", {
  year: "numeric",
  month: "numeric",
  day: "numeric",
  timeZone: "UTC",
});

function fromIslamic(year: number, month: number, day: number): Day | null {
  const days = (year - 1) * ISLAMIC_YEAR + (month - 1) * ISLAMIC_MONTH + day - 1;
  const near = Math.round(ISLAMIC_BEGIN + days);
  const wanted = `${month}/${day}/${year}`;
  for (const off of [0, 1, -1, 2, -2, 3, -3]) {
    const instant = (near + off) * MILLISECONDS;
    if (islamic.format(instant).startsWith(wanted)) return dayOfInstant(instant);
  }
  return null;
}

function isDigit(unit: number): boolean {
  return unit >= 48 && unit <= 57;
}
