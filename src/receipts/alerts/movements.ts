// Finds the movements of money that an alert tells of: a sentence with a verb of direction and an
// amount, or such a sentence above a row with the amount. Balances, limits, thresholds and fees are
// no movements. Money that was declined, needs a code, is still to come or was only arranged did
// not move.

import { namesLeastPayment } from "../totals/card-statement.ts";
import type { AlertText } from "./alert-text.ts";
import { chooseMovements } from "./choose-movements.ts";
import { findCode, findCodeOfSubject } from "./codes.ts";
import { withMoneyInAccount } from "./in-your-account.ts";
import { readDirection } from "./direction.ts";
import type { AlertReading, Movement } from "./movement.ts";
import { withExecuted } from "./direct-debits.ts";
import { withLimits, withoutLimited } from "./limits.ts";
import { aboveFooter } from "./footers.ts";
import { withNegations } from "./negations.ts";
import { withNeverPaid } from "./never-paid.ts";
import { withoutPapers } from "./papers.ts";
import {
  findNotMoved,
  IN_SUBJECT,
  isOfOwn,
  namesOwn,
  outweighs,
  type NotMovedAt,
} from "./not-moved.ts";
import { namesHold } from "./released-holds.ts";
import { withRequests } from "./requests.ts";
import { namesOperation } from "./operations.ts";
import { findBehindVerb, findSigned } from "./terse-movements.ts";
import { withToldBySubject } from "./told-by-subject.ts";
import { sliceSegment } from "./segments.ts";
import { findWithoutVerb } from "./without-verb.ts";
import { findVerbs, isCertain, MOVING, type Verb } from "./vocabulary.ts";
import { releasesHold, scanSegments, type Scan } from "./scan-segments.ts";

interface FoundSoFar {
  readonly notMoved: NotMovedAt | null;
  readonly movements: readonly Movement[];
  /** The verbs of the subject. */
  readonly inSubject: readonly Verb[];
}

/** The least payment of a card's statement, without a verb. */
const LEAST_PAYMENT: Verb = {
  sense: "later",
  isBeforePayee: false,
  phrase: "least payment of a card",
  start: -1,
  end: -1,
};

/** The movements in order; `subject` (folded) gives the direction where the text does not. */
export function findMovements(alert: AlertText, subject: string): AlertReading {
  const whole = { start: 0, end: subject.length };
  const named = withoutLimited(subject, findVerbs(subject));
  const moving = withoutPapers({ folded: subject, amounts: [] }, whole, named);
  const found = withNegations(subject, 0, withRequests(subject, 0, moving));
  const ordered = withExecuted(subject, whole, withoutQuestions(subject, found));
  const inSubject = withNeverPaid(subject, whole, withLimits(subject, whole, ordered));
  const code = findCode(alert) ?? findCodeOfSubject(alert, subject);
  if (code !== null) return { movements: [], notMoved: { why: "code", verb: code } };
  const scan = scanSegments(alert, subject, inSubject);
  const chosen = chooseMovements(alert, scan, readDirection(inSubject, subject));
  const isStopped = chosen.length === 0 && scan.notMoved !== null;
  const told = isStopped ? chosen : withToldBySubject(alert, subject, chosen);
  const movements = withMoneyInAccount(alert, subject, told);
  if (isAnnouncedTwice(scan, movements, inSubject))
    return { movements: [], notMoved: scan.announced };
  const [held] = movements;
  const isHeld = ({ segment }: Movement): boolean => namesHold(sliceSegment(alert, segment));
  // "Hold released", and below it "Held amount 400.00"; or "You have not been charged" beside it.
  const isNotTaken = (): boolean => releasesHold(alert, subject) || scan.stops.length > 0;
  if (held !== undefined && movements.every(isHeld) && isNotTaken())
    return { movements: [], notMoved: { why: "arranged", verb: held.verb } };
  const isTold = reportsOwn(alert, movements);
  const isDirected = namesOperation(alert, movements);
  // A statement's rows are of the period, and its total is still to be paid.
  if (!isSaidInSentence(alert, movements, inSubject) && namesLeastPayment(alert.text))
    return { movements: [], notMoved: { why: "later", verb: LEAST_PAYMENT } };
  const notMoved =
    scan.stops.find((stop) => !(isTold && stop.isOfCard) && outweighs(stop, movements)) ??
    ((isTold && scan.notMoved?.isOfCard === true) ||
    (isDirected && scan.notMoved?.isOfOffer === true)
      ? null
      : scan.notMoved);
  if (movements.length === 0 && scan.notMoved === null) {
    const signed = findSigned(alert, subject);
    const terse = signed.length > 0 ? signed : findBehindVerb(alert, scan.heads);
    const found = terse.length > 0 ? terse : findWithoutVerb(alert, subject);
    // The row of what was held, where nothing else says that it moved.
    const isOfHold = found.every(isHeld) && releasesHold(alert, subject);
    return { movements: isOfHold ? [] : found, notMoved: null };
  }
  if (!outweighs(notMoved, movements) && !isOfSubject(alert, { notMoved, movements, inSubject }))
    return { movements, notMoved: null };
  const hasCertain = movements.some(({ isCertain }) => isCertain);
  const above = hasCertain ? null : aboveFooter(alert, notMoved);
  const inRows = above === null ? [] : findMovements(above, subject).movements;
  return inRows.length > 0
    ? {
        movements: inRows.map((one) => (one.isCertain ? one : { ...one, isWithoutVerb: true })),
        notMoved: null,
      }
    : { movements: [], notMoved: notMoved ?? findNotMoved(inSubject, IN_SUBJECT) };
}

/** Whether the subject, or a sentence, says for certain that money moved. */
function isSaidInSentence(
  { text, segments }: AlertText,
  movements: readonly Movement[],
  inSubject: readonly Verb[],
): boolean {
  return (
    inSubject.some(isCertain) ||
    movements.some(({ head, isCertain: isSure }) => {
      const said = segments[head];
      return isSure && said?.row === null && !/[\t:：]/u.test(text.slice(said.start, said.end));
    })
  );
}

/** A sentence reports a movement on an own card or account, or on a day: a blocked card stops none. */
function reportsOwn({ folded, segments }: AlertText, movements: readonly Movement[]): boolean {
  return movements.some(({ isCertain, segment, head }) => {
    const own = segments[segment];
    return (
      isCertain &&
      own?.row === null &&
      segment === head &&
      isOfOwn(folded.slice(own.start, own.end))
    );
  });
}

/** "30€ credited to your card? Here's how": what a subject asks, it does not report. */
function withoutQuestions(subject: string, verbs: readonly Verb[]): readonly Verb[] {
  return verbs.filter(
    ({ sense, end }) =>
      sense !== "in" || !/^[^.!?:;|\n]{0,60}[?？](?=\s|$)/u.test(subject.slice(end)),
  );
}

/**
 * "Limits changed", "Your statement is ready", over a table: its rows ("Purchases 500.00") are of
 * what the subject or the sentence above it says, and report no movement. Nor does a sentence without
 * a day or the digits of an account ("a purchase of 1,200.00 in 12 instalments"), where the subject
 * names no movement.
 */
function isOfSubject(
  { text, folded, segments }: AlertText,
  { notMoved, movements, inSubject }: FoundSoFar,
): boolean {
  const [first] = movements;
  const said = findNotMoved(inSubject, IN_SUBJECT);
  const isInSubject = said !== null;
  const isAbove =
    notMoved?.why === "arranged" && first !== undefined && notMoved.index < first.segment;
  const isMoving = inSubject.some(({ sense }) => MOVING.has(sense));
  const isArranged = said?.why === "arranged" && !isMoving;
  return (
    (isInSubject || isAbove) &&
    movements.every(({ segment, head }) => {
      const row = segments[segment];
      // "Payment scheduled" over "Type of operation: bill payment": the row names what was scheduled.
      const isOfRows = segments[head]?.row !== null && row?.row !== null;
      if (said?.why === "later" && !isMoving && isOfRows) return true;
      if (segment !== head || row === undefined) return false;
      return (
        text.slice(row.start, row.end).includes("\t") ||
        (isArranged && row.row === null && !namesOwn(folded.slice(row.start, row.end)))
      );
    })
  );
}

/**
 * "Your upcoming payments", and above the rows "these payments will leave your account": the verbs of
 * the rows ("DIRECT DEBIT") report nothing.
 */
function isAnnouncedTwice(
  { announced }: Scan,
  [first]: readonly Movement[],
  inSubject: readonly Verb[],
): boolean {
  return (
    announced !== null &&
    first !== undefined &&
    announced.index < first.segment &&
    announced.index < first.head &&
    findNotMoved(inSubject, IN_SUBJECT)?.why === "later"
  );
}
