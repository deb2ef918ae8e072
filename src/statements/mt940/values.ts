// The values of MT940: days with two-digit years, amounts with a decimal comma, balances. A faulty
// value is reported and never repaired: "1,234" euros may be either of two amounts.

import { dayNumber, makeDay, type Day } from "../../money/day.ts";
import { exponentOf, parseCurrency, type Currency } from "../../money/currency.ts";
import { units, type Units } from "../../money/money.ts";
import { readAmount } from "../csv/amounts/amount.ts";

/** Two-digit years from 80 on belong to the 1900s, since the format dates from about 1980. */
const YEAR_PIVOT = 80;
const AMOUNT_CHARS_MAX = 32;
const DECIMALS = 4;
/** The decimals of an unknown currency. */
const DECIMALS_USUAL = 2;

/** A day as printed, which need not exist: banks that count 30 days a month print February 30. */
export interface PrintedDay {
  readonly year: number;
  readonly month: number;
  readonly day: Day | null;
}

/** "240305". */
export function parseShortDay(text: string): PrintedDay {
  const short = Number(text.slice(0, 2));
  const year = (short >= YEAR_PIVOT ? 1900 : 2000) + short;
  return {
    year,
    month: Number(text.slice(2, 4)),
    day: makeDay(year, Number(text.slice(2, 4)), Number(text.slice(4, 6))),
  };
}

/** "20240305", which some programs print. */
export function parseLongDay(text: string): PrintedDay {
  const [year, month] = [Number(text.slice(0, 4)), Number(text.slice(4, 6))];
  return { year, month, day: makeDay(year, month, Number(text.slice(6, 8))) };
}

/** The day "0102" nearest to the value date, since the year may differ around New Year. */
export function parseEntryDay(text: string, near: PrintedDay): Day | null {
  const [month, date] = [Number(text.slice(0, 2)), Number(text.slice(2, 4))];
  // Within four months of it in the same year, no other year's day can be nearer.
  const isClose = near.day !== null && Math.abs(month - near.month) <= 4;
  const same = isClose ? makeDay(near.year, month, date) : null;
  if (same !== null) return same;
  const middle = near.day ?? makeDay(near.year, near.month, 28);
  if (middle === null) return null;
  let best: Day | null = null;
  for (const year of [near.year - 1, near.year, near.year + 1]) {
    const day = makeDay(year, month, date);
    if (day !== null && (best === null || distance(day, middle) < distance(best, middle)))
      best = day;
  }
  return best;
}

function distance(a: Day, b: Day): number {
  return Math.abs(dayNumber(a) - dayNumber(b));
}

/** Reads an amount without a sign, "1234,5", "1," or ",50", in units; or says what is wrong. */
export function parseAmount(printed: string, currency: Currency | null): Units | string {
  const text = printed.trim();
  if (text === "") return "the amount is empty";
  if (text.length > AMOUNT_CHARS_MAX) return `"${text.slice(0, 20)}..." is too long for an amount`;
  if (!/^[\d.,]*\d[\d.,]*$/.test(text)) return `"${text}" is not an amount`;
  const mark = findMark(text, currency === null ? DECIMALS_USUAL : exponentOf(currency));
  if (mark === null)
    return `the mark in the amount "${text}" may be a decimal mark or a thousands separator`;
  const value = readAmount(trimZeros(text, mark), mark, DECIMALS);
  if (typeof value === "number") return units(value);
  if (value === "too many decimals") return `the amount "${text}" has more than four decimals`;
  return value === "out of range"
    ? `the amount "${text}" is too large`
    : `"${text}" is not an amount`;
}

/**
 * The standard has a comma and no other mark; programs print dots instead, or between thousands.
 */
function findMark(text: string, decimals: number): "." | "," | null {
  const [comma, dot] = [text.lastIndexOf(","), text.lastIndexOf(".")];
  if (comma < 0 && dot < 0) return ",";
  if (comma >= 0 && dot >= 0) return comma > dot ? "," : ".";
  const kind = comma >= 0 ? "," : ".";
  const other = comma >= 0 ? "." : ",";
  const at = Math.max(comma, dot);
  if (text.indexOf(kind) !== at) return other;
  // Three digits after the only mark and at most three before it: the currency's decimals decide.
  const open = text.length - at - 1 === 3 && at > 0 && at <= 3 && text[0] !== "0";
  return !open || (decimals === 3 && kind === ",") ? kind : null;
}

/** Removes leading zeros and a trailing mark, as in "1,". */
function trimZeros(text: string, mark: "." | ","): string {
  const bare = text.endsWith(mark) ? text.slice(0, -1) : text;
  return bare.replace(/^0+(?=\d)/, "");
}

/** A balance's field: "C240305EUR1234,56". */
export interface Balance {
  readonly line: number;
  readonly day: Day | null;
  /** As printed, even if unknown ("DEM"). */
  readonly currency: string;
  /** In the account's view: money owed is negative. Null when it cannot be read. */
  readonly amount: Units | null;
}

const BALANCE = /^\s*([CD])R?\s?(\d{6}|\d{8})\s?([A-Z]{3})\s*([\d.,]{1,32})/i;

/** Reads the balance of :60F:, :62F:, :64: ...; null when the field has another form. */
export function parseBalance(text: string, line: number): Balance | null {
  const [, mark, date = "", code = "", printed = ""] = BALANCE.exec(text) ?? [];
  if (mark === undefined) return null;
  const currency = code.toUpperCase();
  const amount = parseAmount(printed, parseCurrency(currency));
  const { day } = date.length === 6 ? parseShortDay(date) : parseLongDay(date);
  if (typeof amount === "string") return { line, day, currency, amount: null };
  const owed = mark.toUpperCase() === "D";
  return { line, day, currency, amount: owed ? units(0 - amount) : amount };
}
