// Notices that list several movements one after another, each told in the same words: "***1234 had a
// transaction of (12.00). ... ***1234 had a transaction of (7.50). ...", a line with its time for each, or a number
// before each. Each is read without the others, so that one that was refused moves nothing.

import type { AlertText, Place } from "./alert-text.ts";

const PARTS_MAX = 20;
/** A notice is short; each of its parts is read with the blanks of all others. */
const TEXT_CHARS_MAX = 20_000;
const AMOUNTS_MAX = 200;
/** So much text before an amount is compared with that before another one. */
const REPEATED_CHARS_MAX = 80;
const REPEATED_WORDS_MIN = 3;
/** "06:10\tBank: transfer ...": a line of what happened, behind its time. */
const TIMED_LINE = /^\s?\d{1,2}[:.]\d{2}(?:[:.]\d{2})?\t(?=[^\n]{0,400}\p{L})/u;
/** "12:36:52\tCNY 268.00": what it was for is on the line below. */
const TIMED_AMOUNT =
  /^\s?\d{1,2}[:.]\d{2}(?:[:.]\d{2})?\t[^\p{L}\t\n]{0,20}\p{L}{0,3}[^\p{L}\t\n]{0,20}$/u;

export interface Digest {
  /** The text once for each movement, with blanks in place of the others; offsets stay. */
  readonly parts: readonly string[];
  /** A part may tell of something else than money, such as of a login. */
  readonly isLog: boolean;
}

/** The parts of a notice that lists several movements; null if it lists none, or too many. */
export function splitDigest({ text, folded, amounts }: AlertText): Digest | null {
  if (text.length > TEXT_CHARS_MAX) return null;
  const numbered = findNumbered(text, amounts);
  const lines = numbered.length > 0 ? [] : findTimedLines(text);
  const isLog = lines.length > 1;
  const parts = [
    () => numbered,
    () => lines,
    () =>
      findRepeated(
        keepLines(text, folded),
        amounts.slice(0, AMOUNTS_MAX).map(({ start }) => start),
      ),
  ]
    .map((find) => find())
    .find(({ length }) => length > 1);
  if (parts === undefined || parts.length > PARTS_MAX) return null;
  if (parts !== numbered)
    return { parts: parts.map((_, at) => withoutOthers(text, parts, at)), isLog };
  // The numbers say nothing of the movements, nor do the balances, terms and offers behind the last one.
  const listed = [...parts, behind(text, parts)];
  const starts = new Set(parts.map(({ start }) => start));
  const plain = text.replace(NUMBERED_LINE, (number: string, _digits: string, at: number) =>
    starts.has(at + number.length) ? " ".repeat(number.length) : number,
  );
  return { parts: parts.map((_, at) => withoutOthers(plain, listed, at)), isLog };
}

/** "1) Card payment", "(2)  -12.00", "3. Direct debit" at the beginning of a line. */
const NUMBERED_LINE = /^[^\S\n]*[(#]?(?<number>\d{1,2})(?:[.)]{1,2}|:)[^\S\n]+(?=\S)/gmu;
const BLANK_LINE = /\n[^\S\n]*\n/g;

/**
 * The parts that begin with the numbers 1, 2 and so on, each with an amount. The last ends with the first blank line
 * behind its amount.
 */
function findNumbered(text: string, amounts: readonly Place[]): readonly Place[] {
  const starts: number[] = [];
  for (const match of text.matchAll(NUMBERED_LINE))
    if (Number(match.groups?.["number"]) === starts.length + 1)
      starts.push(match.index + match[0].length);
  const parts = starts.map((start, at) => ({ start, end: starts[at + 1] ?? text.length }));
  const isMoney = ({ start, end }: Place): boolean =>
    amounts.some((one) => one.start >= start && one.end <= end);
  const last = parts.at(-1);
  const amount = amounts.find(({ start }) => last !== undefined && start > last.start);
  if (parts.length < 2 || last === undefined || amount === undefined || !parts.every(isMoney))
    return [];
  BLANK_LINE.lastIndex = amount.end;
  const end = BLANK_LINE.exec(text)?.index ?? text.length;
  return [...parts.slice(0, -1), { ...last, end }];
}

/** What follows the last part. */
function behind(text: string, parts: readonly Place[]): Place {
  return { start: parts.at(-1)?.end ?? text.length, end: text.length };
}

/** The folded text with the line breaks and tabs of the text, which folding makes blanks. */
export function keepLines(text: string, folded: string): string {
  return text.replace(/[^\n\t]+/g, (run, at: number) => folded.slice(at, at + run.length));
}

function findTimedLines(text: string): readonly Place[] {
  const lines: Place[] = [];
  for (let start = 0; start < text.length;) {
    const end = endOfLine(text, start);
    if (TIMED_LINE.test(text.slice(start, Math.min(end, start + 420)))) {
      const isToldBelow = TIMED_AMOUNT.test(text.slice(start, end));
      lines.push({ start, end: isToldBelow ? endOfLine(text, end + 1) : end });
    }
    start = end + 1;
  }
  return lines;
}

function endOfLine(text: string, start: number): number {
  const newline = text.indexOf("\n", start);
  return newline === -1 ? text.length : newline;
}

/**
 * The parts that begin with the same words up to an amount. The last ends with the text.
 */
function findRepeated(folded: string, amounts: readonly number[]): readonly Place[] {
  const masked = folded.replace(/\d/g, "0");
  const before = amounts.map((at) => masked.slice(Math.max(0, at - REPEATED_CHARS_MAX), at));
  for (const [first, words] of before.entries()) {
    const starts: number[] = [];
    let shared = words;
    for (const [at, other] of before.entries()) {
      const common = at < first ? "" : sharedEnd(shared, other);
      if (!isSentence(common)) continue;
      shared = common;
      starts.push(amounts[at] ?? 0);
    }
    if (starts.length < 2) continue;
    // The shared text may begin in the middle of a word. Then each part begins at the next word.
    const isWhole = starts.every(
      (start) => !/[\p{L}\d]/u.test(masked[start - shared.length - 1] ?? ""),
    );
    const begin = shared.length - (isWhole ? 0 : (/^\S*\s*/u.exec(shared)?.[0].length ?? 0));
    return starts.map((start, at) => ({
      start: start - begin,
      end: at + 1 < starts.length ? (starts[at + 1] ?? 0) - begin : folded.length,
    }));
  }
  return [];
}

/** Whether the words before an amount are a piece of a sentence, and no label: "had a transaction of". */
function isSentence(words: string): boolean {
  const own = words.slice(words.lastIndexOf("\n") + 1);
  const count = own.match(/\p{L}{2,}/gu)?.length ?? 0;
  return count >= REPEATED_WORDS_MIN && !/[:：\t]/u.test(own);
}

function sharedEnd(a: string, b: string): string {
  let count = 0;
  while (count < a.length && a[a.length - 1 - count] === b[b.length - 1 - count]) count += 1;
  return count === 0 ? "" : a.slice(-count);
}

function withoutOthers(text: string, parts: readonly Place[], kept: number): string {
  let printed = text;
  for (const [at, { start, end }] of parts.entries())
    if (at !== kept)
      printed =
        printed.slice(0, start) +
        printed.slice(start, end).replace(/[^\n]/gu, (one) => " ".repeat(one.length)) +
        printed.slice(end);
  return printed;
}
