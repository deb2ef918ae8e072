// The engine of records of fixed width: a table of fields, as a specification prints it, cuts a
// line and says what a damaged one should have. The first position is 1 and the last is included.
// A file without line ends is cut by the width of its records.

import { makeDay, type Day } from "../../money/day.ts";
import { UNIT_DECIMALS, units, type Units } from "../../money/money.ts";
import { splitLines } from "../charset.ts";
import type { Unreadable } from "../statement.ts";

/** A field: from, to (both included), what a person calls it, and "N" for digits, "T" for text. */
export type Field = readonly [from: number, to: number, what: string, kind: "N" | "T"];

/** One kind of record: its name in the specification and its fields. */
export interface RecordKind<Name extends string> {
  readonly name: string;
  readonly fields: Readonly<Record<Name, Field>>;
}

/** Makes a kind of record; its names of fields are checked by the compiler. */
export function defineRecord<Name extends string>(
  name: string,
  fields: Readonly<Record<Name, Field>>,
): RecordKind<Name> {
  return { name, fields };
}

/** A record of the file: its line and text, filled up with blanks to the width. */
export interface FixedRecord {
  readonly line: number;
  readonly text: string;
}

/** A file that is damaged at a line; caught by `refuseDamage`. */
export class Damaged extends Error {
  override readonly name = "Damaged";
}

/** Throws: what was found on a line, and what was expected. */
export function damage(line: number, found: string, expected: string): never {
  const shown = found.length > 40 ? `${found.slice(0, 40)}...` : found;
  throw new Damaged(`on line ${line}: found "${shown}" where ${expected} was expected`);
}

/** Throws: the file ends where something else was expected. */
export function breakOff(line: number, expected: string): never {
  throw new Damaged(`after line ${line}: it breaks off where ${expected} was expected`);
}

/** The refusal of a damaged file. */
export function refuseDamage(format: string, message: string): Unreadable {
  return {
    reason: "malformed",
    message: `The ${format} file is damaged ${message}. Nothing was read; download it again.`,
  };
}

/** Splits a text into records of a width; refuses lines that are longer. */
export function splitRecords(text: string, width: number): readonly FixedRecord[] {
  const lines = splitLines(text);
  const cut =
    lines.filter((line) => line.trim() !== "").length === 1 ? cutByWidth(text, width) : null;
  if (cut !== null) return cut;
  const records: FixedRecord[] = [];
  lines.forEach((line, index) => {
    const end = line.length > width ? line.trimEnd() : line;
    if (end.length > width)
      damage(index + 1, line.slice(0, 12), `a record of ${width} characters, not ${end.length},`);
    if (end.trim() !== "") records.push({ line: index + 1, text: end.padEnd(width, " ") });
  });
  return records;
}

function cutByWidth(text: string, width: number): readonly FixedRecord[] | null {
  const whole = text.trim();
  if (whole.length <= width) return null;
  return Array.from({ length: Math.ceil(whole.length / width) }, (_, at) => ({
    line: at + 1,
    text: whole.slice(at * width, (at + 1) * width).padEnd(width, " "),
  }));
}

/** The text of a field, as printed. */
export function cut<Name extends string>(
  { text }: FixedRecord,
  kind: RecordKind<Name>,
  name: Name,
): string {
  const field = kind.fields[name];
  return text.slice(field[0] - 1, field[1]);
}

/** The text of a field without the blanks around it. */
export function cutText<Name extends string>(
  record: FixedRecord,
  kind: RecordKind<Name>,
  name: Name,
): string {
  return cut(record, kind, name).trim();
}

/** What is wrong with the digits of a record, in a sentence; null if nothing is. */
export function findFault<Name extends string>(
  { text }: FixedRecord,
  { fields, name: kind }: RecordKind<Name>,
): string | null {
  for (const name in fields) {
    const [from, to, what, form] = fields[name];
    if (form !== "N" || areDigits(text, from - 1, to)) continue;
    const found = `found "${text.slice(from - 1, to)}" in ${kind}`;
    return `${found} where ${what} (positions ${from} to ${to}, digits only) was expected`;
  }
  return null;
}

/** Throws if the digits of a record are damaged. */
export function demand<Name extends string>(record: FixedRecord, kind: RecordKind<Name>): void {
  const fault = findFault(record, kind);
  if (fault !== null) throw new Damaged(`on line ${record.line}: ${fault}`);
}

function areDigits(text: string, from: number, to: number): boolean {
  for (let at = from; at < to; at += 1) {
    const unit = text.charCodeAt(at);
    if (!(unit >= 48 && unit <= 57)) return false;
  }
  return true;
}

/** Digits with so many decimals, in units; null if there are too many digits or decimals. */
export function toUnits(digits: string, decimals: number): Units | null {
  const number = Number(digits);
  const value =
    decimals <= UNIT_DECIMALS
      ? number * 10 ** (UNIT_DECIMALS - decimals)
      : number / 10 ** (decimals - UNIT_DECIMALS);
  return Number.isSafeInteger(number) && Number.isSafeInteger(value) ? units(value) : null;
}

/** The amount with its sign. */
export function signed(amount: Units, out: boolean): Units {
  return out ? units(0 - amount) : amount;
}

/** Two characters as a number; NaN if they are none. A blank counts as zero. */
function readTwo(text: string, at: number): number {
  return Number(text.slice(at, at + 2));
}

/** Two-digit years from 80 on belong to the 1900s: the formats are not older. */
const YEAR_PIVOT = 80;

/** A day of six digits: DDMMYY, or YYMMDD. Null if it does not exist. */
export function readDay(text: string, order: "dmy" | "ymd"): Day | null {
  const cache = READ_DAYS[order];
  const known = cache.get(text);
  if (known !== undefined) return known;
  const day = makeDayOf(text, order);
  if (cache.size >= DAYS_CACHED_MAX) cache.clear();
  cache.set(text, day);
  return day;
}

/** The days of a file come again and again; the rows of a day share one text. */
const READ_DAYS = { dmy: new Map<string, Day | null>(), ymd: new Map<string, Day | null>() };
const DAYS_CACHED_MAX = 400;

function makeDayOf(text: string, order: "dmy" | "ymd"): Day | null {
  const [first, month, last] = [readTwo(text, 0), readTwo(text, 2), readTwo(text, 4)];
  const [day, year] = order === "dmy" ? [first, last] : [last, first];
  return makeDay((year >= YEAR_PIVOT ? 1900 : 2000) + year, month, day);
}
