// Cuts a text at the places of the values that were read from it, so that each can be marked. Pure.
// Every character is in the result once, in order. A span outside of the text marks nothing.

/** A value's place in the text. */
export interface Place {
  readonly id: string;
  readonly label: string;
  readonly start: number;
  readonly end: number;
}

/** A piece of the text, with the places that start with it and those that contain it. */
export interface Piece {
  readonly text: string;
  /** The ids of the places that start here: a link leads to the first piece of its place. */
  readonly ids: readonly string[];
  readonly labels: readonly string[];
}

/** Cuts the text into pieces. Pieces without labels are plain. */
export function cutPieces(text: string, places: readonly Place[]): Piece[] {
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

/**
 * The part of a long text that is shown: all of it, or a window that starts shortly before the
 * first mark.
 */
export function chooseWindow(
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
