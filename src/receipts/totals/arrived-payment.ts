// "We've received your rent of £1,450.00 for June", "Din husleje på 7.900,00 kr. er gået ind på vores konto": whoever
// was paid says in a sentence that the reader's money came in, and no label does.

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
import { CHARGED_RANK_MIN } from "./money-labels.ts";
import { findSaidAmount, withSaidAmount } from "./said-candidate.ts";

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
  return findReports(text.slice(0, TEXT_CHARS_MAX)).length > 0;
}

function findReports(text: string): readonly Segment[] {
  if (!tellsArrival(foldWords(text))) return [];
  const folded = foldInPlace(text);
  return findSegments(text, folded).filter((segment) => reports(text, folded, segment));
}

/** The candidates, with the amount that came in if no label names another one. */
export function withArrivedPayment(
  text: string,
  lines: readonly Line[],
  candidates: readonly Candidate[],
): readonly Candidate[] {
  if (candidates.some(({ rank }) => rank >= CHARGED_RANK_MIN)) return candidates;
  const read = text.slice(0, TEXT_CHARS_MAX);
  const amount = findSaidAmount(read, findReports(read), true);
  return withSaidAmount(lines, candidates, amount, { role: "charged", phrase: ARRIVED_SENTENCE });
}
