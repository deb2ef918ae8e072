// Reads the segments of an alert one after another: what each says that moved, did not move, or is to come.

import { ALERT_MOVEMENTS_MAX } from "../../platform/limits.ts";
import { findSchedule } from "../totals/schedules.ts";
import type { AlertText, Place } from "./alert-text.ts";
import type { Segment } from "./cells.ts";
import { isNeverAskedFor } from "./codes.ts";
import { findPayer, readDirection, withPayer, withPrintedSign } from "./direction.ts";
import type { Head, Movement, Reading } from "./movement.ts";
import { deniesFee } from "./negations.ts";
import { findEndOfRows, isBelowRows } from "./news.ts";
import { isConditional } from "./conditions.ts";
import {
  findNotMoved,
  IN_SUBJECT,
  findReported,
  isOffer,
  isToCome,
  isUpToReader,
  saysWhyStopped,
  strongerReason,
  isRowOfPeriod,
  sumsUp,
  warnsOfFraud,
  type NotMovedAt,
} from "./not-moved.ts";
import { isOfPriceList } from "./price-lists.ts";
import { isOfQuantity, isTally } from "./quantities.ts";
import { namesHold, saysReleased } from "./released-holds.ts";
import { sliceSegment } from "./segments.ts";
import { advisesToSetUp } from "./standing-orders.ts";
import { saysWhySent } from "./why-sent.ts";
import { BALANCES, HOLDINGS, mainRole, MOVING, type LabelRole, type Verb } from "./vocabulary.ts";
import SENTENCES from "../words/alert-sentences.json" with { type: "json" };
import { foldInPlace, IN_PLACE } from "../words/in-place.ts";
import { phrasesIn, wordsIn } from "../words/phrases.ts";
import { findSaid } from "./said-verbs.ts";
import { findAmountsMoved, isDeduction, isOfOwnAmount } from "./amounts-moved.ts";

/** The segments of a text read one after another. */
export interface Scan {
  readonly movements: Movement[];
  readonly heads: Head[];
  notMoved: NotMovedAt | null;
  /** The first sentence that announces money. */
  announced: NotMovedAt | null;
  /** Each sentence that says that money was stopped; the one next to a movement is about it. */
  readonly stops: NotMovedAt[];
}

/** The rows whose value may tell of a movement. */
const SPEAKING: ReadonlySet<LabelRole> = new Set<LabelRole>([
  "amount",
  "account amount",
  "operation",
  "status",
  "account",
]);
const NEWS_SEGMENTS = 6;

/** What the segments of an alert say; the verbs of its subject are `inSubject`. */
export function scanSegments(alert: AlertText, subject: string, inSubject: readonly Verb[]): Scan {
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
    if (saysWhySent(alert.folded, segment) || isExample(alert.folded, segment)) continue;
    if (segment.row === null && advisesToSetUp(sliceSegment(alert, index))) continue;
    if (isBalanceAfter(alert.folded, segment)) continue;
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
export function releasesHold(alert: AlertText, subject: string): boolean {
  const indexes = [...alert.segments.keys()].slice(0, NEWS_SEGMENTS);
  return saysReleased(subject) || indexes.some((at) => saysReleased(sliceSegment(alert, at)));
}

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

/** Words with which a sentence begins that gives an example. */
const EXAMPLE = new RegExp(
  String.raw`^[^\p{L}]{0,6}(?:${wordsIn(SENTENCES["for example"])
    .map((word) => foldInPlace(word).replaceAll(".", String.raw`\.`))
    .join("|")})`,
  "u",
);

/** "For example, a purchase of 3,000 would be 3 x 1,085.60". */
function isExample(folded: string, { start, end, row }: Segment): boolean {
  return row === null && EXAMPLE.test(folded.slice(start, end));
}

const AFTER = phrasesIn({ after: SENTENCES["after, in a label of a balance"] }, IN_PLACE);

/** "Balance of the account after the credit: 1 581 903 Ft". */
function isBalanceAfter(folded: string, { start, row }: Segment): boolean {
  const until = row?.start ?? start;
  const [balance] = BALANCES.find(folded, start, until);
  return balance !== undefined && AFTER.find(folded, balance.end, until).length > 0;
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

/** "Your refund was declined". */
function isFailedRefund({ isRefund }: Reading, verbs: readonly Verb[]): boolean {
  return (
    isRefund &&
    verbs.some(({ sense }) => sense === "stopped") &&
    !verbs.some(({ sense }) => sense === "in")
  );
}
