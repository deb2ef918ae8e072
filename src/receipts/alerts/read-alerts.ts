// Reads banks' alerts: sentences and rows that tell of money that moved on the person's own account
// or card. It reads only what a bank writes: a bank's own words next to an account or card, and no
// shop's. Money that an alert says has not moved (declined, a code, still to come) is "not a
// transaction".

import { units } from "../../money/money.ts";
import { ALERT_CHARS_MAX } from "../../platform/limits.ts";
import { findDispute } from "../disputes.ts";
import { findView, type MailDocument } from "../mail.ts";
import { findMerchantByAddress } from "../merchants/known.ts";
import { NOTHING_FOUND, type Found } from "../reader.ts";
import { findKind, type KindSeen } from "../totals/kind.ts";
import { findAmounts } from "../totals/money/amounts.ts";
import { decimalToUnits } from "../totals/money/numbers.ts";
import { provesPayout } from "../totals/net-income.ts";
import { foldInPlace } from "../words/in-place.ts";
import PAYMENT_WORDS from "../words/payment-words.json" with { type: "json" };
import { foldWords, phrasesIn } from "../words/phrases.ts";
import { findRows, hasOnlyBalances, parseAlertText, type AlertText } from "./alert-text.ts";
import type { Doubt } from "./charges.ts";
import { withCardBill } from "./card-bills.ts";
import { claimMovements, claimNotMoved, type AlertView } from "./claims.ts";
import {
  gatherEvidence,
  isBanks,
  isBanksRefusal,
  hasBanksWords,
  isShopsAlone,
  namesBank,
  SENDS_ALERTS,
  sendsOffers,
  type Evidence,
} from "./evidence.ts";
import { isBank } from "./creditor.ts";
import { withLoadedCards } from "./loaded-cards.ts";
import { offersLoan } from "./loan-offers.ts";
import type { Movement, NotMoved } from "./movement.ts";
import { findMovements } from "./movements.ts";
import { advertises, warns } from "./not-moved.ts";
import { isRowAhead } from "./movement-day.ts";
import { withPaidRows } from "./paid-rows.ts";
import { findNamedParty } from "./parties.ts";
import { isGreeted } from "./recipients.ts";
import { findReportedMovements, findToldElsewhere, isReported } from "./reported.ts";
import { countTableLines } from "./segments.ts";
import { readPartial } from "./listed-movements.ts";
import { findMessageLists, NO_LISTS } from "./message-lists.ts";
import { readSeveral } from "./several-movements.ts";
import { askAboutUnread } from "./unread-movements.ts";
import { listsStandingOrder } from "./standing-orders.ts";
import { findVerbs, isCertain, type Verb } from "./vocabulary.ts";
import { joinSubject, splitFound } from "./with-subject.ts";

/** Reads a document as a bank's alert; see reader.ts. */
export function readAlerts(document: MailDocument): Found {
  const read = ["html", "text"].flatMap((name) => {
    const text = findView(document, name)?.text.slice(0, ALERT_CHARS_MAX) ?? "";
    return text === "" ? [] : [{ text, found: readWithSubject(document, name, text) }];
  });
  const [first, second] = read.filter(({ found }) => found.claims.length > 0);
  if (first === undefined) return NOTHING_FOUND;
  const doubts = [...first.found.doubts, ...compareViews(first.found, second)];
  return { claims: first.found.claims, views: [], doubts };
}

/** Reads a view; where that tells of no amount, with a subject that does. */
function readWithSubject(document: MailDocument, name: string, text: string): Found {
  const alone = readView(document, name, text);
  const isTold = alone.claims.some(({ total }) => total !== undefined);
  const joined = isTold ? null : joinSubject(document, text);
  if (joined === null) return alone;
  const found = splitFound(readView(document, name, joined), document.subject);
  return found.claims.some(({ total }) => total?.span.view === "subject") ? found : alone;
}

function compareViews(
  first: Found,
  second: { readonly text: string; readonly found: Found } | undefined,
): readonly Doubt[] {
  if (second === undefined || listTotals(first) === listTotals(second.found)) return [];
  if (isWholeWithFee(first, second)) return [];
  const detail = `The HTML says ${listTotals(first)}, the text ${listTotals(second.found)}.`;
  return [{ reason: "conflicting_views", detail }];
}

/**
 * Whether the HTML's rows give an amount with its fee, and the text, where rows are less clear, the
 * amount without it: the text prints the fee and the whole too.
 */
function isWholeWithFee(
  first: Found,
  second: { readonly text: string; readonly found: Found },
): boolean {
  const [[whole, ...more], [part, ...others]] = [first.claims, second.found.claims];
  if (whole?.total === undefined || part?.total === undefined) return false;
  if (more.length > 0 || others.length > 0) return false;
  const [all, amount] = [decimalToUnits(whole.total.value), decimalToUnits(part.total.value)];
  const printed = new Set<number | null>(
    findAmounts(second.text).map(({ value }) => decimalToUnits(value)),
  );
  return all !== null && amount !== null && printed.has(all) && printed.has(units(all - amount));
}

function listTotals({ claims }: Found): string {
  return claims
    .map(({ kind, total }) =>
      kind?.value === "not a transaction"
        ? "nothing"
        : `${total?.value ?? ""} ${total?.currency ?? ""}`,
    )
    .join(", ");
}

function readView(document: MailDocument, view: string, text: string): Found {
  const { name = "", address = "" } = document.from ?? {};
  const sender = foldInPlace(`${name} ${address.replace(/[@.-]/g, " ")}`);
  const merchant = findMerchantByAddress(address);
  if (merchant?.wallet === false && !SENDS_ALERTS.test(sender)) return NOTHING_FOUND;
  if (sendsOffers(address)) return NOTHING_FOUND;
  const folded = foldInPlace(text);
  const tableLines = countTableLines(text, folded);
  if (tableLines === 0 && isShopsAlone(folded, foldInPlace(document.subject), sender))
    return NOTHING_FOUND;
  const alert = parseAlertText(text);
  const read = (one: AlertText): Found => readText(document, view, one, sender);
  const source = { document, view, alert };
  // "Your payment plan", "Balance of your gift card": a company lists what was paid before, or is to be paid.
  const ofSubject = findKind(document.subject, "");
  const isOfNotice = ofSubject?.unpaid === true || ofSubject?.notice === true;
  const lists = isOfNotice && !isSentByBank(sender) ? NO_LISTS : findMessageLists(source);
  const found = readSeveral(source, lists, tableLines, read) ?? read(alert);
  const partial = readPartial(source, lists, read);
  return partial !== null && hasMore(partial, found)
    ? partial
    : askAboutUnread(source, lists, found);
}

/** Whether one reading has more movements than another. A message that is read as no transaction has no movements. */
function hasMore(one: Found, other: Found): boolean {
  const count = ({ claims }: Found): number =>
    claims.filter(({ total }) => total !== undefined).length;
  const isNoTransaction = other.claims.length > 0 && count(other) === 0;
  return !isNoTransaction && count(one) > count(other);
}

function readText(document: MailDocument, view: string, alert: AlertText, sender: string): Found {
  const subject = foldInPlace(document.subject);
  if (advertises(subject, alert.folded, alert.segments)) return NOTHING_FOUND;
  const { movements: told, notMoved } = findMovements(alert, subject);
  const evidence = gatherEvidence(alert, subject, sender);
  // A bank's row "Amount paid" may be of a card's bill.
  const movements = evidence.isNamed ? told : withPaidRows(alert, told);
  // "Your tax document is ready": its amounts are sums and examples.
  const ofSubject = findKind(document.subject, "");
  const isOfPoints = !evidence.isNamed && COUNT_OF_POINTS.test(subject);
  const isOfNotice = ofSubject?.notice === true || ofSubject?.points === true || isOfPoints;
  const isWarning = warns(subject) && isBanks(evidence);
  if (isWarning && !isReportedBeside(alert, subject, movements))
    return { ...NOTHING_FOUND, claims: [claimNotMoved(view, "warning", null)] };
  const isOfBank = evidence.isNamed || isBanks(evidence);
  if (
    (isOfBank && isOnlyOffered(subject, alert, movements)) ||
    isOnlyArranged(document, alert, movements)
  )
    return { ...NOTHING_FOUND, claims: [claimNotMoved(view, "arranged", null)] };
  if (isOfNotice && (notMoved !== null || movements.length === 0)) return NOTHING_FOUND;
  const dispute = findDispute(document.subject, alert.text);
  const ofText = findKind(document.subject, alert.text);
  if (notMoved !== null) {
    const isOfOther =
      // "The shop did not receive it": of the purchase, and not of what is given back.
      dispute === "won" || (ofSubject?.kind === "refund" && isOfNobody(alert, notMoved));
    return isOfOther ? NOTHING_FOUND : readNotMoved({ view, alert, evidence }, notMoved, ofText);
  }
  if (movements.length === 0 && isBanks(evidence) && hasOnlyBalances(alert))
    return { ...NOTHING_FOUND, claims: [claimNotMoved(view, "balance", null)] };
  const [first] = movements;
  // "Your transfer order was taken" over "Date of execution: 2 November".
  if (
    first !== undefined &&
    evidence.isNamed &&
    movements.every((one) => !one.isCertain) &&
    isRowAhead(alert, document.sent?.day ?? null)
  )
    return { ...NOTHING_FOUND, claims: [claimNotMoved(view, "later", first.verb)] };
  const isSent =
    (ofText?.kind === "income" && !evidence.isNamed) ||
    (ofSubject?.kind === "refund" && !isOfBank) ||
    provesPayout(alert.text);
  if (isSent && movements.every(isPaymentOfReader)) return NOTHING_FOUND;
  const reported = findReportedMovements(document, alert, movements, {
    evidence,
    dispute,
    isOfNotice,
    // "Your payslip": the rows below are of what it prints, and a sentence may report a movement.
    isNotice: isOfNotice || ofText?.notice === true,
  });
  if (reported.length === 0 && dispute === "open" && ofText?.kind !== "refund")
    return { ...NOTHING_FOUND, claims: [claimNotMoved(view, "disputed", null)] };
  if (reported.length === 0 || tellsOtherwise(document.subject, evidence, reported))
    return NOTHING_FOUND;
  if (!isOfBank && reported.every((one) => namesReader(alert, one))) return NOTHING_FOUND;
  const { name = "", address = "" } = document.from ?? {};
  const loaded = isBank(name, address) ? reported : withLoadedCards(alert, subject, reported);
  const ofCard = withCardBill(alert, { sender, subject }, loaded);
  return claimRead({ document, view, alert, isBanks: hasBanksWords(evidence) }, told, ofCard);
}

/** "You've got 8,420 points to spend": what a company lists below was paid before. */
const COUNT_OF_POINTS =
  /\d (?:points?|punkte?n?|punten|puntos|punti|pontos|poang|pisteen|pistetta|punktow|bodu|pont)(?!\p{L})/u;

/** Claims the movements that were read; asks which amount moved where the text tells of another one too. */
function claimRead(source: AlertView, told: readonly Movement[], read: readonly Movement[]): Found {
  const found = claimMovements(source, read);
  const [claim, ...more] = found.claims;
  if (claim?.total === undefined || more.length > 0) return found;
  const sent = source.document.sent?.day ?? null;
  const others = findToldElsewhere(source.alert, told, claim.total, sent);
  const totals = [...new Set(others.map(({ value }) => value))];
  if (totals.length === 0) return found;
  const detail = `The message tells of ${totals.join(" and ")} too.`;
  return { ...found, doubts: [...found.doubts, { reason: "conflicting_totals", detail, totals }] };
}

/** What a bank says that did not move; nothing if it is no bank's. */
function readNotMoved(
  { view, alert, evidence }: { view: string; alert: AlertText; evidence: Evidence },
  { why, verb }: NotMoved,
  ofText: KindSeen | null,
): Found {
  if (!isBanksRefusal(alert, evidence, verb)) return NOTHING_FOUND;
  // "Your bill was paid", over the row "Last day to pay  25 November".
  if (why === "later" && evidence.isInSubject && isLabel(alert, verb)) return NOTHING_FOUND;
  // "The hold was released, and you were not charged": nothing is held any longer.
  const isReleased = why === "hold" && ofText?.kind === "not a transaction";
  return { ...NOTHING_FOUND, claims: [claimNotMoved(view, isReleased ? "arranged" : why, verb)] };
}

/** Whether a verb stands before the tab of a row. */
function isLabel({ text, segments }: AlertText, { end }: Verb): boolean {
  const own = segments.find((one) => end > one.start && end <= one.end);
  return own !== undefined && text.slice(end, own.end).includes("\t");
}

/** "Such costs may be claimed as an exceptional charge": a sentence without an amount, a day or an account. */
function isOfNobody({ text, segments }: AlertText, { verb }: NotMoved): boolean {
  const own = segments.find(({ start, end }) => verb.start >= start && verb.end <= end);
  return (
    verb.sense === "to come" && own?.row === null && !/\d/u.test(text.slice(own.start, own.end))
  );
}

/** A loan that is offered, beside no movement that a sentence reports. */
function isOnlyOffered(subject: string, alert: AlertText, movements: readonly Movement[]): boolean {
  return (
    offersLoan(subject, alert, movements) &&
    !movements.some((movement) => isReported(alert, movement, true))
  );
}

/** Rows of a standing order that begins on a later day, beside no sentence that reports a movement. */
function isOnlyArranged(
  { sent }: MailDocument,
  alert: AlertText,
  movements: readonly Movement[],
): boolean {
  return (
    listsStandingOrder(alert.text, sent?.day ?? null) &&
    !movements.some((movement) => isReported(alert, movement, false))
  );
}

/**
 * "Sent to your account" of a payout or a refund: what a company sends reads like a payment of the reader's. "We
 * received your loan repayment" is one.
 */
function isPaymentOfReader({ direction, verb }: Movement): boolean {
  return direction === "out" && verb.sense !== "back";
}

/**
 * Whether a company's message names its reader as the other party: "Recipient: Ada Lane" or "Payer: Ada Lane" below
 * "Dear Ada Lane,". Such a payout came to the reader, and such a payment went out.
 */
function namesReader(alert: AlertText, movement: Movement): boolean {
  if (movement.direction === "in")
    return findRows(alert, "payer").some(({ row }) => isGreeted(alert, row));
  const party = findNamedParty(alert, movement);
  return party !== null && isGreeted(alert, party);
}

/** "Card payment: beware of fraud": a warning in the subject, beside the movement that the text reports. */
function isReportedBeside(
  alert: AlertText,
  subject: string,
  movements: readonly Movement[],
): boolean {
  return (
    findVerbs(subject).some(isCertain) &&
    movements.some((movement) => isReported(alert, movement, true))
  );
}

/** Whether a sender, folded, names a bank. */
function isSentByBank(sender: string): boolean {
  return SENDS_ALERTS.test(sender) || namesBank(sender, sender.length);
}

const MONEY = phrasesIn({ money: PAYMENT_WORDS["money that is sent"] });

/**
 * "Your verification code" over "approve a payment of 20.00", "Your cart is waiting" over "Complete your
 * purchase": the subject says that nothing was paid, and no verb of a bank says for certain that
 * something was.
 */
function tellsOtherwise(
  subject: string,
  { isNamed, sender, isInSubject }: Evidence,
  movements: readonly Movement[],
): boolean {
  const told = findKind(subject, "");
  // "Your parcel is ready", over "Paid 9 November (North Bank)": a shop names the bank that paid.
  const isBanksName = isSentByBank(sender);
  const isOfParcel = told?.shipment === true && !isInSubject && !isBanksName;
  // "Quotation 3381", of a company that names banks in its conditions.
  const isOfQuote = told?.unpaid === true && !isBanksName;
  // "You have sent money to Ada": the verb of parcels.
  const isOfMoney = told?.shipment === true && isInSubject && MONEY.has(foldWords(subject));
  const isReport =
    (isNamed || isOfMoney) &&
    movements.some(({ isCertain }) => isCertain) &&
    !isOfParcel &&
    !isOfQuote;
  return !isReport && told?.kind === "not a transaction";
}
