// "Gross 140.00, tax -35.00, net 105.00" in a notice of money that came in: what is left came in, whatever the
// labels are.

import type { Candidate } from "./candidates.ts";
import type { Line } from "./lines.ts";
import type { Amount } from "./money/amount.ts";
import { decimalToUnits } from "./money/numbers.ts";
import { RANKS } from "./money-labels.ts";

const ROWS_MAX = 10;
const LINES_MAX = 400;

/** The candidates; where lines take something off an amount down to another, the last one is the only total. */
export function withNetIncome(
  lines: readonly Line[],
  candidates: readonly Candidate[],
): readonly Candidate[] {
  const rows = lines
    .slice(0, LINES_MAX)
    .flatMap(({ amounts, start }, line) =>
      amounts.length === 1 ? amounts.map((amount) => ({ amount, start, line })) : [],
    );
  for (const at of rows.keys()) {
    const net = findNet(rows.slice(at, at + ROWS_MAX).map(({ amount }) => amount));
    const row = rows.find(({ amount }) => amount === net);
    if (net === null || row === undefined) continue;
    const label = { text: "", start: row.start, place: "before" } as const;
    const reading = { role: "total", tag: "total", phrase: "what is left of it" } as const;
    const own = { rank: RANKS.total, label, line: row.line, card: null };
    const total: Candidate = { amount: net, ...reading, ...own };
    return [...candidates.filter(({ amount, rank }) => amount !== net && rank === 0), total].sort(
      (a, b) => a.amount.start - b.amount.start,
    );
  }
  return candidates;
}

/** What is left of the first amount behind negative ones, if that is printed. */
function findNet([first, ...rest]: readonly Amount[]): Amount | null {
  if (first === undefined || first.negative) return null;
  let left = unitsOf(first);
  for (const [at, amount] of rest.entries()) {
    if (amount.currency !== first.currency) return null;
    if (!amount.negative) return at > 0 && unitsOf(amount) === left ? amount : null;
    left -= unitsOf(amount);
  }
  return null;
}

function unitsOf({ value }: Amount): number {
  return decimalToUnits(value) ?? NaN;
}
