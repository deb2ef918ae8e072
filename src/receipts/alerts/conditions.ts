// Sentences that speak of what would be: "If you did not make this payment ...".

import SENTENCES from "../words/alert-sentences.json" with { type: "json" };
import { wordsIn } from "../words/phrases.ts";

const CONDITION_CHARS = 40;
const CONDITION = new RegExp(
  String.raw`^[^\p{L}]{0,4}(?!${beginnings(SENTENCES["not a condition"])})(?:${beginnings(SENTENCES.condition)})`,
  "u",
);

/** The words as patterns of how a sentence begins: a whole word, or with "*" a stem. */
export function beginnings(words: Parameters<typeof wordsIn>[0]): string {
  return wordsIn(words)
    .map((word) => (word.endsWith("*") ? word.slice(0, -1) : `${word} `))
    .join("|");
}

/** Whether a sentence speaks of what would be ("If you did not make this payment ..."). */
export function isConditional(folded: string, start: number): boolean {
  return CONDITION.test(folded.slice(start, start + CONDITION_CHARS));
}
