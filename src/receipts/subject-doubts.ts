// A subject that says something else than was read in the text: a person is asked.

import { parseAlertText } from "./alerts/alert-text.ts";
import { findMovements } from "./alerts/movements.ts";
import { findToldAmount } from "./alerts/subject-amount.ts";
import type { Doubt, Receipt } from "./receipt.ts";
import { decimalToUnits } from "./totals/money/numbers.ts";

/**
 * What the subject says otherwise than the only receipt of a message: "You paid 38.60" over a text in which 184.25 was
 * read, or in which 38.60 came in. A limit ("Purchase over 100.00"), a number behind "#" and an amount in another
 * currency say nothing.
 */
export function doubtSubject(subject: string, receipts: readonly Receipt[]): readonly Doubt[] {
  const [receipt, ...more] = receipts.filter(({ total }) => total !== null);
  const total = receipt?.total ?? null;
  if (receipt === undefined || total === null || more.length > 0) return [];
  if (receipt.doubts.some(({ reason }) => reason === "conflicting_totals")) return [];
  const parsed = parseAlertText(subject);
  const told = findToldAmount(parsed);
  if (told === null) return [];
  const currency = receipt.currency ?? total.currency;
  if (told.currency !== null && currency !== null && told.currency !== currency) return [];
  if (decimalToUnits(told.value) !== decimalToUnits(total.value)) {
    const detail = `The subject says ${told.value}, the text ${total.value}.`;
    return [{ reason: "conflicting_totals", detail, totals: [told.value] }];
  }
  const [moved, ...moves] = findMovements(parsed, "").movements;
  if (moved === undefined || moves.length > 0 || !moved.isCertain) return [];
  const isIn = moved.direction === "in";
  if (isIn === receipt.incoming) return [];
  const [ofSubject, ofText] = isIn ? ["came in", "went out"] : ["went out", "came in"];
  const detail = `The subject says that ${told.value} ${ofSubject}, the text that it ${ofText}.`;
  return [{ reason: "conflicting_totals", detail }];
}
