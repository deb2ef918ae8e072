// Texts by which nobody recognizes the other party: the bank's own words for a kind of transaction
// ("DEBIT PURCHASE", "Zahlung Girocard"), codes, and words for "nothing". Where a row has another
// text, that one names the payee.

import { splitLabel } from "./fields.ts";
import { comparisonKey } from "./keys.ts";
import { CASH_TEXTS, CASH_WORDS, KINDS, MONTH_NAMES, NOTHING_TEXTS, PREFIXES } from "./labels.ts";
import { BEGINS_KIND } from "./lexicon.ts";
import { classifyNoise } from "./noise.ts";
import { findPhrase } from "./phrases.ts";
import { splitPieces, type Piece } from "./pieces.ts";

/** A longer text says more than a kind of transaction. */
const CHARS_MAX = 80;
const CACHE_ENTRIES_MAX = 2_000;
const cache = new Map<string, boolean>();

/** Whether the text may name a party: it is not empty, no code and not the bank's own words. */
export function mayNameParty(text: string): boolean {
  if (text === "") return false;
  const known = cache.get(text);
  if (known !== undefined) return known;
  if (cache.size >= CACHE_ENTRIES_MAX) cache.clear();
  // "Rachunek: 12 1020 5558": a label does not make a name of a number.
  const rest = splitLabel(text)?.value ?? text;
  const may = !isCode(rest) && !isBankWords(rest);
  cache.set(text, may);
  return may;
}

function isCash(key: string): boolean {
  return CASH_WORDS.test(key) || CASH_TEXTS.has(key);
}

const IBAN = /^[A-Z]{2}\d{2} ?([A-Z0-9]{4} ?){2,7}[A-Z0-9]{0,4}$/;
const TOKEN_CHARS_MIN = 5;

/** Whether the text is a number, an account or an id and no words. */
export function isCode(text: string): boolean {
  if (!/\p{L}{2}/u.test(text)) return true;
  if (!/\d/.test(text)) return false;
  if (IBAN.test(text)) return true;
  if (/\s/.test(text) || text.length < TOKEN_CHARS_MIN) return false;
  const digits = text.replace(/\D/g, "").length;
  return digits * 3 >= text.length && !/\p{L}{4}/u.test(text);
}

/** Whether the text names cash, which is what a person calls the payee. */
export function namesCash(text: string): boolean {
  return isCash(comparisonKey(text));
}

/** Whether the text only names a kind of transaction, or says that there is no text. */
export function isBankWords(text: string): boolean {
  if (text.length > CHARS_MAX) return false;
  const pieces = splitPieces(text);
  // Cash is what a person calls the payee.
  return areBankWords(pieces)
    ? !isCash(comparisonKey(text)) || saysNothing(text)
    : countWords(pieces) <= NOTHING_WORDS_MAX && saysNothing(text);
}

const NOTHING_WORDS_MAX = Math.max(...Array.from(NOTHING_TEXTS, (text) => text.split(" ").length));

function saysNothing(text: string): boolean {
  return NOTHING_TEXTS.has(comparisonKey(text));
}

function countWords(pieces: readonly Piece[]): number {
  let count = 0;
  for (let at = 0; at < pieces.length; at += 1) if (pieces[at]?.key !== "") count += 1;
  return count;
}

/** Whether the pieces are kinds of transactions, and besides them nothing but numbers and dates. */
function areBankWords(pieces: readonly Piece[]): boolean {
  let at = 0;
  let named = false;
  while (at < pieces.length) {
    const piece = pieces[at];
    const end = findKind(pieces, at);
    if (end !== null) {
      named = true;
      at = end;
    } else if (piece === undefined || piece.key === "" || isNoise(piece)) at += 1;
    else return false;
  }
  return named;
}

/** Where the kind of transaction ends that begins at a piece; null if none does. */
function findKind(pieces: readonly Piece[], at: number): number | null {
  if (((pieces[at]?.kinds ?? 0) & BEGINS_KIND) === 0) return null;
  const kind = findPhrase(KINDS, pieces, at);
  if (kind !== null) return kind.end;
  const prefix = findPhrase(PREFIXES, pieces, at);
  return prefix === null || prefix.tag === "weak" || prefix.tag === "cash" ? null : prefix.end;
}

const NUMBER = /^\d+$/;

function isNoise(piece: Piece): boolean {
  return NUMBER.test(piece.key) || MONTH_NAMES.has(piece.key) || classifyNoise(piece) !== null;
}
