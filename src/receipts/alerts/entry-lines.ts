// Finds the lines that belong to each entry of a list: from its day, its name or its first label to the next entry.

import type { Day } from "../../money/day.ts";
import { findDates } from "../totals/money/dates.ts";
import type { AlertText } from "./alert-text.ts";
import type { PrintedLine } from "./list-lines.ts";
import { BALANCES, findVerbs } from "./vocabulary.ts";

/** The lines with the amounts of one entry: indexes, both inclusive. */
export interface Group {
  readonly first: number;
  readonly last: number;
}

/** More lines of words between two amounts end a list. */
export const WORDS_BETWEEN_MAX = 10;
const INTRODUCTION_CHARS_MIN = 80;
/** A line that begins with a day or a time: "18.11.", "10:02". */
export const BEGINS_WITH_TIME = /^\s*(?:\d{1,2}[:.]\d{2}|\d{1,4}[./-]\d{1,2})(?!\d)/u;

/** Finds the first line of each entry. */
export function readStarts(
  alert: AlertText,
  lines: readonly PrintedLine[],
  groups: readonly Group[],
  sent: Day | null,
): readonly number[] {
  const byLabel = findLabelStarts(alert, lines, groups);
  const first = groups[0]?.first ?? 0;
  const isAmountFirst = hasAmountsFirst(lines, groups);
  const isNamed = areNamed(alert, lines, groups);
  const top = freeLines(lines, first);
  const isDayAbove =
    isBalanceLine(alert, lines[first]) ||
    lines.slice(top, first).some((line) => beginsWithTime(alert, line));
  const starts = groups.map((group, at) => {
    if (byLabel[at] !== undefined) return byLabel[at];
    if (at === 0) return first;
    const from = (groups[at - 1]?.last ?? 0) + 1;
    const days = lines
      .slice(from, group.first)
      .flatMap((line, nth) => (beginsWithTime(alert, line) ? [from + nth] : []));
    const [day] = days;
    const isOne = days.every((one, nth) => one === (day ?? 0) + nth);
    return isDayAbove && day !== undefined && isOne
      ? day
      : startOf(alert, lines, from, group.first, isNamed || isAmountFirst);
  });
  return [byLabel[0] ?? firstStart(alert, lines, groups, starts, sent), ...starts.slice(1)];
}

/** Whether a list begins with the balance before it. */
function isBalanceLine({ folded }: AlertText, line: PrintedLine | undefined): boolean {
  return line !== undefined && BALANCES.find(folded, line.start, line.end).length > 0;
}

/** Finds the first line of words directly above a line, up to a blank line or a paragraph. */
function freeLines(lines: readonly PrintedLine[], first: number): number {
  const begin = Math.max(0, first - WORDS_BETWEEN_MAX);
  const last = lines.slice(begin, first).findLastIndex(({ kind }) => kind !== "words");
  return begin + last + 1;
}

function beginsWithTime({ text }: AlertText, line: PrintedLine | undefined): boolean {
  return line !== undefined && BEGINS_WITH_TIME.test(text.slice(line.start, line.end));
}

const LABEL = /^[^\d:：\t]{2,40}(?=[:：\t])/u;

/**
 * Finds the first lines of entries that are blocks of rows with labels. A block begins with the first label that all
 * blocks repeat above their amounts, or behind the last label that all repeat below them. Empty without such a label.
 */
function findLabelStarts(
  { text }: AlertText,
  lines: readonly PrintedLine[],
  groups: readonly Group[],
): readonly number[] {
  const labelAt = (at: number): string | null =>
    LABEL.exec(text.slice(lines[at]?.start, lines[at]?.end))?.[0] ?? null;
  const [one] = groups;
  if (one === undefined || labelAt(one.first) === null) return [];
  const gaps = groups
    .slice(1)
    .map(({ first }, at): readonly [number, number] => [(groups[at]?.last ?? 0) + 1, first]);
  /** Finds the label between the amounts of neighbouring blocks, up to the first block without it. */
  const findAll = (label: string): readonly number[] => {
    const found = gaps.map(([from, until]) => {
      const at = lines.slice(from, until).findIndex((_, nth) => labelAt(from + nth) === label);
      return at === -1 ? -1 : from + at;
    });
    const end = found.indexOf(-1);
    return end === -1 ? found : found.slice(0, end);
  };
  const isEnough = ({ length }: readonly number[]): boolean =>
    length >= BLOCKS_MIN || (length > 0 && length === gaps.length);
  for (let at = freeLines(lines, one.first); at < one.first; at += 1) {
    const found = findAll(labelAt(at) ?? "");
    if (isEnough(found)) return withHeadings(lines, [at, ...found], labelAt);
  }
  const [from, until] = gaps[0] ?? [0, 0];
  for (let at = until - 1; at >= from; at -= 1) {
    const found = findAll(labelAt(at) ?? "");
    if (isEnough(found)) return [freeLines(lines, one.first), ...found.map((end) => end + 1)];
  }
  return [];
}

const BLOCKS_MIN = 2;

/** Adds the heading of each block, such as "2. Direct debit", if a line without a label stands above every block. */
function withHeadings(
  lines: readonly PrintedLine[],
  starts: readonly number[],
  labelAt: (at: number) => string | null,
): readonly number[] {
  const hasHeading = starts.every(
    (start) => lines[start - 1]?.kind === "words" && labelAt(start - 1) === null,
  );
  return hasHeading ? starts.map((start) => start - 1) : starts;
}

/** Whether most entries print a name before the amount on the same line. */
function areNamed(
  { folded }: AlertText,
  lines: readonly PrintedLine[],
  groups: readonly Group[],
): boolean {
  const named = groups.filter(({ first }) => {
    const line = lines[first];
    return (
      line?.kind === "words and amounts" && findVerbs(folded, line.start, line.end).length === 0
    );
  });
  return (
    named.length * 2 > groups.length &&
    groups.every(({ first }) => lines[first]?.kind !== "amounts")
  );
}

/** Whether the list prints each amount above its words: nothing but an introduction stands above the first amount. */
function hasAmountsFirst(lines: readonly PrintedLine[], [one]: readonly Group[]): boolean {
  const above = one === undefined ? undefined : lines[one.first - 1];
  const isIntroduction =
    above?.kind !== "words" || above.end - above.start > INTRODUCTION_CHARS_MIN;
  return one !== undefined && lines[one.first]?.kind === "amounts" && isIntroduction;
}

/**
 * Finds the first line of an entry: the one after a blank line, else the line of the amount if it has a name, else the
 * first line above. "Direct debit -12.00" has no name; its name stands above it.
 */
function startOf(
  { folded }: AlertText,
  lines: readonly PrintedLine[],
  from: number,
  first: number,
  isOwn: boolean,
): number {
  const blank = lines.slice(from, first).findLastIndex(({ kind }) => kind === "blank");
  if (blank !== -1) return from + blank + 1;
  const line = lines[first];
  const isNamed =
    line?.kind === "words and amounts" && findVerbs(folded, line.start, line.end).length === 0;
  return isNamed || isOwn ? first : from;
}

const WEEKDAY = /^[\p{L}\s.]{0,14},?\s?$/u;

/** "Tuesday 18 November 2025": a line that is a day. */
function isDayHeading(text: string, { start, end }: PrintedLine): boolean {
  const line = text.slice(start, end);
  const [date, ...more] = /\d/.test(line) ? findDates(line, null) : [];
  if (date === undefined || more.length > 0) return false;
  const rest = line.slice(0, date.start) + line.slice(date.end);
  return WEEKDAY.test(rest);
}

/** Finds the first line of the first entry: its day, else as many lines above as the second entry has. */
function firstStart(
  alert: AlertText,
  lines: readonly PrintedLine[],
  [one, two]: readonly Group[],
  starts: readonly number[],
  sent: Day | null,
): number {
  if (one === undefined || two === undefined) return 0;
  if (lines[one.first]?.kind === "words and amounts" && lines[two.first]?.kind === "amounts")
    return one.first;
  const hasDay = (at: number): boolean =>
    findDates(alert.text.slice(lines[at]?.start, lines[at]?.end), sent).length > 0;
  const second = starts[1] ?? two.first;
  const above = two.first - second;
  const begin = Math.max(0, one.first - WORDS_BETWEEN_MAX);
  const blank = lines.slice(begin, one.first).findLastIndex(({ kind }) => kind !== "words");
  const free = begin + blank + 1;
  if (second < two.first && hasDay(second)) {
    const like = findLineLike(alert, lines, second, { first: free, last: one.first });
    if (like !== null) return like;
  }
  if (second < two.first && hasDay(second))
    for (let at = one.first; at >= free; at -= 1) if (hasDay(at)) return at;
  return Math.max(free, one.first - above);
}

/** Finds the first of some lines that differs from another line in its digits alone: "23.11.2026", "24.11.2026". */
function findLineLike(
  { text }: AlertText,
  lines: readonly PrintedLine[],
  model: number,
  { first, last }: Group,
): number | null {
  const formOf = (at: number): string =>
    text.slice(lines[at]?.start, lines[at]?.end).replace(/\d/g, "0");
  const form = formOf(model);
  for (let at = first; at <= last; at += 1) if (formOf(at) === form) return at;
  return null;
}

/**
 * Finds the last line of an entry: before the next entry, a blank line or a day as a heading. If the entry begins with
 * a time, another line with a time is an entry of its own.
 */
export function endOf(
  { text }: AlertText,
  lines: readonly PrintedLine[],
  { first, last }: Group,
  next: number | undefined,
): number {
  const begins = (line: PrintedLine | undefined): boolean =>
    BEGINS_WITH_TIME.test(text.slice(line?.start, line?.end));
  const isTimed = begins(lines[first]);
  if (next === undefined) return last;
  const behind = lines
    .slice(last + 1, next)
    .findIndex(
      (line) => line.kind === "blank" || (isTimed && begins(line)) || isDayHeading(text, line),
    );
  return behind === -1 ? next - 1 : last + behind;
}
