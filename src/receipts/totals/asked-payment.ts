// "Prosíme o úhradu dlužné částky 1 890,- Kč nejpozději do 30. května": a sentence asks its reader to pay an amount.
// Nothing was paid yet, even if the message calls itself a receipt.

import { amountsWithin } from "../alerts/amounts-within.ts";
import type { Segment } from "../alerts/cells.ts";
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
import { toSaidCandidate } from "./said-candidate.ts";

const PLEASE = phrasesIn<"asks">({ asks: REQUESTS.asks });
const PAY = phrasesIn<"pay">({ pay: PAYMENT_WORDS["pay, behind please"] });
const MUST_PAY = phrasesIn<"must">({ must: PAYMENT_WORDS["must be paid"] });
/** The words by which such a candidate is known. */
export const ASKED_SENTENCE = "a sentence that asks to pay";
const TEXT_CHARS_MAX = 5_000;
/** "Please" and "pay" with a few words between them. */
const BETWEEN_CHARS_MAX = 80;

/**
 * The amount that a sentence asks to be paid, or if it names none and this is no receipt, the only one of its message;
 * null if there are several.
 */
function findAskedPayment(text: string, isReceipt: boolean): Amount | null {
  const read = text.slice(0, TEXT_CHARS_MAX);
  const asking = findRequests(read);
  if (asking.length === 0) return null;
  const amounts = findAmounts(read).filter(
    // A bare number is of anything: a year, a reference.
    ({ value, currency, candidates }) =>
      (decimalToUnits(value) ?? 0) !== 0 && (currency !== null || candidates.length > 0),
  );
  const within = asking.flatMap((segment) => amountsWithin(amounts, segment));
  const named = within.length > 0 || isReceipt ? within : amounts;
  const [only] = named;
  return only !== undefined && named.every(({ value }) => value === only.value) ? only : null;
}

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
  const amount = findAskedPayment(text, isReceipt);
  const others = candidates.filter((one) => one.amount.start !== amount?.start);
  if (others.some(({ rank }) => rank > RANKS.amount)) return candidates;
  const asked =
    amount === null
      ? null
      : toSaidCandidate(lines, amount, { role: "due", phrase: ASKED_SENTENCE });
  return asked === null ? candidates : [...others, asked];
}
