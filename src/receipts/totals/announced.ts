// Amounts that will be charged. An order says so of what it just took; a receipt of a subscription,
// of the next time; and a notice ahead of a renewal says nothing else, since nothing moved.

import type { Candidate } from "./candidates.ts";
import { RANKS } from "./money-labels.ts";

/** The candidates; where something was charged, without amounts of the next charge. */
export function withoutNextCharge(candidates: readonly Candidate[]): readonly Candidate[] {
  return candidates.some(({ role, tag }) => role === "charged" && tag !== "to be charged")
    ? candidates.filter(({ tag }) => tag !== "to be charged")
    : candidates;
}

/** Whether there are totals, and each of them is one that will be charged. */
export function isToCome(candidates: readonly Candidate[]): boolean {
  const totals = candidates.filter(({ rank }) => rank > RANKS.amount);
  return totals.length > 0 && totals.every(({ tag }) => tag === "to be charged");
}
