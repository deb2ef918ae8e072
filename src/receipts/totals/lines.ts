// A view as lines with the amounts that stand on each, and the words that label an amount: before it on its line, on the
// line above, in the head of its column, or right behind it.

import { RECEIPT_VIEW_CHARS_MAX } from "../../platform/limits.ts";
import { AMOUNTS_MAX, findAmounts, type Amount } from "./money/amounts.ts";

export interface Line {
  readonly start: number;
  readonly end: number;
  readonly text: string;
  readonly amounts: readonly Amount[];
}

/** How an amount's label was found, the nearest first. */
export type LabelPlace = "before" | "above" | "stack" | "column" | "behind";

export interface Label {
  readonly text: string;
  readonly start: number;
  readonly place: LabelPlace;
}

const LINES_MAX = 20_000;
const ABOVE_CHARS_MAX = 70;
const BEFORE_CHARS_MAX = 300;
const BEHIND_CHARS_MAX = 200;
/** A longer line is no row of a table. */
const ROW_CHARS_MAX = 2_000;
const STACK_LINES_MAX = 30;
const HAS_LETTER = /\p{L}{2}|[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]/u;

/** The lines of a text that hold anything. */
export function linesOf(text: string): readonly Line[] {
  const amounts = findAmounts(text);
  const lines: Line[] = [];
  let start = 0;
  let next = 0;
  while (start <= text.length && lines.length < LINES_MAX) {
    const newline = text.indexOf("\n", start);
    const end = newline === -1 ? text.length : newline;
    const first = next;
    while ((amounts[next]?.start ?? Infinity) < end) next += 1;
    if (end > start)
      lines.push({ start, end, text: text.slice(start, end), amounts: amounts.slice(first, next) });
    start = end + 1;
  }
  return lines;
}

/** Whether the lines go to the end of the text, with all its amounts. */
export function isWhole(text: string, lines: readonly Line[]): boolean {
  return (
    lines.length < LINES_MAX &&
    lines.reduce((sum, { amounts }) => sum + amounts.length, 0) < AMOUNTS_MAX &&
    text.length <= RECEIPT_VIEW_CHARS_MAX
  );
}

/** What may label the amount, the nearest first; the line's other amounts part its text. */
export function labelsOf(lines: readonly Line[], index: number, which: number): readonly Label[] {
  const line = lines[index];
  const amount = line?.amounts[which];
  if (line === undefined || amount === undefined) return [];
  const from = Math.max(
    line.amounts[which - 1]?.end ?? line.start,
    amount.start - BEFORE_CHARS_MAX,
  );
  const before = line.text.slice(from - line.start, amount.start - line.start);
  const until = Math.min(line.amounts[which + 1]?.start ?? line.end, amount.end + BEHIND_CHARS_MAX);
  const behind: Label = {
    text: line.text.slice(amount.end - line.start, until - line.start),
    start: amount.end,
    place: "behind",
  };
  if (HAS_LETTER.test(before)) return [{ text: before, start: from, place: "before" }, behind];
  if (which > 0) return [behind, ...columnHead(lines, index, amount)];
  return [behind, ...above(lines, index)];
}

/** The line above, or of a stack of labels over a stack of amounts the one at the same height. */
function above(lines: readonly Line[], index: number): readonly Label[] {
  let first = index;
  while (first > 0 && index - first < STACK_LINES_MAX && isBare(lines[first - 1])) first -= 1;
  let after = index + 1;
  while (after - first < STACK_LINES_MAX && isBare(lines[after])) after += 1;
  const count = after - first;
  const label = lines[first - count + (index - first)];
  const stack = lines.slice(Math.max(0, first - count), first);
  if (count > 1 && stack.length === count && stack.every(isLabel))
    return label === undefined ? [] : [{ text: label.text, start: label.start, place: "stack" }];
  const over = lines[first - 1];
  if (first !== index || over === undefined || !isLabel(over)) return [];
  // A head over one cell: of several cells of labels no line says which.
  return over.text.includes("\t") ? [] : [{ text: over.text, start: over.start, place: "above" }];
}

/** The cell of the line above in the same place, where both lines have as many cells. */
function columnHead(lines: readonly Line[], index: number, amount: Amount): readonly Label[] {
  const line = lines[index];
  const over = lines[index - 1];
  if (
    line === undefined ||
    over === undefined ||
    over.amounts.length > 0 ||
    line.text.length > ROW_CHARS_MAX
  )
    return [];
  const cells = over.text.split("\t");
  const at = line.text.slice(0, amount.start - line.start).split("\t").length - 1;
  const head = cells[at];
  if (
    cells.length !== line.text.split("\t").length ||
    cells.length < 2 ||
    head === undefined ||
    !HAS_LETTER.test(head)
  )
    return [];
  return [
    {
      text: head,
      start: over.start + cells.slice(0, at).join("\t").length + (at > 0 ? 1 : 0),
      place: "column",
    },
  ];
}

/** A line with one amount and nothing to say what it is. */
function isBare(line: Line | undefined): boolean {
  const [amount, ...more] = line?.amounts ?? [];
  if (line === undefined || amount === undefined || more.length > 0) return false;
  return (
    !HAS_LETTER.test(line.text.slice(0, amount.start - line.start)) && line.end - amount.end < 12
  );
}

function isLabel(line: Line): boolean {
  return (
    line.amounts.length === 0 && line.text.length <= ABOVE_CHARS_MAX && HAS_LETTER.test(line.text)
  );
}
