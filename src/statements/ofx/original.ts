// Foreign currency. CURRENCY means that the amount itself is in another currency than the
// statement. ORIGCURRENCY means that it was converted, and gives the rate (OFX 2.3, 5.2: statement
// currency to original currency). The original amount is computed by integer division, rounded to
// the original currency's decimals.

import { exponentOf, parseCurrency, type Currency } from "../../money/currency.ts";
import { printUnits, units, type Units } from "../../money/money.ts";
import { firstValue, type Element } from "./tree.ts";

export interface Foreign {
  /** The amount's currency when it is not the statement's. */
  readonly currency: Currency | null;
  readonly facts: Readonly<Record<string, string>>;
}

const RATE = /^\+?(\d{1,12})(?:[.,](\d{1,12}))?$/;
const RATE_DECIMALS = 12;

/** Reads the currency elements of a transaction. */
export function readForeign(element: Element, home: Currency | null, amount: Units): Foreign {
  const leaf = parseCurrency(firstValue(element, "CURRENCY"));
  const own = element.parts.find((part) => part.name === "CURRENCY");
  const code = own === undefined ? leaf : parseCurrency(firstValue(own, "CURSYM"));
  const rate = own === undefined ? "" : firstValue(own, "CURRATE");
  const original = element.parts.find((part) => part.name === "ORIGCURRENCY");
  if (original !== undefined)
    return { currency: null, facts: readOriginal(original, home, amount) };
  if (code === null || code === home) return { currency: code, facts: {} };
  return { currency: code, facts: rate === "" ? {} : { rate } };
}

function readOriginal(
  original: Element,
  home: Currency | null,
  amount: Units,
): Record<string, string> {
  const rate = firstValue(original, "CURRATE");
  const symbol = firstValue(original, "CURSYM");
  const currency = parseCurrency(symbol);
  if (symbol === "" || (currency !== null && currency === home)) return {};
  const facts = { original_currency: symbol.toUpperCase(), rate };
  const printed = currency === null ? null : divideByRate(amount, rate, exponentOf(currency));
  return printed === null ? facts : { original_amount: printed, ...facts };
}

/** The amount divided by the rate, with `decimals` decimals; null when the rate is not a number. */
function divideByRate(amount: Units, rate: string, decimals: number): string | null {
  const found = RATE.exec(rate);
  if (found === null) return null;
  const scaled = BigInt(`${found[1] ?? "0"}${(found[2] ?? "").padEnd(RATE_DECIMALS, "0")}`);
  if (scaled === 0n) return null;
  const step = 10n ** BigInt(4 - decimals);
  const top = BigInt(Math.abs(amount)) * 10n ** BigInt(RATE_DECIMALS);
  const bottom = scaled * step;
  const rounded = ((2n * top + bottom) / (2n * bottom)) * step;
  return rounded > BigInt(Number.MAX_SAFE_INTEGER)
    ? null
    : printUnits(units(amount < 0 ? -Number(rounded) : Number(rounded)), decimals);
}
