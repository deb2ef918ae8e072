// Amounts in sentences beside a total that has a row of its own: the price of a call, a penalty, an
// estimate of before. They are no totals unless the sentence names a day or the digits of a card, as one
// does that reports what was charged.

import { namesOwn } from "../alerts/not-moved.ts";
import { foldInPlace } from "../words/in-place.ts";
import type { Candidate } from "./candidates.ts";
import { findSentenceStart, type Line } from "./lines.ts";
import { decimalToUnits } from "./money/numbers.ts";
import { CHARGED_RANK_MIN, RANKS } from "./money-labels.ts";

const ROW_CHARS_MAX = 70;
const SENTENCE_WORDS_MIN = 7;

/** The candidates, where those of small print are no totals. */
export function withoutSmallPrint(
  lines: readonly Line[],
  candidates: readonly Candidate[],
): readonly Candidate[] {
  const row = candidates
    .filter((one) => one.rank > 0 && isRow(lines[one.line], one))
    .reduce<Candidate | null>(
      (best, one) => (best !== null && best.rank >= one.rank ? best : one),
      null,
    );
  if (row === null) return candidates;
  const isCharged = row.rank >= CHARGED_RANK_MIN;
  // A row that says no more than "amount" outweighs only sentences that say no more either.
  const rankMax = row.rank > RANKS.amount ? Infinity : row.rank;
  return candidates.map((one): Candidate =>
    one.rank > 0 &&
    one.rank <= rankMax &&
    (isCharged || one.line > row.line) &&
    decimalToUnits(one.amount.value) !== decimalToUnits(row.amount.value) &&
    isSmallPrint(lines[one.line], one)
      ? { ...one, role: "veto", tag: "veto", phrase: "small print", rank: 0 }
      : one,
  );
}

/** "Total charged" and its amount, side by side or one over the other. */
function isRow(line: Line | undefined, { label }: Candidate): boolean {
  return (
    line !== undefined &&
    label.place !== "behind" &&
    (line.text.includes("\t") || line.text.length <= ROW_CHARS_MAX) &&
    countWords(label.text) < SENTENCE_WORDS_MIN
  );
}

function isSmallPrint(line: Line | undefined, { amount }: Candidate): boolean {
  if (line === undefined) return false;
  const before = line.text.slice(0, amount.start - line.start);
  return (
    !before.includes("\t") &&
    countWords(line.text) >= SENTENCE_WORDS_MIN &&
    !namesOwn(foldInPlace(sentenceAround(line, amount)))
  );
}

/** The sentence of a line with an amount; a day in the next sentence says nothing of it. */
function sentenceAround({ text, start }: Line, amount: Candidate["amount"]): string {
  const [at, end] = [amount.start - start, amount.end - start];
  const behind = /[.!?] (?=\p{Lu})/u.exec(text.slice(end))?.index ?? text.length;
  return text.slice(findSentenceStart(text.slice(0, at)), end + behind);
}

function countWords(text: string): number {
  return text.match(/\p{L}{2,}/gu)?.length ?? 0;
}
