// Balances that prove a list: the one after each of its movements, or those before and after all of them.

import type { Amount } from "../totals/money/amount.ts";
import { decimalToUnits } from "../totals/money/numbers.ts";
import type { AlertText } from "./alert-text.ts";
import {
  balancesOutside,
  chooseAmounts,
  findWays,
  othersOutside,
  sizeOf,
  toListed,
  unitsOf,
  type Listed,
} from "./list-amounts.ts";
import type { Entry } from "./list-entries.ts";
import { isUnderDay, type AroundList } from "./list-words.ts";
import { OF_SHOPS } from "./vocabulary.ts";

const STEPS_MAX = 12;

/** Entries that each end with the balance after it, which the balance before it and its amount come to. */
export function byBalances(
  alert: AlertText,
  entries: readonly Entry[],
  { isBanks }: AroundList,
): readonly Listed[] | null {
  const chains = [entries, entries.toReversed()].map((order) => findChain(alert, order));
  const [chain = []] = chains.toSorted((a, b) => b.length - a.length);
  // What is owed to a shop is paid in the end.
  const isSettled = chain.some(({ entry }) => decimalToUnits(balanceOf(entry)?.value ?? "") === 0);
  const isAccount = isBanks || (!isSettled && !OF_SHOPS.has(alert.folded));
  const isDated = chain.some(({ entry }) => entry.isDated);
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

function balanceOf({ amounts }: Entry): Amount | null {
  return amounts.length < 2 ? null : (amounts.at(-1)?.amount ?? null);
}

/** The amount of an entry that leads from the balance before it to its own. */
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

/** The first entry of a chain: by a balance that is printed elsewhere, else by its sign; null without either. */
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

/** Amounts that lead from one printed balance to another, in one way only. */
export function byBeforeAndAfter(
  alert: AlertText,
  run: readonly Entry[],
  { isBanks }: AroundList,
): readonly Listed[] | null {
  if (!isUnderDay(alert, run) || (!isBanks && OF_SHOPS.has(alert.folded))) return null;
  const balances = balancesOutside(alert, run);
  const ordered = findAround(balances, run);
  if (ordered === null && balances.length > STEPS_MAX) return null;
  const steps = new Set(
    ordered === null
      ? balances.flatMap((one) => balances.map((other) => unitsOf(other) - unitsOf(one)))
      : [ordered],
  );
  steps.delete(0);
  if (steps.size > STEPS_MAX) return null;
  for (const amounts of chooseAmounts(run)) {
    const found = [...steps].flatMap(
      (step) => findWays(alert, run, amounts, step, ordered === null) ?? [],
    );
    const [ways, ...more] = found;
    if (ways !== undefined && more.length === 0) return toListed(run, amounts, ways);
  }
  return null;
}

/** What the last balance above a run and the first one below it differ by, which shows the way without words. */
function findAround(balances: readonly Amount[], run: readonly Entry[]): number | null {
  const [start, end] = [run[0]?.start ?? 0, run.at(-1)?.end ?? 0];
  const above = balances.filter((one) => one.end <= start).at(-1);
  const below = balances.find((one) => one.start >= end);
  return above === undefined || below === undefined ? null : unitsOf(below) - unitsOf(above);
}
