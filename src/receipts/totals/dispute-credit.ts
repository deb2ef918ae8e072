// When a bank decides a dispute for the reader, it credits an amount. A row or a sentence of the message names
// it. The message names the disputed purchase too, which is not read again.

import { isConditional } from "../alerts/conditions.ts";
import { isOfFuture } from "../alerts/not-moved.ts";
import { findSegments, splitSegment } from "../alerts/segments.ts";
import { findVerbs } from "../alerts/vocabulary.ts";
import DISPUTES from "../words/disputes.json" with { type: "json" };
import { foldInPlace, IN_PLACE } from "../words/in-place.ts";
import { phrasesIn } from "../words/phrases.ts";
import type { Candidate } from "./candidates.ts";
import type { Line } from "./lines.ts";
import type { Amount } from "./money/amount.ts";
import { decimalToUnits } from "./money/numbers.ts";
import { RANKS } from "./money-labels.ts";

const TEXT_CHARS_MAX = 20_000;
const GRANTED = phrasesIn<"granted">({ granted: DISPUTES.granted }, IN_PLACE);

/** The candidate of what was credited, alone; none where several amounts may be it. */
export function findDisputeCredit(text: string, lines: readonly Line[]): readonly Candidate[] {
  const read = text.slice(0, TEXT_CHARS_MAX);
  const folded = foldInPlace(read);
  const amounts = lines.flatMap((line, index) =>
    line.amounts
      .filter(({ value, end }) => end <= read.length && decimalToUnits(value) !== 0)
      .map((amount) => ({ amount, index, start: amount.start, end: amount.end })),
  );
  const places = findSegments(read, folded).flatMap((segment) => splitSegment(read, segment));
  const credited = places.flatMap(({ start, end }) => {
    const isCredit =
      GRANTED.has(folded, start, end) ||
      findVerbs(folded, start, end).some(({ sense }) => sense === "in" || sense === "back");
    const words = folded.slice(start, end);
    const own = amounts.filter((one) => one.start >= start && one.end <= end);
    return isCredit && own.length === 1 && !isConditional(folded, start) && !isOfFuture(words)
      ? own
      : [];
  });
  const [only] = credited;
  if (only === undefined || credited.some(({ amount }) => !isSame(amount, only.amount))) return [];
  const label = { text: "", start: only.start, place: "before" } as const;
  const refunded = { role: "refunded", tag: "refunded", phrase: "credit of a dispute" } as const;
  return [
    { ...refunded, amount: only.amount, rank: RANKS.refunded, label, line: only.index, card: null },
  ];
}

function isSame(one: Amount, other: Amount): boolean {
  return one.value === other.value && one.currency === other.currency;
}
