// "We've received your rent of £1,450.00 for June", "Din husleje på 7.900,00 kr. er gået ind på vores konto": whoever
// was paid says in a sentence that the reader's money came in, and no label does.

import { amountsWithin } from "../alerts/amounts-within.ts";
import type { Segment } from "../alerts/cells.ts";
import { isConditional } from "../alerts/conditions.ts";
import { isOffer, isOfFuture } from "../alerts/not-moved.ts";
import { findSegments } from "../alerts/segments.ts";
import SENTENCES from "../words/alert-sentences.json" with { type: "json" };
import { foldInPlace } from "../words/in-place.ts";
import PAYMENT_WORDS from "../words/payment-words.json" with { type: "json" };
import { foldWords, phrasesIn, wordsIn } from "../words/phrases.ts";
import type { Candidate } from "./candidates.ts";
import type { Line } from "./lines.ts";
import type { Amount } from "./money/amount.ts";
import { findAmounts } from "./money/amounts.ts";
import { decimalToUnits } from "./money/numbers.ts";
import { CHARGED_RANK_MIN, RANKS } from "./money-labels.ts";
import { toSaidCandidate } from "./said-candidate.ts";

const PAID = phrasesIn<"paid">({ paid: PAYMENT_WORDS["what you paid us"] });
const FROM_YOU = phrasesIn<"you">({ you: SENTENCES["from you"] });
const OUR_ACCOUNT = phrasesIn<"ours">({ ours: PAYMENT_WORDS["our account"] });
const ARRIVED = phrasesIn<"arrived">({ arrived: PAYMENT_WORDS["has arrived"] });
/** "We have not yet received your payment". */
const NOT_BEFORE = new RegExp(
  String.raw`(?<!\p{L})(?:${wordsIn(SENTENCES["not before a verb"])
    .map((word) => foldWords(word).trim())
    .join("|")})(?: \p{L}{1,12}){0,2} ?$`,
  "u",
);
const TEXT_CHARS_MAX = 5_000;
/** The words by which a candidate of such a sentence is known. */
export const ARRIVED_SENTENCE = "a sentence of a payment that came in";

/** The amount that such a sentence names, or the only one of its message; null if there are several. */
function findArrivedPayment(text: string): Amount | null {
  const read = text.slice(0, TEXT_CHARS_MAX);
  if (!tellsArrival(foldWords(read))) return null;
  const folded = foldInPlace(read);
  const amounts = findAmounts(read).filter(
    ({ value, currency, candidates }) =>
      (decimalToUnits(value) ?? 0) !== 0 && (currency !== null || candidates.length > 0),
  );
  const told = findReports(read, folded);
  if (told.length === 0) return null;
  const within = told.flatMap((segment) => amountsWithin(amounts, segment));
  const named = within.length > 0 ? within : amounts;
  const [only] = named;
  return only !== undefined && named.every(({ value }) => value === only.value) ? only : null;
}

/** Of a condition, an offer, a question or what is still to come it is no report. */
function reports(text: string, folded: string, { row, start, end }: Segment): boolean {
  const inPlace = folded.slice(start, end);
  return (
    row === null &&
    tellsArrival(foldWords(text.slice(start, end))) &&
    !/[?？؟]\s*$/u.test(text.slice(start, end)) &&
    !isConditional(folded, start) &&
    !isOffer(inPlace) &&
    !isOfFuture(inPlace)
  );
}

function tellsArrival(words: string): boolean {
  return (
    (PAID.has(words) || FROM_YOU.has(words) || OUR_ACCOUNT.has(words)) &&
    ARRIVED.find(words).some(({ start }) => !NOT_BEFORE.test(words.slice(0, start)))
  );
}

/** Whether a sentence says that the reader's money came in. */
export function saysPaymentArrived(text: string): boolean {
  const read = text.slice(0, TEXT_CHARS_MAX);
  return tellsArrival(foldWords(read)) && findReports(read, foldInPlace(read)).length > 0;
}

function findReports(text: string, folded: string): readonly Segment[] {
  return findSegments(text, folded).filter((segment) => reports(text, folded, segment));
}

/** The candidates, with the amount that came in if no label names another one. */
export function withArrivedPayment(
  text: string,
  lines: readonly Line[],
  candidates: readonly Candidate[],
): readonly Candidate[] {
  if (candidates.some(({ rank }) => rank >= CHARGED_RANK_MIN)) return candidates;
  const amount = findArrivedPayment(text);
  const others = candidates.filter((one) => one.amount.start !== amount?.start);
  if (others.some(({ rank }) => rank > RANKS.amount)) return candidates;
  const arrived =
    amount === null
      ? null
      : toSaidCandidate(lines, amount, { role: "charged", phrase: ARRIVED_SENTENCE });
  return arrived === null ? candidates : [...others, arrived];
}
