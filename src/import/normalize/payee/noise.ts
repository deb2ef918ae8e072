// What a piece of a payee's text is, if it is no part of a name: a card's number, a date, a time, a reference. Each
// pattern is anchored, over one piece of bounded length, without nested repetition.

import type { Piece } from "./pieces.ts";

export type Noise = "card" | "date" | "time" | "reference" | "amount" | "number";

const PIECE_CHARS_MAX = 64;
const MONTHS = "JAN|FEB|MAR|APR|MAY|JUN|JUL|AUG|SEP|OCT|NOV|DEC|MAI|OKT|DEZ|MRT|OKT|DES|GEN|MAG|GIU|LUG|AGO|SET|OTT|DIC|ENE|ABR|FEV|AVR|JUI|AOU";
const PATTERNS: readonly (readonly [Noise, RegExp])[] = [
  ["date", /^\d{4}[-./]\d{1,2}[-./]\d{1,2}\.?(T\d{2}:\d{2}(:\d{2})?)?$/],
  ["date", /^\d{1,2}[-./]\d{1,2}[-./](\d{2}|\d{4})\.?([T/]\d{2}[:.]\d{2}([:.]\d{2})?)?$/],
  ["date", new RegExp(`^\\d{2}[-.]?(${MONTHS})[-.]?(\\d{2}|\\d{4})?$`)],
  ["time", /^([01]?\d|2[0-3]):[0-5]\d(:[0-5]\d)?$/],
  ["card", /^[X*•#]{2,}[-.]?\d{2,6}$/],
  ["card", /^X\d{4}$/],
  ["card", /^\d{2,6}[X*•#]{1,12}\d{2,6}$/],
  ["card", /^(X{4,}|\d{2}XX|[*•#]{3,}\d*)$/],
  ["card", /^\d{4}(-\d{4}){3}$/],
  ["card", /^PAS\d{3}$/],
  ["reference", /^\+?(1[-.])?\(?\d{3}\)?[-.]?\d{3}[-.]\d{4}$/],
  ["reference", /^\+\d{7,15}$/],
  ["number", /^(FIL|NR|NO|REF|STORE)\.\d{2,10}$/],
  ["reference", /^\d{3,4}-\d{4,7}(-\d{1,2})?$/],
  ["reference", /^[A-Z]?\d{5,}(-\d{1,2})?$/],
  ["reference", /^[A-Z]{2}\d{2}[A-Z0-9]{4}\d{7}[A-Z0-9]{0,16}$/],
  ["number", /^0\d{2,3}$/],
];
const DAY_MONTH = /^(\d{2})[./](\d{2})\.?$/;

/** What the piece is by its form alone, or null: part of a name, as far as one can see. */
export function noiseOf(piece: Piece): Noise | null {
  const { text, key } = piece;
  if (key.length < 2 || text.length > PIECE_CHARS_MAX || !(piece.digit || key.includes("XX") || text.includes("*") || text.includes("•"))) return null;
  const bare = text.toUpperCase().replace(/^[-,;:()[\].]+/, "").replace(/[-,;:()[\]]+$/, "");
  for (const [noise, pattern] of PATTERNS) {
    if (pattern.test(bare)) return noise;
  }
  const day = DAY_MONTH.exec(bare);
  if (day !== null && isDayMonth(Number(day[1]), Number(day[2]))) return "date";
  return isMixed(key) ? "reference" : null;
}

function isDayMonth(a: number, b: number): boolean {
  return a > 0 && b > 0 && Math.min(a, b) <= 12 && Math.max(a, b) <= 31;
}

const MIXED = /^[A-Z0-9]{6,}$/;

/** An order number or the like: letters and digits by turns, or a few letters before many digits. */
function isMixed(key: string): boolean {
  if (!MIXED.test(key)) return false;
  let digits = 0;
  let turns = 0;
  for (let at = 0; at < key.length; at += 1) {
    const digit = key.charCodeAt(at) < 58;
    if (digit) digits += 1;
    if (at > 0 && digit !== key.charCodeAt(at - 1) < 58) turns += 1;
  }
  return digits >= 2 && digits < key.length && (turns >= 3 || (turns === 2 && key.length >= 8 && digits >= 4) || (turns === 1 && digits >= 5 && key.length >= 7));
}

const SHOP = /^(#\d{1,7}|#?[A-Z]{0,2}-?\d{4,7})$/;

/** The number of a shop behind its merchant's name; years and round numbers belong to names ("Café 1900"). */
export function isShopNumber(piece: Piece): boolean {
  if (!piece.digit) return false;
  const bare = piece.text.toUpperCase().replace(/[,.;:]+$/, "");
  if (!SHOP.test(bare)) return false;
  if (bare.startsWith("#")) return true;
  const digits = Number(bare.replace(/^\D+/, ""));
  return /^[A-Z]/.test(bare) || digits > 9999 || !(digits % 100 === 0 || (digits >= 1800 && digits <= 2099));
}

/** An amount with two decimals. */
export function isAmount(text: string): boolean {
  return text.length <= 16 && /^-?\d[\d.,'’]*[.,]\d{2}-?$/.test(text);
}
