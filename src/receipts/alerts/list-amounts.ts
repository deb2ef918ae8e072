// The amounts of a list's entries, those around it, and the ways in which they may have gone.

import type { Amount } from "../totals/money/amount.ts";
import { decimalToUnits } from "../totals/money/numbers.ts";
import type { AlertText } from "./alert-text.ts";
import type { Entry } from "./list-entries.ts";
import type { ListedAmount } from "./list-lines.ts";
import { fitsWords } from "./list-words.ts";
import { BALANCES } from "./vocabulary.ts";

/** A movement of a list. */
export interface Listed {
  readonly entry: Entry;
  readonly amount: Amount;
  readonly isIn: boolean;
}

/** More amounts without a sign are not read: all ways in which they may have gone are tried. */
const UNSIGNED_MAX = 12;

/** The units of an amount, below zero behind a minus. */
export function unitsOf({ value, negative }: Amount): number {
  const size: number = decimalToUnits(value) ?? 0;
  return negative ? -size : size;
}

/** The units of an amount, whatever its sign. */
export function sizeOf(amount: Amount): number {
  return Math.abs(unitsOf(amount));
}

interface Printed {
  readonly balances: readonly Amount[];
  readonly others: readonly Amount[];
}

/** Each run of a list asks for them, so that a text is looked through once. */
const PRINTED = new WeakMap<AlertText, Printed>();

function printedIn(alert: AlertText): Printed {
  const known = PRINTED.get(alert);
  if (known !== undefined) return known;
  const balances = alert.amounts.filter((amount) => isLabelledBalance(alert, amount));
  const isOther = new Set(balances);
  const printed = { balances, others: alert.amounts.filter((amount) => !isOther.has(amount)) };
  PRINTED.set(alert, printed);
  return printed;
}

/** The balances that no entry of a run prints. */
export function balancesOutside(alert: AlertText, run: readonly Entry[]): readonly Amount[] {
  return withoutOwn(printedIn(alert).balances, run);
}

/** The other amounts that no entry of a run prints. */
export function othersOutside(alert: AlertText, run: readonly Entry[]): readonly Amount[] {
  return withoutOwn(printedIn(alert).others, run);
}

function withoutOwn(amounts: readonly Amount[], run: readonly Entry[]): readonly Amount[] {
  const own = new Set(run.flatMap((entry) => entry.amounts.map(({ amount }) => amount.start)));
  return amounts.filter(({ start }) => !own.has(start));
}

/** The amount of each entry of a run: the only one with a sign, else the first, or the last. */
export function chooseAmounts(run: readonly Entry[]): readonly (readonly ListedAmount[])[] {
  const isSigned = ({ isIn }: ListedAmount): boolean => isIn !== null;
  const signed = run.map(({ amounts }) => amounts.filter(isSigned));
  if (signed.every(({ length }) => length === 1)) return [signed.flat()];
  const firsts = run.flatMap(({ amounts }) => amounts.slice(0, 1));
  const lasts = run.flatMap(({ amounts }) => amounts.slice(-1));
  return run.every(({ amounts }) => amounts.length === 1) ? [firsts] : [firsts, lasts];
}

/** The entries of a run with their amounts and the ways these went. */
export function toListed(
  run: readonly Entry[],
  amounts: readonly ListedAmount[],
  ways: readonly boolean[],
): readonly Listed[] {
  return run.flatMap((entry, at) => {
    const [amount, isIn] = [amounts[at]?.amount, ways[at]];
    return amount === undefined || isIn === undefined ? [] : [{ entry, amount, isIn }];
  });
}

/** Whether an amount is a balance or a limit, by its label or the words before it in its line. */
export function isBalance(alert: AlertText, amount: Amount): boolean {
  const { balances, others } = printedIn(alert);
  return (
    balances.includes(amount) || (!others.includes(amount) && isLabelledBalance(alert, amount))
  );
}

function isLabelledBalance({ text, folded, balances }: AlertText, amount: Amount): boolean {
  const start = text.lastIndexOf("\n", amount.start - 1) + 1;
  return balances.has(amount) || BALANCES.find(folded, start, amount.start).length > 0;
}

/** Whether amounts come to one that is printed elsewhere: positions of one payment. */
export function comesToSum(
  alert: AlertText,
  run: readonly Entry[],
  amounts: readonly ListedAmount[],
): boolean {
  const sum = amounts.reduce((all, { amount }) => all + sizeOf(amount), 0);
  return othersOutside(alert, run).some((amount) => sizeOf(amount) === sum);
}

/** The ways in which amounts went, of which the step is the sum; null if there is none, several, or words say otherwise. */
export function findWays(
  alert: AlertText,
  run: readonly Entry[],
  amounts: readonly ListedAmount[],
  step: number,
  needsWords = true,
): readonly (readonly boolean[])[] | null {
  const sizes = amounts.map(({ amount }) => sizeOf(amount));
  if (amounts.filter(({ isIn }) => isIn === null).length > UNSIGNED_MAX) return null;
  const left = sizes.map((_, at) => sizes.slice(at).reduce((all, size) => all + size, 0));
  const found: boolean[][] = [];
  const go = (at: number, rest: number, ways: readonly boolean[]): void => {
    if (found.length > 1 || Math.abs(rest) > (left[at] ?? 0)) return;
    if (at === sizes.length) {
      if (rest === 0) found.push([...ways]);
      return;
    }
    const size = sizes[at] ?? 0;
    for (const isIn of [true, false])
      if ((amounts[at]?.isIn ?? isIn) === isIn)
        go(at + 1, rest - (isIn ? size : -size), [...ways, isIn]);
  };
  go(0, step, []);
  const [ways, ...more] = found;
  return ways === undefined || more.length > 0 || !fitsWords(alert, run, amounts, ways, needsWords)
    ? null
    : [ways];
}
