// Finds phrases in a payee's text, the longest first. "{A|B|} C" means "A C", "B C" and "C". A table
// is a tree of words, walked once however many phrases begin alike.

import { cutText } from "./cuts.ts";
import { comparisonKey } from "./keys.ts";

/** What follows a word: the tag if a phrase ends there, and the words by which phrases go on. */
interface Node<Tag> {
  tag: Tag | undefined;
  readonly next: Map<string, Node<Tag>>;
}

/** First word -> what follows it. */
export type Phrases<Tag> = ReadonlyMap<string, Node<Tag>>;

/** Makes a table of phrases, each with a tag; of two equal phrases the first counts. */
export function indexPhrases<Tag>(
  table: readonly (readonly [Tag, readonly string[]])[],
): Phrases<Tag> {
  const root = new Map<string, Node<Tag>>();
  for (const [tag, list] of table) {
    for (const phrase of list.flatMap(expandChoices)) {
      let level = root;
      let node: Node<Tag> | undefined;
      for (const word of splitWords(phrase)) {
        node = level.get(word);
        if (node === undefined) level.set(word, (node = { tag: undefined, next: new Map() }));
        level = node.next;
      }
      if (node !== undefined) node.tag ??= tag;
    }
  }
  return root;
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
  return cutText(phrase)
    .map(comparisonKey)
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
  pieces: readonly { readonly key: string }[],
  at: number,
): PhraseMatch<Tag> | null {
  let node = table.get(pieces[at]?.key ?? "");
  let end = at + 1;
  let found: PhraseMatch<Tag> | null = null;
  while (node !== undefined) {
    if (node.tag !== undefined) found = { end, tag: node.tag };
    if (node.next.size === 0) break;
    while (end < pieces.length && pieces[end]?.key === "") end += 1;
    node = node.next.get(pieces[end]?.key ?? "");
    end += 1;
  }
  return found;
}
