// A view as lines with the amounts on each, and the words that label an amount: before it on its
// line, on the line above, in the head of its column, or right after it.

import { RECEIPT_VIEW_CHARS_MAX } from "../../platform/limits.ts";
import { AMOUNTS_MAX, findAmounts, type Amount } from "./money/amounts.ts";

export interface Line {
  readonly start: number;
  readonly end: number;
  readonly text: string;
  readonly amounts: readonly Amount[];
}

/** Where an amount's label was found. A stack is a column of labels above a column of amounts. */
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
/** A longer line is not a row of a table. */
const ROW_CHARS_MAX = 2_000;
const STACK_LINES_MAX = 30;
const BARE_REST_CHARS_MAX = 12;
const HAS_LETTER = /\p{L}{2}|[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]/u;

/** The lines of a text that are not empty. */
export function splitLines(text: string): readonly Line[] {
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

/** Whether the lines go to the end of the text and hold all its amounts. */
export function isReadToEnd(text: string, lines: readonly Line[]): boolean {
  return (
    lines.length < LINES_MAX &&
    lines.reduce((sum, { amounts }) => sum + amounts.length, 0) < AMOUNTS_MAX &&
    text.length <= RECEIPT_VIEW_CHARS_MAX
  );
}

/** The texts that may label an amount, the nearest first. Other amounts of the line end a text. */
export function listLabels(lines: readonly Line[], index: number, which: number): readonly Label[] {
  const line = lines[index];
  const amount = line?.amounts[which];
  if (line === undefined || amount === undefined) return [];
  const from = Math.max(
    line.amounts[which - 1]?.end ?? line.start,
    amount.start - BEFORE_CHARS_MAX,
  );
  const whole = line.text.slice(from - line.start, amount.start - line.start);
  // A sentence that ended before the amount does not label it.
  const stop = Math.max(whole.lastIndexOf("。"), whole.lastIndexOf("！"));
  const before = HAS_LETTER.test(whole.slice(stop + 1)) ? whole.slice(stop + 1) : whole;
  const until = Math.min(line.amounts[which + 1]?.start ?? line.end, amount.end + BEHIND_CHARS_MAX);
  const behind: Label = {
    text: line.text.slice(amount.end - line.start, until - line.start),
    start: amount.end,
    place: "behind",
  };
  if (HAS_LETTER.test(before)) {
    const start = from + whole.length - before.length;
    return [{ text: before, start, place: "before" }, behind];
  }
  if (which > 0) return [behind, ...findColumnHead(lines, index, amount)];
  return [behind, ...findLabelAbove(lines, index)];
}

/** The line above; for a stack of amounts below a stack of labels, the label at the same height. */
function findLabelAbove(lines: readonly Line[], index: number): readonly Label[] {
  let first = index;
  while (first > 0 && index - first < STACK_LINES_MAX && isBareAmount(lines[first - 1])) first -= 1;
  let after = index + 1;
  while (after - first < STACK_LINES_MAX && isBareAmount(lines[after])) after += 1;
  const count = after - first;
  const label = lines[first - count + (index - first)];
  const stack = lines.slice(Math.max(0, first - count), first);
  if (count > 1 && stack.length === count && stack.every(isLabel))
    return label === undefined ? [] : [{ text: label.text, start: label.start, place: "stack" }];
  const above = lines[first - 1];
  if (first !== index || above === undefined || !isLabel(above)) return [];
  // Only a line of one cell: with several, nothing says which of them is the label.
  return above.text.includes("\t")
    ? []
    : [{ text: above.text, start: above.start, place: "above" }];
}

/** The cell of the line above in the same column, where both lines have as many cells. */
function findColumnHead(lines: readonly Line[], index: number, amount: Amount): readonly Label[] {
  const line = lines[index];
  const above = lines[index - 1];
  if (
    line === undefined ||
    above === undefined ||
    above.amounts.length > 0 ||
    line.text.length > ROW_CHARS_MAX
  )
    return [];
  const heads = above.text.split("\t");
  const at = line.text.slice(0, amount.start - line.start).split("\t").length - 1;
  const head = heads[at];
  if (
    heads.length !== line.text.split("\t").length ||
    heads.length < 2 ||
    head === undefined ||
    !HAS_LETTER.test(head)
  )
    return [];
  const start = above.start + heads.slice(0, at).join("\t").length + (at > 0 ? 1 : 0);
  return [{ text: head, start, place: "column" }];
}

/** A line with one amount and no words. */
function isBareAmount(line: Line | undefined): boolean {
  const [amount, ...more] = line?.amounts ?? [];
  if (line === undefined || amount === undefined || more.length > 0) return false;
  return (
    !HAS_LETTER.test(line.text.slice(0, amount.start - line.start)) &&
    line.end - amount.end < BARE_REST_CHARS_MAX
  );
}

function isLabel(line: Line): boolean {
  return (
    line.amounts.length === 0 && line.text.length <= ABOVE_CHARS_MAX && HAS_LETTER.test(line.text)
  );
}
