// What a quantity is worth: multiplied and divided on big integers and rounded once, half to even, to money's four places.

import { UNIT_DECIMALS } from "../money/money.ts";
import { parseQuantity, type Quantity } from "../money/quantity.ts";
import type { Decimal } from "../money/decimal.ts";
import { divideHalfEven } from "./formula/decimal.ts";
import { err, type Result } from "../platform/result.ts";

/** quantity * times / per, to four places; in half a sentence why not. */
export function multiplyPrice(
  quantity: Quantity,
  times: Decimal,
  per: Decimal,
): Result<Quantity, string> {
  const { digits, scale } = scaled(quantity);
  const numerator = digits * times.digits * 10n ** BigInt(per.scale + UNIT_DECIMALS);
  const denominator = per.digits * 10n ** BigInt(scale + times.scale);
  const units = divideHalfEven(numerator, denominator);
  const magnitude = String(units < 0n ? -units : units).padStart(UNIT_DECIMALS + 1, "0");
  const worth = parseQuantity(
    `${units < 0n ? "-" : ""}${magnitude.slice(0, -UNIT_DECIMALS)}.${magnitude.slice(-UNIT_DECIMALS)}`,
  );
  return worth.ok ? worth : err("its worth has too many digits");
}

/** A price as a decimal; null unless it is more than nought. */
export function toPrice(quantity: Quantity): Decimal | null {
  const price = scaled(quantity);
  return price.digits > 0n ? price : null;
}

function scaled(quantity: Quantity): Decimal {
  const [whole = "", fraction = ""] = quantity.split(".");
  return { digits: BigInt(`${whole}${fraction}`), scale: fraction.length };
}
