// The short sentence below a bill that says that it was paid on the spot: "Betrag dankend per EC-Karte
// erhalten", "Amount received with thanks". Sentences with figures are about another payment.

import type { Place } from "../alerts/alert-text.ts";
import { saysPaidToSender } from "../alerts/creditor.ts";
import { findSegments, splitSegment } from "../alerts/segments.ts";
import { HOLDINGS } from "../alerts/vocabulary.ts";
import SENTENCES from "../words/alert-sentences.json" with { type: "json" };
import PAYMENT_WORDS from "../words/payment-words.json" with { type: "json" };
import { foldInPlace, IN_PLACE } from "../words/in-place.ts";
import { foldWords, phrasesIn } from "../words/phrases.ts";
import { findAmounts } from "./money/amounts.ts";

const TEXT_CHARS_MAX = 20_000;
const SENTENCE_CHARS_MAX = 70;
const PAYMENT_CHARS_MAX = 120;
/** "The invoice amount was received": the amount is among the first words. */
const AMOUNT_CHARS_MAX = 24;

const WORDS = phrasesIn<"amount" | "received" | "thanks" | "means">({
  amount: PAYMENT_WORDS["amount of a bill"],
  received: PAYMENT_WORDS["amount received"],
  thanks: PAYMENT_WORDS["with thanks"],
  means: PAYMENT_WORDS["other means"],
});
const ORDERED = phrasesIn<"order">({ order: PAYMENT_WORDS.order });
const CASH = phrasesIn<"cash">({ cash: PAYMENT_WORDS.cash });
/** "Will be", "as soon as", "if". */
const NOT_YET = phrasesIn<"future" | "condition" | "not">(
  { future: SENTENCES.future, condition: SENTENCES.condition, not: SENTENCES["not before a verb"] },
  IN_PLACE,
);

/** Whether a sentence of a bill says that its amount was received, with thanks or by which means. */
export function saysAmountReceived(text: string): boolean {
  const read = text.slice(0, TEXT_CHARS_MAX);
  const folded = foldInPlace(read);
  return findSegments(read, folded).some((segment) =>
    [segment, ...linesWithin(read, segment)].some((place) => tellsReceived(read, folded, place)),
  );
}

/**
 * Whether the bill of an order, as its subject calls it, says that the payment came in: "Ihre Zahlung ist am 15.12. bei
 * uns eingegangen". A bill of a period may say so of the one before.
 */
export function saysOrderPaid(subject: string, text: string): boolean {
  if (!ORDERED.has(foldWords(subject))) return false;
  const read = text.slice(0, TEXT_CHARS_MAX);
  const folded = foldInPlace(read);
  return findSegments(read, folded)
    .filter(({ row }) => row === null)
    .flatMap((segment) => [segment, ...linesWithin(read, segment)])
    .some((place) => tellsPayment(read, folded, place));
}

function tellsPayment(text: string, folded: string, { start, end }: Place): boolean {
  const sentence = folded.slice(start, end);
  const words = sentence.replace(/\d[\d.:/-]*/gu, "").replace(/ {2,}/gu, " ");
  return (
    sentence.length <= PAYMENT_CHARS_MAX &&
    saysPaidToSender(words) &&
    !sentence.includes("?") &&
    NOT_YET.find(folded, start, end).length === 0 &&
    findAmounts(text.slice(start, end)).every(({ currency }) => currency === null)
  );
}

/** The lines of a segment of several that begin with a capital: lines of a footer are joined into one. */
function linesWithin(text: string, segment: Place): readonly Place[] {
  const lines = splitSegment(text, segment);
  return lines.length < 2
    ? []
    : lines.filter(({ start, end }) => /^\s*\p{Lu}/u.test(text.slice(start, end)));
}

function tellsReceived(text: string, folded: string, { start, end }: Place): boolean {
  // "(Karte ****4471, Terminal-ID 56120093)": by what card, and where.
  const sentence = text.slice(start, end).replace(/\([^()\n]*\)/gu, "");
  if (sentence.length > SENTENCE_CHARS_MAX || /[\d?\t]/u.test(sentence)) return false;
  if (NOT_YET.find(folded, start, end).length > 0) return false;
  const words = foldWords(sentence);
  const hits = WORDS.find(words);
  const amount = hits.find(({ tag }) => tag === "amount");
  const received = hits.find(({ tag }) => tag === "received");
  return (
    amount !== undefined &&
    received !== undefined &&
    amount.start <= AMOUNT_CHARS_MAX &&
    amount.start < received.start &&
    (hits.some(({ tag }) => tag === "thanks" || tag === "means") ||
      CASH.find(words).length > 0 ||
      HOLDINGS.find(folded, start, end).length > 0)
  );
}
