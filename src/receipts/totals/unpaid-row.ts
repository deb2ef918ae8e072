// "Total 57.00, Amount paid 0.00, Balance 57.00": the row of what was paid says nought, and below it the total
// stands again as what is left. Nothing was paid yet, whatever words of a payment are in the subject.

import { findCandidates } from "./candidates.ts";
import { decimalToUnits } from "./money/numbers.ts";
import { namesPayment } from "./nothing-moved.ts";

/** "0.00", "0": most receipts have no such amount, and need not be read again for it. */
const NOUGHT = /(?<![\d.,])[0٠۰](?:[.,٫][0٠۰]{1,3})?(?![.,]?\d)/u;

/** Whether a text prints that nothing of its total was paid. */
export function isWhollyUnpaid(text: string, total: string): boolean {
  const whole = decimalToUnits(total);
  if (whole === null || whole === 0 || !NOUGHT.test(text)) return false;
  const { lines, candidates } = findCandidates(text);
  const isPaid = candidates.some(
    ({ role, amount }) => role === "charged" && decimalToUnits(amount.value) === whole,
  );
  if (isPaid) return false;
  return candidates.some(
    ({ role, phrase, amount, line }) =>
      role === "charged" &&
      // "Payment by card 0.00": what that way to pay costs.
      !namesPayment(phrase) &&
      decimalToUnits(amount.value) === 0 &&
      lines
        .slice(line + 1)
        .some(({ amounts }) => amounts.some(({ value }) => decimalToUnits(value) === whole)),
  );
}
