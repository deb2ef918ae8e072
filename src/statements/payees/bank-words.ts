// Texts by which nobody recognizes the other party: the bank's own words for a kind of transaction
// ("DEBIT PURCHASE", "Zahlung Girocard"), codes, and words for "nothing". Where a row has another
// text, that one names the payee.

import bankWords from "./bank-words.json" with { type: "json" };
import nothing from "../words/party-labels.json" with { type: "json" };
import { splitLabel } from "./fields.ts";
import { CASH_TEXTS, MONTH_NAMES, PREFIXES } from "./labels.ts";
import { classifyNoise } from "./noise.ts";
import { findPhrase, indexPhrases } from "./phrases.ts";
import { comparisonKey } from "./keys.ts";
import { splitPieces, type Piece } from "./pieces.ts";

const KINDS = indexPhrases(Object.values(bankWords).map((phrases) => [true, phrases] as const));
const NOTHING: ReadonlySet<string> = new Set(nothing.nothing.map(comparisonKey));
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

const CASH =
  /\b(RETRAIT|BANKOMAT\w*|ATM|CAJERO|NUMERAR|HOTOVOSTI|GOTOWKI|DAB|BARGELD\w*|GELDAUTOMAT|GELDOPNAME|GELDAUTOMAAT|KONTANTUTTAG|KESZPENZFELVET|RETRAGERE|PRELIEVO|PRELEVAMENTO|REINTEGRO|SAQUE|LEVANTAMENTO|AUTOMAATTINOSTO|TARIK TUNAI|RUT TIEN)\b/;

const CASH_KEYS: ReadonlySet<string> = new Set(CASH_TEXTS.map(comparisonKey));

function isCash(key: string): boolean {
  return CASH.test(key) || CASH_KEYS.has(key);
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
  const key = comparisonKey(text);
  if (NOTHING.has(key)) return true;
  // Cash is what a person calls the payee.
  return namesKinds(text) && !isCash(key);
}

/** Whether the text has a kind of transaction, and besides it nothing but numbers and dates. */
function namesKinds(text: string): boolean {
  const pieces = splitPieces(text);
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
  const kind = findPhrase(KINDS, pieces, at);
  if (kind !== null) return kind.end;
  const prefix = findPhrase(PREFIXES, pieces, at);
  return prefix === null || prefix.tag === "weak" || prefix.tag === "cash" ? null : prefix.end;
}

function isNoise(piece: Piece): boolean {
  return /^\d+$/.test(piece.key) || MONTH_NAMES.has(piece.key) || classifyNoise(piece) !== null;
}
