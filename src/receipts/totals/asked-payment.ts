// "Prosíme o úhradu dlužné částky 1 890,- Kč nejpozději do 30. května": a sentence asks its reader to pay an amount.
// Whatever the message calls itself, nothing was paid yet.

import { amountsWithin } from "../alerts/amounts-within.ts";
import { isConditional } from "../alerts/conditions.ts";
import { findSegments } from "../alerts/segments.ts";
import REQUESTS from "../words/alert-requests.json" with { type: "json" };
import { foldInPlace } from "../words/in-place.ts";
import PAYMENT_WORDS from "../words/payment-words.json" with { type: "json" };
import { foldWords, phrasesIn } from "../words/phrases.ts";
import type { Candidate } from "./candidates.ts";
import type { Line } from "./lines.ts";
import type { Amount } from "./money/amount.ts";
import { findAmounts } from "./money/amounts.ts";
import { decimalToUnits } from "./money/numbers.ts";
import { CHARGED_RANK_MIN, RANKS } from "./money-labels.ts";

const PLEASE = phrasesIn<"asks">({ asks: REQUESTS.asks });
const PAY = phrasesIn<"pay">({ pay: PAYMENT_WORDS["pay, behind please"] });
const MUST_PAY = phrasesIn<"must">({ must: PAYMENT_WORDS["must be paid"] });
/** The words by which such a candidate is known. */
export const ASKED_SENTENCE = "a sentence that asks to pay";
const TEXT_CHARS_MAX = 5_000;
/** "Please" and "pay" with a few words between them. */
const BETWEEN_CHARS_MAX = 80;

/** The amount that a sentence asks to be paid; null if none does, or if there are several. */
export function findAskedPayment(text: string): Amount | null {
  const read = text.slice(0, TEXT_CHARS_MAX);
  if (!asksToPay(foldWords(read), Infinity)) return null;
  const folded = foldInPlace(read);
  const amounts = findAmounts(read);
  const asked = findSegments(read, folded).flatMap((segment) => {
    if (segment.row !== null || isConditional(folded, segment.start)) return [];
    if (!asksToPay(foldWords(read.slice(segment.start, segment.end)), BETWEEN_CHARS_MAX)) return [];
    return amountsWithin(amounts, segment);
  });
  const [only, ...others] = asked;
  const isOne =
    only !== undefined && others.length === 0 && (decimalToUnits(only.value) ?? 0) !== 0;
  // A bare number is of anything: a year, a reference.
  return isOne && (only.currency !== null || only.candidates.length > 0) ? only : null;
}

/** "Please … pay", or "must be paid", in folded words. */
function asksToPay(words: string, charsMax: number): boolean {
  if (MUST_PAY.has(words)) return true;
  return PLEASE.find(words).some(({ end }) =>
    PAY.has(words, end, Math.min(words.length, end + charsMax)),
  );
}

/** The candidates, with the amount that a sentence asks for if no label names another one. */
export function withAskedPayment(
  text: string,
  lines: readonly Line[],
  candidates: readonly Candidate[],
): readonly Candidate[] {
  if (candidates.some(({ rank }) => rank >= CHARGED_RANK_MIN)) return candidates;
  const amount = findAskedPayment(text);
  const others = candidates.filter((one) => one.amount.start !== amount?.start);
  if (others.some(({ rank }) => rank > RANKS.amount)) return candidates;
  const line = lines.findIndex(
    ({ start, end }) => amount !== null && amount.start >= start && amount.end <= end,
  );
  const at = lines[line];
  if (amount === null || at === undefined) return candidates;
  const asked: Candidate = {
    amount,
    role: "due",
    tag: "due",
    phrase: ASKED_SENTENCE,
    rank: RANKS.due,
    label: { text: at.text.slice(0, amount.start - at.start), start: at.start, place: "before" },
    line,
    card: null,
  };
  return [...others, asked];
}
