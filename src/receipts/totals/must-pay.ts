// "To take part you must pay 890.00": an order whose own text says in a sentence that its total has yet to be paid
// is a bill.

import { amountsWithin } from "../alerts/amounts-within.ts";
import { isConditional } from "../alerts/conditions.ts";
import { findSegments } from "../alerts/segments.ts";
import { foldInPlace } from "../words/in-place.ts";
import PAYMENT_WORDS from "../words/payment-words.json" with { type: "json" };
import { foldWords, phrasesIn } from "../words/phrases.ts";
import { findAmounts } from "./money/amounts.ts";
import { decimalToUnits } from "./money/numbers.ts";

const MUST_PAY = phrasesIn<"must">({ must: PAYMENT_WORDS["must be paid"] });
const TEXT_CHARS_MAX = 20_000;

/** Whether a sentence says that just this amount must be paid. */
export function mustBePaid(text: string, total: string): boolean {
  const read = text.slice(0, TEXT_CHARS_MAX);
  if (!MUST_PAY.has(foldWords(read))) return false;
  const folded = foldInPlace(read);
  const amounts = findAmounts(read);
  const whole = decimalToUnits(total);
  return findSegments(read, folded).some(
    (segment) =>
      !isConditional(folded, segment.start) &&
      amountsWithin(amounts, segment).some(({ value }) => decimalToUnits(value) === whole) &&
      MUST_PAY.find(foldWords(read.slice(segment.start, segment.end))).length > 0,
  );
}
