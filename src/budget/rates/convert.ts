// Currency conversion without floats: rates are plain decimals (units of a currency for one euro),
// amounts integers of 1/10,000; the division happens once, on big integers, rounding half away from zero.

import { UNITS_MAX, units, type Units } from "../../value/money.ts";

/** digits / 10^scale, always positive. */
export interface Decimal {
  readonly digits: bigint;
  readonly scale: number;
}

const PLAIN = /^(\d{1,15})(?:\.(\d{1,15}))?$/;

/** A positive plain decimal ("1.0853"), or null. */
export function parseDecimal(text: string): Decimal | null {
  const match = PLAIN.exec(text);
  if (match === null) return null;
  const fraction = match[2] ?? "";
  const digits = BigInt(`${match[1] ?? ""}${fraction}`);
  return digits > 0n ? { digits, scale: fraction.length } : null;
}

export const ONE: Decimal = { digits: 1n, scale: 0 };

/** The amount in the other currency, from what one euro buys of each; 0 when it is past the range of amounts. */
export function convert(amount: Units, fromPerEuro: Decimal, toPerEuro: Decimal): Units {
  const numerator = BigInt(Math.abs(amount)) * toPerEuro.digits * 10n ** BigInt(fromPerEuro.scale);
  const denominator = fromPerEuro.digits * 10n ** BigInt(toPerEuro.scale);
  const magnitude = (2n * numerator + denominator) / (2n * denominator);
  if (magnitude > BigInt(UNITS_MAX)) return units(0);
  return units(amount < 0 ? -Number(magnitude) : Number(magnitude));
}
