// The sentence of a notice that says why it was sent: "You receive this message because you have switched
// on alerts from CHF 50", "You have asked to be told when cash is taken out". It reports nothing, and
// arranges nothing either.

import SENTENCES from "../words/alert-sentences.json" with { type: "json" };
import { wordsIn } from "../words/phrases.ts";
import type { Place } from "./alert-text.ts";

const CHARS_MAX = 160;
/** The message, and behind it the reason. */
const WHY_SENT = new RegExp(
  String.raw`^[^\p{L}]{0,4}(?:${oneOf(SENTENCES["you receive this message"])}).{0,60}` +
    String.raw`(?:${oneOf(SENTENCES.because)})`,
  "u",
);

/** "You have asked to be told", and behind it of what. */
const ASKED = new RegExp(
  String.raw`^[^\p{L}]{0,4}(?:${wordsIn(SENTENCES["you asked to be told"]).join("|")})` +
    String.raw`.{0,60}?(?<!\p{L})(?:${[SENTENCES.once, SENTENCES.condition]
      .flatMap((words) => wordsIn(words))
      .map((word) => word.replace(/\*$/, ""))
      .join("|")})`,
  "u",
);

/** Scripts without blanks have no ends of words. */
function oneOf(words: Parameters<typeof wordsIn>[0]): string {
  return wordsIn(words)
    .map((word) => (/[\u0e00-\u9fff]$/u.test(word) ? word : String.raw`${word}(?!\p{L})`))
    .join("|");
}

/** Whether a folded sentence says why the message was sent. */
export function saysWhySent(folded: string, { start, end }: Place): boolean {
  const sentence = folded.slice(start, Math.min(end, start + CHARS_MAX));
  return WHY_SENT.test(sentence) || ASKED.test(sentence);
}
