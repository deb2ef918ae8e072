// XML Spreadsheet 2003, which many banks' "Excel" downloads are: one document of text, values typed in attributes.

import {
  CSV_COLUMNS_MAX,
  SHEET_ROWS_MAX,
  WORKBOOK_MERGES_MAX,
  WORKBOOK_SHEETS_MAX,
} from "../../platform/limits.ts";
import { xmlText } from "../xml-text.ts";
import { decimalText, numberOf } from "./number.ts";
import { formatOf, type NumberFormat } from "./number-format.ts";
import { dateOfIso } from "./serial.ts";
import {
  columnLetters,
  Unusable,
  type Cell,
  type Merge,
  type Sheet,
  type SheetRow,
  type Workbook,
} from "./workbook.ts";
import { attributesOf, xmlScanner, type XmlEvents } from "./xml.ts";

const PIECE_CHARS = 256 * 1024;

/** Opens a document of this kind; throws where it is damaged. */
export async function openXmlWorkbook(bytes: Uint8Array): Promise<Workbook> {
  const read = await xmlText(bytes);
  if (!read.ok) throw new Unusable(read.error.message, read.error.reason);
  const { text, encoding, faulty } = read.value;
  if (faulty)
    throw new Unusable(
      `The file is an Excel workbook as XML whose bytes are no ${encoding.toUpperCase()} text: it is damaged.`,
    );
  const names: { name: string; hidden: boolean }[] = [];
  const currencies = new Map<string, NumberFormat>();
  let style = "";
  scan(text, {
    open(tag, written) {
      if (tag === "Worksheet")
        names.push({ name: attributesOf(written).get("Name") ?? "", hidden: false });
      else if (tag === "Style") style = attributesOf(written).get("ID") ?? "";
      else if (tag === "NumberFormat")
        currencies.set(style, formatOf(attributesOf(written).get("Format") ?? ""));
    },
    close() {},
    text(piece) {
      if (piece === "SheetHidden" || piece === "SheetVeryHidden")
        names.splice(-1, 1, { name: names.at(-1)?.name ?? "", hidden: true });
    },
  });
  if (names.length > WORKBOOK_SHEETS_MAX)
    throw new Unusable(
      `The workbook has more than ${WORKBOOK_SHEETS_MAX} sheets; upload those with the transactions alone.`,
      "too large",
    );
  const sheets = names.map(({ name, hidden }, index): Sheet => ({
    name,
    hidden,
    rows: (merges) => rowsOf(text, index, name, currencies, merges),
  }));
  return { kind: "xml", called: "an Excel workbook as XML", encoding, from1904: false, sheets };
}

function scan(text: string, events: XmlEvents): void {
  const scanner = xmlScanner(events, "The workbook");
  for (let at = 0; at < text.length; at += PIECE_CHARS)
    scanner.push(text.slice(at, at + PIECE_CHARS));
  scanner.end();
}

async function* rowsOf(
  text: string,
  wanted: number,
  name: string,
  formats: ReadonlyMap<string, NumberFormat>,
  merges: Merge[],
): AsyncGenerator<readonly SheetRow[]> {
  const rows: SheetRow[] = [];
  const scanner = xmlScanner(rowEvents(rows, wanted, name, formats, merges), "The workbook");
  for (let at = 0; at < text.length; at += PIECE_CHARS) {
    scanner.push(text.slice(at, at + PIECE_CHARS));
    if (rows.length > 0) yield rows.splice(0);
  }
  scanner.end();
}

function rowEvents(
  rows: SheetRow[],
  wanted: number,
  name: string,
  formats: ReadonlyMap<string, NumberFormat>,
  merges: Merge[],
): XmlEvents {
  let sheet = -1;
  let number = 0;
  let hidden = false;
  let cells: Cell[] = [];
  let column = -1;
  let attributes: ReadonlyMap<string, string> = new Map();
  let type = "";
  let text = "";
  let inData = false;
  const next = (given: string | undefined, before: number, max: number) => {
    const found = given === undefined ? before + 1 : Number(given);
    if (!Number.isInteger(found) || found <= before || found > max)
      throw new Unusable(
        `The sheet "${name.slice(0, 60)}" is damaged: its place ${String(given).slice(0, 20)} follows ${before}.`,
      );
    return found;
  };
  return {
    open(tag, written) {
      if (tag === "Worksheet") sheet += 1;
      if (sheet !== wanted) return;
      if (tag === "Row") {
        const found = attributesOf(written);
        number = next(found.get("Index"), number, SHEET_ROWS_MAX);
        hidden = found.get("Hidden") === "1";
        cells = [];
        column = -1;
      } else if (tag === "Cell") {
        attributes = attributesOf(written);
        column = next(attributes.get("Index"), column + 1, SHEET_ROWS_MAX) - 1;
      } else if (tag === "Data") {
        type = attributesOf(written).get("Type") ?? "String";
        text = "";
        inData = true;
      }
    },
    close(tag) {
      if (sheet !== wanted) return;
      if (tag === "Row" && cells.length > 0) rows.push({ number, hidden, cells });
      else if (tag === "Data") {
        inData = false;
        const cell = cellOf(type, text, formats.get(attributes.get("StyleID") ?? ""));
        if (cell === null) return;
        if (column >= CSV_COLUMNS_MAX)
          throw new Unusable(
            `The sheet "${name.slice(0, 60)}" has content in column ${columnLetters(column)}; at most ${CSV_COLUMNS_MAX} columns are read.`,
            "too large",
          );
        while (cells.length < column) cells.push(null);
        cells.push(cell);
        const down = Number(attributes.get("MergeDown") ?? 0);
        if (down > 0 && merges.length < WORKBOOK_MERGES_MAX)
          merges.push({ column, from: number, to: number + down });
      } else if (tag === "Cell")
        column += Math.min(
          Math.max(0, Number(attributes.get("MergeAcross") ?? 0)) || 0,
          SHEET_ROWS_MAX,
        );
    },
    text(piece) {
      if (inData) text += piece;
    },
  };
}

function cellOf(type: string, text: string, format: NumberFormat | undefined): Cell {
  if (text === "") return null;
  if (type === "DateTime") return dateOrTime(text);
  if (type === "Boolean") return text.trim() === "1" ? "TRUE" : "FALSE";
  if (type !== "Number") return text;
  const value = numberOf(text);
  if (value === null)
    throw new Unusable(
      `The workbook is damaged: a cell should hold a number and holds "${text.slice(0, 20)}".`,
    );
  return { kind: "number", text: decimalText(value), currency: format?.currency ?? null };
}

/** A time alone is written as one of the day before the first (1899-12-31T10:11:00.000). */
function dateOrTime(text: string): Cell {
  const date = dateOfIso(text);
  return date !== null && date.day.startsWith("1899-12-3")
    ? (date.time ?? "00:00")
    : (date ?? text);
}
