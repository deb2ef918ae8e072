// How a document's text becomes records: its dialect, and the batches of records read from it.

export interface Dialect {
  readonly delimiter: string;
  /** The line end: LF (with or without CR before it), or a lone CR in old files. */
  readonly newline: "\n" | "\r";
  /**
   * Every record is quoted in one cell with the delimiters inside, as by a spreadsheet's second
   * save.
   */
  readonly wrapped: boolean;
  /** A blank stands between a delimiter and the quote of the next cell. */
  readonly spaced?: true;
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

/** Reads records from text that comes in blocks; a block may end inside a record. */
export interface Tokenizer {
  /** The records that are complete with this block. */
  push(text: string): Batch;
  /** The last record, where the file does not end with a line end. */
  end(): Batch;
  /** The text held back: the beginning of a record, and the line it begins on. */
  rest(): { readonly chars: number; readonly line: number; readonly quoted: boolean };
}

/** The text without the blank between a delimiter and a quote, which then is the cell's first. */
export function joinQuotes(text: string, delimiter: string): string {
  return text.replaceAll(`${delimiter} "`, `${delimiter}"`);
}

/** A batch without rows yet. */
export function emptyBatch(): Batch {
  return { rows: [], lines: [], broken: new Map() };
}
