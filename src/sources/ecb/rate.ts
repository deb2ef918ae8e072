// The European Central Bank's reference rates as plain data.

import { isCurrency, type Currency } from "../../money/currency.ts";
import type { Day } from "../../money/day.ts";

/** Units of the currency for one euro on a day, as a plain decimal. */
export type Rate = readonly [currency: Currency, date: Day, perEuro: string];

/** The contents of a file of rates. */
export interface RateFile {
  readonly days: number;
  /** Without the euro and without unknown currencies. */
  readonly rates: readonly Rate[];
}

/** The currency of a code like "USD"; null for the euro and for unknown currencies. */
export function knownCurrency(code: string): Currency | null {
  const currency = code.toLowerCase();
  return isCurrency(currency) && currency !== "eur" ? currency : null;
}
