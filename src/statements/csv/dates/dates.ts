// Dates as banks print them: numbers in three orders, compact digits, month names, a time after
// them. The text is taken apart before an order is chosen, so that the survey can see which orders
// a file allows. A day that does not exist is no date, never a near one.

import words from "../../words/months.json" with { type: "json" };
import { makeDay, type Day } from "../../../money/day.ts";
import { ownCopy } from "../../../platform/text.ts";
import { makeAnyDay, toCommonEra } from "./eras.ts";
import { readMonth } from "./months.ts";

export type DateOrder = "dmy" | "mdy" | "ymd";
export const DATE_ORDERS: readonly DateOrder[] = ["dmy", "mdy", "ymd"];

/** The three parts of a date in the order printed; a named month carries its number. */
export interface DateParts {
  readonly values: readonly [number, number, number];
  /** Digits of each part; 0 marks the named month. */
  readonly digits: readonly [number, number, number];
  /** The character between the numbers; "" in compact dates. */
  readonly separator: string;
  readonly time: string | null;
}

const DATE_CHARS_MAX = 48;
const CACHE_ENTRIES_MAX = 4096;

/** The dates taken apart of late: a survey asks of each several times, and rows share them. */
const known = new Map<string, DateParts>();

/** Takes a date's text apart; null for a text that is not shaped like a date. */
export function dateParts(text: string): DateParts | null {
  const before = known.get(text);
  if (before !== undefined) return before;
  const parts = takeApart(text);
  if (parts === null || text.length > DATE_CHARS_MAX) return parts;
  if (known.size >= CACHE_ENTRIES_MAX) known.clear();
  known.set(ownCopy(text), parts);
  return parts;
}

function takeApart(text: string): DateParts | null {
  const trimmed = text.trim();
  if (trimmed.length < 5 || trimmed.length > DATE_CHARS_MAX) return null;
  const tokens = tokenizeDate(toCommonEra(toPlainWords(trimmed)));
  if (tokens === null) return null;
  const [first, second, third] = tokens.parts;
  if (first === undefined) return null;
  if (second === undefined) return parseCompact(first, tokens.rest);
  if (third === undefined) return null;
  const time = tokens.rest === "" ? null : parseTime(dropYearWord(tokens.rest));
  if (time === undefined) return null;
  return {
    values: [first.value, second.value, third.value],
    digits: [first.digits, second.digits, third.digits],
    separator: tokens.separator,
    time,
  };
}

const ENGLISH = "jan feb mar apr may jun jul aug sep oct nov dec".split(" ");
const NUMBERED_MONTH = /\b(?:th\u00e1ng|thg)\.?\s?(\d{1,2})(?!\d)/iu;
const THAI_DOT = /([\u0e01-\u0e5b])\.(?=[\u0e01-\u0e5b])/gu;
const AS_OF = /\s+as of\s.*$/i;

/** A date without what stands for another one, and with months as single words. */
function toPlainWords(text: string): string {
  if (!hasLetters(text)) return text;
  let plain = text;
  if (text.length > 14 && text.includes(" of ")) plain = plain.replace(AS_OF, "");
  if (/[\u0e01-\u0e5b]\./u.test(plain)) plain = plain.replace(THAI_DOT, "$1");
  // "29 thg 3, 2024": the word makes the number a month.
  return /th[\u00e1g]/i.test(plain)
    ? plain.replace(NUMBERED_MONTH, (all, number: string) => ENGLISH[Number(number) - 1] ?? all)
    : plain;
}

/** Whether any character is no digit, blank or mark of ASCII. */
function hasLetters(text: string): boolean {
  for (let at = 0; at < text.length; at += 1) if (text.charCodeAt(at) > 64) return true;
  return false;
}

const YEAR_WORD = /^\s?(?:г|год|года|р|рік|року|m|d|y|น|年)(?![\p{L}\d])\.?,?/iu;

/** The text after a date without the word for "year": "07.01.2026 г. 12:30". */
function dropYearWord(rest: string): string {
  return rest.replace(YEAR_WORD, "").replace(/^\s*\.?\s*$/, "") || ".";
}

/**
 * The day that the parts name in that order, or null. A year of four digits or a named month wins
 * over the order.
 */
export function dayIn(parts: DateParts, order: DateOrder): Day | null {
  const [a, b, c] = parts.values;
  const [da, db, dc] = parts.digits;
  if (da === 4 && dc === 0) return makeAnyDay(a, c, b);
  if (da === 4) return parts.separator === "" || db !== 4 ? makeAnyDay(a, b, c) : null;
  if (db === 0) return makeAnyDay(toYear(c, dc), b, a);
  if (da === 0) return makeAnyDay(toYear(c, dc), a, b);
  if (dc === 4 && order === "ymd") return null;
  if (dc === 4) return order === "mdy" ? makeAnyDay(c, a, b) : makeAnyDay(c, b, a);
  if (da > 2 || db > 2 || dc !== 2) return null;
  if (order === "ymd") return da === 2 ? makeDay(toYear(a, 2), b, c) : null;
  return order === "mdy" ? makeDay(toYear(c, 2), a, b) : makeDay(toYear(c, 2), b, a);
}

/** Reads one date in that order; null for anything that is no existing day. */
export function readDate(text: string, order: DateOrder): Day | null {
  const parts = dateParts(text);
  return parts === null ? null : dayIn(parts, order);
}

/** A reader for one column: the same day repeats row after row, so each text is parsed once. */
export function createDateReader(order: DateOrder): (text: string) => Day | null {
  let seen = new Map<string, Day | null>();
  let lastText = "";
  let lastDay: Day | null = null;
  return (text) => {
    if (text === lastText) return lastDay;
    const known = seen.get(text);
    lastText = text;
    if (known !== undefined) return (lastDay = known);
    const day = (lastDay = readDate(text, order));
    if (seen.size >= CACHE_ENTRIES_MAX) seen = new Map();
    seen.set(text, day);
    return day;
  };
}

/**
 * The time of day in a cell, "HH:MM" or "HH:MM:SS", from a time column or after a date; null if
 * there is none.
 */
export function readTime(text: string): string | null {
  const trimmed = text.trim();
  if (trimmed === "") return null;
  return parseTime(trimmed) ?? dateParts(trimmed)?.time ?? null;
}

interface Token {
  readonly value: number;
  readonly digits: number;
}

function tokenizeDate(text: string): { parts: Token[]; separator: string; rest: string } | null {
  const parts: Token[] = [];
  let separator = "";
  let at = 0;
  while (at < text.length && parts.length < 3) {
    const unit = text.charCodeAt(at);
    if (unit >= 48 && unit <= 57) {
      let value = 0;
      const start = at;
      while (at < text.length && text.charCodeAt(at) >= 48 && text.charCodeAt(at) <= 57) {
        value = value * 10 + text.charCodeAt(at) - 48;
        at += 1;
      }
      const digits = at - start;
      if (digits > 14 || (digits > 4 && parts.length > 0)) return null;
      if (digits > 4 && digits !== 6 && digits !== 8 && digits !== 14 && digits !== 12) return null;
      if (digits === 3) return null;
      if (digits > 4) return { parts: [{ value, digits }], separator: "", rest: text.slice(at) };
      parts.push({ value, digits });
      continue;
    }
    if (isLetter(unit)) {
      let end = at;
      while (end < text.length && isLetter(text.charCodeAt(end))) end += 1;
      const word = text.slice(at, end);
      const month = parts.some((part) => part.digits === 0) ? 0 : readMonth(word);
      if (month > 0 && parts.length < 3) parts.push({ value: month, digits: 0 });
      else if (!FILLERS.has(word.toLowerCase()) && !(parts.length === 0 && isWeekday(word)))
        return null;
      at = end;
      continue;
    }
    if (
      parts.length > 0 &&
      (unit === 58
        ? parts[0]?.digits !== 4
        : !"/.-, \u00a0年月日년월일‐‑–—−'ºª°".includes(text[at] ?? ""))
    )
      return null;
    if (parts.length === 0 && !" ,.".includes(text[at] ?? "")) return null;
    if (parts.length === 1 && separator === "") separator = text[at] ?? "";
    at += 1;
  }
  return { parts, separator, rest: text.slice(at) };
}

/** Words inside dates: "5 de abril de 2024", "5th", "le 5 avril". */
const FILLERS: ReadonlySet<string> = new Set(words.fillers);
const WEEKDAYS: ReadonlySet<string> = new Set(words.weekdays.split(" "));

/** A word before a date is a day of the week: "Payment 05.01.2026" is no date. */
function isWeekday(word: string): boolean {
  const key = word.toLowerCase();
  return WEEKDAYS.has(key) || WEEKDAYS.has(key.normalize("NFD").replace(/\p{M}/gu, ""));
}

function parseCompact(token: Token, rest: string): DateParts | null {
  const { value, digits } = token;
  if (digits === 14 || digits === 12) {
    if (rest !== "") return null;
    const text = String(value).padStart(digits, "0");
    const day = parseCompact({ value: Number(text.slice(0, 8)), digits: 8 }, "");
    return day === null
      ? null
      : {
          ...day,
          time:
            parseTime(
              `${text.slice(8, 10)}:${text.slice(10, 12)}${digits === 14 ? `:${text.slice(12)}` : ""}`,
            ) ?? null,
        };
  }
  const time = rest === "" ? null : parseTime(rest);
  if (time === undefined) return null;
  if (digits === 8) {
    const y = Math.floor(value / 10_000);
    if (makeAnyDay(y, Math.floor(value / 100) % 100, value % 100) !== null) {
      return {
        values: [y, Math.floor(value / 100) % 100, value % 100],
        digits: [4, 2, 2],
        separator: "",
        time,
      };
    }
    return {
      values: [Math.floor(value / 1_000_000), Math.floor(value / 10_000) % 100, value % 10_000],
      digits: [2, 2, 4],
      separator: "",
      time,
    };
  }
  if (digits !== 6) return null;
  return {
    values: [Math.floor(value / 10_000), Math.floor(value / 100) % 100, value % 100],
    digits: [2, 2, 2],
    separator: "",
    time,
  };
}

/** "HH:MM" or "HH:MM:SS" from the text after a date; undefined if that is no time. */
function parseTime(text: string): string | null | undefined {
  const found = TIME.exec(text);
  if (found === null) return /^[\s.,日일Zz]*$/u.test(text) ? null : undefined;
  const hour = Number(found[1]);
  const half = (found[4] ?? "").toLowerCase();
  const real = to24Hours(hour, half);
  if (real > 24 || Number(found[2]) > 59) return undefined;
  return `${String(real % 24).padStart(2, "0")}:${found[2] ?? ""}${found[3] === undefined ? "" : `:${found[3]}`}`;
}

function to24Hours(hour: number, half: string): number {
  if (half.startsWith("p") && hour < 12) return hour + 12;
  return half.startsWith("a") && hour === 12 ? 0 : hour;
}

const TIME =
  /^[\sT,.日일-]{0,4}(\d{1,2})[:.h](\d{2})(?:[:.](\d{2})(?:[.,:]\d{1,9})?)?\s?([ap]\.?m\.?)?\s?(?:[A-Z]{1,5}|[+-]\d{2}(?::?\d{2})?(?:\[[\w/]{1,30}\])?|\([A-Z]{1,5}\)|(?:UTC|GMT)[+-]\d{1,2}(?::?\d{2})?)?$/iu;

/** A year of four digits, or of two, which are 1980 to 2079; 0 for any other number of digits. */
function toYear(value: number, digits: number): number {
  if (digits === 4) return value;
  if (digits !== 2) return 0;
  return value < 80 ? 2000 + value : 1900 + value;
}

function isLetter(unit: number): boolean {
  return (
    (unit >= 65 && unit <= 90) || (unit >= 97 && unit <= 122) || (unit >= 0xc0 && unit < 0x2000)
  );
}
