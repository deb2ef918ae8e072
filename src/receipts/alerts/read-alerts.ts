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
import { findKind } from "../totals/kind.ts";
import { findAmounts } from "../totals/money/amounts.ts";
import { decimalToUnits } from "../totals/money/numbers.ts";
import { provesPayout } from "../totals/net-income.ts";
import { foldInPlace } from "../words/in-place.ts";
import { hasOnlyBalances, parseAlertText, splitBlocks, type AlertText } from "./alert-text.ts";
import type { Claim } from "../receipt.ts";
import type { Doubt } from "./charges.ts";
import { withCardBill } from "./card-bills.ts";
import {
  claimMovements,
  claimNotMoved,
  claimSigned,
  namesOnlyBalance,
  type AlertView,
} from "./claims.ts";
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
import { splitDigest } from "./digests.ts";
import { isBank } from "./creditor.ts";
import { withLoadedCards } from "./loaded-cards.ts";
import { offersLoan } from "./loan-offers.ts";
import type { Movement } from "./movement.ts";
import { findMovements } from "./movements.ts";
import { advertises, warns } from "./not-moved.ts";
import { isRowAhead } from "./movement-day.ts";
import { withPaidRows } from "./paid-rows.ts";
import { findReportedMovements, isReported } from "./reported.ts";
import { countTableLines } from "./segments.ts";
import { findSignedParts, isPartAhead, type SignedPart } from "./signed-lines.ts";
import { listsStandingOrder } from "./standing-orders.ts";
import { findVerbs, isCertain } from "./vocabulary.ts";
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
  const several =
    readTableLines(document, view, { text, count: tableLines }, sender) ??
    readBlocks(document, view, alert, sender) ??
    readDigest(document, view, alert, sender);
  return several ?? withList(alert, readText(document, view, alert, sender));
}

/**
 * The movements of blocks of rows with the same labels, one after the other, each read without the
 * others; null if there are none, or one is not a movement of an amount and a party.
 */
function readBlocks(
  document: MailDocument,
  view: string,
  alert: AlertText,
  sender: string,
): Found | null {
  const blocks = splitBlocks(alert);
  const found = blocks.map((block) => readText(document, view, block, sender));
  return joinMovements(found);
}

/**
 * The movements of a notice that lists several, each read without the others. Those that were refused
 * claim nothing. Null if fewer than two parts tell of money, or one of several movements.
 */
function readDigest(
  document: MailDocument,
  view: string,
  alert: AlertText,
  sender: string,
): Found | null {
  const digest = splitDigest(alert);
  if (digest === null) return null;
  const read = digest.parts.map((text) => readText(document, view, parseAlertText(text), sender));
  if (digest.signed !== undefined)
    return readSigned({ document, view, alert }, digest.signed, read);
  const isOther = ({ claims }: Found): boolean =>
    (claims.length === 0 && digest.isLog) ||
    (claims.length > 0 && claims.every(({ total }) => total === undefined));
  const told = read.filter((part) => !isOther(part));
  if (told.length === 0 || told.some(({ claims }) => claims.length !== 1)) return null;
  const claims = withoutToldTwice(told.flatMap((part) => part.claims));
  const isOneAmount = countAmounts(claims) < 2;
  return isOneAmount && !digest.isLog
    ? null
    : { claims, views: told[0]?.views ?? [], doubts: told.flatMap(({ doubts }) => doubts) };
}

/** A single movement that is one of a list with signs, which could not be read whole: a person is asked. */
function withList(alert: AlertText, found: Found): Found {
  const [only, ...more] = found.claims;
  if (only?.total === undefined || more.length > 0 || found.doubts.length > 0) return found;
  const signed = findSignedParts(alert);
  if (!signed.some(({ amount }) => amount.start === only.total?.span.start)) return found;
  const listed = signed.map(({ amount, isIn }) => `${isIn ? "+" : "-"}${amount.value}`).join(", ");
  const detail = `The message lists several amounts: ${listed}.`;
  return { ...found, doubts: [...found.doubts, { reason: "conflicting_totals", detail }] };
}

/**
 * The movements of a list with signs. What the words of one say counts where it is the amount of its line; the sign says
 * which way it went. Those that were refused, or whose day is to come, claim nothing. Null if none is read as a
 * bank's movement.
 */
function readSigned(
  source: Omit<AlertView, "isBanks">,
  signed: readonly SignedPart[],
  read: readonly Found[],
): Found | null {
  const isMoved = ({ claims }: Found): boolean => claims.some(({ total }) => total !== undefined);
  if (!read.some(isMoved)) return null;
  const sent = source.document.sent?.day ?? null;
  const doubts: Doubt[] = [];
  const claims = signed.flatMap((part, at): readonly Claim[] => {
    if (isPartAhead(source.alert, part, sent)) return [];
    const own = claimSigned({ ...source, isBanks: true }, part.amount, part.isIn);
    const [said, ...more] = read[at]?.claims ?? [];
    if (said === undefined || namesOnlyBalance(said)) return [own];
    if (said.total === undefined) return [];
    if (more.length > 0 || unitsOf(said) !== unitsOf(own)) return [own];
    // The line has one amount, whatever else its words may be about.
    doubts.push(
      ...(read[at]?.doubts ?? []).filter(({ reason }) => reason !== "conflicting_totals"),
    );
    return [{ ...said, incoming: own.incoming }];
  });
  return claims.length === 0
    ? { ...NOTHING_FOUND, claims: [claimNotMoved(source.view, "later", null)] }
    : { claims, views: read.find(isMoved)?.views ?? [], doubts };
}

/**
 * A movement may be told twice. Equal ones are several where each names its day in the same words, in a
 * notice that lists other money too.
 */
function withoutToldTwice(claims: readonly Claim[]): readonly Claim[] {
  const days = new Set(claims.map(({ date }) => date?.span.start));
  const hasOther = countAmounts(claims) > 1;
  if (hasOther && days.size === claims.length && !days.has(undefined)) return claims;
  const isSame = <T>(a: T | undefined, b: T | undefined): boolean =>
    a === undefined || b === undefined || a === b;
  return claims.filter(
    (claim, at) =>
      !claims
        .slice(0, at)
        .some(
          (one) =>
            unitsOf(one) === unitsOf(claim) &&
            one.incoming?.value === claim.incoming?.value &&
            isSame(one.merchant?.value, claim.merchant?.value) &&
            isSame(one.time?.value, claim.time?.value),
        ),
  );
}

/** "$8.00" and "$ 8" are one amount. */
function unitsOf({ total }: Claim): number | null {
  return decimalToUnits(total?.value ?? "");
}

function countAmounts(claims: readonly Claim[]): number {
  return new Set(claims.map(unitsOf)).size;
}

/** All movements together; null if there is none, or one is not a movement of an amount and a party. */
function joinMovements(found: readonly Found[]): Found | null {
  const isOne = ({ claims }: Found): boolean =>
    claims.length === 1 && claims[0]?.total !== undefined && claims[0].merchant !== undefined;
  return found.length === 0 || !found.every(isOne)
    ? null
    : {
        claims: found.flatMap(({ claims }) => claims),
        views: found[0]?.views ?? [],
        doubts: found.flatMap(({ doubts }) => doubts),
      };
}

/**
 * The movements of a table with a line for each, read line by line; null if there is no such table,
 * or a line of it is not one movement of an amount and a party.
 */
function readTableLines(
  document: MailDocument,
  view: string,
  { text, count }: { readonly text: string; readonly count: number },
  sender: string,
): Found | null {
  const found: Found[] = [];
  for (let line = 0; line < count; line += 1)
    found.push(readText(document, view, parseAlertText(text, line), sender));
  return joinMovements(found);
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
  const isOfNotice = ofSubject?.notice === true || ofSubject?.points === true;
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
  // "The shop did not receive it": of the purchase, and not of what is given back.
  if (notMoved !== null && dispute === "won") return NOTHING_FOUND;
  const ofText = findKind(document.subject, alert.text);
  if (notMoved !== null) {
    // "The hold was released, and you were not charged": nothing is held any longer.
    const isReleased = notMoved.why === "hold" && ofText?.kind === "not a transaction";
    const why = isReleased ? "arranged" : notMoved.why;
    return isBanksRefusal(alert, evidence, notMoved.verb.sense)
      ? { ...NOTHING_FOUND, claims: [claimNotMoved(view, why, notMoved.verb)] }
      : NOTHING_FOUND;
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
    ofText?.kind === "income" ||
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
  const { name = "", address = "" } = document.from ?? {};
  const loaded = isBank(name, address) ? reported : withLoadedCards(alert, subject, reported);
  const ofCard = withCardBill(alert, { sender, subject }, loaded);
  return claimMovements({ document, view, alert, isBanks: hasBanksWords(evidence) }, ofCard);
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
  const isBanksName = SENDS_ALERTS.test(sender) || namesBank(sender, sender.length);
  const isOfParcel = told?.shipment === true && !isInSubject && !isBanksName;
  const isReport = isNamed && movements.some(({ isCertain }) => isCertain) && !isOfParcel;
  return !isReport && told?.kind === "not a transaction";
}
