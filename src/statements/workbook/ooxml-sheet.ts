// Reads the rows of one XLSX worksheet (ECMA-376 part 1, 18.3) in pieces of bounded memory. A
// formula is read as its stored value; without one it stays a formula, which nothing reads as a
// number.

import {
  CSV_COLUMNS_MAX,
  SHEET_ROWS_MAX,
  WORKBOOK_MERGES_MAX,
  WORKBOOK_SHEET_BYTES_MAX,
  XML_TEXT_CHARS_MAX,
} from "../../platform/limits.ts";
import { parseNumber } from "./number.ts";
import type { NumberFormat } from "./number-format.ts";
import { shorten, type Package } from "./package.ts";
import { parseIsoDate } from "./serial.ts";
import type { StringTable } from "./string-table.ts";
import { toCell } from "./value-cell.ts";
import { columnLetters, Unusable, type Cell, type Merge, type SheetRow } from "./workbook.ts";
import { eachAttribute, parseAttributes, XmlScanner, type XmlEvents } from "./xml.ts";

/** The parts of the workbook that cells refer to. */
export interface Shared {
  readonly strings: StringTable;
  readonly formats: readonly NumberFormat[];
  readonly from1904: boolean;
}

const FORMULA_CHARS_MAX = 200;

/** Yields the rows with content, in order. */
export async function* readRows(
  from: Package,
  part: string,
  name: string,
  shared: Shared,
  merges: Merge[],
): AsyncGenerator<readonly SheetRow[]> {
  const collector = new RowCollector(name, shared, merges);
  const scanner = new XmlScanner(collector, `The sheet "${shorten(name)}"`);
  for await (const text of from.text(part, WORKBOOK_SHEET_BYTES_MAX)) {
    scanner.push(text);
    if (collector.rows.length > 0) yield collector.rows.splice(0);
  }
  scanner.end();
}

/** Collects the rows of one sheet from the events of its part. */
class RowCollector implements XmlEvents {
  readonly rows: SheetRow[] = [];
  readonly #name: string;
  readonly #shared: Shared;
  readonly #merges: Merge[];
  #number = 0;
  #hidden = false;
  #cells: Cell[] = [];
  #column = -1;
  #reference: string | undefined;
  #type: string | undefined;
  #style: string | undefined;
  #into: "value" | "formula" | "text" | null = null;
  #inCell = false;
  #inData = false;
  #phonetic = 0;
  #value: string | null = null;
  #formula: string | null = null;
  #text = "";
  #chars = 0;

  constructor(name: string, shared: Shared, merges: Merge[]) {
    this.#name = shorten(name);
    this.#shared = shared;
    this.#merges = merges;
  }

  open(tag: string, attributes: string): void {
    if (tag === "c" && this.#inData) this.#beginCell(attributes);
    else if (tag === "v" && this.#inCell) this.#into = "value";
    else if (tag === "row" && this.#inData) this.#beginRow(parseAttributes(attributes));
    else if (tag === "f" && this.#inCell) {
      this.#into = "formula";
      this.#formula ??= "";
    } else if (tag === "t" && this.#inCell) this.#into = this.#phonetic === 0 ? "text" : null;
    else if (tag === "rPh") this.#phonetic += 1;
    else if (tag === "sheetData") this.#inData = true;
    else if (tag === "mergeCell")
      addMerge(parseAttributes(attributes).get("ref") ?? "", this.#merges);
    if (this.#into === "value") this.#value ??= "";
  }

  close(tag: string): void {
    if (tag === "c" && this.#inCell) this.#endCell();
    else if (tag === "row" && this.#inData) {
      if (this.#cells.length > 0)
        this.rows.push({ number: this.#number, hidden: this.#hidden, cells: this.#cells });
    } else if (tag === "rPh") this.#phonetic -= 1;
    else if (tag === "sheetData") this.#inData = false;
    this.#into = null;
  }

  text(piece: string): void {
    if (this.#into === null) return;
    // The whole cell is bounded: comments and runs may split a text into pieces.
    this.#chars += piece.length;
    if (this.#chars > XML_TEXT_CHARS_MAX)
      throw new Unusable(
        `A text in ${this.#place()} has more than ${XML_TEXT_CHARS_MAX} characters.`,
        "too large",
      );
    if (this.#into === "value") this.#value = (this.#value ?? "") + piece;
    else if (this.#into === "text") this.#text += piece;
    else this.#formula = (this.#formula ?? "") + piece;
  }

  #beginRow(attributes: ReadonlyMap<string, string>): void {
    const given = attributes.get("r");
    const next = given === undefined ? this.#number + 1 : Number(given);
    if (!Number.isInteger(next) || next <= this.#number || next > SHEET_ROWS_MAX)
      throw new Unusable(
        `The sheet "${this.#name}" is damaged: row ${String(given).slice(0, 20)} follows row ${this.#number}.`,
      );
    this.#number = next;
    this.#hidden = isOn(attributes.get("hidden"));
    this.#cells = [];
    this.#column = -1;
  }

  /** The first of a name counts. */
  readonly #takeAttribute = (name: string, value: string): void => {
    if (name === "r") this.#reference ??= value;
    else if (name === "t") this.#type ??= value;
    else if (name === "s") this.#style ??= value;
  };

  #beginCell(attributes: string): void {
    this.#reference = undefined;
    this.#type = undefined;
    this.#style = undefined;
    eachAttribute(attributes, this.#takeAttribute);
    const given = this.#reference;
    const next = given === undefined ? this.#column + 1 : parseColumn(given, this.#number);
    if (next === null || next <= this.#column)
      throw new Unusable(
        `The sheet "${this.#name}" is damaged: "${String(given).slice(0, 20)}" is out of place in row ${this.#number}, after column ${this.#column + 1}.`,
      );
    this.#column = next;
    this.#value = null;
    this.#formula = null;
    this.#text = "";
    this.#chars = 0;
    this.#inCell = true;
  }

  #endCell(): void {
    this.#inCell = false;
    const cell = this.#cell();
    if (cell === null || cell === "") return;
    if (this.#column >= CSV_COLUMNS_MAX)
      throw new Unusable(
        `The sheet "${this.#name}" has content in column ${columnLetters(this.#column)}; at most ${CSV_COLUMNS_MAX} columns are read.`,
        "too large",
      );
    while (this.#cells.length < this.#column) this.#cells.push(null);
    this.#cells.push(cell);
  }

  #cell(): Cell {
    const type = this.#type;
    const value = this.#value;
    const formula = this.#formula;
    if (type === "inlineStr") return decodeEscapes(this.#text);
    // Programs that compute nothing store an empty value. A shared formula is only in its first
    // cell.
    if (value === null || (value.trim() === "" && type !== "str"))
      return formula === null ? null : `=${formula.slice(0, FORMULA_CHARS_MAX)}`;
    if (type === "s") return this.#sharedText(value);
    if (type === "str" || type === "e") return decodeEscapes(value);
    if (type === "b") return isOn(value.trim()) ? "TRUE" : "FALSE";
    if (type === "d") return parseIsoDate(value) ?? value;
    const parsed = parseNumber(value);
    if (parsed === null)
      throw new Unusable(
        `The workbook is damaged: a number was expected in ${this.#place()}, which holds "${value.slice(0, 20)}".`,
      );
    return toCell(parsed, this.#shared.formats[Number(this.#style ?? 0)], this.#shared.from1904);
  }

  #sharedText(value: string): string {
    const index = /^\s*\d{1,9}\s*$/.test(value) ? Number(value) : -1;
    const found = this.#shared.strings.get(index);
    if (found === undefined)
      throw new Unusable(
        `The workbook is damaged: ${this.#place()} refers to a text that does not exist.`,
      );
    return found;
  }

  #place(): string {
    return `cell ${columnLetters(Math.max(this.#column, 0))}${this.#number} of the sheet "${this.#name}"`;
  }
}

/** The column of "AB12", from 0; null when it names no column or another row. */
function parseColumn(reference: string, row: number): number | null {
  let column = 0;
  let at = 0;
  while (at < reference.length && at < 4) {
    const letter = reference.charCodeAt(at) & 0xdf;
    if (letter < 65 || letter > 90) break;
    column = column * 26 + letter - 64;
    at += 1;
  }
  return column === 0 || Number(reference.slice(at)) !== row ? null : column - 1;
}

/** Adds merged cells that span rows, "A3:A5". */
export function addMerge(reference: string, merges: Merge[]): void {
  const match = /^\$?([A-Za-z]{1,3})\$?(\d{1,7}):\$?([A-Za-z]{1,3})\$?(\d{1,7})$/.exec(reference);
  if (match === null || merges.length >= WORKBOOK_MERGES_MAX) return;
  const [, letters = "", first = "", , last = ""] = match;
  const column = parseColumn(`${letters}${first}`, Number(first));
  if (column !== null && Number(last) > Number(first))
    merges.push({ column, from: Number(first), to: Number(last) });
}

/** xsd:boolean. */
export function isOn(text: string | undefined): boolean {
  return text === "1" || text === "true" || text === "on";
}

/** Decodes "_x000D_", a character that XML cannot hold (18.3.1.96, ST_Xstring). */
export function decodeEscapes(text: string): string {
  if (!text.includes("_x")) return text;
  return text.replace(/_x([0-9A-Fa-f]{4})_/g, (_, hex: string) =>
    String.fromCharCode(Number.parseInt(hex, 16)),
  );
}
