// :61:, the statement line: value date, entry date, side, amount, type, references, and the line
// below it. SWIFT's grammar is 6!n[4!n]2a[1!a]15d1!a3!c16x[//16x] and 34x. Banks omit or blank the
// entry date, print a name after the reference, or break the line. A line that ends inside its
// amount is cut off and refused.

import type { Day } from "../../money/day.ts";
import type { Currency } from "../../money/currency.ts";
import { units, type Units } from "../../money/money.ts";
import { ownCopy } from "../../platform/text.ts";
import { foldBlanks } from "../charset.ts";
import type { Field } from "./fields.ts";
import {
  parseAmount,
  parseEntryDay,
  parseLongDay,
  parseShortDay,
  type PrintedDay,
} from "./values.ts";

export interface StatementLine {
  /** The entry date, or the value date if there is none. */
  readonly date: Day;
  readonly value_date: Day | null;
  readonly amount: Units;
  /** C, D, their reversals (RC, RD), or expected entries (EC, ED). */
  readonly mark: Mark;
  /** "NTRF", "N030", "FMSC" ... or "". */
  readonly type: string;
  /** The customer's reference; "" when there is none. */
  readonly reference: string;
  /** The bank's reference, after "//". */
  readonly bank_reference: string;
  /** A name printed after the reference. */
  readonly name: string;
  /** The lines below. */
  readonly supplement: readonly string[];
  /** Which date was missing or does not exist. */
  readonly remark: "no entry date" | "no such value date" | "no such entry date" | null;
}

type Mark = "C" | "D" | "RC" | "RD" | "EC" | "ED";
const MARKS: Readonly<Record<Mark, 1 | -1>> = { C: 1, D: -1, RC: -1, RD: 1, EC: 1, ED: -1 };
const REFERENCE_CHARS = 16;

/**
 * Reads a :61:, or says why not; `last` if nothing follows it in the file, so that it may be cut
 * off.
 */
export function parseStatementLine(
  { lines }: Field,
  currency: Currency | null,
  last: boolean,
): StatementLine | string {
  const { text, supplement } = joinBroken(lines);
  const dates = parseDates(text);
  if (typeof dates === "string") return dates;
  const found = SIDE.exec(dates.rest);
  const mark = parseMark(found?.[1]);
  if (found === null || mark === null)
    return `found "${dates.rest.slice(0, 20)}" instead of C or D (credit or debit)`;
  const amount = parseAmount(found[2] ?? "", currency);
  if (typeof amount === "string") return amount;
  const tail = dates.rest.slice(found[0].length);
  if (tail.trim() === "" && last) return "the file breaks off inside this record";
  const type = /^ ?[A-Z][A-Z0-9 ]{3}/i.exec(tail)?.[0] ?? "";
  return {
    ...dates.chosen,
    amount: units(MARKS[mark] * amount),
    mark,
    type: type.trim().toUpperCase(),
    ...parseReferences(tail.slice(type.length)),
    supplement: supplement.map(foldBlanks).filter((one) => one !== ""),
  };
}

/** The side, the currency's third letter, and the amount. */
const SIDE = /^\s{0,4}(R[CD]|E[CD]|[CD])\s?[A-Z]?\s?([\d.,]+)/i;

function parseMark(text: string | undefined): Mark | null {
  const upper = text?.toUpperCase();
  return upper === "C" ||
    upper === "D" ||
    upper === "RC" ||
    upper === "RD" ||
    upper === "EC" ||
    upper === "ED"
    ? upper
    : null;
}

/** Joins a line that a program broke before its amount. */
function joinBroken(lines: readonly string[]): { text: string; supplement: readonly string[] } {
  const [first = "", second, ...others] = lines;
  const broken =
    second !== undefined &&
    !/[CD]\s?[A-Z]?\s?[\d.,]/i.test(first) &&
    /^\s*[RE]?[CD]?[A-Z]?[\d.,]+/i.test(second);
  return broken
    ? { text: `${first.trimEnd()}${second.trimStart()}`, supplement: others }
    : { text: first, supplement: lines.slice(1) };
}

interface Dates {
  readonly chosen: Pick<StatementLine, "date" | "value_date" | "remark">;
  readonly rest: string;
}

/** The dates that were read last, by their digits. */
let latest: { first: string; apart: string; chosen: Dates["chosen"] } | null = null;

/** YYMMDD, then MMDD, nothing or blanks; some programs print years of four digits. */
function parseDates(text: string): Dates | string {
  const [all = "", first = "", apart = ""] =
    /^\s*(\d{6,14})(?: {1,4}(\d{4})(?=[A-Z ]))?/i.exec(text) ?? [];
  const rest = text.slice(all.length);
  // The transactions of a day have the same dates.
  if (latest?.first === first && latest.apart === apart) return { chosen: latest.chosen, rest };
  const split = splitDates(first);
  if (split === null) return `found "${text.slice(0, 20)}" instead of a date such as 240305`;
  const { value } = split;
  const entryText = split.entry === "" ? apart : split.entry;
  const entry = entryText === "" || entryText === "0000" ? null : parseEntryDay(entryText, value);
  const date = entry ?? value.day;
  if (date === null) return `neither the value date ${first.slice(0, 6)} nor an entry date exists`;
  let remark: StatementLine["remark"] = null;
  if (value.day === null) remark = "no such value date";
  else if (entry === null)
    remark = entryText === "" || entryText === "0000" ? "no entry date" : "no such entry date";
  const chosen = { date, value_date: value.day, remark };
  latest = { first: ownCopy(first), apart: ownCopy(apart), chosen };
  return { chosen, rest };
}

function splitDates(digits: string): { value: PrintedDay; entry: string } | null {
  switch (digits.length) {
    case 6:
    case 10:
      return { value: parseShortDay(digits), entry: digits.slice(6) };
    case 8: {
      const value = parseLongDay(digits);
      return value.day === null ? null : { value, entry: "" };
    }
    case 12: {
      const value = parseLongDay(digits);
      return value.day === null
        ? { value: parseShortDay(digits), entry: digits.slice(8) }
        : { value, entry: digits.slice(8) };
    }
    default:
      return null;
  }
}

const NO_REFERENCE = /^(NON ?REF|NOREF|NONE|NOTPROVIDED|[0\s./-]*)$/i;

function parseReferences(
  tail: string,
): Pick<StatementLine, "reference" | "bank_reference" | "name"> {
  const slashes = tail.indexOf("//");
  const own = slashes < 0 ? tail : tail.slice(0, slashes);
  // A name follows the sixteen characters of the reference, which is padded with blanks.
  const filled = slashes < 0 && own.length > REFERENCE_CHARS && own[REFERENCE_CHARS - 1] === " ";
  const reference = foldBlanks(filled ? own.slice(0, REFERENCE_CHARS) : own);
  const bank = slashes < 0 ? "" : foldBlanks(tail.slice(slashes + 2));
  return {
    reference: NO_REFERENCE.test(reference) ? "" : reference,
    bank_reference: NO_REFERENCE.test(bank) ? "" : bank,
    name: filled ? foldBlanks(own.slice(REFERENCE_CHARS)) : "",
  };
}
