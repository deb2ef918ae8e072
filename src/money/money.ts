// Money is an integer count of 1/10,000 units ("units") with a currency. It becomes a decimal
// string only at the edge, by string arithmetic: no float ever holds an amount with a fraction.

import { err, ok, type Result } from "../platform/result.ts";

declare const unitsBrand: unique symbol;
/** An amount in 1/10,000 of the currency's unit; always a safe integer. 12.34 EUR is 123400. */
export type Units = number & { readonly [unitsBrand]: true };

export const UNIT_DECIMALS = 4;
const UNITS_PER_ONE = 10 ** UNIT_DECIMALS;
/** The largest magnitude an amount may have: 2^53 - 1 units, about 900 thousand million. */
export const UNITS_MAX = Number.MAX_SAFE_INTEGER;

export type AmountProblem = "not a number" | "too many decimals" | "out of range";

const DECIMAL = /^(-?)(\d{1,24})(?:\.(\d{1,24}))?$/;

/**
 * Names an integer as an amount; refuses what is not a safe integer by throwing (a programmer's
 * error).
 */
export function units(value: number): Units {
  if (!Number.isSafeInteger(value))
    throw new Error(`Invariant broken: ${value} is not an amount in units`);
  return (value === 0 ? 0 : value) as Units;
}

/** A plain decimal ("-12.3", dot only, at most 4 decimals of weight) to units. */
export function parseUnits(text: string): Result<Units, AmountProblem> {
  const match = DECIMAL.exec(text);
  if (match === null) return err("not a number");
  const [, sign = "", whole = "", fraction = ""] = match;
  const significant = fraction.replace(/0+$/, "");
  if (significant.length > UNIT_DECIMALS) return err("too many decimals");
  const digits = `${whole}${significant.padEnd(UNIT_DECIMALS, "0")}`.replace(/^0+(?=\d)/, "");
  if (digits.length > 16) return err("out of range");
  const magnitude = Number(digits);
  if (magnitude > UNITS_MAX) return err("out of range");
  return ok(units(sign === "-" ? -magnitude : magnitude));
}

const ANY_DECIMAL = /^(-?)(\d{1,24})(?:\.(\d{1,400}))?$/;

/**
 * A plain decimal of any length to units: what is past the fourth decimal is rounded, half away
 * from zero.
 */
export function parseRounded(text: string): Result<Units, AmountProblem> {
  const match = ANY_DECIMAL.exec(text);
  if (match === null) return err("not a number");
  const [, sign = "", whole = "", fraction = ""] = match;
  const kept = parseUnits(
    `${whole}.${fraction.slice(0, UNIT_DECIMALS).padEnd(UNIT_DECIMALS, "0")}`,
  );
  if (!kept.ok) return kept;
  const magnitude = kept.value + ((fraction[UNIT_DECIMALS] ?? "0") >= "5" ? 1 : 0);
  if (magnitude > UNITS_MAX) return err("out of range");
  return ok(units(sign === "-" ? -magnitude : magnitude));
}

/** "00" to "99". */
const TWO_DIGITS: readonly string[] = Array.from({ length: 100 }, (_, value) =>
  String(value).padStart(2, "0"),
);

/**
 * Units as a decimal string with exactly `decimals` places (4 unless told); refuses to drop a
 * digit.
 */
export function printUnits(amount: Units, decimals: number = UNIT_DECIMALS): string {
  const all = Math.abs(amount);
  const rest = all % UNITS_PER_ONE;
  const whole = String((all - rest) / UNITS_PER_ONE);
  const hundredths = rest % 100;
  const fraction = `${TWO_DIGITS[(rest - hundredths) / 100] ?? ""}${TWO_DIGITS[hundredths] ?? ""}`;
  const sign = amount < 0 ? "-" : "";
  if (decimals === UNIT_DECIMALS || /[1-9]/.test(fraction.slice(decimals)))
    return `${sign}${whole}.${fraction}`;
  return decimals === 0 ? `${sign}${whole}` : `${sign}${whole}.${fraction.slice(0, decimals)}`;
}
