// A text cut at the places that values were read from, so that each can be marked. Pure; every character of the text is there
// once, in order. A span that is not in the text marks nothing.

/** A value's place: what the page calls it and where it stands. */
export interface Place {
  readonly id: string;
  readonly label: string;
  readonly start: number;
  readonly end: number;
}

/** A piece of the text, with the places that begin with it and those that it lies in. */
export interface Piece {
  readonly text: string;
  /** Ids that begin here: a link leads to the first piece of its place. */
  readonly ids: readonly string[];
  readonly labels: readonly string[];
}

/** The text in pieces; those without labels are plain. */
export function piecesOf(text: string, places: readonly Place[]): Piece[] {
  const inside = places.filter(({ start, end }) => start >= 0 && start < end && end <= text.length);
  const cuts = [
    ...new Set([0, text.length, ...inside.flatMap(({ start, end }) => [start, end])]),
  ].sort((a, b) => a - b);
  const pieces: Piece[] = [];
  for (const [index, from] of cuts.entries()) {
    const to = cuts[index + 1];
    if (to === undefined) break;
    const here = inside.filter(({ start, end }) => start <= from && to <= end);
    pieces.push({
      text: text.slice(from, to),
      ids: here.filter(({ start }) => start === from).map(({ id }) => id),
      labels: here.map(({ label }) => label),
    });
  }
  return pieces;
}

/** Where a long text is shown: whole, or from a little before its first mark to a little after its last. */
export function windowOf(
  text: string,
  places: readonly Place[],
  most: number,
): { readonly start: number; readonly end: number } {
  if (text.length <= most) return { start: 0, end: text.length };
  const first = Math.min(...places.map(({ start }) => start), text.length);
  const start =
    places.length === 0 ? 0 : Math.max(0, Math.min(first - CONTEXT_CHARS, text.length - most));
  return { start, end: Math.min(text.length, start + most) };
}

const CONTEXT_CHARS = 400;
