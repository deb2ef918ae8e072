// Parses the amounts of formats without columns (OFX, QIF). The result is units, or a sentence
// about the fault, which becomes the reason of the rejected record.

import { units, type Units } from "../money/money.ts";
import { readAmount, type DecimalMark } from "./csv/amounts/amount.ts";

/** A longer text is refused without parsing it. */
export const AMOUNT_CHARS_MAX = 64;
/** The decimals of a unit, which is one ten-thousandth. */
export const AMOUNT_DECIMALS = 4;

/**
 * The amount in units, or the fault. With a null mark, the text itself must show its decimal mark.
 */
export function parseAmount(text: string, mark: DecimalMark | null): Units | string {
  if (text.length > AMOUNT_CHARS_MAX) return `"${text.slice(0, 20)}..." is too long for an amount`;
  const value = readAmount(text, mark, AMOUNT_DECIMALS);
  if (typeof value === "number") return units(value);
  switch (value) {
    case "empty":
      return "the amount is empty";
    case "too many decimals":
      return `the amount "${text}" has more than four decimals`;
    case "out of range":
      return `the amount "${text}" is too large`;
    case "ambiguous":
      return `the mark in the amount "${text}" may be a decimal mark or a thousands separator`;
    case "not a number":
      return `"${text}" is not an amount`;
  }
}
