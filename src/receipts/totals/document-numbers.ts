// The numbers by which a shop knows its document: order, booking, invoice, receipt, transaction, found behind, beside or
// below their labels in the languages of receipts. A number without a label is none, whatever it looks like, and one whose
// nearest label is something else's (a customer, a parcel, a phone) is that.

import { findDates } from "./money/dates.ts";
import { linesOf, type Line } from "./lines.ts";
import {
  CARRIER_WORDS,
  NO_LOCATORS,
  NUMBER_KINDS,
  NUMBER_LABELS,
  NUMBER_NOUNS,
  NUMBER_WORDS,
  OTHER_NUMBERS,
  type NumberKind,
} from "./number-labels.ts";
import { folded, type PhraseHit } from "../words/phrases.ts";

export interface NumberSeen {
  readonly kind: NumberKind;
  readonly value: string;
  readonly start: number;
  readonly end: number;
  readonly line: number;
}

const TOKEN =
  /(?<![\p{L}\p{N}])(?=[\p{L}\p{N}/_.-]{0,40}\d)[\p{L}\p{N}](?:[\p{L}\p{N}/_.-]{0,38}[\p{L}\p{N}])?(?![\p{L}\p{N}])/gu;
const CODE = /^[A-Z0-9]{5,8}$/;
const LETTERS = /(?<![\p{L}\p{N}])[A-Z]{6}(?![\p{L}\p{N}]|[-_]\p{L})/gu;
const LOCATOR = /^(?=[A-Z0-9]{0,5}[A-Z])[A-Z0-9]{6}$/;
/** "77 1234 5678": a number that is printed in groups. */
const GROUPS = /^(?: \d{3,6}){1,5}(?![\d.,:/-])/;
const YEAR = /^(?:19|20)\d\d$/;
const CELL_CHARS_MAX = 240;
const NUMBERS_MAX = 500;
const NEAR_CHARS = 16;

/** The labelled numbers of a view, in order; of one place the surest label. */
export function findNumbers(lines: readonly Line[]): readonly NumberSeen[] {
  const found: NumberSeen[] = [];
  const places = new Set<number>();
  for (const [index, line] of lines.entries()) {
    if (found.length >= NUMBERS_MAX) break;
    let start = line.start;
    const cells = line.text.split("\t");
    for (const [at, cell] of cells.entries()) {
      const seen =
        cell.length > CELL_CHARS_MAX
          ? null
          : (inCell(cell, start, index) ?? beyondCell(lines, index, cells, at, start));
      if (seen !== null && !places.has(seen.start)) {
        places.add(seen.start);
        found.push(seen);
      }
      start += cell.length + 1;
    }
  }
  return isCarriers(lines)
    ? found.map((one) =>
        one.kind === "booking" && LOCATOR.test(one.value) ? { ...one, kind: "locator" } : one,
      )
    : found;
}

/** The labelled numbers of a subject. */
export function numbersInSubject(subject: string): readonly NumberSeen[] {
  return findNumbers(linesOf(subject.slice(0, CELL_CHARS_MAX)));
}

/** The first number of the kind that is looked for first; of several of a kind the one that the subject names too. */
export function bestNumber(
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

/** How early a kind is looked for; less is earlier. */
export function numberRank(number: NumberSeen): number {
  return NUMBER_KINDS.indexOf(number.kind);
}

function isCarriers(lines: readonly Line[]): boolean {
  return lines.some(({ text }) => text.length <= CELL_CHARS_MAX && CARRIER_WORDS.in(text));
}

function inCell(cell: string, offset: number, line: number): NumberSeen | null {
  const words = folded(cell);
  const other = OTHER_NUMBERS.find(words);
  const labels = NUMBER_LABELS.find(words).filter(
    (hit) => !other.some((not) => not.start <= hit.start && not.end >= hit.end),
  );
  const nouns = NUMBER_NOUNS.find(words);
  if (labels.length === 0 && nouns.length === 0) return null;
  for (const token of tokensOf(cell)) {
    const before = folded(cell.slice(0, token.index)).length;
    const label = labels.findLast((hit) => hit.end <= before && before - hit.end <= NEAR_CHARS);
    const not = other.findLast((hit) => hit.end <= before && before - hit.end <= NEAR_CHARS);
    if (
      not !== undefined &&
      not.end > (label?.end ?? 0) &&
      !nouns.some((hit) => hit.start > not.start && hit.end <= before)
    )
      continue;
    if (label !== undefined && isLabelled(cell, words, label, before, token))
      return seen(label.tag, whole(cell, token, label.tag), offset, line);
    const noun = nouns.findLast((hit) => hit.end <= before);
    if (noun !== undefined && isRightBehind(cell, words, noun, before, token))
      return seen(noun.tag, withSeries(cell, token, noun.tag), offset, line);
  }
  return null;
}

/** A long number near its label; a short one, or letters alone, only right behind. */
function isLabelled(
  cell: string,
  words: string,
  label: PhraseHit<NumberKind>,
  before: number,
  token: Token,
): boolean {
  if (token.digits === 0)
    return (
      label.tag === "booking" && isFiller(words.slice(label.end, before)) && isSetApart(cell, token)
    );
  if (isLong(token)) return true;
  return isFiller(words.slice(label.end, before)) && (hasMark(cell, token) || isLast(cell, token));
}

function isRightBehind(
  cell: string,
  words: string,
  noun: PhraseHit<NumberKind>,
  before: number,
  token: Token,
): boolean {
  const between = words.slice(noun.end, before).trim();
  if (!isFiller(between)) return false;
  if (token.digits === 0) return noun.tag === "booking" && isSetApart(cell, token);
  if (between !== "" || /[#№º＃]\s{0,2}$/u.test(cell.slice(0, token.index))) return true;
  // Behind a colon only a noun that the cell begins with: "Points before purchase: 303" is none.
  if (hasMark(cell, token)) return noun.start <= 1 && (isLong(token) || isLast(cell, token));
  // Without any word or mark of a number a sentence may have ended, a year or a quantity may follow.
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

function hasMark(cell: string, { index }: Token): boolean {
  return /[#№:°º＃]\s{0,2}[*("“[]{0,3}\s?$/u.test(cell.slice(Math.max(0, index - 8), index));
}

/** Nothing goes on behind it: "2 nights" is no number. */
function isLast(cell: string, { text, index }: Token): boolean {
  return /^\s*(?:$|[)\].,;|·–*"'])/u.test(cell.slice(index + text.length));
}

/** Letters alone are a code where the text around is not all capitals too, or a mark parts them from it. */
function isSetApart(cell: string, token: Token): boolean {
  return hasMark(cell, token) || /\p{Ll}/u.test(cell.slice(0, token.index));
}

function isLong({ text, digits }: Token): boolean {
  return CODE.test(text) || (digits >= 3 && (digits >= 4 || text.length >= 5));
}

/** The token with the letters of its series before it, or the groups behind it. */
function whole(cell: string, token: Token, kind: NumberKind): Token {
  const groups = /^\d{2,8}$/.test(token.text)
    ? GROUPS.exec(cell.slice(token.index + token.text.length))
    : null;
  return groups === null
    ? withSeries(cell, token, kind)
    : { ...token, text: token.text + groups[0] };
}

/** "FV 12/2025": the letters of an invoice's series stand before its number. */
function withSeries(cell: string, token: Token, kind: NumberKind): Token {
  const series =
    kind === "invoice" && token.text.includes("/")
      ? /(?<![\p{L}\d])(?!NO |NR |ID )([A-Z]{1,3}) $/u.exec(cell.slice(0, token.index))
      : null;
  return series === null
    ? token
    : { ...token, text: `${series[0]}${token.text}`, index: token.index - series[0].length };
}

/** A cell that is a label and nothing else: the number fills the next cell, or the line below, in the same column. */
function beyondCell(
  lines: readonly Line[],
  index: number,
  cells: readonly string[],
  at: number,
  start: number,
): NumberSeen | null {
  const cell = cells[at] ?? "";
  const next = cells[at + 1];
  const words = folded(cell);
  if (words.length > 60) return null;
  const other = OTHER_NUMBERS.find(words);
  const label =
    NUMBER_LABELS.find(words).findLast(
      (hit) => !other.some((not) => not.start <= hit.start && not.end >= hit.end),
    ) ?? nounAlone(cell, words, next !== undefined);
  if (label === undefined || !isRest(words.slice(label.end))) return null;
  const beside =
    next === undefined || next === ""
      ? null
      : filling(label.tag, next, start + cell.length + 1, index);
  if (beside !== null) return beside;
  const below = lines[index + 1];
  if (below === undefined || below.text.length > CELL_CHARS_MAX) return null;
  const under = below.text.split("\t");
  const column = under.length === cells.length ? at : cells.length === 1 ? 0 : -1;
  const value = under[column];
  return value === undefined
    ? null
    : filling(
        label.tag,
        value,
        below.start + under.slice(0, column).join("\t").length + (column > 0 ? 1 : 0),
        index + 1,
      );
}

/** A noun that fills its cell, or stands before "#". */
function nounAlone(
  cell: string,
  words: string,
  beside: boolean,
): PhraseHit<NumberKind> | undefined {
  const nouns = NUMBER_NOUNS.find(words);
  if (/[#№]:?$/u.test(cell)) return nouns.at(-1);
  return beside ? nouns.find((hit) => hit.end - hit.start >= words.length - 3) : undefined;
}

/** Behind the label hardly anything: "(PNR)", "is", "no." */
function isRest(rest: string): boolean {
  return rest.trim().length <= 10;
}

function filling(kind: NumberKind, cell: string, offset: number, line: number): NumberSeen | null {
  const text = cell.trim();
  const bare = text.replace(/^[#№*("[\s]{1,4}|[*)"\].\s]{1,4}$/gu, "");
  const [token] = tokensOf(cell);
  if (token !== undefined && token.digits > 0) {
    const full = whole(cell, token, kind);
    const fills = isLong(token)
      ? full.text.length >= text.length - 24 && text.length < 60
      : full.text === bare;
    return fills ? seen(kind, full, offset, line) : null;
  }
  if (kind !== "booking" || !CODE.test(bare) || NO_LOCATORS.has(bare)) return null;
  const start = offset + cell.indexOf(bare);
  return { kind, value: bare, start, end: start + bare.length, line };
}

interface Token {
  readonly text: string;
  readonly index: number;
  readonly digits: number;
}

/** What may be a number in a cell, in order: no dates, no amounts, no percentages. */
function tokensOf(cell: string): readonly Token[] {
  const dates = findDates(cell, null);
  const tokens = [
    ...cell.matchAll(TOKEN),
    ...[...cell.matchAll(LETTERS)].filter(({ 0: text }) => !NO_LOCATORS.has(text)),
  ].map(({ 0: text, index }): Token => ({
    text,
    index,
    digits: text.replace(/\P{Nd}/gu, "").length,
  }));
  return tokens
    .sort((a, b) => a.index - b.index)
    .filter(({ text, index }) => {
      if (/^\d{1,3}(?:[.,]\d{3})*[.,]\d{2}$/.test(text)) return false;
      if (
        /^(?:[.,:]\d|\s?[%€£$₹¥])/.test(cell.slice(index + text.length, index + text.length + 2)) ||
        /[€£$₹¥]\s?$/.test(cell.slice(Math.max(0, index - 2), index))
      )
        return false;
      return !dates.some((date) => date.start < index + text.length && date.end > index);
    });
}

function seen(kind: NumberKind, { text, index }: Token, offset: number, line: number): NumberSeen {
  return { kind, value: text, start: offset + index, end: offset + index + text.length, line };
}
