// Currency conversion without floats. Rates are plain decimals (units of a currency for one euro),
// amounts integers of 1/10,000. The division happens once, on big integers, rounding half away from
// zero.

import type { Decimal } from "../../money/decimal.ts";
import { UNITS_MAX, units, type Units } from "../../money/money.ts";

/**
 * The amount in the other currency, from the rates per euro of both; 0 if it exceeds the range of
 * amounts.
 */
export function convert(amount: Units, fromPerEuro: Decimal, toPerEuro: Decimal): Units {
  const numerator = BigInt(Math.abs(amount)) * toPerEuro.digits * 10n ** BigInt(fromPerEuro.scale);
  const denominator = fromPerEuro.digits * 10n ** BigInt(toPerEuro.scale);
  const magnitude = (2n * numerator + denominator) / (2n * denominator);
  if (magnitude > BigInt(UNITS_MAX)) return units(0);
  return units(amount < 0 ? -Number(magnitude) : Number(magnitude));
}
