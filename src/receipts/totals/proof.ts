// Whether a message proves that something was bought. A word ("payment", "tickets") and an amount are also in
// offers, reminders and news of prices, so where only such words speak of a purchase there must be more.

import { isSaidPaid } from "./said-totals.ts";
import { amountsWithin } from "../alerts/amounts-within.ts";
import { sendsOffers } from "../alerts/evidence.ts";
import { findSegments } from "../alerts/segments.ts";
import { findVerbs, MOVING } from "../alerts/vocabulary.ts";
import type { Day } from "../../money/day.ts";
import type { MailDocument } from "../mail.ts";
import SENTENCES from "../words/alert-sentences.json" with { type: "json" };
import { foldInPlace } from "../words/in-place.ts";
import { wordsIn } from "../words/phrases.ts";
import { saysCharged } from "./charging-sentence.ts";
import { namesPaper, readPaidEarlier } from "./delivery-receipt.ts";
import { reportsDonation } from "./donation-sentence.ts";
import { findDueDate } from "./due-date.ts";
import type { KindSeen } from "./kind.ts";
import { hasTotal, isCharged, type ReadBody } from "./label-doubts.ts";
import { findAmounts } from "./money/amounts.ts";
import { findDates } from "./money/dates.ts";
import { decimalToUnits } from "./money/numbers.ts";
import { namesPayment } from "./nothing-moved.ts";
import { findWaysToPay } from "./paid-at-once.ts";
import type { ViewRead } from "./read-view.ts";
import { announcesRefund } from "./refund-sentence.ts";
import { thanksForPurchase } from "./thanks.ts";

/** "Order confirmation". */
const CONFIRMS = new RegExp(wordsIn(SENTENCES.confirms).join("|"), "u");

/** Whether nothing in a message proves that something was bought, billed or given back, whatever words it has. */
export function provesNothing(document: MailDocument, seenKind: KindSeen, body: ReadBody): boolean {
  const { view, read } = body;
  // Words of paying alone, without anything labelled as a total, are a conversation about money; a
  // word for an order alone, without a total or a number, is advertising.
  const hasNumber = read.claims.some(({ order_number: number }) => number !== undefined);
  const isOrder = seenKind.kind === "order" && hasNumber;
  if (!seenKind.sure && !hasTotal(read) && !isOrder && !isOfPaidPrice(seenKind, read)) return true;
  if (!hasNumber && sendsOffers(document.from?.address ?? "")) return true;
  const isOfPurchase = seenKind.kind === "receipt" || seenKind.kind === "order";
  // "Somebody proposes a purchase": no amount, and nothing else that a purchase has. "Your receipt" may
  // be behind a link.
  const isBare = read.total === null && !hasNumber && !hasMeans(body);
  if (isOfPurchase && isBare && !namesPaper(document.subject)) return true;
  // "Est. payment: $2,541", "in case of a booking": the word and an amount alone sell something.
  const isWeak =
    !seenKind.sure || (isOfPurchase && seenKind.place === "head") || isBareOrder(seenKind, read);
  if (isWeak && !hasNumber && !isProven(document, seenKind, body)) return true;
  // "The new price appears on your next invoice": the word alone, in the text, is no invoice.
  const isBill =
    hasNumber || hasTotal(read) || findDueDate(view, document.sent?.day ?? null) !== null;
  if (seenKind.kind === "invoice" && seenKind.place === "head" && !isBill) return true;
  if (seenKind.kind === "refund" && read.total === null && announcesRefund(view.text)) return true;
  // "Your payment is due in 3 days", over nothing or what is to be paid then.
  const isToCome = read.total === null || (!seenKind.sure && read.total.role === "due");
  if (seenKind.kind === "receipt" && isOfLater(document.subject)) {
    if (isToCome) return true;
    // "Reminder: your next payment", over the whole price and the day on which a part of it will be taken.
    if (!isCharged(read) && namesDayAhead(view.text, document.sent?.day ?? null)) return true;
  }
  // "Your order comes today", over "Paid by card on 19 November": it was told of then.
  const isOfEarlier = seenKind.kind === "order" && !seenKind.shipment;
  const isNew =
    CONFIRMS.test(foldInPlace(document.subject)) ||
    thanksForPurchase(`${document.subject}\n${view.text}`);
  if (isOfEarlier && !isNew && readPaidEarlier(body, document.sent?.day ?? null) === "days before")
    return true;
  // "How satisfied were you with your purchase?": without a total it reports none. What is given for a
  // recommendation is no refund.
  if (seenKind.survey && (read.total === null || read.total.role === "refunded")) return true;
  // An advertisement has a lowest price in its subject; a receipt there has a total in its body.
  if (seenKind.offered && !(seenKind.sure && seenKind.place === "subject" && hasTotal(read)))
    return true;
  return false;
}

/** "Tickets on sale": a single word for an order in the subject, and no total. */
function isBareOrder({ kind, place, words }: KindSeen, { total }: ViewRead): boolean {
  const isWord = /^\p{Script=Latin}+$/u.test(words);
  return kind === "order" && place === "subject" && isWord && total === null;
}

/** "Your plan has been bought", over one price, the card that paid it and the number of the order. */
function isOfPaidPrice({ kind }: KindSeen, { total, claims }: ViewRead): boolean {
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
function isProven({ subject, sent }: MailDocument, { settled }: KindSeen, body: ReadBody): boolean {
  const { view, read } = body;
  const totals = read.claims.flatMap(({ total }) => total?.value ?? []);
  return (
    settled ||
    read.total?.role === "due" ||
    (read.total !== null && isSaidPaid(read.total, view.text)) ||
    reportsDonation(view.text, read.total?.amount.value ?? "0") ||
    hasMeans(body) ||
    findDueDate(view, sent?.day ?? null) !== null ||
    thanksForPurchase(view.text) ||
    saysCharged(view.text, totals) ||
    isLabelledPaid(view.text, read) ||
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

/** Whether there are goods, a card or another way to pay. */
function hasMeans({ view, read }: ReadBody): boolean {
  return (
    read.claims.some(
      ({ card_last4: card, items = [] }) => card !== undefined || items.length > 0,
    ) || findWaysToPay(view.text).length > 0
  );
}

/** Whether a subject says of a payment that it is due, or still to come. */
function isOfLater(subject: string): boolean {
  return findVerbs(foldInPlace(subject)).some(
    ({ sense }) => sense === "later" || sense === "to come",
  );
}

/** Whether a sentence or a row with an amount names a day that is still to come, and none that has come. */
function namesDayAhead(text: string, sent: Day | null): boolean {
  const folded = foldInPlace(text);
  const amounts = findAmounts(text);
  return findSegments(text, folded).some((segment) => {
    if (sent === null || amountsWithin(amounts, segment).length === 0) return false;
    const days = findDates(text.slice(segment.start, segment.end), sent);
    return days.length > 0 && days.every(({ readings }) => readings.every((day) => day > sent));
  });
}
