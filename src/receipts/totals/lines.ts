// A view as lines with the amounts on each, and the words that label an amount: before it on its
// line, on the line above, in the head of its column, or right after it.

import { RECEIPT_VIEW_CHARS_MAX } from "../../platform/limits.ts";
import { isAbbreviation, isOrdinalDay } from "../words/abbreviations.ts";
import { findMatches } from "../words/matches.ts";
import type { Amount } from "./money/amount.ts";
import { AMOUNTS_MAX, findAmounts } from "./money/amounts.ts";
import { withExchanged } from "./money/exchanged.ts";

export interface Line {
  readonly start: number;
  readonly end: number;
  readonly text: string;
  readonly amounts: readonly Amount[];
}

/** Where an amount's label was found. A stack is a column of labels above a column of amounts. */
export type LabelPlace = "before" | "above" | "stack" | "column" | "head" | "behind";

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
/** A shorter text before a full stop is no sentence. */
const SENTENCE_CHARS_MIN = 30;
const SENTENCE_STOP = /[.!?]["'”»)]?\s+(?=["'“«(¿¡]?\p{Lu})/gu;
/** Two letters; scripts of India write a mark between them. */
const HAS_LETTER = /\p{L}\p{M}*\p{L}|[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]/u;

/** The lines of a text that are not empty. */
export function splitLines(text: string): readonly Line[] {
  const amounts = withExchanged(text, findAmounts(text));
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
  const from = Math.max(findLabelStart(line, which), amount.start - BEFORE_CHARS_MAX);
  const whole = line.text.slice(from - line.start, amount.start - line.start);
  const before = withinBrackets(line, amount, whole) ?? withinSentence(whole);
  const until = Math.min(line.amounts[which + 1]?.start ?? line.end, amount.end + BEHIND_CHARS_MAX);
  const behind: Label = {
    text: beforeNextSentence(line.text.slice(amount.end - line.start, until - line.start)),
    start: amount.end,
    place: "behind",
  };
  if (HAS_LETTER.test(before)) {
    const start = from + whole.length - before.length;
    const heads = isOnlyRow(lines, index, amount) ? findColumnHead(lines, index, amount) : [];
    return [{ text: before, start, place: "before" }, behind, ...heads];
  }
  if (which > 0) return [behind, ...findColumnHead(lines, index, amount)];
  // "Amount due, Due date" over "88.74, 26 October": the first cell has its own head.
  const own = findColumnHead(lines, index, amount);
  if (own.length > 0) return [...own, behind];
  return [...findLabelAbove(lines, index), behind];
}

/** "You may borrow 8,000.00. As you paid in time, ...": what follows is of the next sentence. */
function beforeNextSentence(text: string): string {
  const stop = /[.!?]\s+(?=["'“«(¿¡]?\p{Lu})/u.exec(text);
  return stop === null || isAbbreviation(text.slice(Math.max(0, stop.index - 12), stop.index))
    ? text
    : text.slice(0, stop.index + 1);
}

/** Of a text before an amount, the sentence that the amount is in. One that ended is no label. */
function withinSentence(text: string): string {
  const own = text.slice(findSentenceStart(text));
  return HAS_LETTER.test(own) ? own : text;
}

/** Where the last sentence of a text begins. A short text ("Total incl. VAT") is a label. */
export function findSentenceStart(text: string): number {
  let start = Math.max(text.lastIndexOf("。"), text.lastIndexOf("！")) + 1;
  if (text.length < SENTENCE_CHARS_MIN) return start;
  for (const { index, 0: stop } of findMatches(text, SENTENCE_STOP)) {
    const before = text.slice(Math.max(0, index - 12), index);
    const isEnd =
      stop[0] !== "." ||
      !(isAbbreviation(before) || isOrdinalDay(before, text.slice(index + 1, index + 16)));
    if (isEnd && index >= SENTENCE_CHARS_MIN) start = Math.max(start, index + stop.length);
  }
  return start;
}

/** Behind the amount before, unless that one is in brackets: "Total (incl. VAT £17.69) £106.15". */
function findLabelStart(line: Line, which: number): number {
  const end = line.amounts[which - 1]?.end;
  if (end === undefined) return line.start;
  const closing = /^[^()\n]{0,12}\)[\s:]*$/;
  const isBracketed = closing.test(
    line.text.slice(end - line.start, (line.amounts[which]?.start ?? end) - line.start),
  );
  const open = isBracketed ? line.text.lastIndexOf("(", end - line.start) : -1;
  return open > 0 && HAS_LETTER.test(line.text.slice(0, open))
    ? findLabelStart(line, which - 1)
    : end;
}

/** "(incl. VAT £17.69)": the words in brackets with an amount label it; null if there are no such. */
function withinBrackets(line: Line, amount: Amount, before: string): string | null {
  const open = before.lastIndexOf("(");
  const inner = before.slice(open + 1);
  const isOpen = open !== -1 && !inner.includes(")") && HAS_LETTER.test(inner);
  return isOpen && /^[^()\n]{0,12}\)/.test(line.text.slice(amount.end - line.start)) ? inner : null;
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
  const last = lines[first - 1];
  // "TOTAL", "incl. VAT (10%: 12.04)", "132.40": a remark stands between the label and its amount.
  const above = last !== undefined && isRemark(last) ? lines[first - 2] : last;
  if (first !== index || above === undefined || !isLabel(above)) return [];
  // With several cells nothing says for certain which of them is the label.
  const cell = above.text.lastIndexOf("\t") + 1;
  const place = cell > 0 ? "column" : "above";
  return [{ text: above.text.slice(cell), start: above.start + cell, place }];
}

/** "Receipt, Total" over "R-55, 86.00": a table of one line, where the amount fills its cell. */
function isOnlyRow(lines: readonly Line[], index: number, { start, end }: Amount): boolean {
  const line = lines[index];
  if (line === undefined) return false;
  const { text } = line;
  const tabs = countTabs(text);
  const from = text.lastIndexOf("\t", start - line.start - 1) + 1;
  const until = text.indexOf("\t", end - line.start);
  const beside =
    text.slice(from, start - line.start) +
    text.slice(end - line.start, until === -1 ? text.length : until);
  return (
    tabs > 0 &&
    countTabs(lines[index - 1]?.text) === tabs &&
    countTabs(lines[index + 1]?.text) !== tabs &&
    !/\p{L}{4}/u.test(beside)
  );
}

function countTabs(text = ""): number {
  let tabs = 0;
  for (let at = text.indexOf("\t"); at !== -1; at = text.indexOf("\t", at + 1)) tabs += 1;
  return tabs;
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
  return [{ text: head, start, place: isOnlyRow(lines, index, amount) ? "head" : "column" }];
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

/** A line whose only amounts are in brackets at its end: "incl. VAT (10%: 12.04)". */
function isRemark({ text, start, amounts }: Line): boolean {
  const open = /\s\([^()\n]{1,40}\)\s?$/.exec(text)?.index ?? -1;
  return open > 0 && amounts.length === 1 && amounts.every((one) => one.start - start > open);
}

function isLabel(line: Line): boolean {
  return (
    line.amounts.length === 0 && line.text.length <= ABOVE_CHARS_MAX && HAS_LETTER.test(line.text)
  );
}
