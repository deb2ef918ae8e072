// Decides which of the labelled amounts was charged. "Charged" counts before a total, and a grand
// total before a plain one. Amounts that differ must be explained by other amounts of the document
// (a gift card, a discount, a tip, a sum of parts); otherwise a person is asked. Arithmetic is
// exact.

import { printUnits } from "../../money/money.ts";
import { BEFORE_AMOUNT } from "../alerts/vocabulary.ts";
import { foldInPlace } from "../words/in-place.ts";
import { TAKEN_OFF, type Candidate } from "./candidates.ts";
import { compareCandidates, isExplained, isExplainedBetween } from "./explained.ts";
import { decimalToUnits } from "./money/numbers.ts";
import { CHARGED_RANK_MIN, RANKS } from "./money-labels.ts";
import { TO_WAY_TO_PAY } from "./refund-block.ts";

export interface Choice {
  readonly total: Candidate | null;
  /** Other amounts that may be the total; any of them is a doubt. */
  readonly rivals: readonly Candidate[];
  readonly why: string;
}

const NOTHING: Choice = { total: null, rivals: [], why: "No amount is labelled as what was paid." };

/** The candidate that was charged, with its rivals. */
export function choose(candidates: readonly Candidate[]): Choice {
  const paid = candidates.filter(
    (one) => one.rank > 0 && !one.amount.negative && decimalToUnits(one.amount.value) !== null,
  );
  const totals = paid.filter(isTotal);
  const charged = withoutTakenOff(
    paid.filter((one) => one.rank >= CHARGED_RANK_MIN && !isUnpaid(one, paid, candidates)),
    candidates,
  );
  if (charged.length > 0) return chooseCharged(charged, totals, candidates);
  if (totals.length > 0) return chooseTotal(totals, candidates);
  const amounts = distinctAmounts(paid.filter(({ rank }) => rank <= RANKS.amount));
  // "Charge: 0" beside "Amount: 742,318", but not "Amount: 0.00" beside the price of a free month.
  const withoutFees = amounts.filter((one) => !isNoFee(one));
  const [only, ...others] = withoutFees.length > 0 ? withoutFees : amounts;
  if (only === undefined) return NOTHING;
  return { total: only, rivals: others, why: describeLabel(only) };
}

/** A fee of nought: its label is one of fees. */
function isNoFee({ amount, label }: Candidate): boolean {
  return (
    decimalToUnits(amount.value) === 0 &&
    BEFORE_AMOUNT.find(foldInPlace(label.text)).some(({ tag }) => tag === "fee or rate")
  );
}

/** Says that it is a total, but not that it was charged. */
function isTotal({ rank }: Candidate): boolean {
  return rank > RANKS.amount && rank < CHARGED_RANK_MIN;
}

/** "Paid 0.00" next to a total: nothing was paid yet, unless a gift card or discount covers it. */
function isUnpaid(one: Candidate, paid: readonly Candidate[], all: readonly Candidate[]): boolean {
  if (decimalToUnits(one.amount.value) !== 0) return false;
  const hasTotal = paid.some((other) => isTotal(other) && decimalToUnits(other.amount.value) !== 0);
  return (
    hasTotal &&
    !all.some(
      ({ role, phrase, amount }) =>
        (role === "credit" || role === "discount") &&
        phrase !== TAKEN_OFF &&
        decimalToUnits(amount.value) !== 0,
    )
  );
}

/**
 * "Total 112.40", "Gift card -50.00", "Payment: 50.00, Visa 62.40": of two amounts that make the total together, the
 * one that was taken off above was not charged.
 */
function withoutTakenOff(
  charged: readonly Candidate[],
  all: readonly Candidate[],
): readonly Candidate[] {
  const unitsOf = ({ amount }: Candidate): number => decimalToUnits(amount.value) ?? NaN;
  const [first, second, ...more] = distinctAmounts(charged);
  if (first === undefined || second === undefined || more.length > 0) return charged;
  if (!all.some((whole) => unitsOf(whole) === unitsOf(first) + unitsOf(second))) return charged;
  const isTakenOff = (one: Candidate): boolean =>
    all.some(
      (other) =>
        other.amount.negative && unitsOf(other) === unitsOf(one) && other.role !== "charged",
    );
  const left = charged.filter((one) => !isTakenOff(one));
  return left.length > 0 ? left : charged;
}

function chooseCharged(
  charged: readonly Candidate[],
  totals: readonly Candidate[],
  all: readonly Candidate[],
): Choice {
  const values = distinctAmounts(charged);
  const total = surestCharge(charged, values) ?? sumOfRefunds(charged, all);
  if (total === undefined) return chooseAmongCharges(values, totals, all);
  // A smaller total is a part of it where another total is the whole: equal to it, or explained.
  const isWhole = totals.some(
    (other) =>
      isSameAmount(other, total) || (!isLess(other, total) && isExplained(total, other, all)),
  );
  const isPart = (other: Candidate) => isWhole && totals.includes(other) && isLess(other, total);
  // A refund is printed next to the order that it pays back.
  const isOrder = (other: Candidate) =>
    total.role === "refunded" && totals.includes(other) && isLess(total, other);
  // "Balance due 0.00" next to what was charged: nothing is left to pay.
  const isSettled = ({ role, amount }: Candidate) =>
    role === "due" && decimalToUnits(amount.value) === 0;
  const rivals = [...values, ...distinctAmounts(totals)].filter(
    (other) =>
      !isSettled(other) &&
      !isPartOfRefund(total, other, all) &&
      !isSameAmount(other, total) &&
      !isExplained(total, other, all) &&
      !isExplainedBetween(total, other, all) &&
      !isPart(other) &&
      !isOrder(other),
  );
  return {
    total: withCurrency(total, totals),
    rivals: rivals.filter(
      (one, at) => rivals.findIndex((other) => isSameAmount(one, other)) === at,
    ),
    why: `${printAmount(total)} is what was charged ("${total.phrase}").`,
  };
}

/** "CARD ****4471  76.29" below "TOTAL $76.29": the total of the same value has the currency's sign. */
function withCurrency(charge: Candidate, totals: readonly Candidate[]): Candidate {
  if (hasCurrency(charge.amount)) return charge;
  const [named, ...others] = distinctAmounts(
    totals.filter(({ amount }) => hasCurrency(amount)).filter((one) => isSameAmount(one, charge)),
  );
  return named === undefined || others.length > 0 ? charge : { ...charge, amount: named.amount };
}

/** Whether a currency, or a sign of several, is printed with an amount. */
function hasCurrency({ currency, candidates }: Candidate["amount"]): boolean {
  return currency !== null || candidates.length > 0;
}

/**
 * Whether a refund is a part of the refund's total: a smaller one, or one that is larger by an
 * amount that is printed, such as a restocking fee. What went to a card is all that was given back.
 */
function isPartOfRefund(total: Candidate, other: Candidate, all: readonly Candidate[]): boolean {
  if (total.tag !== "refunded total" || other.role !== "refunded") return false;
  const difference = compareCandidates(total, other);
  return (
    total.phrase === TO_WAY_TO_PAY ||
    isLess(other, total) ||
    all.some((one) => one !== other && decimalToUnits(one.amount.value) === difference)
  );
}

/**
 * The only value, else the total of the refunds, else the only one with the surest label: "amount
 * charged" before a card's line.
 */
function surestCharge(
  charged: readonly Candidate[],
  values: readonly Candidate[],
): Candidate | undefined {
  if (values.length === 1) return values[0];
  const refunds = distinctAmounts(charged.filter(({ tag }) => tag === "refunded total"));
  if (refunds.length === 1 && charged.every(({ role }) => role === "refunded")) return refunds[0];
  const highest = Math.max(...charged.map(({ rank }) => rank));
  const surest = distinctAmounts(charged.filter(({ rank }) => rank === highest));
  return surest.length === 1 ? surest[0] : undefined;
}

/**
 * "A refund of 69.42", "Item refund 58.83", "Tax refund 10.59": the printed amount to which the parts of a refund
 * add up, whatever its own words are.
 */
function sumOfRefunds(
  charged: readonly Candidate[],
  all: readonly Candidate[],
): Candidate | undefined {
  if (charged.length < 2 || charged.some(({ role }) => role !== "refunded")) return undefined;
  const unitsOf = ({ amount }: Candidate): number => decimalToUnits(amount.value) ?? NaN;
  const sums = charged.map((whole) => ({
    whole: unitsOf(whole),
    parts: charged.filter((one) => !isSameAmount(one, whole)),
  }));
  const totals = [
    charged.reduce((sum, one) => sum + unitsOf(one), 0),
    ...sums
      .filter(({ whole, parts }) => parts.reduce((sum, one) => sum + unitsOf(one), 0) === whole)
      .map(({ whole }) => whole),
  ];
  const found = all.find((one) => !one.amount.negative && totals.includes(unitsOf(one)));
  return found === undefined
    ? undefined
    : { ...found, role: "refunded", tag: "refunded total", rank: RANKS.refunded };
}

/** Of several amounts with equally sure labels, the one that is a total as well. */
function chooseAmongCharges(
  values: readonly Candidate[],
  totals: readonly Candidate[],
  all: readonly Candidate[],
): Choice {
  const [first, ...rest] = values;
  if (first === undefined) return NOTHING;
  const agreed = values.filter((one) => totals.some((other) => isSameAmount(one, other)));
  const [only] = agreed;
  if (agreed.length === 1 && only !== undefined)
    return {
      total: only,
      rivals: values.filter((one) => one !== only && !isExplained(only, one, all)),
      why: `${printAmount(only)} is both charged and a total.`,
    };
  return { total: first, rivals: rest, why: "Several amounts say that they were charged." };
}

function chooseTotal(totals: readonly Candidate[], all: readonly Candidate[]): Choice {
  const highest = Math.max(...totals.map(({ rank }) => rank));
  const values = distinctAmounts(totals);
  const top = distinctAmounts(totals.filter(({ rank }) => rank === highest));
  const total =
    remainder(values, top, all) ??
    (top.length === 1
      ? top[0]
      : (sumOfOthers(top) ?? totalWithTip(top, all) ?? totalLessCredit(top, all)));
  if (total === undefined)
    return { total: top[0] ?? null, rivals: top.slice(1), why: "Several totals disagree." };
  // A smaller total is a part (a passenger's, a section's) where a surer label or the sum says so.
  const rivals = values.filter(
    (other) =>
      !isSameAmount(other, total) &&
      !isExplained(total, other, all) &&
      !(isLess(other, total) && (other.rank < total.rank || sumOfOthers(values) === total)),
  );
  return { total, rivals, why: describeLabel(total) };
}

/** More values than any receipt has. With so many the total is a doubt in any case. */
const DISTINCT_MAX = 100;

/** One candidate for each value and currency, the one with the most precise currency. */
export function distinctAmounts(candidates: readonly Candidate[]): readonly Candidate[] {
  const kept: Candidate[] = [];
  for (const one of candidates) {
    const at = kept.findIndex((other) => isSameAmount(one, other));
    const before = kept[at];
    if (before === undefined && kept.length >= DISTINCT_MAX) break;
    if (before === undefined) kept.push(one);
    else if (before.amount.currency === null && one.amount.currency !== null) kept[at] = one;
  }
  return kept;
}

/** Whether two have the same value, and currencies that do not exclude one another. */
export function isSameAmount(a: Candidate, b: Candidate): boolean {
  if (decimalToUnits(a.amount.value) !== decimalToUnits(b.amount.value)) return false;
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
  return (decimalToUnits(a.amount.value) ?? 0) < (decimalToUnits(b.amount.value) ?? 0);
}

/** The largest, where the others add up to it. */
function sumOfOthers(values: readonly Candidate[]): Candidate | undefined {
  const largest = values.reduce<Candidate | undefined>(
    (max, one) => (max === undefined || isLess(max, one) ? one : max),
    undefined,
  );
  if (largest === undefined || values.length < 3) return undefined;
  const rest = values
    .filter((one) => one !== largest)
    .reduce((sum, one) => sum + (decimalToUnits(one.amount.value) ?? 0), 0);
  return rest === decimalToUnits(largest.amount.value) ? largest : undefined;
}

/**
 * The amount due, where a total is larger by what was paid before ("Your payments 1,656.00") or by a
 * gift card.
 */
function remainder(
  values: readonly Candidate[],
  top: readonly Candidate[],
  all: readonly Candidate[],
): Candidate | undefined {
  // "The sum of 58.41 will be taken" says again what is due.
  const isDue = (one: Candidate) => all.some((other) => isDueOf(other, one));
  const [total, ...others] = top.length === 1 ? top : top.filter((one) => !isDue(one));
  if (total === undefined || others.length > 0) return undefined;
  return values.find(
    (one) =>
      isDue(one) &&
      isLess(one, total) &&
      decimalToUnits(one.amount.value) !== 0 &&
      all.some(
        ({ role, tag, amount }) =>
          (role === "credit" || (role === "veto" && amount.negative)) &&
          tag !== "deposit" &&
          decimalToUnits(amount.value) === compareCandidates(one, total),
      ),
  );
}

/** Whether one is what is due, and the other the same amount. */
function isDueOf(due: Candidate, one: Candidate): boolean {
  return due.role === "due" && isSameAmount(due, one);
}

/** Of two totals the second, where it is the first with the tip that is printed. */
function totalWithTip(
  values: readonly Candidate[],
  all: readonly Candidate[],
): Candidate | undefined {
  const [first, second, ...more] = values;
  if (first === undefined || second === undefined || more.length > 0 || !isLess(first, second))
    return undefined;
  const difference = compareCandidates(first, second);
  return all.some(
    ({ role, amount }) => role === "tip" && decimalToUnits(amount.value) === difference,
  )
    ? second
    : undefined;
}

/** Of two totals the lower, where the difference is a gift card or discount that is printed. */
function totalLessCredit(
  values: readonly Candidate[],
  all: readonly Candidate[],
): Candidate | undefined {
  const [first, second, ...more] = values;
  if (first === undefined || second === undefined || more.length > 0) return undefined;
  const difference = compareCandidates(first, second);
  const isPrinted = all.some(
    ({ role, tag, amount }) =>
      (role === "credit" || role === "discount" || tag === "saved") &&
      decimalToUnits(amount.value) === difference,
  );
  if (!isPrinted) return undefined;
  return isLess(first, second) ? first : second;
}

function describeLabel(one: Candidate): string {
  return `${printAmount(one)} is labelled "${one.phrase}".`;
}

function printAmount({ amount }: Candidate): string {
  const value = decimalToUnits(amount.value);
  const printed = value === null ? amount.value : printUnits(value, amount.decimals);
  return amount.currency === null ? printed : `${printed} ${amount.currency.toUpperCase()}`;
}
