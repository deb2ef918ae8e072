// Phrases that stand in a table, looked for at a piece: the longest first. "{A|B|} C" in a table stands for "A C", "B C"
// and "C", so that a row holds all the forms of one habit.

import { splitPieces, type Piece } from "./pieces.ts";

/** First word -> its phrases as words, the longest first. */
export type Phrases<Tag> = ReadonlyMap<
  string,
  readonly { readonly words: readonly string[]; readonly tag: Tag }[]
>;

/** Phrases by their tag, each list apart by semicolons. */
export function phrases<Tag>(table: readonly (readonly [Tag, string])[]): Phrases<Tag> {
  const found = new Map<string, { words: readonly string[]; tag: Tag }[]>();
  for (const [tag, list] of table) {
    for (const phrase of list.split(";").flatMap((one) => expanded(one.trim()))) {
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

/** The phrase without its braces, once for each choice in them. */
function expanded(phrase: string): string[] {
  const open = phrase.indexOf("{");
  const close = phrase.indexOf("}", open);
  if (open < 0 || close < 0) return [phrase];
  return phrase
    .slice(open + 1, close)
    .split("|")
    .flatMap((choice) => expanded(`${phrase.slice(0, open)}${choice}${phrase.slice(close + 1)}`));
}

function splitWords(phrase: string): string[] {
  return splitPieces(phrase)
    .map((piece) => piece.key)
    .filter((key) => key !== "");
}

export interface PhraseMatch<Tag> {
  /** The index behind the last piece of the phrase. */
  readonly end: number;
  readonly tag: Tag;
}

/** The longest phrase that begins at a piece; punctuation between its words does not matter. */
export function phraseAt<Tag>(
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
