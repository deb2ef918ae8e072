// The head of a document: its first rows, which the survey looks at whole, and a way to read on.

import { CSV_CELL_CHARS_MAX, CSV_COLUMNS_MAX } from "../../platform/limits.ts";
import type { DocumentSource, Unreadable } from "../statement.ts";
import { isBlankLine } from "./shape/cells.ts";
import type { Batch, Dialect } from "./shape/dialect.ts";
import { textBlocks, type TextEncodingPlan } from "./shape/text.ts";
import { tokenizer } from "./shape/tokenize.ts";

/** The rows at the head of the document, and how to go on reading after them. */
export interface Head {
  readonly rows: readonly (readonly string[])[];
  readonly lines: readonly number[];
  readonly broken: ReadonlyMap<number, string>;
  /** Whether the head is the whole document. */
  readonly whole: boolean;
  /** All rows of the document, the head's again, read as they are asked for. */
  readonly rest: () => AsyncGenerator<readonly (readonly string[])[]>;
  /**
   * A record that does not end within the head: the line it begins on, and whether it is quoted.
   */
  readonly endless: { readonly line: number; readonly quoted: boolean } | null;
}

const HEAD_CHARS = 128 * 1024;
const HEAD_ROWS_MAX = 1_000;

/** The text at the head of a document. */
export interface HeadText {
  readonly text: string;
  /** Whether it is the text of the whole document. */
  readonly whole: boolean;
}

/** Reads the first 128 K characters, and to the end of the block they end in. */
export async function readHeadText(
  source: DocumentSource,
  encoding: TextEncodingPlan,
): Promise<HeadText> {
  let text = "";
  for await (const block of textBlocks(source, encoding)) {
    if (text.length >= HEAD_CHARS) return { text, whole: false };
    text += block;
  }
  return { text, whole: true };
}

/** The head's rows; `skip`: the lines to leave out before them. */
export function readHead(
  source: DocumentSource,
  encoding: TextEncodingPlan,
  { dialect, skip }: { readonly dialect: Dialect; readonly skip: number },
  { text, whole }: HeadText,
): Head {
  const tokens = tokenizer(dialect, 0);
  const rows: string[][] = [];
  const lines: number[] = [];
  const broken = new Map<number, string>();
  const take = (batch: Batch) => {
    batch.rows.forEach((row, index) => {
      const line = batch.lines[index] ?? 0;
      const isBlank = row.length === 1 && isBlankLine(row[0] ?? "");
      if ((skip > 0 && line <= skip) || rows.length >= HEAD_ROWS_MAX || isBlank) return;
      const fault = batch.broken.get(index);
      if (fault !== undefined) broken.set(rows.length, fault);
      rows.push(row);
      lines.push(line);
    });
  };
  take(tokens.push(text));
  if (whole) take(tokens.end());
  const held = tokens.rest();
  const endless = held.chars > CSV_CELL_CHARS_MAX ? { line: held.line, quoted: held.quoted } : null;
  async function* rest(): AsyncGenerator<readonly (readonly string[])[]> {
    const again = tokenizer(dialect, 0);
    for await (const block of textBlocks(source, encoding)) yield again.push(block).rows;
    yield again.end().rows;
  }
  return { rows, lines, broken, whole: whole && rows.length < HEAD_ROWS_MAX, rest, endless };
}

/** Why no statement can be read from such a head; null if one may be. */
export function refuseHead(head: Head): Unreadable | null {
  const { endless, rows, lines, broken } = head;
  if (endless !== null && rows.length < 3)
    return {
      reason: "malformed",
      message: endless.quoted
        ? `Line ${endless.line} opens a quotation mark that does not close within ${CSV_CELL_CHARS_MAX} characters; a statement's cells are shorter.`
        : `Line ${endless.line} is longer than ${CSV_CELL_CHARS_MAX} characters; a statement has one short line for each transaction.`,
    };
  if (rows.length === 0)
    return {
      reason: "malformed",
      message:
        "No line with content was found at the beginning of the file; a bank statement was expected.",
    };
  const [fault] = broken.values();
  if (fault !== undefined && rows.length <= broken.size)
    return {
      reason: "malformed",
      message: `Line ${lines[0] ?? 1} cannot be split into cells: ${fault}.`,
    };
  const isWide = (row: readonly string[]) => row.length > CSV_COLUMNS_MAX;
  const wide = rows.findIndex(isWide);
  if (wide >= 0 && rows.filter(isWide).length * 2 >= rows.length)
    return {
      reason: "too large",
      message: `Line ${lines[wide] ?? 1} has ${rows[wide]?.length ?? 0} columns; at most ${CSV_COLUMNS_MAX} are read.`,
    };
  return null;
}
