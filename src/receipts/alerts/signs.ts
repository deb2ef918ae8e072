// The sign of an amount: before it, before its currency, or behind it.

import type { Amount } from "../totals/money/amount.ts";
import type { AlertText, Place } from "./alert-text.ts";
import { hasPlus } from "./direction.ts";

/** "- R$ 612,40", "+ € 12.50": the sign stands before the currency. */
const SIGN_BEFORE = /(?:^|\s)(?<sign>[+\-−–])[^\S\t]?(?:\p{L}{0,3}\p{Sc}|\p{L}{2,3})?[^\S\t]?$/u;
const SIGN_CHARS_MAX = 8;
/** "869,35- TL", "1.249,90 TL-": the sign ends the line or the cell. */
const SIGN_BEHIND =
  /^[^\S\t]?(?:\(?(?<near>[+\-−–])\)?(?:\s?(?:\p{Sc}|\p{L}{2,3}))?|(?:\p{Sc}|\p{L}{2,3})\s?\(?(?<far>[+\-−–])\)?)\s*(?:$|[\t|])/u;

/** "Instalment 1 - R$ 148,90": a dash between words and an amount is no sign. */
const SEPARATOR =
  /[\p{L}\d)] [-−–] (?:\p{Sc}|\p{L}{1,3}\p{Sc}?)? ?\d[\d.,' \u00a0]*(?:\s?(?:\p{Sc}|\p{L}{2,3}))?$/u;

/** Whether the sign of an amount in a line says that money came in; null without a sign. */
export function readSign(alert: AlertText, amount: Amount, line: Place): boolean | null {
  if (hasPlus(alert, amount)) return true;
  const from = Math.max(line.start, amount.start - SIGN_CHARS_MAX);
  if (
    SEPARATOR.test(
      alert.text.slice(Math.max(line.start, amount.start - SIGN_CHARS_MAX - 2), amount.end),
    )
  )
    return null;
  const before = SIGN_BEFORE.exec(alert.text.slice(from, amount.start))?.groups?.["sign"];
  if (amount.negative) return false;
  const { near, far } = SIGN_BEHIND.exec(alert.text.slice(amount.end, line.end))?.groups ?? {};
  const sign = before ?? near ?? far;
  return sign === undefined ? null : sign === "+";
}
