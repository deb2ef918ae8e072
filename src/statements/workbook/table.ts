// Writes a sheet as CSV text, so that one engine reads both: one line per sheet row, including
// blank ones, so that line numbers are row numbers; tabs between cells; typed dates as ISO days and
// numbers as exact decimals.

import { CSV_COLUMNS_MAX } from "../../platform/limits.ts";
import type { DecimalMark } from "../csv/amounts/amount.ts";
import { classifyCell } from "../csv/shape/cells.ts";
import type { Encoding } from "../csv/shape/encoding.ts";
import type { Dialect } from "../csv/shape/dialect.ts";
import type { DocumentSource } from "../statement.ts";
import { serialToDate } from "./serial.ts";
import type { Cell, DateCell, Merge, Sheet, SheetRow } from "./workbook.ts";

/** How typed cells are written; plain data, part of the stored plan. */
export interface Writing {
  readonly columns: number;
  /** The decimal mark, the same as in amounts that are texts. */
  readonly mark: DecimalMark;
  /** Whether to exchange day and month of typed dates up to the twelfth. */
  readonly exchange: boolean;
  readonly serials: readonly number[];
  readonly from1904: boolean;
  readonly merges: readonly Merge[];
}

export const TABLE_DIALECT: Dialect = { delimiter: "\t", newline: "\n", wrapped: false };
export const TABLE_ENCODING: Encoding = { name: "utf-8", mark_bytes: 0, faulty: false, why: "" };

const PIECE_CHARS = 64 * 1024;

/** The sheet as a document of CSV text, written again each time it is opened. */
export function toTable(sheet: Sheet, writing: Writing): DocumentSource {
  return {
    name: sheet.name,
    // The length is unknown until it was written.
    bytes: 1,
    open: async () => {
      const lines = writeLines(sheet, writing);
      const encoder = new TextEncoder();
      return new ReadableStream<Uint8Array>({
        async pull(controller) {
          const { done, value } = await lines.next();
          if (done === true) controller.close();
          else controller.enqueue(encoder.encode(value));
        },
        async cancel() {
          await lines.return(undefined);
        },
      });
    },
  };
}

async function* writeLines(sheet: Sheet, writing: Writing): AsyncGenerator<string> {
  const fill = makeFiller(writing.merges);
  let line = 1;
  let text = "";
  for await (const rows of sheet.rows([])) {
    for (const row of rows) {
      text += `${"\n".repeat(Math.max(0, row.number - line))}${writeLine(fill(row), writing)}\n`;
      line = row.number + 1;
      if (text.length >= PIECE_CHARS) {
        yield text;
        text = "";
      }
    }
  }
  if (text !== "") yield text;
}

function writeLine(cells: readonly Cell[], writing: Writing): string {
  let line = "";
  for (let column = 0; column < Math.min(writing.columns, CSV_COLUMNS_MAX); column += 1) {
    if (column > 0) line += "\t";
    const cell = cells[column] ?? null;
    if (cell !== null) line += writeCell(cell, column, writing);
  }
  return line;
}

function writeCell(cell: Exclude<Cell, null>, column: number, writing: Writing): string {
  if (typeof cell === "string") return quoteText(cell);
  if (cell.kind === "date") return writeDate(cell, writing);
  if (writing.serials.includes(column)) {
    const date = serialToDate(Number(cell.text), writing.from1904);
    if (date !== null) return writeDate(date, writing);
  }
  const text = writeNumber(cell.text, writing.mark);
  return cell.currency === null ? text : `${text} ${cell.currency.toUpperCase()}`;
}

/** Appends a zero to three decimals, since "1.125" alone could be thousands. */
function writeNumber(text: string, mark: DecimalMark): string {
  const at = text.indexOf(".");
  if (at < 0) return text;
  const clear = text.length - at - 1 === 3 ? `${text}0` : text;
  return mark === "." ? clear : clear.replace(".", ",");
}

function writeDate({ day, time }: DateCell, { exchange }: Writing): string {
  const turned =
    exchange && Number(day.slice(8)) <= 12
      ? `${day.slice(0, 4)}-${day.slice(8)}-${day.slice(5, 7)}`
      : day;
  return time === null ? turned : `${turned} ${time}`;
}

/** Puts a text on one line, and in quotes if it contains quotes. */
function quoteText(text: string): string {
  const flat = /[\t\r\n]/.test(text) ? text.replace(/\r\n?|[\n\t]/g, " ") : text;
  return flat.includes('"') ? `"${flat.replaceAll('"', '""')}"` : flat;
}

/**
 * A date that is shown once for several rows (merged cells) belongs to each row. An amount never
 * does, because it would be counted twice.
 */
function makeFiller(merges: readonly Merge[]): (row: SheetRow) => readonly Cell[] {
  if (merges.length === 0) return (row) => row.cells;
  const starts = new Map(merges.map((merge) => [`${merge.column} ${merge.from}`, merge]));
  const running = new Map<number, { readonly cell: Cell; readonly to: number }>();
  return ({ number, cells }) => {
    const filled = [...cells];
    for (const [column, { cell, to }] of running) {
      if (number > to) running.delete(column);
      else if ((filled[column] ?? null) === null) {
        while (filled.length < column) filled.push(null);
        filled[column] = cell;
      }
    }
    cells.forEach((cell, column) => {
      const merge = starts.get(`${column} ${number}`);
      if (merge !== undefined && isDated(cell)) running.set(column, { cell, to: merge.to });
    });
    return filled;
  };
}

function isDated(cell: Cell): boolean {
  return (
    cell !== null &&
    (typeof cell === "string" ? classifyCell(cell) === "date" : cell.kind === "date")
  );
}
