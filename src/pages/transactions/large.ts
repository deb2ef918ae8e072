// The amount from which transactions of a page count as large: about one in ten reaches it. Pure.

import { parseRounded, units, type Units } from "../../money/money.ts";
import type { Transaction } from "./wire.ts";

/** With fewer rows the filter would not help. */
const ROWS_MIN = 20;
const ONE_IN = 10;
const STEPS = [5, 2, 1];

/**
 * Finds the amount, rounded down to 1, 2 or 5 times a power of ten; null if it would not be useful.
 */
export function findLarge(rows: readonly Pick<Transaction, "amount" | "currency">[]): Units | null {
  if (rows.length < ROWS_MIN || new Set(rows.map(({ currency }) => currency)).size > 1) return null;
  const sizes = rows
    .map(({ amount }) => parseRounded(amount))
    .map((read) => (read.ok ? Math.abs(read.value) : 0))
    .sort((a, b) => b - a);
  const reached = sizes[Math.ceil(rows.length / ONE_IN) - 1] ?? 0;
  const smallest = sizes.at(-1) ?? 0;
  const round = roundDown(reached);
  // If every row reaches the amount, the filter would choose all.
  return round >= 10_000 && round > smallest ? units(round) : null;
}

function roundDown(size: number): number {
  const power = 10 ** (String(size).length - 1);
  return (STEPS.find((step) => step * power <= size) ?? 1) * power;
}
