// The currency of a receipt's total: printed with it, named by another reading of the same total, or what document and
// sender show. Nothing is guessed: where all that leaves several, it stays open.

import { exponentOf, type Currency } from "../money/currency.ts";
import { agree, isBankAlert } from "./charge-groups.ts";
import type { DocumentCurrencies } from "./merchants/currency-evidence.ts";
import type { Claim, Receipt, SeenAmount, View } from "./receipt.ts";

/** The evidence that all claims of a document share. */
export interface Evidence {
  readonly views: readonly View[];
  readonly currencies: DocumentCurrencies;
}

interface TotalCurrency {
  readonly currency: Currency | null;
  readonly sign: Pick<Receipt, "sign">;
}

/** Of a receipt without a total. */
export const NO_CURRENCY: TotalCurrency = { currency: null, sign: {} };

/**
 * The currency of the total: its code or a symbol of its own, else the currency of another claim
 * for the same amount, else what document and sender show.
 */
export function decideCurrency(
  total: SeenAmount,
  claims: readonly Claim[],
  { views, currencies }: Evidence,
  why: string[],
): TotalCurrency {
  const settled = { sign: { means: total.candidates, open: false } };
  const other = total.currency === null ? currencyOfOthers(total, claims) : null;
  if (other !== null) {
    why.push(`currency: ${other.toUpperCase()}, which another reading of the same total names.`);
    return { currency: other, sign: settled };
  }
  if (total.currency !== null && total.candidates.length > 0)
    return { currency: total.currency, sign: settled };
  const { evidence, means, open, byCountry } =
    total.currency === null
      ? currencies.settle(total.candidates)
      : currencies.settleContested(total.currency, printedText(total, views));
  const currency = evidence?.currency ?? null;
  if (evidence !== null && currency !== total.currency)
    why.push(`currency: ${evidence.currency.toUpperCase()}, since ${evidence.because}.`);
  if (total.currency !== null && means.length === 1) return { currency, sign: {} };
  // A bank alert is about the customer's own account. An address in it is the shop's, so the budget
  // decides.
  const isShopsAddress = byCountry === true && claims.some(isBankAlert);
  return { currency, sign: { sign: { means, open: open || isShopsAddress } } };
}

/** The one currency that other claims for the same total name. */
function currencyOfOthers(total: SeenAmount, claims: readonly Claim[]): Currency | null {
  const named = new Set(
    claims.flatMap(({ total: other }) =>
      other !== undefined && other.currency !== null && agree(total, other) ? [other.currency] : [],
    ),
  );
  const [only, ...more] = named;
  return only === undefined || more.length > 0 ? null : only;
}

function printedText({ span }: SeenAmount, views: readonly View[]): string {
  const view = views.find(({ name }) => name === span.view);
  return view?.text.slice(span.start, span.end) ?? "";
}

const CURRENCIES_NAMED_MAX = 8;

/** Why the currency of the total is not certain; null if it is. */
export function describeOpenCurrency(total: SeenAmount, currency: Currency | null): string | null {
  if (currency !== null) {
    const decimals = countDecimals(total.value);
    return decimals > exponentOf(currency)
      ? `${currency.toUpperCase()} has no ${decimals} decimals.`
      : null;
  }
  if (total.candidates.length === 0) return "No currency is printed with the total.";
  const named = total.candidates.slice(0, CURRENCIES_NAMED_MAX).map((code) => code.toUpperCase());
  return `The currency symbol may mean ${named.join(", ")}.`;
}

function countDecimals(value: string): number {
  return (value.split(".")[1] ?? "").replace(/0+$/, "").length;
}
