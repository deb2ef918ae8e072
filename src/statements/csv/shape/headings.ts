// A line of one text within a table: it may head the rows below it, or be a note.

const HEADING_CHARS_MAX = 60;

/** The one filled cell of a row; null if none or several are. */
export function loneCell(cells: readonly string[]): string | null {
  let only: string | null = null;
  for (const cell of cells) {
    if (cell.trim() === "") continue;
    if (only !== null) return null;
    only = cell.trim();
  }
  return only;
}

/** A lone cell that begins with a letter and is in front: a heading or a note. */
export function loneText(cells: readonly string[], only: string | null): string | null {
  return only !== null && /^\p{L}/u.test(only) && cells.indexOf(only) <= 1 ? only : null;
}

/** The text of a row that has nothing but a short text in its first cell; null for any other. */
export function readHeading(cells: readonly string[]): string | null {
  const text = loneText(cells, loneCell(cells));
  const isFirst = text !== null && (cells[0] ?? "").trim() === text;
  return isFirst && text.length <= HEADING_CHARS_MAX ? text : null;
}
