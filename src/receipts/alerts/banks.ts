// Banks by the currency in which they keep accounts: their names, and the domains that they write
// from. Both settle which currency a symbol such as "$" means. A bank of several countries under
// one name or domain settles nothing.

import type { Currency } from "../../money/currency.ts";
import BANK_DOMAINS from "../words/bank-domains.json" with { type: "json" };
import BANK_NAMES from "../words/banks.json" with { type: "json" };
import { IN_PLACE } from "../words/in-place.ts";
import { Phrases } from "../words/phrases.ts";

/**
 * Names of banks and wallets. Banks of several countries are "several". Ways to pay ("method") are
 * in shops' messages too, and do not say who writes.
 */
export const BANKS = new Phrases<keyof typeof BANK_NAMES>(
  currencies(BANK_NAMES).map((currency) => [currency, BANK_NAMES[currency].join("|")] as const),
  IN_PLACE,
);

/** Domains that do not end in the bank's country; those are in merchants/country-evidence.ts. */
const CURRENCY_BY_DOMAIN: ReadonlyMap<string, Currency> = new Map(
  currencies(BANK_DOMAINS).flatMap((currency) =>
    BANK_DOMAINS[currency].map((domain) => [domain, currency] as const),
  ),
);
const LABELS_MAX = 6;

function currencies<T extends object>(table: T): readonly (keyof T)[] {
  return Object.keys(table) as (keyof T)[];
}

/**
 * The currency of the bank that writes from an address, by its domain or a domain above; or null.
 */
export function findBankCurrency(address: string): Currency | null {
  const labels = address
    .slice(address.lastIndexOf("@") + 1)
    .toLowerCase()
    .split(".")
    .slice(-LABELS_MAX);
  for (const at of labels.keys()) {
    const currency = CURRENCY_BY_DOMAIN.get(labels.slice(at).join("."));
    if (currency !== undefined) return currency;
  }
  return null;
}
