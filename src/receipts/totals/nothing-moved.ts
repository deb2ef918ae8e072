// Whether a message says, in its subject or its first sentences, that no money moved: "You have not been
// charged", "Votre prélèvement a été rejeté". Such a sentence outweighs every total below it, unless
// another sentence reports that money did move ("The second attempt went through: 49.00 was charged").
// So does one that sets up a standing order.
// The verbs and their negations are those of the alerts.

import { amountsWithin } from "../alerts/amounts-within.ts";
import { withAnnouncements } from "../alerts/announcements.ts";
import { ofLastAttempt } from "../alerts/attempts.ts";
import { readDirection } from "../alerts/direction.ts";
import { deniesFee, withNegations } from "../alerts/negations.ts";
import { isConditional } from "../alerts/conditions.ts";
import { withRequests } from "../alerts/requests.ts";
import { findSegments } from "../alerts/segments.ts";
import { arrangesStandingOrder, listsStandingOrder } from "../alerts/standing-orders.ts";
import { findVerbs, MOVING, type Sense, type Verb } from "../alerts/vocabulary.ts";
import SENTENCES from "../words/alert-sentences.json" with { type: "json" };
import type { MailDocument } from "../mail.ts";
import { foldInPlace, IN_PLACE } from "../words/in-place.ts";
import { phrasesIn, wordsIn } from "../words/phrases.ts";
import { findAmounts } from "./money/amounts.ts";

/** Sentences and rows. */
const HEAD_SEGMENTS = 14;
const HEAD_CHARS_MAX = 1_500;
const TEXT_CHARS_MAX = 20_000;

const PAYMENTS = phrasesIn<"payment">({ payment: SENTENCES["a payment"] }, IN_PLACE);
const CHARGED = phrasesIn<"charged">({ charged: SENTENCES.charged }, IN_PLACE);
/** "If it was declined", anywhere in a sentence. */
const CONDITION = new RegExp(
  String.raw`(?<!\p{L})(?:${wordsIn(SENTENCES.condition)
    .map((word) => word.replace(/\*$/, String.raw`\p{L}*`))
    .join("|")})(?!\p{L})`,
  "u",
);

const CHARGING: ReadonlySet<Sense> = new Set<Sense>(["out", "maybe out"]);

interface Sentence {
  readonly verbs: readonly Verb[];
  readonly folded: string;
  readonly hasAmount: boolean;
  readonly isDenied: boolean;
}

/** Whether the subject or the first sentences say that no money moved, and no sentence that it did. */
export function saysNothingMoved({ subject, sent }: MailDocument, text: string): boolean {
  const read = text.slice(0, TEXT_CHARS_MAX);
  const head = readSentences(read.slice(0, HEAD_CHARS_MAX), HEAD_SEGMENTS);
  return (
    ([...readSentences(subject, 1), ...head].some(
      ({ isDenied, folded }) => isDenied || arrangesStandingOrder(folded),
    ) ||
      listsStandingOrder(read, sent?.day ?? null)) &&
    !readSentences(read, TEXT_CHARS_MAX).some(reportsMovement)
  );
}

/** "Donation renewal: 12.00 will soon be charged": a subject that only announces, over no sentence of a movement. */
export function announcesCharge(subject: string, text: string): boolean {
  const [told, ...others] = readSentences(subject, 2);
  return (
    told !== undefined &&
    others.length === 0 &&
    told.hasAmount &&
    told.verbs.some(({ sense }) => sense === "to come" || sense === "future") &&
    !told.verbs.some(({ sense }) => MOVING.has(sense)) &&
    !readSentences(text.slice(0, TEXT_CHARS_MAX), TEXT_CHARS_MAX).some(reportsMovement)
  );
}

function readSentences(text: string, max: number): readonly Sentence[] {
  const folded = foldInPlace(text);
  const amounts = findAmounts(text);
  return findSegments(text, folded)
    .slice(0, max)
    .filter(({ row, start }) => row === null && !isConditional(folded, start))
    .map((segment) => {
      const { start, end } = segment;
      const told = withAnnouncements(
        folded,
        start,
        withRequests(folded, start, findVerbs(folded, start, end)),
      );
      const words = folded.slice(start, end);
      const verbs = ofLastAttempt(words, withNegations(folded, start, told));
      const isAsked = /[?？؟]/u.test(text.slice(end - 1, end + 1));
      const stop = isAsked ? undefined : verbs.find(({ sense }) => sense === "stopped");
      return {
        verbs,
        folded: words,
        hasAmount: amountsWithin(amounts, segment).length > 0,
        isDenied:
          stop !== undefined &&
          !isAside(words, stop.start - start) &&
          !deniesFee(folded, segment, stop) &&
          !CONDITION.test(words) &&
          !verbs.some(({ sense }) => sense === "back") &&
          (isNegated(told, stop) || namesPayment(words) || CHARGED.has(words)),
      };
    });
}

/** Whether a place is within brackets: "Salsa (no charge)" is of what was bought. */
function isAside(words: string, at: number): boolean {
  return words.lastIndexOf("(", at) > words.lastIndexOf(")", at) && words.includes(")", at);
}

/**
 * Whether a charge is denied, rather than a word such as "failed" that is used of other things. "No
 * refund is possible" denies no charge.
 */
function isNegated(told: readonly Verb[], stop: Verb): boolean {
  return told.some(({ start, sense }) => start === stop.start && CHARGING.has(sense));
}

/**
 * "49.00 was charged": a certain verb with an amount, not one that is denied or still to come; also
 * behind what failed ("the first attempt failed, the second went through: 49.00 was charged"). A noun
 * ("payment of") reports nothing.
 */
function reportsMovement({ verbs, folded, hasAmount }: Sentence): boolean {
  const last = verbs.findLastIndex(({ sense }) => sense === "stopped");
  const behind = verbs.slice(last + 1);
  const reading = hasAmount ? readDirection(behind, folded) : null;
  return (
    reading !== null &&
    (reading.isCertain || (last !== -1 && CHARGED.find(reading.verb.phrase).length > 0)) &&
    !namesPayment(firstWord(reading.verb.phrase)) &&
    behind.every(({ sense }) => MOVING.has(sense) || sense === "nothing")
  );
}

/** Whether words name a payment ("payment", "direct debit"), which may also have failed. */
export function namesPayment(words: string): boolean {
  return PAYMENTS.has(foldInPlace(words));
}

function firstWord(phrase: string): string {
  return phrase.split(" ", 1)[0] ?? phrase;
}
