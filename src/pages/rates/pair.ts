// The name of a missing exchange rate. Rates are per euro, so the missing part is the way from or
// to it.

/** "GBP to USD", or "EUR to USD" if the budget's own currency has no rate. */
export function namePair(currency: string, primary: string): string {
  return currency === primary || primary === "eur"
    ? `EUR to ${currency.toUpperCase()}`
    : `${currency.toUpperCase()} to ${primary.toUpperCase()}`;
}
