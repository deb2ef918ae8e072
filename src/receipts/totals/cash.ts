// Whether a receipt says that it was paid in cash: a word for cash is the whole value of a payment
// label, or a till prints a row for it with the change below. A card or another way to pay in the
// same receipt leaves the question open. Cash on delivery is not a payment yet.

import { isCurrency } from "../../money/currency.ts";
import PAYMENT_WORDS from "../words/payment-words.json" with { type: "json" };
import { foldWords, phrasesIn, wordsIn } from "../words/phrases.ts";
import { rememberTexts } from "../words/remembered.ts";
import type { Line } from "./lines.ts";
import { findCards } from "./money/cards.ts";

/** A word may be in several of the lists, so each list is looked at alone. */
const CASH = foldAll(PAYMENT_WORDS.cash);
const LABEL = foldAll(PAYMENT_WORDS.label);
const CHANGE = foldAll(PAYMENT_WORDS.change);
const OTHER_MEANS = foldAll(PAYMENT_WORDS["other means"]);

function foldAll(words: Parameters<typeof wordsIn>[0]): ReadonlySet<string> {
  return new Set(wordsIn(words).map((word) => foldWords(word).trim()));
}

/** The longest word of each phrase for cash: "contanti" of "in contanti". */
const CASH_WORDS = phrasesIn<"cash">({
  cash: {
    all: [...CASH].map((words) =>
      words.split(" ").reduce((longest, word) => (word.length > longest.length ? word : longest)),
    ),
  },
});

/** Whether a text has a word for cash at all; otherwise none of its lines need be looked at. */
export function namesCash(text: string): boolean {
  return findRemembered(text, null);
}

const findRemembered = rememberTexts((text: string) => CASH_WORDS.in(text));

export interface CashSeen {
  /** Where in the text the word for cash is. */
  readonly start: number;
  readonly end: number;
}

const CHANGE_LINES_MAX = 4;
const LINE_CHARS_MAX = 200;

/** The word for cash; null if there is none, or where something else was paid with as well. */
export function findCashPayment(text: string, lines: readonly Line[]): CashSeen | null {
  if (!namesCash(text)) return null;
  const short = lines.filter((line) => line.text.length <= LINE_CHARS_MAX);
  const [first] = short.flatMap((line, index) => findCash(line, short, index) ?? []);
  if (first === undefined || findCards(text).length > 0) return null;
  return short.some((line, index) => hasOtherMeans(line, short[index - 1])) ? null : first;
}

function findCash(line: Line, lines: readonly Line[], index: number): CashSeen | null {
  const pieces = splitPieces(line);
  const at = pieces.findIndex(({ words }) => CASH.has(words));
  const piece = pieces[at];
  if (piece === undefined) return null;
  const before = pieces[at - 1] ?? (at === 0 ? splitPieces(lines[index - 1]).at(-1) : undefined);
  const isLabelled = before !== undefined && LABEL.has(before.words);
  // A till: "BAR 20,00", and the change below it.
  const isTillRow = at === 0 && line.amounts.length > 0 && hasChangeBelow(lines, index);
  return isLabelled || isTillRow
    ? { start: line.start + piece.start, end: line.start + piece.end }
    : null;
}

/** Whether a till's row says what was handed over in cash, with the change below it. */
export function isHandedOver(lines: readonly Line[], index: number): boolean {
  const line = lines[index];
  if (line === undefined || line.amounts.length === 0 || line.text.length > LINE_CHARS_MAX)
    return false;
  const [first] = splitPieces(line);
  return first !== undefined && CASH.has(first.words) && hasChangeBelow(lines, index);
}

function hasChangeBelow(lines: readonly Line[], index: number): boolean {
  return lines
    .slice(index + 1, index + 1 + CHANGE_LINES_MAX)
    .some(
      (line) => line.amounts.length > 0 && splitPieces(line).some(({ words }) => CHANGE.has(words)),
    );
}

/** Another way to pay: the value of a payment label, or the beginning of a till's row. */
function hasOtherMeans(line: Line, above: Line | undefined): boolean {
  const pieces = splitPieces(line);
  return pieces.some(({ words }, at) => {
    if (!OTHER_MEANS.has(words)) return false;
    const before = pieces[at - 1] ?? splitPieces(above).at(-1);
    return (
      (at === 0 && line.amounts.length > 0) || (before !== undefined && LABEL.has(before.words))
    );
  });
}

interface Piece {
  readonly start: number;
  readonly end: number;
  readonly words: string;
}

const PIECE_ENDS = new Set([":", "\t", "：", "|"]);

/** The pieces of lines that were read: a line is asked as a row, and as the line above or below one. */
const piecesOf = new WeakMap<Line, readonly Piece[]>();

/** A line's words between its amounts, colons and tabs, without the codes of currencies. */
function splitPieces(line: Line | undefined): readonly Piece[] {
  if (line === undefined) return [];
  const known = piecesOf.get(line);
  if (known !== undefined) return known;
  const pieces = readPieces(line);
  piecesOf.set(line, pieces);
  return pieces;
}

function readPieces(line: Line): readonly Piece[] {
  const pieces: Piece[] = [];
  const amountEnds = new Map(
    line.amounts.map((amount) => [amount.start - line.start, amount.end - line.start]),
  );
  let start = 0;
  for (let at = 0; at <= line.text.length; at += 1) {
    const char = line.text[at];
    if (!amountEnds.has(at) && char !== undefined && !PIECE_ENDS.has(char)) continue;
    pieces.push(...toPiece(line.text, start, at));
    at = Math.max(at, (amountEnds.get(at) ?? 0) - 1);
    start = at + 1;
  }
  return pieces;
}

function toPiece(text: string, start: number, end: number): readonly Piece[] {
  const raw = text.slice(start, end);
  const from = start + (raw.length - raw.trimStart().length);
  const words = foldWords(raw)
    .trim()
    .split(" ")
    .filter((word) => !isCurrency(word))
    .join(" ");
  return words === "" ? [] : [{ start: from, end: from + raw.trim().length, words }];
}
