// Which amounts of a segment may have moved, and what is only a fee, a rate, a price or a deduction.

import type { Amount } from "../totals/money/amount.ts";
import { findMoneyWords } from "../totals/label-readings.ts";
import type { AlertText, Place } from "./alert-text.ts";
import { readAmountWords } from "./amount-words.ts";
import { amountsWithin } from "./amounts-within.ts";
import type { Segment } from "./cells.ts";
import type { Reading } from "./movement.ts";
import { isQuoted } from "./quotes.ts";
import { isZero } from "./amount-rows.ts";
import { type Verb } from "./vocabulary.ts";
import { foldWords } from "../words/phrases.ts";

const AMOUNT_WORDS_CHARS_MAX = 90;
const OWN_AMOUNT_CHARS = 20;

/** The amounts of a sentence that may have moved; fees and rates only if there is nothing else. */
export function findAmountsMoved(
  { text, folded, amounts, balances }: AlertText,
  { start, end }: Place,
  verbs: readonly Verb[],
): readonly Amount[] {
  const here = amountsWithin(amounts, { start, end }).filter(
    (one) => !balances.has(one) && !isZero(one) && !isQuoted(text, one),
  );
  const fees: Amount[] = [];
  const moved = here.filter((amount, at) => {
    const before = here[at - 1]?.end ?? start;
    const words = readAmountWords(folded, amount, {
      from: Math.max(before, amount.start - AMOUNT_WORDS_CHARS_MAX),
      until: here[at + 1]?.start ?? end,
      verbs,
    });
    if (words === "fee or rate") fees.push(amount);
    return words === null;
  });
  return moved.length > 0 ? moved : fees;
}

/**
 * "A reconnection fee of 250.00 applies": the verb is of the amount right behind it, which did not move,
 * and not of an amount in another row.
 */
export function isOfOwnAmount(
  { amounts, folded }: AlertText,
  place: Place,
  { verb }: Reading,
): boolean {
  const until = place.end;
  return amountsWithin(amounts, place).some((amount) => {
    const { start } = amount;
    if (start < verb.end || start > verb.end + OWN_AMOUNT_CHARS) return false;
    return (
      /^ {0,2}$/.test(folded.slice(verb.end, start)) ||
      readAmountWords(folded, amount, { from: verb.end, until }) === "not moved"
    );
  });
}

/** "Discount  -3.84", "Amount without discount  61.45": a row of what is taken off a price offers nothing. */
export function isDeduction({ folded, amounts }: AlertText, segment: Segment): boolean {
  const [only, ...more] = amountsWithin(amounts, segment);
  if (only === undefined || more.length > 0) return false;
  const label = foldWords(folded.slice(segment.start, only.start));
  return only.negative || findMoneyWords(label).some(({ role }) => role === "discount");
}
