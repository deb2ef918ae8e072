// What kind of paper it is whose mail and first lines do not say: a till receipt by what tills print, an invoice whose title
// stands further down. Such a kind counts only where a total is labelled: papers of terms have such words too.

import { kindOf, type KindSeen } from "../totals/kind.ts";
import { folded, phrasesIn } from "../words/phrases.ts";
import TILL_WORDS from "../words/till-words.json" with { type: "json" };

/** Words that hardly anything but a till, or the slip of its card terminal, prints. */
const TILL = phrasesIn<"till">(TILL_WORDS);
const TEXT_CHARS_MAX = 30_000;
const TITLE_CHARS_MAX = 40;
const CELLS_A_LOOK = 12;
const LOOKS_MAX = 40;

/** Whether a paper has two of the words that tills print. */
export function isTill(text: string): boolean {
  return tillWords(text.slice(0, TEXT_CHARS_MAX)).length > 1;
}

function tillWords(text: string): readonly string[] {
  return [...new Set(TILL.find(folded(text)).map(({ phrase }) => phrase))];
}

/** The kind, unsure, of a paper that says it nowhere in its head; null where nothing speaks of a purchase. */
export function paperKind(text: string): KindSeen | null {
  const looked = text.slice(0, TEXT_CHARS_MAX);
  const [first, second] = tillWords(looked);
  if (first !== undefined && second !== undefined)
    return {
      kind: "receipt",
      sure: false,
      words: `${first}, ${second}`,
      place: "head",
      shipment: false,
      points: false,
    };
  const titles = looked
    .split(/[\n\t]/)
    .filter((cell) => cell !== "" && cell.length <= TITLE_CHARS_MAX);
  for (let look = 0; look < LOOKS_MAX && look * CELLS_A_LOOK < titles.length; look += 1) {
    const kind = kindOf(
      "",
      titles.slice(look * CELLS_A_LOOK, (look + 1) * CELLS_A_LOOK).join("\n"),
    );
    if (kind !== null && kind.kind !== "not a transaction") return { ...kind, sure: false };
  }
  return null;
}
