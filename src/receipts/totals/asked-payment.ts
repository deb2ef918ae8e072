// "Prosíme o úhradu dlužné částky 1 890,- Kč nejpozději do 30. května": a sentence asks its reader to pay an amount.
// Nothing was paid yet, even if the message calls itself a receipt.

import type { Segment } from "../alerts/cells.ts";
import { isConditional } from "../alerts/conditions.ts";
import { findSegments } from "../alerts/segments.ts";
import REQUESTS from "../words/alert-requests.json" with { type: "json" };
import { foldInPlace } from "../words/in-place.ts";
import PAYMENT_WORDS from "../words/payment-words.json" with { type: "json" };
import { foldWords, phrasesIn } from "../words/phrases.ts";
import type { Candidate } from "./candidates.ts";
import type { Line } from "./lines.ts";
import { CHARGED_RANK_MIN } from "./money-labels.ts";
import { findSaidAmount, withSaidAmount } from "./said-candidate.ts";

const PLEASE = phrasesIn<"asks">({ asks: REQUESTS.asks });
const PAY = phrasesIn<"pay">({ pay: PAYMENT_WORDS["pay, behind please"] });
const MUST_PAY = phrasesIn<"must">({ must: PAYMENT_WORDS["must be paid"] });
/** The words by which such a candidate is known. */
export const ASKED_SENTENCE = "a sentence that asks to pay";
const TEXT_CHARS_MAX = 5_000;
/** "Please" and "pay" with a few words between them. */
const BETWEEN_CHARS_MAX = 80;

/** Whether a sentence asks its reader to pay, whatever it names. */
export function asksForPayment(text: string): boolean {
  return findRequests(text.slice(0, TEXT_CHARS_MAX)).length > 0;
}

function findRequests(text: string): readonly Segment[] {
  if (!asksToPay(foldWords(text), Infinity)) return [];
  const folded = foldInPlace(text);
  return findSegments(text, folded).filter(
    ({ row, start, end }) =>
      row === null &&
      !isConditional(folded, start) &&
      asksToPay(foldWords(text.slice(start, end)), BETWEEN_CHARS_MAX),
  );
}

/** "Please … pay", or "must be paid", in folded words. */
function asksToPay(words: string, charsMax: number): boolean {
  if (MUST_PAY.has(words)) return true;
  return PLEASE.find(words).some(({ end }) =>
    PAY.find(words, end, Math.min(words.length, end + charsMax)).some(
      (pay) => !words.startsWith(" attention", pay.end),
    ),
  );
}

/** The candidates, with the amount that a sentence asks for if no label names another one. */
export function withAskedPayment(
  text: string,
  lines: readonly Line[],
  candidates: readonly Candidate[],
  isReceipt: boolean,
): readonly Candidate[] {
  if (candidates.some(({ rank }) => rank >= CHARGED_RANK_MIN)) return candidates;
  const read = text.slice(0, TEXT_CHARS_MAX);
  // A receipt that asks for something else has its own amount.
  const amount = findSaidAmount(read, findRequests(read), !isReceipt);
  return withSaidAmount(lines, candidates, amount, { role: "due", phrase: ASKED_SENTENCE });
}
