// "1 284,37 kr" alone on its line, and right below it "Forfallsdato 30.11.2026": a bill without a label for what is to
// be paid prints it over the day by which it is.

import DUE_LABELS from "../words/due-labels.json" with { type: "json" };
import { foldWords, phrasesIn } from "../words/phrases.ts";
import type { Candidate } from "./candidates.ts";
import type { Line } from "./lines.ts";
import { findDates } from "./money/dates.ts";
import { decimalToUnits } from "./money/numbers.ts";
import { RANKS } from "./money-labels.ts";

const LABELS = phrasesIn<"due">(DUE_LABELS);
const LINE_CHARS_MAX = 80;
/** Besides the amount its line may have marks, but no words. */
const WORD = /\p{L}/u;

/** The candidates of a bill, with the amount over its day to pay if no label names one. */
export function withAmountOverDueDay(
  lines: readonly Line[],
  candidates: readonly Candidate[],
): readonly Candidate[] {
  if (candidates.some(({ rank }) => rank > RANKS.amount)) return candidates;
  const found = lines.flatMap((line, index): readonly Candidate[] => {
    const [amount, ...others] = line.amounts;
    const below = lines[index + 1];
    if (amount === undefined || others.length > 0 || below === undefined) return [];
    const { text, start } = line;
    const beside = text.slice(0, amount.start - start) + text.slice(amount.end - start);
    if (WORD.test(beside) || amount.negative || decimalToUnits(amount.value) === 0) return [];
    if (!beginsWithDueDay(below.text)) return [];
    const label = { text: below.text, start: below.start, place: "behind" } as const;
    const phrase = "over the day to pay";
    return [
      { amount, role: "due", tag: "due", phrase, rank: RANKS.due, label, line: index, card: null },
    ];
  });
  return new Set(found.map(({ amount }) => amount.value)).size === 1
    ? [...candidates, ...found]
    : candidates;
}

function beginsWithDueDay(text: string): boolean {
  return (
    text.length <= LINE_CHARS_MAX &&
    LABELS.first(foldWords(text))?.start === 1 &&
    findDates(text, null).length > 0
  );
}
