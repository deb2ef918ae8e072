// Proves that a list of amounts is a list of movements, and in which direction each went. The proofs need few words, so
// they hold in any language. The first of these counts: balances, printed sums, signs, refunds with a sign, words.

import type { Amount } from "../totals/money/amount.ts";
import type { AlertText } from "./alert-text.ts";
import {
  chooseAmounts,
  findDirections,
  findOnlyDirections,
  isBalance,
  isSumPrinted,
  othersOutside,
  sizeOf,
  sumOf,
  toListed,
  unitsOf,
  type Listed,
} from "./list-amounts.ts";
import { byBalances, byBeforeAndAfter } from "./list-balances.ts";
import type { Entry } from "./list-entries.ts";
import type { ListedAmount } from "./list-lines.ts";
import { findPartyOf } from "./list-parties.ts";
import {
  findCounts,
  hasCertainWord,
  isUnderDay,
  readHeading,
  readWords,
  type AroundList,
} from "./list-words.ts";
import { BALANCES, findVerbs, HOLDINGS } from "./vocabulary.ts";

/** Every run of entries is tried against every proof, so a longer list is not proven. */
const ENTRIES_MAX = 24;
const AMOUNTS_MAX = 200;

export interface ProvenList {
  readonly listed: readonly Listed[];
  /** As many movements as the message announces, else as the list has entries of this kind. */
  readonly reported: number;
  /** Balances or sums prove it. A refused or held payment changes neither, so every amount moved. */
  readonly isMoved: boolean;
}

/** Proves the movements of a list; null if nothing proves any of them. */
export function proveList(
  alert: AlertText,
  list: readonly Entry[],
  around: AroundList,
): ProvenList | null {
  const told = list.filter((entry) => movesMoney(entry) && !isOfBalance(alert, entry));
  const entries = told.filter((entry) => !isRefused(alert, entry));
  if (entries.length < 2 || entries.length > ENTRIES_MAX) return null;
  if (alert.amounts.length > AMOUNTS_MAX) return null;
  const moved =
    byBalances(alert, entries, around) ??
    findRun(entries, (run) => byBeforeAndAfter(alert, run, around)) ??
    findRun(entries, (run) => bySums(alert, run, around));
  const listed =
    moved ??
    findRun(
      entries,
      (run) =>
        bySigns(alert, run, around) ?? byMarks(alert, run, around) ?? byWords(alert, run, around),
    );
  if (listed === null) return null;
  const announced = findAnnounced(alert, list, around);
  const withRefused = listed.length + told.length - entries.length;
  const isCounted = announced === null || announced === listed.length || announced === withRefused;
  return {
    listed,
    reported: isCounted ? listed.length + countLeftOut(alert, entries, listed) : announced,
    isMoved: moved !== null,
  };
}

/** Whether a proof has every entry of its list, and as many as the message announces. */
export function isWhole({ listed, reported }: ProvenList): boolean {
  return listed.length === reported;
}

/** Finds the entries of a list that report a movement of a past day, whether or not the list is proven. */
export function findPastEntries(alert: AlertText, list: readonly Entry[]): readonly Entry[] {
  return list.filter(
    (entry) =>
      entry.isDated &&
      !entry.isAhead &&
      movesMoney(entry) &&
      !isOfBalance(alert, entry) &&
      !isRefused(alert, entry),
  );
}

/** The number of movements in the subject, else above the list; null without one number. */
function findAnnounced(
  { folded }: AlertText,
  [first]: readonly Entry[],
  { countsInSubject }: AroundList,
): number | null {
  const counts =
    countsInSubject.size > 0 ? countsInSubject : findCounts(folded.slice(0, first?.start ?? 0));
  const [count = null, ...others] = counts;
  return others.length > 0 ? null : count;
}

function isRefused({ folded }: AlertText, { start, end }: Entry): boolean {
  const senses = findVerbs(folded, start, end).map(({ sense }) => sense);
  return senses.includes("stopped") && !senses.includes("back");
}

/** "Balance on 18 November  1,904.66": a line that begins with the word of a balance or a limit. */
function isOfBalance({ folded, text, balances }: AlertText, { amounts }: Entry): boolean {
  const [first] = amounts;
  if (first === undefined) return false;
  const start = text.lastIndexOf("\n", first.amount.start - 1) + 1;
  const [word] = BALANCES.find(folded, start, first.amount.start);
  return (
    amounts.every(({ amount }) => balances.has(amount)) ||
    (word !== undefined && word.start <= start + LABEL_CHARS_MAX && amounts.length === 1)
  );
}

const LABEL_CHARS_MAX = 20;

function movesMoney({ amounts }: Entry): boolean {
  return amounts.some(({ amount }) => unitsOf(amount) !== 0);
}

/** Counts the entries of the same kind that a proof misses: with a day too, or printed in the same form. */
function countLeftOut(
  alert: AlertText,
  entries: readonly Entry[],
  listed: readonly Listed[],
): number {
  const proven = new Set(listed.map(({ entry }) => entry));
  const isDated = listed.every(({ entry }) => entry.isDated);
  const leads = new Set(listed.map(({ entry }) => entry.lead));
  const isAlike = (entry: Entry): boolean =>
    (entry.lead !== "" && leads.has(entry.lead)) ||
    (isDated ? entry.isDated : listed.some((one) => one.entry.isStacked === entry.isStacked));
  const amountsMin = Math.min(...listed.map(({ entry }) => entry.amounts.length));
  const others = entries.filter((entry) => !proven.has(entry));
  return others.filter(
    (entry) =>
      entry.amounts.length >= amountsMin &&
      !entry.isAhead &&
      !isBeforeOrAfter(entry, others, listed) &&
      isAlike(entry) &&
      entry.amounts.some(({ amount }) => !isBalance(alert, amount)),
  ).length;
}

/** Whether the movements change the amount of this entry into another's, or the reverse: both are balances. */
function isBeforeOrAfter(
  { amounts: [only, ...more] }: Entry,
  others: readonly Entry[],
  listed: readonly Listed[],
): boolean {
  const change = listed.reduce(
    (sum, { amount, isIn }) => sum + (isIn ? 1 : -1) * sizeOf(amount),
    0,
  );
  if (only === undefined || more.length > 0 || change === 0) return false;
  return others.some(
    ({ amounts: [other, ...beside] }) =>
      other !== undefined &&
      beside.length === 0 &&
      Math.abs(unitsOf(other.amount) - unitsOf(only.amount)) === Math.abs(change),
  );
}

/** Finds the longest run of at least two entries that a proof accepts. */
function findRun(
  entries: readonly Entry[],
  prove: (run: readonly Entry[]) => readonly Listed[] | null,
): readonly Listed[] | null {
  for (let count = entries.length; count > 1; count -= 1)
    for (let from = 0; from + count <= entries.length; from += 1) {
      const proven = prove(entries.slice(from, from + count));
      if (proven !== null) return proven;
    }
  return null;
}

/**
 * Proves a run by a printed sum below it, by one sum for each direction, or, of charges, by as many entries as the message
 * announces.
 */
function bySums(
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

/** Finds two neighbouring amounts that add up to a sum, as the totals paid out and paid in do; returns their differences. */
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
function isSumAbove(others: readonly Amount[], run: readonly Entry[], sum: number): boolean {
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

/** Proves a bank's entries that all have a sign and a day. Positions of an invoice add up to a printed sum; these must not. */
function bySigns(
  alert: AlertText,
  run: readonly Entry[],
  { isBanks }: AroundList,
): readonly Listed[] | null {
  const [amounts = []] = chooseAmounts(run);
  if (!isBanks || !run.every(({ isDated }) => isDated)) return null;
  const directions = amounts.flatMap(({ isIn }) => (isIn === null ? [] : [isIn]));
  if (directions.length < run.length) return null;
  const sum = amounts.reduce(
    (all, { amount, isIn }) => all + (isIn === true ? 1 : -1) * sizeOf(amount),
    0,
  );
  const isPrinted = othersOutside(alert, run).some((amount) => sizeOf(amount) === Math.abs(sum));
  return isPrinted ? null : toListed(run, amounts, directions);
}

/** Proves a card's purchases if only refunds have a sign: the words of signed entries say refund, those of the others do not. */
function byMarks(
  alert: AlertText,
  run: readonly Entry[],
  { isBanks }: AroundList,
): readonly Listed[] | null {
  const amounts = run.flatMap((entry) => entry.amounts);
  if (!isBanks || amounts.length > run.length || !run.every(({ isDated }) => isDated)) return null;
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

/** Proves entries that each name the other party, and whose own words tell the direction, under a day. */
function byWords(
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
