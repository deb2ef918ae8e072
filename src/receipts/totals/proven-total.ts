// "Products 32.70, discount -3.27, delivery 5.50, total paid 34.93": the amounts right above a total add up to it and so
// prove it, whatever their labels are. Nobody is asked about another total of the text. Arithmetic is exact.

import type { Candidate } from "./candidates.ts";
import { isSameAmount } from "./choose.ts";
import { splitLines, type Line } from "./lines.ts";
import { decimalToUnits } from "./money/numbers.ts";
import type { Section } from "./sections.ts";

/** More lines of amounts than a receipt's sums have. */
const ADDENDS_MAX = 40;
const ADDENDS_MIN = 2;

/** The section without rivals of its total, where the lines above the total prove it and no rival. */
export function withProvenTotal(lines: readonly Line[], section: Section): Section {
  const { candidates, choice } = section;
  const { total, rivals } = choice;
  if (total === null || rivals.length === 0) return section;
  // A receipt may print its total at the top as well.
  const prove = (one: Candidate, skipped: ReadonlySet<number>): readonly number[] | null =>
    candidates
      .filter((other) => other.rank > 0 && isSameAmount(one, other))
      .flatMap((other) => [findAddends(lines, other, skipped)])
      .find((found) => found !== null) ?? null;
  const none = new Set<number>();
  const addends = prove(total, none) ?? prove(total, new Set(rivals.map(unitsOf)));
  const isOpen = (rival: Candidate): boolean =>
    prove(rival, none) !== null && addends?.includes(unitsOf(rival)) !== true;
  return addends === null || rivals.some(isOpen)
    ? section
    : { ...section, choice: { ...choice, rivals: [] } };
}

/** Whether the rows of a text right above a total add up to it, two or more. */
export function isMadeOfRows(text: string, total: Candidate): boolean {
  return findAddends(splitLines(text), total, new Set()) !== null;
}

/** The last amounts of the lines above a candidate that add up to it, nearest first, without those to skip; or null. */
function findAddends(
  lines: readonly Line[],
  candidate: Candidate,
  skipped: ReadonlySet<number>,
): readonly number[] | null {
  const whole = unitsOf(candidate);
  const addends: number[] = [];
  let sum = 0;
  for (let at = candidate.line - 1; at >= 0 && addends.length < ADDENDS_MAX; at -= 1) {
    const amount = lines[at]?.amounts.at(-1);
    const units = amount === undefined ? null : decimalToUnits(amount.value);
    if (amount === undefined || units === null || units === 0 || skipped.has(units)) continue;
    addends.push(units);
    sum += amount.negative ? 0 - units : units;
    if (sum === whole && addends.length >= ADDENDS_MIN) return addends;
  }
  return null;
}

function unitsOf({ amount }: Candidate): number {
  return decimalToUnits(amount.value) ?? NaN;
}
