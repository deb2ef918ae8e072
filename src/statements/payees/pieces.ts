// Splits a payee's text into pieces that are kept or left out whole. Nothing is rewritten: the kept
// pieces, joined with the blanks that were between them, are what the bank printed.

import { WORD_CHARS_CACHED_MAX, WORDS_CACHED_MAX } from "../../platform/limits.ts";
import { ownCopy } from "../../platform/text.ts";
import { cutWord } from "./cuts.ts";
import { comparisonKey, isDigit } from "./keys.ts";
import { BEGINS_NOISE, IS_NAMELESS, kindsOf } from "./lexicon.ts";

/** What a piece is when it is no part of a name. */
export type Noise = "card" | "date" | "time" | "reference" | "amount" | "number";

/** A part of the text without blanks. The same word is the same piece in all texts. */
export interface Piece {
  readonly text: string;
  /** For comparison: capitals, no accents, no punctuation around; "" for mere punctuation. */
  readonly key: string;
  /** Whether it follows the previous piece without a blank. */
  readonly glued: boolean;
  /** Whether the key has a digit, and its letters up to three; an East Asian one counts as two. */
  readonly digit: boolean;
  readonly letters: number;
  /** Whether it is a word between blanks of nothing but ASCII letters and digits. */
  readonly plain: boolean;
  /** What the tables say about the key, as bits (lexicon.ts). */
  readonly kinds: number;
  /** Whether a person could recognize a payee by it: it is neither generic nor a month. */
  readonly named: boolean;
  /** Whether it may be noise or begin some; of most words nothing need be asked. */
  readonly noisy: boolean;
  /** Whether it has a mark by which banks name or separate the parts of a text. */
  readonly marked: boolean;
  /** What classifyNoise and isShopNumber found; undefined before they looked. */
  noise: Noise | null | undefined;
  shop: boolean | undefined;
}

/** A piece outside the text. */
export const NOTHING: Piece = {
  text: "",
  key: "",
  glued: false,
  digit: false,
  letters: 0,
  plain: false,
  kinds: 0,
  named: false,
  noisy: false,
  marked: false,
  noise: undefined,
  shop: undefined,
};

/** The pieces of words without digits, since texts differ in numbers and repeat their words. */
const known = new Map<string, Piece[]>();

/** Splits at blanks, and the words between them as cutWord does. */
export function splitPieces(text: string): Piece[] {
  const pieces: Piece[] = [];
  let from = 0;
  let end = 0;
  // Bits of what the word has so far.
  let has = 0;
  for (; end <= text.length; end += 1) {
    const unit = end === text.length ? BLANK : text.charCodeAt(end);
    if (unit !== BLANK) has |= unit < 128 ? (UNIT_BITS[unit] ?? OTHERS) : OTHERS;
    else {
      if (end > from) pushWord(pieces, text.slice(from, end), has);
      from = end + 1;
      has = 0;
    }
  }
  return pieces;
}

const BLANK = 32;
const DIGITS = 1;
const CAPITALS = 2;
const SMALL = 4;
const OTHERS = 8;

/** The bit of each character of ASCII. */
const UNIT_BITS = Uint8Array.from({ length: 128 }, (_, unit) => {
  if (unit >= 97 && unit <= 122) return SMALL;
  if (unit >= 65 && unit <= 90) return CAPITALS;
  return isDigit(unit) ? DIGITS : OTHERS;
});

function pushWord(pieces: Piece[], word: string, has: number): void {
  if ((has & DIGITS) !== 0) {
    pushMade(pieces, word, has);
    return;
  }
  let made: Piece[] | undefined = known.get(word);
  if (made === undefined) {
    made = [];
    const own = ownCopy(word);
    pushMade(made, own, has);
    if (known.size >= WORDS_CACHED_MAX) known.clear();
    if (own.length <= WORD_CHARS_CACHED_MAX) known.set(own, made);
  }
  for (let at = 0; at < made.length; at += 1) pieces.push(made[at] ?? NOTHING);
}

function pushMade(pieces: Piece[], word: string, has: number): void {
  if ((has & OTHERS) === 0) {
    const key = (has & SMALL) === 0 ? word : word.toUpperCase();
    pieces.push(makePiece(word, key, true, false));
    return;
  }
  let glued = false;
  for (const part of cutWord(word)) {
    pieces.push(makePiece(part, comparisonKey(part), false, glued));
    glued = true;
  }
}

const LETTERS_MAX = 3;
/** What masked cards and web addresses have; "XX" and digits aside. */
const NOISE_MARK = /[*•]|.\../;
/** What banks name or separate parts with; a separator ends a word. */
const FIELD_MARK = /[+:：/]|[-|;,]$/;

function makePiece(text: string, key: string, plain: boolean, glued: boolean): Piece {
  let digit = false;
  let letters = 0;
  for (let at = 0; at < key.length && (letters < LETTERS_MAX || !digit); at += 1) {
    const unit = key.charCodeAt(at);
    if (isDigit(unit)) digit = true;
    else if (unit >= 0x2e80) letters += 2;
    else if ((unit >= 65 && unit <= 90) || (unit >= 0xaa && unit !== 0xd7 && unit < 0x2000))
      letters += 1;
  }
  const kinds = kindsOf(key, digit, letters);
  return {
    text,
    key,
    glued,
    digit,
    letters: Math.min(letters, LETTERS_MAX),
    plain,
    kinds,
    named: letters >= 2 && (kinds & IS_NAMELESS) === 0,
    noisy:
      digit ||
      (kinds & BEGINS_NOISE) !== 0 ||
      key.includes("XX") ||
      (!plain && NOISE_MARK.test(text)),
    marked: !plain && FIELD_MARK.test(text),
    noise: undefined,
    shop: undefined,
  };
}

/** The pieces as the bank printed them. */
export function joinPieces(pieces: readonly Piece[]): string {
  let text = "";
  for (const piece of pieces) text += piece.glued || text === "" ? piece.text : ` ${piece.text}`;
  return text;
}
