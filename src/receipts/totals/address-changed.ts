// "You've updated the shipping address of your order", "Die Lieferadresse wurde geändert": an address with a word for
// changing it, in one sentence. The message repeats an order that was bought before.

import { isConditional } from "../alerts/conditions.ts";
import { findSegments } from "../alerts/segments.ts";
import SENTENCES from "../words/alert-sentences.json" with { type: "json" };
import { foldInPlace, IN_PLACE } from "../words/in-place.ts";
import PAYMENT_WORDS from "../words/payment-words.json" with { type: "json" };
import { foldWords, phrasesIn } from "../words/phrases.ts";

const HEAD_SEGMENTS = 8;
const HEAD_CHARS_MAX = 900;

const WORDS = phrasesIn<"address" | "may">({
  address: PAYMENT_WORDS["address of a delivery"],
  // "Your address can be changed until the parcel leaves".
  may: PAYMENT_WORDS.can,
});
const CHANGED = phrasesIn<"changed">({ changed: SENTENCES["was changed"] }, IN_PLACE);

/** Whether the subject or a first sentence says that the address of a delivery was changed. */
export function saysAddressChanged(subject: string, text: string): boolean {
  return [subject, text.slice(0, HEAD_CHARS_MAX)].some((part) => {
    const folded = foldInPlace(part);
    if (!CHANGED.has(folded)) return false;
    return findSegments(part, folded)
      .slice(0, HEAD_SEGMENTS)
      .some(
        ({ row, start, end }) =>
          row === null &&
          !/[?？؟]/u.test(part.slice(end - 1, end + 1)) &&
          !isConditional(folded, start) &&
          CHANGED.find(folded, start, end).length > 0 &&
          namesOnlyAddress(part.slice(start, end)),
      );
  });
}

function namesOnlyAddress(sentence: string): boolean {
  const words = WORDS.find(foldWords(sentence));
  return words.some(({ tag }) => tag === "address") && !words.some(({ tag }) => tag === "may");
}
