// Finds sentences that say that a hold was released: "Blokada na kwotę 164,20 PLN została zwolniona". A hold takes no
// money, and its release gives none back.

import SENTENCES from "../words/alert-sentences.json" with { type: "json" };
import { foldInPlace } from "../words/in-place.ts";
import { isUnspaced, wordsIn } from "../words/phrases.ts";

const HOLD = oneOf(wordsIn(SENTENCES["hold, in a word"]));
const RELEASED = oneOf(wordsIn(SENTENCES["released, in a word"]));

/** Scripts without blanks have no ends of words. */
function oneOf(words: readonly string[]): RegExp {
  const [unspaced, spaced] = [
    words.filter((word) => isUnspaced(word[0])),
    words.filter((word) => !isUnspaced(word[0])),
  ];
  const stems = spaced.map((word) => foldInPlace(word).replace(/\*$/u, String.raw`\p{L}*`));
  return new RegExp(
    String.raw`(?<!\p{L})(?:${stems.join("|")})(?!\p{L})|${unspaced.join("|")}`,
    "u",
  );
}

/** Whether folded words, of a sentence or a subject, say that a hold was released. */
export function saysReleased(folded: string): boolean {
  return HOLD.test(folded) && RELEASED.test(folded);
}

/** Whether folded words, such as the label of a row, name a hold. */
export function namesHold(folded: string): boolean {
  return HOLD.test(folded);
}
