// "Your tariff goes from 29.99 to 31.99": a price, a limit or a balance of before and the one of after. Neither
// amount moved, in a sentence of a bank or of a shop.

import SENTENCES from "../words/alert-sentences.json" with { type: "json" };
import type { Amount } from "../totals/money/amount.ts";
import { wordsIn } from "../words/phrases.ts";

const BEFORE_CHARS = 30;
const BETWEEN_CHARS_MAX = 40;
/** "From", right before the first amount, with at most a word between. */
const FROM = new RegExp(
  String.raw`(?<!\p{L})(?:${wordsIn(SENTENCES["from an amount"]).join("|")}) (?:\p{L}{2,10} )?$`,
  "u",
);
/** "To", alone between the amounts or behind what the first is for: "a month", "(incl. tax)". */
const TO = new RegExp(
  String.raw`^(?: ?[/(]? ?[^.,;:!?\d\n]{0,24})?(?<!\p{L})` +
    String.raw`(?:${wordsIn(SENTENCES["to an amount"]).join("|")}) (?:\p{L}{2,10} )?$`,
  "u",
);
/** Hungarian writes both onto the amounts: "9 990 Ft-ról 10 990 Ft-ra". */
const ENDINGS = new RegExp(
  String.raw`^-(?:${wordsIn(SENTENCES["from, behind an amount"]).join("|")})(?: \p{L}{1,10})? $`,
  "u",
);

/** The amounts that stand in such a pair, in a text and its folded form. */
export function findChanged(
  text: string,
  folded: string,
  amounts: readonly Amount[],
): ReadonlySet<Amount> {
  const changed = new Set<Amount>();
  for (const [at, after] of amounts.entries()) {
    const before = amounts[at - 1];
    if (before === undefined || after.start - before.end > BETWEEN_CHARS_MAX) continue;
    const between = folded.slice(before.end, after.start);
    const start = Math.max(0, before.start - BEFORE_CHARS);
    const gap = text.slice(start, before.start).lastIndexOf("\n\n");
    const lead = folded.slice(start + gap + 1, before.start);
    // A row ends with its line; a sentence may break off there.
    if (/\n/.test(text.slice(before.end, after.start)) && !/^\s*\p{L}{1,4}\s*$/u.test(between))
      continue;
    if (ENDINGS.test(between) || (TO.test(between) && FROM.test(lead)))
      changed.add(before).add(after);
  }
  return changed;
}
