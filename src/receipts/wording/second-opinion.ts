// Compares the receipts that the readers read in a message with its wording. If both say the same, a doubt about the
// total is settled. If they contradict each other, a person is asked (doubts.ts), and the bank's transaction answers
// too. A receipt that is in doubt anyway is no payment if hardly a word of the message is about one.

import { isOfProvenList } from "../alerts/claims.ts";
import { isBank } from "../alerts/creditor.ts";
import { isFromPdf } from "../charge-groups.ts";
import { bodyOf } from "../mail.ts";
import type { ReadDocument } from "../reading.ts";
import type { Claim, Doubt, Receipt, Reason } from "../receipt.ts";
import { saysPaymentArrived } from "../totals/arrived-payment.ts";
import { thanksForDonation } from "../totals/donation-sentence.ts";
import { isApproved } from "../totals/label-readings.ts";
import { findWholeRefund } from "../totals/whole-refund.ts";
import { foldWords } from "../words/phrases.ts";
import { rankAmounts } from "./amounts.ts";
import { doubtAmount, doubtDirection, doubtMovement } from "./doubts.ts";
import { isOfCharge, isOfRefund } from "./labels.ts";
import { judgeWording, likeliestMovement, quote, type Wording } from "./wording.ts";

// Measured on 892 messages, each judged by what only earlier ones had taught (docs/design/mail.md).
/** Takes back 5 of 9 that were in doubt, and none of 29 that moved; what is not in doubt is asked about. */
const NOTHING_MOVED = 0.9;
/** Settles 6 of 29 about which a person would be asked, all read right. */
const AGREED_MIN = 0.4;
/** The amount is so many times as likely as the next: of two that stand alike, words choose none. */
const CLEARLY = 5;

const APPROVAL_CHARS_MAX = 30;

/** The doubts that are settled by a second reader who reads the same. */
const SETTLED: ReadonlySet<Reason> = new Set(["conflicting_totals", "payment_unproven"]);
/** The doubts about a message in which nothing was paid, if its words say so too; a bill that is due is one to pay. */
const OF_NOTHING: ReadonlySet<Reason> = new Set([
  ...SETTLED,
  "ambiguous_currency",
  "ambiguous_direction",
  "several_charges",
]);

/** Judges the receipts of a document. Markup, e-invoices, PDFs and lists that their sums prove need no words. */
export function withSecondOpinion(read: ReadDocument, claims: readonly Claim[]): ReadDocument {
  const { document, receipts } = read;
  if (!claims.every(isOfWords) || claims.some(isOfProvenList)) return read;
  const moved = receipts.filter(isMovement);
  if (moved.length === 0) return read;
  const wording = judgeWording(document);
  if (wording !== null && isOfNothing(wording, moved))
    return { ...read, receipts: withoutPayments(receipts, wording) };
  const { amounts } = wording ?? rankAmounts(document.subject, bodyOf(document));
  const isOneWay = new Set(receipts.map(({ incoming }) => incoming)).size === 1;
  const { name = "", address = "" } = document.from ?? {};
  // A bank writes a refund almost like a purchase: one verb or one row differs, and the readers know those.
  const mayDoubtDirection = isOneWay && !isBank(name, address);
  const body = bodyOf(document);
  const isReceived = thanksForDonation(body) || saysPaymentArrived(body);
  const isSaidPaid = isReceived || saysApproved(body);
  const doubtWay = (receipt: Receipt): Doubt | null => {
    const doubt = wording === null || !mayDoubtDirection ? null : doubtDirection(receipt, wording);
    if (doubt === null) return null;
    // "We received your donation", "we have refunded the full amount": a sentence says which way the money went.
    const isSaid = receipt.incoming ? findWholeRefund(body) !== null : isReceived;
    return isSaid ? null : doubt;
  };
  const judge = (receipt: Receipt): Receipt => {
    if (!isMovement(receipt) || isOfRefund(receipt)) return receipt;
    if (receipt.doubts.length > 0)
      return wording !== null && receipts.length === 1 ? settle(receipt, wording) : receipt;
    const doubt =
      (wording === null ? null : doubtMovement(receipt, wording, isSaidPaid)) ??
      doubtWay(receipt) ??
      (receipts.length === 1 ? doubtAmount(receipt, amounts) : null);
    return doubt === null ? receipt : { ...receipt, doubts: [doubt] };
  };
  return { ...read, receipts: receipts.map(judge) };
}

/** Whether a line or a cell says that a payment was approved, and nothing else. */
function saysApproved(text: string): boolean {
  return text
    .split(/[\n\t]/u)
    .some((line) => line.length <= APPROVAL_CHARS_MAX && isApproved(foldWords(line)));
}

function isOfWords(claim: Claim): boolean {
  const { source } = claim;
  return (source === "sentence" || source === "label" || source === "header") && !isFromPdf(claim);
}

function isMovement({ kind, total }: Receipt): boolean {
  return (
    total !== null &&
    kind !== "not a transaction" &&
    kind !== "zero charge" &&
    kind !== "forwarding confirmation"
  );
}

/**
 * Whether all that was read is in doubt anyway, and the message is worded like one in which nothing was paid. The doubt
 * whose dollars they are says nothing against "you donated $40".
 */
function isOfNothing({ chances }: Wording, moved: readonly Receipt[]): boolean {
  const isInDoubt = (receipt: Receipt): boolean => {
    const reasons = receipt.doubts.map(({ reason }) => reason);
    const isOnlyCurrency = reasons.every((reason) => reason === "ambiguous_currency");
    return (
      reasons.length > 0 &&
      reasons.every((reason) => OF_NOTHING.has(reason)) &&
      !(isOnlyCurrency && isOfCharge(receipt))
    );
  };
  return chances.none >= NOTHING_MOVED && moved.every(isInDoubt);
}

/** Replaces all movements by one receipt that says why nothing was paid. Other receipts stay as they are. */
function withoutPayments(receipts: readonly Receipt[], wording: Wording): readonly Receipt[] {
  const first = receipts.find(isMovement);
  return receipts.flatMap((receipt) => {
    if (!isMovement(receipt)) return receipt;
    return receipt === first ? withoutPayment(receipt, wording) : [];
  });
}

function withoutPayment(receipt: Receipt, { phrasesFor }: Wording): Receipt {
  const like = quote(phrasesFor("none", receipt.incoming ? "in" : "out"));
  const printed = `It prints the amount ${receipt.total?.value ?? ""}`;
  const why = `${printed}, but its words are those of messages in which nothing was paid${like}.`;
  return { ...receipt, kind: "not a transaction", doubts: [], why: [...receipt.why, why] };
}

/** Without the doubts about its total, if the words say the same movement. */
function settle(receipt: Receipt, wording: Wording): Receipt {
  const { doubts, total, incoming } = receipt;
  const likeliest = likeliestMovement(wording);
  const isSame =
    likeliest !== null &&
    likeliest.incoming === incoming &&
    Number(likeliest.amount.value) === Number(total?.value) &&
    likeliest.chance >= AGREED_MIN &&
    isClear(wording);
  if (!isSame || !doubts.every(({ reason }) => SETTLED.has(reason))) return receipt;
  const why = `${total?.value ?? ""} stands where messages like this print what ${incoming ? "came in" : "was paid"}.`;
  return { ...receipt, doubts: [], why: [...receipt.why, why] };
}

function isClear({ amounts: [likeliest, next] }: Wording): boolean {
  return likeliest !== undefined && likeliest.chance >= CLEARLY * (next?.chance ?? 0);
}
