// One sheet's records to its rows (MS-XLS 2.4). Programs write cells in any order; two different values for one cell are
// damage, since nothing says which of them is shown.

import { CSV_COLUMNS_MAX, SHEET_ROWS_MAX, WORKBOOK_MERGES_MAX } from "../../../limits.ts";
import { recordAt, wordAt, type BiffRecord } from "./biff-record.ts";
import { unicodeText } from "./biff-text.ts";
import type { NumberFormat } from "./number-format.ts";
import { valueCell } from "./value-cell.ts";
import { columnLetters, Unusable, type Cell, type Merge, type SheetRow } from "./workbook.ts";

/** What the workbook's sheets share. */
export interface BiffBook {
  /** Texts are UTF-16 (version 8), else of a code page. */
  readonly wide: boolean;
  readonly page: string;
  readonly from1904: boolean;
  readonly texts: readonly string[];
  readonly formats: readonly NumberFormat[];
}

const ERRORS: Readonly<Record<number, string>> = { 0: "#NULL!", 7: "#DIV/0!", 15: "#VALUE!", 23: "#REF!", 29: "#NAME?", 36: "#NUM!", 42: "#N/A" };

/** The rows with content of the sheet whose records begin at `offset`. */
export function sheetCells(stream: Uint8Array, offset: number, book: BiffBook, name: string): { rows: readonly SheetRow[]; merges: readonly Merge[] } {
  const damaged = (what: string) => new Unusable(`The file is an old Excel workbook (XLS) that is damaged: ${what} in the sheet "${name.slice(0, 60)}". Download it again.`);
  const rows = new Map<number, Cell[]>();
  const hidden = new Set<number>();
  const merges: Merge[] = [];
  let depth = 0;
  let waiting: { row: number; column: number } | null = null;

  function put(row: number, column: number, cell: Cell): void {
    if (cell === null || cell === "") return;
    if (column >= CSV_COLUMNS_MAX) throw new Unusable(`The sheet "${name.slice(0, 60)}" has content in column ${columnLetters(column)}; at most ${CSV_COLUMNS_MAX} columns are read.`, "too large");
    let cells = rows.get(row);
    if (cells === undefined) rows.set(row, (cells = []));
    while (cells.length <= column) cells.push(null);
    const before = cells[column] ?? null;
    if (before !== null && JSON.stringify(before) !== JSON.stringify(cell)) throw damaged(`two values stand in one cell of row ${row + 1}`);
    cells[column] = cell;
  }

  function value(row: number, column: number, format: number, number: number): void {
    if (!Number.isFinite(number)) throw damaged(`no number stands in row ${row + 1}`);
    put(row, column, valueCell(number, book.formats[format], book.from1904));
  }

  function text(data: Uint8Array, at: number): string {
    const length = wordAt(data, at);
    if (book.wide) return unicodeText(data, at + 2, length);
    if (at + 2 + length > data.length) throw damaged("a text runs over its record");
    return new TextDecoder(book.page).decode(data.subarray(at + 2, at + 2 + length));
  }

  function take({ id, data }: BiffRecord): void {
    const row = wordAt(data, 0);
    const column = wordAt(data, 2);
    const format = wordAt(data, 4);
    if (data.length < (LEAST.get(id) ?? 0)) throw damaged("a record is too short");
    if (id === 0x0203) value(row, column, format, doubleAt(data, 6));
    else if (id === 0x027e) value(row, column, format, packedNumber(data, 6));
    else if (id === 0x00bd) {
      for (let index = 0; 4 + index * 6 + 6 <= data.length - 2; index += 1) value(row, column + index, wordAt(data, 4 + index * 6), packedNumber(data, 6 + index * 6));
    } else if (id === 0x00fd) {
      const shared = book.texts[wordAt(data, 6) + wordAt(data, 8) * 65_536];
      if (shared === undefined) throw damaged(`a text is named that does not exist, in row ${row + 1}`);
      put(row, column, shared);
    } else if (id === 0x0204 || id === 0x00d6) put(row, column, text(data, 6));
    else if (id === 0x0205) put(row, column, data[7] === 1 ? (ERRORS[data[6] ?? 0] ?? "#N/A") : data[6] === 1 ? "TRUE" : "FALSE");
    else if (id === 0x0006 || id === 0x0206 || id === 0x0406) formula(row, column, format, data);
    else if (id === 0x0207 && waiting !== null) put(waiting.row, waiting.column, text(data, 0));
    else if (id === 0x0208 && (wordAt(data, 12) & 0x20) !== 0) hidden.add(row);
    else if (id === 0x00e5) {
      for (let at = 2; at + 8 <= data.length && merges.length < WORKBOOK_MERGES_MAX; at += 8) {
        const [from, to, first] = [wordAt(data, at), wordAt(data, at + 2), wordAt(data, at + 4)];
        if (to > from) merges.push({ column: first, from: from + 1, to: to + 1 });
      }
    }
    if (id === 0x0207) waiting = null;
  }

  function formula(row: number, column: number, format: number, data: Uint8Array): void {
    waiting = null;
    if (wordAt(data, 12) !== 0xffff) return value(row, column, format, doubleAt(data, 6));
    const kind = data[6];
    if (kind === 0) waiting = { row, column };
    else if (kind === 1) put(row, column, data[8] === 1 ? "TRUE" : "FALSE");
    else if (kind === 2) put(row, column, ERRORS[data[8] ?? 0] ?? "#N/A");
  }

  for (let record = recordAt(stream, offset); ; record = recordAt(stream, record.next)) {
    if (record === null) throw damaged("its records are cut");
    if (depth === 0 && record.id !== 0x0809) throw damaged("no sheet begins where one should");
    // A chart within the sheet is a stream of its own.
    if (record.id === 0x0809) depth += 1;
    else if (record.id === 0x000a && --depth === 0) break;
    else if (depth === 1) take(record);
  }
  const numbers = [...rows.keys()].sort((a, b) => a - b);
  if (numbers.length > SHEET_ROWS_MAX) throw damaged("too many rows");
  return { merges, rows: numbers.map((row) => ({ number: row + 1, hidden: hidden.has(row), cells: rows.get(row) ?? [] })) };
}

/** The bytes that records have at least. */
const LEAST: ReadonlyMap<number, number> = new Map([[0x0203, 14], [0x027e, 10], [0x00bd, 12], [0x00fd, 10], [0x0204, 8], [0x00d6, 8], [0x0205, 8], [0x0006, 14], [0x0206, 14], [0x0406, 14], [0x0208, 14], [0x0207, 2]]);

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
