// Payments that a receipt prints as deductions below its total: "Total 258.10, Deposit -40.00, Visa x7735 -218.10,
// Balance 0.00". The row of the card is what was charged this time.

import type { Candidate } from "./candidates.ts";
import { RANKS } from "./money-labels.ts";
import { decimalToUnits } from "./money/numbers.ts";

/**
 * Returns the candidates with such payments as charges. It does so only if the deductions below the total add up to
 * exactly that total.
 */
export function withPaymentsTaken(candidates: readonly Candidate[]): readonly Candidate[] {
  const total = candidates.findLast(
    // A balance of nothing below the payments is no total.
    (one) => one.rank > 0 && one.rank < RANKS.charged && !one.amount.negative && sizeOf(one) > 0,
  );
  if (total === undefined) return candidates;
  const taken = candidates.filter(({ amount, line }) => amount.negative && line > total.line);
  const isPayment = ({ phrase, role, card }: Candidate): boolean =>
    role === "charged" && card !== null && (phrase === "way to pay" || PAID.test(phrase));
  const sum = taken.reduce((all, one) => all + sizeOf(one), 0);
  if (!taken.some(isPayment) || sum !== sizeOf(total)) return candidates;
  return candidates.map((one) =>
    taken.includes(one) && isPayment(one)
      ? { ...one, amount: { ...one.amount, negative: false } }
      : one,
  );
}

/** "Betalt 2026-11-22 med kort **** 6641  -1 699,00". */
const PAID =
  /^(?:betal[dt]|paid|bezahlt|pagado|pago|pagato|betaald|paye|zaplacono|maksettu)(?: |$)/u;

function sizeOf({ amount }: Candidate): number {
  return Math.abs(decimalToUnits(amount.value) ?? 0);
}
