// The sum of transactions by currency. Pure.

import { parseUnits, printUnits, units } from "../../money/money.ts";
import type { Transaction } from "../transactions/wire.ts";

/** The sums, those of most transactions first. */
export function sumUp(
  rows: readonly Transaction[],
): readonly { readonly amount: string; readonly currency: string }[] {
  return [...Map.groupBy(rows, ({ currency }) => currency)]
    .toSorted(([, a], [, b]) => b.length - a.length)
    .map(([currency, own]) => {
      const sum = own.reduce((total, { amount }) => {
        const read = parseUnits(amount);
        return total + (read.ok ? read.value : 0);
      }, 0);
      return { currency, amount: Number.isSafeInteger(sum) ? printUnits(units(sum)) : "0" };
    });
}
