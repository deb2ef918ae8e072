// Finds the days in a text: numbers in three orders, month names in many languages, East Asian and
// Thai forms. A day that can be read in two ways holds both; the day the message was sent decides
// where only one of them is near. Nothing is guessed.

import { dayNumber, makeDay, type Day } from "../../../money/day.ts";
import { findMonths } from "../../forwards/month-names.ts";
import { rememberTexts } from "../../words/remembered.ts";
import {
  CHINESE,
  dayOfIran,
  dayOfRepublic,
  IRANIAN,
  IRANIAN_NAMED,
  PERSIAN,
  REPUBLIC_SIGNS,
  REPUBLIC_SLASHES,
} from "./calendars.ts";
import { replaceDigits } from "./numbers.ts";

export interface DateSeen {
  readonly start: number;
  readonly end: number;
  /** The days that it may mean, at least one; exactly one where it is certain. */
  readonly readings: readonly Day[];
}

const DATES_MAX = 2_000;
const NEAR_DAYS = 3;
const YEARLESS_DAYS = 183;

// Hebrew joins its prepositions to a number by a hyphen.
const NUMERIC =
  /(?<![\d./]|(?<![\u05d0-\u05ea])-)(\d{1,2})([./-]) ?(\d{1,2})\2 ?(\d{4}|\d{2})(?![\d/]|[.-]\d)/g;
const YEAR_FIRST = /(?<![\d./-])((?:19|20|21)\d{2})([./-]) ?(\d{1,2})\2 ?(\d{1,2})(?!\d|[./-]\d)/g;
const EAST = /(?<!\d)(?:(\d{4})|(令和) ?(\d{1,2})) ?[年년] ?(\d{1,2}) ?[月월] ?(\d{1,2}) ?[日일]/g;
const EAST_YEARLESS = /(?<![\d年년] ?)(\d{1,2}) ?[月월] ?(\d{1,2}) ?[日일]/g;
const WORD = String.raw`(\p{L}[\p{L}\p{M}.]{1,16})`;
const NEXT = String.raw`[\s,./–-]{0,3}(?:(?:de|of|del|d'|г\.)\s)?`;
const DAY_FIRST = new RegExp(
  String.raw`(?<![\d.,/-])(\d{1,2})(?:st|nd|rd|th|er|[eè]me|i[eè]me|º|ª|\.)?${NEXT}${WORD}(?:${NEXT}'?` +
    String.raw`(\d{4}|\d{2}(?!\d|[:.]\d)))?(?!\d)`,
  "gu",
);
const MONTH_FIRST = new RegExp(
  String.raw`(?<![\p{L}])${WORD}[\s.-]{0,2}(\d{1,2})(?:st|nd|rd|th|\.)?(?:[\s,-]{1,3}'?(\d{4})|(?=[\s,.;)]|$))(?!\d)`,
  "gu",
);
const YEAR_MONTH = new RegExp(
  String.raw`(?<!\d)(\d{4})\.?[\s,-]{1,2}${WORD}[\s.-]{1,2}(\d{1,2})(?!\d)`,
  "gu",
);
const VIETNAMESE = /(\d{1,2}) (?:tháng|thg) (\d{1,2})[, ]{1,2}(?:năm )?(\d{4})/giu;

const THAI_SHORT = "ม.ค. ก.พ. มี.ค. เม.ย. พ.ค. มิ.ย. ก.ค. ส.ค. ก.ย. ต.ค. พ.ย. ธ.ค.".split(" ");
/** The year before the first of the Japanese era Reiwa. */
const BEFORE_REIWA = 2018;
const BUDDHIST_YEARS = 543;

type Read = (match: RegExpExecArray, sent: Day | null, text: string) => readonly (Day | null)[];

/** A character that every date of these forms has. */
const MONTH_SIGN = /[月월]/;
const VIETNAMESE_MONTH = /tháng|thg/iu;

/**
 * The forms of a date, the days that a match may mean, and for some forms what a text without such
 * a date lacks.
 */
const FORMS: readonly (readonly [pattern: RegExp, read: Read, mark?: RegExp])[] = [
  [YEAR_FIRST, ({ 1: y, 3: m, 4: d }) => [makeDay(readYear(y), Number(m), Number(d))]],
  [NUMERIC, readNumeric],
  [EAST, readEastern, MONTH_SIGN],
  [REPUBLIC_SIGNS, ({ 1: y, 2: m, 3: d }) => [dayOfRepublic(y, m, d)], MONTH_SIGN],
  [REPUBLIC_SLASHES, ({ 1: y, 2: m, 3: d }) => [dayOfRepublic(y, m, d)], CHINESE],
  [IRANIAN, ({ 1: y, 3: m, 4: d }) => [dayOfIran(y, m, d)], PERSIAN],
  [IRANIAN_NAMED, ({ 1: d, 2: m, 3: y }) => [dayOfIran(y, m, d)], PERSIAN],
  [EAST_YEARLESS, ({ 1: m, 2: d }, sent) => [nearestYear(Number(m), Number(d), sent)], MONTH_SIGN],
  [
    VIETNAMESE,
    ({ 1: d, 2: m, 3: y }) => [makeDay(readYear(y), Number(m), Number(d))],
    VIETNAMESE_MONTH,
  ],
  [YEAR_MONTH, ({ 1: y, 2: m, 3: d }, ...context) => readNamed([m, d, y], ...context)],
  [DAY_FIRST, ({ 1: d, 2: m, 3: y }, ...context) => readNamed([m, d, y], ...context)],
  [MONTH_FIRST, ({ 1: m, 2: d, 3: y }, ...context) => readNamed([m, d, y], ...context)],
];

/**
 * All days of a text, in order. `sent` is the day the message was written, where it is known: it
 * decides between two orders of a numeric date (the day within 3 days of it), and gives the year
 * where none is printed.
 */
export function findDates(text: string, sent: Day | null): readonly DateSeen[] {
  return findRemembered(text, sent);
}

const findRemembered = rememberTexts(readDates);
const DIGIT = /\d/;

function readDates(text: string, sent: Day | null): readonly DateSeen[] {
  const plain = replaceDigits(text);
  if (!DIGIT.test(plain)) return [];
  const found: DateSeen[] = [];
  for (const [pattern, read, mark] of FORMS) {
    if (mark?.test(plain) === false) continue;
    // Of "account 991 4 den 25 november" the "4 den 25" is no date, but its end begins one.
    pattern.lastIndex = 0;
    for (let match = pattern.exec(plain); match !== null; match = pattern.exec(plain)) {
      const readings = [...new Set(read(match, sent, plain).filter((day) => day !== null))];
      if (readings.length === 0) pattern.lastIndex = match.index + (match[1]?.length ?? 1);
      if (readings.length === 0 || found.length >= DATES_MAX) continue;
      const end = match.index + match[0].trimEnd().length;
      found.push({ start: match.index, end, readings });
    }
  }
  return decideByOthers(plain, removeOverlaps(found)).map((date) => decideBySent(date, sent));
}

const TWO_NUMBERS = /^(\d{1,2})([./-]) ?(\d{1,2})\2 ?\d{4}$/;

/** The months of English. Other languages write some of them alike. */
const ENGLISH_MONTH = new RegExp(
  String.raw`(?<!\p{L})(?:jan|feb|mar|apr|may|jun|jul|aug|sept?|oct|nov|dec|january|february|march|april|` +
    String.raw`june|july|august|september|october|november|december)(?!\p{L})`,
  "iu",
);
/** A day, and behind it a word. */
const DAY_AND_WORD = /^\d.*\p{Script=Latin}{3}/u;

/** Whether a date is written out with the day first, in a language other than English. */
function isOfOtherLanguage(text: string, { start, end }: DateSeen): boolean {
  const printed = text.slice(start, end);
  return DAY_AND_WORD.test(printed) && !ENGLISH_MONTH.test(printed);
}

/**
 * "08-10-2026" in a text with "21-10-2026": its writer prints the day first, as all do who write "10 octobre". A text
 * with dates of both orders decides nothing.
 */
function decideByOthers(text: string, dates: readonly DateSeen[]): readonly DateSeen[] {
  const numeric = dates.flatMap((date) => {
    const match = TWO_NUMBERS.exec(text.slice(date.start, date.end));
    return match === null || match[2] === "."
      ? []
      : [{ date, first: Number(match[1]), second: Number(match[3]), mark: match[2] }];
  });
  const decided = new Map<DateSeen, DateSeen>();
  let known: boolean | undefined;
  const isOther = (): boolean => (known ??= dates.some((date) => isOfOtherLanguage(text, date)));
  for (const { date, mark } of numeric.filter((one) => one.date.readings.length === 2)) {
    const alike = numeric.filter((one) => one.mark === mark);
    const isDayFirst = isOther() || alike.some(({ first, second }) => first > 12 && second <= 12);
    const isMonthFirst = alike.some(({ first, second }) => second > 12 && first <= 12);
    const reading = date.readings[isDayFirst ? 0 : 1];
    if (isDayFirst !== isMonthFirst && reading !== undefined)
      decided.set(date, { ...date, readings: [reading] });
  }
  return dates.map((date) => decided.get(date) ?? date);
}

/**
 * The letters by which the languages are told apart whose months share names, in order: "23 listopada" is November in
 * Polish, and October in Croatian, whose own letters Czech has too.
 */
const LETTERS_OF: readonly (readonly [language: string, letters: RegExp])[] = [
  ["pl", /[ąęłńśźż]/iu],
  ["cs", /[ěřůťďň]/iu],
  ["hr", /[čšžđ]/iu],
];

function findLanguages(text: string): readonly string[] {
  const spoken = LETTERS_OF.find(([, letters]) => letters.test(text));
  return spoken === undefined ? [] : [spoken[0]];
}

function readNamed(
  [word = "", day = "", yearText]: readonly (string | undefined)[],
  sent: Day | null,
  text: string,
): readonly (Day | null)[] {
  const bare = word.replace(/\.$/, "");
  const thai = THAI_SHORT.indexOf(word) + 1 || THAI_SHORT.indexOf(`${bare}.`) + 1;
  const named = thai > 0 ? [thai] : findMonths(bare, []);
  const months = named.length > 1 ? findMonths(bare, findLanguages(text)) : named;
  return months.map((month) =>
    yearText === undefined
      ? nearestYear(month, Number(day), sent)
      : makeDay(readYear(yearText), month, Number(day)),
  );
}

/** A year of four digits, also of the Buddhist era; one of two digits is of this century. */
function readYear(text = ""): number {
  const value = Number(text);
  if (text.length <= 2) return 2000 + value;
  return value > 2400 && value < 2700 ? value - BUDDHIST_YEARS : value;
}

function readEastern(match: RegExpExecArray): readonly (Day | null)[] {
  const [, western, era, eraYear, month, day] = match;
  const year = era === undefined ? readYear(western) : BEFORE_REIWA + Number(eraYear);
  return [makeDay(year, Number(month), Number(day))];
}

function readNumeric(match: RegExpExecArray): readonly (Day | null)[] {
  const [, a = "", mark, b = "", c = ""] = match;
  const dayFirst = makeDay(readYear(c), Number(b), Number(a));
  // With dots the day comes first, in every country that prints them.
  if (mark === "." && c.length === 4) return [dayFirst];
  const monthFirst = makeDay(readYear(c), Number(a), Number(b));
  return c.length === 4 || a.length < 2
    ? [dayFirst, monthFirst]
    : [dayFirst, monthFirst, makeDay(readYear(a), Number(b), Number(c))];
}

/** The day of that date nearest to the day sent; null if the day sent is not known. */
function nearestYear(month: number, day: number, sent: Day | null): Day | null {
  if (sent === null) return null;
  const around = Number(sent.slice(0, 4));
  const days = [around, around - 1, around + 1]
    .map((each) => makeDay(each, month, day))
    .filter((each) => each !== null);
  return days.find((each) => Math.abs(dayNumber(each) - dayNumber(sent)) <= YEARLESS_DAYS) ?? null;
}

/** Of dates that share characters the longer one, which says more. */
function removeOverlaps(found: readonly DateSeen[]): readonly DateSeen[] {
  const kept: DateSeen[] = [];
  for (const date of [...found].sort((a, b) => a.start - b.start || b.end - a.end)) {
    const last = kept.at(-1);
    if (last === undefined || date.start >= last.end) kept.push(date);
    else if (date.end - date.start > last.end - last.start) kept[kept.length - 1] = date;
  }
  return kept;
}

function decideBySent(date: DateSeen, sent: Day | null): DateSeen {
  if (date.readings.length < 2 || sent === null) return date;
  const near = date.readings.filter(
    (day) => Math.abs(dayNumber(day) - dayNumber(sent)) <= NEAR_DAYS,
  );
  return near.length === 1 ? { ...date, readings: near } : date;
}
