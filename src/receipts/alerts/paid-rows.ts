// "Amount paid: £10.00" below "Your credit is ready to use": the row says itself that it was paid, and the sentence
// has only a word that may be of money in.

import type { AlertText } from "./alert-text.ts";
import type { Movement } from "./movement.ts";
import { findVerbs, type Verb } from "./vocabulary.ts";

/** A participle, and no "payment": the bill of a card has a row "Payment amount". */
const PAID =
  /(?<!\p{L})(?:paid|(?:ge|be)zahlte?r?|payee?|pagad[oa]|pago|pagat[oa]|betaalde?|betalt|betalat|maksettu|zaplacon[oay]|zaplacen[oay]|zaplatene|uhrazen[oay]|platit|achitat|odenen|fizetett|placen[oi]|оплачено|сплачено|платено)(?!\p{L})/u;

/** Whether a line, folded in place, prints a figure beside a word for "paid". */
export function isPaidLine(folded: string): boolean {
  return PAID.test(folded) && /\d/.test(folded);
}

/** The movements; out where the label of the row of the amount has a verb of paying, over a weaker word. */
export function withPaidRows(
  alert: AlertText,
  movements: readonly Movement[],
): readonly Movement[] {
  return movements.map((movement) => {
    const paid = movement.verb.sense === "maybe in" ? findPaid(alert, movement) : null;
    return paid === null ? movement : { ...movement, direction: "out", verb: paid };
  });
}

function findPaid(
  { folded, segments }: AlertText,
  { segment, head, isRefund }: Movement,
): Verb | null {
  const own = segments[segment];
  if (isRefund || head === segment || own === undefined || own.row === null) return null;
  const verbs = findVerbs(folded, own.start, own.row.start);
  const [first] = verbs;
  const isOut = verbs.every(({ sense }) => sense === "out" || sense === "maybe out");
  const isPaid = PAID.test(folded.slice(own.start, own.row.start));
  return first !== undefined && isOut && isPaid ? first : null;
}
