// XML Spreadsheet 2003, the format of many banks' "Excel" downloads: one XML document with the
// types of values in attributes.

import {
  CSV_COLUMNS_MAX,
  SHEET_ROWS_MAX,
  WORKBOOK_MERGES_MAX,
  WORKBOOK_SHEETS_MAX,
} from "../../platform/limits.ts";
import { xmlText } from "../xml-text.ts";
import { printDecimal, parseNumber } from "./number.ts";
import { parseFormat, type NumberFormat } from "./number-format.ts";
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

const PIECE_CHARS = 256 * 1024;

/** Opens a document of this kind; throws when it is damaged. */
export async function openXmlWorkbook(bytes: Uint8Array): Promise<Workbook> {
  const read = await xmlText(bytes);
  if (!read.ok) throw new Unusable(read.error.message, read.error.reason);
  const { text, encoding, faulty } = read.value;
  if (faulty)
    throw new Unusable(
      `The file is an Excel workbook as XML that is damaged: its bytes are not valid ${encoding.toUpperCase()}.`,
    );
  const names: { name: string; hidden: boolean }[] = [];
  const currencies = new Map<string, NumberFormat>();
  let style = "";
  scan(text, {
    open(tag, written) {
      if (tag === "Worksheet")
        names.push({ name: parseAttributes(written).get("Name") ?? "", hidden: false });
      else if (tag === "Style") style = parseAttributes(written).get("ID") ?? "";
      else if (tag === "NumberFormat")
        currencies.set(style, parseFormat(parseAttributes(written).get("Format") ?? ""));
    },
    close() {},
    text(piece) {
      if (piece === "SheetHidden" || piece === "SheetVeryHidden")
        names.splice(-1, 1, { name: names.at(-1)?.name ?? "", hidden: true });
    },
  });
  if (names.length > WORKBOOK_SHEETS_MAX)
    throw new Unusable(
      `The workbook has more than ${WORKBOOK_SHEETS_MAX} sheets; upload one with only the sheets that hold transactions.`,
      "too large",
    );
  const sheets = names.map(({ name, hidden }, index): Sheet => ({
    name,
    hidden,
    rows: (merges) => readRows(text, index, name, currencies, merges),
  }));
  return {
    kind: "xml",
    description: "an Excel workbook as XML",
    encoding,
    from1904: false,
    sheets,
  };
}

function scan(text: string, events: XmlEvents): void {
  const scanner = new XmlScanner(events, "The workbook");
  for (let at = 0; at < text.length; at += PIECE_CHARS)
    scanner.push(text.slice(at, at + PIECE_CHARS));
  scanner.end();
}

async function* readRows(
  text: string,
  wanted: number,
  name: string,
  formats: ReadonlyMap<string, NumberFormat>,
  merges: Merge[],
): AsyncGenerator<readonly SheetRow[]> {
  const collector = new RowCollector(wanted, name, formats, merges);
  const scanner = new XmlScanner(collector, "The workbook");
  for (let at = 0; at < text.length; at += PIECE_CHARS) {
    scanner.push(text.slice(at, at + PIECE_CHARS));
    if (collector.rows.length > 0) yield collector.rows.splice(0);
  }
  scanner.end();
}

/** Collects the rows of one sheet from the events of the document. */
class RowCollector implements XmlEvents {
  readonly rows: SheetRow[] = [];
  readonly #wanted: number;
  readonly #name: string;
  readonly #formats: ReadonlyMap<string, NumberFormat>;
  readonly #merges: Merge[];
  #sheet = -1;
  #number = 0;
  #hidden = false;
  #cells: Cell[] = [];
  #column = -1;
  #attributes: ReadonlyMap<string, string> = new Map();
  #type = "";
  #text = "";
  #inData = false;

  constructor(
    wanted: number,
    name: string,
    formats: ReadonlyMap<string, NumberFormat>,
    merges: Merge[],
  ) {
    this.#wanted = wanted;
    this.#name = name.slice(0, 60);
    this.#formats = formats;
    this.#merges = merges;
  }

  open(tag: string, written: string): void {
    if (tag === "Worksheet") this.#sheet += 1;
    if (this.#sheet !== this.#wanted) return;
    if (tag === "Row") {
      const attributes = parseAttributes(written);
      this.#number = this.#next(attributes.get("Index"), this.#number);
      this.#hidden = attributes.get("Hidden") === "1";
      this.#cells = [];
      this.#column = -1;
    } else if (tag === "Cell") {
      this.#attributes = parseAttributes(written);
      this.#column = this.#next(this.#attributes.get("Index"), this.#column + 1) - 1;
    } else if (tag === "Data") {
      this.#type = parseAttributes(written).get("Type") ?? "String";
      this.#text = "";
      this.#inData = true;
    }
  }

  close(tag: string): void {
    if (this.#sheet !== this.#wanted) return;
    if (tag === "Row" && this.#cells.length > 0)
      this.rows.push({ number: this.#number, hidden: this.#hidden, cells: this.#cells });
    else if (tag === "Data") this.#endData();
    else if (tag === "Cell") {
      const across = Number(this.#attributes.get("MergeAcross") ?? 0);
      this.#column += Math.min(Math.max(0, across) || 0, SHEET_ROWS_MAX);
    }
  }

  text(piece: string): void {
    if (this.#inData) this.#text += piece;
  }

  #endData(): void {
    this.#inData = false;
    const format = this.#formats.get(this.#attributes.get("StyleID") ?? "");
    const cell = readCell(this.#type, this.#text, format);
    if (cell === null) return;
    if (this.#column >= CSV_COLUMNS_MAX)
      throw new Unusable(
        `The sheet "${this.#name}" has content in column ${columnLetters(this.#column)}; at most ${CSV_COLUMNS_MAX} columns are read.`,
        "too large",
      );
    while (this.#cells.length < this.#column) this.#cells.push(null);
    this.#cells.push(cell);
    const down = Number(this.#attributes.get("MergeDown") ?? 0);
    if (down > 0 && this.#merges.length < WORKBOOK_MERGES_MAX)
      this.#merges.push({ column: this.#column, from: this.#number, to: this.#number + down });
  }

  /** The next row or column: the given one, which must come after the one before. */
  #next(given: string | undefined, before: number): number {
    const found = given === undefined ? before + 1 : Number(given);
    if (!Number.isInteger(found) || found <= before || found > SHEET_ROWS_MAX)
      throw new Unusable(
        `The sheet "${this.#name}" is damaged: its place ${String(given).slice(0, 20)} follows ${before}.`,
      );
    return found;
  }
}

function readCell(type: string, text: string, format: NumberFormat | undefined): Cell {
  if (text === "") return null;
  if (type === "DateTime") return parseDateTime(text);
  if (type === "Boolean") return text.trim() === "1" ? "TRUE" : "FALSE";
  if (type !== "Number") return text;
  const value = parseNumber(text);
  if (value === null)
    throw new Unusable(
      `The workbook is damaged: a number was expected in a cell that holds "${text.slice(0, 20)}".`,
    );
  return { kind: "number", text: printDecimal(value), currency: format?.currency ?? null };
}

/** A time alone is written on the day before the first day (1899-12-31T10:11:00.000). */
function parseDateTime(text: string): Cell {
  const date = parseIsoDate(text);
  return date !== null && date.day.startsWith("1899-12-3")
    ? (date.time ?? "00:00")
    : (date ?? text);
}
