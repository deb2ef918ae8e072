// Which table of the file the next row belongs to. A file may repeat its header on each page, hold
// several tables with other columns, or name an account or "pending" in a line above a header. Rows
// must be given in file order.

import { labelKey, normalLabel } from "../columns/labels.ts";
import { headsPending } from "../columns/cell-words.ts";
import { headsUnbooked } from "../columns/status-words.ts";
import type { CsvPlan } from "../plan.ts";
import { findAccountName } from "../shape/outside-table.ts";
import { loneCell, loneText } from "../shape/headings.ts";
import { arrange, readHeader, type Section } from "../shape/sections.ts";
import { skip, reject, type OtherRecord } from "./read-row.ts";

/** The reason of the main header printed again. */
export const HEADER_REPEATED = "The header is repeated here.";
const NOT_A_TRANSACTION = "A line of text, not a transaction.";

export class CurrentTable {
  readonly #header: readonly string[] | null;
  readonly #headerKey: string | null;
  readonly #hasHeadings: boolean;
  /** What the survey found out about headings that no list has. */
  readonly #sections: CsvPlan["sections"];
  /** The table under another header; null under the main one. */
  #section: Section | null = null;
  /** The account named since the last header, and the one named above the current header. */
  #heading: string | null = null;
  #account: string | null;
  #pending = false;

  constructor({ header, sections, account: { headings } }: CsvPlan) {
    this.#sections = sections;
    this.#header = header;
    this.#headerKey = header === null ? null : labelKey(header);
    this.#hasHeadings = headings !== undefined;
    this.#account = headings?.first ?? null;
  }

  /** Whether a line above says that the rows are pending. */
  get isPending(): boolean {
    return this.#pending;
  }

  /** The account of a transaction's table; undefined if the tables do not name their accounts. */
  accountOfRow(): string | null | undefined {
    if (!this.#hasHeadings) return undefined;
    this.#heading = null;
    return this.#account;
  }

  /**
   * A row within another table that is its header, or that cannot be read; null for any other row.
   */
  readOther(cells: readonly string[], line: number): OtherRecord | null {
    if (this.#section === null) return null;
    const header = this.#readHeader(cells, line);
    if (header !== null || this.#section.kind !== "foreign") return header;
    const { transactions, missing } = this.#section;
    const text = this.readLoneText(cells, line);
    if (text !== null) return text;
    if (cells.every((cell) => cell.trim() === "")) return skip(line, cells, NOT_A_TRANSACTION);
    if (this.#pending)
      return skip(line, cells, "Not booked yet: a row below a heading of pending transactions.");
    if (!transactions)
      return skip(line, cells, "A row of another table, which has no transaction amounts.");
    return reject(
      line,
      cells,
      `The row is in a separate table, under a header without "${missing}".`,
    );
  }

  /** The cells in the order of the main header. */
  arrange(cells: readonly string[]): readonly string[] {
    return this.#section?.kind === "arranged" && cells.length > 1
      ? arrange(cells, this.#section.columns)
      : cells;
  }

  /** A row without a date that is a header; null for any other row. */
  readUndatedHeader(cells: readonly string[], line: number): OtherRecord | null {
    return this.#section === null ? this.#readHeader(cells, line) : null;
  }

  /** Remembers the account that a row without a date may name. */
  noteHeading(cells: readonly string[]): void {
    if (this.#hasHeadings) this.#heading = findAccountName([cells]) ?? this.#heading;
  }

  /**
   * A line of one text, which may say that the rows below it are pending; null for any other row.
   */
  readLoneText(cells: readonly string[], line: number): OtherRecord | null {
    const only = loneCell(cells);
    const text = loneText(cells, only);
    const unbooked = only !== null && this.#headsUnbooked(only);
    if (text === null && !unbooked) return null;
    this.#pending = unbooked;
    return skip(line, cells, NOT_A_TRANSACTION);
  }

  #headsUnbooked(text: string): boolean {
    if (headsPending(text) || headsUnbooked(text)) return true;
    return this.#sections?.pending.includes(normalLabel(text)) ?? false;
  }

  #readHeader(cells: readonly string[], line: number): OtherRecord | null {
    if (this.#header === null) return null;
    const found = readHeader(cells, this.#header);
    if (found === null && labelKey(cells) !== this.#headerKey) return null;
    this.#section = found === null || found.kind === "repeated" ? null : found;
    this.#account = this.#heading ?? this.#account;
    this.#heading = null;
    const isMain = this.#section === null;
    return skip(line, cells, isMain ? HEADER_REPEATED : "The header of another table.");
  }
}
