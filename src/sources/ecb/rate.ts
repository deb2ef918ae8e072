// The bank's rates as plain data.

import { isCurrency, type Currency } from "../../money/currency.ts";
import type { Day } from "../../money/day.ts";

/** Units of the currency for one euro on a day, as a plain decimal. */
export type Rate = readonly [currency: Currency, date: Day, perEuro: string];

/** A file of rates that was read. */
export interface RateFile {
  readonly days: number;
  /** Without the euro, and without what the service does not know. */
  readonly rates: readonly Rate[];
}

/** The rate of a code as banks write it ("USD"), null for a currency the service does not know, or the euro. */
export function knownCurrency(code: string): Currency | null {
  const currency = code.toLowerCase();
  return isCurrency(currency) && currency !== "eur" ? currency : null;
}
