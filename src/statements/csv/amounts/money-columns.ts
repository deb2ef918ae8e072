// The columns that may hold the money, by their labels and, where labels fail, by their numbers.
// Two columns of which exactly one is filled on each row are money out and money in, whatever their
// labels; the labels only say which is which.

import {
  areAlternating,
  BOTH_SHARE_MAX,
  countTogether,
  hasOneSign,
  shareFilled,
  TURNS_SHARE_MIN,
} from "./alternating.ts";
import { columnsWithRole, type Columns } from "../columns/columns.ts";
import { SET_WEIGHT } from "../columns/settings-columns.ts";
import { findExchange } from "./exchange.ts";
import { addHolds } from "./holds.ts";
import { findTotals, isRepeatedBy, isWhole } from "./totals.ts";
import { signedPlan, type PairPlan } from "./money.ts";
import { findLabelCurrency } from "./money-words.ts";
import type { MoneyPlan } from "../plan.ts";
import { holdsAmounts, type Profile } from "../columns/profile.ts";
import { findMoneyOut } from "./money-out-label.ts";
import type { Role } from "../columns/role.ts";

/** Next to a column that is full, a column that moves on a smaller share holds no amounts. */
const FILLED_SHARE_MIN = 0.5;
/** For columns that their labels call amounts this share is enough. */
const AMOUNTS_SHARE_MIN = 0.5;
/** The roles of columns that may be one of two sides, the likeliest first. */
const HALVES: readonly (Role | null)[] = ["debit", "credit", "amount", null, "other_amount", "fee"];

/** So many columns without a label are tried as the amount. */
const UNLABELLED_MAX = 4;

type Rows = readonly (readonly string[])[];

/**
 * The columns that may hold the amount, the likeliest first; several are a question. `rows`: those
 * that were profiled.
 */
export function findAmountCandidates(columns: Columns, rows: Rows): readonly MoneyPlan[] {
  const exchange = findExchange(columns);
  if (exchange !== null) return [exchange];
  const labelled = findHeaviest(columns, "amount");
  if (labelled.some((column) => columns.weights[column] === SET_WEIGHT))
    return labelled.map(signedPlan);
  // A column that is 0 on every row is not the amount where another column moves.
  const amounts =
    labelled.some((column) => moves(columns.profiles[column])) ||
    !columns.profiles.some((profile) => moves(profile) && isFree(columns, profile))
      ? labelled
      : [];
  const [amount] = amounts;
  const each = findCurrencyColumns(columns);
  if (each !== null) return [each];
  const [debit] = findHeaviest(columns, "debit");
  const [credit] = findHeaviest(columns, "credit");
  if (
    debit !== undefined &&
    credit !== undefined &&
    (amount === undefined ||
      shareFilled(columns, [debit, credit]) >= shareFilled(columns, [amount]) - 0.02) &&
    findTotals(columns, [debit, credit], isFree).length === 0
  ) {
    return [pairPlan(debit, credit)];
  }
  const whole = amounts.find((column) => isWhole(columns, column));
  const pairs = findAlternating(columns, amounts).filter(
    (pair) => whole === undefined || isRepeatedBy(columns, whole, pair, rows),
  );
  if (pairs.length > 0) return pairs;
  if (amount !== undefined)
    return keepFullest(columns, amounts).map((column) => addHolds(columns, signedPlan(column)));
  const totals = findTotals(columns, [debit, credit], isFree);
  if (totals.length > 0) return totals.map(signedPlan);
  const halves = findOtherHalf(columns, debit, credit);
  if (halves !== null) return [halves];
  if (debit !== undefined) return [pairPlan(debit, -1)];
  if (credit !== undefined) return [signedPlan(credit)];
  const others = [
    ...findHeaviest(columns, "original_amount"),
    ...findHeaviest(columns, "other_amount"),
    ...findHeaviest(columns, "fee"),
  ].filter((column) => (columns.profiles[column]?.amounts ?? 0) > 0);
  const free = findUnlabelled(columns);
  return free.length > 0 ? free : others.slice(0, 1).map(signedPlan);
}

/**
 * Whether a column's label allows that it is the transaction's amount: a balance, a rate or a fee
 * is not.
 */
function isFree(columns: Columns, profile: Profile): boolean {
  return holdsAmounts(profile) && HALVES.includes(columns.roles[profile.index] ?? null);
}

/**
 * Whether the labels say which of a pair's columns is money out, by their roles or by a word inside
 * them.
 */
export function isSided(columns: Columns, { debit, credit }: PairPlan): boolean {
  if (columns.roles[debit] === "debit" || columns.roles[credit] === "credit") return true;
  return (
    findMoneyOut(columns.profiles[debit]?.label ?? "", columns.profiles[credit]?.label ?? "") ===
    "first"
  );
}

/** Alternating columns whose labels each name a currency: the filled one is the row's amount. */
function findCurrencyColumns(columns: Columns): MoneyPlan | null {
  const named = columnsWithRole(columns, "amount").flatMap((column) => {
    const profile = columns.profiles[column];
    const currency = findLabelCurrency(profile?.label ?? "");
    return profile === undefined || currency === null || profile.moving.size === 0
      ? []
      : [{ column, currency, profile }];
  });
  const [first, ...others] = named;
  if (
    first === undefined ||
    others.length === 0 ||
    new Set(named.map(({ currency }) => currency)).size < named.length
  )
    return null;
  const apart = named.every((one, at) =>
    named
      .slice(at + 1)
      .every(
        (other) => countTogether(one.profile, other.profile) <= BOTH_SHARE_MAX * one.profile.rows,
      ),
  );
  if (!apart) return null;
  return {
    kind: "signed",
    column: first.column,
    factor: 1,
    fee: -1,
    also: others.map(({ column }) => column),
    currencies: named.map(({ currency }) => currency),
  };
}

/**
 * The columns that hold an amount on nearly every row, if any does: then no other can be the
 * transaction's.
 */
function keepFullest(columns: Columns, amounts: readonly number[]): readonly number[] {
  const full = amounts.filter(
    (column) =>
      (columns.profiles[column]?.moving.size ?? 0) >=
      TURNS_SHARE_MIN * (columns.profiles[column]?.rows ?? 0),
  );
  return full.length > 0 ? full : amounts;
}

function pairPlan(debit: number, credit: number): PairPlan {
  return { kind: "pair", debit, credit, debit_factor: -1, credit_factor: 1 };
}

/**
 * The pair of a column that is labelled as one side and the only other one of amounts that is never
 * filled with it, whatever its label; null if there is none or several.
 */
function findOtherHalf(columns: Columns, debit = -1, credit = -1): PairPlan | null {
  const known = columns.profiles[debit >= 0 ? debit : credit];
  if (known === undefined || (debit >= 0 && credit >= 0)) return null;
  const [other, ...more] = columns.profiles.filter(
    (profile) =>
      profile.index !== known.index &&
      moves(profile) &&
      isFree(columns, profile) &&
      hasOneSign(profile) &&
      countTogether(known, profile) === 0,
  );
  if (other === undefined || more.length > 0) return null;
  return debit >= 0 ? pairPlan(debit, other.index) : pairPlan(other.index, credit);
}

/** The best pair of alternating columns, in both orders where no label says which is money out. */
function findAlternating(columns: Columns, amounts: readonly number[]): readonly PairPlan[] {
  const rank = (profile: Profile) => HALVES.indexOf(columns.roles[profile.index] ?? null);
  // A column of words already gives unsigned amounts their side.
  if (columnsWithRole(columns, "side").length > 0) return [];
  const pool = columns.profiles
    .filter(
      (profile) =>
        isFree(columns, profile) &&
        (rank(profile) < HALVES.indexOf("amount") || hasOneSign(profile)),
    )
    .toSorted((a, b) => rank(a) - rank(b) || a.index - b.index);
  for (const one of pool) {
    for (const other of pool) {
      if (rank(one) > rank(other) || (rank(one) === rank(other) && one.index >= other.index))
        continue;
      const bothAmounts = amounts.includes(one.index) && amounts.includes(other.index);
      if (!areAlternating(one, other, bothAmounts ? AMOUNTS_SHARE_MIN : TURNS_SHARE_MIN)) continue;
      // If no label names either column, findUnlabelled() looks at them.
      if (rank(one) >= HALVES.indexOf(null)) return [];
      return orderPair(columns, one.index, other.index);
    }
  }
  return [];
}

/** The pair with money out first if the labels say which it is, else both orders. */
function orderPair(columns: Columns, one: number, other: number): readonly PairPlan[] {
  const [first, second] = one < other ? [one, other] : [other, one];
  const orders = [pairPlan(first, second), pairPlan(second, first)];
  const sided = orders.filter((pair) => isSided(columns, pair));
  return sided.length === 1 ? sided : orders;
}

/** The columns with the role and the heaviest label, the fuller first. */
function findHeaviest(columns: Columns, role: Role): readonly number[] {
  const all = columnsWithRole(columns, role).filter((index) => {
    const profile = columns.profiles[index];
    return profile !== undefined && (profile.rows === 0 || profile.filled > 0 || role !== "amount");
  });
  // "Tax" that is 0 on every row is not the amount where another column moves.
  const telling = ["amount", "debit", "credit"].includes(role)
    ? keepFilled(columns, all, role)
    : [];
  const found = telling.length > 0 ? telling : all;
  const top = Math.max(0, ...found.map((index) => columns.weights[index] ?? 0));
  const best = found.filter((index) => (columns.weights[index] ?? 0) >= top);
  return best.toSorted(
    (a, b) => (columns.profiles[b]?.filled ?? 0) - (columns.profiles[a]?.filled ?? 0) || a - b,
  );
}

/**
 * The columns that move, without those that move on few of the rows on which another does. An
 * amount must be on nearly every row for that, one side need not.
 */
function keepFilled(columns: Columns, indexes: readonly number[], role: Role): readonly number[] {
  const moving = (index: number) => columns.profiles[index]?.moving.size ?? 0;
  const most = Math.max(1, ...indexes.map(moving));
  const rows = columns.profiles[indexes[0] ?? 0]?.rows ?? 0;
  const isTelling = role !== "amount" || most >= TURNS_SHARE_MIN * rows;
  return indexes.filter((index) => moving(index) >= (isTelling ? FILLED_SHARE_MIN * most : 1));
}

function moves(profile: Profile | undefined): boolean {
  return profile !== undefined && profile.moving.size > 0;
}

/** Columns without a label: numbers with decimals, or two columns that are never both filled. */
function findUnlabelled(columns: Columns): readonly MoneyPlan[] {
  const free = columns.profiles.filter(
    (profile) =>
      holdsAmounts(profile) &&
      (columns.roles[profile.index] === null || columns.roles[profile.index] === "other_amount"),
  );
  const telling = free.filter((profile) => profile.fractions > 0 || profile.negatives > 0);
  const pool = telling.length > 0 ? telling : free;
  const both = listAlternating(columns, pool);
  const plans = both.length > 0 ? both : listAlternating(columns, free);
  if (plans.length > 0) return plans;
  const ordered = pool
    .toSorted((a, b) => scoreUnlabelled(b) - scoreUnlabelled(a))
    .map(({ index }) => index);
  // A balance may be fuller than the amounts: then the chain of balances decides.
  return [...new Set([...keepFullest(columns, ordered), ...ordered])]
    .slice(0, UNLABELLED_MAX)
    .map(signedPlan);
}

/** All pairs of alternating columns, in the orders that may be meant. */
function listAlternating(columns: Columns, pool: readonly Profile[]): readonly MoneyPlan[] {
  return pool.flatMap((a) =>
    pool.flatMap((b) =>
      a.index < b.index && areAlternating(a, b, TURNS_SHARE_MIN)
        ? orderPair(columns, a.index, b.index)
        : [],
    ),
  );
}

function scoreUnlabelled(profile: Profile): number {
  return (
    (profile.filled === profile.rows ? 2 : 0) +
    (profile.negatives > 0 && profile.positives > 0 ? 1 : 0) -
    profile.index / 1000
  );
}
