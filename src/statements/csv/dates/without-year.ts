// Dates without a year, "25/03" or "15 Mar", or with the last digits of a Buddhist one. A period tells
// the year, or the year in its name; else a person is asked. The year is written into the cells
// before anything else looks at them, so that the order of day and month is decided as everywhere.

import { makeDay, splitDay, type Day } from "../../../money/day.ts";
import type { Answers, Question } from "../../statement.ts";
import { stripCell } from "../shape/cells.ts";
import type { Batch, Tokenizer } from "../shape/dialect.ts";
import { DATE_ORDERS, readDate } from "./dates.ts";
import { readMonth } from "./months.ts";
import { findSharedMonths, printCroatianMonth, type SharedMonths } from "./slavic-months.ts";
import { findSerialColumns, printSerial } from "./serial-dates.ts";

/** The columns of dates without a year, and the period that the dates are in. */
export interface YearlessDates {
  readonly columns: readonly number[];
  readonly from: Day;
  readonly to: Day;
}

/** The columns of dates whose years of two digits are Buddhist. */
export interface BuddhistDates {
  readonly buddhist: readonly number[];
}

/** The columns of dates that are the day numbers of a spreadsheet. */
export interface SerialDates {
  readonly serials: readonly number[];
}

/** The columns of dates with Croatian months that are others in Polish or Czech. */
export interface CroatianDates {
  readonly croatian: readonly number[];
}

/** Columns of dates whose year the file does not print, or not whole. */
export type ShortYears = YearlessDates | BuddhistDates | SerialDates | CroatianDates;

/** What was found out about the years. */
export interface FoundYears {
  readonly years: ShortYears;
  readonly why: string;
  /** The question which year it is, where nothing tells. */
  readonly question: Question | null;
}

/** The id of the question. */
export const YEAR = "year";
/** The id of the question about the language of months. */
const MONTHS = "months";

type Rows = readonly (readonly string[])[];

const NUMBERS = /^(\d{1,2})([/.-])(\d{1,2})\.?$/;
const NAMED = /^(\d{1,2})[\s./-]?(\p{L}{3,12})\.?$|^(\p{L}{3,12})\.?\s?(\d{1,2})$/u;
/** A day with the time of day behind it. */
const TIMED = /^(.{3,16}?)([ T]\d{1,2}:\d{2}(?::\d{2})?)$/;
const ROWS_MIN = 2;
const SHARE_MIN = 0.6;
const FULL_SHARE_MAX = 0.3;
const YEARS_ASKED = 3;

/** Finds a column of dates without a year, in a table that has no column of dates. */
export function findYearless(
  rows: Rows,
  name: string,
  today: Day,
  answers: Answers,
): FoundYears | null {
  const whole = findWholeDates(rows, today, answers);
  if (whole !== undefined) return whole;
  const column = findColumn(rows);
  if (column === null) return null;
  const period = findPeriod(rows, column);
  if (period === null && countYearless(rows, column) < ROWS_MIN) return null;
  const columns = [column, ...findFurther(rows, column)];
  if (period !== null)
    return {
      years: { columns, ...period },
      why: `The dates have no year; the file states days from ${period.from} to ${period.to}.`,
      question: null,
    };
  const inName = /(?:^|\D)(20\d{2})(?!\d{3})/.exec(name)?.[1];
  if (inName !== undefined)
    return wholeYear(columns, Number(inName), "The dates have no year; the file's name has it.");
  const { year } = splitDay(today);
  const choices = Array.from({ length: YEARS_ASKED }, (_, back) => year - back);
  const given = Object.hasOwn(answers, YEAR) ? answers[YEAR] : undefined;
  const answered = choices.find((choice) => String(choice) === given);
  if (answered !== undefined)
    return wholeYear(columns, answered, `The dates have no year; you said that it is ${answered}.`);
  const sample = rows.map((row) => stripCell(row[column] ?? "")).find(isYearless) ?? "";
  const found = wholeYear(
    columns,
    year,
    "The dates have no year, and nothing in the file tells it.",
  );
  return {
    ...found,
    question: {
      id: YEAR,
      ask: "The dates in this file have no year. Which year are they in?",
      concerns: [column],
      choices: choices.map((choice) => ({
        value: String(choice),
        label: String(choice),
        example: `${sample} is in ${choice}`,
      })),
    },
  };
}

/**
 * Dates with a year in a form of their own: day numbers, Croatian months, Buddhist years; null if
 * they are read as they are, undefined if the table has none.
 */
function findWholeDates(rows: Rows, today: Day, answers: Answers): FoundYears | null | undefined {
  const serials = findSerialColumns(rows, today);
  if (serials.length > 0)
    return {
      years: { serials },
      why: "The dates are day numbers of a spreadsheet, counted from 1900.",
      question: null,
    };
  const shared = findSharedMonths(rows);
  if (shared !== null) return settleMonths(shared, answers);
  const buddhist = findBuddhist(rows);
  if (buddhist.length > 0)
    return {
      years: { buddhist },
      why: "The years of two digits are those of the Buddhist calendar.",
      question: null,
    };
  return undefined;
}

/** Which months the words are; null for the ones that dates are read with anyway. */
function settleMonths(
  { columns, language, example }: SharedMonths,
  answers: Answers,
): FoundYears | null {
  const given = Object.hasOwn(answers, MONTHS) ? answers[MONTHS] : undefined;
  const known = language ?? MONTH_CHOICES.find(({ value }) => value === given)?.value;
  if (known === "polish_czech") return null;
  const years = { croatian: columns };
  if (known === "croatian")
    return { years, why: "The months are Croatian: listopad is October.", question: null };
  return {
    years,
    why: "The months may be Croatian, or Polish or Czech; nothing in the file tells.",
    question: {
      id: MONTHS,
      ask: "In which language are the months of this file?",
      note: "Croatian calls October what Polish and Czech call November; lip and srp differ too.",
      concerns: columns,
      choices: MONTH_CHOICES.map(({ value, label }) => ({ value, label, example })),
    },
  };
}

const MONTH_CHOICES = [
  { value: "croatian", label: "Croatian: listopad is October, lip June, srp July" },
  { value: "polish_czech", label: "Polish or Czech: listopad is November, lip July, srp August" },
] as const;

/** The Buddhist years 2560 to 2579 are 2017 to 2036. */
const BUDDHIST = /^(\d{1,2}[/.-]\d{1,2}[/.-])([67]\d)(?!\d)/;
const THAI = /[\u0e01-\u0e5b]/u;

/** In a file in Thai, the columns in which every year of two digits lies forty years ahead. */
function findBuddhist(rows: Rows): readonly number[] {
  const width = Math.max(0, ...rows.map((row) => row.length));
  const columns = Array.from({ length: width }, (_, column) => column).filter((column) => {
    const short = rows.filter((row) =>
      /^\d{1,2}[/.-]\d{1,2}[/.-]\d{2}(?!\d)/.test(stripCell(row[column] ?? "")),
    );
    return (
      short.length >= ROWS_MIN && short.every((row) => BUDDHIST.test(stripCell(row[column] ?? "")))
    );
  });
  return columns.length > 0 && rows.some((row) => row.some((cell) => THAI.test(cell)))
    ? columns
    : [];
}

function wholeYear(columns: readonly number[], year: number, why: string): FoundYears {
  const from = makeDay(year, 1, 1) ?? ("1970-01-01" as Day);
  const to = makeDay(year, 12, 31) ?? from;
  return { years: { columns, from, to }, why, question: null };
}

/** Whether the text is a day and a month without a year, or with the time of day. */
function isYearless(printed: string): boolean {
  const text = TIMED.exec(printed)?.[1] ?? printed;
  const [, one, , two] = NUMBERS.exec(text) ?? [];
  if (one !== undefined && two !== undefined) {
    const [a, b] = [Number(one), Number(two)];
    return Math.min(a, b) >= 1 && Math.min(a, b) <= 12 && Math.max(a, b) <= 31;
  }
  const named = NAMED.exec(text);
  return named !== null && readMonth(named[2] ?? named[3] ?? "") > 0;
}

function findColumn(rows: Rows): number | null {
  const counts = new Map<number, number>();
  for (const row of rows)
    row.forEach((cell, column) => {
      if (row.length >= 3 && isYearless(stripCell(cell)))
        counts.set(column, (counts.get(column) ?? 0) + 1);
    });
  const [best] = [...counts].toSorted((a, b) => b[1] - a[1] || a[0] - b[0]);
  if (best === undefined) return null;
  const [column, count] = best;
  const begin = rows.findIndex((row) => isYearless(stripCell(row[column] ?? "")));
  const table = rows.slice(begin).filter((row) => row.length >= 3);
  const full = table.filter((row) => row.some((cell) => isFullDate(stripCell(cell)))).length;
  return full > FULL_SHARE_MAX * table.length || count < SHARE_MIN * table.length ? null : column;
}

function countYearless(rows: Rows, column: number): number {
  return rows.filter((row) => isYearless(stripCell(row[column] ?? ""))).length;
}

const DAYS_NEAR_MAX = 31;
const MONTH_DAYS = 31;

/** Further columns of such dates: printed as the first is, and never far from it. */
function findFurther(rows: Rows, column: number): readonly number[] {
  const text = (row: readonly string[], at: number) => stripCell(row[at] ?? "");
  const table = rows.filter((row) => row.length >= 3 && isYearless(text(row, column)));
  const form = (cell: string) => cell.replace(/\d+/g, "d").replace(/\p{L}+/gu, "w");
  const width = Math.max(0, ...table.map((row) => row.length));
  return Array.from({ length: width }, (_, at) => at).filter((at) => {
    if (at === column) return false;
    const filled = table.filter((row) => text(row, at) !== "");
    return (
      filled.length >= SHARE_MIN * table.length &&
      filled.every((row) => {
        const [one, other] = [text(row, column), text(row, at)];
        const isAlike = form(TIMED.exec(one)?.[1] ?? one) === form(TIMED.exec(other)?.[1] ?? other);
        return isAlike && isYearless(other) && areNear(one, other);
      })
    );
  });
}

/** Whether two such dates are of the same month or so, whichever number is the day. */
function areNear(one: string, other: string): boolean {
  const [a, b] = [one, other].map((text) => (/\d+\D+\d+/.exec(text)?.[0] ?? "").split(/\D+/));
  if (a?.[1] === undefined || b?.[1] === undefined) return true;
  const year = 12 * MONTH_DAYS;
  return [0, 1].some((day) => {
    const of = (parts: readonly string[]) =>
      Number(parts[1 - day]) * MONTH_DAYS + Number(parts[day]);
    const apart = Math.abs(of(a) - of(b));
    return Math.min(apart, year - apart) <= DAYS_NEAR_MAX;
  });
}

function isFullDate(text: string): boolean {
  return text.length >= 6 && DATE_ORDERS.some((order) => readDate(text, order) !== null);
}

const PERIOD_DATE =
  /\d{4}[-/.]\d{1,2}[-/.]\d{1,2}|\d{1,2}[-/. ](?:\d{1,2}|\p{L}{3,12})[-/. ]\d{4}/gu;
const PERIOD_DAYS_MAX = 366;

/** The first and the last day that the lines outside the table state. */
function findPeriod(rows: Rows, column: number): { readonly from: Day; readonly to: Day } | null {
  const texts = rows
    .filter((row) => !isYearless(stripCell(row[column] ?? "")))
    .flatMap((row) => row.join(" ").match(PERIOD_DATE) ?? []);
  for (const order of DATE_ORDERS) {
    const days = texts.map((text) => readDate(text, order));
    const known = days.filter((day) => day !== null).toSorted();
    const [from] = known;
    const to = known.at(-1);
    if (from === undefined || to === undefined || known.length < days.length) continue;
    const apart = (Date.parse(to) - Date.parse(from)) / 86_400_000;
    if (apart <= PERIOD_DAYS_MAX) return { from, to };
  }
  return null;
}

/** A tokenizer whose rows have the year in their dates. */
export function withYears(tokens: Tokenizer, years: ShortYears | undefined): Tokenizer {
  if (years === undefined) return tokens;
  const complete = (batch: Batch): Batch => {
    batch.rows.forEach((row, index) => {
      batch.rows[index] = addYear(row, years);
    });
    return batch;
  };
  return {
    push: (text) => complete(tokens.push(text)),
    end: () => complete(tokens.end()),
    rest: () => tokens.rest(),
  };
}

/** The row with the year in its date. */
export function addYear(row: readonly string[], years: ShortYears): string[] {
  const cells = [...row];
  if ("buddhist" in years) {
    for (const column of years.buddhist)
      if (column < cells.length)
        cells[column] = stripCell(cells[column] ?? "").replace(
          BUDDHIST,
          (_, begin: string, year: string) => `${begin}25${year}`,
        );
    return cells;
  }
  if ("serials" in years) {
    for (const column of years.serials)
      if (column < cells.length) cells[column] = printSerial(cells[column] ?? "");
    return cells;
  }
  if ("croatian" in years) {
    for (const column of years.croatian)
      if (column < cells.length) cells[column] = printCroatianMonth(cells[column] ?? "");
    return cells;
  }
  for (const column of years.columns) {
    const text = stripCell(cells[column] ?? "");
    if (!isYearless(text)) continue;
    const [, day = text, time = ""] = TIMED.exec(text) ?? [];
    cells[column] = `${completeDate(day, years)}${time}`;
  }
  return cells;
}

/** A month before and after the period still belongs to it: card purchases are booked later. */
const MARGIN_DAYS = 45;

function completeDate(text: string, { from, to }: YearlessDates): string {
  const separator = NUMBERS.exec(text)?.[2] ?? " ";
  const base = text.endsWith(".") ? text.slice(0, -1) : text;
  const [first, last] = [splitDay(from).year, splitDay(to).year];
  if (first === last) return `${base}${separator}${first}`;
  const fitting = Array.from({ length: last - first + 1 }, (_, at) => first + at).filter((year) =>
    (["dmy", "mdy"] as const).some((order) => {
      const day = readDate(`${base}${separator}${year}`, order);
      const apart = (a: Day, b: Day) => (Date.parse(a) - Date.parse(b)) / 86_400_000;
      return day !== null && apart(from, day) <= MARGIN_DAYS && apart(day, to) <= MARGIN_DAYS;
    }),
  );
  const [only] = fitting;
  return only === undefined || fitting.length > 1 ? text : `${base}${separator}${only}`;
}
