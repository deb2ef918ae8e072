// The runs of a cell that may be a document's number: no dates, amounts or percentages, and letters
// alone only where they look like a code.

import { findMatches } from "../words/matches.ts";
import { findDates } from "./money/dates.ts";
import { NO_LOCATORS, type NumberKind } from "./number-labels.ts";

const TOKEN =
  /(?<![\p{L}\p{N}])(?=[\p{L}\p{N}/_.-]{0,40}\d)[\p{L}\p{N}](?:[\p{L}\p{N}/_.-]{0,38}[\p{L}\p{N}])?(?![\p{L}\p{N}])/gu;
/** Every run that may be a number has a digit, or is a code of capitals. */
const MAY_HOLD = /\d|[A-Z]{6}/;
const CODE = /^[A-Z0-9]{5,8}$/;
const SIX_LETTERS = /(?<![\p{L}\p{N}])[A-Z]{6}(?![\p{L}\p{N}]|[-_]\p{L})/gu;
/** "MSBXTTLGFV": so many capitals with hardly a vowel are a code and no word. */
const LETTERS_ALONE = /(?<![\p{L}\p{N}])[A-Z]{8,16}(?![\p{L}\p{N}]|[-_]\p{L})/gu;
const LETTERS_A_VOWEL_MIN = 5;
/** A booking code. */
export const LOCATOR = /^(?=[A-Z0-9]{0,5}[A-Z])[A-Z0-9]{6}$/;
/** "77 1234 5678", "RF18 5390 0754": a number that is printed in groups, perhaps at a sentence's end. */
const GROUPS = /^(?: \d{3,6}){1,5}(?: \d{2})?(?!\d|[.,:/-]\d| ?[€£$₹¥%])/;
/** "FDB26 71930442": a series, and behind it all digits of an invoice's number in one group. */
const COUNTER = /^ \d{5,10}(?=\s*$)/;

/** A run of letters and digits in a cell. */
export interface Token {
  readonly text: string;
  readonly index: number;
  readonly digits: number;
}

/** The runs of a cell that may be a number, in order: no dates, amounts or percentages. */
export function findTokens(cell: string): readonly Token[] {
  if (!MAY_HOLD.test(cell)) return [];
  const dates = findDates(cell, null);
  const matches = [
    ...findMatches(cell, TOKEN),
    ...[...findMatches(cell, SIX_LETTERS)].filter(({ 0: text }) => !NO_LOCATORS.has(text)),
    ...[...findMatches(cell, LETTERS_ALONE)].filter(({ 0: text, index }) =>
      isCode(text, isMarked(cell, index)),
    ),
  ];
  return matches
    .map(({ 0: text, index }): Token => ({
      text,
      index,
      digits: text.replace(/\P{Nd}/gu, "").length,
    }))
    .sort((a, b) => a.index - b.index)
    .filter(
      ({ text, index }) =>
        !isPartOfAmount(cell, text, index) &&
        !isOfClock(cell, index) &&
        !dates.some((date) => date.start < index + text.length && date.end > index),
    );
}

/** "2026-11-24T21:01:13.000Z": the seconds. */
function isOfClock(cell: string, index: number): boolean {
  return /\d:$/.test(cell.slice(Math.max(0, index - 2), index));
}

function isPartOfAmount(cell: string, text: string, index: number): boolean {
  const end = index + text.length;
  return (
    /^\d{1,3}(?:[.,]\d{3})*[.,]\d{2}$/.test(text) ||
    /^(?:[.,:]\d|\s?[%€£$₹¥])/.test(cell.slice(end, end + 2)) ||
    /[€£$₹¥]\s?$/.test(cell.slice(Math.max(0, index - 2), index))
  );
}

/** Whether a number of that kind may be these letters: a booking's code, or an order's long one. */
export function mayBeLetters(kind: NumberKind, text: string, isBehindMark: boolean): boolean {
  return (
    (kind === "booking" && CODE.test(text)) || (kind === "order" && isCode(text, isBehindMark))
  );
}

/** Whether capitals have fewer vowels than words do; behind a label's colon one more is enough. */
function isCode(text: string, isBehindMark: boolean): boolean {
  const vowels = text.replace(/[^AEIOU]/g, "").length;
  const letters = vowels * (isBehindMark ? LETTERS_A_VOWEL_MIN - 1 : LETTERS_A_VOWEL_MIN);
  return /^[A-Z]{8,16}$/.test(text) && letters <= text.length;
}

/** Whether a mark is right before a place of a cell: "Order: ", "n° ". */
export function isMarked(cell: string, index: number): boolean {
  return /[#№:°º＃]\s{0,2}[*("“[]{0,3}\s?$/u.test(cell.slice(Math.max(0, index - 8), index));
}

/** Whether a token is long enough to be a number wherever its label is near. */
export function isLong({ text, digits }: Token): boolean {
  return CODE.test(text) || (digits >= 3 && (digits >= 4 || text.length >= 5));
}

/** The token with the letters of its series before it, or the groups of digits after it. */
export function wholeNumber(cell: string, token: Token, kind: NumberKind): Token {
  const groups = /^[A-Z]{0,4}\d{2,8}$/.test(token.text)
    ? GROUPS.exec(cell.slice(token.index + token.text.length))
    : null;
  const counter =
    kind === "invoice" && /^[A-Z]{1,5}\d{1,4}$/.test(token.text)
      ? COUNTER.exec(cell.slice(token.index + token.text.length))
      : null;
  if (counter !== null) return { ...token, text: token.text + counter[0] };
  return groups === null
    ? withSeries(cell, token, kind)
    : { ...token, text: token.text + groups[0] };
}

/** "FV 12/2025": the letters of an invoice's series come before its number. */
export function withSeries(cell: string, token: Token, kind: NumberKind): Token {
  const series =
    kind === "invoice" && token.text.includes("/")
      ? /(?<![\p{L}\d])(?!NO |NR |ID )([A-Z]{1,3}) $/u.exec(cell.slice(0, token.index))
      : null;
  return series === null
    ? token
    : { ...token, text: `${series[0]}${token.text}`, index: token.index - series[0].length };
}
