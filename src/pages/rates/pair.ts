// How a missing exchange rate is named: rates are per euro, so what lacks is the way from or to it.

/** "GBP to USD", or "EUR to USD" where it is the budget's own currency that has no rate. */
export function pairOf(currency: string, primary: string): string {
  return currency === primary || primary === "eur"
    ? `EUR to ${currency.toUpperCase()}`
    : `${currency.toUpperCase()} to ${primary.toUpperCase()}`;
}
