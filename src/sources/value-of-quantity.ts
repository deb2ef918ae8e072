// The value of a quantity at a price, computed on big integers and rounded once, half to even, to
// the four decimals of money.

import { UNIT_DECIMALS } from "../money/money.ts";
import { parseQuantity, type Quantity } from "../money/quantity.ts";
import type { Decimal } from "../money/decimal.ts";
import { divideHalfEven } from "./formula/decimal.ts";
import { err, type Result } from "../platform/result.ts";

/** quantity * times / per with four decimals, or half a sentence why not. */
export function multiplyPrice(
  quantity: Quantity,
  times: Decimal,
  per: Decimal,
): Result<Quantity, string> {
  const { digits, scale } = toDecimal(quantity);
  const numerator = digits * times.digits * 10n ** BigInt(per.scale + UNIT_DECIMALS);
  const denominator = per.digits * 10n ** BigInt(scale + times.scale);
  const units = divideHalfEven(numerator, denominator);
  const magnitude = String(units < 0n ? -units : units).padStart(UNIT_DECIMALS + 1, "0");
  const value = parseQuantity(
    `${units < 0n ? "-" : ""}${magnitude.slice(0, -UNIT_DECIMALS)}.${magnitude.slice(-UNIT_DECIMALS)}`,
  );
  return value.ok ? value : err("its value has too many digits");
}

/** A price as a decimal; null unless it is above zero. */
export function toPrice(quantity: Quantity): Decimal | null {
  const price = toDecimal(quantity);
  return price.digits > 0n ? price : null;
}

function toDecimal(quantity: Quantity): Decimal {
  const [whole = "", fraction = ""] = quantity.split(".");
  return { digits: BigInt(`${whole}${fraction}`), scale: fraction.length };
}
