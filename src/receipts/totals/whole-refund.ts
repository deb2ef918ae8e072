// "Your order was paid, so Corner Farm has refunded the full amount": in a mail about a cancelled order, a sentence
// anywhere that says that all of it was given back. Or what was given back stands below the way to pay it went to.

import { isConditional } from "../alerts/conditions.ts";
import { foldInPlace } from "../words/in-place.ts";
import PAYMENT_WORDS from "../words/payment-words.json" with { type: "json" };
import { foldWords, phrasesIn, type PhraseHit } from "../words/phrases.ts";
import { findCues, type Cue } from "./kind-cues.ts";
import { printsRefundBlock } from "./refund-block.ts";

const WHOLE = phrasesIn<"whole">({ whole: PAYMENT_WORDS["the whole amount"] });
const GIVEN_BACK = phrasesIn<"refund paid">({
  "refund paid": PAYMENT_WORDS["whole amount given back"],
});
const SENTENCE_BREAK = /(?<=[.!?。！？])\s|\n/u;
const SENTENCE_CHARS_MAX = 300;

const BLOCK: PhraseHit<Cue> = { tag: "refund paid", phrase: "refund", start: 0, end: 0 };

/** The words of such a sentence; null without one. A condition ("if you have paid") gives nothing back. */
export function findWholeRefund(text: string): PhraseHit<Cue> | null {
  for (const sentence of text.split(SENTENCE_BREAK)) {
    if (sentence.length > SENTENCE_CHARS_MAX) continue;
    const words = foldWords(sentence);
    const given = GIVEN_BACK.first(words) ?? (WHOLE.has(words) ? findRefund(sentence) : null);
    if (given === null) continue;
    const folded = foldInPlace(sentence.trim());
    if (!folded.endsWith("?") && !isConditional(folded, 0)) return given;
  }
  return printsRefundBlock(text) ? BLOCK : null;
}

function findRefund(sentence: string): PhraseHit<Cue> | null {
  return findCues(sentence).find(({ tag }) => tag === "refund paid") ?? null;
}
