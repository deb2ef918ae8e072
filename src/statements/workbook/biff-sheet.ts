// Reads the rows of one sheet of an old Excel workbook (MS-XLS 2.4). Programs write cells in any
// order. Two different values for one cell mean damage, since nothing tells which of them is shown.

import { CSV_COLUMNS_MAX, WORKBOOK_MERGES_MAX } from "../../platform/limits.ts";
import { recordAt, wordAt, type BiffRecord } from "./biff-record.ts";
import { readUnicodeText } from "./biff-text.ts";
import type { NumberFormat } from "./number-format.ts";
import { rowRecords, type RowRecords } from "./row-records.ts";
import type { StringTable } from "./string-table.ts";
import { toCell } from "./value-cell.ts";
import { columnLetters, Unusable, type Cell, type Merge, type SheetRow } from "./workbook.ts";

/** The parts of the workbook that its sheets share. */
export interface BiffBook {
  /** Whether texts are UTF-16 (version 8) and not in a code page. */
  readonly wide: boolean;
  readonly page: string;
  readonly from1904: boolean;
  readonly texts: StringTable;
  readonly formats: readonly NumberFormat[];
}

const ERRORS: Readonly<Record<number, string>> = {
  0: "#NULL!",
  7: "#DIV/0!",
  15: "#VALUE!",
  23: "#REF!",
  29: "#NAME?",
  36: "#NUM!",
  42: "#N/A",
};

/** Yields the rows with content of the sheet at `offset`, and adds its merged cells to `merges`. */
export async function* sheetRows(
  stream: Uint8Array,
  offset: number,
  book: BiffBook,
  name: string,
  merges: Merge[],
): AsyncGenerator<readonly SheetRow[]> {
  const { records, hidden } = findRecords(stream, offset, name, merges);
  let rows: SheetRow[] = [];
  for (let from = 0; from < records.length;) {
    const row = records.rowAt(from);
    let to = from + 1;
    while (to < records.length && records.rowAt(to) === row) to += 1;
    const reader = new RowReader(stream, book, name, row);
    for (const place of records.placesOf(from, to)) {
      const record = recordAt(stream, place);
      if (record !== null) reader.read(record);
    }
    const { cells } = reader;
    if (cells.length > 0) rows.push({ number: row + 1, hidden: hidden.has(row), cells });
    from = to;
    if (rows.length < ROWS_A_BATCH) continue;
    yield rows;
    rows = [];
  }
  if (rows.length > 0) yield rows;
}

const ROWS_A_BATCH = 1_000;

function reportDamage(name: string, what: string): Unusable {
  return new Unusable(
    `The file is an old Excel workbook (XLS) that is damaged: ${what} in the sheet "${name.slice(0, 60)}". Download it again.`,
  );
}

/**
 * Finds the places of each row's cell records: a few bytes each, unlike the cells of a whole sheet.
 */
function findRecords(
  stream: Uint8Array,
  offset: number,
  name: string,
  merges: Merge[],
): { records: RowRecords; hidden: ReadonlySet<number> } {
  const records = rowRecords();
  const hidden = new Set<number>();
  let depth = 0;
  let at = offset;
  for (let record = recordAt(stream, at); ; at = record.next, record = recordAt(stream, at)) {
    if (record === null) throw reportDamage(name, "its records are cut off");
    const { id, data } = record;
    if (depth === 0 && id !== BOF) throw reportDamage(name, "no sheet begins at the place of one");
    // A chart inside the sheet is a nested stream.
    if (id === BOF) depth += 1;
    else if (id === EOF && --depth === 0) return { records: records.inOrder(), hidden };
    else if (depth === 1) {
      if (data.length < (LEAST.get(id) ?? 0)) throw reportDamage(name, "a record is too short");
      const row = wordAt(data, 0);
      if (CELLS.has(id)) records.add(row, at);
      else if (id === ROW && (wordAt(data, 12) & 0x20) !== 0) hidden.add(row);
      else if (id === MERGES) addMerges(data, merges);
    }
  }
}

function addMerges(data: Uint8Array, merges: Merge[]): void {
  for (let at = 2; at + 8 <= data.length && merges.length < WORKBOOK_MERGES_MAX; at += 8) {
    const [from, to, first] = [wordAt(data, at), wordAt(data, at + 2), wordAt(data, at + 4)];
    if (to > from) merges.push({ column: first, from: from + 1, to: to + 1 });
  }
}

/** Reads the cells of one row from the records that hold them. */
class RowReader {
  readonly cells: Cell[] = [];
  readonly #stream: Uint8Array;
  readonly #book: BiffBook;
  readonly #name: string;
  readonly #row: number;

  constructor(stream: Uint8Array, book: BiffBook, name: string, row: number) {
    this.#stream = stream;
    this.#book = book;
    this.#name = name;
    this.#row = row;
  }

  read({ id, data, next }: BiffRecord): void {
    const column = wordAt(data, 2);
    const format = wordAt(data, 4);
    if (id === 0x0203) this.#putNumber(column, format, doubleAt(data, 6));
    else if (id === 0x027e) this.#putNumber(column, format, unpackNumber(data, 6));
    else if (id === 0x00bd) {
      for (let index = 0; 4 + index * 6 + 6 <= data.length - 2; index += 1) {
        const number = unpackNumber(data, 6 + index * 6);
        this.#putNumber(column + index, wordAt(data, 4 + index * 6), number);
      }
    } else if (id === 0x00fd) {
      const shared = this.#book.texts.get(wordAt(data, 6) + wordAt(data, 8) * 65_536);
      if (shared === undefined)
        throw this.#damaged(`row ${this.#row + 1} refers to a text that does not exist`);
      this.#put(column, shared);
    } else if (id === 0x0204 || id === 0x00d6) this.#put(column, this.#text(data, 6));
    else if (id === 0x0205)
      this.#put(column, data[7] === 1 ? errorText(data[6]) : booleanText(data[6]));
    else this.#putFormula(column, format, data, next);
  }

  #put(column: number, cell: Cell): void {
    if (cell === null || cell === "") return;
    if (column >= CSV_COLUMNS_MAX)
      throw new Unusable(
        `The sheet "${this.#name.slice(0, 60)}" has content in column ${columnLetters(column)}; at most ${CSV_COLUMNS_MAX} columns are read.`,
        "too large",
      );
    while (this.cells.length <= column) this.cells.push(null);
    const before = this.cells[column] ?? null;
    if (before !== null && JSON.stringify(before) !== JSON.stringify(cell))
      throw this.#damaged(`a cell of row ${this.#row + 1} has two values`);
    this.cells[column] = cell;
  }

  #putNumber(column: number, format: number, number: number): void {
    if (!Number.isFinite(number))
      throw this.#damaged(`row ${this.#row + 1} has a value that is not a number`);
    this.#put(column, toCell(number, this.#book.formats[format], this.#book.from1904));
  }

  #putFormula(column: number, format: number, data: Uint8Array, next: number): void {
    if (wordAt(data, 12) !== 0xffff) return this.#putNumber(column, format, doubleAt(data, 6));
    const kind = data[6];
    if (kind === 0) this.#put(column, this.#formulaText(next));
    else if (kind === 1) this.#put(column, booleanText(data[8]));
    else if (kind === 2) this.#put(column, errorText(data[8]));
  }

  /** A formula's text result follows it, perhaps after other records of the formula. */
  #formulaText(from: number): Cell {
    let record = recordAt(this.#stream, from);
    for (; record !== null; record = recordAt(this.#stream, record.next)) {
      if (record.id === STRING) return this.#text(record.data, 0);
      if (CELLS.has(record.id) || record.id === BOF || record.id === EOF) break;
    }
    throw this.#damaged(`the text of a formula is missing in row ${this.#row + 1}`);
  }

  #text(data: Uint8Array, at: number): string {
    const length = wordAt(data, at);
    if (this.#book.wide) return readUnicodeText(data, at + 2, length);
    if (at + 2 + length > data.length) throw this.#damaged("a text is longer than its record");
    return new TextDecoder(this.#book.page).decode(data.subarray(at + 2, at + 2 + length));
  }

  #damaged(what: string): Unusable {
    return reportDamage(this.#name, what);
  }
}

function errorText(code: number | undefined): string {
  return ERRORS[code ?? 0] ?? "#N/A";
}

function booleanText(value: number | undefined): string {
  return value === 1 ? "TRUE" : "FALSE";
}

const BOF = 0x0809;
const EOF = 0x000a;
const STRING = 0x0207;
const ROW = 0x0208;
const MERGES = 0x00e5;
const CELLS: ReadonlySet<number> = new Set([
  0x0203, 0x027e, 0x00bd, 0x00fd, 0x0204, 0x00d6, 0x0205, 0x0006, 0x0206, 0x0406,
]);

/** The minimum lengths of records. */
const LEAST: ReadonlyMap<number, number> = new Map([
  [0x0203, 14],
  [0x027e, 10],
  [0x00bd, 12],
  [0x00fd, 10],
  [0x0204, 8],
  [0x00d6, 8],
  [0x0205, 8],
  [0x0006, 14],
  [0x0206, 14],
  [0x0406, 14],
  [0x0208, 14],
  [0x0207, 2],
]);

function doubleAt(bytes: Uint8Array, at: number): number {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength).getFloat64(at, true);
}

/** RkNumber (2.5.217): 30 bits of an integer, or the upper bits of a double; perhaps times 100. */
function unpackNumber(bytes: Uint8Array, at: number): number {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const packed = view.getInt32(at, true);
  let value = packed >> 2;
  if ((packed & 2) === 0) {
    const double = new DataView(new ArrayBuffer(8));
    double.setUint32(4, packed & 0xfffffffc, true);
    value = double.getFloat64(0, true);
  }
  return (packed & 1) === 0 ? value : value / 100;
}
