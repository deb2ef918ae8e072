// Compares the subject of a message with its only receipt. If they contradict each other, a person is asked.

import { parseAlertText } from "./alerts/alert-text.ts";
import { findMovements } from "./alerts/movements.ts";
import { findToldAmount } from "./alerts/subject-amount.ts";
import { findView, type MailDocument } from "./mail.ts";
import type { Decimal, Doubt, Receipt, SeenAmount } from "./receipt.ts";
import { findAmounts } from "./totals/money/amounts.ts";
import { decimalToUnits } from "./totals/money/numbers.ts";

/**
 * Adds a doubt to the only receipt of a message if the subject prints another amount, or the other direction. The
 * subject "You paid 38.60" contradicts a text in which 184.25 was paid, or 38.60 came in.
 */
export function withSubjectDoubt(
  document: MailDocument,
  receipts: readonly Receipt[],
): readonly Receipt[] {
  const moved = receipts.filter(
    ({ kind, total }) => total !== null && kind !== "not a transaction",
  );
  const [receipt, ...more] = moved;
  const doubt = receipt === undefined || more.length > 0 ? null : doubtSubject(document, receipt);
  return doubt === null
    ? receipts
    : receipts.map((one) => (one === receipt ? { ...one, doubts: [...one.doubts, doubt] } : one));
}

function doubtSubject(
  document: MailDocument,
  { total, currency, incoming, doubts }: Receipt,
): Doubt | null {
  const { subject } = document;
  const reason = "conflicting_totals";
  if (total === null || doubts.some((doubt) => doubt.reason === reason)) return null;
  const parsed = parseAlertText(subject);
  const told = findToldAmount(parsed);
  if (told === null) return null;
  const read = currency ?? total.currency;
  if (told.currency !== null && read !== null && told.currency !== read) return null;
  if (decimalToUnits(told.value) !== decimalToUnits(total.value)) {
    if (isDiscounted(document, told.value, total)) return null;
    const detail = `The subject says ${told.value}, the text ${total.value}.`;
    return { reason, detail, totals: [told.value] };
  }
  const [movement, ...others] = findMovements(parsed, "").movements;
  if (movement === undefined || others.length > 0 || !movement.isCertain) return null;
  const isIn = movement.direction === "in";
  if (isIn === incoming) return null;
  const [ofSubject, ofText] = isIn ? ["came in", "went out"] : ["went out", "came in"];
  const detail = `The subject says that ${told.value} ${ofSubject}, the text that it ${ofText}.`;
  return { reason, detail };
}

/**
 * "You topped up 8,000" over "Top-up 8,000, discount -1,200, you paid 6,800": the text takes off the subject's amount
 * what is printed with a minus.
 */
function isDiscounted(document: MailDocument, told: Decimal, { value, span }: SeenAmount): boolean {
  const text = findView(document, span.view)?.text ?? "";
  const [whole, paid] = [decimalToUnits(told) ?? 0, decimalToUnits(value) ?? 0];
  return findAmounts(text).some(
    ({ value: off, negative }) => negative && (decimalToUnits(off) ?? 0) === whole - paid,
  );
}
