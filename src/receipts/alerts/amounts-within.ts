// The amounts in a part of a text. A long message has a thousand parts and a thousand amounts, so
// each part looks up its own instead of going through all.

import type { Amount } from "../totals/money/amount.ts";

/** The amounts that are wholly between two places of a text; `amounts` are in order. */
export function amountsWithin(
  amounts: readonly Amount[],
  { start, end }: Pick<Amount, "start" | "end">,
): readonly Amount[] {
  let low = 0;
  let high = amounts.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((amounts[middle]?.start ?? 0) < start) low = middle + 1;
    else high = middle;
  }
  let behind = low;
  while ((amounts[behind]?.start ?? Infinity) <= end) behind += 1;
  return amounts.slice(low, behind).filter((one) => one.end <= end);
}
