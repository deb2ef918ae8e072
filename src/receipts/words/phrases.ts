// Finds words and phrases of many languages in a text. At each place the longest phrase counts, and
// hits do not overlap but where that is asked for. How a phrase is compared with a text is a `Matching`: BARE_WORDS, below,
// ignores case, accents and punctuation; IN_PLACE (in-place.ts) keeps every character's place.

import { Beginnings } from "./beginnings.ts";
import { spellings } from "./spellings.ts";

export interface PhraseHit<T> {
  readonly tag: T;
  readonly phrase: string;
  /** Offsets into the folded text. */
  readonly start: number;
  readonly end: number;
}

interface Phrase<T> {
  readonly text: string;
  readonly isStem: boolean;
  readonly tag: T;
}

/**
 * A word file: for each tag the phrases by language. A key such as "da no sv" holds the phrases of
 * languages that share most of their words.
 */
export type WordTable<T extends string> = Readonly<
  Record<T, Readonly<Record<string, readonly string[] | undefined>>>
>;

/** How the phrases of a table are compared with a text. */
export interface Matching {
  /** The form in which a phrase or a text is compared. */
  readonly fold: (text: string) => string;
  /** Whether a phrase that ends in "*" also matches longer words. */
  readonly hasStems: boolean;
  /** The key under which a folded phrase is kept. */
  readonly keyFor: (phrase: string) => string;
  /**
   * The keys of the phrases that a text may have at a place, those of longer phrases first. Each is
   * the beginning of the text there.
   */
  readonly keysAt: (text: string, at: number) => readonly string[];
  /** Whether a word may begin here; asked only where a key leads to phrases. */
  readonly isWordStart: (text: string, at: number) => boolean;
  readonly isWordEnd: (text: string, end: number) => boolean;
  /** A further condition on where a phrase begins and ends. */
  readonly isWhole: (text: string, start: number, end: number) => boolean;
  /** Whether the longest phrase at a place does not count, nor a shorter one there. */
  readonly isRefused: (text: string, start: number, end: number) => boolean;
}

const UNSPACED = /[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]/;

const UNSPACED_FIRST = 0x0e00;

/**
 * Whether a character belongs to a script that sets no blanks between words, or glues particles on.
 */
export function isUnspaced(char: string | undefined): boolean {
  return char !== undefined && char.charCodeAt(0) >= UNSPACED_FIRST && UNSPACED.test(char);
}

const PLAIN_ASCII = /^[\t\n\r -~]*$/;

/** The text without case, accents and punctuation; one blank between words and at either end. */
export function foldWords(text: string): string {
  if (text === "") return "  ";
  if (PLAIN_ASCII.test(text))
    return ` ${text
      .toLowerCase()
      .replace(/[^a-z0-9]+/g, " ")
      .trim()} `;
  return DEPENDENT.test(text) ? foldTogether(text) : foldOneByOne(text);
}

/** Characters whose form depends on those around them: marks, final sigma, parts of syllables. */
const DEPENDENT =
  /[\p{M}\u03a3\u1100-\u11ff\ua960-\ua97f\ud7b0-\ud7ff\ud800-\udfff\u{10000}-\u{10ffff}]/u;
const FOLDED_MAX = 4_096;
/** The forms of characters that were folded. */
const folded = new Map<string, string>();

/** Most texts use a few letters with accents many times, so each is folded once. */
function foldOneByOne(text: string): string {
  const bare = text.replace(/[^\0-\x7f]/g, (char) => {
    const known = folded.get(char);
    if (known !== undefined) return known;
    const form = foldTogether(char).trim();
    if (folded.size >= FOLDED_MAX) folded.clear();
    folded.set(char, form === "" ? " " : form);
    return form === "" ? " " : form;
  });
  return ` ${bare
    .toLowerCase()
    .replace(/[^a-z0-9\u0080-\uffff]+/g, " ")
    .trim()} `;
}

function foldTogether(text: string): string {
  const bare = text
    .toLowerCase()
    .normalize("NFD")
    .replace(/\p{M}/gu, "")
    .normalize("NFC")
    .replaceAll("ı", "i")
    .replaceAll("ł", "l")
    .replaceAll("đ", "d")
    .replaceAll("ø", "o")
    .replaceAll("ß", "ss")
    .replaceAll("æ", "ae");
  return ` ${bare.replace(/[^\p{L}\p{N}]+/gu, " ").trim()} `;
}

/**
 * Compares words without case, accents and punctuation. In a script without blanks between words, a
 * phrase may be part of a longer run.
 */
export const BARE_WORDS: Matching = {
  fold: (text) => foldWords(text).trim(),
  hasStems: false,
  keyFor: (phrase) => firstWordAt(phrase, 0),
  keysAt: (text, at) =>
    text[at] !== " " && (text[at - 1] === " " || isUnspaced(text[at - 1]) || isUnspaced(text[at]))
      ? [firstWordAt(text, at)]
      : [],
  isWordStart: () => true,
  isWordEnd: (text, end) =>
    (text[end] ?? " ") === " " || isUnspaced(text[end]) || isUnspaced(text[end - 1]),
  isWhole: () => true,
  isRefused: () => false,
};

/** The first word; in scripts without blanks the first character. */
function firstWordAt(text: string, at: number): string {
  if (isUnspaced(text[at])) return text[at] ?? "";
  const end = text.indexOf(" ", at);
  return text.slice(at, end === -1 ? text.length : Math.min(end, at + 40));
}

/** The phrases of a word file, each with its tag. */
export function phrasesIn<T extends string>(
  table: WordTable<T>,
  matching: Matching = BARE_WORDS,
): Phrases<T> {
  return new Phrases(rowsIn(table), matching);
}

/** The rows of a word file, for a table of `Phrases` that is made of several. */
export function rowsIn<T extends string>(
  table: WordTable<T>,
): readonly (readonly [tag: T, phrases: string])[] {
  const tags = Object.keys(table) as T[];
  return tags.map((tag) => [tag, wordsIn(table[tag]).join("|")] as const);
}

/** The words of all languages, and in some languages their other spelling. */
export function wordsIn(
  byLanguage: Readonly<Record<string, readonly string[] | undefined>>,
): readonly string[] {
  return Object.entries(byLanguage).flatMap(([languages, words]) =>
    (words ?? []).flatMap((word) => spellings(word, languages)),
  );
}

/** Phrases, each with its tag; a row holds several, separated by "|". */
export class Phrases<T> {
  readonly #byKey = new Map<string, Phrase<T>[]>();
  readonly #beginnings: Beginnings;
  readonly #matching: Matching;

  constructor(
    rows: readonly (readonly [tag: T, phrases: string])[],
    matching: Matching = BARE_WORDS,
  ) {
    this.#matching = matching;
    const all = rows.flatMap(([tag, texts]) =>
      texts.split("|").map((raw): Phrase<T> => {
        const isStem = matching.hasStems && raw.endsWith("*");
        return { text: matching.fold(isStem ? raw.slice(0, -1) : raw), isStem, tag };
      }),
    );
    this.#beginnings = new Beginnings(all.map(({ text }) => text));
    for (const phrase of all) this.#add(phrase);
    // A whole word counts before the stem of the same letters.
    for (const phrases of this.#byKey.values())
      phrases.sort((a, b) => b.text.length - a.text.length || Number(a.isStem) - Number(b.isStem));
  }

  #add(phrase: Phrase<T>): void {
    const key = this.#matching.keyFor(phrase.text);
    const known = this.#byKey.get(key);
    if (known === undefined) this.#byKey.set(key, [phrase]);
    else known.push(phrase);
  }

  /** The phrases between two places of a folded text, in order and without overlaps. */
  find(text: string, from = 0, to = text.length): readonly PhraseHit<T>[] {
    const hits: PhraseHit<T>[] = [];
    for (let hit = this.first(text, from, to); hit !== null; hit = this.first(text, hit.end, to))
      hits.push(hit);
    return hits;
  }

  /** The phrases of a folded text with those that begin within another one and end behind it, in order. */
  findLinked(text: string): readonly PhraseHit<T>[] {
    const hits: PhraseHit<T>[] = [];
    let end = 0;
    for (let hit = this.first(text); hit !== null; hit = this.first(text, hit.start + 1)) {
      if (hit.end > end) hits.push(hit);
      end = Math.max(end, hit.end);
    }
    return hits;
  }

  /** Finds the first phrase between two places of a folded text; returns null without one. */
  first(text: string, from = 0, to = text.length): PhraseHit<T> | null {
    for (let at = this.#beginnings.next(text, from, to); at < to;) {
      const phrase = this.#longestAt(text, at, to);
      if (phrase !== undefined)
        return { tag: phrase.tag, phrase: phrase.text, start: at, end: at + phrase.text.length };
      at = this.#beginnings.next(text, at + 1, to);
    }
    return null;
  }

  /** Whether there is a phrase between two places of a folded text. */
  has(text: string, from = 0, to = text.length): boolean {
    return this.first(text, from, to) !== null;
  }

  /** Whether a phrase begins at a place of a folded text. */
  isAt(text: string, at: number): boolean {
    return this.#longestAt(text, at, text.length) !== undefined;
  }

  #longestAt(text: string, at: number, to: number): Phrase<T> | undefined {
    const { keysAt, isWordStart, isRefused } = this.#matching;
    for (const key of keysAt(text, at)) {
      const phrases = this.#byKey.get(key);
      if (phrases === undefined) continue;
      if (!isWordStart(text, at)) return undefined;
      const found = phrases.find((one) => this.#isAt(text, at, to, one));
      if (found === undefined) continue;
      return isRefused(text, at, at + found.text.length) ? undefined : found;
    }
    return undefined;
  }

  #isAt(text: string, at: number, to: number, { text: phrase, isStem }: Phrase<T>): boolean {
    const { isWordEnd, isWhole } = this.#matching;
    const end = at + phrase.length;
    return (
      end <= to &&
      text.startsWith(phrase, at) &&
      (isStem || isWordEnd(text, end)) &&
      isWhole(text, at, end)
    );
  }

  /** Whether a text, which is folded first, contains any of the phrases. */
  in(text: string): boolean {
    return this.has(foldWords(text));
  }
}
