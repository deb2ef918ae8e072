// Whether two amounts that differ go together: their difference is an amount that the document
// prints, such as a gift card, a tip, a discount or what an insurer pays. Arithmetic is exact.

import { units } from "../../money/money.ts";
import type { Candidate } from "./candidates.ts";
import { decimalToUnits } from "./money/numbers.ts";
import { CHARGED_RANK_MIN, type Role } from "./money-labels.ts";

const ADJUSTING: ReadonlySet<Role> = new Set([
  "discount",
  "credit",
  "later",
  "tip",
  "tax",
  "shipping",
  "subtotal",
]);
const ADJUSTMENTS_MAX = 40;

/** Whether the difference to the total is an amount that the document names, or a sum of two. */
export function isExplained(
  total: Candidate,
  other: Candidate,
  all: readonly Candidate[],
): boolean {
  // In another currency it is the same money, exchanged.
  if (
    total.amount.currency !== null &&
    other.amount.currency !== null &&
    total.amount.currency !== other.amount.currency
  )
    return total.rank > other.rank;
  if (isRestOfInstalments(total, other, all)) return true;
  const difference = compareCandidates(total, other);
  if (isPaidInPart(total, other, all, difference)) return true;
  const adjusting = all.filter(({ role, tag }) => ADJUSTING.has(role) || tag === "saved");
  const parts = [...new Set(adjusting.map(({ amount }) => decimalToUnits(amount.value) ?? -1))];
  if (parts.includes(units(difference))) return true;
  return (
    parts.length <= ADJUSTMENTS_MAX &&
    parts.some((part, at) => parts.slice(at + 1).some((second) => part + second === difference))
  );
}

/**
 * "Debited 64.90, still to pay 129.80", "Paid today 613, sum 1,839, left to pay 613": instalments of what was charged
 * are left, and the price is several of them.
 */
function isRestOfInstalments(
  total: Candidate,
  other: Candidate,
  all: readonly Candidate[],
): boolean {
  const unitsOf = ({ amount }: Candidate): number => decimalToUnits(amount.value) ?? 0;
  const [paid, rival] = [unitsOf(total), unitsOf(other)];
  if (total.role !== "charged" || paid <= 0) return false;
  if (other.role === "due" && isSeveral(rival, paid)) return true;
  // Half of a price may be a deposit.
  const isOfSeveral = (units: number): boolean => units > 2 * paid && isSeveral(units, paid);
  const isOfWhole = all.some((one) => one.role !== "due" && isOfSeveral(unitsOf(one)));
  if (other.role === "due") return rival === paid && isOfWhole;
  const isLeft = all.some((one) => one.role === "due" && unitsOf(one) % paid === 0);
  return other.role === "total" && isOfSeveral(rival) && isLeft;
}

/** Whether an amount is two or more times another. */
function isSeveral(whole: number, part: number): boolean {
  return whole >= 2 * part && whole <= INSTALMENTS_MAX * part && whole % part === 0;
}

const INSTALMENTS_MAX = 60;

/** "On prescription 13.09, other goods 26.50, total 39.59, paid 26.50": the other part is a total of its own. */
function isPaidInPart(
  total: Candidate,
  other: Candidate,
  all: readonly Candidate[],
  difference: number,
): boolean {
  const isTotalOf = (units: number): boolean =>
    all.some(
      ({ role, amount, line }) =>
        role === "total" && line < other.line && decimalToUnits(amount.value) === units,
    );
  return (
    total.role === "charged" &&
    (other.role === "total" || other.role === "grand") &&
    difference > 0 &&
    isTotalOf(difference) &&
    isTotalOf(decimalToUnits(total.amount.value) ?? 0)
  );
}

/**
 * "Total 48.70, insurance 34.08, paid by card 14.62": whether a line between a larger total and what
 * was charged names the difference, whatever its own words are. Behind both it may be what is still
 * to be paid, as a reminder prints it.
 */
export function isExplainedBetween(
  total: Candidate,
  other: Candidate,
  all: readonly Candidate[],
): boolean {
  const difference = compareCandidates(total, other);
  // A receipt may print the charged amount twice: at its top, and again below the parts.
  const printed = all.filter(
    (one) => one.role === total.role && one.amount.value === total.amount.value,
  );
  const lines = [total, ...printed].map(({ line }) => line);
  return (
    total.role === "charged" &&
    other.rank < CHARGED_RANK_MIN &&
    other.role !== "due" &&
    (decimalToUnits(other.amount.value) ?? 0) > (decimalToUnits(total.amount.value) ?? 0) &&
    all.some(
      ({ amount, role, line }) =>
        role !== total.role &&
        decimalToUnits(amount.value) === difference &&
        lines.some((at) => line > Math.min(at, other.line) && line < Math.max(at, other.line)),
    )
  );
}

/** By how much two differ, in units. */
export function compareCandidates(a: Candidate, b: Candidate): number {
  return Math.abs((decimalToUnits(a.amount.value) ?? 0) - (decimalToUnits(b.amount.value) ?? 0));
}
