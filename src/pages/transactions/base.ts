// The value of a transaction in the budget's currency, which the service sends as a JSON number.

import { parseRounded, printUnits } from "../../money/money.ts";

/** The value as decimal text; null where the service knows none (0: no rate). */
export function printBase(base: number | null | undefined): string | null {
  if (base == null || base === 0) return null;
  const read = parseRounded(base.toFixed(4));
  return read.ok ? printUnits(read.value) : null;
}
