// A price list in columns, the price of now and the price to come: "Cash withdrawal  4.50  5.00". Its
// lines name what the bank does, in the same words as a movement, but neither a day nor an account.

import type { AlertText, Place } from "./alert-text.ts";
import { amountsWithin } from "./amounts-within.ts";
import { namesOwn } from "./not-moved.ts";

const LINES_MIN = 2;

/** Whether a segment is within a line of such a list. A single line may be an amount and a balance. */
export function isOfPriceList(alert: AlertText, segment: Place): boolean {
  const own = lineOf(alert, segment);
  if (!isLine(alert, own)) return false;
  const lines = alert.segments.map((one) => lineOf(alert, one)).filter((one) => isLine(alert, one));
  return new Set(lines.map(({ start }) => start)).size >= LINES_MIN;
}

/** The whole line: a segment ends behind an abbreviation ("6,000.00 kr."). */
function lineOf({ text }: AlertText, { start, end }: Place): Place {
  const next = text.indexOf("\n", Math.max(start, end - 1));
  return { start: text.lastIndexOf("\n", start - 1) + 1, end: next === -1 ? text.length : next };
}

/** A label, and behind it two amounts alone in their cells. */
function isLine({ text, folded, amounts }: AlertText, { start, end }: Place): boolean {
  const words = text.slice(start, end);
  if (!words.includes("\t") || namesOwn(folded.slice(start, end))) return false;
  const [first, second, ...more] = amountsWithin(amounts, { start, end });
  return (
    first !== undefined &&
    second !== undefined &&
    more.length === 0 &&
    /^[\s.]*\t\s*$/u.test(text.slice(first.end, second.start)) &&
    !/[\p{L}\d]/u.test(text.slice(second.end, end)) &&
    /\t\s*$/u.test(text.slice(start, first.start))
  );
}
