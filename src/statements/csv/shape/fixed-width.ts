// A statement in columns of fixed width with only blanks between them: a printed list saved as
// text. A column begins where all rows of the head have blanks before it. A later row whose text or
// number crosses such a place is not guessed at: it is broken, and rejected. A line below a row with
// one text under the row's own text goes on with it.

import { CSV_CELL_CHARS_MAX } from "../../../platform/limits.ts";
import { classifyCell, isAmount, isDate } from "./cells.ts";
import { emptyBatch, type Batch, type Tokenizer } from "./dialect.ts";
import { LineReader } from "./line-reader.ts";

const ROWS_MIN = 3;
const ROWS_LOOKED_AT = 200;
const LINE_CHARS_MAX = 400;
const COLUMNS_MAX = 20;
const CONTINUED_CHARS_MAX = 200;
const TABLE_SHARE_MIN = 0.9;

/** Where each column but the first begins; null if the text is no such table. */
export function findFixedColumns(text: string, newline: "\n" | "\r"): readonly number[] | null {
  const all = text.split(newline).slice(0, -1).map(trimLineEnd);
  const short = all.filter((line) => line.length <= LINE_CHARS_MAX);
  const dated = short.filter(beginsWithDate).slice(0, ROWS_LOOKED_AT);
  const rows =
    dated.length >= ROWS_MIN ? dated : short.filter(hasDateAndAmount).slice(0, ROWS_LOOKED_AT);
  if (rows.length < ROWS_MIN || rows.some((line) => line.includes("\t"))) return null;
  const starts = findStarts(rows);
  if (starts.length < 2 || starts.length >= COLUMNS_MAX) return null;
  const tabled = rows.filter((line) => {
    const cells = cutRow(line, starts);
    return cells !== null && cells.some(isDate) && cells.some((cell) => isAmount(cell));
  });
  return tabled.length >= TABLE_SHARE_MIN * rows.length ? starts : null;
}

/**
 * The first place after each run of blanks that all rows share, or before it where numbers end at
 * one place.
 */
function findStarts(rows: readonly string[]): readonly number[] {
  const width = rows.reduce((most, line) => Math.max(most, line.length), 0);
  const blank = Array.from({ length: width }, (_, at) => rows.every((line) => isBlank(line, at)));
  const starts: number[] = [];
  let from = -1;
  for (let at = 0; at < width; at += 1) {
    if (blank[at] === true) {
      if (from < 0) from = at;
      continue;
    }
    const gap = from < 0 ? 0 : at - from;
    // After the date one blank is enough.
    if (
      from > 0 &&
      (gap >= 2 ||
        (starts.length === 0 && rows.every((line) => isDate(line.slice(0, from).trim()))))
    ) {
      // Numbers that end at one place grow to the left, texts to the right.
      starts.push(rows.every((line) => !isBlank(line, at)) ? at : from + 1);
    }
    from = -1;
  }
  return starts;
}

/** The cells of a row; null if something crosses the beginning of a column, as "1 088,40" may. */
function cutRow(line: string, starts: readonly number[]): string[] | null {
  if (
    starts.some(
      (at, index) =>
        (!isBlank(line, at - 1) && !isBlank(line, at)) ||
        (index > 0 && /\d[ \u00a0]\d/.test(line.slice(at - 2, at + 2))),
    )
  )
    return null;
  return [0, ...starts].map((from, index) => line.slice(from, starts[index]).trim());
}

/** A header or a line of text: each word goes to the column with which it overlaps the most. */
function cutHeader(line: string, starts: readonly number[]): string[] {
  const words = [...line.matchAll(/\S+(?: \S+)*/g)];
  if (words.length <= 1) return [line.trim()];
  const cells = [0, ...starts].map(() => "");
  for (const { 0: word, index } of words) {
    const end = index + word.length;
    const overlap = (column: number) =>
      Math.min(end, starts[column] ?? Number.POSITIVE_INFINITY) -
      Math.max(index, starts[column - 1] ?? 0);
    const best = cells.reduce(
      (most, _, column) => (overlap(column) > overlap(most) ? column : most),
      0,
    );
    cells[best] = `${cells[best] ?? ""} ${word}`.trim();
  }
  return cells;
}

/** Reads the rows of a table with such columns. */
export class FixedTokenizer implements Tokenizer {
  readonly #starts: readonly number[];
  readonly #lines: LineReader;
  /** The last row: the lines below may go on with its text. */
  #held: { readonly cells: string[]; readonly line: number } | null = null;

  constructor(starts: readonly number[], newline: "\n" | "\r") {
    this.#starts = starts;
    this.#lines = new LineReader(newline);
  }

  push(text: string): Batch {
    const batch = emptyBatch();
    for (const line of this.#lines.read(text, false)) this.#take(batch, trimLineEnd(line));
    return batch;
  }

  end(): Batch {
    const batch = emptyBatch();
    for (const line of this.#lines.read("", true))
      if (line.trim() !== "") this.#take(batch, trimLineEnd(line));
    this.#release(batch);
    return batch;
  }

  rest(): ReturnType<Tokenizer["rest"]> {
    return this.#lines.rest();
  }

  #take(batch: Batch, line: string): void {
    if (this.#continues(line)) return;
    this.#release(batch);
    const shown = line.slice(0, CSV_CELL_CHARS_MAX);
    const dated = beginsWithDate(line);
    const row = dated || hasDateAndAmount(line) ? cutRow(line, this.#starts) : null;
    if (row?.some(isDate) === true) {
      this.#held = { cells: row, line: this.#lines.number };
      return;
    }
    const cells = dated ? row : cutHeader(shown, this.#starts);
    if (cells === null)
      batch.broken.set(
        batch.rows.length,
        "a text or number reaches over the place where a column begins",
      );
    batch.rows.push(cells ?? [shown]);
    batch.lines.push(this.#lines.number);
  }

  /** Adds a line to the text of the row above, if it has one text below that text. */
  #continues(line: string): boolean {
    const held = this.#held;
    if (held === null || line.charCodeAt(0) !== 32) return false;
    const text = line.trim();
    const indent = line.length - line.trimStart().length;
    // The first column whose text may begin there; dates and amounts have no further lines.
    const column = this.#starts.findLastIndex((start) => start <= indent + 1) + 1;
    const above = held.cells[column] ?? "";
    if (column === 0 || / {2}/.test(text) || text.length > CONTINUED_CHARS_MAX) return false;
    if (classifyCell(above) !== "text" || classifyCell(text) !== "text") return false;
    if (above.length + text.length < CSV_CELL_CHARS_MAX) held.cells[column] = `${above} ${text}`;
    return true;
  }

  #release(batch: Batch): void {
    if (this.#held === null) return;
    batch.rows.push(this.#held.cells);
    batch.lines.push(this.#held.line);
    this.#held = null;
  }
}

function trimLineEnd(line: string): string {
  return line.replace(/\r$/, "").trimEnd();
}

/** Whether a line begins with a date: "2024-03-05  ...", "05 Mar 2024  ...". */
function beginsWithDate(line: string): boolean {
  const head = line.slice(0, 40).trimStart();
  const [word = ""] = head.split(" ", 1);
  const end = head.indexOf("  ");
  return /^\d/.test(head) && (isDate(word) || (end > 0 && isDate(head.slice(0, end))));
}

/** Whether a line has a date and an amount between gaps: "Rent   2024-03-05   -900.00". */
function hasDateAndAmount(line: string): boolean {
  if (!/\d {2,}\S*\d|\d$/.test(line)) return false;
  const parts = line.trim().split(/ {2,}/);
  return parts.length > 2 && parts.some(isDate) && parts.some((part) => isAmount(part));
}

function isBlank(line: string, at: number): boolean {
  return at >= line.length || line.charCodeAt(at) === 32 || line.charCodeAt(at) === 0xa0;
}
