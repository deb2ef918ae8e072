// The kind of a paper whose message and first lines do not say it: a till receipt has words that
// tills print, and an invoice may have its title further down. Such a kind counts only with a
// labelled total, because terms and conditions have such words too.

import { findKind, type KindSeen } from "../totals/kind.ts";
import { foldWords, phrasesIn } from "../words/phrases.ts";
import TILL_WORDS from "../words/till-words.json" with { type: "json" };

/** Words that hardly anything but a till, or the slip of its card terminal, prints. */
const TILL = phrasesIn<"till">(TILL_WORDS);
const TEXT_CHARS_MAX = 30_000;
const TITLE_CHARS_MAX = 40;
const CELLS_A_LOOK = 12;
const LOOKS_MAX = 40;

/** Whether a paper has two of the words that tills print. */
export function isTill(text: string): boolean {
  return findTillWords(text.slice(0, TEXT_CHARS_MAX)).length > 1;
}

function findTillWords(text: string): readonly string[] {
  return [...new Set(TILL.find(foldWords(text)).map(({ phrase }) => phrase))];
}

/**
 * The kind, not sure, of a paper that does not say it in its head; null if it may be no purchase.
 */
export function findPaperKind(text: string): KindSeen | null {
  const looked = text.slice(0, TEXT_CHARS_MAX);
  const [first, second] = findTillWords(looked);
  if (first !== undefined && second !== undefined)
    return {
      kind: "receipt",
      sure: false,
      words: `${first}, ${second}`,
      place: "head",
      shipment: false,
      later: false,
      points: false,
      offered: false,
      settled: false,
      unpaid: false,
      notice: false,
      returning: false,
      survey: false,
    };
  const titles = looked
    .split(/[\n\t]/)
    .filter((cell) => cell !== "" && cell.length <= TITLE_CHARS_MAX);
  for (let look = 0; look < LOOKS_MAX && look * CELLS_A_LOOK < titles.length; look += 1) {
    const kind = findKind(
      "",
      titles.slice(look * CELLS_A_LOOK, (look + 1) * CELLS_A_LOOK).join("\n"),
    );
    if (kind !== null && kind.kind !== "not a transaction") return { ...kind, sure: false };
  }
  return null;
}
