// Proves a list of movements by its sums: one printed below it, or one for what came in and one for what went out.

import type { Amount } from "../totals/money/amount.ts";
import type { AlertText } from "./alert-text.ts";
import {
  chooseAmounts,
  findDirections,
  findOnlyDirections,
  isSumPrinted,
  othersOutside,
  sizeOf,
  sumOf,
  toListed,
  type Listed,
} from "./list-amounts.ts";
import type { Entry } from "./list-entries.ts";
import type { ListedAmount } from "./list-lines.ts";
import { readHeading, type AroundList } from "./list-words.ts";

/**
 * Proves a run by a printed sum below it, by one sum for each direction, or, of charges, by as many entries as the
 * message announces.
 */
export function bySums(
  alert: AlertText,
  run: readonly Entry[],
  around: AroundList,
): readonly Listed[] | null {
  const { isBanks, counts } = around;
  const isDated = run.every((entry) => entry.isDated);
  const isCounted = counts.has(run.length);
  if (!(isBanks && (isDated || isCounted)) && !(isDated && isCounted)) return null;
  const others = othersOutside(alert, run);
  // A marketplace lists its seller's orders by day and deducts its fees below. Its one payout would become many.
  if (others.some(({ negative }) => negative)) return null;
  for (const amounts of chooseAmounts(run)) {
    const sum = sumOf(amounts);
    const isPrinted = isSumPrinted(alert, run, amounts);
    // A shop prints the total of one payment below its goods, so a sum proves a list only in a bank's message.
    if (isPrinted && !isBanks) return null;
    const isSum = isPrinted && !isSumAbove(others, run, sum);
    const isOfCharges = isDated && isCounted && around.isOfPurchases;
    const isIn = isSum || isOfCharges ? readHeading(alert, run, around) : null;
    if (isIn !== null && amounts.every((one) => one.isIn === null || one.isIn === isIn))
      return toListed(
        run,
        amounts,
        run.map(() => isIn),
      );
    const directions = findOnlyDirections(findDifferences(others, sum), (difference) =>
      findDirections(alert, run, amounts, difference),
    );
    if (directions !== null) return toListed(run, amounts, directions);
  }
  return null;
}

/**
 * Finds two neighbouring amounts that add up to a sum, as the totals paid out and paid in do, and returns their
 * differences.
 */
function findDifferences(others: readonly Amount[], sum: number): ReadonlySet<number> {
  const differences = others.flatMap((one, at) => {
    const next = others[at + 1];
    if (next === undefined || sizeOf(one) + sizeOf(next) !== sum) return [];
    const difference = sizeOf(one) - sizeOf(next);
    return [difference, -difference];
  });
  return new Set(differences.filter((difference) => difference !== 0));
}

/** Whether the sum stands above the run: "You paid 20.00 at the shop", with the goods of that one payment below. */
export function isSumAbove(others: readonly Amount[], run: readonly Entry[], sum: number): boolean {
  const start = run[0]?.start ?? 0;
  return others.some((amount) => amount.end <= start && sizeOf(amount) === sum);
}

function firstSize([first]: readonly ListedAmount[]): number | null {
  return first === undefined ? null : sizeOf(first.amount);
}

/** Whether an amount is the sum of at least two neighbouring entries that have a day or a time. */
export function isSumOfDated(amount: Amount, list: readonly Entry[]): boolean {
  const sizes = list.map(({ isDated, isAhead, amounts }) =>
    isDated && !isAhead ? firstSize(amounts) : null,
  );
  return sizes.some((_, from) => {
    let sum = 0;
    for (let at = from; at < sizes.length; at += 1) {
      const size = sizes[at] ?? null;
      if (size === null) return false;
      sum += size;
      if (at > from && sum === sizeOf(amount)) return true;
    }
    return false;
  });
}
