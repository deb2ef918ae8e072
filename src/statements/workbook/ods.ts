// OpenDocument spreadsheets (OASIS ODF 1.3, part 3): one part holds all sheets. Values are typed in their attributes; a
// repeated blank row or cell takes no memory.

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
import { decimalText, numberOf } from "./number.ts";
import { scanPart, type Package } from "./package.ts";
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

const CONTENT = "content.xml";
/** A row of content that is repeated is written out so often at most: nobody types one over and over. */
const REPEATED_ROWS_MAX = 1_000;

/** Opens the package as ODS; throws where it is damaged or protected. */
export async function openOds(from: Package): Promise<Workbook> {
  const names: string[] = [];
  if (from.has("META-INF/manifest.xml")) {
    await scanPart(from, "META-INF/manifest.xml", WORKBOOK_SHEET_BYTES_MAX, {
      open(tag) {
        if (tag === "encryption-data")
          throw new Unusable(
            "The file is protected by a password. Open it in a spreadsheet program, remove the password (or save it as CSV), and upload that.",
            "not a statement",
          );
      },
      close() {},
      text() {},
    });
  }
  await scanPart(from, CONTENT, WORKBOOK_SHEET_BYTES_MAX, {
    open(tag, text) {
      if (tag === "table") names.push(attributesOf(text).get("name") ?? "");
    },
    close() {},
    text() {},
  });
  if (names.length > WORKBOOK_SHEETS_MAX)
    throw new Unusable(
      `The workbook has more than ${WORKBOOK_SHEETS_MAX} sheets; upload those with the transactions alone.`,
      "too large",
    );
  const sheets = names.map((name, index): Sheet => ({
    name,
    hidden: false,
    rows: (merges) => rowsOf(from, index, name, merges),
  }));
  return {
    kind: "ods",
    called: "an OpenDocument spreadsheet (ODS)",
    encoding: "utf-8",
    from1904: false,
    sheets,
  };
}

async function* rowsOf(
  from: Package,
  wanted: number,
  name: string,
  merges: Merge[],
): AsyncGenerator<readonly SheetRow[]> {
  const collector = rowCollector(wanted, name, merges);
  const scanner = xmlScanner(collector.events, "The workbook");
  for await (const text of from.text(CONTENT, WORKBOOK_SHEET_BYTES_MAX)) {
    scanner.push(text);
    const rows = collector.take();
    if (rows.length > 0) yield rows;
  }
  scanner.end();
}

function rowCollector(
  wanted: number,
  name: string,
  merges: Merge[],
): { take(): SheetRow[]; events: XmlEvents } {
  let rows: SheetRow[] = [];
  let table = -1;
  let number = 0;
  let rowRepeat = 1;
  let hidden = false;
  let cells: Cell[] = [];
  let column = 0;
  let attributes: ReadonlyMap<string, string> = new Map();
  let repeat = 1;
  let text = "";
  let paragraphs = 0;
  let depth = 0;
  let annotations = 0;
  let repeated = 0;

  function count(cellsMore: number): void {
    repeated += cellsMore;
    if (repeated > WORKBOOK_REPEATED_CELLS_MAX)
      throw new Unusable(
        `The sheet "${name.slice(0, 60)}" repeats more than ${WORKBOOK_REPEATED_CELLS_MAX} cells.`,
        "too large",
      );
  }

  function endCell(covered: boolean): void {
    const cell = covered ? null : cellOf(attributes, text);
    if (cell !== null) {
      if (column + repeat > CSV_COLUMNS_MAX)
        throw new Unusable(
          `The sheet "${name.slice(0, 60)}" has content in column ${columnLetters(column)}; at most ${CSV_COLUMNS_MAX} columns are read.`,
          "too large",
        );
      count(repeat - 1);
      while (cells.length < column) cells.push(null);
      for (let copy = 0; copy < repeat; copy += 1) cells.push(cell);
      const span = Number(attributes.get("number-rows-spanned") ?? 1);
      if (span > 1 && merges.length < WORKBOOK_MERGES_MAX)
        merges.push({ column, from: number + 1, to: number + span });
    }
    column += repeat;
  }

  function endRow(): void {
    if (cells.length > 0) {
      if (rowRepeat > REPEATED_ROWS_MAX)
        throw new Unusable(
          `The sheet "${name.slice(0, 60)}" repeats its row ${number + 1} ${rowRepeat} times.`,
          "too large",
        );
      count((rowRepeat - 1) * cells.length);
      for (let copy = 1; copy <= rowRepeat; copy += 1)
        rows.push({ number: number + copy, hidden, cells });
    }
    number += rowRepeat;
    if (number > SHEET_ROWS_MAX && cells.length > 0)
      throw new Unusable(
        `The sheet "${name.slice(0, 60)}" has more than ${SHEET_ROWS_MAX} rows.`,
        "too large",
      );
  }

  const events: XmlEvents = {
    open(tag, written) {
      if (tag === "table") {
        table += 1;
        depth += 1;
      }
      if (table !== wanted || depth !== 1) return;
      if (tag === "table-row") {
        const found = attributesOf(written);
        rowRepeat = countOf(found.get("number-rows-repeated"));
        hidden = found.has("visibility") && found.get("visibility") !== "visible";
        cells = [];
        column = 0;
      } else if (tag === "table-cell" || tag === "covered-table-cell") {
        attributes = attributesOf(written);
        repeat = countOf(attributes.get("number-columns-repeated"));
        text = "";
        paragraphs = 0;
      } else if (tag === "annotation") annotations += 1;
      else if (tag === "p" && annotations === 0 && paragraphs++ > 0) text += " ";
      else if ((tag === "s" || tag === "tab" || tag === "line-break") && annotations === 0)
        text += " ";
    },
    close(tag) {
      if (tag === "table") depth -= 1;
      if (table !== wanted || depth !== 1) return;
      if (tag === "table-row") endRow();
      else if (tag === "table-cell" || tag === "covered-table-cell") endCell(tag !== "table-cell");
      else if (tag === "annotation") annotations -= 1;
    },
    text(piece) {
      if (paragraphs === 0 || annotations > 0) return;
      text += piece;
      if (text.length > XML_TEXT_CHARS_MAX)
        throw new Unusable(
          `A text of the sheet "${name.slice(0, 60)}" has more than ${XML_TEXT_CHARS_MAX} characters.`,
          "too large",
        );
    },
  };
  return {
    take() {
      const done = rows;
      rows = [];
      return done;
    },
    events,
  };
}

function cellOf(attributes: ReadonlyMap<string, string>, text: string): Cell {
  const type = attributes.get("value-type") ?? "";
  if (type === "float" || type === "currency" || type === "percentage") {
    const value = numberOf(attributes.get("value") ?? "");
    if (value === null)
      throw new Unusable(
        `The workbook is damaged: a cell should hold a number and holds "${(attributes.get("value") ?? "").slice(0, 20)}".`,
      );
    return {
      kind: "number",
      text: decimalText(value),
      currency: parseCurrency(attributes.get("currency") ?? ""),
    };
  }
  if (type === "date") return dateOfIso(attributes.get("date-value") ?? "") ?? text;
  if (type === "boolean") return attributes.get("boolean-value") === "true" ? "TRUE" : "FALSE";
  return text === "" ? null : text;
}

function countOf(text: string | undefined): number {
  const count = Number(text ?? 1);
  return Number.isInteger(count) && count > 0 && count <= SHEET_ROWS_MAX * 16 ? count : 1;
}
