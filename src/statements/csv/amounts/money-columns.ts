// The columns that may hold the money: by their labels, and where labels fail by their numbers. Two columns of which one
// moves where the other does not are money out and money in, whatever their labels are; the
// labels only say which is which.

import { plain } from "../shape/cells.ts";
import { columnsWithRole, type Columns } from "../columns/columns.ts";
import { SET_WEIGHT } from "../columns/settings-columns.ts";
import { findExchange } from "./exchange.ts";
import type { PairPlan } from "./money.ts";
import { findLabelCurrency } from "./money-words.ts";
import type { MoneyPlan } from "../plan.ts";
import { holdsAmounts, type Profile } from "../columns/profile.ts";
import { findMoneyOut } from "./money-out-label.ts";
import type { Role } from "../columns/role.ts";

/** Two columns that are filled by turns move on so many of the rows together, and on no more than so many both at once. */
const TURNS_SHARE_MIN = 0.95;
const BOTH_SHARE_MAX = 0.02;
/** Columns that their labels call amounts need no more than this. */
const AMOUNTS_SHARE_MIN = 0.5;
/** A side has one sign; so many of its numbers may have the other (refunds, corrections). */
const OTHER_SIGN_SHARE_MAX = 0.2;
/** The roles of columns that may be one of two sides, the likeliest first. */
const HALVES: readonly (Role | null)[] = ["debit", "credit", "amount", null, "other_amount"];

type Rows = readonly (readonly string[])[];

/** The columns an amount may stand in, the likeliest first; more than one is a question. `rows`: those of the profiles. */
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
      shareFilled(columns, [debit, credit]) >= shareFilled(columns, [amount]) - 0.02)
  ) {
    return [pairPlan(debit, credit)];
  }
  const whole = amounts.find((column) => isWhole(columns, column));
  const pairs = findAlternating(columns, amounts).filter(
    (pair) => whole === undefined || isRepeatedBy(columns, whole, pair, rows),
  );
  if (pairs.length > 0) return pairs;
  if (amount !== undefined) return keepFullest(columns, amounts).map(signedPlan);
  if (debit !== undefined) return [pairPlan(debit, -1)];
  if (credit !== undefined) return [signedPlan(credit)];
  const others = [
    ...findHeaviest(columns, "original_amount"),
    ...findHeaviest(columns, "other_amount"),
  ].filter((column) => (columns.profiles[column]?.amounts ?? 0) > 0);
  const free = findUnlabelled(columns);
  return free.length > 0 ? free : others.slice(0, 1).map(signedPlan);
}

/** Whether a column of amounts may be the transaction's by its label: a balance, a rate or a fee may not. */
function isFree(columns: Columns, profile: Profile): boolean {
  return holdsAmounts(profile) && HALVES.includes(columns.roles[profile.index] ?? null);
}

/** Whether the labels say which of a pair's columns is money out: by a role of theirs, or by a word of a side inside them. */
export function isSided(columns: Columns, { debit, credit }: PairPlan): boolean {
  if (columns.roles[debit] === "debit" || columns.roles[credit] === "credit") return true;
  return (
    findMoneyOut(columns.profiles[debit]?.label ?? "", columns.profiles[credit]?.label ?? "") ===
    "first"
  );
}

/** Columns of amounts that are filled by turns, whose labels name a currency each: the one that is filled is the row's. */
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

/** Of several columns of amounts those that hold one on nearly every row, if any does: no other can be the transaction's. */
function keepFullest(columns: Columns, amounts: readonly number[]): readonly number[] {
  const full = amounts.filter(
    (column) =>
      (columns.profiles[column]?.moving.size ?? 0) >=
      TURNS_SHARE_MIN * (columns.profiles[column]?.rows ?? 0),
  );
  return full.length > 0 ? full : amounts;
}

function signedPlan(column: number): MoneyPlan {
  return { kind: "signed", column, factor: 1, fee: -1 };
}

function pairPlan(debit: number, credit: number): PairPlan {
  return { kind: "pair", debit, credit, debit_factor: -1, credit_factor: 1 };
}

/** The best pair of columns that are filled by turns, in both orders where no label says which is money out. */
function findAlternating(columns: Columns, amounts: readonly number[]): readonly PairPlan[] {
  const rank = (profile: Profile) => HALVES.indexOf(columns.roles[profile.index] ?? null);
  // A column of words gives unsigned amounts their side already.
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
      // Where no label names either column, unnamed() looks through them.
      if (rank(one) >= HALVES.indexOf(null)) return [];
      return orderPair(columns, one.index, other.index);
    }
  }
  return [];
}

/** The pair with money out first where anything but the balance says so, else both orders, by place. */
function orderPair(columns: Columns, one: number, other: number): readonly PairPlan[] {
  const [first, second] = one < other ? [one, other] : [other, one];
  const orders = [pairPlan(first, second), pairPlan(second, first)];
  const sided = orders.filter((pair) => isSided(columns, pair));
  return sided.length === 1 ? sided : orders;
}

/** Whether one moves where the other does not, on that share of the rows together; of two sides never both are printed as negative. */
function areAlternating(one: Profile, other: Profile, share: number): boolean {
  if (one.moving.size === 0 || other.moving.size === 0) return false;
  if (one.negatives > one.positives && other.negatives > other.positives) return false;
  const both = countTogether(one, other);
  return (
    both <= BOTH_SHARE_MAX * one.rows &&
    one.moving.size + other.moving.size - both >= share * one.rows
  );
}

/** The rows on which both move. */
function countTogether(one: Profile, other: Profile): number {
  let both = 0;
  for (const place of one.moving) if (other.moving.has(place)) both += 1;
  return both;
}

function hasOneSign({ negatives, positives }: Profile): boolean {
  return Math.min(negatives, positives) <= OTHER_SIGN_SHARE_MAX * (negatives + positives);
}

/** Whether the column moves on every row: then it holds every row's amount. */
function isWhole(columns: Columns, column: number): boolean {
  const own = columns.profiles[column];
  if (own === undefined || own.moving.size === 0) return false;
  return own.moving.size >= (1 - BOTH_SHARE_MAX) * own.rows;
}

/** Whether an unsigned amount on every row is what one of the pair holds: then the pair gives it its sign. */
function isRepeatedBy(
  columns: Columns,
  whole: number,
  { debit, credit }: PairPlan,
  rows: Rows,
): boolean {
  if ((columns.profiles[whole]?.negatives ?? 0) > 0) return false;
  const digits = (row: readonly string[], column: number) =>
    plain(row[column] ?? "").replace(/^[-+\u2212]/, "");
  return rows.every((row) => {
    const amount = digits(row, whole);
    return !/[1-9]/.test(amount) || amount === digits(row, debit) || amount === digits(row, credit);
  });
}

/** The columns with a role whose label is as heavy as the heaviest, the fuller first. */
function findHeaviest(columns: Columns, role: Role): readonly number[] {
  const all = columnsWithRole(columns, role).filter((index) => {
    const profile = columns.profiles[index];
    return profile !== undefined && (profile.rows === 0 || profile.filled > 0 || role !== "amount");
  });
  // "Tax" that is 0 on every row is not the amount where another column moves.
  const telling = role === "amount" ? all.filter((index) => moves(columns.profiles[index])) : [];
  const found = telling.length > 0 ? telling : all;
  const top = Math.max(0, ...found.map((index) => columns.weights[index] ?? 0));
  const best = found.filter((index) => (columns.weights[index] ?? 0) >= top);
  return best.toSorted(
    (a, b) => (columns.profiles[b]?.filled ?? 0) - (columns.profiles[a]?.filled ?? 0) || a - b,
  );
}

function moves(profile: Profile | undefined): boolean {
  return profile !== undefined && profile.moving.size > 0;
}

/** The share of rows in which one of the columns is filled. */
function shareFilled(columns: Columns, indexes: readonly (number | undefined)[]): number {
  let filled = 0;
  let rows = 1;
  for (const index of indexes) {
    const profile = index === undefined ? undefined : columns.profiles[index];
    filled += profile?.filled ?? 0;
    rows = Math.max(rows, profile?.rows ?? 0);
  }
  return Math.min(1, filled / rows);
}

/** Without a label: columns of numbers with decimals, or two that are never both filled. */
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
  return keepFullest(
    columns,
    pool.toSorted((a, b) => scoreUnlabelled(b) - scoreUnlabelled(a)).map(({ index }) => index),
  ).map(signedPlan);
}

/** Columns of which one moves money just where the other is empty or zero, either way round. */
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
