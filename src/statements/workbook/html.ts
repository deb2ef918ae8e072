// Tables of a web page, which many banks' "Excel" downloads are, as one sheet of texts. Nothing is executed or fetched:
// tags are looked at for their names alone, scripts and styles are left out. Rows of all tables follow on one another;
// a table within a cell (pages laid out by tables) stands in rows of its own.

import {
  CSV_COLUMNS_MAX,
  SHEET_ROWS_MAX,
  WORKBOOK_MERGES_MAX,
  XML_DEPTH_MAX,
} from "../../platform/limits.ts";
import { detectEncoding } from "../csv/shape/encoding.ts";
import type { DocumentSource } from "../statement.ts";
import { referencesResolved } from "./html-references.ts";
import { Unusable, type Cell, type Merge, type SheetRow, type Workbook } from "./workbook.ts";

const SPAN_MAX = 1_000;
const ROWS_A_BATCH = 1_000;
const DECLARATION_BYTES = 2_048;

/** Opens a web page as a workbook of one sheet. */
export async function openHtml(bytes: Uint8Array): Promise<Workbook> {
  const { text, encoding } = await decoded(bytes);
  return {
    kind: "html",
    called: "a web page with tables",
    encoding,
    from1904: false,
    sheets: [{ name: "tables", hidden: false, rows: (merges) => rowsOf(text, merges) }],
  };
}

async function decoded(bytes: Uint8Array): Promise<{ text: string; encoding: string }> {
  const head = new TextDecoder("windows-1252").decode(bytes.subarray(0, DECLARATION_BYTES));
  const said = /<meta[^>]{0,200}?charset\s{0,4}=\s{0,4}["']?([\w-]{2,40})/i.exec(head)?.[1] ?? null;
  const found = await detectEncoding(sourceOf(bytes));
  const declared = said === null ? null : labelOf(said);
  // UTF-8 is proven by its bytes; of the code pages, the one that is declared.
  const name =
    found.name.startsWith("utf") || declared === null || declared === "utf-8"
      ? found.name
      : declared;
  return { text: new TextDecoder(name).decode(bytes), encoding: name };
}

function labelOf(said: string): string | null {
  try {
    return new TextDecoder(said).encoding;
  } catch {
    return null;
  }
}

interface OpenTable {
  cells: Cell[];
  column: number;
  inRow: boolean;
  /** The cell that is open, its text so far; null: none is. */
  text: string[] | null;
  span: number;
  down: number;
  /** Columns that cells of rows above reach down into, with how many rows they still do. */
  readonly reaching: Map<number, number>;
}

const LEFT_OUT: ReadonlySet<string> = new Set([
  "script",
  "style",
  "title",
  "textarea",
  "template",
  "noscript",
]);
const BREAKS: ReadonlySet<string> = new Set(["br", "p", "div", "li", "hr"]);

async function* rowsOf(text: string, merges: Merge[]): AsyncGenerator<readonly SheetRow[]> {
  const open: OpenTable[] = [];
  let rows: SheetRow[] = [];
  let number = 0;
  // Scripts forget the end of the table more often than that of the page, which says as well that nothing is missing.
  let closed = false;

  function endCell(table: OpenTable): void {
    if (table.text === null) return;
    const cell = referencesResolved(table.text.join(""))
      .replace(/[\s\u00a0]+/g, " ")
      .trim();
    table.text = null;
    if (table.column >= CSV_COLUMNS_MAX && cell !== "")
      throw new Unusable(
        `A row of the page's table has more than ${CSV_COLUMNS_MAX} cells.`,
        "too large",
      );
    while (table.cells.length < Math.min(table.column, CSV_COLUMNS_MAX)) table.cells.push(null);
    if (cell !== "") table.cells.push(cell);
    // What lies behind the last column that is read holds nothing that counts.
    const end = Math.min(table.column + table.span, CSV_COLUMNS_MAX);
    if (table.down > 1 && table.column < end) {
      if (merges.length < WORKBOOK_MERGES_MAX)
        merges.push({ column: table.column, from: number + 1, to: number + table.down });
      for (let at = table.column; at < end; at += 1) table.reaching.set(at, table.down);
    }
    table.column += table.span;
  }

  function endRow(table: OpenTable): void {
    if (!table.inRow) return;
    endCell(table);
    for (const [column, left] of table.reaching) {
      if (left <= 1) table.reaching.delete(column);
      else table.reaching.set(column, left - 1);
    }
    number += 1;
    if (number > SHEET_ROWS_MAX)
      throw new Unusable(`The page's tables have more than ${SHEET_ROWS_MAX} rows.`, "too large");
    if (table.cells.some((cell) => cell !== null))
      rows.push({ number, hidden: false, cells: table.cells });
    table.inRow = false;
    table.cells = [];
    table.column = 0;
  }

  function beginCell(table: OpenTable, tag: string): void {
    endCell(table);
    table.inRow = true;
    while (table.reaching.has(table.column)) table.column += 1;
    table.text = [];
    table.span = spanOf(tag, "colspan");
    table.down = spanOf(tag, "rowspan");
  }

  for (const piece of markup(text)) {
    const table = open.at(-1);
    if (!piece.tag) {
      table?.text?.push(piece.text);
      continue;
    }
    const name = tagName(piece.text);
    if (name === "/body" || name === "/html") closed = true;
    else if (name === "table" || name === "tr") closed = false;
    if (name === "table") {
      if (table !== undefined) endRow(table);
      open.push({
        cells: [],
        column: 0,
        inRow: false,
        text: null,
        span: 1,
        down: 1,
        reaching: new Map(),
      });
      if (open.length > XML_DEPTH_MAX)
        throw new Unusable(`The page nests tables deeper than ${XML_DEPTH_MAX} levels.`);
    } else if (table === undefined) continue;
    else if (name === "td" || name === "th") beginCell(table, piece.text);
    else if (name === "/td" || name === "/th") endCell(table);
    else if (name === "/tr" || name === "/table") endRow(table);
    else if (name === "tr") {
      endRow(table);
      table.inRow = true;
    } else if (BREAKS.has(name)) table.text?.push(" ");
    if (name === "/table") open.pop();
    if (rows.length >= ROWS_A_BATCH) {
      yield rows;
      rows = [];
    }
  }
  for (const table of open) endRow(table);
  if (open.length > 0 && !closed)
    throw new Unusable("The page ends within a table: it was cut. Download it again.");
  if (rows.length > 0) yield rows;
}

/** Texts and tags (without their brackets) in turn; comments, scripts and styles left out. */
function* markup(text: string): Generator<{ readonly tag: boolean; readonly text: string }> {
  let at = 0;
  while (at < text.length) {
    const start = text.indexOf("<", at);
    const end = start < 0 ? text.length : start;
    if (end > at) yield { tag: false, text: text.slice(at, end) };
    if (start < 0) return;
    if (text.startsWith("<!--", start)) {
      at = behind(text, "-->", start + 4);
      continue;
    }
    if (!/[a-zA-Z/!?]/.test(text[start + 1] ?? "")) {
      yield { tag: false, text: "<" };
      at = start + 1;
      continue;
    }
    at = behind(text, ">", start);
    const tag = text.slice(start + 1, at - 1);
    const name = tagName(tag);
    if (LEFT_OUT.has(name)) at = closingTag(text, name, at);
    else yield { tag: true, text: tag };
  }
}

/** Behind `</name>`; a search without regard to case that looks at each character once. */
function closingTag(text: string, name: string, from: number): number {
  const pattern = new RegExp(`</${name}`, "gi");
  pattern.lastIndex = from;
  const found = pattern.exec(text);
  return found === null ? text.length : behind(text, ">", found.index);
}

function behind(text: string, mark: string, from: number): number {
  const at = text.indexOf(mark, from);
  return at < 0 ? text.length : at + mark.length;
}

function tagName(tag: string): string {
  return /^\/?[a-zA-Z][\w:-]{0,30}/.exec(tag)?.[0].toLowerCase() ?? "";
}

function spanOf(tag: string, name: string): number {
  const found = new RegExp(`\\s${name}\\s{0,4}=\\s{0,4}["']?(\\d{1,4})`, "i").exec(
    tag.slice(0, 2_000),
  );
  return Math.min(Math.max(1, Number(found?.[1] ?? 1)), SPAN_MAX);
}

function sourceOf(bytes: Uint8Array): DocumentSource {
  return { name: "", bytes: bytes.length, open: async () => new Blob([bytes]).stream() };
}
