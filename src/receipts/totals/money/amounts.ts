// Amounts of money in a text, with where they stand: a number, and what names its currency on either side. Whatever is
// part of a date, a time, a percentage, a word or an id is none. What may be read in two ways says so; no currency is
// assumed. One pass, each place looked at with bounded effort.

import { exponentOf, isCurrency, type Currency } from "../../../money/currency.ts";
import type { Decimal } from "../../receipt.ts";
import { plainDigits, readNumber, type PrintedNumber } from "./numbers.ts";
import { isPostal } from "./postal.ts";
import { currenciesOf, SIGN_CHARS_MAX, WORDLIKE_CODES, WORDS_BEHIND } from "./currency-symbols.ts";

export interface Amount {
  /** UTF-16 offsets into the text, sign and currency included. */
  readonly start: number;
  readonly end: number;
  readonly value: Decimal;
  readonly negative: boolean;
  readonly currency: Currency | null;
  readonly candidates: readonly Currency[];
  /** Named by its ISO code, the surest way. */
  readonly iso: boolean;
  readonly decimals: number;
  readonly mark: "." | "," | null;
  /** The other value the same characters may mean; null where there is one reading alone. */
  readonly otherwise: Decimal | null;
}

/** A text that holds as many was not read to its end. */
export const AMOUNTS_MAX = 5_000;
/** Measures behind a number that no currency stands by. */
const UNIT =
  /^[ \u00a0]?(?:kg|g|mg|lb|lbs|oz|km|mi|miles|m|cm|mm|m²|l|ml|gb|mb|tb|kwh|h|hrs?|hours?|min|mins|sec|days?|pts|points?|stars?|items?|pcs|st|stk|szt|ks|x|°)(?![\p{L}\d])/iu;
/** No mail for people has so many figures; what lies behind them is not looked at. */
const NUMBERS_MAX = 20_000;
// A number with blanks in threes is tried before the one without.
const NUMBER =
  /(?<!\d[.,'’]?)(?:\d{1,3}(?: \d{3}){1,3}(?:[.,]\d{2})?(?![\d]|[.,]\d)|\d[\d.,'’\u00a0]{0,30}(?<=\d)|(?<=(?:[^\d\s\p{L}]|(?<!\p{L})[A-Z]{3})\s?)\.\d{2})(?!\d)/gu;

/** An amount, with the letters that name its currency if they could also name a place. */
interface Printed extends Amount {
  readonly word: string | null;
  /** Its line reads as a postal address. */
  readonly postal: boolean;
}

/** All amounts of a text, in order. A number alone counts when it has two decimals. */
export function findAmounts(text: string): readonly Amount[] {
  const plain = plainDigits(text);
  const found: Printed[] = [];
  let numbers = 0;
  for (const match of plain.matchAll(NUMBER)) {
    numbers += 1;
    if (found.length >= AMOUNTS_MAX || numbers > NUMBERS_MAX) break;
    found.push(...amountsOf(plain, match[0], match.index));
  }
  return settled(withoutAddresses(found));
}

/** Removes postal addresses, unless the same letters also stand next to other money. */
function withoutAddresses(found: readonly Printed[]): readonly Amount[] {
  const money = new Set(found.filter(({ postal }) => !postal).map(({ word }) => word));
  return found.filter(({ postal, word }) => !postal || money.has(word));
}

function amountsOf(text: string, raw: string, at: number): readonly Printed[] {
  // "5000.00,21-11-2025": a date may stand right behind the comma.
  const cut = /^\d[\d,]*\.\d{2}(?=,\d{1,2}$)/.exec(raw)?.[0];
  if (cut !== undefined && /^[-/]\d/.test(text.slice(at + raw.length, at + raw.length + 2)))
    return one(amountAt(text, cut, at));
  if (!/\d \d/.test(raw)) return one(amountAt(text, raw, at));
  const joined = amountAt(text, raw, at);
  const lastAt = raw.lastIndexOf(" ") + 1;
  const last = amountAt(text, raw.slice(lastAt), at + lastAt);
  const apart = /(?:^|[\n\t:(=])[ \u00a0]?$/.test(text.slice(Math.max(0, at - 2), at));
  if (joined === null) return one(last);
  // Without a sign, or with a point behind, it is more likely two numbers; where it may be one, that is said.
  if (!mayJoin(text, joined))
    return one(
      last !== null && (joined.mark === "," || apart) ? { ...last, otherwise: joined.value } : last,
    );
  // "€ 1 234,50" and "Total: 1 234,50 kr" are one number; behind a word it may be a count and a price.
  const sure = joined.start < at || apart;
  return one(sure || last === null ? joined : { ...joined, otherwise: last.value });
}

function one(amount: Printed | null): readonly Printed[] {
  return amount === null ? [] : [amount];
}

/** Where blanks group thousands in print, the decimals stand behind a comma, or the sign stands before the whole. */
function mayJoin(text: string, amount: Amount): boolean {
  if (amount.mark !== ".") return amount.currency !== null || amount.candidates.length > 0;
  return /^[^\d\s-]/.test(text.slice(amount.start, amount.start + 1));
}

function amountAt(text: string, raw: string, at: number): Printed | null {
  const number = raw.startsWith(".")
    ? { value: `0${raw}`, mark: "." as const, decimals: 2, otherwise: null, grouped: false }
    : readNumber(raw.replaceAll(" ", "\u00a0"));
  if (number === null) return null;
  const end = at + raw.length;
  const left = tokenBefore(text, at, number);
  const right = tokenAfter(text, end, number);
  if (isPartOfMore(text, left?.at ?? at, right?.at ?? end, at, end)) return null;
  const named = currencyOf(left, right);
  if (
    left === null &&
    right === null &&
    (number.decimals !== 2 || number.otherwise !== null || UNIT.test(text.slice(end, end + 8)))
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
  const sign = signAt(text, start, at, right?.at ?? end);
  const amount = {
    start: sign.start,
    end: sign.end,
    value: number.value,
    negative: sign.negative,
    ...named,
    decimals: number.decimals,
    mark: number.mark,
    otherwise: number.otherwise,
  };
  const word = wordOf(text, left, right);
  return {
    ...amount,
    word: word === null ? null : text.slice(word.start, word.end).toLowerCase(),
    postal: word !== null && /^\d+$/.test(raw) && isPostal(text, word, { start: at, end }),
  };
}

/** The place of up to three letters that are the only name of the currency; null where there is another sign. */
function wordOf(
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

interface Token {
  /** The far end of the token: its start on the left, its end on the right. */
  readonly at: number;
  /** Where what names the currency stands. */
  readonly start: number;
  readonly end: number;
  readonly currencies: readonly Currency[];
  readonly iso: boolean;
}

const MINUS = /[-−–‐‑﹣]/;
const LETTER = /\p{L}/u;
/** Its prepositions are joined to a number by a hyphen. */
const HEBREW = /[\u05d0-\u05ea]/;
/** Its prepositions are joined to a code without one. */
const ARABIC = /[\u0620-\u064a]/;
/** "일시불/3,500원/누적": terse notices part with a stroke. */
const HANGUL = /[\uac00-\ud7af]/;
const CJK = /[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]/;

function tokenBefore(text: string, at: number, number: PrintedNumber): Token | null {
  let end = at;
  if (MINUS.test(text[end - 1] ?? "")) end -= 1;
  while (at - end < 3 && (text[end - 1] === " " || text[end - 1] === "\u00a0")) end -= 1;
  if (text[end - 1] === "\t") end -= 1;
  const tab = text[end] === "\t";
  for (let length = Math.min(SIGN_CHARS_MAX, end); length > 0; length -= 1) {
    const token = tokenOf(text.slice(end - length, end), number);
    if (
      token === null ||
      (tab && !token.iso) ||
      WORDS_BEHIND.has(text.slice(end - length, end).toLowerCase())
    )
      continue;
    const before = text[end - length - 1] ?? "";
    if (isLetterEdge(text[end - length] ?? "", before)) continue;
    return { at: end - length, start: end - length, end, ...token };
  }
  return null;
}

function tokenAfter(text: string, end: number, number: PrintedNumber): Token | null {
  let at = end;
  // "12,-" and "12.–": no cents.
  const dash = /^[.,][-–—]{1,2}/.exec(text.slice(at, at + 3));
  if (dash !== null) at += dash[0].length;
  while (at - end < 5 && (text[at] === " " || text[at] === "\u00a0")) at += 1;
  if (text[at] === "\t") at += 1;
  const tab = text[at - 1] === "\t";
  for (let length = Math.min(SIGN_CHARS_MAX, text.length - at); length > 0; length -= 1) {
    const token = tokenOf(text.slice(at, at + length), number);
    if (token === null || (tab && !token.iso)) continue;
    if (isLetterEdge(text[at + length - 1] ?? "", text[at + length] ?? "")) continue;
    // "5 $ 12.00": the sign belongs to what follows it at once.
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

function tokenOf(text: string, number: PrintedNumber): Pick<Token, "currencies" | "iso"> | null {
  if (/^[A-Z]{3}$/.test(text)) {
    const code = text.toLowerCase();
    if (isCurrency(code) && (!WORDLIKE_CODES.has(code) || number.decimals === 2))
      return { currencies: [code], iso: true };
  }
  const currencies = currenciesOf(text);
  return currencies.length === 0
    ? null
    : { currencies, iso: /^[a-z]{3}$/i.test(text) && isCurrency(text.toLowerCase()) };
}

/** Whether a word would go on beyond the token's edge. Scripts without blanks between words have no edges. */
function isLetterEdge(edge: string, beyond: string): boolean {
  if (ARABIC.test(beyond) && /[A-Z]/.test(edge)) return false;
  return LETTER.test(edge) && LETTER.test(beyond) && !CJK.test(edge) && !CJK.test(beyond);
}

function currencyOf(
  left: Token | null,
  right: Token | null,
): Pick<Amount, "currency" | "candidates" | "iso"> {
  const tokens = [left, right].filter(
    (token) => token !== null && token.currencies.length > 0,
  ) as Token[];
  const [first, second] = tokens;
  if (first === undefined) return { currency: null, candidates: [], iso: false };
  const common =
    second === undefined
      ? first.currencies
      : first.currencies.filter((code) => second.currencies.includes(code));
  // "新台幣520元": whose 元 it is stands before.
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
  // Two that contradict one another: the one behind may belong to the next amount, so neither is taken.
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

/** Marks that look like a decimal point, combining marks, fractions and raised digits: the number goes on, in a way that is not read. */
const BROKEN_BEFORE = /\d[\p{M}·․‚⋅∙‧⸱ꞏ]{1,3}$/u;
const BROKEN_BEHIND = /^(?:\p{M}|[¼-¾⅐-⅞]|[⁰¹²³⁴-⁹]{2}|[·․‚⋅∙‧⸱ꞏ]\d)/u;

/** Whether the characters around belong to the number: a date, a time, a percentage, a range, a word, an id, a fraction. */
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
  if (end === numberEnd && BROKEN_BEHIND.test(text.slice(end, end + 2))) return true;
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
  if (start === numberStart && /[*•xX]/.test(before) && /[*•xX\s]/.test(text[start - 2] ?? ""))
    return true;
  if (LETTER.test(before) && !CJK.test(before) && start === numberStart) return true;
  return end === numberEnd && LETTER.test(after) && !CJK.test(after);
}

function signAt(
  text: string,
  start: number,
  numberStart: number,
  end: number,
): { start: number; end: number; negative: boolean } {
  if (numberStart > start && MINUS.test(text[numberStart - 1] ?? ""))
    return { start, end, negative: true };
  const before = text[start - 1] ?? "";
  if (MINUS.test(before) && !/[\p{L}\d]/u.test(text[start - 2] ?? ""))
    return { start: start - 1, end, negative: true };
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

/** A mark before three digits groups where the currency has no third decimal, or where others of the text show the other mark. */
function settled(amounts: readonly Amount[]): readonly Amount[] {
  const marks = new Set(amounts.filter(({ decimals }) => decimals === 2).map(({ mark }) => mark));
  const [mark = null, ...others] = marks;
  const sure = new Set(
    amounts.filter(({ otherwise }) => otherwise === null).map(({ value }) => value),
  );
  return amounts.map((amount) => {
    // Printed elsewhere as this one value and no other.
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
