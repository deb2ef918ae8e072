// A column of two words that give unsigned amounts their side: known words for money out and in
// ("Otto", "Pano"), or the words or letters that its label spells ("Debi/Kredi", "B/D").

import { readSide } from "../columns/cell-words.ts";
import { normalLabel } from "../columns/labels.ts";
import { stripCell } from "../shape/cells.ts";
import { findWordLists, planWithWords, type WordedPlan } from "./learned-side-words.ts";
import { findMoneyOut } from "./money-out-label.ts";
import type { MoneyContext } from "./money.ts";

type Pair = readonly [string, string];

const SPELLING = new Set(["side", "type", null]);

/** Reads the amounts by such a column; null if the file has none. */
export function findSpelledSides(context: MoneyContext, amount: number): WordedPlan | null {
  for (const { column, words: listed } of findWordLists(context, amount)) {
    const words = toPair(listed);
    if (words === null) continue;
    if (!SPELLING.has(context.columns.roles[column] ?? null)) continue;
    const label = stripCell(context.columns.profiles[column]?.label ?? "");
    const [out, into] = orderWords(words) ?? orderByLabel(words, label) ?? [];
    if (out !== undefined && into !== undefined) return planWithWords(amount, column, out, into);
  }
  return null;
}

function toPair([one, two, ...more]: readonly string[]): Pair | null {
  return one === undefined || two === undefined || more.length > 0 ? null : [one, two];
}

/** The two words with money out first; null if neither is known, or both mean the same. */
function orderWords([one, two]: Pair): Pair | null {
  const [first, second] = [readSide(one), readSide(two)];
  const said = [first, second].filter((side) => side === "out" || side === "in");
  if (said.length > 0) {
    if (first === second || (said.length < 2 && findMoneyOut(one, two) === null)) return null;
    return first === "out" || second === "in" ? [one, two] : [two, one];
  }
  const found = findMoneyOut(one, two);
  if (found === null) return null;
  return found === "first" ? [one, two] : [two, one];
}

/**
 * The two words in the order of the label's two parts that begin with them. Its parts say which is
 * money out; of two letters the first is.
 */
function orderByLabel(words: Pair, label: string): Pair | null {
  const [first = "", second = "", ...more] = label.split("/").map(normalLabel);
  if (first === "" || second === "" || more.length > 0) return null;
  const keys = words.map(normalLabel);
  const begins = (part: string, at: number) => {
    const key = keys[at] ?? "";
    return key !== "" && (part.startsWith(key) || key.startsWith(part));
  };
  const isForth = begins(first, 0) && begins(second, 1);
  const isBack = begins(first, 1) && begins(second, 0);
  if (isForth === isBack) return null;
  const [one, two] = isForth ? words : [words[1], words[0]];
  const parts = orderWords([first, second]);
  if (parts !== null) return parts[0] === first ? [one, two] : [two, one];
  return one.length === 1 && two.length === 1 ? [one, two] : null;
}
