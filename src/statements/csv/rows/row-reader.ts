// One row to one record, as the plan says. A value that cannot be read never becomes a plausible
// one. Runs once a row on files of a million rows, so it allocates little.

import { CSV_CELL_CHARS_MAX, CSV_COLUMNS_MAX } from "../../../platform/limits.ts";
import type { Day } from "../../../money/day.ts";
import { moneyColumns } from "../amounts/money.ts";
import { FAULT_TEXTS, type MoneyFault } from "../amounts/money-fault.ts";
import { MoneyReader } from "../amounts/row-money.ts";
import { isPlainSummary, readStatus, isSummary } from "../columns/cell-words.ts";
import { isWiderBySplit, findSplit } from "../columns/split-numbers.ts";
import { createDateReader } from "../dates/dates.ts";
import type { CsvPlan } from "../plan.ts";
import { stripCell } from "../shape/cells.ts";
import { holdsEscape } from "../shape/utf8.ts";
import type { StatementRecord } from "../../statement.ts";
import { CurrentTable } from "./current-table.ts";
import {
  columnLabel,
  noAmountIn,
  reject,
  skip,
  type OtherRecord,
  type ReadRow,
} from "./read-row.ts";
import { countDecimals } from "./row-text.ts";
import { StatusReader } from "./row-status.ts";
import { TransactionWriter } from "./transaction-writer.ts";

const SUMMARY = "A balance or a total, not a transaction.";

/**
 * Reads a plan's rows, which it must be given in file order: it remembers the headers above them.
 */
export class RowReader {
  readonly #plan: CsvPlan;
  readonly #tables: CurrentTable;
  readonly #money: MoneyReader;
  readonly #transactions: TransactionWriter;
  readonly #status: StatusReader;
  readonly #readDay: (text: string) => Day | null;
  readonly #dateColumn: number;
  readonly #amountColumns: readonly number[];
  /** The cells that a transaction must at least have. */
  readonly #cellsMin: number;
  /** The cells under a label, in a file of commas; infinity where a comma cannot split a number. */
  readonly #labelled: number;

  constructor(plan: CsvPlan) {
    this.#plan = plan;
    this.#tables = new CurrentTable(plan);
    this.#money = new MoneyReader(plan);
    this.#status = new StatusReader(plan);
    this.#transactions = new TransactionWriter(plan, this.#money, this.#tables, this.#status);
    this.#readDay = createDateReader(plan.dates.order);
    this.#dateColumn = plan.dates.columns[0] ?? 0;
    this.#amountColumns = moneyColumns(plan.money);
    this.#cellsMin = Math.max(this.#dateColumn, ...this.#amountColumns) + 1;
    this.#labelled =
      plan.header === null || plan.dialect.delimiter !== ","
        ? Number.POSITIVE_INFINITY
        : plan.header.findLastIndex((label) => label.trim() !== "") + 1;
  }

  /**
   * The record of a row that begins on `line`; `broken` says why the row could not be taken apart,
   * `last` that no line end follows it, so that it may be cut off.
   */
  read(
    printed: readonly string[],
    line: number,
    broken: string | undefined,
    last: boolean,
  ): ReadRow {
    if (broken !== undefined)
      return reject(line, printed, `This row cannot be split into cells: ${broken}.`);
    const other = this.#tables.readOther(printed, line);
    if (other !== null) return other;
    const cells = this.#tables.arrange(printed);
    const unusable = refuseCells(cells, line);
    if (unusable !== null) return unusable;

    const raw = cells[this.#dateColumn] ?? "";
    let date = this.#readDay(raw);
    const dateText = date === null ? stripCell(raw) : raw;
    if (date === null)
      date = dateText === "" ? this.#readSecondDate(cells) : this.#readDay(dateText);
    if (date === null) return this.#readUndated(cells, line, dateText);
    const refused = this.#refuseDated(cells, line, date, dateText);
    if (refused !== null) return refused;

    const moves = this.#money.readMoves(cells);
    const money = moves ?? this.#money.readAmount(cells);
    if (typeof money !== "number" && "fault" in money)
      return this.#readUnpriced(cells, line, money, date);
    const amount = typeof money === "number" ? money : (money[0]?.amount ?? 0);
    const units = this.#transactions.toUnits(amount);
    const unreadable = this.#refuseMoney(cells, line, units, last);
    if (unreadable !== null) return unreadable;
    const description = this.#transactions.describe(cells);
    const excluded = this.#refuseMeaning(cells, line, description);
    if (excluded !== null) return excluded;
    return this.#transactions.write({
      cells,
      line,
      date,
      dateText,
      description,
      units,
      moves: typeof money === "number" ? null : money,
    });
  }

  /** The first filled date of the other date columns, for a row whose first one is empty. */
  #readSecondDate(cells: readonly string[]): Day | null {
    const { columns } = this.#plan.dates;
    for (let i = 1; i < columns.length; i += 1) {
      const date = this.#readDay(stripCell(cells[columns[i] ?? 0] ?? ""));
      if (date !== null) return date;
    }
    return null;
  }

  #readUndated(cells: readonly string[], line: number, dateText: string): StatementRecord {
    const header = this.#tables.readUndatedHeader(cells, line);
    if (header !== null) return header;
    this.#tables.noteHeading(cells);
    if (cells.some((one) => one !== "" && isSummary(one))) return skip(line, cells, SUMMARY);
    const text = this.#plan.width > 2 ? this.#tables.readLoneText(cells, line) : null;
    if (text !== null) return text;
    if (readStatus(dateText) === "pending")
      return skip(line, cells, `Pending: "${dateText}" is printed instead of a date.`);
    const isPlain = !/\d/.test(dateText);
    const amount = this.#money.readAmount(cells);
    const fault = typeof amount === "number" ? null : amount.fault;
    if (fault === "empty")
      return skip(
        line,
        cells,
        dateText === ""
          ? "No date and no amount: further text or a detail of the booking above."
          : "No amount and no date: not a transaction.",
      );
    if (fault === "both")
      return skip(line, cells, "Amounts on both sides and no date: a total, not a transaction.");
    const hasText = this.#hasText(cells);
    if (isPlain && (fault !== null || !hasText) && !this.#plan.widths.includes(cells.length))
      return skip(line, cells, "Not a transaction: it has no date.");
    if (isPlain && !hasText)
      return skip(line, cells, "An amount without a date or text: a total, not a transaction.");
    const label = columnLabel(this.#plan, this.#dateColumn);
    return reject(
      line,
      cells,
      dateText === ""
        ? `There is no date in ${label}.`
        : `"${dateText.slice(0, 40)}" in ${label} is not a date that exists.`,
    );
  }

  #hasText(cells: readonly string[]): boolean {
    const { description, payee } = this.#plan;
    const isFilled = (column: number) => (cells[column] ?? "").trim() !== "";
    return description.some(isFilled) || payee.some(isFilled);
  }

  /** Refuses a row with a date before its amount is read. */
  #refuseDated(
    cells: readonly string[],
    line: number,
    date: Day,
    dateText: string,
  ): OtherRecord | null {
    const { width, widths, dates, splits } = this.#plan;
    const fits = cells.length === width || widths.includes(cells.length);
    if (!fits && (cells.length < width || isFilledFrom(cells, width)))
      return this.#rejectWidth(cells, line);
    if (dates.latest !== undefined && date > dates.latest)
      return reject(
        line,
        cells,
        `"${dateText.slice(0, 40)}" would be ${date}, more than ten years ahead: the year may be from another calendar.`,
      );
    if (cells.length > this.#labelled && isWiderBySplit(cells, this.#labelled))
      return reject(
        line,
        cells,
        `The row has ${cells.length} cells under ${this.#labelled} labels: a number seems to hold a comma, which also separates the cells.`,
      );
    const split = splits === undefined ? -1 : findSplit(cells, splits);
    if (split >= 0)
      return reject(
        line,
        cells,
        `The number in ${columnLabel(this.#plan, split)} seems to continue in the next cell: "${(cells[split] ?? "").trim()}" and "${(cells[split + 1] ?? "").trim()}" may be one number with a comma, which also separates the cells.`,
      );
    return cells.length < this.#cellsMin ? this.#rejectWidth(cells, line) : null;
  }

  #rejectWidth(cells: readonly string[], line: number): OtherRecord {
    return reject(
      line,
      cells,
      `The row has ${cells.length} cells where the others have ${this.#plan.width}.`,
    );
  }

  /** A row that has a date and no amount that can be read. */
  #readUnpriced(
    cells: readonly string[],
    line: number,
    { fault, column }: MoneyFault,
    date: Day,
  ): ReadRow {
    const { money } = this.#plan;
    const label = (at: number) => columnLabel(this.#plan, at);
    if (fault === "both") {
      const [one = 0, two = 0] = this.#amountColumns;
      return reject(line, cells, `The row has amounts in both ${label(one)} and ${label(two)}.`);
    }
    if (fault === "empty") return this.#readEmptyAmount(cells, line, date);
    const printed = (cells[column] ?? "").trim().slice(0, 40);
    const isSide = (money.kind === "side" || money.kind === "worded") && column === money.side;
    return reject(
      line,
      cells,
      isSide
        ? `"${printed}" in ${label(column)} means neither debit nor credit.`
        : `"${printed}" in ${label(column)} ${FAULT_TEXTS[fault]}.`,
    );
  }

  #readEmptyAmount(cells: readonly string[], line: number, date: Day): ReadRow {
    const status = this.#status.read(cells);
    if (status === "pending") return skip(line, cells, "Pending, without an amount yet.");
    if (status === "void") return this.#skipVoid(cells, line);
    if (cells.some((cell) => cell !== "" && isSummary(cell))) return skip(line, cells, SUMMARY);
    const record = {
      ...skip(line, cells, `${noAmountIn(this.#plan)}: a detail or a balance.`),
      doubtful: true as const,
    };
    const unpriced = this.#transactions.readUnpriced(cells, date);
    return unpriced === null ? record : { ...record, unpriced };
  }

  /** Refuses a row with an amount because of its bytes, its end or the size of the amount. */
  #refuseMoney(
    cells: readonly string[],
    line: number,
    units: number,
    last: boolean,
  ): OtherRecord | null {
    const { encoding, fraction, mark } = this.#plan;
    const end = cells.length - 1;
    if (encoding.faulty && cells.some(holdsEscape))
      return reject(line, cells, "The row holds bytes that are not UTF-8 text.");
    if (
      last &&
      fraction > 0 &&
      this.#amountColumns.includes(end) &&
      countDecimals(cells[end] ?? "", mark) !== fraction
    )
      return reject(line, cells, "The file ends within this row: its amount is incomplete.");
    if (Number.isSafeInteger(units)) return null;
    const label = columnLabel(this.#plan, this.#amountColumns[0] ?? 0);
    return reject(line, cells, `The amount in ${label} ${FAULT_TEXTS["out of range"]}.`);
  }

  /** Refuses a row with an amount because of its words: a total, a payment that failed. */
  #refuseMeaning(cells: readonly string[], line: number, description: string): OtherRecord | null {
    if (description.includes("\0")) return reject(line, cells, "The row holds NUL characters.");
    for (const column of this.#plan.description)
      if (isSummary(cells[column] ?? "")) return skip(line, cells, SUMMARY);
    for (const column of this.#plan.payee)
      if (isPlainSummary(cells[column] ?? "")) return skip(line, cells, SUMMARY);
    if (description === "" && cells.some((cell) => cell !== "" && isSummary(cell)))
      return skip(line, cells, SUMMARY);
    return this.#status.read(cells) === "void" ? this.#skipVoid(cells, line) : null;
  }

  #skipVoid(cells: readonly string[], line: number): OtherRecord {
    return skip(line, cells, `Not carried out: "${(cells[this.#plan.status] ?? "").trim()}".`);
  }
}

/** Refuses a row before its columns are read. */
function refuseCells(cells: readonly string[], line: number): OtherRecord | null {
  let filled = 0;
  for (const cell of cells) {
    if (cell !== "") filled += 1;
    if (cell.length > CSV_CELL_CHARS_MAX)
      return reject(
        line,
        cells,
        `A cell has ${cell.length} characters; at most ${CSV_CELL_CHARS_MAX} are allowed.`,
      );
  }
  if (filled === 0 || (filled < 3 && cells.every((cell) => cell.trim() === "")))
    return skip(line, cells, "An empty row.");
  if (cells.length > CSV_COLUMNS_MAX)
    return reject(
      line,
      cells,
      `The row has ${cells.length} cells; at most ${CSV_COLUMNS_MAX} are allowed.`,
    );
  return null;
}

function isFilledFrom(cells: readonly string[], from: number): boolean {
  for (let i = from; i < cells.length; i += 1) if ((cells[i] ?? "").trim() !== "") return true;
  return false;
}
