// Words in quotation marks are somebody else's, such as those of a fraud that a bank warns of: „Von Ihrem
// Konto wurden 1.899,00 EUR abgebucht“. A quote whose marks look alike ends on its line, since such a mark is
// also that of inches.

import type { Amount } from "../totals/money/amount.ts";
import { findMatches } from "../words/matches.ts";

/** What is in quotation marks: „...“, “...”, "...", «...», 「...」. */
const QUOTED = new RegExp(
  [
    String.raw`„[^„“”]{12,}[“”]`,
    String.raw`(?<![\p{L}.!?])“[^„“”]{12,}”`,
    String.raw`(?<!\p{L})"[^"\n]{12,}"(?!\p{L})`,
    String.raw`«[^«»]{12,}»|「[^「」]{6,}」|『[^『』]{6,}』`,
  ].join("|"),
  "gu",
);

const MARK = /["„“«「『]/u;

/** How far from an amount its quote may begin and end. */
const QUOTE_CHARS = 400;

/** Whether an amount of a text, as it is printed, is within a quote. A short one is a name. */
export function isQuoted(text: string, amount: Amount): boolean {
  const from = Math.max(0, amount.start - QUOTE_CHARS);
  const around = text.slice(from, amount.end + QUOTE_CHARS);
  if (!MARK.test(around)) return false;
  return [...findMatches(around, QUOTED)].some(
    ({ 0: quote, index }) =>
      from + index < amount.start && amount.end < from + index + quote.length,
  );
}
