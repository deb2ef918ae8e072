// Which character separates the fields. Each candidate is tried on the head of the file; the one
// whose fields look most like a statement wins: rows with a date and an amount in different cells,
// then rows of one width. Counting characters alone would fall for decimal commas and texts.

import Papa from "papaparse";
import { classifyCell } from "./cells.ts";
import { findFields } from "./field-per-line.ts";
import { findFixedColumns } from "./fixed-width.ts";
import { joinQuotes, type Dialect } from "./dialect.ts";
import { unwrapRow } from "./tokenize.ts";

const DELIMITERS = [",", ";", "\t", "|", "^", "~"] as const;
const SAMPLE_ROWS = 120;
const SAMPLE_CHARS = 64 * 1024;

/** Below this score the rows have no dates and amounts in cells of their own. */
const TABLE_SCORE_MIN = 1.5;

export interface DialectFinding {
  readonly dialect: Dialect;
  /** Lines to leave out before the records: the "sep=" line. */
  readonly skip: number;
  readonly why: string;
}

export const DELIMITER_NAMES: Readonly<Record<string, string>> = {
  ",": "comma",
  ";": "semicolon",
  "\t": "tab",
  "|": "vertical bar",
  "^": "caret",
  "~": "tilde",
  " ": "blanks",
};

/**
 * The delimiter, line end and wrapping of the text at the head of a file. A delimiter that a person
 * has set is the only candidate.
 */
export function findDialect(head: string, set: string | null = null): DialectFinding {
  const text = head.slice(0, SAMPLE_CHARS);
  const newline = !text.includes("\n") && text.includes("\r") ? "\r" : "\n";
  const declared = /^"?sep=(.)"?[;,]*\r?\n/i.exec(text);
  if (declared !== null && set === null) {
    const delimiter = declared[1] ?? ",";
    return {
      dialect: delimited(text, delimiter, newline),
      skip: 1,
      why: `The file's first line declares the ${nameDelimiter(delimiter)} as its delimiter.`,
    };
  }
  const { best, whole } = tryDelimiters(text, newline, set === null ? DELIMITERS : [set]);
  const skip = declared === null ? 0 : 1;
  if (set !== null) {
    const wrapped = whole.score > best.score + 1;
    return {
      dialect: { delimiter: set, newline, wrapped },
      skip,
      why: `Fields are separated by ${nameDelimiter(set)}, as set.`,
    };
  }
  const fields = best.score < TABLE_SCORE_MIN ? findFields(text, newline) : null;
  if (fields !== null) {
    return {
      dialect: { delimiter: ":", newline, wrapped: false, fields },
      skip: 0,
      why: `Each line is one field; a transaction begins at each "${fields[0] ?? ""}".`,
    };
  }
  const columns =
    best.score < TABLE_SCORE_MIN && whole.score < TABLE_SCORE_MIN
      ? findFixedColumns(text, newline)
      : null;
  if (columns !== null) {
    return {
      dialect: { delimiter: " ", newline, wrapped: false, columns },
      skip: 0,
      why: "Columns have fixed widths, with blanks between them.",
    };
  }
  if (whole.score > best.score + 1) {
    return {
      dialect: { delimiter: whole.delimiter, newline, wrapped: true },
      skip: 0,
      why: `Each line is one quoted cell; the fields inside are separated by ${nameDelimiter(whole.delimiter)}.`,
    };
  }
  return {
    dialect: delimited(text, best.delimiter, newline),
    skip: 0,
    why: `Fields are separated by ${nameDelimiter(best.delimiter)}: then dates and amounts are in separate cells.`,
  };
}

interface Scored {
  readonly delimiter: string;
  readonly score: number;
}

/** The best delimiter, and the best if each row is quoted in one cell. */
function tryDelimiters(
  text: string,
  newline: "\n" | "\r",
  delimiters: readonly string[],
): { readonly best: Scored; readonly whole: Scored } {
  let best = { delimiter: ",", score: -1 };
  let whole = { delimiter: ",", score: 0 };
  for (const delimiter of delimiters) {
    const rows = parseSample(text, delimiter, newline);
    const score = scoreRows(rows);
    if (score > best.score) best = { delimiter, score };
    // If the whole row is quoted in one cell, score the fields inside.
    const cells = rows.filter((row) => row.some((cell) => cell !== ""));
    if (cells.length > 0 && cells.every((row) => row.slice(1).every((cell) => cell === ""))) {
      const inner = scoreRows(cells.map((row) => unwrapRow(row, delimiter)));
      if (inner > whole.score && text.includes('"')) whole = { delimiter, score: inner };
    }
  }
  return { best, whole };
}

/** A delimiter by its name. */
export function nameDelimiter(delimiter: string): string {
  return DELIMITER_NAMES[delimiter] ?? `"${delimiter}"`;
}

function delimited(text: string, delimiter: string, newline: "\n" | "\r"): Dialect {
  const dialect = { delimiter, newline, wrapped: false };
  return isSpaced(text, delimiter) ? { ...dialect, spaced: true } : dialect;
}

/**
 * Whether cells are quoted behind a blank ('a, "b"'): in half of the lines, and none without it.
 */
function isSpaced(text: string, delimiter: string): boolean {
  if (!text.includes(`${delimiter} "`) || text.includes(`${delimiter}"`)) return false;
  const lines = text.split(/[\r\n]+/).filter((line) => line.includes(delimiter));
  const quoted = lines.filter((line) => line.includes(`${delimiter} "`));
  return quoted.length * 2 >= lines.length;
}

function parseSample(text: string, delimiter: string, newline: "\n" | "\r"): string[][] {
  const parser = new Papa.Parser({ delimiter, newline, preview: SAMPLE_ROWS });
  const sample = isSpaced(text, delimiter) ? joinQuotes(text, delimiter) : text;
  const parsed = parser.parse(sample, 0, text.length === SAMPLE_CHARS) as { data: string[][] };
  return parsed.data;
}

/** 0 for nothing, up to 4 for a table in which every row has one width, a date and an amount. */
function scoreRows(rows: readonly (readonly string[])[]): number {
  const widths = new Map<number, number>();
  let dated = 0;
  let filled = 0;
  for (const row of rows) {
    if (row.length === 1 && (row[0] ?? "").trim() === "") continue;
    filled += 1;
    widths.set(row.length, (widths.get(row.length) ?? 0) + 1);
    if (row.length > 256) continue;
    let date = false;
    let amount = false;
    for (const cell of row) {
      const kind = classifyCell(cell);
      if (kind === "date") date = true;
      else if (kind === "amount") amount = true;
    }
    if (date && amount) dated += 1;
  }
  if (filled === 0) return 0;
  let modal = 0;
  let modalRows = 0;
  for (const [width, count] of widths)
    if (width > 1 && count > modalRows) [modal, modalRows] = [width, count];
  return (3 * dated) / filled + modalRows / filled + Math.min(modal, 50) / 1000;
}
