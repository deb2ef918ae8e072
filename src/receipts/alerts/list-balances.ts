// Proves a list by its balances: a balance after each entry, or the balances before and after the whole list.

import type { Amount } from "../totals/money/amount.ts";
import { decimalToUnits } from "../totals/money/numbers.ts";
import type { AlertText } from "./alert-text.ts";
import {
  balancesOutside,
  chooseAmounts,
  findDirections,
  findOnlyDirections,
  othersOutside,
  sizeOf,
  toListed,
  unitsOf,
  type Listed,
} from "./list-amounts.ts";
import type { Entry } from "./list-entries.ts";
import { isUnderDay, type AroundList } from "./list-words.ts";
import { OF_SHOPS } from "./vocabulary.ts";

/** A list with more differences between its balances is not proven. */
const DIFFERENCES_MAX = 12;

/** Proves entries that print the balance after each: the previous balance plus or minus the amount must give it. */
export function byBalances(
  alert: AlertText,
  entries: readonly Entry[],
  { isBanks }: AroundList,
): readonly Listed[] | null {
  const chains = [entries, entries.toReversed()].map((order) => findChain(alert, order));
  const [chain = []] = chains.toSorted((a, b) => b.length - a.length);
  // A shop's or a supplier's account of invoices and payments ends at zero. A bank account rarely does.
  const isSettled = chain.some(({ entry }) => decimalToUnits(balanceOf(entry)?.value ?? "") === 0);
  const isAccount = isBanks || (!isSettled && !OF_SHOPS.has(alert.folded));
  // A bank may print the day of all of them once, above the list.
  const isDated = isBanks || chain.some(({ entry }) => entry.isDated);
  return chain.length < 2 || !isAccount || !isDated ? null : chain;
}

function findChain(alert: AlertText, entries: readonly Entry[]): readonly Listed[] {
  let best: readonly Listed[] = [];
  let chain: Listed[] = [];
  for (const [at, entry] of entries.entries()) {
    const before = entries[at - 1];
    const moved = before === undefined ? null : readStep(balanceOf(before), entry);
    const opening =
      chain.length > 0 || before === undefined ? null : readFirst(alert, before, entries);
    if (moved === null) chain = [];
    else chain.push(...(opening === null ? [] : [opening]), moved);
    if (chain.length > best.length) best = [...chain];
  }
  return best;
}

/** The balance of an entry, which is negative if a minus or the letters of a debit are printed. */
function balanceOf({ amounts }: Entry): Amount | null {
  const last = amounts.length < 2 ? undefined : amounts.at(-1);
  if (last === undefined) return null;
  return last.isIn === false ? { ...last.amount, negative: true } : last.amount;
}

/** Finds the amount by which an entry changes the balance before it into its own. */
function readStep(before: Amount | null, entry: Entry): Listed | null {
  const after = balanceOf(entry);
  if (before === null || after === null) return null;
  const step = unitsOf(after) - unitsOf(before);
  const moved = entry.amounts
    .slice(0, -1)
    .find(({ amount }) => step !== 0 && sizeOf(amount) === Math.abs(step));
  if (moved === undefined || (moved.isIn !== null && moved.isIn !== step > 0)) return null;
  return { entry, amount: moved.amount, isIn: step > 0 };
}

/** Reads the first entry of a chain by an opening balance printed elsewhere, else by its own sign. */
function readFirst(alert: AlertText, entry: Entry, entries: readonly Entry[]): Listed | null {
  const inChain = entries.filter(({ amounts }) => amounts.length > 1);
  const steps = [...balancesOutside(alert, inChain), ...othersOutside(alert, inChain)].flatMap(
    (before) => readStep(before, entry) ?? [],
  );
  const [step] = steps;
  if (step !== undefined && steps.every(({ isIn }) => isIn === step.isIn)) return step;
  const [first] = entry.amounts;
  return first === undefined || first.isIn === null
    ? null
    : { entry, amount: first.amount, isIn: first.isIn };
}

/** Proves entries whose amounts are the difference between two printed balances in exactly one way. */
export function byBeforeAndAfter(
  alert: AlertText,
  run: readonly Entry[],
  { isBanks }: AroundList,
): readonly Listed[] | null {
  if (!isUnderDay(alert, run) || (!isBanks && OF_SHOPS.has(alert.folded))) return null;
  const balances = balancesOutside(alert, run);
  const around = findDifferenceAround(balances, run);
  if (around === null && balances.length > DIFFERENCES_MAX) return null;
  const differences = new Set(
    around === null
      ? balances.flatMap((one) => balances.map((other) => unitsOf(other) - unitsOf(one)))
      : [around],
  );
  differences.delete(0);
  if (differences.size > DIFFERENCES_MAX) return null;
  for (const amounts of chooseAmounts(run)) {
    const directions = findOnlyDirections(differences, (sum) =>
      findDirections(alert, run, amounts, sum, around === null),
    );
    if (directions !== null) return toListed(run, amounts, directions);
  }
  return null;
}

/**
 * Returns how much the first balance below a run exceeds the last one above it. Their order shows the direction, so no
 * word has to confirm it.
 */
function findDifferenceAround(balances: readonly Amount[], run: readonly Entry[]): number | null {
  const [start, end] = [run[0]?.start ?? 0, run.at(-1)?.end ?? 0];
  const above = balances.filter((one) => one.end <= start).at(-1);
  const below = balances.find((one) => one.start >= end);
  return above === undefined || below === undefined ? null : unitsOf(below) - unitsOf(above);
}
