// Whether a header is in a language whose banks print the day before the month: all but English and
// Spanish, which are printed in the United States too, and French there and in Canada. Chinese,
// Japanese and Korean put the year first. Used where the dates themselves allow both.

import words from "../../words/day-first-labels.json" with { type: "json" };
import type { Currency } from "../../../money/currency.ts";
import { normalLabel } from "../columns/labels.ts";

const DAY_FIRST_SCRIPTS =
  /\p{Script=Cyrillic}|\p{Script=Greek}|\p{Script=Hebrew}|\p{Script=Arabic}|\p{Script=Thai}|\p{Script=Devanagari}|\p{Script=Armenian}|\p{Script=Georgian}/u;
const WORDS: ReadonlySet<string> = new Set(words.words.map(normalLabel));
const ENDS = words.ends.map(normalLabel);

/** Whether the labels are in such a language; `currency` is the account's, if it is known. */
export function printsDayFirst(labels: readonly string[], currency: Currency | null): boolean {
  if (currency !== null && words.month_first_currencies.includes(currency)) return false;
  return labels.some((label) => {
    if (DAY_FIRST_SCRIPTS.test(label)) return true;
    const key = normalLabel(label);
    const [first = "", second = ""] = key.split(" ");
    if (first === "data" || WORDS.has(key) || WORDS.has(`${first} ${second}`)) return true;
    return key.split(" ").some((word) => WORDS.has(word) || isCompound(word));
  });
}

function isCompound(word: string): boolean {
  return ENDS.some((end) => word.length > end.length + 2 && word.endsWith(end));
}
