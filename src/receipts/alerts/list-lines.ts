// Splits a text into lines and finds the amounts that a list prints: at the end of a line, or alone in a cell.

import type { Day } from "../../money/day.ts";
import type { Amount } from "../totals/money/amount.ts";
import { findDates } from "../totals/money/dates.ts";
import { readNumber } from "../totals/money/numbers.ts";
import type { AlertText, Place } from "./alert-text.ts";
import { amountsWithin } from "./amounts-within.ts";
import { readSign } from "./signs.ts";

export interface ListedAmount {
  readonly amount: Amount;
  /** The direction by its sign, true for a plus; null without a sign. */
  readonly isIn: boolean | null;
}

export interface PrintedLine extends Place {
  readonly kind: "blank" | "words" | "amounts" | "words and amounts" | "prose";
  readonly amounts: readonly ListedAmount[];
}

const LINES_MAX = 400;
const PROSE_CHARS_MIN = 140;
/** "08:27", "7:42:05", "07h52" */
export const TIME = /(?<![\d:.])(?:[01]?\d|2[0-3])[:h][0-5]\d(?::[0-5]\d)?(?![\d.:]?\d)/u;

/** Reads the lines of a text. A text of too many lines gives none, because a list cut off in the middle looks whole. */
export function readLines(alert: AlertText, sent: Day | null): readonly PrintedLine[] {
  const lines: PrintedLine[] = [];
  for (let start = 0; start < alert.text.length;) {
    if (lines.length === LINES_MAX) return [];
    const newline = alert.text.indexOf("\n", start);
    const end = newline === -1 ? alert.text.length : newline;
    lines.push(readLine(alert, { start, end }, sent));
    start = end + 1;
  }
  return lines;
}

function readLine(alert: AlertText, line: Place, sent: Day | null): PrintedLine {
  const text = alert.text.slice(line.start, line.end);
  if (!/[\p{L}\p{N}]/u.test(text)) return { ...line, kind: "blank", amounts: [] };
  const found = /\d/.test(alert.folded.slice(line.start, line.end))
    ? findListed(alert, line, text, sent)
    : [];
  const amounts = found.map((amount) => ({ amount, isIn: readSign(alert, amount, line) }));
  if (amounts.length === 0 && (text.length >= PROSE_CHARS_MIN || ENDS_SENTENCE.test(text)))
    return { ...line, kind: "prose", amounts };
  if (isSentence(alert, line, amounts.at(-1)?.amount))
    return { ...line, kind: "prose", amounts: [] };
  if (amounts.length === 0) return { ...line, kind: "words", amounts: [] };
  const rest = amounts.reduce(
    (words, { amount }) =>
      words.slice(0, amount.start - line.start) +
      " ".repeat(amount.end - amount.start) +
      words.slice(amount.end - line.start),
    text,
  );
  return { ...line, kind: WORDS.test(rest) ? "words and amounts" : "amounts", amounts };
}

const SENTENCE_CHARS_MIN = 40;
const ENDS_SENTENCE = /^[^\t|:：]{40,}[.!?。]\s*$/u;

/** "A payment of 12.00 was made.", "Your balance is 12.00." */
function isSentence({ text }: AlertText, { start, end }: Place, last: Amount | undefined): boolean {
  return (
    last !== undefined &&
    end - start >= SENTENCE_CHARS_MIN &&
    /^[^\t|]*[.。]\s*$/u.test(text.slice(last.end, end))
  );
}

/** A word, which is longer than the letters of a currency, or a digit. */
const WORDS = /\p{L}{3}|\d|[\p{sc=Han}\p{sc=Hangul}\p{sc=Hiragana}\p{sc=Katakana}]{2}/u;

/** A currency, a sign or the edge of a cell may follow the last amount of a line. */
const BEHIND = /^[+\-−–]?[\s|()\p{Sc}.]{0,4}(?:\p{L}{1,4}\.?)?[\s|()+\-−–]{0,12}$/u;
const CELL = /[^\t|]+/g;
const BARE = /^\s*(?:[+\-−–]\s?)?(?<number>\d{1,3}(?:[.,'\s]\d{3}){1,4})\s*$/u;
/** A day or a time may stand before an amount in its cell. */
const MONEY_ALONE = /^\s*(?:[\d.:/-]{4,10}\s)?[+\-−–]?\s?(?:\p{Sc}|\p{L}{1,4}\.?)?\s?$/u;

/** Finds the amounts that end a line. On a line with a day or a time, amounts alone in a cell count first. */
function findListed(
  alert: AlertText,
  line: Place,
  text: string,
  sent: Day | null,
): readonly Amount[] {
  const within = amountsWithin(alert.amounts, line)
    .filter((one) => !isDayOfMonth(alert, one))
    .map((one) => joinGroups(alert, line, withinCell(alert, one)));
  const isDated = TIME.test(text) || (/^\D{0,12}\d/.test(text) && findDates(text, sent).length > 0);
  if (isDated) {
    const cells = findCells(alert, line, text, within);
    if (cells.length > 0) return cells;
  }
  let until = line.end;
  const ends: Amount[] = [];
  for (const amount of within.toReversed()) {
    if (!BEHIND.test(alert.text.slice(amount.end, until))) break;
    ends.unshift(amount);
    until = amount.start;
  }
  if (ends.length > 0) return ends;
  return findCells(alert, line, text, within).slice(-2);
}

/** "23.11." */
function isDayOfMonth({ text }: AlertText, { start, end, currency, candidates }: Amount): boolean {
  return (
    currency === null &&
    candidates.length === 0 &&
    /^\d{1,2}\.\d{2}\.(?!\d)/.test(text.slice(start, end + 2))
  );
}

/** In "12.50 EUR\t87.50 EUR" the code of the first cell belongs to the first amount alone. */
function withinCell({ text }: AlertText, amount: Amount): Amount {
  const tab = text.slice(amount.start, amount.end).lastIndexOf("\t");
  return tab === -1 ? amount : { ...amount, start: amount.start + tab + 1 };
}

/** "-1 247.35", "3 918,11": thousands that a blank parts, at the beginning of a cell or behind a sign. */
const GROUPS =
  /(?:^|[\t|]\s*|[+\-−–]\s?|\d[:.]\d\d\s[+\-−–]?)(?<groups>\d{1,3}(?:[ \u00a0]\d{3}){0,3}[ \u00a0])$/u;
const GROUPS_CHARS_MAX = 24;

function joinGroups({ text }: AlertText, line: Place, amount: Amount): Amount {
  const before = text.slice(Math.max(line.start, amount.start - GROUPS_CHARS_MAX), amount.start);
  const groups = GROUPS.exec(before)?.groups?.["groups"];
  const last = /^(?<whole>\d{3})(?:[.,](?<cents>\d{1,2}))?(?!\d)/.exec(
    text.slice(amount.start, amount.end),
  );
  const { whole, cents } = last?.groups ?? {};
  if (groups === undefined || whole === undefined) return amount;
  const value = `${groups.replace(/\s/g, "")}${whole}${cents === undefined ? "" : `.${cents}`}`;
  return { ...amount, start: amount.start - groups.length, value, otherwise: null };
}

function findCells(
  alert: AlertText,
  line: Place,
  text: string,
  within: readonly Amount[],
): readonly Amount[] {
  if (!/[\t|]/.test(text) && !BARE.test(text)) return [];
  return [...text.matchAll(CELL)].flatMap((match) => {
    const start = line.start + match.index;
    const end = start + match[0].length;
    const [known] = amountsWithin(within, { start, end });
    if (known !== undefined) {
      const isAlone =
        MONEY_ALONE.test(alert.text.slice(start, known.start)) &&
        BEHIND.test(alert.text.slice(known.end, end));
      return isAlone ? [known] : [];
    }
    const printed = BARE.exec(match[0])?.groups?.["number"];
    const number = printed === undefined ? null : readNumber(printed.replace(/\s/g, " "));
    if (printed === undefined || number === null) return [];
    const at = start + match[0].indexOf(printed);
    return [toAmount({ start: at, end: at + printed.length }, number)];
  });
}

function toAmount(
  place: Place,
  { value, decimals, otherwise, mark }: NonNullable<ReturnType<typeof readNumber>>,
): Amount {
  return {
    ...place,
    value,
    negative: false,
    currency: null,
    candidates: [],
    iso: false,
    decimals,
    mark,
    otherwise,
  };
}
