// What shows that a list of amounts is a list of movements, and which way each of them went, whatever language its words
// are in: the balance after each, the balances before and after all of them, printed sums, or their signs.

import type { Amount } from "../totals/money/amount.ts";
import type { AlertText } from "./alert-text.ts";
import {
  chooseAmounts,
  comesToSum,
  findWays,
  isBalance,
  othersOutside,
  sizeOf,
  toListed,
  unitsOf,
  type Listed,
} from "./list-amounts.ts";
import { byBalances, byBeforeAndAfter } from "./list-balances.ts";
import type { Entry } from "./list-entries.ts";
import type { ListedAmount } from "./list-lines.ts";
import { findPartyOf } from "./list-parties.ts";
import { isSaid, isUnderDay, readHeading, readWords, type AroundList } from "./list-words.ts";
import { BALANCES, findVerbs, HOLDINGS } from "./vocabulary.ts";

/** A longer list is not read: what each part of it may prove is tried. */
const ENTRIES_MAX = 24;
const AMOUNTS_MAX = 200;

export interface ProvenList {
  readonly listed: readonly Listed[];
  /** Each amount surely moved: what was refused or is only held would change no balance, and be in no sum. */
  readonly isMoved: boolean;
}

/** The movements that a list proves; null if it proves none, or leaves out an entry that has a day. */
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
  return listed === null ||
    leavesOut(alert, entries, listed) ||
    isCountedOtherwise(around, listed.length + told.length - entries.length, listed.length)
    ? null
    : { listed, isMoved: moved !== null };
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

/** Whether the message says that there are more or fewer, with those that were refused or without. */
function isCountedOtherwise({ counts }: AroundList, ...found: readonly number[]): boolean {
  return counts.size === 1 && !found.some((count) => counts.has(count));
}

function movesMoney({ amounts }: Entry): boolean {
  return amounts.some(({ amount }) => unitsOf(amount) !== 0);
}

/** Whether an entry of the same kind as those of a run is not in it: one with a day, or with an amount set in the same way. */
function leavesOut(
  alert: AlertText,
  entries: readonly Entry[],
  listed: readonly Listed[],
): boolean {
  const run = new Set(listed.map(({ entry }) => entry));
  const isDated = listed.every(({ entry }) => entry.isDated);
  const leads = new Set(listed.map(({ entry }) => entry.lead));
  const isAlike = (entry: Entry): boolean =>
    (entry.lead !== "" && leads.has(entry.lead)) ||
    (isDated ? entry.isDated : listed.some((one) => one.entry.isStacked === entry.isStacked));
  const amounts = Math.min(...listed.map(({ entry }) => entry.amounts.length));
  return entries.some(
    (entry) =>
      !run.has(entry) &&
      entry.amounts.length >= amounts &&
      !entry.isAhead &&
      isAlike(entry) &&
      entry.amounts.some(({ amount }) => !isBalance(alert, amount)),
  );
}

/** The longest run of at least two entries with what it proves. */
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

/** Entries whose amounts come to one printed sum, or to one of each way, or are as many as the message says. */
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
  // What was sold on each day, and below it what is taken off.
  if (others.some(({ negative }) => negative)) return null;
  for (const amounts of chooseAmounts(run)) {
    const sum = amounts.reduce((all, { amount }) => all + sizeOf(amount), 0);
    const isSum = comesToSum(alert, run, amounts);
    // What a shop's positions come to was paid at once.
    if (isSum && !isBanks) return null;
    const isOfCharges = isDated && isCounted && around.isOfPurchases;
    const way =
      (isSum && !isSumAbove(others, run, sum)) || isOfCharges
        ? readHeading(alert, run, around)
        : null;
    if (way !== null && amounts.every(({ isIn }) => isIn === null || isIn === way))
      return toListed(
        run,
        amounts,
        run.map(() => way),
      );
    const pairs = others.flatMap((one, at) => {
      const next = others[at + 1];
      const isSumOfBoth = next !== undefined && sizeOf(one) + sizeOf(next) === sum;
      return isSumOfBoth ? [sizeOf(one) - sizeOf(next)] : [];
    });
    const steps = new Set(pairs.flatMap((step) => [step, -step]));
    steps.delete(0);
    const [ways, ...more] = [...steps].flatMap((step) => findWays(alert, run, amounts, step) ?? []);
    if (ways !== undefined && more.length === 0) return toListed(run, amounts, ways);
  }
  return null;
}

/** Whether a sum is printed above a list: then it is one payment, of which the list has the parts. */
function isSumAbove(others: readonly Amount[], run: readonly Entry[], sum: number): boolean {
  const start = run[0]?.start ?? 0;
  return others.some((amount) => amount.end <= start && sizeOf(amount) === sum);
}

function firstSize([first]: readonly ListedAmount[]): number | null {
  return first === undefined ? null : sizeOf(first.amount);
}

/** Whether an amount is what at least two entries with a day or time come to, one after the other. */
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

/** Entries that each have a sign and a day or time, and come to no printed sum: no positions of an invoice. */
function bySigns(
  alert: AlertText,
  run: readonly Entry[],
  { isBanks }: AroundList,
): readonly Listed[] | null {
  const [amounts = []] = chooseAmounts(run);
  if (!isBanks || !run.every(({ isDated }) => isDated)) return null;
  const ways = amounts.flatMap(({ isIn }) => (isIn === null ? [] : [isIn]));
  if (ways.length < run.length) return null;
  const sum = amounts.reduce(
    (all, { amount, isIn }) => all + (isIn === true ? 1 : -1) * sizeOf(amount),
    0,
  );
  const isSum = othersOutside(alert, run).some((amount) => sizeOf(amount) === Math.abs(sum));
  return isSum ? null : toListed(run, amounts, ways);
}

/** Purchases of a card, of which the words of those with a sign say that they came back: all others went out. */
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

/** A bank's entries that each say with whom, and in words which way, below a line that says when. */
function byWords(
  alert: AlertText,
  run: readonly Entry[],
  { isBanks, counts }: AroundList,
): readonly Listed[] | null {
  const isCounted = counts.has(run.length);
  const amounts = run.flatMap((entry) => entry.amounts);
  if (amounts.length > run.length || !amounts.every(isMoney) || !isUnderDay(alert, run))
    return null;
  const isSaidOfAll = isCounted || run.every((entry) => isSaid(alert, entry));
  if (!isBanks && (!isSaidOfAll || comesToSum(alert, run, amounts))) return null;
  const sum = amounts.reduce((all, { amount }) => all + sizeOf(amount), 0);
  if (isSumAbove(othersOutside(alert, run), run, sum)) return null;
  const ways = run.flatMap((entry, at) => {
    const said = readWords(alert, entry);
    const sign = amounts[at]?.isIn ?? null;
    // "Returned -89.90" in a list of purchases: what came back, before which others have no sign.
    return said === null || (sign !== null && sign !== said && !said) ? [] : [said];
  });
  const isNamed = run.every((entry) => findPartyOf(alert, entry, null) !== null);
  return ways.length === run.length && isNamed ? toListed(run, amounts, ways) : null;
}

/** Whether a currency or decimals make a number money, and no points. */
function isMoney({ amount: { currency, candidates, decimals } }: ListedAmount): boolean {
  return currency !== null || candidates.length > 0 || decimals > 0;
}
