// Reads the sign that a list prints with an amount: before the number, before the currency or behind either. Letters
// behind it say the same.

import type { Amount } from "../totals/money/amount.ts";
import type { AlertText, Place } from "./alert-text.ts";
import { hasPlus } from "./direction.ts";

/** "- R$ 612,40", "+ € 12.50": the sign stands before the currency. */
const SIGN_BEFORE = /(?:^|\s)(?<sign>[+\-−–])[^\S\t]?(?:\p{L}{0,3}\p{Sc}|\p{L}{2,3})?[^\S\t]?$/u;
const SIGN_CHARS_MAX = 8;
/** "869,35- TL", "1.249,90 TL-", "349,99 TL (+)": the sign ends the line or the cell. */
const SIGN_BEHIND = new RegExp(
  [
    String.raw`^[^\S\t]?(?:\(?(?<near>[+\-−–])\)?(?:\s?(?:\p{Sc}|\p{L}{2,3}))?`,
    String.raw`|(?:\p{Sc}|\p{L}{2,3})\s?\(?(?<far>[+\-−–])\)?)\s*(?:$|[\t|])`,
  ].join(""),
  "u",
);

/**
 * "64,18 S", "259,00 EUR H", "1,204.55 DR": the letters of debit and credit, in German "Soll" and "Haben", end the line
 * or the cell.
 */
const LETTERS_BEHIND =
  /^(?:\s?(?:\p{Sc}|[A-Z]{3}))?[^\S\t](?<letters>[HS]|[CD][Rr]\.?)\s*(?:$|[\t|])/u;

/** "Instalment 1 - R$ 148,90": a dash between words and an amount is no sign. */
const SEPARATOR =
  /[\p{L}\d)] [-−–] (?:\p{Sc}|\p{L}{1,3}\p{Sc}?)? ?\d[\d.,' \u00a0]*(?:\s?(?:\p{Sc}|\p{L}{2,3}))?$/u;

/** Reads the sign of an amount on a line, true for a plus; null without a sign. */
export function readSign(alert: AlertText, amount: Amount, line: Place): boolean | null {
  const { text } = alert;
  if (hasPlus(alert, amount)) return true;
  const from = Math.max(line.start, amount.start - SIGN_CHARS_MAX);
  if (SEPARATOR.test(text.slice(Math.max(line.start, from - 2), amount.end))) return null;
  if (amount.negative) return false;
  const before = SIGN_BEFORE.exec(text.slice(from, amount.start))?.groups?.["sign"];
  const { letters } = LETTERS_BEHIND.exec(text.slice(amount.end, line.end))?.groups ?? {};
  if (letters !== undefined) return /^[CH]/.test(letters);
  const { near, far } = SIGN_BEHIND.exec(text.slice(amount.end, line.end))?.groups ?? {};
  const sign = before ?? near ?? far;
  return sign === undefined ? null : sign === "+";
}
