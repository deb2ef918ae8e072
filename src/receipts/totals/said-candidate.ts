// The candidate that a sentence or a row makes of an amount which no label names.

import type { Place } from "../alerts/alert-text.ts";
import { amountsWithin } from "../alerts/amounts-within.ts";
import type { Candidate } from "./candidates.ts";
import type { Line } from "./lines.ts";
import type { Amount } from "./money/amount.ts";
import { findAmounts } from "./money/amounts.ts";
import { decimalToUnits } from "./money/numbers.ts";
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

/**
 * The amount that these sentences of a text name, or where `mayBeElsewhere` and they name none, the only one of the
 * text; null if there are several.
 */
export function findSaidAmount(
  text: string,
  sentences: readonly Place[],
  mayBeElsewhere: boolean,
): Amount | null {
  if (sentences.length === 0) return null;
  const amounts = findAmounts(text).filter(
    // A bare number is of anything: a year, a reference.
    ({ value, currency, candidates }) =>
      (decimalToUnits(value) ?? 0) !== 0 && (currency !== null || candidates.length > 0),
  );
  const within = sentences.flatMap((sentence) => amountsWithin(amounts, sentence));
  const named = within.length > 0 || !mayBeElsewhere ? within : amounts;
  const [only] = named;
  return only !== undefined && named.every(({ value }) => value === only.value) ? only : null;
}

/** The candidates, with an amount that a sentence names if no label names another one. */
export function withSaidAmount(
  lines: readonly Line[],
  candidates: readonly Candidate[],
  amount: Amount | null,
  said: Said,
): readonly Candidate[] {
  const others = candidates.filter((one) => one.amount.start !== amount?.start);
  if (amount === null || others.some(({ rank }) => rank > RANKS.amount)) return candidates;
  const candidate = toSaidCandidate(lines, amount, said);
  return candidate === null ? candidates : [...others, candidate];
}
