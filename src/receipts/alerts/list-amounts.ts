// Arithmetic on the amounts of a list: sums, balances outside of the list, and the only directions that lead to a sum.

import type { Amount } from "../totals/money/amount.ts";
import { decimalToUnits } from "../totals/money/numbers.ts";
import type { AlertText } from "./alert-text.ts";
import type { Entry } from "./list-entries.ts";
import type { ListedAmount } from "./list-lines.ts";
import { fitsWords } from "./list-words.ts";
import { readSign } from "./signs.ts";
import { BALANCES } from "./vocabulary.ts";

/** An entry of a list with the amount that moved and its direction. */
export interface Listed {
  readonly entry: Entry;
  readonly amount: Amount;
  readonly isIn: boolean;
}

/** Every combination of directions is tried, so a list with more unsigned amounts is not proven. */
const UNSIGNED_MAX = 12;

/** Returns the units of an amount, negative if a minus is printed. */
export function unitsOf({ value, negative }: Amount): number {
  const size: number = decimalToUnits(value) ?? 0;
  return negative ? -size : size;
}

/** Returns the units of an amount without its sign. */
export function sizeOf(amount: Amount): number {
  return Math.abs(unitsOf(amount));
}

interface Printed {
  readonly balances: readonly Amount[];
  readonly others: readonly Amount[];
}

/** The proofs try hundreds of runs of entries. Without this cache each would search the words of all amounts again. */
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

/** Returns the balances that stand outside of a run of entries. A debit balance is negative, however it is marked. */
export function balancesOutside(alert: AlertText, run: readonly Entry[]): readonly Amount[] {
  return withoutOwn(printedIn(alert).balances, run).map((amount) => withSign(alert, amount));
}

function withSign(alert: AlertText, amount: Amount): Amount {
  const { text } = alert;
  const start = text.lastIndexOf("\n", amount.start - 1) + 1;
  const newline = text.indexOf("\n", amount.end);
  const line = { start, end: newline === -1 ? text.length : newline };
  return readSign(alert, amount, line) === false ? { ...amount, negative: true } : amount;
}

/** Returns the amounts outside of a run that are no balances. */
export function othersOutside(alert: AlertText, run: readonly Entry[]): readonly Amount[] {
  return withoutOwn(printedIn(alert).others, run);
}

function withoutOwn(amounts: readonly Amount[], run: readonly Entry[]): readonly Amount[] {
  // A list may widen an amount to the left ("1 247.35") or narrow it, but its end stays.
  const own = new Set(run.flatMap((entry) => entry.amounts.map(({ amount }) => amount.end)));
  return amounts.filter(({ end }) => !own.has(end));
}

/**
 * Returns the possible choices of one amount per entry: the only signed amount of each, else the first amounts, and the
 * last amounts.
 */
export function chooseAmounts(run: readonly Entry[]): readonly (readonly ListedAmount[])[] {
  const isSigned = ({ isIn }: ListedAmount): boolean => isIn !== null;
  const signed = run.map(({ amounts }) => amounts.filter(isSigned));
  if (signed.every(({ length }) => length === 1)) return [signed.flat()];
  const firsts = run.flatMap(({ amounts }) => amounts.slice(0, 1));
  const lasts = run.flatMap(({ amounts }) => amounts.slice(-1));
  return run.every(({ amounts }) => amounts.length === 1) ? [firsts] : [firsts, lasts];
}

/** Joins entries with their amounts and directions, in order. */
export function toListed(
  run: readonly Entry[],
  amounts: readonly ListedAmount[],
  directions: readonly boolean[],
): readonly Listed[] {
  return run.flatMap((entry, at) => {
    const [amount, isIn] = [amounts[at]?.amount, directions[at]];
    return amount === undefined || isIn === undefined ? [] : [{ entry, amount, isIn }];
  });
}

/** Whether a label, or words before it on its line, call an amount a balance or a limit. */
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

/** Returns the sum of amounts without their signs, in units. */
export function sumOf(amounts: readonly ListedAmount[]): number {
  return amounts.reduce((sum, { amount }) => sum + sizeOf(amount), 0);
}

/** Whether the sum of amounts is printed outside of their run. */
export function isSumPrinted(
  alert: AlertText,
  run: readonly Entry[],
  amounts: readonly ListedAmount[],
): boolean {
  const sum = sumOf(amounts);
  return othersOutside(alert, run).some((amount) => sizeOf(amount) === sum);
}

/**
 * Finds the only directions in which the amounts add up to `sum` units, true for money in. Null if no directions or
 * several do, or if the words of an entry contradict them. `needsWords`: at least one sign or word must confirm them.
 */
export function findDirections(
  alert: AlertText,
  run: readonly Entry[],
  amounts: readonly ListedAmount[],
  sum: number,
  needsWords = true,
): readonly boolean[] | null {
  if (amounts.filter(({ isIn }) => isIn === null).length > UNSIGNED_MAX) return null;
  const sizes = amounts.map(({ amount }) => sizeOf(amount));
  const sizesLeft = sizes.map((_, at) => sizes.slice(at).reduce((all, size) => all + size, 0));
  const found: (readonly boolean[])[] = [];
  const tryFrom = (at: number, rest: number, chosen: readonly boolean[]): void => {
    if (found.length > 1 || Math.abs(rest) > (sizesLeft[at] ?? 0)) return;
    const size = sizes[at];
    if (size === undefined) {
      found.push(chosen);
      return;
    }
    for (const isIn of [true, false])
      if ((amounts[at]?.isIn ?? isIn) === isIn)
        tryFrom(at + 1, rest - (isIn ? size : -size), [...chosen, isIn]);
  };
  tryFrom(0, sum, []);
  const [only, ...others] = found;
  return only === undefined ||
    others.length > 0 ||
    !fitsWords(alert, run, amounts, only, needsWords)
    ? null
    : only;
}

/** Returns the directions to which exactly one of several sums leads; null if none or several lead to some. */
export function findOnlyDirections(
  sums: ReadonlySet<number>,
  find: (sum: number) => readonly boolean[] | null,
): readonly boolean[] | null {
  const found = [...sums].map(find).filter((directions) => directions !== null);
  const [only = null, ...others] = found;
  return others.length > 0 ? null : only;
}
