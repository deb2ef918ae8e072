// Airports of countries whose currency symbol others share, in airports.json by that currency. A
// flight between two of one country is paid in its currency, unless other evidence says otherwise.

import type { Currency } from "../../money/currency.ts";
import AIRPORTS from "./airports.json" with { type: "json" };

/** The currency of each airport's country. */
export const CURRENCY_OF_AIRPORT: ReadonlyMap<string, Currency> = new Map(
  (Object.keys(AIRPORTS) as (keyof typeof AIRPORTS)[]).flatMap((currency) =>
    AIRPORTS[currency].map((code) => [code, currency] as const),
  ),
);
/** A journey: codes in brackets, or two with an arrow, a dash or "to" between them. */
export const JOURNEY =
  /\(([A-Z]{3})\)|(?<![A-Za-z])([A-Z]{3}) ?(?:to|-|–|—|→|➔|✈|>|\/) ?([A-Z]{3})(?![A-Za-z])/gu;
