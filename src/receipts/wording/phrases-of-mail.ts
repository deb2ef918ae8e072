// The phrases of a message by which its wording is judged: single words and pairs of neighbours. Amounts and
// other numbers stand for themselves, so that "charged 12.50" is one phrase whatever was charged.

import { findAmounts } from "../totals/money/amounts.ts";
import { foldInPlace } from "../words/in-place.ts";
import { isUnspaced } from "../words/phrases.ts";

/** Where a phrase stands: the same words mean more in a subject, and in the first lines, than further down. */
export const PLACES = ["subject", "head", "text"] as const;
export type PhrasePlace = (typeof PLACES)[number];

export interface Phrase {
  /** The place and the words in their folded form: "text debited from". The same phrase has one key. */
  readonly key: string;
  readonly place: PhrasePlace;
  /** UTF-16 offsets into the subject, or into the text. */
  readonly start: number;
  readonly end: number;
  /** Whether all of it is letters, so that it says something to a person. */
  readonly isSpoken: boolean;
}

/** What a message is about stands before its footer. */
const WORDS_MAX = 160;
const HEAD_WORDS = 60;
const CHARS_MAX = 6_000;
const AMOUNT = "#amount";
const NUMBER = "#number";
const WORD = /\p{L}[\p{L}\p{M}]*|\d[\d.,:/-]*|[%?]/gu;
const DIGIT = /^\d/u;
const LETTER = /^\p{L}/u;

/** The distinct phrases of a message. */
export function findPhrases(subject: string, text: string): readonly Phrase[] {
  const found = new Map<string, Phrase>();
  const keep = (place: PhrasePlace, words: string, { start }: Word, { end }: Word): void => {
    const key = `${place} ${words}`;
    const isSpoken = LETTER.test(words) && !words.includes("#") && !/[%?]/u.test(words);
    if (!found.has(key)) found.set(key, { key, place, start, end, isSpoken });
  };
  const keepAll = (place: PhrasePlace, words: readonly Word[]): void => {
    words.forEach((word, at) => {
      keep(place, word.form, word, word);
      const next = words[at + 1];
      if (next !== undefined) keep(place, `${word.form} ${next.form}`, word, next);
    });
  };
  const words = findWords(text);
  keepAll("subject", findWords(subject));
  keepAll("head", words.slice(0, HEAD_WORDS));
  keepAll("text", words);
  return [...found.values()];
}

interface Word {
  readonly form: string;
  readonly start: number;
  readonly end: number;
}

function findWords(text: string): readonly Word[] {
  const words: Word[] = [];
  const amounts = findAmounts(text);
  let next = 0;
  for (const { 0: form, index: start } of foldInPlace(text.slice(0, CHARS_MAX)).matchAll(WORD)) {
    if (words.length >= WORDS_MAX) break;
    const end = start + form.length;
    while ((amounts[next]?.end ?? Infinity) <= start) next += 1;
    const amount = amounts[next];
    if (amount !== undefined && start >= amount.start) {
      if (words.at(-1)?.start !== amount.start)
        words.push({ form: AMOUNT, start: amount.start, end: amount.end });
    } else if (DIGIT.test(form)) words.push({ form: NUMBER, start, end });
    else if (isUnspaced(form[0])) words.push(...pairsOf(form, start));
    else words.push({ form, start, end });
  }
  return words;
}

/** In scripts without blanks between words, every two neighbouring characters count as a word. */
function pairsOf(run: string, start: number): readonly Word[] {
  return Array.from({ length: Math.max(run.length - 1, 1) }, (_, at) => ({
    form: run.slice(at, at + 2),
    start: start + at,
    end: start + Math.min(at + 2, run.length),
  }));
}
