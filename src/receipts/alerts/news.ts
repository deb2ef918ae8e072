// The news of a bank's message stands at its head: a sentence with its day or account, or rows of an amount, a day and
// an account. Far below stand prices, offers, limits and warnings. They have the same verbs and other amounts, and
// report no movement unless they name a day or an account too.

import { findAmountRows } from "./amount-rows.ts";
import type { AlertText } from "./alert-text.ts";
import { amountsWithin } from "./amounts-within.ts";
import type { Head, Movement } from "./movement.ts";
import { isOfOwn, namesAccount, namesOwn } from "./not-moved.ts";
import { endOfRows, isAfterRows, isAmongRows } from "./row-blocks.ts";
import { sliceSegment } from "./segments.ts";

/** A sentence right behind the news may go on with it: "A fee of 2.00 was charged." */
const NEAR_SEGMENTS = 4;

/** Another movement that a message reports is of the same days. */
const NEXT_DAYS_MAX = 7;

/** The movements without those of sentences and rows far below the news. */
export function withoutBelowNews(
  alert: AlertText,
  movements: readonly Movement[],
  heads: readonly Head[],
): readonly Movement[] {
  const end = findEndOfNews(alert, movements, heads);
  const head = heads.find((one) => isOwnHead(alert, one));
  return movements.filter(({ segment }) => {
    const isBelow = end !== null && segment > end + NEAR_SEGMENTS;
    // "300 if you activate it until 15 December", right below rows of November.
    const isOfLater =
      end !== null &&
      segment > end &&
      isSentence(alert, segment) &&
      !namesAccount(sliceSegment(alert, segment)) &&
      isAfterRows(alert, segment, NEXT_DAYS_MAX);
    if (isOfLater) return false;
    // The sentence may announce a list of lines. A sentence further down is not in that list.
    const isBelowHead =
      head !== undefined && segment > head.index + NEAR_SEGMENTS && isSentence(alert, segment);
    return !(isBelow || isBelowHead) || namesOwn(sliceSegment(alert, segment));
  });
}

/**
 * Whether a segment stands far below the rows of the news: "Change the limit before the end of the term" arranges and
 * announces nothing of them. `end`: the last of those rows.
 */
export function isBelowRows(alert: AlertText, index: number, end: number | null): boolean {
  return end !== null && index > end + NEAR_SEGMENTS && !namesOwn(sliceSegment(alert, index));
}

/** The last of the rows of an amount, a day, an account or a party; null if an amount has no such rows. */
export function findEndOfRows(alert: AlertText): number | null {
  const row =
    findFirstRow(alert, (index) => isAmongRows(alert, index)) ??
    [...alert.segments.keys()].find(
      (index) => isAmountAlone(alert, index) && isAmongRows(alert, index),
    );
  return row === undefined ? null : endOfRows(alert, row);
}

/** "$260.00 (CAD)" alone on a line. */
function isAmountAlone({ text, segments, amounts }: AlertText, index: number): boolean {
  const own = segments[index] ?? { start: 0, end: 0, row: null };
  const [amount, ...more] = own.row === null ? amountsWithin(amounts, own) : [];
  if (amount === undefined || more.length > 0) return false;
  const rest = text.slice(own.start, amount.start) + text.slice(amount.end, own.end);
  return /^[\s\p{P}+]*(?:\([A-Z]{3}\))?[\s\p{P}]*$/u.test(rest);
}

function findFirstRow(alert: AlertText, isOfNews: (index: number) => boolean): number | undefined {
  return [...findAmountRows(alert, "account amount"), ...findAmountRows(alert, "amount")]
    .map(({ index }) => index)
    .sort((a, b) => a - b)
    .find(isOfNews);
}

/** "Your account ending 0264 was debited with the yearly fee of your card": a certain sentence without an amount. */
function isOwnHead(alert: AlertText, { index, reading }: Head): boolean {
  return reading.isCertain && isSentence(alert, index) && namesAccount(sliceSegment(alert, index));
}

/** The last segment of the news; null where neither a sentence nor rows are known to be it. */
function findEndOfNews(
  alert: AlertText,
  movements: readonly Movement[],
  heads: readonly Head[],
): number | null {
  const told = movements.find(
    ({ isCertain, segment, head }) =>
      isCertain &&
      segment === head &&
      isSentence(alert, segment) &&
      (namesOwn(sliceSegment(alert, segment)) || isAmongRows(alert, segment)),
  );
  const row = findFirstRow(
    alert,
    (index) => isAmongRows(alert, index) || isBelowOwn(alert, heads, index),
  );
  const ofRows = row === undefined ? null : endOfRows(alert, row);
  // A sentence below the rows is not the news, whatever day it names.
  if (told === undefined || (ofRows !== null && told.segment > ofRows)) return ofRows;
  return Math.max(endOfRows(alert, told.segment), ofRows ?? 0);
}

/** Whether a segment is neither a row nor a line of a table, which others may follow. */
function isSentence({ text, segments }: AlertText, index: number): boolean {
  const own = segments[index];
  return own?.row === null && !text.slice(own.start, own.end).includes("\t");
}

/** Whether a certain sentence with a day or an account, and without an amount, stands right above a row. */
function isBelowOwn(alert: AlertText, heads: readonly Head[], row: number): boolean {
  return heads.some(
    ({ index, reading }) =>
      reading.isCertain &&
      index < row &&
      index >= row - NEAR_SEGMENTS &&
      isOfOwn(sliceSegment(alert, index)),
  );
}
