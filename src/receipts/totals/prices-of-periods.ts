// "Total: $5.99 per month" beside "Paid: $6.32": the price of a month, and no total that contradicts what was paid.

import PAYMENT_WORDS from "../words/payment-words.json" with { type: "json" };
import { foldWords, phrasesIn } from "../words/phrases.ts";
import type { Candidate } from "./candidates.ts";
import type { Line } from "./lines.ts";
import { CHARGED_RANK_MIN } from "./money-labels.ts";
import { decimalToUnits } from "./money/numbers.ts";

const PERIODS = phrasesIn({ period: PAYMENT_WORDS["a period"] });
const BEHIND_CHARS = 20;

/** The candidates; beside one that was charged, without totals that are the price of a period. */
export function withoutPricesOfPeriods(
  lines: readonly Line[],
  candidates: readonly Candidate[],
): readonly Candidate[] {
  const isCharged = candidates.some(
    ({ rank, amount }) =>
      rank >= CHARGED_RANK_MIN && !amount.negative && decimalToUnits(amount.value) !== 0,
  );
  return isCharged
    ? candidates.filter((one) => one.rank >= CHARGED_RANK_MIN || !isOfPeriod(lines, one))
    : candidates;
}

function isOfPeriod(lines: readonly Line[], { amount, line }: Candidate): boolean {
  const { text = "", start = 0 } = lines[line] ?? {};
  const behind = text.slice(amount.end - start, amount.end - start + BEHIND_CHARS);
  return PERIODS.isAt(foldWords(behind), 1);
}
