// Phrases found in the text as it is printed. Folding changes case, accents and blanks one
// character for one, so an offset into the folded text is an offset into the text. A phrase that
// ends in "*" is a stem. In scripts without blanks a phrase must begin and end where words do
// (unspaced-scripts.ts).

import { rememberTexts } from "./remembered.ts";
import { isUnspaced, type Matching } from "./phrases.ts";
import { isWholeWord } from "./unspaced-scripts.ts";

const ACCENTED = /[\u0080-\u0dff\u0e80-\u2fff\ua000-\uabff\ud7b0-\uffff]/g;
const PLAIN_ASCII = /^[\t\n\r -~]*$/;
const PLAIN: Readonly<Record<string, string>> = {
  "\u00a0": " ",
  "’": "'",
  "‘": "'",
  ı: "i",
  ł: "l",
  đ: "d",
  ø: "o",
  º: "o",
  "°": "o",
  İ: "i",
  Ł: "l",
  Đ: "d",
  Ø: "o",
  أ: "ا",
  إ: "ا",
  آ: "ا",
};
const LETTER = /[\p{L}\p{M}\p{N}]/u;
const ASCII_LETTER = /[a-zA-Z0-9]/;
/** Hundreds of phrases begin with the same two characters, a few with the same four. */
const KEY_CHARS = 4;
const ATTACHED_CHARS = 8;

/** The text in lower case, without accents, with ordinary blanks; as long as it was. */
export function foldInPlace(text: string): string {
  return foldRemembered(text, null);
}

/** Most readers fold the same text, one after another. */
const foldRemembered = rememberTexts((text: string) => {
  if (PLAIN_ASCII.test(text)) return text.toLowerCase().replace(/[\t\n\r]/g, " ");
  return text
    .replace(/[A-Z]+/g, (run) => run.toLowerCase())
    .replace(/[\t\n\r]/g, " ")
    .replace(ACCENTED, foldCharacter);
});

const FOLDED_MAX = 4_096;
/** The forms of characters that were folded: a text uses a few of them many times. */
const folded = new Map<string, string>();

function foldCharacter(char: string): string {
  const known = folded.get(char);
  if (known !== undefined) return known;
  const plain = PLAIN[char] ?? (char.normalize("NFD")[0] ?? char).toLowerCase();
  const form = plain.length === char.length ? plain : char;
  if (folded.size >= FOLDED_MAX) folded.clear();
  folded.set(char, form);
  return form;
}

export const IN_PLACE: Matching = {
  fold: foldInPlace,
  hasStems: true,
  keyFor: (phrase) => phrase.slice(0, KEY_CHARS),
  keysAt: (text, at) => [
    text.slice(at, at + 4),
    text.slice(at, at + 3),
    text.slice(at, at + 2),
    text[at] ?? "",
  ],
  isWordStart: isEdge,
  isWordEnd: isEdge,
  isWhole: isWholeWord,
  isRefused: () => false,
};

/** Parts that turn the word they are written together with into another word. */
export interface Attached {
  readonly before: RegExp;
  readonly behind: RegExp;
}

/** Like IN_PLACE; a phrase of a script without blanks does not count with such a part attached. */
export function inPlaceWithout({ before, behind }: Attached): Matching {
  return {
    ...IN_PLACE,
    isRefused: (text, start, end) =>
      (isUnspaced(text[start]) &&
        before.test(text.slice(Math.max(0, start - ATTACHED_CHARS), start))) ||
      (isUnspaced(text[end - 1]) && behind.test(text.slice(end, end + ATTACHED_CHARS))),
  };
}

/** Whether a word may begin or end here. */
function isEdge(text: string, at: number): boolean {
  const before = text[at - 1] ?? " ";
  const after = text[at] ?? " ";
  return isUnspaced(before) || isUnspaced(after) || !isLetter(before) || !isLetter(after);
}

function isLetter(char: string): boolean {
  return (char.charCodeAt(0) < 0x80 ? ASCII_LETTER : LETTER).test(char);
}
