// Words and phrases of many languages found in a text, each with where it stands in that very text: folding changes case,
// accents and blanks one character for one, so that places stay. A phrase that ends in "*" is a stem. Each place is looked
// at once, the longest phrase counts. In scripts without blanks a phrase is found where words begin and end (unspaced-scripts.ts).

import { isWholeWord } from "./unspaced-scripts.ts";

export interface WordHit<T> {
  readonly tag: T;
  readonly phrase: string;
  readonly start: number;
  readonly end: number;
}

interface Phrase<T> {
  readonly text: string;
  readonly stem: boolean;
  readonly tag: T;
}

const ACCENTED = /[\u0080-\u0dff\u0e80-\u2fff\ua000-\uabff\ud7b0-\uffff]/g;
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
/** Scripts that set no blanks between words; Devanagari and Arabic do, but glue particles on. */
const UNSPACED = /[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]/;
const LETTER = /[\p{L}\p{M}\p{N}]/u;
const KEY_CHARS = 2;

/** The text in lower case, without accents, its blanks ordinary; as long as it was. */
export function foldInPlace(text: string): string {
  return text
    .replace(/[A-Z]+/g, (run) => run.toLowerCase())
    .replace(/[\t\n\r]/g, " ")
    .replace(ACCENTED, (char) => {
      const plain = PLAIN[char] ?? (char.normalize("NFD")[0] ?? char).toLowerCase();
      return plain.length === char.length ? plain : char;
    });
}

/** Parts that turn the word they are written together with into another word. */
export interface Attached {
  readonly before: RegExp;
  readonly behind: RegExp;
}

const ATTACHED_CHARS = 8;

export class Words<T> {
  readonly #byKey = new Map<string, Phrase<T>[]>();
  readonly #attached: Attached | null;

  /** Rows of a tag and its phrases, parted by "|". With something `attached` to it a phrase of a script without blanks is not found. */
  constructor(
    rows: readonly (readonly [tag: T, phrases: string])[],
    attached: Attached | null = null,
  ) {
    this.#attached = attached;
    for (const [tag, texts] of rows) {
      for (const raw of texts.split("|")) {
        const stem = raw.endsWith("*");
        const text = foldInPlace(stem ? raw.slice(0, -1) : raw);
        const key = text.slice(0, KEY_CHARS);
        this.#byKey.set(key, [...(this.#byKey.get(key) ?? []), { text, stem, tag }]);
      }
    }
    for (const phrases of this.#byKey.values())
      phrases.sort((a, b) => b.text.length - a.text.length);
  }

  /** What stands between two places of a folded text, in order and without overlaps. */
  find(text: string, from = 0, to = text.length): readonly WordHit<T>[] {
    const hits: WordHit<T>[] = [];
    let at = from;
    while (at < to) {
      const phrase = this.#at(text, at, to);
      if (phrase !== undefined)
        hits.push({
          tag: phrase.tag,
          phrase: phrase.text,
          start: at,
          end: at + phrase.text.length,
        });
      at += phrase?.text.length ?? 1;
    }
    return hits;
  }

  #at(text: string, at: number, to: number): Phrase<T> | undefined {
    const longer = this.#byKey.get(text.slice(at, at + KEY_CHARS));
    const single = this.#byKey.get(text[at] ?? "");
    if ((longer === undefined && single === undefined) || !isEdge(text, at)) return undefined;
    const fits = (one: Phrase<T>): boolean =>
      at + one.text.length <= to &&
      text.startsWith(one.text, at) &&
      (one.stem || isEdge(text, at + one.text.length)) &&
      isWholeWord(text, at, at + one.text.length);
    const found = longer?.find(fits) ?? single?.find(fits);
    return found !== undefined && this.#isPartOfNoun(text, at, at + found.text.length)
      ? undefined
      : found;
  }

  #isPartOfNoun(text: string, start: number, end: number): boolean {
    if (this.#attached === null) return false;
    const { before, behind } = this.#attached;
    return (
      (UNSPACED.test(text[start] ?? "") &&
        before.test(text.slice(Math.max(0, start - ATTACHED_CHARS), start))) ||
      (UNSPACED.test(text[end - 1] ?? "") && behind.test(text.slice(end, end + ATTACHED_CHARS)))
    );
  }
}

/** Whether a word may begin or end here. */
function isEdge(text: string, at: number): boolean {
  const before = text[at - 1] ?? " ";
  const after = text[at] ?? " ";
  return (
    UNSPACED.test(before) || UNSPACED.test(after) || !LETTER.test(before) || !LETTER.test(after)
  );
}
