// Classifies pieces of a payee's text that are not part of a name: a card's number, a date, a time,
// a reference. Each pattern is anchored and has no nested repetition, and pieces have a bounded
// length.

import type { Noise, Piece } from "./pieces.ts";

const PIECE_CHARS_MAX = 64;
const MONTHS =
  "JAN|FEB|MAR|APR|MAY|JUN|JUL|AUG|SEP|OCT|NOV|DEC|MAI|OKT|DEZ|MRT|OKT|DES|GEN|MAG|GIU|LUG|AGO|SET|OTT|DIC|ENE|ABR|FEV|AVR|JUI|AOU";

/** Kinds of characters as bits, because most patterns need not be tried on most pieces. */
const DIGIT = 1;
const LETTER = 2;
const MASK = 4;
const DASH = 8;
const STOP = 16;
const SLASH = 32;
const COLON = 64;
const PHONE = 128;
const OTHER = 256;

/** Noise, its pattern, the kinds of characters it needs and allows. "X" is a letter and a mask. */
// prettier-ignore
const PATTERNS: readonly (readonly [noise: Noise, pattern: RegExp, needs: number, allows: number])[] = [
  ["date", /^\d{4}[-./]\d{1,2}[-./]\d{1,2}\.?(T\d{2}:\d{2}(:\d{2})?)?$/, DIGIT, DASH | STOP | SLASH | LETTER | COLON],
  ["date", /^\d{1,2}[-./]\d{1,2}[-./](\d{2}|\d{4})\.?([T/]\d{2}[:.]\d{2}([:.]\d{2})?)?$/, DIGIT, DASH | STOP | SLASH | LETTER | COLON],
  ["date", new RegExp(`^\\d{2}[-.]?(${MONTHS})[-.]?(\\d{2}|\\d{4})?$`), DIGIT | LETTER, DASH | STOP],
  ["time", /^([01]?\d|2[0-3]):[0-5]\d(:[0-5]\d)?$/, DIGIT | COLON, 0],
  ["card", /^[X*•#]{2,}[-.]?\d{2,6}$/, DIGIT | MASK, LETTER | DASH | STOP],
  ["card", /^X\d{4}$/, DIGIT | MASK | LETTER, 0],
  ["card", /^\d{2,6}[X*•#]{1,12}\d{2,6}$/, DIGIT | MASK, LETTER],
  ["card", /^(X{4,}|\d{2}XX|[*•#]{3,}\d*)$/, MASK, DIGIT | LETTER],
  ["card", /^\d{4}(-\d{4}){3}$/, DIGIT | DASH, 0],
  ["card", /^PAS\d{3}$/, DIGIT | LETTER, 0],
  ["reference", /^\+?(1[-.])?\(?\d{3}\)?[-.]?\d{3}[-.]\d{4}$/, DIGIT, DASH | STOP | PHONE],
  ["reference", /^\+\d{7,15}$/, DIGIT | PHONE, 0],
  ["number", /^(FIL|NR|NO|REF|STORE)\.\d{2,10}$/, DIGIT | LETTER | STOP, 0],
  ["reference", /^\d{3,4}-\d{4,7}(-\d{1,2})?$/, DIGIT | DASH, 0],
  ["reference", /^[A-Z]?\d{5,}(-\d{1,2})?$/, DIGIT, LETTER | MASK | DASH],
  ["reference", /^[A-Z]{2}\d{2}[A-Z0-9]{4}\d{7}[A-Z0-9]{0,16}$/, DIGIT | LETTER, MASK],
  ["number", /^0\d{2,3}$/, DIGIT, 0],
];
/** By the kinds of a piece's characters, the patterns that may fit it. */
const CANDIDATES = Array.from({ length: 2 * OTHER }, (_, kinds) =>
  PATTERNS.filter(
    ([, , needs, allows]) => (kinds & needs) === needs && (kinds & ~(needs | allows)) === 0,
  ),
);
const DAY_MONTH = /^(\d{2})[./](\d{2})\.?$/;

/** The noise that a piece is by its form; null if it may be part of a name. */
export function classifyNoise(piece: Piece): Noise | null {
  // Several rules ask about the same piece.
  return piece.noise === undefined ? (piece.noise = findNoise(piece)) : piece.noise;
}

function findNoise(piece: Piece): Noise | null {
  const { text, key } = piece;
  if (
    key.length < 2 ||
    text.length > PIECE_CHARS_MAX ||
    !(piece.digit || key.includes("XX") || text.includes("*") || text.includes("•"))
  )
    return null;
  if (areDigits(text)) return classifyDigits(text);
  const bare = withoutMarks(text.toUpperCase());
  const kinds = listKinds(bare);
  for (const [noise, pattern] of CANDIDATES[kinds] ?? []) if (pattern.test(bare)) return noise;
  const day = (kinds & ~(DIGIT | STOP | SLASH)) === 0 ? DAY_MONTH.exec(bare) : null;
  if (day !== null && isDayMonth(Number(day[1]), Number(day[2]))) return "date";
  return isMixed(key) ? "reference" : null;
}

function areDigits(text: string): boolean {
  for (let at = 0; at < text.length; at += 1)
    if (classifyUnit(text.charCodeAt(at)) !== DIGIT) return false;
  return true;
}

/** The same as the patterns say of a text of nothing but digits, which is common. */
function classifyDigits(text: string): Noise | null {
  if (text.length > 4) return "reference";
  return text.length > 2 && text.startsWith("0") ? "number" : null;
}

/** The text without punctuation around it; a dot at the end stays. */
function withoutMarks(text: string): string {
  let from = 0;
  let to = text.length;
  while (from < to && isMark(text.charCodeAt(from), true)) from += 1;
  while (to > from && isMark(text.charCodeAt(to - 1), false)) to -= 1;
  return from === 0 && to === text.length ? text : text.slice(from, to);
}

/** One of -,;:()[] or, if `dot`, a dot. */
function isMark(unit: number, dot: boolean): boolean {
  return (
    unit === 45 ||
    unit === 44 ||
    unit === 59 ||
    unit === 58 ||
    unit === 40 ||
    unit === 41 ||
    unit === 91 ||
    unit === 93 ||
    (dot && unit === 46)
  );
}

function listKinds(text: string): number {
  let kinds = 0;
  for (let at = 0; at < text.length; at += 1) kinds |= classifyUnit(text.charCodeAt(at));
  return kinds;
}

function classifyUnit(unit: number): number {
  if (unit >= 48 && unit <= 57) return DIGIT;
  if (unit >= 65 && unit <= 90) return unit === 88 ? LETTER | MASK : LETTER;
  switch (unit) {
    case 42:
    case 35:
    case 0x2022:
      return MASK;
    case 45:
      return DASH;
    case 46:
      return STOP;
    case 47:
      return SLASH;
    case 58:
      return COLON;
    case 40:
    case 41:
    case 43:
      return PHONE;
    default:
      return OTHER;
  }
}

function isDayMonth(a: number, b: number): boolean {
  return a > 0 && b > 0 && Math.min(a, b) <= 12 && Math.max(a, b) <= 31;
}

const MIXED = /^[A-Z0-9]{6,}$/;

/** An order number or similar: letters and digits mixed, or a few letters before many digits. */
function isMixed(key: string): boolean {
  if (!MIXED.test(key)) return false;
  let digits = 0;
  let turns = 0;
  for (let at = 0; at < key.length; at += 1) {
    const digit = key.charCodeAt(at) < 58;
    if (digit) digits += 1;
    if (at > 0 && digit !== key.charCodeAt(at - 1) < 58) turns += 1;
  }
  return (
    digits >= 2 &&
    digits < key.length &&
    (turns >= 3 ||
      (turns === 2 && key.length >= 8 && digits >= 4) ||
      (turns === 1 && digits >= 5 && key.length >= 7))
  );
}

const SHOP_CHARS_MIN = 2;
const SHOP_CHARS_MAX = 11;
const SHOP = /^(#\d{1,7}|#?[A-Z]{0,2}-?\d{4,7})$/;

/** A shop's number after the merchant's name. Years and round numbers are names ("Café 1900"). */
export function isShopNumber(piece: Piece): boolean {
  if (!piece.digit) return false;
  return piece.shop === undefined ? (piece.shop = findShopNumber(piece)) : piece.shop;
}

function findShopNumber({ text, key, plain }: Piece): boolean {
  if (text.length < SHOP_CHARS_MIN) return false;
  const bare = plain ? key : text.toUpperCase().replace(/[,.;:]+$/, "");
  if (bare.length > SHOP_CHARS_MAX || !SHOP.test(bare)) return false;
  if (bare.startsWith("#")) return true;
  const digits = Number(bare.replace(/^\D+/, ""));
  return /^[A-Z]/.test(bare) || !isRoundOrYear(digits);
}

/** Whether a number of up to four digits is round or a year, as they are in names. */
export function isRoundOrYear(number: number): boolean {
  return number <= 9_999 && (number % 100 === 0 || (number >= 1_800 && number <= 2_099));
}

/** An amount with two decimals. */
export function isAmount(text: string): boolean {
  return text.length <= 16 && /^-?\d[\d.,'’]*[.,]\d{2}-?$/.test(text);
}
