// A bill that tells in a sentence that it was collected: "We've taken £88.10 from your bank account by
// Direct Debit today". Where no amount has a label, that is what was charged. A sentence without its day
// may be of the bill before.

import { dayNumber, type Day } from "../../money/day.ts";
import { amountsWithin } from "../alerts/amounts-within.ts";
import { findSegments } from "../alerts/segments.ts";
import type { Decimal } from "../receipt.ts";
import { foldInPlace } from "../words/in-place.ts";
import PAYMENT_WORDS from "../words/payment-words.json" with { type: "json" };
import { foldWords, phrasesIn } from "../words/phrases.ts";
import type { Candidate } from "./candidates.ts";
import { findChargingSentences, saysTookNow } from "./charging-sentence.ts";
import type { Line } from "./lines.ts";
import { findAmounts } from "./money/amounts.ts";
import { findDates } from "./money/dates.ts";
import { RANKS } from "./money-labels.ts";

const WORDS = phrasesIn<"today" | "earlier">({
  today: PAYMENT_WORDS.today,
  earlier: PAYMENT_WORDS["earlier bill"],
});
const TEXT_CHARS_MAX = 20_000;
/** A company reports a debit on the day of the debit or a few days later. */
const DAYS_MAX = 4;
/** A shop reports what it sent today, or yesterday in the evening. */
const DISPATCH_DAYS_MAX = 1;
/** "We've taken £5 off your bill". */
const TAKEN_OFF = /^ off(?!\p{L})/iu;

/** The candidates of a bill; where none is a total, the amount of the only such sentence is one. */
export function withChargeOfDay(
  text: string,
  lines: readonly Line[],
  candidates: readonly Candidate[],
  sent: Day | null,
): readonly Candidate[] {
  if (sent === null || text.length > TEXT_CHARS_MAX) return candidates;
  if (candidates.some(({ rank }) => rank > 0)) return candidates;
  const amounts = lines.flatMap((line) => line.amounts);
  const values = [...new Set(amounts.map(({ value }) => value))];
  const told = findChargingSentences(text, values)
    .filter(({ start, end }) => isOfDay(text.slice(start, end), sent))
    .flatMap((place) => amountsWithin(amounts, place));
  const [only, ...others] = told;
  if (only === undefined || others.some(({ value }) => value !== only.value)) return candidates;
  if (only.negative || TAKEN_OFF.test(text.slice(only.end))) return candidates;
  const line = lines.findIndex(({ start, end }) => only.start >= start && only.end <= end);
  const charge: Candidate = {
    amount: only,
    role: "charged",
    tag: "charged",
    phrase: "charged today",
    rank: RANKS.charged,
    label: { text: "", start: only.start, place: "before" },
    line,
    card: null,
  };
  return [...candidates.filter(({ amount }) => amount.start !== only.start), charge];
}

/**
 * Whether a notice of dispatch says that its total was taken on the day of the message: "Charged today to Visa: 48.20",
 * also where the order was only authorised before.
 */
export function saysChargedToday(
  text: string,
  totals: readonly Decimal[],
  sent: Day | null,
): boolean {
  if (sent === null) return false;
  const read = text.slice(0, TEXT_CHARS_MAX);
  const amounts = findAmounts(read);
  const folded = foldInPlace(read);
  return findSegments(read, folded).some(({ start, end }) => {
    const named = amountsWithin(amounts, { start, end });
    return (
      named.length > 0 &&
      named.every(({ value }) => totals.includes(value)) &&
      saysTookNow(folded, { start, end }) &&
      isOfDay(read.slice(start, end), sent, DISPATCH_DAYS_MAX)
    );
  });
}

function isOfDay(sentence: string, sent: Day, daysMax = DAYS_MAX): boolean {
  const hits = WORDS.find(foldWords(sentence));
  if (hits.some(({ tag }) => tag === "earlier")) return false;
  const dates = findDates(sentence, sent);
  if (dates.length === 0) return hits.some(({ tag }) => tag === "today");
  return dates.every(({ readings }) =>
    readings.some((day) => day <= sent && dayNumber(sent) - dayNumber(day) <= daysMax),
  );
}
