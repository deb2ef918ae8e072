// The source for a CSV table over HTTPS: one column, named by the header line, of one row or of
// all. Delimiter and decimal mark are set, never guessed; a missing or ambiguous row is a fault.

import Papa from "papaparse";
import * as z from "zod";
import { SOURCE_CELL_CHARS_MAX, SOURCE_CSV_ROWS_MAX } from "../../platform/limits.ts";
import { parseQuantity, type Quantity } from "../../money/quantity.ts";
import { err, ok, type Result } from "../../platform/result.ts";
import { printJson, decodeUtf8 } from "../exact-json.ts";
import {
  ADDRESS,
  askGiven,
  parseInstant,
  malformedAnswer,
  UNIT,
  agreeOnUnit,
  type GivenSecrets,
} from "../settings-by-hand.ts";
import type { BalanceReading, SourceReader } from "../reading.ts";

const NAME = z.string().trim().min(1).max(SOURCE_CELL_CHARS_MAX);
const DELIMITERS = { comma: ",", semicolon: ";", tab: "\t", bar: "|" } as const;

export const CSV_SETTINGS = z
  .strictObject({
    url: ADDRESS,
    /** As the header line names it. */
    column: NAME,
    row: z.enum(["first", "last", "where", "all"]),
    where_column: NAME.optional(),
    where_value: NAME.optional(),
    currency: UNIT.optional(),
    currency_column: NAME.optional(),
    as_of_column: NAME.optional(),
    delimiter: z.enum(["comma", "semicolon", "tab", "bar"]).default("comma"),
    decimal: z.enum(["point", "comma"]).default("point"),
    debts: z.enum(["positive", "negative"]).optional(),
  })
  .refine(
    ({ currency, currency_column }) => currency !== undefined || currency_column !== undefined,
    { path: ["currency"], message: "give the currency, or the column that holds it" },
  )
  .refine(
    ({ row, where_column, where_value }) =>
      (row === "where") === (where_column !== undefined && where_value !== undefined),
    {
      path: ["where_column"],
      message:
        "a row chosen by a value needs both the column and the value; other rows need neither",
    },
  )
  .refine(({ row, as_of_column }) => row !== "all" || as_of_column !== undefined, {
    path: ["as_of_column"],
    message: "reading all rows needs the column of their time",
  });
export type CsvSettings = z.output<typeof CSV_SETTINGS>;

export const readCsv: SourceReader<CsvSettings, GivenSecrets, readonly BalanceReading[]> = async ({
  settings,
  secrets,
  fetching,
  now,
}) => {
  const answer = await askGiven(settings.url, secrets, fetching, "text/csv");
  if (!answer.ok) return answer;
  const text = decodeUtf8(answer.value.body);
  const read = text === null ? err("it is not UTF-8 text") : readTable(text, settings, now);
  return read.ok ? read : malformedAnswer(settings.url, read.error);
};

/** The balances of the table, one unless `row` is "all", or half a sentence why there are none. */
export function readTable(
  text: string,
  settings: CsvSettings,
  now: number,
): Result<readonly BalanceReading[], string> {
  // papaparse joins rows of a file that mixes line ends, so all become "\n" first.
  const table = Papa.parse<string[]>(text.replace(/\r\n?/g, "\n"), {
    delimiter: DELIMITERS[settings.delimiter],
    newline: "\n",
    skipEmptyLines: "greedy",
    preview: SOURCE_CSV_ROWS_MAX + 2,
  });
  const [broken] = table.errors;
  if (broken !== undefined) return err(`its quotes are broken in line ${(broken.row ?? 0) + 1}`);
  const [header = [], ...rows] = table.data;
  if (rows.length > SOURCE_CSV_ROWS_MAX) return err(`it has more than ${SOURCE_CSV_ROWS_MAX} rows`);
  const chosen =
    settings.row === "all" ? ok(rows) : flat(findRow(header, rows, settings), (row) => ok([row]));
  if (!chosen.ok) return chosen;
  const readings: BalanceReading[] = [];
  const columns = columnFinder(header);
  for (const row of chosen.value) {
    const reading = readRow(
      (column) => cellAt(header.length, row, column, columns(column)),
      settings,
      now,
    );
    if (!reading.ok) return reading;
    readings.push(reading.value);
  }
  return readings.length === 0 ? err("it has no row below its header line") : ok(readings);
}

function readRow(
  cell: (column: string) => Result<string, string>,
  settings: CsvSettings,
  now: number,
): Result<BalanceReading, string> {
  const amount = flat(cell(settings.column), (found) => quantityOfCell(found, settings.decimal));
  if (!amount.ok) return amount;
  const printedUnit: Result<string | undefined, string> =
    settings.currency_column === undefined ? ok(undefined) : cell(settings.currency_column);
  const unit = flat(printedUnit, (found) => agreeOnUnit(settings.currency, found));
  if (!unit.ok) return unit;
  const asOf =
    settings.as_of_column === undefined
      ? ok(null)
      : flat(cell(settings.as_of_column), (found) => parseInstant(found, now));
  return asOf.ok
    ? ok({ account: null, name: null, amount: amount.value, unit: unit.value, asOf: asOf.value })
    : asOf;
}

function flat<From, To>(
  from: Result<From, string>,
  next: (value: From) => Result<To, string>,
): Result<To, string> {
  return from.ok ? next(from.value) : from;
}

function findRow(
  header: readonly string[],
  rows: readonly (readonly string[])[],
  { row, where_column, where_value }: CsvSettings,
): Result<readonly string[], string> {
  const chosen = row === "first" ? rows.at(0) : rows.at(-1);
  if (row !== "where")
    return chosen === undefined ? err("it has no row below its header line") : ok(chosen);
  const column = findColumn(header, where_column ?? "");
  if (!column.ok) return column;
  const [first, ...more] = rows.filter((cells) => cells[column.value]?.trim() === where_value);
  if (first === undefined)
    return err(`no row has ${printJson(where_value)} in the column ${printJson(where_column)}`);
  return more.length === 0
    ? ok(first)
    : err(
        `${more.length + 1} rows have ${printJson(where_value)} in the column ${printJson(where_column)}, not exactly one`,
      );
}

const NAMES_SHOWN = 10;

function findColumn(header: readonly string[], name: string): Result<number, string> {
  const at = header.findIndex((label) => label.trim() === name);
  if (at < 0)
    return err(
      `no column is named ${printJson(name)}; there are ${
        header
          .slice(0, NAMES_SHOWN)
          .map((label) => printJson(label))
          .join(", ") || "none"
      }`,
    );
  return header.findLastIndex((label) => label.trim() === name) === at
    ? ok(at)
    : err(`two columns are named ${printJson(name)}`);
}

/** Looks each column up once, since a table may have many rows and many columns. */
function columnFinder(header: readonly string[]): (name: string) => Result<number, string> {
  const known = new Map<string, Result<number, string>>();
  return (name) => {
    const column = known.get(name) ?? findColumn(header, name);
    known.set(name, column);
    return column;
  };
}

function cellAt(
  columns: number,
  row: readonly string[],
  name: string,
  column: Result<number, string>,
): Result<string, string> {
  if (!column.ok) return column;
  if (row.length > columns) return err(`the row has ${row.length} cells for ${columns} columns`);
  const cell = row[column.value];
  return cell === undefined
    ? err(`the row has no cell in the column ${printJson(name)}`)
    : ok(cell.trim());
}

function quantityOfCell(cell: string, decimal: CsvSettings["decimal"]): Result<Quantity, string> {
  const withComma = () => (cell.includes(".") ? "" : cell.replace(",", "."));
  const quantity = parseQuantity(decimal === "point" ? cell : withComma());
  return quantity.ok
    ? quantity
    : err(
        `${printJson(cell)} is not a plain decimal like ${decimal === "point" ? "1234.56" : "1234,56"}`,
      );
}
