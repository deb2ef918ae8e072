// Which of the movements in a text the message reports itself, as a bank does: not those that it explains, quotes or
// disputes, and not the reader's payment to the sender.

import type { Day } from "../../money/day.ts";
import { saysProvisional, type Dispute } from "../disputes.ts";
import type { MailDocument } from "../mail.ts";
import type { SeenAmount } from "../receipt.ts";
import type { Amount } from "../totals/money/amount.ts";
import { findKind } from "../totals/kind.ts";
import { decimalToUnits } from "../totals/money/numbers.ts";
import type { AlertText } from "./alert-text.ts";
import { isPaidBySubject, isPaidToSender } from "./creditor.ts";
import { isBanks, isBanksMovement, isRatherShops, type Evidence } from "./evidence.ts";
import { hasSign, isCrediting, reachesYourAccount } from "./direction.ts";
import {
  isAnnouncedFor,
  isOfLongAgo,
  isOfPast,
  isPostedBefore,
  isTimedBefore,
} from "./movement-day.ts";
import type { Movement } from "./movement.ts";
import { isOfFuture, isOfOwn } from "./not-moved.ts";
import { findParty } from "./parties.ts";

const NOTICE_CHARS_MAX = 600;
/** What a subject of a shop or a biller tells of. */
const PURCHASES: ReadonlySet<string> = new Set(["receipt", "order", "invoice", "refund"]);

/** What the whole message says of its movements. */
export interface Told {
  readonly evidence: Evidence;
  readonly dispute: Dispute | null;
  /** Its subject is of a document about no single payment. */
  readonly isOfNotice: boolean;
  /** Its subject or its first lines are. */
  readonly isNotice: boolean;
}

/** The movements that the message reports itself, as a bank does. */
export function findReportedMovements(
  document: MailDocument,
  alert: AlertText,
  movements: readonly Movement[],
  { evidence, dispute, isOfNotice, isNotice }: Told,
): readonly Movement[] {
  const toSender = (movement: Movement): boolean =>
    (isPaidToSender(document, alert, movement) && !isWallets(alert, evidence, movement)) ||
    (isPaidBySubject(document, alert, movement) && findParty(alert, movement) === null);
  // "We received your payment" of a shop: its row "Amount paid" is of the same payment.
  const isToSender = movements.some(toSender);
  const sentDay = document.sent?.day ?? null;
  const isOfPurchase = PURCHASES.has(findKind(document.subject, "")?.kind ?? "");
  // Beside a movement of today or of no day, one of long ago is only mentioned.
  const isOld = (movement: Movement): boolean => isOfLongAgo(alert, movement, sentDay);
  const isNews = movements.some((movement) => movement.isCertain && !isOld(movement));
  return movements.filter(
    (movement) =>
      !(isNews && isOld(movement)) &&
      !(isToSender && !movement.isCertain) &&
      (dispute === null || isGivenBack(alert, movement, dispute)) &&
      (!isNotice || isReported(alert, movement, isOfNotice)) &&
      (movement.isWithoutVerb !== true ||
        isOfPast(alert, sentDay) ||
        isTimedBefore(alert, sentDay) ||
        (hasSign(alert, movement.amount) && isPostedBefore(alert, sentDay))) &&
      (!isOfNotice || isBanks(evidence)) &&
      (isBanksMovement(alert, evidence, movement) ||
        isSentToYou(alert, evidence, movement) ||
        (!isOfPurchase && isWalletsNotice(alert, evidence, movement))) &&
      // "Your payment was registered": a shop's or a biller's own words name nobody else.
      (!isRatherShops(evidence) || (movement.isCertain && findParty(alert, movement) !== null)) &&
      !toSender(movement),
  );
}

/**
 * Whether a sentence reports a movement for certain; `isOwn`: one that names a day, or the digits of an
 * account or a card, as no sentence that explains does.
 */
export function isReported(
  { folded, segments }: AlertText,
  movement: Movement,
  isOwn: boolean,
): boolean {
  const { segment, head, others, verb } = movement;
  const own = segments[segment];
  if (!movement.isCertain || own === undefined || own.row !== null) return false;
  const words = folded.slice(own.start, own.end);
  const isOne = segment === head && others.length === 0 && !words.includes("\t");
  const isQuote = folded.slice(own.start, verb.start).includes(":");
  return !isOwn || (isOne && !isQuote && isOfOwn(words) && !isOfFuture(words));
}

/**
 * Whether a movement is a credit of a dispute, and not the disputed purchase. While the dispute is open, the sentence
 * names the day or the account of the credit, or says that it is provisional.
 */
function isGivenBack(alert: AlertText, movement: Movement, dispute: Dispute): boolean {
  const { folded, segments } = alert;
  const { start, end } = segments[movement.head] ?? { start: 0, end: 0 };
  const isProvisional =
    movement.isCertain &&
    saysProvisional(folded, start, end) &&
    !isOfFuture(folded.slice(start, end));
  return (
    movement.direction === "in" &&
    (dispute === "won" || isProvisional || isReported(alert, movement, true))
  );
}

/**
 * "Ada sent you 120.00 to your account", "we have transferred 120.00 to your account". What a company credits may be a
 * voucher.
 */
function isSentToYou(alert: AlertText, evidence: Evidence, movement: Movement): boolean {
  const own = alert.segments[movement.segment];
  return (
    movement.direction === "in" &&
    movement.isCertain &&
    !movement.isRefund &&
    evidence.shops === 0 &&
    own?.row === null &&
    reachesYourAccount(alert.folded.slice(own.start, own.end)) &&
    (!isCrediting(movement.verb) || findParty(alert, movement) !== null)
  );
}

/**
 * The notice of a wallet that no list names: the subject and a sentence say that money was sent, and the text prints no
 * other amount.
 */
function isWalletsNotice(alert: AlertText, evidence: Evidence, movement: Movement): boolean {
  return (
    movement.isCertain &&
    !movement.isRefund &&
    evidence.isInSubject &&
    evidence.shops === 0 &&
    alert.text.length <= NOTICE_CHARS_MAX &&
    alert.segments[movement.segment]?.row === null &&
    countAmounts(alert) === 1 &&
    findParty(alert, movement) !== null
  );
}

/** How many different amounts a text prints, without balances, limits and fees. */
function countAmounts({ amounts, balances }: AlertText): number {
  return new Set(amounts.filter((one) => !balances.has(one)).map(({ value }) => value)).size;
}

/** "Payment received from Theo Lane. Current balance: 611.40": a wallet, and not a biller, was paid. */
function isWallets(alert: AlertText, evidence: Evidence, movement: Movement): boolean {
  return evidence.hasBalance && evidence.shops === 0 && findParty(alert, movement) !== null;
}

/**
 * The amounts of movements of the same direction that name the reader's account, card or a day, where the one that was
 * read names none: "1,249.50 paid from account *0618" above "you would have earned 12.49 had this been a virtual card
 * purchase".
 */
export function findToldElsewhere(
  alert: AlertText,
  told: readonly Movement[],
  read: SeenAmount,
  sent: Day | null,
): readonly Amount[] {
  const only = told.find(({ amount }) => amount.start === read.span.start);
  if (only === undefined || isOwn(alert, only)) return [];
  const known = [only.amount, ...only.others].map(({ value }) => decimalToUnits(value));
  return told
    .filter(
      (movement) =>
        movement.direction === only.direction &&
        isOwn(alert, movement) &&
        !isAnnouncedFor(alert, movement, sent),
    )
    .map(({ amount }) => amount)
    .filter(({ value }) => !known.includes(decimalToUnits(value)));
}

/** Whether a movement's sentence names a day, or the digits of an account or a card. */
function isOwn({ folded, segments }: AlertText, { segment, head }: Movement): boolean {
  return [segment, head].some((at) => {
    const { start = 0, end = 0 } = segments[at] ?? {};
    return isOfOwn(folded.slice(start, end));
  });
}
