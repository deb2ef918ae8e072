// One worksheet of an XLSX workbook to rows of cells (ECMA-376 part 1, 18.3), in pieces of bounded memory. A formula
// counts as the value that was stored with it; one without a value stays a formula, which no reader takes for a number.

import {
  CSV_COLUMNS_MAX,
  SHEET_ROWS_MAX,
  WORKBOOK_MERGES_MAX,
  WORKBOOK_SHEET_BYTES_MAX,
  XML_TEXT_CHARS_MAX,
} from "../../platform/limits.ts";
import { numberOf } from "./number.ts";
import type { NumberFormat } from "./number-format.ts";
import { shown, type Package } from "./package.ts";
import { dateOfIso } from "./serial.ts";
import type { StringTable } from "./string-table.ts";
import { valueCell } from "./value-cell.ts";
import { columnLetters, Unusable, type Cell, type Merge, type SheetRow } from "./workbook.ts";
import { attributesOf, xmlScanner } from "./xml.ts";

/** What the sheets' cells refer to. */
export interface Shared {
  readonly strings: StringTable;
  readonly formats: readonly NumberFormat[];
  readonly from1904: boolean;
}

const FORMULA_CHARS_MAX = 200;

/** The sheet's rows that have content, in order. */
export async function* sheetRows(
  from: Package,
  part: string,
  name: string,
  shared: Shared,
  merges: Merge[],
): AsyncGenerator<readonly SheetRow[]> {
  const reader = rowCollector(name, shared, merges);
  const scanner = xmlScanner(reader.events, `The sheet "${shown(name)}"`);
  for await (const text of from.text(part, WORKBOOK_SHEET_BYTES_MAX)) {
    scanner.push(text);
    const rows = reader.take();
    if (rows.length > 0) yield rows;
  }
  scanner.end();
}

function rowCollector(name: string, shared: Shared, merges: Merge[]) {
  let rows: SheetRow[] = [];
  let number = 0;
  let hidden = false;
  let cells: Cell[] = [];
  let column = -1;
  let type = "";
  let style = 0;
  let into: "value" | "formula" | "text" | null = null;
  let inCell = false;
  let inData = false;
  let phonetic = 0;
  let value: string | null = null;
  let formula: string | null = null;
  let text = "";
  let chars = 0;
  const place = () =>
    `cell ${columnLetters(Math.max(column, 0))}${number} of the sheet "${shown(name)}"`;

  function beginRow(attributes: ReadonlyMap<string, string>): void {
    const given = attributes.get("r");
    const next = given === undefined ? number + 1 : Number(given);
    if (!Number.isInteger(next) || next <= number || next > SHEET_ROWS_MAX)
      throw new Unusable(
        `The sheet "${shown(name)}" is damaged: row ${String(given).slice(0, 20)} follows row ${number}.`,
      );
    number = next;
    hidden = isOn(attributes.get("hidden"));
    cells = [];
    column = -1;
  }

  function beginCell(attributes: ReadonlyMap<string, string>): void {
    const given = attributes.get("r");
    const next = given === undefined ? column + 1 : columnOf(given, number);
    if (next === null || next <= column)
      throw new Unusable(
        `The sheet "${shown(name)}" is damaged: "${String(given).slice(0, 20)}" stands in row ${number} behind column ${column + 1}.`,
      );
    column = next;
    type = attributes.get("t") ?? "n";
    style = Number(attributes.get("s") ?? 0);
    value = null;
    formula = null;
    text = "";
    chars = 0;
    inCell = true;
  }

  function endCell(): void {
    inCell = false;
    const cell = cellOf();
    if (cell === null || cell === "") return;
    if (column >= CSV_COLUMNS_MAX)
      throw new Unusable(
        `The sheet "${shown(name)}" has content in column ${columnLetters(column)}; at most ${CSV_COLUMNS_MAX} columns are read.`,
        "too large",
      );
    while (cells.length < column) cells.push(null);
    cells.push(cell);
  }

  function cellOf(): Cell {
    if (type === "inlineStr") return unescaped(text);
    // Programs that compute nothing store an empty value; formulas that are shared stand in their first cell alone.
    if (value === null || (value.trim() === "" && type !== "str"))
      return formula === null ? null : `=${formula.slice(0, FORMULA_CHARS_MAX)}`;
    if (type === "s") {
      const index = /^\s*\d{1,9}\s*$/.test(value) ? Number(value) : -1;
      const found = shared.strings.get(index);
      if (found === undefined)
        throw new Unusable(`The workbook is damaged: ${place()} names a text that does not exist.`);
      return found;
    }
    if (type === "str" || type === "e") return unescaped(value);
    if (type === "b") return isOn(value.trim()) ? "TRUE" : "FALSE";
    if (type === "d") return dateOfIso(value) ?? value;
    const parsed = numberOf(value);
    if (parsed === null)
      throw new Unusable(
        `The workbook is damaged: ${place()} should hold a number and holds "${value.slice(0, 20)}".`,
      );
    return valueCell(parsed, shared.formats[style], shared.from1904);
  }

  return {
    take() {
      const done = rows;
      rows = [];
      return done;
    },
    events: {
      open(tag: string, attributes: string) {
        if (tag === "c" && inData) beginCell(attributesOf(attributes));
        else if (tag === "v" && inCell) into = "value";
        else if (tag === "row" && inData) beginRow(attributesOf(attributes));
        else if (tag === "f" && inCell) {
          into = "formula";
          formula ??= "";
        } else if (tag === "t" && inCell) into = phonetic === 0 ? "text" : null;
        else if (tag === "rPh") phonetic += 1;
        else if (tag === "sheetData") inData = true;
        else if (tag === "mergeCell") addMerge(attributesOf(attributes).get("ref") ?? "", merges);
        if (into === "value") value ??= "";
      },
      close(tag: string) {
        if (tag === "c" && inCell) endCell();
        else if (tag === "row" && inData) {
          if (cells.length > 0) rows.push({ number, hidden, cells });
        } else if (tag === "rPh") phonetic -= 1;
        else if (tag === "sheetData") inData = false;
        into = null;
      },
      text(piece: string) {
        if (into === null) return;
        chars += piece.length;
        // Comments and runs may part what no cell holds in one piece.
        if (chars > XML_TEXT_CHARS_MAX)
          throw new Unusable(
            `A text in ${place()} has more than ${XML_TEXT_CHARS_MAX} characters.`,
            "too large",
          );
        if (into === "value") value = (value ?? "") + piece;
        else if (into === "text") text += piece;
        else formula = (formula ?? "") + piece;
      },
    },
  };
}

/** The column of "AB12", from 0; null where it names none or another row. */
function columnOf(reference: string, row: number): number | null {
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

/** Notes a merge that spans rows, "A3:A5". */
export function addMerge(reference: string, merges: Merge[]): void {
  const match = /^\$?([A-Za-z]{1,3})\$?(\d{1,7}):\$?([A-Za-z]{1,3})\$?(\d{1,7})$/.exec(reference);
  if (match === null || merges.length >= WORKBOOK_MERGES_MAX) return;
  const [, letters = "", first = "", , last = ""] = match;
  const column = columnOf(`${letters}${first}`, Number(first));
  if (column !== null && Number(last) > Number(first))
    merges.push({ column, from: Number(first), to: Number(last) });
}

/** xsd:boolean. */
export function isOn(text: string | undefined): boolean {
  return text === "1" || text === "true" || text === "on";
}

/** "_x000D_" stands for a character that XML cannot hold (18.3.1.96, ST_Xstring). */
export function unescaped(text: string): string {
  if (!text.includes("_x")) return text;
  return text.replace(/_x([0-9A-Fa-f]{4})_/g, (_, hex: string) =>
    String.fromCharCode(Number.parseInt(hex, 16)),
  );
}
