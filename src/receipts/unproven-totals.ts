// A total that only a label tells, in a message that says elsewhere that nothing moved: "no charge has been made",
// "your payment is due in 3 days". The words may be of something else, and the label right: the person is asked, and
// the bank's transaction answers too.

import { ALERT_CHARS_MAX } from "../platform/limits.ts";
import { parseAlertText, type AlertText, type Place } from "./alerts/alert-text.ts";
import { amountsWithin } from "./alerts/amounts-within.ts";
import { isConditional } from "./alerts/conditions.ts";
import type { NotMoved } from "./alerts/movement.ts";
import { findMovements } from "./alerts/movements.ts";
import { findVerbs, HOLDINGS, isCertain, MOVING } from "./alerts/vocabulary.ts";
import { findView, type MailDocument } from "./mail.ts";
import type { Claim, Receipt } from "./receipt.ts";
import { saysCharged } from "./totals/charging-sentence.ts";
import { namesPaper } from "./totals/delivery-receipt.ts";
import SENTENCES from "./words/alert-sentences.json" with { type: "json" };
import { wordsIn } from "./words/phrases.ts";
import { foldInPlace } from "./words/in-place.ts";

/** Labels of amounts that do not say "paid" or "charged". */
const OF_AMOUNTS = /^(?:total|amount|due): /u;
/** "Tickets cannot be refunded" is of no payment that is still to come. */
const OF_REFUNDS = /refund|aterbet/u;

const CHARGED = new RegExp(wordsIn(SENTENCES["a charge, in a word"]).join("|"), "u");
const WENT_THROUGH = new RegExp(wordsIn(SENTENCES["went through"]).join("|"), "u");

/** Adds a doubt to the only receipt of a message if its total is a label's and the sentences say that nothing moved. */
export function withUnprovenTotalDoubt(
  document: MailDocument,
  claims: readonly Claim[],
  receipts: readonly Receipt[],
): readonly Receipt[] {
  const [receipt, ...more] = receipts;
  if (receipt === undefined || more.length > 0 || receipt.doubts.length > 0) return receipts;
  const isOfPurchase = receipt.kind === "receipt" || receipt.kind === "order";
  const isFromLabels = claims.every(({ source }) => source === "label");
  const { total } = receipt;
  if (total === null || !isOfPurchase || !isFromLabels || !OF_AMOUNTS.test(total.rule))
    return receipts;
  // "Debited on: 21-11-2026" in a row.
  if (reportsPayment(document.subject) || receipt.date?.rule === "labelled paid") return receipts;
  const text = findView(document, total.span.view)?.text.slice(0, ALERT_CHARS_MAX) ?? "";
  if (saysCharged(text, [total.value])) return receipts;
  const alert = parseAlertText(text);
  const { movements, notMoved: said } = findMovements(alert, foldInPlace(document.subject));
  if (movements.some(({ isCertain: isSure }) => isSure)) return receipts;
  const told = movements.length === 0 && said !== null && isOfPayment(alert, said) ? said : null;
  const notMoved = told ?? findConditionalCharge(alert);
  if (notMoved === null) return receipts;
  // An order that will be charged waits for its bank transaction anyway.
  if (receipt.kind === "order" && notMoved.why === "later") return receipts;
  const detail = `It prints the amount ${total.value}, but also the words "${asPrinted(alert, notMoved)}".`;
  return [{ ...receipt, doubts: [{ reason: "payment_unproven", detail }] }];
}

/** The words as the text prints them; folded if they are the subject's. */
function asPrinted({ text, folded }: AlertText, { verb }: NotMoved): string {
  const { start, end, phrase } = verb;
  return folded.slice(start, end) === phrase ? text.slice(start, end) : phrase;
}

/** Whether a subject names a receipt, or says that something was paid. */
function reportsPayment(subject: string): boolean {
  const folded = foldInPlace(subject);
  const verbs = findVerbs(folded);
  const isStopped = verbs.some(({ sense }) => sense === "stopped");
  return namesPaper(subject) || WENT_THROUGH.test(folded) || (verbs.some(isCertain) && !isStopped);
}

/** Whether the words say of a payment that it did not take place, or has yet to. */
function isOfPayment(alert: AlertText, { why, verb }: NotMoved): boolean {
  if (OF_REFUNDS.test(verb.phrase)) return false;
  if (why === "stopped") return true;
  // "We will tell you when it has been sent": a verb of what moved, in a condition.
  const isCondition = findVerbs(verb.phrase).some(
    ({ sense }) => MOVING.has(sense) || sense === "asked",
  );
  if (why !== "later" || isCondition) return false;
  // "Your next delivery is scheduled for 25 November" is of no money.
  const own = alert.segments.find(({ start, end }) => verb.start >= start && verb.end <= end);
  return own === undefined || namesMoney(alert, own);
}

/** "If she accepts, we'll charge your card": the charge of a condition. */
function findConditionalCharge({ folded, segments }: AlertText): NotMoved | null {
  for (const { start, end, row } of segments) {
    if (row !== null || !isConditional(folded, start)) continue;
    const verb = findVerbs(folded, start, end).find(
      (one) =>
        (one.sense === "to come" || one.sense === "future") &&
        CHARGED.test(folded.slice(one.start, end)),
    );
    if (verb !== undefined) return { why: "later", verb };
  }
  return null;
}

function namesMoney({ folded, amounts }: AlertText, place: Place): boolean {
  const { start, end } = place;
  return (
    amountsWithin(amounts, place).length > 0 ||
    HOLDINGS.has(folded, start, end) ||
    findVerbs(folded, start, end).some(({ sense }) => MOVING.has(sense)) ||
    CHARGED.test(folded.slice(start, end))
  );
}
