// Reads the tables of a web page as one sheet of texts, since many banks' "Excel" downloads are web
// pages. Nothing is executed or fetched; scripts and styles are skipped. The rows of all tables
// follow one another, and a table inside a cell (pages laid out by tables) gets its own rows.

import {
  CSV_COLUMNS_MAX,
  SHEET_ROWS_MAX,
  WORKBOOK_MERGES_MAX,
  XML_DEPTH_MAX,
} from "../../platform/limits.ts";
import { decodeTable } from "../encodings/code-pages.ts";
import { detectEncoding } from "../csv/shape/encoding.ts";
import type { DocumentSource } from "../statement.ts";
import { resolveReferences } from "./html-references.ts";
import { Unusable, type Cell, type Merge, type SheetRow, type Workbook } from "./workbook.ts";

const SPAN_MAX = 1_000;
const ROWS_A_BATCH = 1_000;
const DECLARATION_BYTES = 2_048;

/** Opens a web page as a workbook of one sheet. */
export async function openHtml(bytes: Uint8Array): Promise<Workbook> {
  const { text, encoding } = await decodePage(bytes);
  return {
    kind: "html",
    description: "a web page with tables",
    encoding,
    from1904: false,
    sheets: [{ name: "tables", hidden: false, rows: (merges) => readRows(text, merges) }],
  };
}

/** The text of a page: UTF-8 where its bytes prove it, else its declared code page, else the one they show. */
export async function decodePage(bytes: Uint8Array): Promise<{ text: string; encoding: string }> {
  const head = new TextDecoder("windows-1252").decode(bytes.subarray(0, DECLARATION_BYTES));
  const meta = /<meta[^>]{0,200}?charset\s{0,4}=\s{0,4}["']?([\w-]{2,40})/i.exec(head)?.[1] ?? null;
  const found = await detectEncoding(toSource(bytes));
  const declared = meta === null ? null : decoderLabel(meta);
  // The bytes prove UTF-8; a code page is the declared one.
  const name =
    found.name.startsWith("utf") || declared === null || declared === "utf-8"
      ? found.name
      : declared;
  const text = decodeTable(name, bytes) ?? new TextDecoder(name).decode(bytes);
  return { text, encoding: name };
}

function decoderLabel(name: string): string | null {
  try {
    return new TextDecoder(name).encoding;
  } catch {
    return null;
  }
}

interface OpenTable {
  cells: Cell[];
  column: number;
  inRow: boolean;
  /** The text of the open cell so far; null when none is open. */
  text: string[] | null;
  span: number;
  down: number;
  /** Columns covered by cells of rows above, and for how many more rows. */
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

async function* readRows(text: string, merges: Merge[]): AsyncGenerator<readonly SheetRow[]> {
  const reader = new TableReader(merges);
  for (const { tag, text: piece } of splitMarkup(text)) {
    if (tag) reader.tag(piece);
    else reader.text(piece);
    if (reader.rows.length >= ROWS_A_BATCH) yield reader.rows.splice(0);
  }
  reader.end();
  if (reader.rows.length > 0) yield reader.rows;
}

/** Collects the rows of all tables from a page's tags and texts. */
class TableReader {
  readonly rows: SheetRow[] = [];
  readonly #merges: Merge[];
  readonly #open: OpenTable[] = [];
  #number = 0;
  /**
   * Whether the page ended; many scripts forget the end tag of the table, but not that of the page.
   */
  #closed = false;

  constructor(merges: Merge[]) {
    this.#merges = merges;
  }

  text(text: string): void {
    this.#open.at(-1)?.text?.push(text);
  }

  tag(tag: string): void {
    const table = this.#open.at(-1);
    const name = tagName(tag);
    if (name === "/body" || name === "/html") this.#closed = true;
    else if (name === "table" || name === "tr") this.#closed = false;
    if (name === "table") this.#beginTable(table);
    else if (table === undefined) return;
    else if (name === "td" || name === "th") this.#beginCell(table, tag);
    else if (name === "/td" || name === "/th") this.#endCell(table);
    else if (name === "/tr" || name === "/table") this.#endRow(table);
    else if (name === "tr") {
      this.#endRow(table);
      table.inRow = true;
    } else if (BREAKS.has(name)) table.text?.push(" ");
    if (name === "/table") this.#open.pop();
  }

  /** Ends the open tables; refuses a page that ends inside one. */
  end(): void {
    for (const table of this.#open) this.#endRow(table);
    if (this.#open.length > 0 && !this.#closed)
      throw new Unusable("The page ends inside a table: it is cut off. Download it again.");
  }

  #beginTable(outer: OpenTable | undefined): void {
    if (outer !== undefined) this.#endRow(outer);
    const reaching = new Map<number, number>();
    this.#open.push({ cells: [], column: 0, inRow: false, text: null, span: 1, down: 1, reaching });
    if (this.#open.length > XML_DEPTH_MAX)
      throw new Unusable(`The page nests tables deeper than ${XML_DEPTH_MAX} levels.`);
  }

  #beginCell(table: OpenTable, tag: string): void {
    this.#endCell(table);
    table.inRow = true;
    while (table.reaching.has(table.column)) table.column += 1;
    table.text = [];
    table.span = readSpan(tag, "colspan");
    table.down = readSpan(tag, "rowspan");
  }

  #endCell(table: OpenTable): void {
    if (table.text === null) return;
    const cell = resolveReferences(table.text.join(""))
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
    this.#reachDown(table);
    table.column += table.span;
  }

  /**
   * Records the columns that the cell covers in the rows below, up to the last column that is read.
   */
  #reachDown({ column, span, down, reaching }: OpenTable): void {
    const end = Math.min(column + span, CSV_COLUMNS_MAX);
    if (down <= 1 || column >= end) return;
    if (this.#merges.length < WORKBOOK_MERGES_MAX)
      this.#merges.push({ column, from: this.#number + 1, to: this.#number + down });
    for (let at = column; at < end; at += 1) reaching.set(at, down);
  }

  #endRow(table: OpenTable): void {
    if (!table.inRow) return;
    this.#endCell(table);
    for (const [column, left] of table.reaching) {
      if (left <= 1) table.reaching.delete(column);
      else table.reaching.set(column, left - 1);
    }
    this.#number += 1;
    if (this.#number > SHEET_ROWS_MAX)
      throw new Unusable(`The page's tables have more than ${SHEET_ROWS_MAX} rows.`, "too large");
    if (table.cells.some((cell) => cell !== null))
      this.rows.push({ number: this.#number, hidden: false, cells: table.cells });
    table.inRow = false;
    table.cells = [];
    table.column = 0;
  }
}

/** Yields texts and tags (without their brackets); skips comments, scripts and styles. */
function* splitMarkup(text: string): Generator<{ readonly tag: boolean; readonly text: string }> {
  let at = 0;
  while (at < text.length) {
    const start = text.indexOf("<", at);
    const end = start < 0 ? text.length : start;
    if (end > at) yield { tag: false, text: text.slice(at, end) };
    if (start < 0) return;
    if (text.startsWith("<!--", start)) {
      at = positionAfter(text, "-->", start + 4);
      continue;
    }
    if (!/[a-zA-Z/!?]/.test(text[start + 1] ?? "")) {
      yield { tag: false, text: "<" };
      at = start + 1;
      continue;
    }
    at = positionAfter(text, ">", start);
    const tag = text.slice(start + 1, at - 1);
    const name = tagName(tag);
    if (LEFT_OUT.has(name)) at = closingTag(text, name, at);
    else yield { tag: true, text: tag };
  }
}

/** The position after `</name>` in any case; linear in the text. */
function closingTag(text: string, name: string, from: number): number {
  const pattern = new RegExp(`</${name}`, "gi");
  pattern.lastIndex = from;
  const found = pattern.exec(text);
  return found === null ? text.length : positionAfter(text, ">", found.index);
}

function positionAfter(text: string, mark: string, from: number): number {
  const at = text.indexOf(mark, from);
  return at < 0 ? text.length : at + mark.length;
}

function tagName(tag: string): string {
  return /^\/?[a-zA-Z][\w:-]{0,30}/.exec(tag)?.[0].toLowerCase() ?? "";
}

function readSpan(tag: string, name: string): number {
  const found = new RegExp(`\\s${name}\\s{0,4}=\\s{0,4}["']?(\\d{1,4})`, "i").exec(
    tag.slice(0, 2_000),
  );
  return Math.min(Math.max(1, Number(found?.[1] ?? 1)), SPAN_MAX);
}

function toSource(bytes: Uint8Array): DocumentSource {
  return { name: "", bytes: bytes.length, open: async () => new Blob([bytes]).stream() };
}
