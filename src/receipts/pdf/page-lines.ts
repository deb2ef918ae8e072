// The lines of a page, rebuilt from the positions of its characters. Items at one height are a
// line, from left to right. A wide gap separates columns and becomes a tab, a narrow gap a blank,
// none nothing.

import type { TextItem } from "../../platform/pdf/open.ts";

/** A gap wider than so many heights of the letters separates columns. */
const COLUMN_GAP = 1.1;
const BLANK_GAP = 0.18;
/** Items whose heights on the page differ by less than this part of a letter are in one line. */
const LINE_DRIFT = 0.45;

/** The lines of a page, from the top. */
export function toPageLines(items: readonly TextItem[]): readonly string[] {
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
  return rows.map((row) => joinItems(row.items));
}

function joinItems(items: readonly TextItem[]): string {
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
    if (before !== null) line += toSeparator(item.x - end, item.height);
    line += item.text;
    end = Math.max(end, item.x + item.width);
    before = item;
  }
  return line;
}

function toSeparator(gap: number, height: number): string {
  if (gap > COLUMN_GAP * height) return "\t";
  return gap > BLANK_GAP * height ? " " : "";
}
