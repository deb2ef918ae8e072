// "If you send 2,000.00 AUD today:" over rows ("Our fee 12.44 AUD", "Recipient gets 1,200.69 EUR"): the rows say what
// would be, as the sentence does.

import type { Amount } from "../totals/money/amount.ts";
import { amountsWithin } from "./amounts-within.ts";
import type { Segment } from "./cells.ts";
import { isConditional } from "./conditions.ts";

/** The amounts of the rows below such sentences, which name an amount themselves. */
export function findInConditionalRows(
  text: string,
  folded: string,
  segments: readonly Segment[],
  amounts: readonly Amount[],
): readonly Amount[] {
  const found: Amount[] = [];
  let isWithin = false;
  for (const segment of segments) {
    const printed = text.slice(segment.start, segment.end).trimEnd();
    const own = amountsWithin(amounts, segment);
    const isHead = own.length > 0 && /[:：]$/.test(printed) && isConditional(folded, segment.start);
    isWithin = isHead || (isWithin && !/[.!?。]$/.test(printed));
    if (isWithin && !isHead) found.push(...own);
  }
  return found;
}
