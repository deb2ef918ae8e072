// The day that a sentence of a charge names: "a été débité de votre compte le 12/10/2026", "we have charged your
// card today". It counts before the day of the bill or of the order.

import type { Place } from "../alerts/alert-text.ts";
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
  const isPast = ({ readings }: DateSeen): boolean =>
    readings.every((day) => sent === null || dayNumber(day) <= dayNumber(sent));
  if (date !== undefined) return isNear && others.length === 0 && isPast(date) ? date : null;
  const [today] = sent === null ? [] : TODAY.find(folded, start, end);
  return today === undefined || sent === null
    ? null
    : { start: today.start, end: today.end, readings: [sent] };
}
