// Words in quotation marks are somebody else's, such as those of a fraud that a bank warns of: „Von Ihrem
// Konto wurden 1.899,00 EUR abgebucht“. A quote ends on its line.

import type { Amount } from "../totals/money/amount.ts";
import { findMatches } from "../words/matches.ts";

/** What is in quotation marks: „...“, “...”, "...", «...», 「...」. */
const QUOTED = new RegExp(
  [
    String.raw`„[^„“”\n]{12,}[“”]`,
    String.raw`(?<![\p{L}.!?])“[^„“”\n]{12,}”`,
    String.raw`(?<!\p{L})"[^"\n]{12,}"(?!\p{L})`,
    String.raw`«[^»\n]{12,}»|「[^」\n]{6,}」|『[^』\n]{6,}』`,
  ].join("|"),
  "gu",
);

const MARK = /["„“«「『]/u;

/** Whether an amount is within a quote. A short one is a name. */
export function isQuoted(folded: string, amount: Amount): boolean {
  const from = folded.lastIndexOf("\n", amount.start) + 1;
  const end = folded.indexOf("\n", amount.end);
  const line = folded.slice(from, end === -1 ? folded.length : end);
  if (!MARK.test(line)) return false;
  return [...findMatches(line, QUOTED)].some(
    ({ 0: quote, index }) =>
      from + index < amount.start && amount.end < from + index + quote.length,
  );
}
