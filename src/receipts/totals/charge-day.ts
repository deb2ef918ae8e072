// The day that a sentence of a charge names: "a été débité de votre compte le 12/10/2026", "we have charged your
// card today". It counts before the day of the bill or of the order.

import { findVerbs, MOVING } from "../alerts/vocabulary.ts";
import { dayNumber, type Day } from "../../money/day.ts";
import { foldInPlace, IN_PLACE } from "../words/in-place.ts";
import PAYMENT_WORDS from "../words/payment-words.json" with { type: "json" };
import { phrasesIn } from "../words/phrases.ts";
import type { Decimal } from "../receipt.ts";
import { findChargingSentences } from "./charging-sentence.ts";
import type { DocumentDate } from "./document-date.ts";
import { findDates } from "./money/dates.ts";

const TODAY = phrasesIn<"today">({ today: PAYMENT_WORDS.today }, IN_PLACE);
/** Between the verb and its day: "de votre compte le", "from your Visa ending in 4242 on". */
const BETWEEN_CHARS_MAX = 60;

/** The day that the only charging sentence names behind its verb; null if it names none or several. */
export function findChargeDay(
  text: string,
  totals: readonly Decimal[],
  sent: Day | null,
): DocumentDate | null {
  const [sentence, ...more] = findChargingSentences(text, totals);
  if (sentence === undefined || more.length > 0) return null;
  const { start, end } = sentence;
  const folded = foldInPlace(text);
  const verb = findVerbs(folded, start, end).find(({ sense }) => MOVING.has(sense));
  const dates = findDates(text.slice(start, end), sent)
    .map((date) => ({ ...date, start: start + date.start, end: start + date.end }))
    .filter((date) => verb !== undefined && date.start >= verb.end);
  const [date, ...others] = dates;
  const [day, ...otherwise] = date?.readings ?? [];
  if (date !== undefined && day !== undefined && verb !== undefined)
    return others.length === 0 &&
      otherwise.length === 0 &&
      date.start - verb.end <= BETWEEN_CHARS_MAX &&
      (sent === null || dayNumber(day) <= dayNumber(sent))
      ? { date, rule: "day of the charge", rivals: [] }
      : null;
  const [today] = TODAY.find(folded, start, end);
  return today === undefined || sent === null
    ? null
    : {
        date: { start: today.start, end: today.end, readings: [sent] },
        rule: "charged today",
        rivals: [],
      };
}
