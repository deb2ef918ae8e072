// The total and the day to pay correct the kind that the words of a message name: a bill that was paid is a receipt,
// an unpaid one an invoice, a total of zero charges nothing.

import { findVerbs } from "../alerts/vocabulary.ts";
import type { MailDocument } from "../mail.ts";
import { findMerchantByAddress } from "../merchants/known.ts";
import type { Kind, View } from "../receipt.ts";
import { ASKED_SENTENCE } from "./asked-payment.ts";
import { isChargedLater } from "./coming-debit.ts";
import { namesLeastPayment } from "./card-statement.ts";
import { foldInPlace } from "../words/in-place.ts";
import type { KindSeen } from "./kind.ts";
import { hasTotal, isCharged, type ReadBody } from "./label-doubts.ts";
import { decimalToUnits } from "./money/numbers.ts";
import { findDueDate } from "./due-date.ts";
import { isPaidByTransfer, isPaidOnDelivery } from "./paid-at-once.ts";
import { sendsLinkToPay } from "./link-to-pay.ts";
import { mustBePaid } from "./must-pay.ts";
import { isOverpaid } from "./overpaid.ts";
import { thanksForPayment } from "./thanks.ts";
import { asksForTransfer, awaitsPayment, printsAccountAbove } from "./transfer-request.ts";
import { isUnpaidBill } from "./unpaid-bill.ts";
import { isWhollyUnpaid } from "./unpaid-row.ts";

/** A kind, and whether a sentence says that the money has left a card or an account. */
export interface ChargedKind extends KindSeen {
  readonly charged: boolean;
}

/** The same, and whether it is to be paid by a day after the one when it was sent. */
export interface DatedKind extends ChargedKind {
  readonly isAhead: boolean;
}

/** The kind with what the total adds to it: paid, nothing to pay, or given back. */
export function refineKind(
  { kind, sure, place, shipment, charged, later, settled, unpaid, isAhead }: DatedKind,
  { read, view }: ReadBody,
  { from, subject, sent }: Pick<MailDocument, "from" | "subject" | "sent">,
): Kind {
  const { text } = view;
  const { total } = read;
  const isTold = isCharged(read) && total?.tag !== "to be charged";
  if (later && !(isTold && decimalToUnits(total?.amount.value ?? "0") !== 0))
    return "not a transaction";
  if (total === null)
    return unpaid || (kind === "order" && sendsLinkToPay(`${subject} \n ${text}`))
      ? "not a transaction"
      : kind;
  // A delivery service sends its receipt as the notice that the meal was delivered.
  if (shipment && hasTotal(read) && findMerchantByAddress(from?.address ?? "")?.delivers === true)
    return "receipt";
  // "Your order is on its way. Please pay 169 to the courier."
  if (shipment && !charged && mustBePaid(text, total.amount.value)) return "invoice";
  if (shipment && charged && hasTotal(read))
    return total.role === "refunded" ? "refund" : "receipt";
  if (unpaid && kind !== "not a transaction" && total.role !== "refunded")
    return "not a transaction";
  if (kind === "not a transaction") return kind;
  // "Your subscription: amount to be charged on 2 November".
  if (kind === "receipt" && read.isToCome) return "not a transaction";
  if (decimalToUnits(total.amount.value) === 0) return "zero charge";
  if (total.role === "refunded" && (kind === "order" || kind === "receipt")) return "refund";
  if ((kind === "receipt" || kind === "order") && isWhollyUnpaid(text, total.amount.value))
    return kind === "order" ? "invoice" : "not a transaction";
  const isUncharged = kind === "order" && !charged && !settled && !isCharged(read);
  const isLater = (): boolean => isChargedLater(view, total.amount.value, sent?.day ?? null);
  if (isUncharged && isLater()) return "invoice";
  if (isUncharged && (isPaidOnDelivery(text) || isPaidByTransfer(text))) return "invoice";
  // "We ship once your payment is confirmed" over the account to transfer to, whatever its total is called.
  if (kind === "order" && !charged && !settled && awaitsPayment(text) && asksForTransfer(text))
    return "invoice";
  // "Payment amount 31.20, to be paid by 2 December", "pay online": what a bill asks for.
  const isAsked = total.tag === "payment amount" && (isAhead || (kind === "invoice" && asks(text)));
  // "Montant à prélever 54,98" over "Total à payer 54,98": a bill whose debit is announced.
  const isAnnounced = kind === "invoice" && total.tag === "to be charged";
  const isTaken = isCharged(read) && !isAsked && !isAnnounced && !(kind === "invoice" && isLater());
  const isPaid = charged || settled || isTaken || read.isSettled || isThanked(read, view);
  const hasCard = read.claims.some(({ card_last4: card }) => card !== undefined);
  const isOfTotal = hasTotal(read) || awaitsPayment(text);
  const isOpen = kind === "order" && !isPaid && !hasCard;
  if (isOpen && printsAccountAbove(text, total.amount.start)) return "invoice";
  if (
    isOpen &&
    isOfTotal &&
    (asksForTransfer(text) ||
      mustBePaid(text, total.amount.value) ||
      sendsLinkToPay(`${subject} \n ${text}`))
  )
    return "invoice";
  if (kind === "invoice" && !isPaid && namesLeastPayment(text)) return "not a transaction";
  if (kind === "invoice" && !charged && isOverpaid(text, total.amount.value))
    return "not a transaction";
  // "An unpaid toll: 18.90 to be paid": words of paying alone make an amount that is due no payment.
  const isDue =
    (!sure && (total.role === "due" || isAsked)) ||
    (total.role === "due" && (isAhead || asksForTransfer(text))) ||
    total.phrase === ASKED_SENTENCE ||
    isUnpaidBill(view, place);
  if (kind === "receipt" && isDue && !isPaid && !hasCard) return "invoice";
  return kind === "invoice" && isPaid ? "receipt" : kind;
}

/**
 * "Thank you for your payment." over "Amount: 248.00" and "Invoice: A-214", without a day to pay by. Below the amount,
 * such thanks are for a payment to come.
 */
function isThanked({ total }: ReadBody["read"], view: View): boolean {
  return (
    total !== null &&
    total.role !== "due" &&
    thanksForPayment(view.text.slice(0, total.amount.start)) &&
    findDueDate(view, null) === null
  );
}

/** Whether a text asks its reader to pay. */
function asks(text: string): boolean {
  return findVerbs(foldInPlace(text)).some(({ sense }) => sense === "asked");
}
