// Finds phrases in a payee's text, the longest first. "{A|B|} C" means "A C", "B C" and "C".

import { splitPieces, type Piece } from "./pieces.ts";

/** First word -> the words of its phrases, the longest first. */
export type Phrases<Tag> = ReadonlyMap<
  string,
  readonly { readonly words: readonly string[]; readonly tag: Tag }[]
>;

/** Indexes phrases, each with a tag, by their first words. */
export function indexPhrases<Tag>(
  table: readonly (readonly [Tag, readonly string[]])[],
): Phrases<Tag> {
  const found = new Map<string, { words: readonly string[]; tag: Tag }[]>();
  for (const [tag, list] of table) {
    for (const phrase of list.flatMap(expandChoices)) {
      const words = splitWords(phrase);
      const [first] = words;
      if (first === undefined) continue;
      found.set(first, [...(found.get(first) ?? []), { words, tag }]);
    }
  }
  for (const [first, list] of found)
    found.set(
      first,
      list.toSorted((a, b) => b.words.length - a.words.length),
    );
  return found;
}

/** The phrase with each of its choices in braces. */
export function expandChoices(phrase: string): string[] {
  const open = phrase.indexOf("{");
  const close = phrase.indexOf("}", open);
  if (open < 0 || close < 0) return [phrase];
  return phrase
    .slice(open + 1, close)
    .split("|")
    .flatMap((choice) =>
      expandChoices(`${phrase.slice(0, open)}${choice}${phrase.slice(close + 1)}`),
    );
}

function splitWords(phrase: string): string[] {
  return splitPieces(phrase)
    .map((piece) => piece.key)
    .filter((key) => key !== "");
}

export interface PhraseMatch<Tag> {
  /** The index after the last piece of the phrase. */
  readonly end: number;
  readonly tag: Tag;
}

/** The longest phrase that begins at a piece, ignoring punctuation between its words. */
export function findPhrase<Tag>(
  table: Phrases<Tag>,
  pieces: readonly Piece[],
  at: number,
): PhraseMatch<Tag> | null {
  const found = table.get(pieces[at]?.key ?? "");
  if (found === undefined) return null;
  for (const { words, tag } of found) {
    let next = at;
    let matched = 0;
    while (matched < words.length && next < pieces.length) {
      const key = pieces[next]?.key;
      if (key !== "") {
        if (key !== words[matched]) break;
        matched += 1;
      }
      next += 1;
    }
    if (matched === words.length) return { end: next, tag };
  }
  return null;
}
