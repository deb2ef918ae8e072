// Proves a list of movements by what each entry prints of its own direction: a sign, a refund's sign, or its words.

import type { AlertText } from "./alert-text.ts";
import {
  chooseAmounts,
  isSumPrinted,
  othersOutside,
  sizeOf,
  sumOf,
  toListed,
  type Listed,
} from "./list-amounts.ts";
import type { Entry } from "./list-entries.ts";
import type { ListedAmount } from "./list-lines.ts";
import { findPartyOf } from "./list-parties.ts";
import { isSumAbove } from "./list-sums.ts";
import {
  hasCertainWord,
  isSurelyOut,
  isUnderDay,
  readWords,
  type AroundList,
} from "./list-words.ts";
import { HOLDINGS } from "./vocabulary.ts";

/**
 * Proves a bank's entries that all have a sign and a day. Positions of an invoice add up to a printed sum; these must
 * not.
 */
export function bySigns(
  alert: AlertText,
  run: readonly Entry[],
  { isBanks }: AroundList,
): readonly Listed[] | null {
  const [amounts = []] = chooseAmounts(run);
  if (!isBanks || !run.every(({ isDated }) => isDated)) return null;
  const directions = amounts.flatMap(({ isIn }) => (isIn === null ? [] : [isIn]));
  if (directions.length < run.length) return null;
  if (run.some((entry, at) => directions[at] === true && isSurelyOut(alert, entry))) return null;
  const sum = amounts.reduce(
    (all, { amount, isIn }) => all + (isIn === true ? 1 : -1) * sizeOf(amount),
    0,
  );
  const isPrinted = othersOutside(alert, run).some((amount) => sizeOf(amount) === Math.abs(sum));
  return isPrinted ? null : toListed(run, amounts, directions);
}

/**
 * Proves a card's purchases if only refunds have a sign: the words of signed entries say refund, those of the others do
 * not.
 */
export function byMarks(
  alert: AlertText,
  run: readonly Entry[],
  { isBanks }: AroundList,
): readonly Listed[] | null {
  const amounts = run.flatMap((entry) => entry.amounts);
  if (!isBanks || amounts.length > run.length || !run.every(({ isDated }) => isDated)) return null;
  // Of two amounts, one is often the purchase that the other refunds in part.
  if (run.length < MARKED_MIN) return null;
  const marks = new Set(amounts.map(({ isIn }) => isIn));
  const isOfCard = HOLDINGS.find(alert.folded).some(({ tag }) => tag === "card");
  const isFitting = run.every((entry, at) => {
    const isMarked = amounts[at]?.isIn !== null;
    const said = readWords(alert, entry);
    return isMarked ? said === true : said !== true;
  });
  return marks.size === 2 && marks.has(null) && isOfCard && isFitting
    ? toListed(
        run,
        amounts,
        amounts.map(({ isIn }) => isIn !== null),
      )
    : null;
}

const MARKED_MIN = 3;

/** Proves entries that each name the other party, and whose own words tell the direction, under a day. */
export function byWords(
  alert: AlertText,
  run: readonly Entry[],
  { isBanks, counts }: AroundList,
): readonly Listed[] | null {
  const isCounted = counts.has(run.length);
  const amounts = run.flatMap((entry) => entry.amounts);
  if (amounts.length > run.length || !amounts.every(isMoney) || !isUnderDay(alert, run))
    return null;
  const isCertain = isCounted || run.every((entry) => hasCertainWord(alert, entry));
  if (!isBanks && (!isCertain || isSumPrinted(alert, run, amounts))) return null;
  if (isSumAbove(othersOutside(alert, run), run, sumOf(amounts))) return null;
  const directions = run.flatMap((entry, at) => {
    const said = readWords(alert, entry);
    const sign = amounts[at]?.isIn ?? null;
    // "Returned -89.90" in a list of purchases: the minus marks money that came back.
    return said === null || (sign !== null && sign !== said && !said) ? [] : [said];
  });
  const isNamed = run.every((entry) => findPartyOf(alert, entry, null) !== null);
  return directions.length === run.length && isNamed ? toListed(run, amounts, directions) : null;
}

/** Whether a number has a currency or decimals. Loyalty points have neither. */
function isMoney({ amount: { currency, candidates, decimals } }: ListedAmount): boolean {
  return currency !== null || candidates.length > 0 || decimals > 0;
}
