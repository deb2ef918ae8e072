// "Tickets 2,500.00, service charge 550.00, charge for the order 45.00, total 3,095.00": a row that is a part of the
// total was not charged alone, though its label is a word of charges.

import type { Candidate } from "./candidates.ts";
import type { Line } from "./lines.ts";
import type { Amount } from "./money/amount.ts";
import { decimalToUnits } from "./money/numbers.ts";

const LINES_MAX = 20;
const PARTS_MIN = 2;

/** Returns the candidates without the charges in rows that add up to a total below them. */
export function withoutPartsOfTotals(
  lines: readonly Line[],
  candidates: readonly Candidate[],
): readonly Candidate[] {
  const parts = new Set(
    candidates
      .filter(({ role }) => role === "total" || role === "grand")
      .flatMap((total) => findParts(lines, total)),
  );
  return candidates.map((one): Candidate =>
    isOfWord(one) && parts.has(one.amount)
      ? { ...one, role: "veto", tag: "veto", phrase: "a part of the total", rank: 0 }
      : one,
  );
}

/** Whether only a word calls a row a charge, and neither a card nor a way to pay stands in it. */
function isOfWord({ role, phrase, card }: Candidate): boolean {
  return role === "charged" && phrase !== "way to pay" && card === null;
}

/** The last amounts of the lines right above a total that add up to it; none if they do not. */
function findParts(lines: readonly Line[], { amount: total, line }: Candidate): readonly Amount[] {
  const parts: Amount[] = [];
  let units = 0;
  for (const { amounts } of lines.slice(Math.max(0, line - LINES_MAX), line).reverse()) {
    const amount = amounts.at(-1);
    if (amount === undefined || unitsOf(amount) === 0) continue;
    if (amount.currency !== total.currency && amount.currency !== null && total.currency !== null)
      return [];
    parts.push(amount);
    units += amount.negative ? -unitsOf(amount) : unitsOf(amount);
    // "Paid 55.00, 55.00, 55.00, 55.00, total 220.00": instalments.
    const isAlike = parts.every((part) => unitsOf(part) === unitsOf(amount));
    if (units === unitsOf(total)) return parts.length < PARTS_MIN || isAlike ? [] : parts;
    if (units > unitsOf(total) * 2) return [];
  }
  return [];
}

function unitsOf({ value }: Amount): number {
  return decimalToUnits(value) ?? NaN;
}
