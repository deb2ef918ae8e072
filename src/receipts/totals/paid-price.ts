// "Price: 24.80" over "Paid by card", and no other amount: the price of a ticket is what was paid for it.

import PAYMENT_WORDS from "../words/payment-words.json" with { type: "json" };
import { foldWords, phrasesIn } from "../words/phrases.ts";
import type { Candidate } from "./candidates.ts";
import type { Line } from "./lines.ts";
import { decimalToUnits } from "./money/numbers.ts";
import { RANKS } from "./money-labels.ts";

const PAID_WITH = phrasesIn<"paid">({ paid: PAYMENT_WORDS["paid with"] });
const MEANS = phrasesIn<"means">({ means: PAYMENT_WORDS["paid at once"] });
/** The words by which such a candidate is known. */
export const PAID_PRICE = "the only price, and how it was paid";
const LINE_CHARS_MAX = 60;

/** The candidates; the only price of a text as what was charged, where a short line says by which means it was paid. */
export function withPaidPrice(
  text: string,
  lines: readonly Line[],
  candidates: readonly Candidate[],
): readonly Candidate[] {
  const [price, ...more] = candidates.filter(({ rank }) => rank > 0);
  if (price?.tag !== "price" || more.length > 0) return candidates;
  const values = new Set(
    lines.flatMap(({ amounts }) => amounts.map(({ value }) => decimalToUnits(value))),
  );
  if (values.size > 1 || !saysPaidWith(text)) return candidates;
  return candidates.map((one) =>
    one === price
      ? { ...one, role: "charged", tag: "charged", phrase: PAID_PRICE, rank: RANKS.charged }
      : one,
  );
}

function saysPaidWith(text: string): boolean {
  return text.split("\n").some((line) => {
    if (line.length > LINE_CHARS_MAX) return false;
    const words = foldWords(line);
    return PAID_WITH.has(words) && MEANS.has(words);
  });
}
