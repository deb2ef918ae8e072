// "Wir haben Ihre Reklamation zum Umsatz vom 02.10. erhalten: 74,90 EUR", "we have received your
// complaint": a letter was received, and no money.

import SENTENCES from "../words/alert-sentences.json" with { type: "json" };
import type { Amount } from "../totals/money/amounts.ts";
import { wordsIn } from "../words/phrases.ts";
import type { Verb } from "./vocabulary.ts";

const BEFORE_CHARS_MAX = 90;
const BEHIND_CHARS_MAX = 30;
const RECEIVED = new RegExp(
  String.raw`(?<!\p{L})(?:${wordsIn(SENTENCES["was received"]).join("|")})`,
  "u",
);
const PAPER = oneOf(SENTENCES["a letter of the reader"]);
const PAPER_BEFORE = new RegExp(String.raw`${PAPER}(?<between>[^.!?\n]*(?:\d\.[^.!?\n]*)*)$`, "u");
const PAPER_BEHIND = new RegExp(String.raw`^ ${PAPER}`, "u");

function oneOf(words: Parameters<typeof wordsIn>[0]): string {
  return String.raw`(?<!\p{L})(?:${wordsIn(words).join("|")})(?!\p{L})`;
}

/** The verbs of a sentence that starts at `from`, without those of letters that were received. */
export function withoutPapers(
  folded: string,
  from: number,
  verbs: readonly Verb[],
  amounts: readonly Amount[],
): readonly Verb[] {
  return verbs.filter((verb) => {
    const { sense, phrase, start, end } = verb;
    if ((sense !== "in" && sense !== "maybe in") || !RECEIVED.test(phrase)) return true;
    if (PAPER_BEHIND.test(folded.slice(end, end + BEHIND_CHARS_MAX))) return false;
    const before = folded.slice(Math.max(from, start - BEFORE_CHARS_MAX), start);
    const between = PAPER_BEFORE.exec(before)?.groups?.["between"];
    return (
      between === undefined ||
      amounts.some((one) => one.start >= start - between.length && one.start < start)
    );
  });
}
