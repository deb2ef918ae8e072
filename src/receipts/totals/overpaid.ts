// A yearly bill that comes to less than the instalments that were paid: "Bill 1,102.35, instalments paid 1,188.00,
// credit 85.65". Nothing is to be paid, and what is paid back is still to come.

import { findCandidates } from "./candidates.ts";
import { decimalToUnits } from "./money/numbers.ts";

/** Whether a text prints what was paid before, and what that is more than its total. */
export function isOverpaid(text: string, total: string): boolean {
  const due = decimalToUnits(total);
  if (due === null || due === 0) return false;
  const credits = findCandidates(text)
    .candidates.filter(({ role }) => role === "credit")
    .map(({ amount }) => decimalToUnits(amount.value) ?? 0);
  return credits.some((paid) => paid > due && credits.some((rest) => rest === paid - due));
}
