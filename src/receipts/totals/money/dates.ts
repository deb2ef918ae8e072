// Days in a text, with where they stand: numbers in three orders, month names in the languages of mail, East Asian and
// Thai forms. A day that may be two says both; the sent date settles it when one of them is near. Nothing is guessed.

import { dayNumber, dayOf, type Day } from "../../../money/day.ts";
import { monthNamed } from "../../forwards/month-names.ts";
import { plainDigits } from "./numbers.ts";

export interface DateSeen {
  readonly start: number;
  readonly end: number;
  /** The days it may mean, one where it is sure; none is ever empty. */
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
  String.raw`(?<![\d.,/-])(\d{1,2})(?:st|nd|rd|th|er|º|ª|\.)?${NEXT}${WORD}(?:${NEXT}'?(\d{4}|\d{2}(?!\d|[:.]\d)))?(?!\d)`,
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

/**
 * All days of a text, in order. `sent` is the day the mail was written, where known: it settles which of two orders a
 * numeric date has (the one within 3 days of it), and gives the year where none is printed.
 */
export function findDates(text: string, sent: Day | null): readonly DateSeen[] {
  const plain = plainDigits(text);
  const found: DateSeen[] = [];
  const note = (match: RegExpMatchArray, readings: readonly (Day | null)[]) => {
    const days = [...new Set(readings.filter((day) => day !== null))];
    if (days.length > 0 && found.length < DATES_MAX)
      found.push({
        start: match.index ?? 0,
        end: (match.index ?? 0) + match[0].trimEnd().length,
        readings: days,
      });
  };
  for (const match of plain.matchAll(YEAR_FIRST))
    note(match, [dayOf(year(match[1]), Number(match[3]), Number(match[4]))]);
  for (const match of plain.matchAll(NUMERIC)) note(match, numeric(match));
  for (const match of plain.matchAll(EAST))
    note(match, [
      dayOf(
        match[2] === undefined ? year(match[1]) : 2018 + Number(match[3]),
        Number(match[4]),
        Number(match[5]),
      ),
    ]);
  for (const match of plain.matchAll(EAST_YEARLESS))
    note(match, [yearless(Number(match[1]), Number(match[2]), sent)]);
  for (const match of plain.matchAll(VIETNAMESE))
    note(match, [dayOf(year(match[3]), Number(match[2]), Number(match[1]))]);
  for (const match of plain.matchAll(YEAR_MONTH))
    note(match, [named(match[2], match[3], match[1], sent)]);
  for (const match of plain.matchAll(DAY_FIRST))
    note(match, [named(match[2], match[1], match[3], sent)]);
  for (const match of plain.matchAll(MONTH_FIRST))
    note(match, [named(match[1], match[2], match[3], sent)]);
  return settle(withoutOverlaps(found), sent);
}

function named(word = "", day = "", yearText: string | undefined, sent: Day | null): Day | null {
  const bare = word.replace(/\.$/, "");
  const month =
    THAI_SHORT.indexOf(word) + 1 || THAI_SHORT.indexOf(`${bare}.`) + 1 || monthNamed(bare, [], []);
  if (month === 0) return null;
  return yearText === undefined
    ? yearless(month, Number(day), sent)
    : dayOf(year(yearText), month, Number(day));
}

/** Four digits, of the Buddhist era too; two are of this century. */
function year(text = ""): number {
  const value = Number(text);
  return text.length <= 2 ? 2000 + value : value > 2400 && value < 2700 ? value - 543 : value;
}

function numeric(match: RegExpMatchArray): readonly (Day | null)[] {
  const [, a = "", mark, b = "", c = ""] = match;
  const dayFirst = dayOf(year(c), Number(b), Number(a));
  // With dots the day stands first, in every country that prints them.
  if (mark === "." && c.length === 4) return [dayFirst];
  const monthFirst = dayOf(year(c), Number(a), Number(b));
  return c.length === 4 || a.length < 2
    ? [dayFirst, monthFirst]
    : [dayFirst, monthFirst, dayOf(year(a), Number(b), Number(c))];
}

/** Without a year it is the nearest such day to when the mail was sent; with nothing known, none. */
function yearless(month: number, day: number, sent: Day | null): Day | null {
  if (sent === null) return null;
  const around = Number(sent.slice(0, 4));
  const days = [around, around - 1, around + 1]
    .map((each) => dayOf(each, month, day))
    .filter((each) => each !== null);
  return days.find((each) => Math.abs(dayNumber(each) - dayNumber(sent)) <= YEARLESS_DAYS) ?? null;
}

/** Of those that share characters the longer, which says more. */
function withoutOverlaps(found: readonly DateSeen[]): readonly DateSeen[] {
  const kept: DateSeen[] = [];
  for (const date of [...found].sort((a, b) => a.start - b.start || b.end - a.end)) {
    const last = kept.at(-1);
    if (last === undefined || date.start >= last.end) kept.push(date);
    else if (date.end - date.start > last.end - last.start) kept[kept.length - 1] = date;
  }
  return kept;
}

function settle(dates: readonly DateSeen[], sent: Day | null): readonly DateSeen[] {
  return dates.map((date) => {
    if (date.readings.length < 2 || sent === null) return date;
    const near = date.readings.filter(
      (day) => Math.abs(dayNumber(day) - dayNumber(sent)) <= NEAR_DAYS,
    );
    return near.length === 1 ? { ...date, readings: near } : date;
  });
}
