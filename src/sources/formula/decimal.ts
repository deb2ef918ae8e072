// Exact decimals for computed sources: a decimal is a BigInt of 1/10^18. Functions that round say
// so, and round half to even. No floats.

import { assert } from "../../platform/assert.ts";
import { QUANTITY_DECIMALS, storedQuantity, type Quantity } from "../../money/quantity.ts";

/** A decimal in 1/10^18. */
export type Scaled = bigint;

export const ONE: Scaled = 10n ** BigInt(QUANTITY_DECIMALS);

/** A canonical decimal as a count of 1/10^18. */
export function toScaled(quantity: Quantity): Scaled {
  const [whole = "0", fraction = ""] = quantity.replace("-", "").split(".");
  const magnitude = BigInt(whole + fraction.padEnd(QUANTITY_DECIMALS, "0"));
  return quantity.startsWith("-") ? -magnitude : magnitude;
}

/** The decimal as text; exact. */
export function quantityOfScaled(value: Scaled): Quantity {
  const digits = (value < 0n ? -value : value).toString().padStart(QUANTITY_DECIMALS + 1, "0");
  const whole = digits.slice(0, -QUANTITY_DECIMALS);
  return storedQuantity(`${value < 0n ? "-" : ""}${whole}.${digits.slice(-QUANTITY_DECIMALS)}`);
}

/** numerator / denominator, rounded half to even; the denominator must be above 0. */
export function divideHalfEven(numerator: bigint, denominator: bigint): bigint {
  assert(denominator > 0n, "a divisor is above 0");
  const negative = numerator < 0n;
  const magnitude = negative ? -numerator : numerator;
  const [quotient, twice] = [magnitude / denominator, (magnitude % denominator) * 2n];
  const up = twice > denominator || (twice === denominator && quotient % 2n === 1n);
  const rounded = up ? quotient + 1n : quotient;
  return negative ? -rounded : rounded;
}

/** Rounds half to even to this number of decimals (0 to 18). */
export function roundHalfEven(value: Scaled, decimals: number): Scaled {
  const step = 10n ** BigInt(QUANTITY_DECIMALS - decimals);
  return divideHalfEven(value, step) * step;
}

/** Rounds a quantity half to even to this number of decimals. */
export function roundedQuantity(quantity: Quantity, decimals: number): Quantity {
  return quantityOfScaled(roundHalfEven(toScaled(quantity), decimals));
}

const WIDE = 10n ** 40n;

/** value * (1 + rate / parts)^times for a rate above -parts, exact to less than a cent. */
export function compound(value: Scaled, rate: Scaled, parts: number, times: number): Scaled {
  let factor = WIDE + (rate * (WIDE / ONE)) / BigInt(parts);
  let product = WIDE;
  for (let left = times; left > 0; left = Math.floor(left / 2)) {
    if (left % 2 === 1) product = (product * factor) / WIDE;
    factor = (factor * factor) / WIDE;
  }
  return divideHalfEven(value * product, WIDE);
}
