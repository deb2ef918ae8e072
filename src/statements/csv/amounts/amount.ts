// The amount grammar: one number with its sign, grouping and currency, or the reason why it cannot
// be read. A value that cannot be read never becomes a plausible one. Linear, without regular
// expressions on the common path: this runs two or three times a row on files of a million rows.

import { readMoneyWord } from "./money-words.ts";

export type DecimalMark = "." | ",";
export const MARKS: readonly DecimalMark[] = [".", ","];
export type AmountFault =
  "empty" | "not a number" | "too many decimals" | "out of range" | "ambiguous";

const LIMIT = Number.MAX_SAFE_INTEGER;
const DOT = 46;
const COMMA = 44;
const PLUS = 43;

/**
 * Reads an amount as an integer of 10^-decimals units: "(1,234.50)" with "." and 2 is -123450. With
 * a null mark the text itself must show the mark; "1.500" alone is then ambiguous.
 */
export function readAmount(
  text: string,
  mark: DecimalMark | null,
  decimals: number,
): number | AmountFault {
  if (mark !== null) {
    const simple = readPlainDecimal(text, mark === "." ? DOT : COMMA, decimals);
    if (!Number.isNaN(simple)) return simple;
  }
  let start = 0;
  let end = text.length;
  while (start < end && isBlank(text.charCodeAt(start))) start += 1;
  while (end > start && isBlank(text.charCodeAt(end - 1))) end -= 1;
  if (start === end) return "empty";
  const number = stripAround(text, start, end);
  if (number === null) return "not a number";
  const point = mark ?? guessMark(text, number.start, number.end);
  const magnitude = readMagnitude(text, number.start, number.end, point, decimals);
  if (typeof magnitude !== "number") return magnitude;
  return number.negative && magnitude !== 0 ? -magnitude : magnitude;
}

/** Where the digits of an amount are in its text, and its sign. */
interface NumberSpan {
  start: number;
  end: number;
  negative: boolean;
  /** The signs and words seen around the digits; one sign is allowed, and one word on each side. */
  signs: number;
  words: number;
}

/** The number without the signs and words around it; null if a word is no part of an amount. */
function stripAround(text: string, start: number, end: number): NumberSpan | null {
  const span = { start, end, negative: false, signs: 0, words: 0 };
  return stripBefore(text, span) && stripAfter(text, span) ? span : null;
}

/**
 * Before the number: a minus, an opening parenthesis, a currency, in any order, each at most once.
 */
function stripBefore(text: string, span: NumberSpan): boolean {
  let hasParenthesis = false;
  while (!beginsNumber(text, span.start, span.start + 1)) {
    if (span.start >= span.end) return false;
    const unit = text.charCodeAt(span.start);
    if (isMinus(unit) || unit === PLUS) {
      if (++span.signs > 1) return false;
      span.negative = unit !== PLUS;
      span.start += 1;
    } else if (unit === 40 && !hasParenthesis) {
      if (text.charCodeAt(span.end - 1) !== 41 || ++span.signs > 1) return false;
      hasParenthesis = true;
      span.negative = true;
      span.start += 1;
      span.end -= 1;
    } else if (isBlank(unit)) {
      span.start += 1;
    } else {
      const stop = wordEnd(text, span.start, span.end);
      const word = readMoneyWord(text.slice(span.start, stop));
      if (word === undefined || "side" in word || ++span.words > 1) return false;
      span.start = stop;
    }
  }
  return true;
}

/** After the number: the same, and DR or CR. */
function stripAfter(text: string, span: NumberSpan): boolean {
  while (span.end > span.start && !beginsNumber(text, span.end - 1, span.end - 2)) {
    const unit = text.charCodeAt(span.end - 1);
    if (isMinus(unit) || unit === PLUS) {
      if (++span.signs > 1) return false;
      span.negative = unit !== PLUS;
      span.end -= 1;
    } else if (isBlank(unit)) {
      span.end -= 1;
    } else {
      const begin = wordStart(text, span.start, span.end);
      const word = readMoneyWord(text.slice(begin, span.end));
      if (word === undefined || ++span.words > 2) return false;
      if ("side" in word) {
        if (++span.signs > 1) return false;
        span.negative = word.side === "out";
      }
      span.end = begin;
    }
  }
  return true;
}

/** Whether a digit is here, or a decimal mark with a digit next to it. */
function beginsNumber(text: string, at: number, next: number): boolean {
  const unit = text.charCodeAt(at);
  return isDigit(unit) || ((unit === DOT || unit === COMMA) && isDigit(text.charCodeAt(next)));
}

const PLAIN_CHARS_MAX = 14;

/** The usual case, "-1234.50" with nothing around or within it; NaN for anything else. */
function readPlainDecimal(text: string, point: number, decimals: number): number {
  const length = text.length;
  if (length === 0 || length > PLAIN_CHARS_MAX) return Number.NaN;
  const negative = text.charCodeAt(0) === 45;
  let value = 0;
  let at = negative ? 1 : 0;
  const first = at;
  let fraction = -1;
  for (; at < length; at += 1) {
    const unit = text.charCodeAt(at);
    if (unit >= 48 && unit <= 57) {
      value = value * 10 + (unit - 48);
      if (fraction >= 0) fraction += 1;
    } else if (unit === point && fraction < 0 && at > first) fraction = 0;
    else return Number.NaN;
  }
  if (at === first || fraction === 0 || fraction > decimals) return Number.NaN;
  for (let places = fraction < 0 ? 0 : fraction; places < decimals; places += 1) value *= 10;
  if (value > LIMIT) return Number.NaN;
  return negative && value !== 0 ? -value : value;
}

function readMagnitude(
  text: string,
  start: number,
  end: number,
  mark: DecimalMark | null,
  decimals: number,
): number | AmountFault {
  if (mark === null) return "ambiguous";
  const point = mark === "." ? DOT : COMMA;
  let value = 0;
  let fraction = -1;
  let group = 0;
  let groupSize = 0;
  let run = 0;
  for (let i = start; i < end; i += 1) {
    const unit = text.charCodeAt(i);
    if (isDigit(unit)) {
      run += 1;
      if (fraction >= 0 && ++fraction > decimals) {
        if (unit !== 48) return "too many decimals";
        continue;
      }
      value = value * 10 + (unit - 48);
      if (value > LIMIT) return "out of range";
    } else if (unit === point) {
      if (fraction >= 0 || (group !== 0 && run !== 3)) return "not a number";
      fraction = 0;
      run = 0;
    } else {
      // A grouping mark: always the same one, groups of three, or of two before the last (lakh).
      if (fraction >= 0 || run === 0 || !isGrouping(unit) || (group !== 0 && unit !== group))
        return "not a number";
      if (group === 0 ? run > 3 : groupSize !== 0 && run !== groupSize) return "not a number";
      if (group !== 0) groupSize = run;
      if (groupSize !== 0 && groupSize !== 2 && groupSize !== 3) return "not a number";
      group = unit;
      run = 0;
    }
  }
  if (fraction < 0 && group !== 0 && run !== 3) return "not a number";
  for (let places = Math.max(fraction, 0); places < decimals; places += 1) value *= 10;
  return value > LIMIT ? "out of range" : value;
}

/**
 * The decimal mark that a text shows: of two kinds of marks the last, of one kind that one, unless
 * three digits follow it.
 */
function guessMark(text: string, start: number, end: number): DecimalMark | null {
  const dot = text.lastIndexOf(".", end - 1);
  const comma = text.lastIndexOf(",", end - 1);
  if (dot < start && comma < start) return ".";
  if (dot >= start && comma >= start) return dot > comma ? "." : ",";
  const at = Math.max(dot, comma);
  const kind: DecimalMark = dot >= start ? "." : ",";
  const other: DecimalMark = kind === "." ? "," : ".";
  if (text.indexOf(kind, start) !== at) return other;
  const before = at - start;
  if (end - at - 1 !== 3 || before === 0 || before > 3 || text[start] === "0") return kind;
  return null;
}

function isDigit(unit: number): boolean {
  return unit >= 48 && unit <= 57;
}

/** Blanks and the invisible characters that exports leave around a number. */
export function isBlank(unit: number): boolean {
  return (
    unit === 32 ||
    unit === 9 ||
    unit === 10 ||
    unit === 13 ||
    unit === 0xa0 ||
    unit === 0x202f ||
    unit === 0x2009 ||
    unit === 0x2007 ||
    unit === 0xfeff ||
    unit === 0x200b ||
    unit === 0x3000 ||
    unit === 0x200e ||
    unit === 0x200f
  );
}

function isMinus(unit: number): boolean {
  return (
    unit === 45 ||
    unit === 0x2212 ||
    unit === 0x2013 ||
    unit === 0x2014 ||
    unit === 0x2010 ||
    unit === 0x2011 ||
    unit === 0xff0d
  );
}

/** Dot, comma, apostrophes and blanks; also U+FFFD, which a lossy copy leaves of one of them. */
function isGrouping(unit: number): boolean {
  return (
    unit === DOT ||
    unit === COMMA ||
    unit === 39 ||
    unit === 0x2019 ||
    unit === 0xb4 ||
    unit === 0x60 ||
    unit === 0x2bc ||
    unit === 32 ||
    unit === 0xa0 ||
    unit === 0x202f ||
    unit === 0x2009 ||
    unit === 0x2007 ||
    unit === 0xfffd
  );
}

function wordEnd(text: string, start: number, end: number): number {
  let at = start;
  while (
    at < end &&
    !isDigit(text.charCodeAt(at)) &&
    !isBlank(text.charCodeAt(at)) &&
    !isMinus(text.charCodeAt(at)) &&
    text[at] !== "+"
  )
    at += 1;
  return at;
}

function wordStart(text: string, start: number, end: number): number {
  let at = end;
  while (
    at > start &&
    !isDigit(text.charCodeAt(at - 1)) &&
    !isBlank(text.charCodeAt(at - 1)) &&
    !isMinus(text.charCodeAt(at - 1)) &&
    text[at - 1] !== "+"
  )
    at -= 1;
  // "12.00.CR": a dot or comma right after a digit belongs to the number.
  return at;
}
