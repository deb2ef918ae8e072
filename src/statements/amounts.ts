// An amount of a document whose values stand alone, not in columns (OFX, QIF): in units, or a sentence on what is wrong
// with it, for the record that is rejected because of it.

import { units, type Units } from "../money/money.ts";
import { readAmount, type DecimalMark } from "./csv/amounts/amount.ts";

/** A longer text is no amount, and is not looked at. */
export const AMOUNT_CHARS_MAX = 64;
/** Units are ten-thousandths. */
export const AMOUNT_DECIMALS = 4;

/** An amount in units, or what is wrong with it; a null mark must show from the text itself. */
export function amountOf(text: string, mark: DecimalMark | null): Units | string {
  if (text.length > AMOUNT_CHARS_MAX) return `"${text.slice(0, 20)}..." is too long for an amount`;
  const value = readAmount(text, mark, AMOUNT_DECIMALS);
  if (typeof value === "number") return units(value);
  switch (value) {
    case "empty":
      return "the amount is empty";
    case "too many decimals":
      return `the amount "${text}" has more than four decimals`;
    case "out of range":
      return `the amount "${text}" is larger than can be held`;
    case "ambiguous":
      return `the amount "${text}" can be read with the mark before decimals or between thousands`;
    case "not a number":
      return `"${text}" is no amount`;
  }
}
