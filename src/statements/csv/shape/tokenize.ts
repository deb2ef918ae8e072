// Text to records, a block at a time, with papaparse in array mode and the delimiter given. Lines end
// at LF; a CR before it is dropped, so files that mix CRLF and LF read the same (papaparse alone would
// glue their rows). Where papaparse reports broken quotes, the block is read again by unbalanced-quotes.ts.
// Memory is bounded: a record longer than CSV_RECORD_CHARS_MAX is cut off, reported and skipped.

import Papa from "papaparse";
import { CSV_CELL_CHARS_MAX, CSV_RECORD_CHARS_MAX } from "../../../platform/limits.ts";
import { blockTokenizer } from "./field-per-line.ts";
import { fixedTokenizer } from "./fixed-width.ts";
import { scanRecords } from "./unbalanced-quotes.ts";

/** A CR that is no part of a CRLF: a line end too, in files put together from several. */
const LONE_CR = /\r(?!\n|$)/;
const LONE_CRS = /\r(?!\n|$)/g;

export interface Dialect {
  readonly delimiter: string;
  /** The line end: LF (with or without CR before it), or a lone CR in old files. */
  readonly newline: "\n" | "\r";
  /** Every record stands quoted in one cell, delimiters inside (a spreadsheet's second save). */
  readonly wrapped: boolean;
  /** One field a line instead of delimiters: the labels of a record's lines. */
  readonly fields?: readonly string[];
  /** Columns of fixed width instead of delimiters: where each but the first begins. */
  readonly columns?: readonly number[];
}

export interface Batch {
  readonly rows: string[][];
  /** The line on which each row begins, from 1. */
  readonly lines: number[];
  /** Index of a row -> why it cannot be trusted. */
  readonly broken: Map<number, string>;
}

export interface Tokenizer {
  /** The records that are complete with this block. */
  push(text: string): Batch;
  /** The last record, where the file does not end with a line end. */
  end(): Batch;
  /** What is held back: the beginning of a record, and the line it begins on. */
  rest(): { readonly chars: number; readonly line: number; readonly quoted: boolean };
}

/** A tokenizer for one pass over one document; `width` (0: unknown) helps to repair broken quotes. */
export function tokenizer(dialect: Dialect, width: number): Tokenizer {
  if (dialect.fields !== undefined) return blockTokenizer(dialect.fields, dialect.newline);
  if (dialect.columns !== undefined) return fixedTokenizer(dialect.columns, dialect.newline);
  const parser = new Papa.Parser({ delimiter: dialect.delimiter, newline: dialect.newline });
  let carry = "";
  let line = 1;
  let dropping = false;

  function read(raw: string, last: boolean): Batch {
    const lf = dialect.newline === "\n";
    const text =
      lf && raw.includes("\r") && LONE_CR.test(raw) ? raw.replaceAll(LONE_CRS, "\n") : raw;
    const parsed = parser.parse(text, 0, !last) as {
      data: string[][];
      errors: unknown[];
      meta: { cursor: number };
    };
    let rows = parsed.data;
    let used = last ? text.length : parsed.meta.cursor;
    let spans: readonly number[] | null = null;
    let broken: Map<number, string> = new Map();
    const stuck = rows.length === 0 && !last && text.length > CSV_RECORD_CHARS_MAX;
    if (lf && (parsed.errors.length > 0 || stuck)) {
      const scan = scanRecords(
        text,
        dialect.delimiter,
        dialect.wrapped ? 1 : width,
        last,
        CSV_CELL_CHARS_MAX,
      );
      ({ rows, spans, broken, used } = {
        rows: scan.rows,
        spans: scan.spans,
        broken: scan.broken,
        used: scan.used,
      });
    } else if (lf && text.includes('"')) {
      spans = countLines(rows, text, used);
    }
    const lines: number[] = [];
    const carriage = lf && text.includes("\r");
    for (let i = 0; i < rows.length; i += 1) {
      lines.push(line);
      line += spans === null ? 1 : (spans[i] ?? 1);
      if (carriage) trimCarriage(rows[i]);
    }
    carry = used >= text.length ? "" : text.slice(used);
    return {
      rows: dialect.wrapped ? rows.map((row) => unwrapRow(row, dialect.delimiter)) : rows,
      lines,
      broken,
    };
  }

  return {
    push(text) {
      let block = text;
      if (dropping) {
        const end = block.indexOf(dialect.newline);
        if (end === -1) return { rows: [], lines: [], broken: new Map() };
        block = block.slice(end + 1);
        line += 1;
        dropping = false;
      }
      const batch = read(carry === "" ? block : carry + block, false);
      if (carry.length > CSV_RECORD_CHARS_MAX) {
        batch.broken.set(
          batch.rows.length,
          `the row is longer than ${CSV_RECORD_CHARS_MAX} characters`,
        );
        batch.rows.push([carry.slice(0, 200)]);
        batch.lines.push(line);
        carry = "";
        dropping = true;
      }
      return batch;
    },
    end() {
      if (carry === "") return { rows: [], lines: [], broken: new Map() };
      return read(carry, true);
    },
    rest: () => ({ chars: carry.length, line, quoted: carry.includes('"') }),
  };
}

/** Lines per row, or null where every row takes one (the usual case, found by counting line ends). */
function countLines(rows: readonly string[][], text: string, used: number): number[] | null {
  let ends = 0;
  for (let at = text.indexOf("\n"); at !== -1 && at < used; at = text.indexOf("\n", at + 1))
    ends += 1;
  if (ends <= rows.length) return null;
  return rows.map((row) => {
    let span = 1;
    for (const cell of row) {
      for (let at = cell.indexOf("\n"); at !== -1; at = cell.indexOf("\n", at + 1)) span += 1;
    }
    return span;
  });
}

function trimCarriage(row: string[] | undefined): void {
  if (row === undefined) return;
  const end = row.length - 1;
  const cell = row[end] ?? "";
  if (cell.charCodeAt(cell.length - 1) === 13) row[end] = cell.slice(0, -1);
}

/** The record inside the one quoted cell of a wrapped row. */
export function unwrapRow(row: readonly string[], delimiter: string): string[] {
  const [inner = ""] = row;
  return scanRecords(inner, delimiter, 0, true, CSV_CELL_CHARS_MAX).rows[0] ?? [""];
}
