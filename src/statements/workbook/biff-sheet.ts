// One sheet's records to its rows (MS-XLS 2.4). Programs write cells in any order; two different values for one cell are
// damage, since nothing says which of them is shown.

import { CSV_COLUMNS_MAX, WORKBOOK_MERGES_MAX } from "../../platform/limits.ts";
import { recordAt, wordAt, type BiffRecord } from "./biff-record.ts";
import { unicodeText } from "./biff-text.ts";
import type { NumberFormat } from "./number-format.ts";
import { rowRecords, type RowRecords } from "./row-records.ts";
import type { StringTable } from "./string-table.ts";
import { valueCell } from "./value-cell.ts";
import { columnLetters, Unusable, type Cell, type Merge, type SheetRow } from "./workbook.ts";

/** What the workbook's sheets share. */
export interface BiffBook {
  /** Texts are UTF-16 (version 8), else of a code page. */
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

/** The rows with content of the sheet whose records begin at `offset`; its merges are added on the way. */
export async function* sheetRows(
  stream: Uint8Array,
  offset: number,
  book: BiffBook,
  name: string,
  merges: Merge[],
): AsyncGenerator<readonly SheetRow[]> {
  const { records, hidden } = placesIn(stream, offset, name, merges);
  let rows: SheetRow[] = [];
  for (let from = 0; from < records.length;) {
    const row = records.rowAt(from);
    let to = from + 1;
    while (to < records.length && records.rowAt(to) === row) to += 1;
    const cells = cellsOf(stream, row, records.placesOf(from, to), book, name);
    if (cells.length > 0) rows.push({ number: row + 1, hidden: hidden.has(row), cells });
    from = to;
    if (rows.length < ROWS_A_BATCH) continue;
    yield rows;
    rows = [];
  }
  if (rows.length > 0) yield rows;
}

const ROWS_A_BATCH = 1_000;

function damagedIn(name: string, what: string): Unusable {
  return new Unusable(
    `The file is an old Excel workbook (XLS) that is damaged: ${what} in the sheet "${name.slice(0, 60)}". Download it again.`,
  );
}

/** Where the records of each row's cells stand. They are a few bytes each; the cells of a whole sheet would not be. */
function placesIn(
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
    if (record === null) throw damagedIn(name, "its records are cut");
    const { id, data } = record;
    if (depth === 0 && id !== BOF) throw damagedIn(name, "no sheet begins where one should");
    // A chart within the sheet is a stream of its own.
    if (id === BOF) depth += 1;
    else if (id === EOF && --depth === 0) return { records: records.inOrder(), hidden };
    else if (depth === 1) {
      if (data.length < (LEAST.get(id) ?? 0)) throw damagedIn(name, "a record is too short");
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

/** The cells of one row, from the records that hold them. */
function cellsOf(
  stream: Uint8Array,
  row: number,
  places: Iterable<number>,
  book: BiffBook,
  name: string,
): readonly Cell[] {
  const damaged = (what: string) => damagedIn(name, what);
  const cells: Cell[] = [];

  function put(column: number, cell: Cell): void {
    if (cell === null || cell === "") return;
    if (column >= CSV_COLUMNS_MAX)
      throw new Unusable(
        `The sheet "${name.slice(0, 60)}" has content in column ${columnLetters(column)}; at most ${CSV_COLUMNS_MAX} columns are read.`,
        "too large",
      );
    while (cells.length <= column) cells.push(null);
    const before = cells[column] ?? null;
    if (before !== null && JSON.stringify(before) !== JSON.stringify(cell))
      throw damaged(`two values stand in one cell of row ${row + 1}`);
    cells[column] = cell;
  }

  function value(column: number, format: number, number: number): void {
    if (!Number.isFinite(number)) throw damaged(`no number stands in row ${row + 1}`);
    put(column, valueCell(number, book.formats[format], book.from1904));
  }

  function text(data: Uint8Array, at: number): string {
    const length = wordAt(data, at);
    if (book.wide) return unicodeText(data, at + 2, length);
    if (at + 2 + length > data.length) throw damaged("a text runs over its record");
    return new TextDecoder(book.page).decode(data.subarray(at + 2, at + 2 + length));
  }

  function take({ id, data, next }: BiffRecord): void {
    const column = wordAt(data, 2);
    const format = wordAt(data, 4);
    if (id === 0x0203) value(column, format, doubleAt(data, 6));
    else if (id === 0x027e) value(column, format, packedNumber(data, 6));
    else if (id === 0x00bd) {
      for (let index = 0; 4 + index * 6 + 6 <= data.length - 2; index += 1)
        value(column + index, wordAt(data, 4 + index * 6), packedNumber(data, 6 + index * 6));
    } else if (id === 0x00fd) {
      const shared = book.texts.get(wordAt(data, 6) + wordAt(data, 8) * 65_536);
      if (shared === undefined)
        throw damaged(`a text is named that does not exist, in row ${row + 1}`);
      put(column, shared);
    } else if (id === 0x0204 || id === 0x00d6) put(column, text(data, 6));
    else if (id === 0x0205)
      put(
        column,
        data[7] === 1 ? (ERRORS[data[6] ?? 0] ?? "#N/A") : data[6] === 1 ? "TRUE" : "FALSE",
      );
    else formula(column, format, data, next);
  }

  function formula(column: number, format: number, data: Uint8Array, next: number): void {
    if (wordAt(data, 12) !== 0xffff) return value(column, format, doubleAt(data, 6));
    const kind = data[6];
    if (kind === 0) put(column, textBehind(next));
    else if (kind === 1) put(column, data[8] === 1 ? "TRUE" : "FALSE");
    else if (kind === 2) put(column, ERRORS[data[8] ?? 0] ?? "#N/A");
  }

  /** The text that a formula came to stands behind it, perhaps behind the formula's own further records. */
  function textBehind(from: number): Cell {
    for (
      let record = recordAt(stream, from);
      record !== null;
      record = recordAt(stream, record.next)
    ) {
      if (record.id === STRING) return text(record.data, 0);
      if (CELLS.has(record.id) || record.id === BOF || record.id === EOF) break;
    }
    throw damaged(`the text of a formula is missing in row ${row + 1}`);
  }

  for (const at of places) {
    const record = recordAt(stream, at);
    if (record !== null) take(record);
  }
  return cells;
}

const BOF = 0x0809;
const EOF = 0x000a;
const STRING = 0x0207;
const ROW = 0x0208;
const MERGES = 0x00e5;
const CELLS: ReadonlySet<number> = new Set([
  0x0203, 0x027e, 0x00bd, 0x00fd, 0x0204, 0x00d6, 0x0205, 0x0006, 0x0206, 0x0406,
]);

/** The bytes that records have at least. */
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

/** RkNumber (2.5.217): 30 bits of an integer or the upper ones of a double, perhaps times a hundred. */
function packedNumber(bytes: Uint8Array, at: number): number {
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
