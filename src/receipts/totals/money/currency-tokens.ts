// The symbols and words beside a number that name its currency. One that goes on beyond its edge, that
// belongs to the next number, or that is only a word like one, names none.

import { isCurrency, type Currency } from "../../../money/currency.ts";
import {
  findCurrencies,
  LETTERS_BEHIND_COMMA,
  LETTERS_WITH_DECIMALS,
  symbolLengthsFrom,
  symbolLengthsTo,
  WORDLIKE_CODES,
  WORDS_BEHIND,
} from "./currency-symbols.ts";
import { findDates } from "./dates.ts";
import type { PrintedNumber } from "./numbers.ts";

/** A symbol or a word for a currency, or "12,-", which names none. */
export interface Token {
  /** The far end of the token: its start on the left side of the number, its end on the right. */
  readonly at: number;
  /** Where the symbol or word is. */
  readonly start: number;
  readonly end: number;
  readonly currencies: readonly Currency[];
  readonly iso: boolean;
}

/** The currency of a number, or the currencies that its symbol may mean. */
export interface NamedCurrency {
  readonly currency: Currency | null;
  readonly candidates: readonly Currency[];
  /** Named by its code. */
  readonly iso: boolean;
}

export const MINUS = /[-−–‐‑﹣]/;
export const LETTER = /\p{L}/u;
/** Prepositions of this script are joined to a code without a hyphen. */
const ARABIC = /[\u0620-\u064a]/;
/** Scripts without blanks between words, and Korean, which joins its symbols. */
export const CJK =
  /[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]/;

/** The rest of "won't", behind a word that is also a currency. */
const CONTRACTION = /^['’]t(?!\p{L})/u;

const OF_DAY = /^ (?:data de )?\d{1,4}[./-]\d{1,2}[./-]/;

/** The token before a number that begins at an offset; null without one. */
export function findTokenBefore(text: string, at: number, number: PrintedNumber): Token | null {
  let end = at;
  if (MINUS.test(text[end - 1] ?? "")) end -= 1;
  while (at - end < 3 && (text[end - 1] === " " || text[end - 1] === "\u00a0")) end -= 1;
  if (text[end - 1] === "\t") end -= 1;
  const tab = text[end] === "\t";
  for (const length of symbolLengthsTo(text[end - 1] ?? "")) {
    if (length > end) continue;
    const token = readToken(text.slice(end - length, end), number);
    // "12.00 €", and in the next cell "13.00"; "$" in a cell of its own is of the number in the next one.
    const isAlone = length === end || /[\t\n]/.test(text[end - length - 1] ?? "");
    if (
      token === null ||
      (tab && !token.iso && !isAlone) ||
      WORDS_BEHIND.has(text.slice(end - length, end).toLowerCase())
    )
      continue;
    const before = text[end - length - 1] ?? "";
    if (isLetterEdge(text[end - length] ?? "", before)) continue;
    // "4KZX81R2": letters right between digits belong to an id.
    if (end === at && /^[A-Za-z]/.test(text.slice(end - length)) && /\d/.test(before)) continue;
    return withCodeBefore(text, { at: end - length, start: end - length, end, ...token });
  }
  return findTokenInLabel(text, at, number);
}

/** The label names the currency: "Patient pays (บาท)" beside "1,845.00", "Betrag in EUR: 43,18". */
const NAMED_IN_LABEL =
  /(?:\((?<token>[^()\d\s]{1,8})\)|(?<!\p{L})(?:in|en|em|w|v|i) (?<code>[A-Z]{3}))(?: ?[:：] {0,3}\n?| ?\t ?)$/u;
const LABEL_END_CHARS = 16;

function findTokenInLabel(text: string, at: number, number: PrintedNumber): Token | null {
  const label = NAMED_IN_LABEL.exec(text.slice(Math.max(0, at - LABEL_END_CHARS), at));
  const printed = label?.groups?.["token"] ?? label?.groups?.["code"];
  const token = printed === undefined ? null : readToken(printed, number);
  if (label === null || printed === undefined || token === null) return null;
  const start = at - label[0].length + label[0].indexOf(printed);
  return { at, start, end: start + printed.length, ...token };
}

const CODE_BEFORE = /(?<![\p{L}\d])([A-Z]{3})[ \u00a0]{1,2}$/u;

/** "COP $ 148.500": a code before a symbol that several currencies share says which of them it is. */
function withCodeBefore(text: string, token: Token): Token {
  if (token.iso || token.currencies.length < 2) return token;
  const code = CODE_BEFORE.exec(text.slice(Math.max(0, token.start - 6), token.start));
  const named = token.currencies.find((one) => one === code?.[1]?.toLowerCase());
  if (code === null || named === undefined) return token;
  const at = token.start - code[0].length;
  return { ...token, at, start: at, currencies: [named], iso: true };
}

/** The token behind a number that ends at an offset; null without one. */
export function findTokenAfter(text: string, end: number, number: PrintedNumber): Token | null {
  let at = end;
  // "12,-" and "12.–": no cents.
  const dash = /^[.,][-–—]{1,2}/.exec(text.slice(at, at + 3));
  if (dash !== null) at += dash[0].length;
  while (at - end < 5 && (text[at] === " " || text[at] === "\u00a0")) at += 1;
  if (text[at] === "\t") at += 1;
  const tab = text[at - 1] === "\t";
  for (const length of symbolLengthsFrom(text[at] ?? "")) {
    if (length > text.length - at) continue;
    const token = readToken(text.slice(at, at + length), number);
    if (token === null || (tab && !token.iso)) continue;
    // In the next cell, right before a number, it is that number's.
    if (tab && /^[ \u00a0]?\d/.test(text.slice(at + length, at + length + 2))) continue;
    if (isLetterEdge(text[at + length - 1] ?? "", text[at + length] ?? "")) continue;
    // "Factura 26110093345 din 06.11.2026": a Romanian "of" before its day.
    if (
      text.slice(at, at + length) === "din" &&
      OF_DAY.test(text.slice(at + length, at + length + 12))
    )
      continue;
    // "Your card ending in 6071 won't be charged".
    if (CONTRACTION.test(text.slice(at + length, at + length + 3))) continue;
    if (at === end && /^[A-Za-z]+\d/.test(text.slice(at, at + length + 1))) continue;
    // "21 oktober 2026 € 61,00": behind a year, the symbol is the next number's.
    if (/^[ \u00a0]?\d/.test(text.slice(at + length, at + length + 2)) && isYear(text, end, number))
      continue;
    // "5 $ 12.00": the symbol belongs to the number right after it.
    if (
      at > end &&
      dash === null &&
      !token.iso &&
      /^\d/.test(text.slice(at + length, at + length + 1))
    )
      continue;
    return { at: at + length, start: at, end: at + length, ...token };
  }
  return dash === null
    ? null
    : { at: end + dash[0].length, start: end, end, currencies: [], iso: false };
}

const DATE_CHARS_MAX = 24;

/** Whether a number that ends at an offset is the year of a day. */
function isYear(text: string, end: number, { value, decimals }: PrintedNumber): boolean {
  if (decimals > 0 || !/^(?:19|20)\d\d$/.test(value)) return false;
  const before = text.slice(Math.max(0, end - DATE_CHARS_MAX), end);
  return findDates(before, null).some((date) => date.end === before.length);
}

/** "12.50", "12,400": a count of things is hardly printed so. */
function isOfMoney({ decimals, grouped, otherwise }: PrintedNumber): boolean {
  return decimals === 2 || grouped || otherwise !== null;
}

function readToken(text: string, number: PrintedNumber): Pick<Token, "currencies" | "iso"> | null {
  if (/^[A-Z]{3}$/.test(text)) {
    const code = text.toLowerCase();
    if (isCurrency(code) && (!WORDLIKE_CODES.has(code) || isOfMoney(number)))
      return { currencies: [code], iso: true };
  }
  if (LETTERS_WITH_DECIMALS.has(text) && number.decimals !== 2) return null;
  if (LETTERS_BEHIND_COMMA.has(text) && (number.decimals !== 2 || number.mark !== ",")) return null;
  const currencies = findCurrencies(text);
  return currencies.length === 0
    ? null
    : { currencies, iso: /^[a-z]{3}$/i.test(text) && isCurrency(text.toLowerCase()) };
}

/** Whether a word goes on beyond the token's edge. Scripts without blanks have no edges. */
function isLetterEdge(edge: string, beyond: string): boolean {
  if (ARABIC.test(beyond) && /[A-Z]/.test(edge)) return false;
  return LETTER.test(edge) && LETTER.test(beyond) && !CJK.test(edge) && !CJK.test(beyond);
}

/** The currency that the tokens on both sides of a number name together. */
export function decideCurrency(left: Token | null, right: Token | null): NamedCurrency {
  const tokens = [left, right].filter(
    (token) => token !== null && token.currencies.length > 0,
  ) as Token[];
  const [first, second] = tokens;
  if (first === undefined) return { currency: null, candidates: [], iso: false };
  const common =
    second === undefined
      ? first.currencies
      : first.currencies.filter((code) => second.currencies.includes(code));
  // "新台幣520元": the word before the number says whose 元 it is.
  const [own] = first.currencies;
  if (
    common.length === 0 &&
    own !== undefined &&
    (own === "twd" || own === "hkd") &&
    first.currencies.length === 1 &&
    second?.iso === false &&
    second.currencies[0] === "cny"
  )
    return { currency: own, candidates: [], iso: false };
  // Two that contradict each other: the one after may belong to the next amount, so neither
  // counts.
  if (common.length === 0)
    return {
      currency: null,
      candidates: tokens.flatMap(({ currencies }) => currencies),
      iso: false,
    };
  const [only, ...more] = common;
  if (only !== undefined && more.length === 0)
    return { currency: only, candidates: [], iso: tokens.some(({ iso }) => iso) };
  return { currency: null, candidates: common, iso: false };
}

/** Where up to three letters alone name the currency; null if a symbol names it. */
export function findCurrencyLetters(
  text: string,
  left: Token | null,
  right: Token | null,
): Pick<Token, "start" | "end"> | null {
  const named = [left, right].filter(
    (token) => token !== null && token.currencies.length > 0,
  ) as Token[];
  const [only, ...more] = named;
  return only !== undefined &&
    more.length === 0 &&
    /^(?:[A-Za-z]{1,3}|Bs\.)$/.test(text.slice(only.start, only.end))
    ? only
    : null;
}
