// Whether a message proves that something was bought. A word ("payment", "tickets") and an amount are also in
// offers, reminders and news of prices, so where only such words speak of a purchase there must be more.

import { findVerbs, MOVING } from "../alerts/vocabulary.ts";
import type { MailDocument } from "../mail.ts";
import { foldInPlace } from "../words/in-place.ts";
import { saysCharged } from "./charging-sentence.ts";
import { findDueDate } from "./due-date.ts";
import type { KindSeen } from "./kind.ts";
import { isCharged, type ReadBody } from "./label-doubts.ts";
import { decimalToUnits } from "./money/numbers.ts";
import { namesPayment } from "./nothing-moved.ts";
import { findWaysToPay } from "./paid-at-once.ts";
import type { ViewRead } from "./read-view.ts";
import { thanksForPurchase } from "./thanks.ts";

/** "Tickets on sale": a single word for an order in the subject, and no total. */
export function isBareOrder({ kind, place, words }: KindSeen, { total }: ViewRead): boolean {
  const isWord = /^\p{Script=Latin}+$/u.test(words);
  return kind === "order" && place === "subject" && isWord && total === null;
}

/** "Your plan has been bought", over one price, the card that paid it and the number of the order. */
export function isOfPaidPrice({ kind }: KindSeen, { total, claims }: ViewRead): boolean {
  const [only, ...others] = claims;
  return (
    kind === "receipt" &&
    total !== null &&
    others.length === 0 &&
    only?.card_last4 !== undefined &&
    only.order_number !== undefined
  );
}

/** Whether there is what an offer has not: a way to pay, goods, a day to pay, thanks, a subject that reports. */
export function isProven(
  { subject, sent }: MailDocument,
  { settled }: KindSeen,
  { view, read }: ReadBody,
): boolean {
  const totals = read.claims.flatMap(({ total }) => total?.value ?? []);
  return (
    settled ||
    read.total?.role === "due" ||
    read.claims.some(
      ({ card_last4: card, items = [] }) => card !== undefined || items.length > 0,
    ) ||
    findDueDate(view, sent?.day ?? null) !== null ||
    thanksForPurchase(view.text) ||
    saysCharged(view.text, totals) ||
    isLabelledPaid(view.text, read) ||
    findWaysToPay(view.text).length > 0 ||
    findVerbs(foldInPlace(subject)).some(({ sense }) => MOVING.has(sense))
  );
}

/** "Total paid 3.30": a label of what was paid, rather than the name of a payment. */
function isLabelledPaid(text: string, read: ViewRead): boolean {
  return (
    read.claims.length === 1 &&
    isCharged(read) &&
    isInShortLine(text, read) &&
    !namesPayment(read.total?.phrase ?? "") &&
    decimalToUnits(read.total?.amount.value ?? "0") !== 0
  );
}

const ROW_CHARS_MAX = 40;

/** Whether the total stands behind a label of its own, rather than in a sentence. */
export function isInShortLine(text: string, { total }: ViewRead): boolean {
  const start = total?.amount.start ?? 0;
  return start - (text.lastIndexOf("\n", start) + 1) <= ROW_CHARS_MAX;
}
