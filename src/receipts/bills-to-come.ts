// A bill that names a day to pay by, in whose rows a bank's reader sees no more than money that is still to
// come ("Amount to be paid 136.75"): then the bill counts, and what is to come is what it asks for.

import { SENDS_ALERTS } from "./alerts/evidence.ts";
import { BANKS } from "./alerts/banks.ts";
import type { MailDocument } from "./mail.ts";
import type { Found } from "./reader.ts";
import type { Claim } from "./receipt.ts";
import { foldInPlace } from "./words/in-place.ts";

/** "alerts.comcast.net": also who sends a bill has a machine for its alerts. */
const ALERTS = /(?<!\p{L})alerts?(?!\p{L})/gu;
const TO_COME = "alert: it is still to come";
/** "Ways to pay: direct debit, card": the noun alone, without a verb. */
const BY_NOUN = "alert: direct debit";

/**
 * Leaves out the readers that take a way to pay of an unpaid bill for a movement, or that call a payment "still to
 * come" where another one reads a bill with its total and its last day to pay. A bank's own message is left as it
 * is: it announces what it will pay for the person.
 */
export function withoutAnnouncedBills(
  { from }: MailDocument,
  found: readonly Found[],
): readonly Found[] {
  const sender = foldInPlace(`${from?.name ?? ""} ${from?.address ?? ""}`.replace(/[@.-]/g, " "));
  if (SENDS_ALERTS.test(sender.replace(ALERTS, " "))) return found;
  if (BANKS.find(sender).some(({ tag }) => tag !== "method")) return found;
  const bills = found.flatMap(({ claims }) => claims).filter(isBill);
  const isDated = bills.some(({ dueOn }) => dueOn !== undefined);
  const isOwed = bills.some(({ total }) => total?.rule.startsWith("due: ") === true);
  const isOfBill = ({ kind }: Claim): boolean =>
    (isDated && kind?.rule === TO_COME) || (isOwed && kind?.rule === BY_NOUN);
  return found.filter(({ claims }) => claims.length === 0 || !claims.every(isOfBill));
}

function isBill({ source, kind, total }: Claim): boolean {
  return source === "label" && kind?.value === "invoice" && total !== undefined;
}
