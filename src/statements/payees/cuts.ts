// Cuts what stands between two blanks into pieces: around a single star, before "//", and after a
// comma or colon between words.

import { isDigit, isWordAt } from "./keys.ts";

/** Irish banks print these card types before the merchant without a blank. */
const GLUED = /^VD[PCA]-(?=.)/;
const GLUED_CHARS = 4;

const CUTTABLE = /[*,:]|\/\/|^VD/;

/** The parts of a text between its blanks, each cut. */
export function cutText(text: string): string[] {
  return text.split(" ").flatMap((word) => (word === "" ? [] : cutWord(word)));
}

/** The parts of a word, which joined are the word. */
export function cutWord(word: string): string[] {
  if (!CUTTABLE.test(word)) return [word];
  const parts: string[] = [];
  let from = GLUED.test(word) ? GLUED_CHARS : 0;
  if (from > 0) parts.push(word.slice(0, from));
  for (let at = from; at < word.length; at += 1) {
    if (word[at] === "/" && word[at + 1] === "/" && at > from && word[at - 1] !== ":") {
      parts.push(word.slice(from, at));
      from = at;
      at += 1;
      continue;
    }
    const end = cutAt(word, at);
    if (end === 0) continue;
    // A star is a piece; a comma or colon belongs to the word before it.
    if (word[at] === "*" && at > from) parts.push(word.slice(from, at));
    parts.push(word.slice(word[at] === "*" ? at : from, end));
    from = end;
    at = end - 1;
  }
  if (from < word.length) parts.push(word.slice(from));
  return parts;
}

/** Where the piece ends that the character at `at` closes; 0 if it closes none. */
function cutAt(word: string, at: number): number {
  const unit = word[at];
  if (unit !== "*" && unit !== "," && unit !== ":") return 0;
  const before = word.charCodeAt(at - 1);
  const after = word.charCodeAt(at + 1);
  if (Number.isNaN(after))
    return unit === "*" && isWordAt(word, at - 1) && !isDigit(before) ? at + 1 : 0;
  if (unit === "*")
    return isDigit(before) || before === 42 || after === 42 || !isWordAt(word, at + 1) ? 0 : at + 1;
  if (Number.isNaN(before) || !isWordAt(word, at + 1)) return 0;
  return isDigit(before) && isDigit(after) ? 0 : at + 1;
}
