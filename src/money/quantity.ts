// Quantities of crypto, and other decimals that need more than money's four places: plain decimal
// text of up to 18 decimals, never a float. Stored in one canonical form (no leading or trailing
// zeros, no minus before zero), shown with 18 decimals.

import { assert } from "../platform/assert.ts";
import { err, ok, type Result } from "../platform/result.ts";

declare const quantityBrand: unique symbol;
/** A canonical plain decimal: "-0.5", "12", "0". */
export type Quantity = string & { readonly [quantityBrand]: true };

export const QUANTITY_DECIMALS = 18;
/** Digits before the point; no coin has as many pieces as this leaves room for. */
export const QUANTITY_WHOLE_DIGITS_MAX = 30;

export type QuantityProblem = "not a number" | "too many decimals" | "out of range" | "inexact";

const PLAIN = /^(-?)(\d{1,60})(?:\.(\d{1,60}))?$/;
const SCIENTIFIC = /^(-?)(\d)(?:\.(\d+))?e([+-]\d{1,3})$/;
// Every decimal of 15 significant digits survives the way through a double; of 16, not every one.
const EXACT_DIGITS = 15;

/**
 * A plain decimal with at most 18 decimals of weight and QUANTITY_WHOLE_DIGITS_MAX digits before
 * the point.
 */
export function parseQuantity(text: string): Result<Quantity, QuantityProblem> {
  const match = PLAIN.exec(text);
  if (match === null) return err("not a number");
  const [, sign = "", digits = "", decimals = ""] = match;
  const whole = digits.replace(/^0+(?=\d)/, "");
  const fraction = decimals.replace(/0+$/, "");
  if (fraction.length > QUANTITY_DECIMALS) return err("too many decimals");
  if (whole.length > QUANTITY_WHOLE_DIGITS_MAX) return err("out of range");
  const magnitude = fraction === "" ? whole : `${whole}.${fraction}`;
  return ok((magnitude === "0" ? "0" : `${sign}${magnitude}`) as Quantity);
}

/**
 * A JSON number, in exponent form too; refused where its digits may not be those that were written.
 */
export function quantityOfNumber(value: number): Result<Quantity, QuantityProblem> {
  const plain = expandExponent(String(value));
  if (plain === null) return err("not a number");
  const significant = plain.replace(/^-?[0.]*|\./g, "").replace(/0+$/, "");
  return significant.length > EXACT_DIGITS ? err("inexact") : parseQuantity(plain);
}

/** "1.5e-7" as "0.00000015"; a text without an exponent as it is. */
function expandExponent(text: string): string | null {
  if (PLAIN.test(text)) return text;
  const match = SCIENTIFIC.exec(text);
  if (match === null) return null;
  const [, sign = "", first = "", rest = "", power = "0"] = match;
  const digits = `${first}${rest}`;
  const point = 1 + Number(power);
  if (point <= 0) return `${sign}0.${"0".repeat(-point)}${digits}`;
  const padded = digits.padEnd(point, "0");
  const fraction = padded.slice(point);
  return `${sign}${padded.slice(0, point)}${fraction === "" ? "" : `.${fraction}`}`;
}

/**
 * So many of a coin's smallest pieces, of which 10^decimals make one ("wei" with 18): exact, or
 * what forbids it.
 */
export function quantityOfPieces(
  pieces: bigint,
  decimals: number,
): Result<Quantity, QuantityProblem> {
  const sign = pieces < 0n ? "-" : "";
  const digits = String(pieces < 0n ? -pieces : pieces).padStart(decimals + 1, "0");
  const point = digits.length - decimals;
  const fraction = digits.slice(point).replace(/0+$/, "");
  if (fraction.length > QUANTITY_DECIMALS) return err("too many decimals");
  if (point > QUANTITY_WHOLE_DIGITS_MAX) return err("out of range");
  return parseQuantity(`${sign}${digits.slice(0, point)}${fraction === "" ? "" : `.${fraction}`}`);
}

/** The exact sum; zero for an empty list. */
export function sumOfQuantities(
  quantities: readonly Quantity[],
): Result<Quantity, QuantityProblem> {
  return quantityOfPieces(
    quantities.reduce((sum, each) => sum + toPieces(each), 0n),
    QUANTITY_DECIMALS,
  );
}

function toPieces(quantity: Quantity): bigint {
  return BigInt(printQuantity(quantity).replace(".", ""));
}

/** With exactly 18 decimals, as answers show it. */
export function printQuantity(quantity: Quantity): string {
  const [whole = "0", fraction = ""] = quantity.split(".");
  return `${whole}.${fraction.padEnd(QUANTITY_DECIMALS, "0")}`;
}

/** Names a stored text as the quantity it is. */
export function storedQuantity(text: string): Quantity {
  const parsed = parseQuantity(text);
  assert(parsed.ok, `stored quantity ${text} is a plain decimal`);
  return parsed.value;
}
