// The matches of a pattern, of which most texts have none.

const NONE: readonly RegExpExecArray[] = [];

/**
 * The matches of a global pattern, in order, each when it is asked for. `matchAll` copies the pattern
 * for each text, which costs more than looking through a line or a short message does.
 */
export function findMatches(text: string, pattern: RegExp): Iterable<RegExpExecArray> {
  return text.search(pattern) === -1 ? NONE : text.matchAll(pattern);
}
