// The amounts of a message that gives money back: which of them was given back, however it is printed.

import type { Candidate } from "./candidates.ts";
import { decimalToUnits } from "./money/numbers.ts";
import { RANKS } from "./money-labels.ts";

/**
 * In a refund, what was given back counts before what was once paid; it may be printed negative.
 */
export function refundCandidates(printed: readonly Candidate[]): readonly Candidate[] {
  const candidates = withNegativeTotals(printed);
  if (!candidates.some(({ role }) => role === "refunded")) return candidates;
  const sum = candidates
    .filter(({ role }) => role === "refunded")
    .reduce((all, { amount }) => all + (decimalToUnits(amount.value) ?? NaN), 0);
  return candidates
    .map((one): Candidate =>
      // "Visa ending in 4471: 48.40" is where the parts of the refund went.
      one.role === "charged" && decimalToUnits(one.amount.value) === sum
        ? { ...one, role: "refunded", tag: "refunded total", rank: RANKS.refunded }
        : one,
    )
    .filter(({ role }) => role !== "charged")
    .map((one) =>
      one.role === "refunded" && one.amount.negative
        ? { ...one, amount: { ...one.amount, negative: false } }
        : one,
    );
}

/** "Net -249.00, tax -49.80, total -298.80": a credit note prints all of it negative, and the total is given back. */
function withNegativeTotals(candidates: readonly Candidate[]): readonly Candidate[] {
  const isTotal = ({ rank, role }: Candidate): boolean => rank > RANKS.amount && role !== "charged";
  const totals = candidates.filter(isTotal);
  return totals.every(({ amount }) => amount.negative)
    ? candidates.map((one): Candidate =>
        isTotal(one)
          ? { ...one, role: "refunded", tag: "refunded total", rank: RANKS.refunded }
          : one,
      )
    : candidates;
}
