// OpenDocument spreadsheets (OASIS ODF 1.3, part 3). One part holds all sheets, attributes hold the
// typed values, and repeated blank rows and cells take no memory.

import {
  CSV_COLUMNS_MAX,
  SHEET_ROWS_MAX,
  WORKBOOK_MERGES_MAX,
  WORKBOOK_REPEATED_CELLS_MAX,
  WORKBOOK_SHEETS_MAX,
  WORKBOOK_SHEET_BYTES_MAX,
  XML_TEXT_CHARS_MAX,
} from "../../platform/limits.ts";
import { parseCurrency } from "../../money/currency.ts";
import { printDecimal, parseNumber } from "./number.ts";
import { PROTECTED, scanPart, type Package } from "./package.ts";
import { parseIsoDate } from "./serial.ts";
import {
  columnLetters,
  Unusable,
  type Cell,
  type Merge,
  type Sheet,
  type SheetRow,
  type Workbook,
} from "./workbook.ts";
import { parseAttributes, XmlScanner, type XmlEvents } from "./xml.ts";

const CONTENT = "content.xml";
/** The most often that a row with content may be repeated; nobody types a row so many times. */
const REPEATED_ROWS_MAX = 1_000;

/** Opens the package as ODS; throws when it is damaged or protected. */
export async function openOds(from: Package): Promise<Workbook> {
  const names: string[] = [];
  if (from.has("META-INF/manifest.xml")) {
    await scanPart(from, "META-INF/manifest.xml", WORKBOOK_SHEET_BYTES_MAX, {
      open(tag) {
        if (tag === "encryption-data") throw new Unusable(PROTECTED, "not a statement");
      },
      close() {},
      text() {},
    });
  }
  await scanPart(from, CONTENT, WORKBOOK_SHEET_BYTES_MAX, {
    open(tag, text) {
      if (tag === "table") names.push(parseAttributes(text).get("name") ?? "");
    },
    close() {},
    text() {},
  });
  if (names.length > WORKBOOK_SHEETS_MAX)
    throw new Unusable(
      `The workbook has more than ${WORKBOOK_SHEETS_MAX} sheets; upload one with only the sheets that hold transactions.`,
      "too large",
    );
  const sheets = names.map((name, index): Sheet => ({
    name,
    hidden: false,
    rows: (merges) => readRows(from, index, name, merges),
  }));
  return {
    kind: "ods",
    description: "an OpenDocument spreadsheet (ODS)",
    encoding: "utf-8",
    from1904: false,
    sheets,
  };
}

async function* readRows(
  from: Package,
  wanted: number,
  name: string,
  merges: Merge[],
): AsyncGenerator<readonly SheetRow[]> {
  const collector = new RowCollector(wanted, name, merges);
  const scanner = new XmlScanner(collector, "The workbook");
  for await (const text of from.text(CONTENT, WORKBOOK_SHEET_BYTES_MAX)) {
    scanner.push(text);
    if (collector.rows.length > 0) yield collector.rows.splice(0);
  }
  scanner.end();
}

/** Collects the rows of one sheet from the events of the part. */
class RowCollector implements XmlEvents {
  readonly rows: SheetRow[] = [];
  readonly #wanted: number;
  readonly #name: string;
  readonly #merges: Merge[];
  #table = -1;
  #depth = 0;
  #number = 0;
  #rowRepeat = 1;
  #hidden = false;
  #cells: Cell[] = [];
  #column = 0;
  #attributes: ReadonlyMap<string, string> = new Map();
  #repeat = 1;
  #text = "";
  #paragraphs = 0;
  #annotations = 0;
  #repeated = 0;

  constructor(wanted: number, name: string, merges: Merge[]) {
    this.#wanted = wanted;
    this.#name = name.slice(0, 60);
    this.#merges = merges;
  }

  open(tag: string, written: string): void {
    if (tag === "table") {
      this.#table += 1;
      this.#depth += 1;
    }
    if (!this.#isWanted()) return;
    if (tag === "table-row") this.#beginRow(parseAttributes(written));
    else if (tag === "table-cell" || tag === "covered-table-cell") {
      this.#attributes = parseAttributes(written);
      this.#repeat = parseCount(this.#attributes.get("number-columns-repeated"));
      this.#text = "";
      this.#paragraphs = 0;
    } else if (tag === "annotation") this.#annotations += 1;
    else if (this.#annotations > 0) return;
    else if (tag === "p" && this.#paragraphs++ > 0) this.#text += " ";
    else if (tag === "s" || tag === "tab" || tag === "line-break") this.#text += " ";
  }

  close(tag: string): void {
    if (tag === "table") this.#depth -= 1;
    if (!this.#isWanted()) return;
    if (tag === "table-row") this.#endRow();
    else if (tag === "table-cell") this.#endCell(readCell(this.#attributes, this.#text));
    else if (tag === "covered-table-cell") this.#endCell(null);
    else if (tag === "annotation") this.#annotations -= 1;
  }

  text(piece: string): void {
    if (this.#paragraphs === 0 || this.#annotations > 0) return;
    this.#text += piece;
    if (this.#text.length > XML_TEXT_CHARS_MAX)
      throw this.#tooLarge(
        `A text of the sheet "${this.#name}" has more than ${XML_TEXT_CHARS_MAX} characters.`,
      );
  }

  #isWanted(): boolean {
    return this.#table === this.#wanted && this.#depth === 1;
  }

  #beginRow(attributes: ReadonlyMap<string, string>): void {
    this.#rowRepeat = parseCount(attributes.get("number-rows-repeated"));
    this.#hidden = attributes.has("visibility") && attributes.get("visibility") !== "visible";
    this.#cells = [];
    this.#column = 0;
  }

  #endCell(cell: Cell): void {
    if (cell !== null) {
      if (this.#column + this.#repeat > CSV_COLUMNS_MAX)
        throw this.#tooLarge(
          `The sheet "${this.#name}" has content in column ${columnLetters(this.#column)}; at most ${CSV_COLUMNS_MAX} columns are read.`,
        );
      this.#countRepeated(this.#repeat - 1);
      while (this.#cells.length < this.#column) this.#cells.push(null);
      for (let copy = 0; copy < this.#repeat; copy += 1) this.#cells.push(cell);
      const span = Number(this.#attributes.get("number-rows-spanned") ?? 1);
      if (span > 1 && this.#merges.length < WORKBOOK_MERGES_MAX) {
        const from = this.#number + 1;
        this.#merges.push({ column: this.#column, from, to: this.#number + span });
      }
    }
    this.#column += this.#repeat;
  }

  #endRow(): void {
    const cells = this.#cells;
    if (cells.length > 0) {
      if (this.#rowRepeat > REPEATED_ROWS_MAX)
        throw this.#tooLarge(
          `The sheet "${this.#name}" repeats its row ${this.#number + 1} ${this.#rowRepeat} times.`,
        );
      this.#countRepeated((this.#rowRepeat - 1) * cells.length);
      for (let copy = 1; copy <= this.#rowRepeat; copy += 1)
        this.rows.push({ number: this.#number + copy, hidden: this.#hidden, cells });
    }
    this.#number += this.#rowRepeat;
    if (this.#number > SHEET_ROWS_MAX && cells.length > 0)
      throw this.#tooLarge(`The sheet "${this.#name}" has more than ${SHEET_ROWS_MAX} rows.`);
  }

  #countRepeated(cells: number): void {
    this.#repeated += cells;
    if (this.#repeated > WORKBOOK_REPEATED_CELLS_MAX)
      throw this.#tooLarge(
        `The sheet "${this.#name}" repeats more than ${WORKBOOK_REPEATED_CELLS_MAX} cells.`,
      );
  }

  #tooLarge(message: string): Unusable {
    return new Unusable(message, "too large");
  }
}

function readCell(attributes: ReadonlyMap<string, string>, text: string): Cell {
  const type = attributes.get("value-type") ?? "";
  if (type === "float" || type === "currency" || type === "percentage") {
    const value = parseNumber(attributes.get("value") ?? "");
    if (value === null)
      throw new Unusable(
        `The workbook is damaged: a number was expected in a cell that holds "${(attributes.get("value") ?? "").slice(0, 20)}".`,
      );
    return {
      kind: "number",
      text: printDecimal(value),
      currency: parseCurrency(attributes.get("currency") ?? ""),
    };
  }
  if (type === "date") return parseIsoDate(attributes.get("date-value") ?? "") ?? text;
  if (type === "boolean") return attributes.get("boolean-value") === "true" ? "TRUE" : "FALSE";
  return text === "" ? null : text;
}

function parseCount(text: string | undefined): number {
  const count = Number(text ?? 1);
  return Number.isInteger(count) && count > 0 && count <= SHEET_ROWS_MAX * 16 ? count : 1;
}
