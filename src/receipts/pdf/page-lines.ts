// The lines of a page, rebuilt from where its characters stand: what is at one height is a line, from left to right; a
// wide gap is the edge of a column and becomes a tab, a narrow one a blank, none at all joins letters that were set apart.

import type { TextItem } from "./open.ts";

/** A gap wider than so many of the letters' heights parts columns. */
const COLUMN_GAP = 1.1;
const BLANK_GAP = 0.18;
/** Items whose heights on the page differ by less than this part of a letter stand in one line. */
const LINE_DRIFT = 0.45;

/** The lines of a page, from the top. */
export function linesOfPage(items: readonly TextItem[]): readonly string[] {
  const rows: { y: number; height: number; items: TextItem[] }[] = [];
  for (const item of [...items].sort((a, b) => b.y - a.y || a.x - b.x)) {
    const row = rows.at(-1);
    if (
      row !== undefined &&
      row.y - item.y <= LINE_DRIFT * Math.max(1, Math.min(row.height, item.height))
    )
      row.items.push(item);
    else rows.push({ y: item.y, height: item.height, items: [item] });
  }
  return rows.map((row) => lineOf(row.items));
}

function lineOf(items: readonly TextItem[]): string {
  let line = "";
  let end = 0;
  let before: TextItem | null = null;
  for (const item of [...items].sort((a, b) => a.x - b.x)) {
    // Bold type is drawn twice, a hair apart.
    if (
      before !== null &&
      before.text === item.text &&
      Math.abs(before.x - item.x) < 0.25 * item.height
    )
      continue;
    const gap = item.x - end;
    if (before !== null)
      line += gap > COLUMN_GAP * item.height ? "\t" : gap > BLANK_GAP * item.height ? " " : "";
    line += item.text;
    end = Math.max(end, item.x + item.width);
    before = item;
  }
  return line;
}
