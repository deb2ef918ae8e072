// Totals whose own sentence or row says that they were paid: a message without any other word of a payment is their
// receipt.

import { ARRIVED_SENTENCE, saysPaymentArrived } from "./arrived-payment.ts";
import type { Candidate } from "./candidates.ts";
import { CHARGE_SENTENCE, namesCharge } from "./charge-sentence-total.ts";
import { DEPOSIT_TAKEN } from "./deposit-taken.ts";
import { PAID_PRICE } from "./paid-price.ts";

const SAID: ReadonlySet<string> = new Set([
  ARRIVED_SENTENCE,
  DEPOSIT_TAKEN,
  CHARGE_SENTENCE,
  PAID_PRICE,
]);

/**
 * Whether a sentence of a text says that the reader's money came in or was taken from a card, or a row does:
 * "Kartınızdan çekilen tutar 95,00 TL"; "Your rent has arrived" over "Rent received 985.00".
 */
export function isSaidPaid({ phrase, role, label }: Candidate, text: string): boolean {
  return (
    SAID.has(phrase) ||
    (role === "charged" && (namesCharge(label.text) || saysPaymentArrived(text)))
  );
}
