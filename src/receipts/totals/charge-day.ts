// The day that a sentence of a charge names: "a été débité de votre compte le 12/10/2026", "we have charged your
// card today", and of a refund: "Le 23/10/2026, nous avons remboursé ...". It counts before the day of the bill or
// of the order.

import type { Place } from "../alerts/alert-text.ts";
import { isAnnounced } from "../alerts/announcements.ts";
import { findVerbs, MOVING } from "../alerts/vocabulary.ts";
import { dayNumber, type Day } from "../../money/day.ts";
import { foldInPlace, IN_PLACE } from "../words/in-place.ts";
import PAYMENT_WORDS from "../words/payment-words.json" with { type: "json" };
import { phrasesIn } from "../words/phrases.ts";
import type { Decimal } from "../receipt.ts";
import { findChargingSentences } from "./charging-sentence.ts";
import type { DocumentDate } from "./document-date.ts";
import { findDates, type DateSeen } from "./money/dates.ts";

const TODAY = phrasesIn<"today">({ today: PAYMENT_WORDS.today }, IN_PLACE);
/** Between the verb and its day: "de votre compte le", "from your Visa ending in 4242 on". */
const BETWEEN_CHARS_MAX = 60;

/** The day that charging sentences name behind their verb; null if they name none, or several. */
export function findChargeDay(
  text: string,
  totals: readonly Decimal[],
  sent: Day | null,
): DocumentDate | null {
  const folded = foldInPlace(text);
  const found = findChargingSentences(text, totals).flatMap(
    (sentence) => readDay(text, folded, sentence, sent) ?? [],
  );
  const [first] = found;
  const days = new Set(found.flatMap(({ readings }) => readings));
  return first === undefined || days.size !== 1
    ? null
    : { date: first, rule: "day of the charge", rivals: [] };
}

/**
 * The day that begins a sentence of a refund: "On 23 October we refunded 20.00 to your card". A day further
 * on may be that of the order. Null if no sentence begins so, or several with other days.
 */
export function findRefundDay(text: string, sent: Day | null): DocumentDate | null {
  const folded = foldInPlace(text);
  const found = findDates(text, sent).filter((date) => {
    const from = Math.max(text.lastIndexOf("\n", date.start), endOfSentence(text, date.start)) + 1;
    const behind = /^[^\n.!?;]{0,120}/.exec(folded.slice(date.end))?.[0].length ?? 0;
    return (
      AT_START.test(folded.slice(from, date.start)) &&
      isPast(date, sent) &&
      findVerbs(folded, date.end, date.end + behind).some(
        (verb) => verb.sense === "back" && !isAnnounced(folded, from, verb),
      )
    );
  });
  const [first] = found;
  const days = new Set(found.flatMap(({ readings }) => readings));
  return first === undefined || days.size !== 1
    ? null
    : { date: first, rule: "day of the refund", rivals: [] };
}

/** "Le ", "On ", "Op ", "Den ", or nothing. */
const AT_START = /^\s*(?:\p{L}{1,4} )?$/u;

function endOfSentence(text: string, at: number): number {
  return Math.max(...[". ", "! ", "? "].map((mark) => text.lastIndexOf(mark, at - 1)));
}

function isPast({ readings }: DateSeen, sent: Day | null): boolean {
  return readings.every((day) => sent === null || dayNumber(day) <= dayNumber(sent));
}

/** The only day behind the verb, else the day sent where the sentence says "today". */
function readDay(
  text: string,
  folded: string,
  { start, end }: Place,
  sent: Day | null,
): DateSeen | null {
  const verb = findVerbs(folded, start, end).find(({ sense }) => MOVING.has(sense));
  const [date, ...others] = findDates(text.slice(start, end), sent)
    .map((seen): DateSeen => ({ ...seen, start: start + seen.start, end: start + seen.end }))
    .filter((seen) => verb !== undefined && seen.start >= verb.end);
  const isNear = date !== undefined && date.start - (verb?.end ?? 0) <= BETWEEN_CHARS_MAX;
  if (date !== undefined) return isNear && others.length === 0 && isPast(date, sent) ? date : null;
  const [today] = sent === null ? [] : TODAY.find(folded, start, end);
  return today === undefined || sent === null
    ? null
    : { start: today.start, end: today.end, readings: [sent] };
}
