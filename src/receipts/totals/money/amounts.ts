// Finds the amounts of money in a text: a number, with the symbol or word for its currency on
// either side. A part of a date, a time, a percentage, a word or an id is no amount. An amount that
// can be read in two ways holds both; no currency is assumed. One pass, with bounded work at each
// place.

import { exponentOf } from "../../../money/currency.ts";
import type { Amount } from "./amount.ts";
import { settleThirds } from "./thirds.ts";
import { rememberTexts } from "../../words/remembered.ts";
import { replaceDigits, readNumber } from "./numbers.ts";
import { isTimeOfDay } from "./clock.ts";
import { isPostal } from "./postal.ts";
import {
  CJK,
  decideCurrency,
  findCurrencyLetters,
  findTokenAfter,
  findTokenBefore,
  LETTER,
  MINUS,
} from "./currency-tokens.ts";

/** A text with as many amounts was not read to its end. */
export const AMOUNTS_MAX = 5_000;
/** Measures after a number without a currency. */
const UNIT =
  /^[ \u00a0]?(?:kg|g|mg|lb|lbs|oz|km|mi|miles|m|cm|mm|m²|l|ml|gb|mb|tb|kwh|h|hrs?|hours?|min|mins|sec|days?|pts|points?|stars?|items?|pcs|st|stk|szt|ks|x|°)(?![\p{L}\d])/iu;
/** "1.806,33 H" at the end of a cell: a credit balance ("Haben") in German statements, and no hours. */
const CREDIT_LETTER = /^[ \u00a0][HS](?=\s*(?:[\t\n|]|$))/u;

function isMeasure(behind: string): boolean {
  return UNIT.test(behind) && !CREDIT_LETTER.test(behind);
}
/** So many digits without a mark. */
const LONG_NUMBER = /^\d{8,}$/;
/** A hyphen before so many digits without a mark. */
const HYPHENATED = /^-\d{4,}$/;
/** No message for people has so many figures; the rest of the text is not looked at. */
const NUMBERS_MAX = 20_000;
/** "387:00 kr", "kr 1 249:50": Swedish decimals, which without their currency would be a time. */
const COLON_DECIMALS = new RegExp(
  [
    String.raw`(?<!\p{L})(?:kr|SEK)\.?[ \u00a0]?\d{1,3}(?:[ \u00a0]?\d{3})?:\d{2}(?![\d:])`,
    String.raw`(?<![\d:.,/-]|\d[ \u00a0])\d{1,3}(?:[ \u00a0]?\d{3})?:\d{2}` +
      String.raw`(?=[ \u00a0]?(?:kr|SEK)(?!\p{L})(?!\.?[ \u00a0]?-?\d))`,
  ].join("|"),
  "giu",
);
// A number with blanks between groups of three is tried before one without.
const NUMBER =
  /(?<!\d[.,'’]?)(?:\d{1,3}(?: \d{3}){1,3}(?:[.,]\d{2})?(?![\d]|[.,]\d)|\d[\d.,'’\u00a0]{0,30}(?<=\d)|(?<=(?:[^\d\s\p{L}.,*•]|(?<!\p{L})[A-Z]{3})\s?)\.\d{2})(?!\d)/gu;

interface PrintedAmount extends Amount {
  /** The letters that name its currency, where they could also name a place. */
  readonly word: string | null;
  /** Whether its line reads as a postal address. */
  readonly postal: boolean;
}

/**
 * All amounts of a text, in order. A number without a currency counts where it has two decimals.
 */
export function findAmounts(text: string): readonly Amount[] {
  return findRemembered(text, null);
}

const findRemembered = rememberTexts(readAmounts);

function readAmounts(text: string): readonly Amount[] {
  const plain = replaceDigits(text).replace(COLON_DECIMALS, (printed) => printed.replace(":", ","));
  const found: PrintedAmount[] = [];
  let numbers = 0;
  for (const match of plain.matchAll(NUMBER)) {
    numbers += 1;
    if (found.length >= AMOUNTS_MAX || numbers > NUMBERS_MAX) break;
    if (match.index < (found.at(-1)?.end ?? 0)) continue;
    const amount =
      readAroundSymbol(plain, match[0], match.index) ?? readRun(plain, match[0], match.index);
    if (amount !== null) found.push(amount);
  }
  return settleThirds(plain, settleMarks(removeAddresses(found)));
}

/** "214€85", as French shops print it. */
const CENTS_BEHIND_SYMBOL = /^([€£])(\d{2})(?![\d.,€£])/;

/** The amount of a whole number with its currency's symbol and the cents behind it. */
function readAroundSymbol(text: string, raw: string, at: number): PrintedAmount | null {
  const end = at + raw.length;
  const [printed, symbol = "", cents = ""] =
    CENTS_BEHIND_SYMBOL.exec(text.slice(end, end + SYMBOL_CHARS)) ?? [];
  if (printed === undefined || !/^\d{1,3}(?: ?\d{3})*$/.test(raw)) return null;
  const usual = `${raw},${cents}`;
  const from = Math.max(0, at - BEFORE_SYMBOL_CHARS);
  const amount = readRun(`${text.slice(from, at)}${usual}${symbol}`, usual, at - from);
  return amount === null
    ? null
    : { ...amount, start: amount.start + from, end: end + printed.length };
}

/** How much of the text before such an amount is looked at. */
const BEFORE_SYMBOL_CHARS = 100;
const SYMBOL_CHARS = 4;

/** Leaves out postal addresses, unless other amounts of the text have the same letters. */
function removeAddresses(found: readonly PrintedAmount[]): readonly Amount[] {
  const money = new Set(found.filter(({ postal }) => !postal).map(({ word }) => word));
  return found.filter(({ postal, word }) => !postal || money.has(word));
}

/** "Ahorro Soles 898 *** 2217": an account of which the middle is hidden. */
const MASK_BEHIND = /^ ?[*•xX]{2,8} ?\d{2}/;
/** "xxxx xxxx 5507", behind it in a cell of its own "DKK": a card of which the beginning is hidden. */
const MASK_BEFORE = /[*•xX]{3,8}[ -]?$/;
const MASKED_DIGITS = /^\d{3,5}$/;

/** Dots that lead from a label to its value. */
const LEADER = /\.{3}[ \u00a0]?$/;
/** A colon or a cell's beginning, and a sign. */
const VALUE_BEGINS = /(?::[ \u00a0]?|\t[ \u00a0]?[-+−–]?[ \u00a0]?)[-+−–]?$/;
const BEHIND_COLON = /:[ \u00a0]?\n?$/;
const VALUE_ENDS = /^[ \u00a0]?(?:[\t\n]|$)/;

/** The amount in a run of digits and marks, which may hold two numbers parted by a blank. */
function readRun(text: string, raw: string, at: number): PrintedAmount | null {
  // "5000.00,21-11-2025": a date may follow right after the comma.
  const cut = /^\d[\d,]*\.\d{2}(?=,\d{1,2}$)/.exec(raw)?.[0];
  if (cut !== undefined && /^[-/]\d/.test(text.slice(at + raw.length, at + raw.length + 2)))
    return readAmount(text, cut, at);
  const joined = readAmount(text, raw, at);
  if (!/\d \d/.test(raw)) return joined;
  const lastAt = raw.lastIndexOf(" ") + 1;
  const last = readAmount(text, raw.slice(lastAt), at + lastAt);
  if (joined === null || last === null)
    return joined !== null && mayGroup(text, joined) ? joined : last;
  // "*1 438 Kč*": in bold.
  const isSetApart =
    /(?:^|[\n\t:(=])[ \u00a0]?$|(?:^|\s)[*_]$/.test(text.slice(Math.max(0, at - 2), at)) ||
    LEADER.test(text.slice(Math.max(0, at - 4), at));
  // "Amount: 1 234,50" alone on its line, or alone in a cell: a count and a price are in cells of their own.
  const isWholeValue =
    VALUE_BEGINS.test(text.slice(Math.max(0, at - 4), at)) &&
    VALUE_ENDS.test(text.slice(at + raw.length, at + raw.length + 2));
  if (joined.mark === "," && isWholeValue) return joined;
  // "Amount: 3 275.50 RUB" alone on its line: no count follows a colon.
  if (
    (joined.currency !== null || joined.candidates.length > 0) &&
    BEHIND_COLON.test(text.slice(Math.max(0, at - 4), at)) &&
    VALUE_ENDS.test(text.slice(joined.end, joined.end + 2))
  )
    return joined;
  // Without a currency, or with a decimal point, it is more likely two numbers.
  if (!mayGroup(text, joined))
    return joined.mark === "," || isSetApart ? { ...last, otherwise: joined.value } : last;
  // "€ 1 234,50" and "Total: 1 234,50 kr" are one number; after a word it may be a count and a
  // price.
  return joined.start < at || isSetApart ? joined : { ...joined, otherwise: last.value };
}

/**
 * Whether blanks may group the digits: where they do in print, the decimals come after a comma, or
 * the currency before the whole number.
 */
function mayGroup(text: string, amount: Amount): boolean {
  if (amount.mark !== ".") return amount.currency !== null || amount.candidates.length > 0;
  return /^[^\d\s-]/.test(text.slice(amount.start, amount.start + 1));
}

/** "3 tk x 1,19": Estonian pieces, and no taka. */
const COUNTED = /^[ \u00a0]?tk\.? ?(?:[x×à]|$|\n)/iu;
const COUNTED_CHARS = 6;

function readAmount(text: string, raw: string, at: number): PrintedAmount | null {
  const number = raw.startsWith(".")
    ? { value: `0${raw}`, mark: "." as const, decimals: 2, otherwise: null, grouped: false }
    : readNumber(raw.replaceAll(" ", "\u00a0"));
  if (number === null) return null;
  const end = at + raw.length;
  const left = findTokenBefore(text, at, number);
  const right = COUNTED.test(text.slice(end, end + COUNTED_CHARS))
    ? null
    : findTokenAfter(text, end, number);
  if (left === null && right === null && isTimeOfDay(text, raw, at)) return null;
  if (isPartOfMore(text, left?.at ?? at, right?.at ?? end, at, end)) return null;
  if (MASK_BEHIND.test(text.slice(end, end + 12))) return null;
  if (MASKED_DIGITS.test(raw) && MASK_BEFORE.test(text.slice(Math.max(0, at - 9), at))) return null;
  // "R144785823", "R-20418": a number that is registered, behind a letter that is also a currency's.
  const isBehindLetter = left !== null && isOneLetter(text.slice(left.start, left.end));
  if (isBehindLetter && (LONG_NUMBER.test(raw) || HYPHENATED.test(`${text[at - 1] ?? ""}${raw}`)))
    return null;
  const named = decideCurrency(left, right);
  if (
    left === null &&
    right === null &&
    (number.decimals !== 2 || number.otherwise !== null || isMeasure(text.slice(end, end + 8)))
  )
    return null;
  if (
    number.decimals > 2 &&
    named.currency !== null &&
    exponentOf(named.currency) < number.decimals &&
    !number.value.endsWith("0")
  )
    return null;
  const start = left?.at ?? at;
  const signed = findMinus(text, { start, end: right?.at ?? end }, at);
  const amount = {
    ...signed,
    value: number.value,
    ...named,
    decimals: number.decimals,
    mark: number.mark,
    otherwise: number.otherwise,
  };
  const word = findCurrencyLetters(text, left, right);
  return {
    ...amount,
    word: word === null ? null : text.slice(word.start, word.end).toLowerCase(),
    postal: word !== null && /^\d+$/.test(raw) && isPostal(text, word, { start: at, end }),
  };
}

function isOneLetter(symbol: string): boolean {
  return /^[A-Za-z]$/.test(symbol);
}

/** Prepositions of this script are joined to a number by a hyphen. */
const HEBREW = /[\u05d0-\u05ea]/;
/** "일시불/3,500원/누적": terse bank alerts separate with a slash. */
const HANGUL = /[\uac00-\ud7af]/;

/**
 * Marks that look like a decimal point, combining marks, fractions and raised digits: the number
 * goes on, in a form that is not read.
 */
const BROKEN_BEFORE = /\d[\p{M}·․‚⋅∙‧⸱ꞏ]{1,3}$/u;
const BROKEN_BEHIND = /^(?:\p{M}|[¼-¾⅐-⅞]|[⁰¹²³⁴-⁹]{2}|[·․‚⋅∙‧⸱ꞏ]\d)/u;

/** "1.10.-31.10.2026": a day without its year, which a range of days begins with. */
const RANGE_BEHIND = /^\. ?[-–—] ?\d{1,2}\. ?\d{1,2}\./u;

/**
 * Whether characters around make it a date, a time, a percentage, a range, a word, an id, a
 * fraction.
 */
function isPartOfMore(
  text: string,
  start: number,
  end: number,
  numberStart: number,
  numberEnd: number,
): boolean {
  const before = text[start - 1] ?? "";
  const after = text[end] ?? "";
  if (start === numberStart && BROKEN_BEFORE.test(text.slice(Math.max(0, start - 4), start)))
    return true;
  // "TK 1002***771": the digits of an account.
  if (end === numberEnd && /^(?:[*•]{2}|x{3}|X{3})/.test(text.slice(end, end + 3))) return true;
  if (end === numberEnd && BROKEN_BEHIND.test(text.slice(end, end + 2))) return true;
  if (RANGE_BEHIND.test(text.slice(numberEnd, numberEnd + 10))) return true;
  if (
    end === numberEnd &&
    (/^\s?[%‰°]/.test(text.slice(end, end + 2)) || /^[:/-]\d/.test(text.slice(end, end + 2)))
  )
    return true;
  if (
    start === numberStart &&
    /[#:/_@]/.test(before) &&
    !(before === "/" && HANGUL.test(text[start - 2] ?? "")) &&
    /[\d#/_@]/.test(text[start - (before === ":" ? 2 : 1)] ?? "")
  )
    return true;
  if (
    start === numberStart &&
    /[-‐‑]/.test(before) &&
    /[\p{L}\d]/u.test(text[start - 2] ?? "") &&
    !HEBREW.test(text[start - 2] ?? "")
  )
    return true;
  if (
    start === numberStart &&
    /[*•xX]/.test(before) &&
    /[*•xX\s]/.test(text[start - 2] ?? "") &&
    !isBold(text, start, end)
  )
    return true;
  if (LETTER.test(before) && !CJK.test(before) && start === numberStart) return true;
  if (end !== numberEnd || !LETTER.test(after) || CJK.test(after)) return false;
  return !(start < numberStart && isJoinedWord(text, end));
}

/**
 * "the amount of $2,232.00has been charged": the blank between an amount in bold and the next word got lost. A word
 * that may be a multiple ("$2.50mil") stays one.
 */
function isJoinedWord(text: string, end: number): boolean {
  return (
    /\d[.,]\d\d$/.test(text.slice(Math.max(0, end - 4), end)) &&
    /^(?!mi|ml|mr|bi|bn|la|cr|th|ts|tr)\p{Ll}{2,12}[ ,.;]/u.test(text.slice(end, end + 14))
  );
}

/** "*1 438 Kč*": plain text marks what is bold. "**1438" is the digits of a card. */
function isBold(text: string, start: number, end: number): boolean {
  return text[start - 1] === "*" && text[end] === "*" && !/[*\d]/.test(text[start - 2] ?? "");
}

/** A tab or a label's colon, a dash and a blank. A dash that begins a line is a point of a list. */
const CELL_MINUS = /(?:\t|: |^)[-−–][ \u00a0]$/u;
/** A minus that is no dash may also begin a line. */
const SURE_MINUS = /(?:[\t\n]|: |^)−[ \u00a0]$/u;

/** The place of an amount with its minus sign: before the number, the currency or after it all. */
function findMinus(
  text: string,
  { start, end }: { readonly start: number; readonly end: number },
  numberStart: number,
): Pick<Amount, "start" | "end" | "negative"> {
  if (numberStart > start && MINUS.test(text[numberStart - 1] ?? ""))
    return { start, end, negative: true };
  const before = text[start - 1] ?? "";
  if (MINUS.test(before) && !/[\p{L}\d]/u.test(text[start - 2] ?? ""))
    return { start: start - 1, end, negative: true };
  // "Paid before\t- € 222.00": a dash that begins a cell, before the currency.
  const sign = text.slice(Math.max(0, start - 4), start);
  if (SURE_MINUS.test(sign) || (start < numberStart && CELL_MINUS.test(sign)))
    return { start: start - 2, end, negative: true };
  if (
    MINUS.test(text[end] ?? "") &&
    !/[\p{L}\d]/u.test(text[end + 1] ?? "") &&
    text[end - 1] !== "." &&
    text[end - 1] !== "," &&
    /^(?:$|\s)/.test(text.slice(end + 1, end + 2))
  )
    return { start, end: end + 1, negative: true };
  return { start, end, negative: false };
}

/**
 * Decides what a mark before three digits means: it groups where the currency has no third decimal,
 * or where other amounts of the text have one decimal mark.
 */
function settleMarks(amounts: readonly Amount[]): readonly Amount[] {
  const marks = new Set(amounts.filter(({ decimals }) => decimals === 2).map(({ mark }) => mark));
  const [mark = null, ...others] = marks;
  const sure = new Set(
    amounts.filter(({ otherwise }) => otherwise === null).map(({ value }) => value),
  );
  return amounts.map((amount) => {
    // Another amount of the text has this value without a doubt.
    if (amount.otherwise !== null && sure.has(amount.value)) return { ...amount, otherwise: null };
    if (amount.otherwise === null || !amount.otherwise.includes(".") || amount.decimals !== 0)
      return amount;
    const possible = amount.currency === null ? amount.candidates : [amount.currency];
    const noThird = possible.length > 0 && possible.every((currency) => exponentOf(currency) < 3);
    return noThird || (mark !== null && others.length === 0 && possible.length === 0)
      ? { ...amount, otherwise: null }
      : amount;
  });
}
