// Finds the movements of money that an alert tells of: a sentence with a verb of direction and an
// amount, or such a sentence above a row with the amount. Balances, limits, thresholds and fees are
// no movements. Money that was declined, needs a code, is still to come or was only arranged did
// not move.

import { ALERT_MOVEMENTS_MAX } from "../../platform/limits.ts";
import type { Amount } from "../totals/money/amount.ts";
import { namesLeastPayment } from "../totals/card-statement.ts";
import { findMoneyWords } from "../totals/label-readings.ts";
import { findSchedule } from "../totals/schedules.ts";
import type { AlertText, Place } from "./alert-text.ts";
import { readAmountWords } from "./amount-words.ts";
import { amountsWithin } from "./amounts-within.ts";
import type { Segment } from "./cells.ts";
import { chooseMovements } from "./choose-movements.ts";
import { findCode, findCodeOfSubject, isNeverAskedFor } from "./codes.ts";
import { withMoneyInAccount } from "./in-your-account.ts";
import { findPayer, readDirection, withPayer, withPrintedSign } from "./direction.ts";
import type { AlertReading, Head, Movement, Reading } from "./movement.ts";
import { withExecuted } from "./direct-debits.ts";
import { withLimits, withoutLimited } from "./limits.ts";
import { aboveFooter } from "./footers.ts";
import { deniesFee, withNegations } from "./negations.ts";
import { findEndOfRows, isBelowRows } from "./news.ts";
import { withNeverPaid } from "./never-paid.ts";
import { withoutPapers } from "./papers.ts";
import { isConditional } from "./conditions.ts";
import {
  findNotMoved,
  IN_SUBJECT,
  findReported,
  isOffer,
  isOfOwn,
  isToCome,
  isUpToReader,
  namesOwn,
  outweighs,
  saysWhyStopped,
  strongerReason,
  isRowOfPeriod,
  sumsUp,
  warnsOfFraud,
  type NotMovedAt,
} from "./not-moved.ts";
import { isOfPriceList } from "./price-lists.ts";
import { isOfQuantity, isTally } from "./quantities.ts";
import { isQuoted } from "./quotes.ts";
import { namesHold, saysReleased } from "./released-holds.ts";
import { withRequests } from "./requests.ts";
import { isZero } from "./amount-rows.ts";
import { namesOperation } from "./operations.ts";
import { findBehindVerb, findSigned } from "./terse-movements.ts";
import { withToldBySubject } from "./told-by-subject.ts";
import { sliceSegment } from "./segments.ts";
import { saysWhySent } from "./why-sent.ts";
import { findWithoutVerb } from "./without-verb.ts";
import {
  findVerbs,
  HOLDINGS,
  isCertain,
  mainRole,
  MOVING,
  type LabelRole,
  type Verb,
} from "./vocabulary.ts";
import { findSaid } from "./said-verbs.ts";
import { foldWords } from "../words/phrases.ts";

/** The segments of a text read one after another. */
interface Scan {
  readonly movements: Movement[];
  readonly heads: Head[];
  notMoved: NotMovedAt | null;
  /** The first sentence that announces money. */
  announced: NotMovedAt | null;
  /** Each sentence that says that money was stopped; the one next to a movement is about it. */
  readonly stops: NotMovedAt[];
}

interface FoundSoFar {
  readonly notMoved: NotMovedAt | null;
  readonly movements: readonly Movement[];
  /** The verbs of the subject. */
  readonly inSubject: readonly Verb[];
}

/** The rows whose value may tell of a movement. */
const SPEAKING: ReadonlySet<LabelRole> = new Set<LabelRole>([
  "amount",
  "account amount",
  "operation",
  "status",
  "account",
]);
const AMOUNT_WORDS_CHARS_MAX = 90;
const OWN_AMOUNT_CHARS = 20;

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
  // "Hold released", and below it "Held amount 400.00".
  if (held !== undefined && releasesHold(alert, subject) && movements.every(isHeld))
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
    return {
      movements: terse.length > 0 ? terse : findWithoutVerb(alert, subject),
      notMoved: null,
    };
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

function scanSegments(alert: AlertText, subject: string, inSubject: readonly Verb[]): Scan {
  const scan: Scan = {
    movements: [],
    heads: [],
    notMoved: findNotMoved(inSubject, IN_SUBJECT),
    announced: null,
    stops: [],
  };
  const context = {
    subjectMoves: inSubject.some(({ sense }) => MOVING.has(sense)),
    payer: findPayer(subject, inSubject),
  };
  const schedule = findSchedule(alert.text, null);
  const endOfRows = findEndOfRows(alert);
  const isReleased = (index: number): boolean => saysReleased(sliceSegment(alert, index));
  const isOfRelease = releasesHold(alert, subject);
  for (const [index, segment] of alert.segments.entries()) {
    if (scan.movements.length > ALERT_MOVEMENTS_MAX) break;
    const role = segment.row === null ? null : mainRole(segment.row.roles);
    const isSilent = role !== null && !SPEAKING.has(role) && !saysWhyStopped(alert.folded, segment);
    if (isConditional(alert.folded, segment.start) || isSilent || isLink(alert, segment)) continue;
    if (saysWhySent(alert.folded, segment)) continue;
    const isLine = segment.row !== null || /\t|: ?\S/u.test(sliceSegment(alert, index));
    if (isReleased(index) || (isOfRelease && isLine && namesHold(sliceSegment(alert, index))))
      continue;
    if (schedule.some(({ start, end }) => segment.start >= start && segment.end <= end)) continue;
    const isBelow = isBelowRows(alert, index, endOfRows);
    scanSegment(alert, scan, { segment, index, isBelow, ...context });
  }
  return scan;
}

/** Whether the subject or one of the first segments says that a hold was released. */
function releasesHold(alert: AlertText, subject: string): boolean {
  const indexes = [...alert.segments.keys()].slice(0, NEWS_SEGMENTS);
  return saysReleased(subject) || indexes.some((at) => saysReleased(sliceSegment(alert, at)));
}

const NEWS_SEGMENTS = 6;

function scanSegment(
  alert: AlertText,
  scan: Scan,
  {
    segment,
    index,
    isBelow,
    subjectMoves,
    payer,
  }: {
    readonly segment: Segment;
    readonly index: number;
    /** It stands far below the rows of the news. */
    readonly isBelow: boolean;
    readonly subjectMoves: boolean;
    readonly payer: string | null;
  },
): void {
  const { folded } = alert;
  const { start, end } = segment;
  const verbs = findSaid(alert, segment, subjectMoves);
  const isAboutMoney = subjectMoves || HOLDINGS.has(folded, start, end);
  const said = findNotMoved(verbs, index, isAboutMoney);
  // "We never ask for your code": a warning arranges nothing, and announces nothing.
  const isOfWarning = said?.why === "arranged" || said?.why === "later";
  if (isOfWarning && (isBelow || isNeverAskedFor(alert, said.verb, start))) return;
  if (said?.why === "stopped" && (isBelow || isAdvice(alert, index))) return;
  if (said?.why === "arranged" && isUpToReader(folded, start, said.verb)) return;
  if (said?.why === "arranged" && isDeduction(alert, segment)) return;
  const isStatus = segment.row !== null && mainRole(segment.row.roles) === "status";
  const isOfOffer = said?.why === "arranged" && isOffer(folded.slice(start, end));
  const notMoved =
    said === null ? null : { ...said, isOfOffer, ...(isStatus && { isStatus: true as const }) };
  if (notMoved !== null && !deniesFee(folded, segment, notMoved.verb)) {
    scan.notMoved = strongerReason(scan.notMoved, notMoved);
    if (isToCome(notMoved)) scan.announced ??= notMoved;
    if (notMoved.why === "stopped") scan.stops.push(notMoved);
    return;
  }
  const read = withPayer(alert, segment, readDirection(verbs, folded.slice(start, end)), payer);
  if (read === null || isFailedRefund(read, verbs)) return;
  // "Account debited: ****7150" says which account it is, also of what is only arranged.
  const isNamed = segment.row !== null && mainRole(segment.row.roles) === "account";
  const words = folded.slice(start, end);
  if (sumsUp(words) || isRowOfPeriod(words) || isTally(words) || isOffer(words)) return;
  if (segment.row === null && warnsOfFraud(words)) return;
  if (isOfPriceList(alert, segment)) return;
  const reported = findReported(folded.slice(start, end));
  const place = reported === null ? segment : { start, end: start + reported };
  const [amount, ...others] = findAmountsMoved(alert, place, verbs);
  const reading = isNamed && amount === undefined ? { ...read, isCertain: false } : read;
  if (amount === undefined) {
    if (!isOfQuantity(alert, index) && !isOfOwnAmount(alert, segment, reading))
      scan.heads.push({ reading, index });
  } else
    scan.movements.push({
      ...withPrintedSign(alert, reading, amount),
      amount,
      others,
      segment: index,
      head: index,
    });
}

/** "Discount  -3.84", "Amount without discount  61.45": a row of what is taken off a price offers nothing. */
function isDeduction({ folded, amounts }: AlertText, segment: Segment): boolean {
  const [only, ...more] = amountsWithin(amounts, segment);
  if (only === undefined || more.length > 0) return false;
  const label = foldWords(folded.slice(segment.start, only.start));
  return only.negative || findMoneyWords(label).some(({ role }) => role === "discount");
}

/** "Send money: https://bank.example/send": where a link leads to. */
function isLink({ text }: AlertText, { start, end }: Place): boolean {
  return /^[^\n\d]{0,60}:\s{0,4}<?https?:\/\/\S+\s*$/u.test(text.slice(start, end));
}

/** Whether a sentence advises the reader: "Was it not you? Block your card". */
function isAdvice({ text, segments }: AlertText, index: number): boolean {
  const [before, own] = [segments[index - 1], segments[index]];
  return (
    own?.row === null &&
    before?.row === null &&
    /[?？]\s*$/u.test(text.slice(before.start, before.end)) &&
    !/\d/.test(text.slice(own.start, own.end))
  );
}

/**
 * "A reconnection fee of 250.00 applies": the verb is of the amount right behind it, which did not move,
 * and not of an amount in another row.
 */
function isOfOwnAmount({ amounts, folded }: AlertText, place: Place, { verb }: Reading): boolean {
  const until = place.end;
  return amountsWithin(amounts, place).some((amount) => {
    const { start } = amount;
    if (start < verb.end || start > verb.end + OWN_AMOUNT_CHARS) return false;
    return (
      /^ {0,2}$/.test(folded.slice(verb.end, start)) ||
      readAmountWords(folded, amount, { from: verb.end, until }) === "not moved"
    );
  });
}

/** "Your refund was declined". */
function isFailedRefund({ isRefund }: Reading, verbs: readonly Verb[]): boolean {
  return (
    isRefund &&
    verbs.some(({ sense }) => sense === "stopped") &&
    !verbs.some(({ sense }) => sense === "in")
  );
}

/** The amounts of a sentence that may have moved; fees and rates only if there is nothing else. */
function findAmountsMoved(
  { text, folded, amounts, balances }: AlertText,
  { start, end }: Place,
  verbs: readonly Verb[],
): readonly Amount[] {
  const here = amountsWithin(amounts, { start, end }).filter(
    (one) => !balances.has(one) && !isZero(one) && !isQuoted(text, one),
  );
  const fees: Amount[] = [];
  const moved = here.filter((amount, at) => {
    const before = here[at - 1]?.end ?? start;
    const words = readAmountWords(folded, amount, {
      from: Math.max(before, amount.start - AMOUNT_WORDS_CHARS_MAX),
      until: here[at + 1]?.start ?? end,
      verbs,
    });
    if (words === "fee or rate") fees.push(amount);
    return words === null;
  });
  return moved.length > 0 ? moved : fees;
}
