// The candidate that a sentence or a row makes of an amount which no label names.

import type { Candidate } from "./candidates.ts";
import type { Line } from "./lines.ts";
import type { Amount } from "./money/amount.ts";
import { RANKS, type Role } from "./money-labels.ts";

/** The words by which the candidate is known, and what the amount is. */
interface Said {
  readonly role: Role;
  readonly phrase: string;
}

/** An amount of these lines as a candidate; null if no line has it. */
export function toSaidCandidate(
  lines: readonly Line[],
  amount: Amount,
  { role, phrase }: Said,
): Candidate | null {
  const index = lines.findIndex(({ start, end }) => amount.start >= start && amount.end <= end);
  const line = lines[index];
  if (line === undefined) return null;
  const text = line.text.slice(0, amount.start - line.start);
  return {
    amount,
    role,
    tag: role,
    phrase,
    rank: RANKS[role],
    label: { text, start: line.start, place: "before" },
    line: index,
    card: null,
  };
}
