// Reads when a message was sent: from a Date header, or from the date line that mail programs write
// above a message that they forward, in any language. The day is the writer's own. The instant is
// known only where the zone is given. A text that may mean two days gives none.

import { dayNumber, makeDay, type Day } from "../../money/day.ts";
import type { SentAt } from "../mail.ts";
import { findMonth } from "./month-names.ts";

/**
 * What is known besides the text: the languages of its labels, and a day after which it cannot be.
 */
export interface SentHints {
  readonly languages?: readonly string[];
  readonly notAfter?: Day | null;
}

const TEXT_CHARS_MAX = 200;

/** Reads the text; null if it does not name exactly one day. */
export function readSentAt(text: string, hints: SentHints = {}): SentAt | null {
  const clean = cleanText(text.slice(0, TEXT_CHARS_MAX));
  const time = findTime(clean);
  const rest = time === null ? clean : `${clean.slice(0, time.start)} ${clean.slice(time.end)}`;
  const found = findDay(rest, hints);
  if (found === null) return null;
  const clock = time ?? findDottedTime(rest, found.end);
  if (clock === null) return { day: found.day, instant: null };
  const offset = findOffset(clean, clock.end);
  return offset === null
    ? { day: found.day, instant: null, minute: clock.minute }
    : { day: found.day, instant: toInstant(found.day, clock, offset) };
}

const PLAIN_ASCII = /^[\t\n\r -~]*$/;
const BLANKS = /[\s,]+/g;

/** Digits and marks of every script as plain ones. */
function cleanText(text: string): string {
  if (PLAIN_ASCII.test(text)) return text.replace(BLANKS, " ");
  const plain = text
    .normalize("NFKC")
    .replace(/[\u0660-\u0669\u06f0-\u06f9]/g, (digit) => String(digit.charCodeAt(0) & 15));
  // Thai months are abbreviated with dots inside.
  return plain
    .replace(/(?<=[\u0e00-\u0e7f])\.(?=[\u0e00-\u0e7f])/g, "")
    .replace(/[\u200b-\u200f\u202a-\u202e\u2066-\u2069\ufeff]/g, "")
    .replace(BLANKS, " ");
}

interface Clock {
  readonly hour: number;
  readonly minute: number;
  readonly second: number;
  readonly start: number;
  readonly end: number;
}

const TIME =
  /(?<!\d)(\d{1,2})(?::| ?h ?|\u6642|\u65f6|\uc2dc ?)(\d{2})(?:[:\u5206\ubd84] ?(\d{2}))?(?!\d)/;
const AFTERNOON =
  /(?<![\p{L}])(?:p\.? ?m\.?|os|\u00f6s|\u4e0b\u5348|\u5348\u5f8c|\uc624\ud6c4|\u03bc\.?\u03bc\.?|\u0645|du\.|odp\.)(?![\p{L}])/iu;
const MORNING =
  /(?<![\p{L}])(?:a\.? ?m\.?|\u00f6\u00f6|\u4e0a\u5348|\u5348\u524d|\uc624\uc804|\u03c0\.?\u03bc\.?|\u0635|de\.|dop\.)(?![\p{L}])/iu;

function findTime(text: string): Clock | null {
  const match = TIME.exec(text);
  return match === null ? null : toClock(text, match);
}

/** A time with dots after the date ("klo 14.25.08"). */
function findDottedTime(text: string, from: number): Clock | null {
  const match = /(?<![\d.])(\d{1,2})\.(\d{2})(?:\.(\d{2}))?(?![\d.]?\d)/.exec(text.slice(from));
  return match === null ? null : toClock(text, match, from);
}

function toClock(text: string, match: RegExpExecArray, from = 0): Clock | null {
  const hour = hourOfDay(text, Number(match[1]));
  const [minute, second] = [Number(match[2]), Number(match[3] ?? 0)];
  if (hour > 23 || minute > 59 || second > 60) return null;
  const start = from + match.index;
  return { hour, minute, second, start, end: start + match[0].length };
}

function hourOfDay(text: string, printed: number): number {
  if (printed < 12 && AFTERNOON.test(text)) return printed + 12;
  return printed === 12 && MORNING.test(text) ? 0 : printed;
}

// RFC 5322, 4.3: the zones that have a name.
const ZONES: Readonly<Record<string, number>> = {
  ut: 0,
  utc: 0,
  gmt: 0,
  z: 0,
  est: -300,
  edt: -240,
  cst: -360,
  cdt: -300,
  mst: -420,
  mdt: -360,
  pst: -480,
  pdt: -420,
};
const NUMERIC_ZONE = /^[^\d+\-\u2212]{0,12}([+\-\u2212])(\d{1,2}):?(\d{2})?(?!\d)/;
const OFFSET_MINUTES_MAX = 14 * 60;

/**
 * Minutes east of Greenwich, by a number or one of the zones of RFC 5322; null if neither is
 * given.
 */
function findOffset(text: string, from: number): number | null {
  const rest = text.slice(from);
  const numeric = NUMERIC_ZONE.exec(rest);
  if (numeric !== null) {
    const minutes = Number(numeric[2]) * 60 + Number(numeric[3] ?? 0);
    if (minutes > OFFSET_MINUTES_MAX) return null;
    return numeric[1] === "+" ? minutes : -minutes;
  }
  const named = /^ ?([a-z]{1,3})\b(?! ?[+\-\d])/i.exec(rest.replace(/^ ?[ap]\.? ?m\b\.?/i, ""));
  return ZONES[named?.[1]?.toLowerCase() ?? ""] ?? null;
}

function toInstant(day: Day, clock: Clock, offset: number): number {
  return (
    dayNumber(day) * 86_400_000 +
    ((clock.hour * 60 + clock.minute - offset) * 60 + clock.second) * 1_000
  );
}

interface FoundDay {
  readonly day: Day;
  /** Where in the text the date ends. */
  readonly end: number;
}

const YEAR_FIRST =
  /(?<!\d)(\d{4})(?: ?[-/.\u5e74] ?|\ub144 ?)(\d{1,2})(?: ?[-/.\u6708] ?|\uc6d4 ?)(\d{1,2})(?!\d)/;
const NUMBERS = /(?<![\d.])(\d{1,2})( ?[./-] ?)(\d{1,2})\2(\d{4}|\d{2})(?!\d)/;
const WHOLE_NUMERIC_DATE =
  /(?<![\d.])\d{1,2}( ?[./-] ?)\d{1,2}\1\d{4}(?!\d)|(?<!\d)\d{1,2}\/\d{1,2}\/\d{2}(?!\d)/;
const TOKENS = /\d+|\p{L}[\p{L}\p{M}]*/gu;

function findDay(text: string, hints: SentHints): FoundDay | null {
  const first = YEAR_FIRST.exec(text);
  if (first !== null)
    return toFoundDay(makeDay(readYear(first[1]), Number(first[2]), Number(first[3])), first);
  // Next to a whole numeric date a word is a weekday ("mar. 27/05/2025"), even if it may name a
  // month.
  return WHOLE_NUMERIC_DATE.test(text)
    ? findNumericDay(text, hints)
    : (findNamedDay(text, hints) ?? findNumericDay(text, hints));
}

function toFoundDay(day: Day | null, match: RegExpExecArray): FoundDay | null {
  return day === null ? null : { day, end: match.index + match[0].length };
}

const BUDDHIST_YEARS = 543;

function readYear(digits: string | undefined): number {
  const year = Number(digits);
  if (digits?.length === 2) return 2_000 + year;
  return year > 2_400 ? year - BUDDHIST_YEARS : year;
}

interface Token {
  readonly text: string;
  readonly end: number;
}

/**
 * A day with its month as a word. A weekday may look like a month ("mar. 1 avr. 2025"): the word
 * nearest to the year is the month.
 */
function findNamedDay(text: string, { languages = [] }: SentHints): FoundDay | null {
  const tokens = [...text.matchAll(TOKENS)].map((match): Token => ({
    text: match[0],
    end: match.index + match[0].length,
  }));
  const words = tokens.map(({ text: word }) => word).filter((word) => !/^\d/.test(word));
  let best: MonthReading | null = null;
  for (const at of tokens.keys()) {
    const month = monthAt(tokens, at, words, languages);
    const found = month === 0 ? null : readAroundMonth(tokens, at, month);
    if (found !== null && (best === null || found.distance < best.distance)) best = found;
  }
  return best === null || best.day === null ? null : { day: best.day, end: best.end };
}

/** The month that a token names: 1..12, 0 for none, -1 if its languages disagree. */
function monthAt(
  tokens: readonly Token[],
  at: number,
  words: readonly string[],
  languages: readonly string[],
): number {
  const text = tokens[at]?.text ?? "";
  if (/^\d/.test(text)) return 0;
  if (/^(?:th\u00e1ng|thg)$/iu.test(text)) return Number(tokens[at + 1]?.text);
  return findMonth(text, words, languages);
}

interface MonthReading {
  /** Null where the month is not certain. */
  readonly day: Day | null;
  readonly end: number;
  /** Words between month and year. */
  readonly distance: number;
}

/**
 * The number before a month is its day, else the one after it; "de" and endings may be between.
 */
function readAroundMonth(tokens: readonly Token[], at: number, month: number): MonthReading | null {
  const dayAt = [at - 1, at - 2, at + 1, at + 2].find(
    (index) => /^\d{1,2}$/.test(tokens[index]?.text ?? "") && Number(tokens[index]?.text) <= 31,
  );
  const longYearAt = [at + 1, at + 2, at + 3, at + 4, at - 1, at - 2, at - 3, at - 4].find(
    (index) => /^\d{4}$/.test(tokens[index]?.text ?? ""),
  );
  const shortYearAt = [at + 1, at + 2].find(
    (index) => index !== dayAt && /^\d{2}$/.test(tokens[index]?.text ?? ""),
  );
  const yearAt = longYearAt ?? shortYearAt ?? -1;
  const day = tokens[dayAt ?? -1];
  const year = tokens[yearAt];
  if (day === undefined || year === undefined) return null;
  const end = Math.max(day.end, year.end, tokens[at]?.end ?? 0);
  const distance = Math.abs(yearAt - at);
  if (month === -1) return { day: null, end, distance };
  const found = makeDay(readYear(year.text), month, Number(day.text));
  return found === null ? null : { day: found, end, distance };
}

/** Most people forward a message within days. */
const NEAR_DAYS = 3;

/**
 * A day of numbers alone. With dots the day comes first; otherwise the possible days, the languages
 * and the day of the outer message decide.
 */
function findNumericDay(
  text: string,
  { languages = [], notAfter = null }: SentHints,
): FoundDay | null {
  const match = NUMBERS.exec(text);
  if (match === null) return null;
  const [a, b, year] = [Number(match[1]), Number(match[3]), readYear(match[4])];
  const [dayFirst, monthFirst] = [makeDay(year, b, a), makeDay(year, a, b)];
  if (
    dayFirst === null ||
    monthFirst === null ||
    dayFirst === monthFirst ||
    match[2]?.includes(".") === true
  )
    return toFoundDay(dayFirst ?? monthFirst, match);
  const possible = [dayFirst, monthFirst].filter(
    (day) => notAfter === null || dayNumber(day) <= dayNumber(notAfter) + 1,
  );
  if (possible.length === 1) return toFoundDay(possible[0] ?? null, match);
  const near = possible.filter(
    (day) => notAfter !== null && dayNumber(notAfter) - dayNumber(day) <= NEAR_DAYS,
  );
  if (near.length === 1) return toFoundDay(near[0] ?? null, match);
  // English has both orders; no other language of these programs puts the month first.
  return languages.length > 0 && !languages.includes("en") ? toFoundDay(dayFirst, match) : null;
}
