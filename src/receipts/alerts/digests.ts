// Notices that list several movements one after another, each told in the same words: "***1234 had a
// transaction of (12.00). ... ***1234 had a transaction of (7.50). ...", a line with its time for each, or a number
// before each. Each is read without the others, so that one that was refused moves nothing.

import type { Amount } from "../totals/money/amount.ts";
import { decimalToUnits } from "../totals/money/numbers.ts";
import type { AlertText, Place } from "./alert-text.ts";
import { amountsWithin } from "./amounts-within.ts";
import { findSignedParts, isList, type SignedPart } from "./signed-lines.ts";
import { findLabels, findVerbs, MOVING, type LabelRole } from "./vocabulary.ts";

const PARTS_MAX = 20;
/** A notice is short; each of its parts is read with the blanks of all others. */
const TEXT_CHARS_MAX = 20_000;
const AMOUNTS_MAX = 200;
/** So much text before an amount is compared with that before another one. */
const REPEATED_CHARS_MAX = 80;
const REPEATED_WORDS_MIN = 3;
/** "06:10\tBank: transfer ...": a line of what happened, behind its time. */
const TIMED_LINE = /^\s?\d{1,2}[:.]\d{2}(?:[:.]\d{2})?\t(?=[^\n]{0,400}\p{L})/u;
/** "At 08:07 you paid ...", "* Ada paid you 20.00 (at 08:31)": a sentence of its own with its time. */
const TIMED_SENTENCE =
  /^[^\S\n]?(?:\p{L}{1,5}\.? )?\d{1,2}[:.h]\d{2}(?::\d{2})?,? (?=[^\n]{0,400}\p{L}{3})/u;
/** "$30.00" and "4.15%" are no times. */
const BULLET = new RegExp(
  [
    String.raw`^[^\S\n]?[*•–-] `,
    String.raw`(?=[^\n]{0,400}(?<![\d.,:]|\p{Sc} ?)(?:[01]?\d|2[0-3])[:.h][0-5]\d`,
    String.raw`(?![\d.,]|\s?(?:%|\p{Sc}|\p{Lu}{3}(?!\p{L}))))`,
    String.raw`(?=[^\n]{0,400}\p{L}{3})`,
  ].join(""),
  "u",
);
/** "12:36:52\tCNY 268.00": what it was for is on the line below. */
const TIMED_AMOUNT =
  /^\s?\d{1,2}[:.]\d{2}(?:[:.]\d{2})?\t[^\p{L}\t\n]{0,20}\p{L}{0,3}[^\p{L}\t\n]{0,20}$/u;

/** "02:38:56" over "USD 1.36", and what it was for below. */
const TIME_ALONE = /^\s?\d{1,2}:\d{2}(?::\d{2})?\s?$/u;
const AMOUNT_ALONE = /^\s?\p{L}{0,3}[^\p{L}\d\t\n]{0,6}\d[^\p{L}\t\n]{0,20}\p{L}{0,3}\s?$/u;

export interface Digest {
  /** The text once for each movement, with blanks in place of the others; offsets stay. */
  readonly parts: readonly string[];
  /** A part may tell of something else than money, such as of a login. */
  readonly isLog: boolean;
  /** Each part is a sentence with a time and an amount. If one cannot be read, a person is asked. */
  readonly isTold?: true;
  /** The amounts with the signs that a list prints before them, one for each part. */
  readonly signed?: readonly SignedPart[];
}

/** The parts of a notice that lists several movements; null if it lists none, or too many. */
export function splitDigest(alert: AlertText): Digest | null {
  const { text, folded, amounts } = alert;
  if (text.length > TEXT_CHARS_MAX) return null;
  const numbered = findNumbered(alert);
  const lines = numbered.length > 0 ? [] : findTimedLines(text);
  const isLog = lines.length > 1;
  const sentences = numbered.length > 0 || isLog ? [] : findTimedSentences(alert);
  const signs = numbered.length > 0 || isLog || sentences.length > 1 ? [] : findSignedParts(alert);
  const signed = isList(signs) ? signs : [];
  const parts =
    [numbered, lines, sentences, signed].find(({ length }) => length > 1) ??
    findRepeated(
      keepLines(text, folded),
      amounts.slice(0, AMOUNTS_MAX).map(({ start }) => start),
    );
  if (parts.length < 2 || parts.length > PARTS_MAX) return null;
  if (parts === signed) {
    const all = [...parts, behind(text, parts)];
    return { parts: parts.map((_, at) => withoutOthers(text, all, at)), isLog, signed };
  }
  if (parts === sentences) {
    const all = [...parts, behind(text, parts)];
    return { parts: parts.map((_, at) => withoutOthers(text, all, at)), isLog, isTold: true };
  }
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
 * The parts that begin with the numbers 1, 2 and so on, each with an amount and what happened, with whom or when. The
 * last ends with the first blank line behind its amount. None where they come to an amount that is printed outside of
 * them: they are the goods of one payment, or its parts.
 */
function findNumbered({ text, folded, amounts, balances }: AlertText): readonly Place[] {
  const starts: number[] = [];
  for (const match of text.matchAll(NUMBERED_LINE))
    if (Number(match.groups?.["number"]) === starts.length + 1)
      starts.push(match.index + match[0].length);
  const last = starts.at(-1);
  const amount = amounts.find(({ start }) => last !== undefined && start > last);
  if (starts.length < 2 || amount === undefined) return [];
  BLANK_LINE.lastIndex = amount.end;
  const end = BLANK_LINE.exec(text)?.index ?? text.length;
  const parts = starts.map((start, at) => ({ start, end: starts[at + 1] ?? end }));
  const within = (part: Place): readonly Amount[] => amountsWithin(amounts, part);
  const isTold = (part: Place): boolean =>
    within(part).length > 0 &&
    (findVerbs(folded, part.start, part.end).some(({ sense }) => MOVING.has(sense)) ||
      findLabels(folded, part.start, part.end).some(({ role }) => TELLING.has(role)));
  const unitsOf = ({ value }: Amount): number => decimalToUnits(value) ?? 0;
  const firsts = parts.flatMap((part) => within(part).slice(0, 1));
  const sum = firsts.reduce((all, one) => all + unitsOf(one), 0);
  const isSummed = amounts.some(
    (one) =>
      unitsOf(one) === sum &&
      !balances.has(one) &&
      !parts.some(({ start, end: to }) => one.start >= start && one.end <= to),
  );
  return parts.every(isTold) && !isSummed ? parts : [];
}

const TELLING: ReadonlySet<LabelRole> = new Set<LabelRole>(["merchant", "payer", "date"]);

/** What follows the last part. */
export function behind(text: string, parts: readonly Place[]): Place {
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
    const line = text.slice(start, Math.min(end, start + 420));
    const below = endOfLine(text, end + 1);
    if (TIMED_LINE.test(line))
      lines.push({ start, end: TIMED_AMOUNT.test(text.slice(start, end)) ? below : end });
    else if (TIME_ALONE.test(line) && AMOUNT_ALONE.test(text.slice(end + 1, below)))
      lines.push({ start, end: endOfLine(text, below + 1) });
    start = end + 1;
  }
  return lines;
}

/** Finds the lines that are sentences with a time and an amount, if most have a word of a movement. */
function findTimedSentences({ text, folded, amounts }: AlertText): readonly Place[] {
  const lines: Place[] = [];
  let told = 0;
  for (let start = 0; start < text.length;) {
    const end = endOfLine(text, start);
    const line = text.slice(start, Math.min(end, start + 420));
    const time = (TIMED_SENTENCE.exec(line) ?? BULLET.exec(line))?.[0];
    const [amount] = amountsWithin(amounts, { start, end });
    // "EUR 5.00 has been debited" begins with an amount that looks like a time.
    if (time !== undefined && amount !== undefined && amount.start >= start + time.length) {
      lines.push({ start, end });
      told += findVerbs(folded, start, end).some(({ sense }) => MOVING.has(sense)) ? 1 : 0;
    }
    start = end + 1;
  }
  return told >= 2 && 2 * told > lines.length ? lines : [];
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

/** A text with blanks in place of all parts but one; offsets stay. */
export function withoutOthers(text: string, parts: readonly Place[], kept: number): string {
  let printed = text;
  for (const [at, { start, end }] of parts.entries())
    if (at !== kept)
      printed =
        printed.slice(0, start) +
        printed.slice(start, end).replace(/[^\n]/gu, (one) => " ".repeat(one.length)) +
        printed.slice(end);
  return printed;
}
