// Which of the labelled amounts was charged. What says "charged" stands over totals, a grand total over a plain one; values
// that disagree must be explained by amounts of the document (a gift card, a discount, a tip, a sum of parts), or a person
// is asked. Arithmetic is exact.

import { printUnits, units } from "../../money/money.ts";
import { unitsOf } from "./money/numbers.ts";
import type { Candidate } from "./candidates.ts";
import { RANKS, type Role } from "./lexicon.ts";

export interface Choice {
  readonly total: Candidate | null;
  /** What else it may be; a doubt where there is any. */
  readonly rivals: readonly Candidate[];
  readonly why: string;
}

const NOTHING: Choice = { total: null, rivals: [], why: "No amount is labelled as what was paid." };
const ADJUSTING: ReadonlySet<Role> = new Set([
  "discount",
  "credit",
  "tip",
  "tax",
  "shipping",
  "subtotal",
]);

/** The candidate that was charged, with its rivals. */
export function choose(candidates: readonly Candidate[]): Choice {
  const paid = candidates.filter(
    (one) => one.rank > 0 && !one.amount.negative && unitsOf(one.amount.value) !== null,
  );
  const charged = paid.filter((one) => one.rank >= 46 && !isUnpaid(one, paid, candidates));
  const totals = paid.filter(({ rank }) => rank > RANKS.amount && rank < 46);
  const amounts = paid.filter(({ rank }) => rank <= RANKS.amount);
  if (charged.length > 0) return chooseCharged(charged, totals, candidates);
  if (totals.length > 0) return chooseTotal(totals, candidates);
  const [only, ...others] = distinct(amounts);
  if (only === undefined) return NOTHING;
  return { total: only, rivals: others, why: `${shown(only)} stands behind "${only.phrase}".` };
}

/** "Paid 0.00" beside a total says that nothing was paid yet, where no gift card or discount takes it off. */
function isUnpaid(one: Candidate, paid: readonly Candidate[], all: readonly Candidate[]): boolean {
  if (unitsOf(one.amount.value) !== 0) return false;
  const isOpen = paid.some(
    ({ rank, amount }) => rank > RANKS.amount && rank < 46 && unitsOf(amount.value) !== 0,
  );
  return (
    isOpen &&
    !all.some(
      ({ role, amount }) =>
        (role === "credit" || role === "discount") && unitsOf(amount.value) !== 0,
    )
  );
}

function chooseCharged(
  charged: readonly Candidate[],
  totals: readonly Candidate[],
  all: readonly Candidate[],
): Choice {
  const values = distinct(charged);
  const [first] = values;
  if (first === undefined) return NOTHING;
  // The surest labels first: "amount charged" over a line with a card.
  const top = distinct(
    charged.filter(({ rank }) => rank === Math.max(...charged.map((one) => one.rank))),
  );
  const total = values.length === 1 ? first : top.length === 1 ? top[0] : undefined;
  if (total === undefined) {
    const agreed = values.filter((one) => totals.some((other) => same(one, other)));
    const [only] = agreed;
    if (agreed.length === 1 && only !== undefined)
      return {
        total: only,
        rivals: values.filter((one) => one !== only && !explained(only, one, all)),
        why: `${shown(only)} is both charged and a total.`,
      };
    return {
      total: first,
      rivals: values.slice(1),
      why: "Several amounts say that they were charged.",
    };
  }
  // A total below it is a part where another total is the whole: equal to it, or explained.
  const whole = totals.some(
    (other) => same(other, total) || (!isLess(other, total) && explained(total, other, all)),
  );
  // What was ordered stands beside what is given back of it.
  const isOrder = (other: Candidate) =>
    total.role === "refunded" && totals.includes(other) && isLess(total, other);
  const isPart = (other: Candidate) => whole && totals.includes(other) && isLess(other, total);
  const rivals = [...values, ...distinct(totals)].filter(
    (other) =>
      !same(other, total) && !explained(total, other, all) && !isPart(other) && !isOrder(other),
  );
  return {
    total,
    rivals: rivals.filter((one, at) => rivals.findIndex((other) => same(one, other)) === at),
    why: `${shown(total)} is what was charged ("${total.phrase}").`,
  };
}

function chooseTotal(totals: readonly Candidate[], all: readonly Candidate[]): Choice {
  const highest = Math.max(...totals.map(({ rank }) => rank));
  const values = distinct(totals);
  const top = distinct(totals.filter(({ rank }) => rank === highest));
  const total =
    top.length === 1 ? top[0] : (sumOfOthers(top) ?? withTip(top, all) ?? lessCredit(top, all));
  if (total === undefined)
    return { total: top[0] ?? null, rivals: top.slice(1), why: "Several totals disagree." };
  // Smaller totals are parts of it (a passenger's, a section's) where a surer label or their sum says so.
  const rivals = values.filter(
    (other) =>
      !same(other, total) &&
      !explained(total, other, all) &&
      !(isLess(other, total) && (other.rank < total.rank || sumOfOthers(values) === total)),
  );
  return { total, rivals, why: `${shown(total)} stands behind "${total.phrase}".` };
}

/** More values than any receipt has; with so many it is a doubt whatever the others are. */
const DISTINCT_MAX = 100;

/** Of amounts with other values each one; those of the same value and currency are one. The most precise first. */
export function distinct(candidates: readonly Candidate[]): readonly Candidate[] {
  const kept: Candidate[] = [];
  for (const one of candidates) {
    const at = kept.findIndex((other) => same(one, other));
    const before = kept[at];
    if (before === undefined && kept.length >= DISTINCT_MAX) break;
    if (before === undefined) kept.push(one);
    else if (before.amount.currency === null && one.amount.currency !== null) kept[at] = one;
  }
  return kept;
}

/** Same value, and currencies that do not exclude one another. */
export function same(a: Candidate, b: Candidate): boolean {
  if (unitsOf(a.amount.value) !== unitsOf(b.amount.value)) return false;
  const [left, right] = [a.amount, b.amount];
  if (left.currency !== null && right.currency !== null) return left.currency === right.currency;
  const [known, open] = left.currency === null ? [right, left] : [left, right];
  return (
    known.currency === null ||
    open.candidates.length === 0 ||
    open.candidates.includes(known.currency)
  );
}

function isLess(a: Candidate, b: Candidate): boolean {
  return (unitsOf(a.amount.value) ?? 0) < (unitsOf(b.amount.value) ?? 0);
}

/** The largest where the others add up to it. */
function sumOfOthers(values: readonly Candidate[]): Candidate | undefined {
  const largest = values.reduce<Candidate | undefined>(
    (max, one) => (max === undefined || isLess(max, one) ? one : max),
    undefined,
  );
  if (largest === undefined || values.length < 3) return undefined;
  const rest = values
    .filter((one) => one !== largest)
    .reduce((sum, one) => sum + (unitsOf(one.amount.value) ?? 0), 0);
  return rest === unitsOf(largest.amount.value) ? largest : undefined;
}

/** Of two totals the one that is the other with the tip printed between them. */
function withTip(values: readonly Candidate[], all: readonly Candidate[]): Candidate | undefined {
  const [first, second, ...more] = values;
  if (first === undefined || second === undefined || more.length > 0 || !isLess(first, second))
    return undefined;
  const difference = (unitsOf(second.amount.value) ?? 0) - (unitsOf(first.amount.value) ?? 0);
  return all.some(({ role, amount }) => role === "tip" && unitsOf(amount.value) === difference)
    ? second
    : undefined;
}

/** Of two totals the one that is the other less the gift card or discount printed with them. */
function lessCredit(
  values: readonly Candidate[],
  all: readonly Candidate[],
): Candidate | undefined {
  const [first, second, ...more] = values;
  if (first === undefined || second === undefined || more.length > 0) return undefined;
  const difference = Math.abs(
    (unitsOf(second.amount.value) ?? 0) - (unitsOf(first.amount.value) ?? 0),
  );
  return all.some(
    ({ role, amount }) =>
      (role === "credit" || role === "discount") && unitsOf(amount.value) === difference,
  )
    ? isLess(first, second)
      ? first
      : second
    : undefined;
}

/** Whether the difference between what was charged and another value is an amount that the document names, or a sum of two. */
function explained(total: Candidate, other: Candidate, all: readonly Candidate[]): boolean {
  // In another currency it is the same money, exchanged.
  if (
    total.amount.currency !== null &&
    other.amount.currency !== null &&
    total.amount.currency !== other.amount.currency
  )
    return total.rank > other.rank;
  const difference = Math.abs(
    (unitsOf(total.amount.value) ?? 0) - (unitsOf(other.amount.value) ?? 0),
  );
  const parts = [
    ...new Set(
      all
        .filter(({ role }) => ADJUSTING.has(role))
        .map(({ amount }) => unitsOf(amount.value) ?? -1),
    ),
  ];
  if (parts.includes(units(difference))) return true;
  return (
    parts.length <= 40 &&
    parts.some((part, at) => parts.slice(at + 1).some((second) => part + second === difference))
  );
}

function shown(one: Candidate): string {
  const value = unitsOf(one.amount.value);
  return `${value === null ? one.amount.value : printUnits(value, one.amount.decimals)}${one.amount.currency === null ? "" : ` ${one.amount.currency.toUpperCase()}`}`;
}
