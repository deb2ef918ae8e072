// Finds the numbers by which a shop knows its document: order, booking, invoice, receipt,
// transaction. A number counts after, next to or below its label. A number without a label is
// ignored, and so is one whose nearest label is of something else (a customer, a parcel, a phone).

import { foldWords, type PhraseHit } from "../words/phrases.ts";
import { findSentenceStart, splitLines, type Line } from "./lines.ts";
import { CELL_CHARS_MAX, cellBelow, isHeadOfGoods, splitCells, type Cell } from "./number-cells.ts";
import {
  CARRIER_WORDS,
  LABELS_BEHIND,
  NO_LOCATORS,
  NUMBER_KINDS,
  NUMBER_LABELS,
  NUMBER_NAMES,
  NUMBER_NOUNS,
  NUMBER_WORDS,
  OTHER_NUMBERS,
  type NumberKind,
} from "./number-labels.ts";
import {
  findTokens,
  isLong,
  isMarked,
  LOCATOR,
  mayBeLetters,
  wholeNumber,
  withSeries,
  type Token,
} from "./number-tokens.ts";

export interface NumberSeen {
  readonly kind: NumberKind;
  readonly value: string;
  readonly start: number;
  readonly end: number;
  readonly line: number;
}

const YEAR = /^(?:19|20)\d\d$/;
const NUMBERS_MAX = 500;
const NEAR_CHARS = 16;
const LABEL_CHARS_MAX = 60;

/** The labelled numbers of a view, in order, each place once. */
export function findNumbers(lines: readonly Line[]): readonly NumberSeen[] {
  const found: NumberSeen[] = [];
  const starts = new Set<number>();
  for (const [index, line] of lines.entries()) {
    if (found.length >= NUMBERS_MAX) break;
    if (!mayHoldNumber(line) && !mayHoldNumber(lines[index + 1])) continue;
    if (!NUMBER_NAMES.in(line.text)) continue;
    const cells = splitCells(line, index);
    for (const [at, cell] of cells.entries()) {
      if (cell.text.length > CELL_CHARS_MAX) continue;
      const seen = findNumberInCell(cell) ?? findNumberBeyondCell(cells, at, lines[index + 1]);
      if (seen === null || starts.has(seen.start)) continue;
      starts.add(seen.start);
      found.push(seen);
    }
  }
  const isOfCarriers = found.some(({ kind }) => kind === "booking" || kind === "transaction");
  if (isOfCarriers && isFromCarrier(lines)) return found.map(asLocator);
  // "Reference: MARLOW" is a booking's code only of a carrier.
  const numbers = found.filter(({ kind, value }) => kind !== "transaction" || /\d/.test(value));
  return numbers.length === 0 ? findUnlabelled(lines) : numbers;
}

/** Whether a line has a digit or a code of capitals: a number stands on its label's line or below. */
function mayHoldNumber(line: Line | undefined): boolean {
  return line !== undefined && MAY_HOLD_NUMBER.test(line.text);
}

const MAY_HOLD_NUMBER = /\d|[A-Z]{5}/;

/** "#wX4d", "# 55-0093" alone in a cell: the only such number of a view without labelled numbers. */
function findUnlabelled(lines: readonly Line[]): readonly NumberSeen[] {
  const cells = lines.flatMap((line, index) => splitCells(line, index));
  const seen = cells.flatMap((cell): NumberSeen[] => {
    const text = ALONE.exec(cell.text)?.[1];
    return text === undefined
      ? []
      : [toNumber("receipt", { text, index: cell.text.length - text.length }, cell)];
  });
  return new Set(seen.map(({ value }) => value)).size === 1 ? seen.slice(0, 1) : [];
}

const ALONE =
  /^(?:[^#№|]{1,40}\| )?[#№] ?((?=[\p{L}\p{N}-]{0,24}\d)(?!\p{L}{5}|\d{1,3}$)[\p{L}\p{N}][\p{L}\p{N}-]{2,24}[\p{L}\p{N}])$/u;

/** The labelled numbers of a subject. */
export function findNumbersInSubject(subject: string): readonly NumberSeen[] {
  return findNumbers(splitLines(subject.slice(0, CELL_CHARS_MAX)));
}

/**
 * The first number of the first kind found; of several of a kind, one that the subject names too.
 */
export function chooseNumber(
  numbers: readonly NumberSeen[],
  subject: readonly NumberSeen[],
  order: readonly NumberKind[] = NUMBER_KINDS,
): NumberSeen | null {
  for (const kind of order) {
    const some = numbers.filter((one) => one.kind === kind);
    const found =
      some.find(({ value }) => subject.some((other) => other.value === value)) ?? some[0];
    if (found !== undefined) return found;
  }
  return null;
}

const MARKED = new RegExp(
  [
    String.raw`(?:^|[\s([（【])[#№＃] ?((?=[\p{L}\p{N}_/-]{0,30}\d)[\p{L}\p{N}][\p{L}\p{N}_/-]{2,30}`,
    String.raw`[\p{L}\p{N}])(?=$|[\s)\]）】.,;:!])`,
  ].join(""),
  "gu",
);

/**
 * "Megrendelés visszaigazolás (#R418220937)", "Din kvittering #FJO-012": the one number of a subject behind the sign
 * for numbers, whatever words are before it; null if there are several, or its label is of something else.
 */
export function findMarkedInSubject(subject: string): NumberSeen | null {
  const [only, ...more] = [...subject.slice(0, CELL_CHARS_MAX).matchAll(MARKED)];
  const value = only?.[1];
  if (only === undefined || value === undefined || more.length > 0) return null;
  const start = only.index + only[0].length - value.length;
  if (OTHER_NUMBERS.find(foldWords(subject.slice(0, start))).length > 0) return null;
  return { kind: "order", value, start, end: start + value.length, line: 0 };
}

/** The place of a number's kind in the order of preference; less is better. */
export function rankNumber(number: NumberSeen): number {
  return NUMBER_KINDS.indexOf(number.kind);
}

function isFromCarrier(lines: readonly Line[]): boolean {
  return lines.some(({ text }) => text.length <= CELL_CHARS_MAX && CARRIER_WORDS.in(text));
}

function asLocator(number: NumberSeen): NumberSeen {
  const isReference = number.kind === "transaction" && !/\d/.test(number.value);
  return (number.kind === "booking" || isReference) && LOCATOR.test(number.value)
    ? { ...number, kind: "locator" }
    : number;
}

/**
 * The labels of document numbers in folded words, without those inside a label of something else.
 */
function findLabels(
  words: string,
  other: readonly PhraseHit<"other">[],
): readonly PhraseHit<NumberKind>[] {
  return NUMBER_LABELS.find(words).filter(
    (hit) => !other.some(({ start, end }) => start <= hit.start && end >= hit.end),
  );
}

/** The number in a cell that has its label in front of it. */
function findNumberInCell(cell: Cell): NumberSeen | null {
  const tokens = findTokens(cell.text);
  if (tokens.length === 0) return null;
  const words = foldWords(cell.text);
  const other = OTHER_NUMBERS.find(words);
  const labels = findLabels(words, other);
  const nouns = NUMBER_NOUNS.find(words);
  const behind = LABELS_BEHIND.find(words);
  if (labels.length === 0 && nouns.length === 0 && behind.length === 0) return null;
  for (const token of tokens) {
    const before = foldWords(cell.text.slice(0, token.index)).length;
    const isNear = ({ end }: { readonly end: number }) =>
      end <= before && before - end <= NEAR_CHARS;
    const follows = foldWords(cell.text.slice(0, token.index + token.text.length)).length;
    const after = behind.find(({ start }) => start === follows || start === follows - 1);
    if (after !== undefined && isLong(token)) return toNumber(after.tag, token, cell);
    const label = labels.findLast(isNear);
    const otherLabel = other.findLast(isNear);
    if (
      otherLabel !== undefined &&
      otherLabel.end > (label?.end ?? 0) &&
      !nouns.some((hit) => hit.start > otherLabel.start && hit.end <= before)
    )
      continue;
    if (label !== undefined && isLabelled(cell.text, words.slice(label.end, before), label, token))
      return toNumber(label.tag, wholeNumber(cell.text, token, label.tag), cell);
    const noun = nouns.findLast((hit) => hit.end <= before);
    const whole = noun === undefined ? token : withSeries(cell.text, token, noun.tag);
    const until = foldWords(cell.text.slice(0, whole.index)).length;
    if (noun !== undefined && isRightBehind(cell.text, words.slice(noun.end, until), noun, whole))
      return toNumber(noun.tag, whole, cell);
    if (noun !== undefined && isLong(token) && isInBrackets(cell.text, token))
      return toNumber(noun.tag, token, cell);
  }
  return null;
}

/** A long number may be near its label; a short one, or letters alone, must be right after. */
function isLabelled(
  cell: string,
  between: string,
  label: PhraseHit<NumberKind>,
  token: Token,
): boolean {
  if (token.digits === 0)
    return (
      mayBeLetters(label.tag, token.text, isMarked(cell, token.index)) &&
      isFiller(between) &&
      isSetApart(cell, token)
    );
  if (isLong(token)) return true;
  return isFiller(between) && (isMarked(cell, token.index) || isLast(cell, token));
}

/** "Your order from Corner Shop (number: 60418)". */
function isInBrackets(cell: string, { index, text }: Token): boolean {
  const word = /[(（]\s?(\p{L}{1,12})[.°º]?\s?[:：]?\s?$/u.exec(cell.slice(0, index))?.[1];
  return (
    word !== undefined &&
    NUMBER_WORDS.has(foldWords(word).trim()) &&
    /^\s?[)）]/u.test(cell.slice(index + text.length))
  );
}

/** "Ticket Confirmation #: 0417": the sign for a number, also with a colon. */
const NUMBER_SIGN = /[#№º＃]\s?[:：]?\s{0,2}$/u;

function isRightBehind(
  cell: string,
  between: string,
  noun: PhraseHit<NumberKind>,
  token: Token,
): boolean {
  if (!isFiller(between)) return false;
  if (token.digits === 0)
    return (
      (noun.tag === "booking" || mayBeLetters(noun.tag, token.text, isMarked(cell, token.index))) &&
      isSetApart(cell, token)
    );
  if (between.trim() !== "" || NUMBER_SIGN.test(cell.slice(0, token.index))) return true;
  // After a colon the noun must begin the cell: "Points before purchase: 303" is no order number.
  if (isMarked(cell, token.index)) return noun.start <= 1 && (isLong(token) || isLast(cell, token));
  // Without a word or mark for "number" a sentence may have ended, or a year or a quantity follow.
  return (
    /[\p{L}\p{N}][ \u00a0][("“«[]?$/u.test(cell.slice(0, token.index)) &&
    isLong(token) &&
    !YEAR.test(token.text) &&
    !/\p{Ll}/u.test(token.text)
  );
}

function isFiller(between: string): boolean {
  const words = between.trim();
  return (
    words === "" ||
    (words.length <= NEAR_CHARS && words.split(" ").every((word) => NUMBER_WORDS.has(word)))
  );
}

/** Nothing follows it: "2 nights" is not a number. */
function isLast(cell: string, { text, index }: Token): boolean {
  return /^\s*(?:$|[)\].,;|·–*"'])/u.test(cell.slice(index + text.length));
}

/** Letters alone are a code where a mark is before them, or the text around is not in capitals. */
function isSetApart(cell: string, token: Token): boolean {
  return isMarked(cell, token.index) || /\p{Ll}/u.test(cell.slice(0, token.index));
}

/** The number in the next cell, or in the same column of the line below a cell that is a label. */
function findNumberBeyondCell(
  cells: readonly Cell[],
  at: number,
  below: Line | undefined,
): NumberSeen | null {
  const cell = cells[at];
  const next = cells[at + 1];
  if (cell === undefined) return null;
  const words = foldWords(cell.text.slice(findSentenceStart(cell.text)));
  if (words.length > LABEL_CHARS_MAX) return null;
  const label =
    findLabels(words, OTHER_NUMBERS.find(words)).at(-1) ??
    nounAlone(cell.text, words, next !== undefined || isNumberAlone(below?.text ?? ""));
  if (label === undefined || !isRest(words.slice(label.end))) return null;
  const inNext = next === undefined || next.text === "" ? null : readCellNumber(label.tag, next);
  if (inNext !== null) return inNext;
  const under = isHeadOfGoods(cells) ? undefined : cellBelow(cells, at, below);
  return under === undefined ? null : readCellNumber(label.tag, under);
}

/** "Facture" over "n° FA26-7730142". */
const NUMBER_MARK = /^(?:n[°ºo]|nr|no|num|№|#)[.:]? ?(?=\S{0,12}\d)/iu;

/** "Pedido" over "1487730226415-01": so long a number alone in its line. */
const LONG_ALONE = /^\s?[A-Z]{0,4}-?\d{6,20}(?:-\d{1,4})?\s?$/;

function isNumberAlone(line: string): boolean {
  return NUMBER_MARK.test(line) || LONG_ALONE.test(line);
}

/** A noun that fills its cell, or is before "#". */
function nounAlone(
  cell: string,
  words: string,
  hasNext: boolean,
): PhraseHit<NumberKind> | undefined {
  const nouns = NUMBER_NOUNS.find(words);
  if (/[#№]:?$/u.test(cell)) return nouns.at(-1);
  return hasNext ? nouns.find((hit) => hit.end - hit.start >= words.length - 3) : undefined;
}

/** Hardly anything after the label: "(PNR)", "is", "no." */
function isRest(rest: string): boolean {
  return rest.trim().length <= 10;
}

/** The number that fills a cell, or nearly. */
function readCellNumber(kind: NumberKind, cell: Cell): NumberSeen | null {
  const text = cell.text.trim();
  const bare = text.replace(/^[#№*("[\s]{1,4}|[*)"\].\s]{1,4}$/gu, "");
  const [token] = findTokens(cell.text);
  if (token !== undefined && token.digits > 0) {
    const whole = wholeNumber(cell.text, token, kind);
    const fills = isLong(token)
      ? whole.text.length >= text.length - 24 && text.length < 60
      : whole.text === bare;
    return fills ? toNumber(kind, whole, cell) : null;
  }
  const isLocator = kind === "transaction" && LOCATOR.test(bare);
  if ((!mayBeLetters(kind, bare, false) && !isLocator) || NO_LOCATORS.has(bare)) return null;
  return toNumber(kind, { text: bare, index: cell.text.indexOf(bare) }, cell);
}

function toNumber(
  kind: NumberKind,
  { text, index }: Pick<Token, "text" | "index">,
  { start, line }: Cell,
): NumberSeen {
  return { kind, value: text, start: start + index, end: start + index + text.length, line };
}
