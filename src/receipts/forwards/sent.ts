// When a message was sent, from the text of a Date header or of the date line that mail programs write above what they
// forward, in any language. The day is the writer's own; the instant is known only where a zone is given as a number.
// A text that may be two days is none.

import { dayNumber, dayOf, type Day } from "../../money/day.ts";
import type { SentAt } from "../mail.ts";
import { monthNamed } from "./month-names.ts";

/** What is known besides the text: languages of the labels around it, and a day after which it cannot be. */
export interface SentHints {
  readonly languages?: readonly string[];
  readonly notAfter?: Day | null;
}

const TEXT_CHARS_MAX = 200;

/** Reads the text; null where it names no one day. */
export function readSentAt(text: string, hints: SentHints = {}): SentAt | null {
  const clean = cleaned(text.slice(0, TEXT_CHARS_MAX));
  const time = timeIn(clean);
  const rest = time === null ? clean : `${clean.slice(0, time.start)} ${clean.slice(time.end)}`;
  const found = dayIn(rest, hints);
  if (found === null) return null;
  const clock = time ?? dottedTimeIn(rest, found.end);
  const offset = clock === null ? null : offsetIn(clean, clock.end);
  if (clock === null) return { day: found.day, instant: null };
  return offset === null
    ? { day: found.day, instant: null, minute: clock.minute }
    : { day: found.day, instant: instantOf(found.day, clock, offset) };
}

/** Digits and marks of every script as their plain ones. */
function cleaned(text: string): string {
  const plain = text
    .normalize("NFKC")
    .replace(/[\u0660-\u0669\u06f0-\u06f9]/g, (digit) => String(digit.charCodeAt(0) & 15));
  // Thai months are abbreviated with dots inside.
  return plain
    .replace(/(?<=[\u0e00-\u0e7f])\.(?=[\u0e00-\u0e7f])/g, "")
    .replace(/[\u200b-\u200f\u202a-\u202e\u2066-\u2069\ufeff]/g, "")
    .replace(/[\s,]+/g, " ");
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

function timeIn(text: string): Clock | null {
  const match = TIME.exec(text);
  return match === null ? null : clockOf(text, match);
}

/** A time with dots behind the date ("klo 14.25.08"). */
function dottedTimeIn(text: string, from: number): Clock | null {
  const match = /(?<![\d.])(\d{1,2})\.(\d{2})(?:\.(\d{2}))?(?![\d.]?\d)/.exec(text.slice(from));
  return match === null ? null : clockOf(text, match, from);
}

function clockOf(text: string, match: RegExpExecArray, from = 0): Clock | null {
  const printed = Number(match[1]);
  const hour =
    AFTERNOON.test(text) && printed < 12
      ? printed + 12
      : MORNING.test(text) && printed === 12
        ? 0
        : printed;
  const [minute, second] = [Number(match[2]), Number(match[3] ?? 0)];
  if (hour > 23 || minute > 59 || second > 60) return null;
  return {
    hour,
    minute,
    second,
    start: from + match.index,
    end: from + match.index + match[0].length,
  };
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

/** Minutes east of Greenwich, where a number or one of the zones RFC 5322 names says so. */
function offsetIn(text: string, from: number): number | null {
  const rest = text.slice(from);
  const numeric = NUMERIC_ZONE.exec(rest);
  if (numeric !== null) {
    const minutes = Number(numeric[2]) * 60 + Number(numeric[3] ?? 0);
    return minutes > 14 * 60 ? null : numeric[1] === "+" ? minutes : -minutes;
  }
  const named = /^ ?([a-z]{1,3})\b(?! ?[+\-\d])/i.exec(rest.replace(/^ ?[ap]\.? ?m\b\.?/i, ""));
  return ZONES[named?.[1]?.toLowerCase() ?? ""] ?? null;
}

function instantOf(day: Day, clock: Clock, offset: number): number {
  return (
    dayNumber(day) * 86_400_000 +
    ((clock.hour * 60 + clock.minute - offset) * 60 + clock.second) * 1_000
  );
}

interface Found {
  readonly day: Day;
  /** Where in the text the date ends. */
  readonly end: number;
}

const YEAR_FIRST =
  /(?<!\d)(\d{4})(?: ?[-/.\u5e74] ?|\ub144 ?)(\d{1,2})(?: ?[-/.\u6708] ?|\uc6d4 ?)(\d{1,2})(?!\d)/;
const NUMBERS = /(?<![\d.])(\d{1,2})( ?[./-] ?)(\d{1,2})\2(\d{4}|\d{2})(?!\d)/;
const PLAIN =
  /(?<![\d.])\d{1,2}( ?[./-] ?)\d{1,2}\1\d{4}(?!\d)|(?<!\d)\d{1,2}\/\d{1,2}\/\d{2}(?!\d)/;
const TOKENS = /\d+|\p{L}[\p{L}\p{M}]*/gu;

function dayIn(text: string, hints: SentHints): Found | null {
  const first = YEAR_FIRST.exec(text);
  if (first !== null)
    return foundAt(dayOf(yearOf(first[1]), Number(first[2]), Number(first[3])), first);
  // Beside a whole date of numbers a word is a weekday ("mar. 27/05/2025"), whatever month it may be elsewhere.
  return PLAIN.test(text)
    ? numericDay(text, hints)
    : (namedDay(text, hints) ?? numericDay(text, hints));
}

function foundAt(day: Day | null, match: RegExpExecArray): Found | null {
  return day === null ? null : { day, end: match.index + match[0].length };
}

const BUDDHIST_YEARS = 543;

function yearOf(digits: string | undefined): number {
  const year = Number(digits);
  if (digits?.length === 2) return 2_000 + year;
  return year > 2_400 ? year - BUDDHIST_YEARS : year;
}

interface Token {
  readonly text: string;
  readonly end: number;
}

/** A day with its month as a word. A weekday may look like a month ("mar. 1 avr. 2025"): the word next to the year is it. */
function namedDay(text: string, { languages = [] }: SentHints): Found | null {
  const tokens = [...text.matchAll(TOKENS)].map((match): Token => ({
    text: match[0],
    end: match.index + match[0].length,
  }));
  const words = tokens.map(({ text: word }) => word).filter((word) => !/^\d/.test(word));
  let best: Around | null = null;
  for (const [at, token] of tokens.entries()) {
    const month = /^\d/.test(token.text)
      ? 0
      : /^(?:th\u00e1ng|thg)$/iu.test(token.text)
        ? Number(tokens[at + 1]?.text)
        : monthNamed(token.text, words, languages);
    const found = month === 0 ? null : aroundMonth(tokens, at, month);
    if (found !== null && (best === null || found.far < best.far)) best = found;
  }
  return best === null || best.day === null ? null : { day: best.day, end: best.end };
}

interface Around {
  /** Null where the month is not certain. */
  readonly day: Day | null;
  readonly end: number;
  /** Words between month and year. */
  readonly far: number;
}

/** The number before the month is its day, else the one behind it; "de" and ordinal endings may stand between. */
function aroundMonth(tokens: readonly Token[], at: number, month: number): Around | null {
  const near = [at - 1, at - 2, at + 1, at + 2].find(
    (index) => /^\d{1,2}$/.test(tokens[index]?.text ?? "") && Number(tokens[index]?.text) <= 31,
  );
  const day = tokens[near ?? -1];
  const years = [at + 1, at + 2, at + 3, at + 4, at - 1, at - 2, at - 3, at - 4].filter((index) =>
    /^\d{4}$/.test(tokens[index]?.text ?? ""),
  );
  const short = [at + 1, at + 2].find(
    (index) => index !== near && /^\d{2}$/.test(tokens[index]?.text ?? ""),
  );
  const where = years[0] ?? short ?? -1;
  const year = tokens[where];
  if (day === undefined || year === undefined) return null;
  const found = month === -1 ? null : dayOf(yearOf(year.text), month, Number(day.text));
  return found === null && month !== -1
    ? null
    : {
        day: found,
        end: Math.max(day.end, year.end, tokens[at]?.end ?? 0),
        far: Math.abs(where - at),
      };
}

/** People pass on what came the other day. */
const NEAR_DAYS = 3;

/** A day of numbers alone: dots put the day first; else what is possible, the languages and the later message decide. */
function numericDay(text: string, { languages = [], notAfter = null }: SentHints): Found | null {
  const match = NUMBERS.exec(text);
  if (match === null) return null;
  const [a, b, year] = [Number(match[1]), Number(match[3]), yearOf(match[4])];
  const [dayFirst, monthFirst] = [dayOf(year, b, a), dayOf(year, a, b)];
  if (
    dayFirst === null ||
    monthFirst === null ||
    dayFirst === monthFirst ||
    match[2]?.includes(".") === true
  )
    return foundAt(dayFirst ?? monthFirst, match);
  const possible = [dayFirst, monthFirst].filter(
    (day) => notAfter === null || dayNumber(day) <= dayNumber(notAfter) + 1,
  );
  if (possible.length === 1) return foundAt(possible[0] ?? null, match);
  const near = possible.filter(
    (day) => notAfter !== null && dayNumber(notAfter) - dayNumber(day) <= NEAR_DAYS,
  );
  if (near.length === 1) return foundAt(near[0] ?? null, match);
  // English has both orders; no other language that these programs speak puts the month first.
  return languages.length > 0 && !languages.includes("en") ? foundAt(dayFirst, match) : null;
}
