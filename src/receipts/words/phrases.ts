// Finds words and phrases of many languages in a text, without regard to case, accents and
// punctuation. In a script without blanks between words, a phrase may be part of a longer run. At
// each place the longest phrase counts, and hits never overlap.

export interface PhraseHit<T> {
  readonly tag: T;
  readonly phrase: string;
  /** Offsets into the folded text. */
  readonly start: number;
  readonly end: number;
}

interface Phrase<T> {
  readonly text: string;
  readonly tag: T;
}

/**
 * A word file: for each tag the phrases by language. A key such as "da no sv" holds the phrases of
 * languages that share most of their words.
 */
export type WordTable<T extends string> = Readonly<
  Record<T, Readonly<Record<string, readonly string[] | undefined>>>
>;

const UNSPACED = /[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]/;

/** The text without case, accents and punctuation; one blank between words and at either end. */
export function folded(text: string): string {
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

/** The phrases of a word file, each with its tag. */
export function phrasesIn<T extends string>(table: WordTable<T>): Phrases<T> {
  const tags = Object.keys(table) as T[];
  return new Phrases(tags.map((tag) => [tag, wordsIn(table[tag]).join("|")] as const));
}

/** The words of all languages. */
export function wordsIn(
  byLanguage: Readonly<Record<string, readonly string[] | undefined>>,
): readonly string[] {
  return Object.values(byLanguage).flatMap((words) => words ?? []);
}

/** Phrases, each with its tag; a row holds several, separated by "|". */
export class Phrases<T> {
  readonly #byFirst = new Map<string, Phrase<T>[]>();

  constructor(rows: readonly (readonly [tag: T, phrases: string])[]) {
    for (const [tag, texts] of rows) {
      for (const raw of texts.split("|")) this.#add({ text: folded(raw).trim(), tag });
    }
    for (const phrases of this.#byFirst.values())
      phrases.sort((a, b) => b.text.length - a.text.length);
  }

  #add(phrase: Phrase<T>): void {
    const key = firstWordAt(phrase.text, 0);
    this.#byFirst.set(key, [...(this.#byFirst.get(key) ?? []), phrase]);
  }

  /** The phrases in a folded text, in order and without overlaps. */
  find(text: string): readonly PhraseHit<T>[] {
    const hits: PhraseHit<T>[] = [];
    let at = 0;
    while (at < text.length) {
      const unspaced = UNSPACED.test(text[at] ?? "");
      if (
        text[at] === " " ||
        (!unspaced && text[at - 1] !== " " && !UNSPACED.test(text[at - 1] ?? ""))
      ) {
        at += 1;
        continue;
      }
      const phrase = this.#byFirst
        .get(firstWordAt(text, at))
        ?.find((one) => text.startsWith(one.text, at) && isWordEnd(text, at + one.text.length));
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

  /** Whether a text, which is folded first, contains any of the phrases. */
  in(text: string): boolean {
    return this.find(folded(text)).length > 0;
  }
}

/** The first word; in scripts without blanks the first character. */
function firstWordAt(text: string, at: number): string {
  if (UNSPACED.test(text[at] ?? "")) return text[at] ?? "";
  const end = text.indexOf(" ", at);
  return text.slice(at, end === -1 ? text.length : Math.min(end, at + 40));
}

function isWordEnd(text: string, end: number): boolean {
  const next = text[end];
  return (
    next === undefined || next === " " || UNSPACED.test(next) || UNSPACED.test(text[end - 1] ?? "")
  );
}
