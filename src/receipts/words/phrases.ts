// Words and phrases of many languages found in a text without regard to case, accents and punctuation. Where a script
// sets no blanks between words, a phrase may stand inside a run. The longest phrase at a place counts; each place is
// looked at once.

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

const UNSPACED = /[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]/;

/** Case, accents and punctuation gone; single blanks between words, one at either end. */
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

/** Phrases, each with what it stands for; a table row has several, parted by "|". */
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
    const key = keyAt(phrase.text, 0);
    this.#byFirst.set(key, [...(this.#byFirst.get(key) ?? []), phrase]);
  }

  /** What stands in a folded text, in order and without overlaps. */
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
        .get(keyAt(text, at))
        ?.find((one) => text.startsWith(one.text, at) && endsThere(text, at + one.text.length));
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

  /** Whether any stands in a text, which is folded first. */
  in(text: string): boolean {
    return this.find(folded(text)).length > 0;
  }
}

/** The first word; of scripts without blanks the first character. */
function keyAt(text: string, at: number): string {
  if (UNSPACED.test(text[at] ?? "")) return text[at] ?? "";
  const end = text.indexOf(" ", at);
  return text.slice(at, end === -1 ? text.length : Math.min(end, at + 40));
}

function endsThere(text: string, end: number): boolean {
  const next = text[end];
  return (
    next === undefined || next === " " || UNSPACED.test(next) || UNSPACED.test(text[end - 1] ?? "")
  );
}
