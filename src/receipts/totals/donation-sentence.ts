// "Thank you for your donation of 25 €", "Your donation on 16 November was 15.00": a sentence that thanks for
// a gift or says that it came, where no label does. Of an offer ("with 25 € you could ...") it is no report.

import { amountsWithin } from "../alerts/amounts-within.ts";
import type { Segment } from "../alerts/cells.ts";
import { isConditional } from "../alerts/conditions.ts";
import { isOffer, isOfFuture } from "../alerts/not-moved.ts";
import { findSegments } from "../alerts/segments.ts";
import { foldInPlace } from "../words/in-place.ts";
import PAYMENT_WORDS from "../words/payment-words.json" with { type: "json" };
import { foldWords, phrasesIn } from "../words/phrases.ts";
import type { Candidate } from "./candidates.ts";
import type { Decimal } from "../receipt.ts";
import type { Line } from "./lines.ts";
import type { Amount } from "./money/amount.ts";
import { findAmounts } from "./money/amounts.ts";
import { decimalToUnits } from "./money/numbers.ts";
import { RANKS } from "./money-labels.ts";

const GIFTS = phrasesIn<"gift">({ gift: PAYMENT_WORDS["your donation"] });
const RECEIVED = phrasesIn<"received">({ received: PAYMENT_WORDS["thanks or received"] });
const TEXT_CHARS_MAX = 20_000;
const LABEL_CHARS_MAX = 60;
/** The words by which a candidate of such a sentence is known. */
const DONATION_SENTENCE = "a sentence of a donation";

/** "Thank you for your donation last year. £30 could ...": the amount begins a sentence of its own. */
const NEXT_SENTENCE = /\p{L}{3,}[.!?。]\s+(?=[\p{Lu}\p{Sc}\d])/u;

/** The amounts of the sentences that report a donation with one amount. */
function findDonations(text: string): readonly Amount[] {
  const read = text.slice(0, TEXT_CHARS_MAX);
  if (!GIFTS.has(foldWords(read))) return [];
  const folded = foldInPlace(read);
  const amounts = findAmounts(read);
  return findSegments(read, folded).flatMap((segment) => {
    const [only, ...others] = amountsWithin(amounts, segment);
    if (only === undefined || others.length > 0) return [];
    const isTold =
      !NEXT_SENTENCE.test(read.slice(segment.start, only.start)) && isReport(read, folded, segment);
    return isTold && decimalToUnits(only.value) !== 0 ? [only] : [];
  });
}

/** Whether a sentence thanks for the reader's donation, or says that it came. */
export function thanksForDonation(text: string): boolean {
  const read = text.slice(0, TEXT_CHARS_MAX);
  if (!GIFTS.has(foldWords(read))) return false;
  const folded = foldInPlace(read);
  return findSegments(read, folded).some((segment) => isReport(read, folded, segment));
}

/** Whether a sentence reports a donation: of an offer, a question or a condition it does not. */
function isReport(text: string, folded: string, { row, start, end }: Segment): boolean {
  const sentence = text.slice(start, end);
  const words = foldWords(sentence);
  const inPlace = folded.slice(start, end);
  return (
    row === null &&
    GIFTS.has(words) &&
    RECEIVED.has(words) &&
    !/[?？؟]\s*$/u.test(sentence) &&
    !isConditional(folded, start) &&
    !isOffer(inPlace) &&
    !isOfFuture(inPlace)
  );
}

/** Whether a text reports a donation of just this amount. */
export function reportsDonation(text: string, value: Decimal): boolean {
  const found = findDonations(text);
  return (
    found.length > 0 &&
    found.every((amount) => decimalToUnits(amount.value) === decimalToUnits(value))
  );
}

/** The candidates, with the amount of such a sentence; as they are if a label names a total, or sentences several. */
export function withDonationSentence(
  text: string,
  lines: readonly Line[],
  candidates: readonly Candidate[],
): readonly Candidate[] {
  if (candidates.some(({ rank }) => rank > RANKS.amount)) return candidates;
  const places = findDonations(text);
  const found = lines.flatMap((line, index) =>
    line.amounts
      .filter(({ start }) => places.some((place) => place.start === start))
      .map((amount): Candidate => {
        const from = Math.max(line.start, amount.start - LABEL_CHARS_MAX);
        const label = line.text.slice(from - line.start, amount.start - line.start);
        return {
          amount,
          role: "charged",
          tag: "charged",
          phrase: DONATION_SENTENCE,
          rank: RANKS.charged,
          label: { text: label, start: from, place: "before" },
          line: index,
          card: null,
        };
      }),
  );
  const [only] = found;
  const isRefused = candidates.some(
    ({ amount, role }) => role === "veto" && amount === only?.amount,
  );
  if (only === undefined || isRefused || new Set(found.map(({ amount }) => amount.value)).size > 1)
    return candidates;
  return [...candidates.filter(({ amount }) => amount !== only.amount), only].sort(
    (a, b) => a.amount.start - b.amount.start,
  );
}
