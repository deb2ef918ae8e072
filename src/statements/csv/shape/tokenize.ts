// Text to records, a block at a time, with papaparse in array mode and a given delimiter. Lines end
// at LF; a CR before it is dropped, because papaparse alone would glue the rows of files that mix
// CRLF and LF. Where papaparse reports broken quotes, unbalanced-quotes.ts reads the block again.
// Memory is bounded: a record longer than CSV_RECORD_CHARS_MAX is cut off, reported and skipped.

import Papa from "papaparse";
import { CSV_CELL_CHARS_MAX, CSV_RECORD_CHARS_MAX } from "../../../platform/limits.ts";
import { emptyBatch, joinQuotes, type Batch, type Dialect, type Tokenizer } from "./dialect.ts";
import { FieldTokenizer } from "./field-per-line.ts";
import { FixedTokenizer } from "./fixed-width.ts";
import { scanRecords } from "./unbalanced-quotes.ts";

/** A CR outside a CRLF: a line end too, in files put together from several. */
const LONE_CR = /\r(?!\n|$)/;
const LONE_CRS = /\r(?!\n|$)/g;
const SHOWN_CHARS = 200;

/**
 * A tokenizer for one pass over one document; `width` (0: unknown) helps to repair broken quotes.
 */
export function tokenizer(dialect: Dialect, width: number): Tokenizer {
  if (dialect.fields !== undefined) return new FieldTokenizer(dialect.fields, dialect.newline);
  if (dialect.columns !== undefined) return new FixedTokenizer(dialect.columns, dialect.newline);
  return new DelimitedTokenizer(dialect, width);
}

/**
 * The result of one parser call: the rows, how much text they took, and their lines and faults.
 */
interface Parsed {
  readonly rows: string[][];
  readonly used: number;
  /** The lines each row takes; null if every row takes one. */
  readonly spans: readonly number[] | null;
  readonly broken: Map<number, string>;
}

class DelimitedTokenizer implements Tokenizer {
  readonly #dialect: Dialect;
  readonly #width: number;
  readonly #parser: Papa.Parser;
  /** The beginning of a record that is not complete yet, and its line. */
  #carry = "";
  #line = 1;
  /** Whether the text up to the next line end belongs to a record that was cut off. */
  #dropping = false;

  constructor(dialect: Dialect, width: number) {
    this.#dialect = dialect;
    this.#width = width;
    this.#parser = new Papa.Parser({ delimiter: dialect.delimiter, newline: dialect.newline });
  }

  push(text: string): Batch {
    let block = text;
    if (this.#dropping) {
      const end = block.indexOf(this.#dialect.newline);
      if (end === -1) return emptyBatch();
      block = block.slice(end + 1);
      this.#line += 1;
      this.#dropping = false;
    }
    const batch = this.#read(this.#carry === "" ? block : this.#carry + block, false);
    if (this.#carry.length > CSV_RECORD_CHARS_MAX) this.#cutOff(batch);
    return batch;
  }

  end(): Batch {
    return this.#carry === "" ? emptyBatch() : this.#read(this.#carry, true);
  }

  rest(): ReturnType<Tokenizer["rest"]> {
    return { chars: this.#carry.length, line: this.#line, quoted: this.#carry.includes('"') };
  }

  #cutOff(batch: Batch): void {
    const fault = `the row is longer than ${CSV_RECORD_CHARS_MAX} characters`;
    batch.broken.set(batch.rows.length, fault);
    batch.rows.push([this.#carry.slice(0, SHOWN_CHARS)]);
    batch.lines.push(this.#line);
    this.#carry = "";
    this.#dropping = true;
  }

  #read(raw: string, last: boolean): Batch {
    const { newline, wrapped, delimiter, spaced } = this.#dialect;
    const hasCr = newline === "\n" && raw.includes("\r");
    const joined = spaced === true ? joinQuotes(raw, delimiter) : raw;
    const text = hasCr && LONE_CR.test(raw) ? joined.replaceAll(LONE_CRS, "\n") : joined;
    const { rows, used, spans, broken } = this.#parse(text, last);
    const lines: number[] = [];
    const trims = newline === "\n" && text.includes("\r");
    for (let i = 0; i < rows.length; i += 1) {
      lines.push(this.#line);
      this.#line += spans === null ? 1 : (spans[i] ?? 1);
      if (trims) trimCarriage(rows[i]);
    }
    this.#carry = used >= text.length ? "" : text.slice(used);
    return { rows: wrapped ? rows.map((row) => unwrapRow(row, delimiter)) : rows, lines, broken };
  }

  #parse(text: string, last: boolean): Parsed {
    const { newline, wrapped, delimiter } = this.#dialect;
    const { data, errors, meta } = this.#parser.parse(text, 0, !last) as {
      data: string[][];
      errors: unknown[];
      meta: { cursor: number };
    };
    const used = last ? text.length : meta.cursor;
    const isStuck = data.length === 0 && !last && text.length > CSV_RECORD_CHARS_MAX;
    if (newline === "\n" && (errors.length > 0 || isStuck)) {
      const width = wrapped ? 1 : this.#width;
      return scanRecords(text, { delimiter, width, last, cellMax: CSV_CELL_CHARS_MAX });
    }
    const hasQuotes = newline === "\n" && text.includes('"');
    const spans = hasQuotes ? countLines(data, text, used) : null;
    return { rows: data, used, spans, broken: new Map() };
  }
}

/** Lines per row, or null if every row takes one, the usual case, found by counting line ends. */
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
export function unwrapRow([inner = ""]: readonly string[], delimiter: string): string[] {
  const options = { delimiter, width: 0, last: true, cellMax: CSV_CELL_CHARS_MAX };
  return scanRecords(inner, options).rows[0] ?? [""];
}
