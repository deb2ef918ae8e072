// The reader that needs no template of a merchant: it finds kind, total, parts, date, number and
// card by their labels. The HTML and the text of a message are read apart and must agree. Every
// value that it claims is a span of the text.

import { namesDirectDebit } from "../alerts/direct-debits.ts";
import { SENDS_ALERTS } from "../alerts/evidence.ts";
import { readToldAmount } from "../alerts/subject-amount.ts";
import { OF_SHOPS } from "../alerts/vocabulary.ts";
import { findDispute } from "../disputes.ts";
import { daySent, headerViews } from "../header-views.ts";
import { readPrefix } from "../forwards/forward-phrases.ts";
import { findIssuer } from "../issuer/issuer.ts";
import { findView, type MailDocument } from "../mail.ts";
import { isFreeMail } from "../merchants/free-mail.ts";
import { findMerchant } from "../merchants/merchant-name.ts";
import { findServedShop } from "../merchants/on-behalf.ts";
import { findPartyOfBank } from "../merchants/party-of-bank.ts";
import { NOTHING_FOUND, type Found } from "../reader.ts";
import type { Claim, Kind, Seen, View } from "../receipt.ts";
import { saysAmountReceived, saysOrderPaid } from "./amount-received.ts";
import { asksForPayment } from "./asked-payment.ts";
import { saysChargedToday } from "./charged-today.ts";
import { findMarkedInSubject, findNumbersInSubject } from "./document-numbers.ts";
import { findDebitDay, isDebitAhead } from "./coming-debit.ts";
import { reportsDonation } from "./donation-sentence.ts";
import { findDueDate, isDueAhead } from "./due-date.ts";
import { isReceiptOfDelivery, readPaidEarlier } from "./delivery-receipt.ts";
import { readForwardingConfirmation } from "./forwarding.ts";
import { namesFinalBill, saysCharged, saysPaid, saysPaidOfAnother } from "./charging-sentence.ts";
import { foldInPlace } from "../words/in-place.ts";
import { findKind, findKindBesideNotice, type KindSeen } from "./kind.ts";
import {
  doubtKind,
  doubtSubject,
  doubtViews,
  hasTotal,
  isCharged,
  type ReadBody,
} from "./label-doubts.ts";
import { decimalToUnits } from "./money/numbers.ts";
import { RANKS } from "./money-labels.ts";
import { provesPayout } from "./net-income.ts";
import { isOfNothingBought } from "./not-bought.ts";
import { findWaysToPay, isMarkedPaid, isPaidAtOnce, isPaidWithCard } from "./paid-at-once.ts";
import { saysDepositPaid } from "./paid-in-parts.ts";
import { withParcel } from "./parcel.ts";
import { isMadeOfRows } from "./proven-total.ts";
import { saysAddressChanged } from "./address-changed.ts";
import { roleOfOnlyAmount } from "./only-amount.ts";
import { announcesCharge, namesPayment, saysNothingMoved } from "./nothing-moved.ts";
import { findToldMovement, type ToldMovement } from "./told-movement.ts";
import { thanksForPurchase } from "./thanks.ts";
import { isInShortLine, provesNothing } from "./proof.ts";
import { withRefund } from "./refund-sentence.ts";
import { refineKind, type ChargedKind, type DatedKind } from "./refine-kind.ts";
import { isSaidPaid } from "./said-totals.ts";
import { renewsLater } from "./renewed.ts";
import { readView, type ViewRead } from "./read-view.ts";
import type { ViewContext } from "./view-context.ts";

/** Reads a document by the words that label its values; see reader.ts. */
export function readLabels(document: MailDocument): Found {
  const confirmation = readForwardingConfirmation(document);
  if (confirmation !== null)
    return { claims: [confirmation], views: headerViews(document), doubts: [] };
  const bodies = [findView(document, "html"), findView(document, "text")].filter(
    (view) => view !== null && view.text !== "",
  );
  return readLabelled(
    document,
    bodies.flatMap((view) => view ?? []),
  );
}

/**
 * Reads texts of a document that say the same (a message's HTML and its text, or one attachment's
 * text). `otherwise` gives the kind of a text whose subject and first lines do not.
 */
export function readLabelled(
  document: MailDocument,
  bodies: readonly View[],
  otherwise: (text: string) => KindSeen | null = () => null,
): Found {
  const [first] = bodies;
  if (first === undefined) return NOTHING_FOUND;
  const told = findToldMovement(first.text, document.sent?.day ?? null);
  const byWords = findWording(document.subject, bodies.slice(0, 2)) ?? otherwise(first.text);
  const worded = kindOfTold(told, byWords);
  const isTold = worded !== byWords;
  const readWith = (movement: ToldMovement | null): readonly ReadBody[] => {
    const context = makeContext(document, first, worded, movement);
    return bodies.slice(0, 2).map((view) => ({ view, read: readView(view, context) }));
  };
  const labelled = readWith(isTold ? told : null);
  // "Your settlement was transferred": the subject says it, no label, and a sentence whose amount stands above it.
  const isUnlabelled =
    worded?.kind === "refund" && !isTold && labelled.every(({ read }) => read.total === null);
  const reads = isUnlabelled && told?.direction === "in" ? readWith(told) : labelled;
  const chosen =
    reads.find(({ read }) => hasTotal(read)) ??
    reads.find(({ read }) => read.total !== null) ??
    reads[0];
  const isTill = chosen !== undefined && !isBanks(document, chosen);
  const kindSeen =
    withPayment(document, worded, chosen) ??
    (isTill
      ? (kindOfTill(chosen.read) ?? kindOfRows(chosen) ?? kindOfSentence(document, chosen))
      : null) ??
    kindOfDonation(chosen);
  if (chosen === undefined || kindSeen === null) return NOTHING_FOUND;
  if (isOfNothingBought(kindSeen, chosen)) return NOTHING_FOUND;
  const dispatched = withParcel(document.subject, chosen.view.text, kindSeen);
  const charged = isTaken(document, dispatched, chosen, bodies);
  const seen = charged ? dispatched : withoutMovement(document, dispatched, chosen);
  const kind = withRefund(seen, chosen);
  const claims = completeClaims(document, { ...kind, charged }, chosen);
  if (claims.length === 0) return NOTHING_FOUND;
  const doubts = [
    ...chosen.read.doubts,
    ...doubtViews(reads),
    ...doubtSubject(document.subject, chosen.read, bodies),
    ...doubtKind(kind, document.from, chosen),
  ];
  return { claims, views: headerViews(document), doubts };
}

/** The kind by the words of the subject and the texts, or by rows that take a commission off. */
function findWording(subject: string, texts: readonly View[]): KindSeen | null {
  const found =
    texts.map(({ text }) => findKind(subject, text)).find((kind) => kind !== null) ?? null;
  const isPayout = found?.kind !== "refund" && provesPayout(texts[0]?.text ?? "");
  return isPayout ? { ...receiptBy("a commission taken off"), kind: "income" } : found;
}

/**
 * The kind by a sentence of the reader's own card or account, where the message is of something else, is paid later
 * or of nothing known.
 */
function kindOfTold(told: ToldMovement | null, worded: KindSeen | null): KindSeen | null {
  const isOther = worded === null || worded.kind === "not a transaction" || worded.later;
  if (told === null || (!isOther && worded.kind !== "invoice")) return worded;
  if (told.direction === "in") return { ...receiptBy("a sentence of a transfer"), kind: "refund" };
  // A notice of dispatch has its own rules for what was charged (isTaken).
  return isOther && worded?.shipment !== true ? receiptBy("a sentence of a charge") : worded;
}

function makeContext(
  document: MailDocument,
  first: View,
  worded: KindSeen | null,
  told: ToldMovement | null,
): ViewContext {
  return {
    sent: document.sent?.day ?? null,
    inSubject: findNumbersInSubject(document.subject),
    told: readToldAmount(document.subject),
    marked: findMarkedInSubject(document.subject),
    isRefund: worded?.kind === "refund",
    isRefundInSubject: worded?.kind === "refund" && worded.place === "subject",
    isDisputeWon: findDispute(document.subject, first.text) === "won",
    isIncome: worded?.kind === "income",
    mayBeRefund:
      worded !== null && (worded.returning || !["invoice", "income"].includes(worded.kind)),
    isReceipt: worded?.kind === "receipt",
    isInvoice: worded?.kind === "invoice",
    isShipment: worded?.shipment === true,
    isOrder: worded?.kind === "order" && worded.place === "subject",
    isPaidLater: worded?.later === true,
    isDepositPaid: saysDepositPaid(document.subject),
    toldMovement: told === null ? null : { ...told, view: first.name },
    mayBeBill: worded === null || worded.kind === "invoice" || worded.kind === "receipt",
    onlyAmountIs: roleOfOnlyAmount(worded),
  };
}

function isTaken(
  { subject, sent }: MailDocument,
  { shipment, kind }: KindSeen,
  body: ReadBody,
  bodies: readonly View[],
): boolean {
  const { read } = body;
  const totals = read.claims.flatMap(({ total }) => total?.value ?? []);
  const day = sent?.day ?? null;
  if (shipment && saysChargedToday(body.view.text, totals, day)) return true;
  const earlier = shipment ? readPaidEarlier(body, day) : null;
  if (earlier === "days before" || earlier === "with the order") return false;
  if (shipment && isReceiptOfDelivery(subject, body)) return true;
  if (shipment && isPaidInView(body) && bodies.some(({ text }) => namesFinalBill(text)))
    return true;
  return (
    (shipment ? earlier === null : kind === "invoice") &&
    [subject, ...bodies.map(({ text }) => text)].some((text) => saysCharged(text, totals))
  );
}

/** Whether a total was charged, or stands beside the way in which it is paid. */
function isPaidInView({ view, read }: ReadBody): boolean {
  return isCharged(read) || (hasTotal(read) && findWaysToPay(view.text).length > 0);
}

/** A purchase of which the message says that nothing was charged is no transaction. */
function withoutMovement(
  document: MailDocument,
  kind: KindSeen,
  { view, read }: ReadBody,
): KindSeen {
  const { subject } = document;
  const isPurchase = kind.kind === "order" || kind.kind === "receipt" || kind.kind === "invoice";
  // "Order confirmed", "total paid": a denial is of an item that was left out.
  const isConfirmed =
    kind.place === "subject" &&
    isCharged(read) &&
    isInShortLine(view.text, read) &&
    !namesPayment(read.total?.phrase ?? "");
  const isPaid = kind.settled || read.isSettled || isConfirmed;
  const isRepeated =
    kind.kind === "order" &&
    !thanksForPurchase(`${subject}\n${view.text}`) &&
    saysAddressChanged(subject, view.text);
  const isAhead = kind.kind === "receipt" && announcesCharge(subject, view.text);
  return isPurchase && !isPaid && (isRepeated || isAhead || saysNothingMoved(document, view.text))
    ? { ...kind, kind: "not a transaction" }
    : kind;
}

/**
 * "Payment for quote 114", "Thanks for your meter reading: we took your payment": the words of a notice
 * beside those of a payment, over an amount that was paid. A bill with a due day may be a statement.
 */
function withPayment(
  { subject, sent }: MailDocument,
  kind: KindSeen | null,
  body: ReadBody | undefined,
): KindSeen | null {
  if (kind?.notice !== true || body === undefined || !isCharged(body.read)) return kind;
  const { view, read } = body;
  const totals = read.claims.flatMap(({ total }) => total?.value ?? []);
  const beside =
    findKindBesideNotice(subject, view.text) ??
    (saysCharged(view.text, totals) ? kindOfTill(read) : null);
  const isPaid =
    beside?.sure === true &&
    (beside.kind === "receipt" || beside.kind === "order" || beside.kind === "invoice") &&
    decimalToUnits(read.total?.amount.value ?? "0") !== 0 &&
    findDueDate(view, sent?.day ?? null) === null;
  return isPaid ? beside : kind;
}

/** A bank's mail without a word of a shop: no till is the bank's own. */
function isBanks({ from }: MailDocument, { view }: ReadBody): boolean {
  return (
    SENDS_ALERTS.test(
      foldInPlace(`${from?.name ?? ""} ${from?.address ?? ""}`.replace(/[@.-]/g, " ")),
    ) && !OF_SHOPS.has(foldInPlace(view.text))
  );
}

/** A till's receipt has no words of a purchase, but a total and a card. */
function kindOfTill({ total, claims, doubts }: ViewRead): KindSeen | null {
  const [only, ...others] = claims;
  const isPaid =
    total !== null &&
    others.length === 0 &&
    doubts.length === 0 &&
    total.rank > RANKS.amount &&
    only?.card_last4 !== undefined;
  return isPaid ? receiptBy("a total and a card") : null;
}

/** A receipt whose words no table knows: its rows add up to an amount that "was paid". */
function kindOfRows({ view, read: { total, claims, doubts } }: ReadBody): KindSeen | null {
  const isPaid = total?.role === "charged" && claims.length === 1 && doubts.length === 0;
  return isPaid && isMadeOfRows(view.text, total)
    ? receiptBy("rows that add up to what was paid")
    : null;
}

/**
 * "Tax to be paid 54.75" over "By 30 June", or a sentence that asks to pay: a bill whose words no table knows. Where a
 * sentence says that the reader's money came in, or was taken from a card: the receipt of it.
 */
function kindOfSentence({ sent, from }: MailDocument, { view, read }: ReadBody): KindSeen | null {
  const { total, claims, doubts } = read;
  const isOne =
    total !== null &&
    claims.length === 1 &&
    doubts.length === 0 &&
    decimalToUnits(total.amount.value) !== 0 &&
    // A person may write of a charge too: "You took 20.00 from my card twice".
    !isFreeMail((from?.address ?? "").replace(/^.*@/u, ""));
  if (isOne && isSaidPaid(total, view.text))
    return receiptBy("a payment that came in or was taken");
  const day = sent?.day ?? null;
  const isToPay =
    isOne &&
    total.role === "due" &&
    (asksForPayment(view.text) || findDueDate(view, day) !== null) &&
    !isDebitAhead(view, day) &&
    !namesDirectDebit(foldInPlace(view.text));
  return isToPay ? { ...receiptBy("an amount to be paid by a day"), kind: "invoice" } : null;
}

/** "Thank you for your donation of 25 €": the words of a gift say what it is. */
function kindOfDonation(body: ReadBody | undefined): KindSeen | null {
  const total = body?.read.total ?? null;
  return body !== undefined &&
    total !== null &&
    hasTotal(body.read) &&
    reportsDonation(body.view.text, total.amount.value)
    ? receiptBy("a sentence of a donation")
    : null;
}

function receiptBy(words: string): KindSeen {
  return {
    kind: "receipt",
    sure: true,
    words,
    place: "head",
    shipment: false,
    later: false,
    points: false,
    offered: false,
    settled: false,
    unpaid: false,
    notice: false,
    returning: false,
    survey: false,
  };
}

/** The view's claims with what the whole document says: kind, merchant, due date, day sent. */
function completeClaims(
  document: MailDocument,
  seenKind: ChargedKind,
  body: ReadBody,
): readonly Claim[] {
  const { view, read } = body;
  if (provesNothing(document, seenKind, body)) return [];
  const due = read.claims.length === 1 ? findDueDate(view, document.sent?.day ?? null) : null;
  // A bill that thanks for the last payment names the day or the amount of the next.
  const isPaid =
    (seenKind.settled && !saysPaidOfAnother(view.text)) ||
    (seenKind.kind === "invoice" &&
      (saysPaid(view.text) ||
        saysAmountReceived(view.text) ||
        saysOrderPaid(document.subject, view.text) ||
        isPaidAtOnce(view.text) ||
        isPaidWithCard(view.text) ||
        isMarkedPaid(document.subject, view.text) ||
        renewsLater(view.text, document.sent?.day ?? null)));
  // "Settled by card", and to be paid by the day it was sent: nothing lies ahead.
  const isOver = due === null || (document.sent !== null && due.value <= document.sent.day);
  const settled = isPaid && isOver && read.total?.role !== "due";
  const isAhead = read.claims.length === 1 && isDueAhead(view, document.sent?.day ?? null);
  const kind = toSeenKind(document, { ...seenKind, settled, isAhead }, { view, read });
  // The sender of a forward is not the shop.
  const isForwarded = readPrefix(document.subject).kind === "forward";
  const from = isForwarded ? null : document.from;
  const merchant =
    (read.total === null || read.claims.length !== 1
      ? null
      : findPartyOfBank(document.from, view, seenKind.kind, read.total.amount)) ??
    findMerchant(from, document.subject, view, read.claims.length) ??
    (isForwarded && read.claims.length === 1 ? findServedShop(document.subject, view) : null) ??
    (from === null ? findIssuer(view, document) : null);
  const debit = read.total?.role === "due" && read.claims.length === 1;
  const day = due ?? (debit ? findDebitDay(view, document.sent?.day ?? null) : null);
  const dueOn = kind.value === "invoice" ? day : null;
  const isIncoming = kind.value === "refund" || kind.value === "income";
  const isDayOpen = read.doubts.some(({ reason }) => reason === "ambiguous_date");
  const sent = isDayOpen ? null : daySent(document);
  return read.claims.map((claim): Claim => ({
    ...claim,
    kind,
    ...(dueOn === null ? {} : { dueOn }),
    ...(merchant === null ? {} : { merchant }),
    ...(isIncoming ? { incoming: { value: true, span: kind.span, rule: kind.rule } } : {}),
    ...(claim.date !== undefined || sent === null ? {} : { date: sent }),
  }));
}

function toSeenKind(document: MailDocument, kind: DatedKind, body: ReadBody): Seen<Kind> {
  const { view } = body;
  return {
    value: refineKind(kind, body, document),
    span:
      kind.place === "subject"
        ? { view: "subject", start: 0, end: document.subject.length }
        : { view: view.name, start: 0, end: Math.max(1, view.text.indexOf("\n")) },
    rule: `words: ${kind.words}`,
  };
}
