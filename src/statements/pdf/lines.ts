// The lines of a page, from the positions of its characters: runs of text with the gaps of columns
// between them. What a writer of PDFs prints as one text with blanks for gaps is taken apart, too.

import type { TextItem } from "../../platform/pdf/open.ts";
import { classifyCell, isAmount, isDate } from "../csv/shape/cells.ts";

export interface TextRun {
  readonly text: string;
  readonly from: number;
  readonly to: number;
  readonly kind: "date" | "amount" | "text";
}

export interface PageLine {
  readonly page: number;
  readonly y: number;
  readonly height: number;
  readonly runs: readonly TextRun[];
}

/** Items whose heights on the page differ by less than this part of a letter are in one line. */
const LINE_DRIFT = 0.45;
/** A gap wider than so many heights of the letters separates columns. */
const COLUMN_GAP = 1;
/** So narrow a gap separates a date or an amount from a text. */
const VALUE_GAP = 0.35;
const BLANK_GAP = 0.18;

/** The lines of a page, from the top. */
export function toLines(items: readonly TextItem[], page: number): PageLine[] {
  const rows: { y: number; height: number; items: TextItem[] }[] = [];
  for (const item of [...items].sort((a, b) => b.y - a.y || a.x - b.x)) {
    const row = rows.at(-1);
    const drift = LINE_DRIFT * Math.max(1, Math.min(row?.height ?? 0, item.height));
    if (row !== undefined && row.y - item.y <= drift) row.items.push(item);
    else rows.push({ y: item.y, height: item.height, items: [item] });
  }
  return rows.map(({ y, height, items: own }) => ({
    page,
    y,
    height: Math.max(1, height),
    runs: joinItems(own.flatMap(splitItem)),
  }));
}

/** Takes an item apart where several blanks stand for the gap between columns. */
function splitItem(item: TextItem): TextItem[] {
  if (!/\S {2,}\S/.test(item.text)) return [item];
  const wide = item.width / item.text.length;
  return [...item.text.matchAll(/\S+(?: \S+)*/g)].map(({ 0: text, index }) => ({
    ...item,
    text,
    x: item.x + index * wide,
    width: text.length * wide,
  }));
}

interface OpenRun {
  text: string;
  readonly from: number;
  to: number;
}

function joinItems(items: readonly TextItem[]): TextRun[] {
  const runs: OpenRun[] = [];
  let before: TextItem | null = null;
  for (const item of [...items].sort((a, b) => a.x - b.x)) {
    // Bold type is drawn twice, a hair apart.
    const again = before?.text === item.text && Math.abs(before.x - item.x) < 0.25 * item.height;
    const run = runs.at(-1);
    if (again) continue;
    before = item;
    const text = item.text.trim();
    const to = item.x + item.width;
    const gap = run === undefined ? 0 : item.x - run.to;
    if (run === undefined || isColumnGap(run.text, text, gap / Math.max(1, item.height)))
      runs.push({ text, from: item.x, to });
    else {
      const blank = gap > BLANK_GAP * item.height || /^\s|\s$/.test(item.text);
      run.text += `${blank ? " " : ""}${text}`;
      run.to = Math.max(run.to, to);
    }
  }
  return runs.map(({ text, from, to }) => ({ text, from, to, kind: kindOf(text) }));
}

function isColumnGap(left: string, right: string, gap: number): boolean {
  if (gap > COLUMN_GAP) return true;
  if (gap <= VALUE_GAP) return false;
  return (
    (isDate(left) && !isDate(`${left} ${right}`)) ||
    (hasDecimals(right) && isAmount(right) && !isAmount(`${left} ${right}`))
  );
}

function hasDecimals(text: string): boolean {
  return /\d[.,]\d\d(?!\d)/.test(text);
}

function kindOf(text: string): TextRun["kind"] {
  const kind = classifyCell(text);
  return kind === "date" || kind === "amount" ? kind : "text";
}
