// "3 recipes 34.99, surcharge 3.98, delivery 5.99, discount -5.25, estimated total 39.71": where the sum of the
// lines above was not charged, neither was one of them, whatever its label says.

import type { Candidate } from "./candidates.ts";
import type { Line } from "./lines.ts";
import type { Amount } from "./money/amount.ts";
import { RANKS } from "./money-labels.ts";
import { decimalToUnits } from "./money/numbers.ts";

const PARTS_MAX = 40;
/** "Donation 25.00, tax that we claim 6.25, together 31.25": of two, one may be what was paid. */
const PARTS_MIN = 3;

/**
 * The candidates; where none is a total, those that a sum which is no total is made of are none either.
 */
export function withoutPartsOfVeto(
  lines: readonly Line[],
  candidates: readonly Candidate[],
): readonly Candidate[] {
  if (candidates.some(({ rank }) => rank > RANKS.amount)) return candidates;
  const parts = new Set(
    candidates
      .filter(({ role, label }) => role === "veto" && label.text !== "")
      .flatMap((sum) => findParts(lines, sum)),
  );
  return parts.size === 0
    ? candidates
    : candidates.map((one): Candidate =>
        parts.has(one.amount) && one.rank > 0
          ? { ...one, role: "veto", tag: "veto", phrase: "a part of what was not charged", rank: 0 }
          : one,
      );
}

/** The amounts of the lines right above a sum that make it; none if they do not. */
function findParts(
  lines: readonly Line[],
  { amount: sum, line: at }: Candidate,
): readonly Amount[] {
  const parts: Amount[] = [];
  let units = 0;
  for (const line of lines.slice(Math.max(0, at - PARTS_MAX), at).reverse()) {
    const [amount, ...more] = line.amounts;
    if (amount === undefined) continue;
    if (more.length > 0 || amount.currency !== sum.currency) return [];
    parts.push(amount);
    units += amount.negative ? -unitsOf(amount) : unitsOf(amount);
    if (parts.length >= PARTS_MIN && units === unitsOf(sum)) return parts;
  }
  return [];
}

function unitsOf({ value }: Amount): number {
  return decimalToUnits(value) ?? NaN;
}
