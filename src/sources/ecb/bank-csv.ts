// The European Central Bank's CSV: "Date, USD, JPY, ..." and a line for each day. The daily file
// prints "21 November 2026", the history "2026-11-21" and N/A for a missing rate; lines may end in
// a comma.

import { RATES_MAX } from "../../platform/limits.ts";
import { makeDay, parseDay, type Day } from "../../money/day.ts";
import { MONTH_NAMES } from "../../money/month.ts";
import { err, ok, type Result } from "../../platform/result.ts";
import { parseDecimal } from "../../money/decimal.ts";
import { knownCurrency, type Rate, type RateFile } from "./rate.ts";

const COLUMNS_MAX = 400;
const LINE_CHARS_MAX = 20_000;
const CODE = /^[A-Z]{3}$/;
const NONE = "N/A";
const SPELLED = /^(\d{1,2}) ([A-Z][a-z]+) (\d{4})$/;
/** The rates of the table, or half a sentence why it is refused. */
export function parseBankCsv(text: string): Result<RateFile, string> {
  const [header = ""] = eachLine(text);
  const [label, ...codes] = splitCells(header.slice(0, LINE_CHARS_MAX));
  if (label !== "Date")
    return err(`its first line begins with ${quoteCell(label)}, not with "Date"`);
  if (codes.length > COLUMNS_MAX) return err(`it has more than ${COLUMNS_MAX} columns`);
  const odd = codes.find((code, index) => !CODE.test(code) || codes.indexOf(code) !== index);
  if (odd !== undefined)
    return err(
      `its first line names ${quoteCell(odd)}, which is not a currency code or is named twice`,
    );
  if (codes.length === 0) return err("its first line names no currency");

  const columns = codes.map((code) => ({ code, currency: knownCurrency(code) }));
  const seen = new Set<Day>();
  const rates: Rate[] = [];
  let index = -1;
  for (const line of eachLine(text)) {
    index++;
    if (index === 0 || line.trim() === "") continue;
    if (line.length > LINE_CHARS_MAX)
      return err(`line ${index + 1} has more than ${LINE_CHARS_MAX} characters`);
    const [first = "", ...cells] = splitCells(line);
    const day = parseDay(first) ?? spelledDay(first);
    if (day === null)
      return err(`line ${index + 1} begins with ${quoteCell(first)}, which is not a day`);
    if (seen.has(day)) return err(`line ${index + 1} repeats ${day}`);
    if (cells.length !== codes.length)
      return err(`line ${index + 1} has ${cells.length} rates for ${codes.length} currencies`);
    seen.add(day);
    for (const [column, { code, currency }] of columns.entries()) {
      const cell = cells[column] ?? "";
      if (cell === NONE) continue;
      if (parseDecimal(cell) === null)
        return err(
          `the rate of ${code} in line ${index + 1} is ${quoteCell(cell)}, not a positive decimal`,
        );
      if (currency !== null && rates.push([currency, day, cell]) > RATES_MAX)
        return err(`it has more than ${RATES_MAX} rates`);
    }
  }
  return seen.size === 0 ? err("it has no line with a day") : ok({ days: seen.size, rates });
}

/** The lines one by one, because a list of a file's many empty lines would fill the memory. */
function* eachLine(text: string): Generator<string> {
  const ending = /\r\n|\n|\r/g;
  let at = 0;
  for (let match = ending.exec(text); match !== null; match = ending.exec(text)) {
    yield text.slice(at, match.index);
    at = ending.lastIndex;
  }
  yield text.slice(at);
}

/** The cells of a line, without the empty one after a comma at its end. */
function splitCells(line: string): string[] {
  const cells = line.split(",").map((cell) => cell.trim());
  if (cells.length > 1 && cells.at(-1) === "") cells.pop();
  return cells;
}

function spelledDay(text: string): Day | null {
  const [, day = "", month = "", year = ""] = SPELLED.exec(text) ?? [];
  return makeDay(Number(year), MONTH_NAMES.indexOf(month) + 1, Number(day));
}

function quoteCell(text: string | undefined): string {
  return JSON.stringify((text ?? "").slice(0, 60));
}
