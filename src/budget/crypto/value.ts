// The value of a quantity of a coin: quantity times price, converted to the primary currency with
// big integers and rounded once, half away from zero, to 1/10,000. Pure.

import { UNIT_DECIMALS, UNITS_MAX, units, type Units } from "../../money/money.ts";
import type { Decimal } from "../../money/decimal.ts";
import { textAs } from "../wire.ts";
import type { Quantity } from "../../money/quantity.ts";

const PRICE = /^\d{1,15}(\.\d{1,18})?$/;

/** A price in a request: zero or a plain decimal, as text. */
export const price = textAs(
  (text) => (PRICE.test(text) ? text : null),
  "format",
  "must be a plain decimal as text, of at most 15 digits and 18 decimals",
);

/**
 * The worth of `quantity` at `price` a coin, in units of the currency of which one euro buys
 * `toPerEuro`; the price is in that of which it buys `fromPerEuro`. Null past the range of amounts.
 */
export function worth(
  quantity: Quantity,
  price: string,
  fromPerEuro: Decimal,
  toPerEuro: Decimal,
): Units | null {
  const held = parseDecimal(quantity);
  const each = parseDecimal(price);
  const product = held.digits * each.digits;
  const numerator =
    (product < 0n ? -product : product) *
    toPerEuro.digits *
    10n ** BigInt(UNIT_DECIMALS + fromPerEuro.scale);
  const denominator = fromPerEuro.digits * 10n ** BigInt(held.scale + each.scale + toPerEuro.scale);
  const magnitude = (2n * numerator + denominator) / (2n * denominator);
  if (magnitude > BigInt(UNITS_MAX)) return null;
  return units(product < 0n ? -Number(magnitude) : Number(magnitude));
}

function parseDecimal(text: string): Decimal {
  const [whole = "", fraction = ""] = text.split(".");
  return { digits: BigInt(`${whole}${fraction}`), scale: fraction.length };
}
