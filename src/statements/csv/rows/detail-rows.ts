// The rows below a collective booking that list its parts: no date, no amount of the account's, a
// text and often an amount of their own. They are no transactions, since the balance moves by the
// booking; their texts become its notes. A booking is held until the next row that is not its
// detail.

import { printUnits, units } from "../../../money/money.ts";
import { isBankWords, mayNameParty } from "../../payees/bank-words.ts";
import type { StatementRecord, StatementRow } from "../../statement.ts";
import { readAmount } from "../amounts/amount.ts";
import { stripCell } from "../shape/cells.ts";
import { moneyColumns } from "../amounts/money.ts";
import type { CsvPlan } from "../plan.ts";
import { truncateCells, readReference, joinTexts } from "./row-text.ts";
import { isSummary } from "../columns/cell-words.ts";

type Layout = Pick<
  CsvPlan,
  "dates" | "money" | "balance" | "payee" | "description" | "notes" | "reference" | "mark"
>;

const DETAILS_SHOWN = 12;
const DETAIL_CHARS_MAX = 200;

/**
 * The text of a detail of a booking with that reference, "text amount"; null for any other row.
 * `amount`: the column of the details' amounts, or -1.
 */
export function readDetail(
  cells: readonly string[],
  plan: Layout,
  amount: number,
  reference: string | null,
): string | null {
  if (moneyColumns(plan.money).some((column) => (cells[column] ?? "").trim() !== "")) return null;
  // Some banks repeat the date in a detail: then the booking's own reference connects them.
  const dated = (cells[plan.dates.columns[0] ?? 0] ?? "").trim() !== "";
  if (dated && (reference === null || readReference(cells, plan.reference) !== reference))
    return null;
  // A row with a balance of its own may move it.
  if (dated && (cells[plan.balance] ?? "").trim() !== "") return null;
  const text = joinTexts(cells, [...plan.payee, ...plan.description, ...plan.notes]);
  if (text === "" || text.includes("\0") || isSummary(text)) return null;
  const value = amount < 0 ? "empty" : readAmount(stripCell(cells[amount] ?? ""), plan.mark, 4);
  return `${text.slice(0, DETAIL_CHARS_MAX)}${typeof value === "number" ? ` ${printUnits(units(value), 2)}` : ""}`;
}

/**
 * The plan with the column of the details' amounts (`amount`), if rows of the file's head are
 * details.
 */
export function addDetails(
  plan: CsvPlan,
  amount: number,
  rows: readonly (readonly string[])[],
): CsvPlan {
  const date = plan.dates.columns[0] ?? 0;
  const money = moneyColumns(plan.money);
  const filled = (cells: readonly string[], column: number) => (cells[column] ?? "").trim() !== "";
  let above: readonly string[] | null = null;
  for (const cells of rows) {
    if (filled(cells, date) && money.some((column) => filled(cells, column))) above = cells;
    else if (
      above !== null &&
      readDetail(cells, plan, -1, readReference(above, plan.reference)) !== null
    )
      return { ...plan, details: { amount } };
    else above = null;
  }
  return plan;
}

/** Holds the last booking and gathers its details. */
export class DetailedBooking {
  readonly #plan: Layout;
  readonly #amount: number;
  #row: StatementRow | null = null;
  #details: string[] = [];
  #count = 0;

  constructor(plan: Layout, amount: number) {
    this.#plan = plan;
    this.#amount = amount;
  }

  /**
   * Takes the next record. If it is a detail, returns the booking with its details so far, else
   * null.
   */
  take(record: StatementRecord): StatementRow | null {
    if (record.kind === "transaction") {
      this.#row = record.row;
      this.#details = [];
      this.#count = 0;
      return null;
    }
    const detail =
      record.kind === "skipped" && this.#row !== null
        ? readDetail(record.cells, this.#plan, this.#amount, this.#row.reference)
        : null;
    if (detail === null || this.#row === null) {
      this.#row = null;
      return null;
    }
    this.#count += 1;
    if (this.#details.length < DETAILS_SHOWN && !this.#row.description.includes(detail))
      this.#details.push(detail);
    const { notes, payee } = this.#row;
    if (this.#count === 1 && isBankWords(payee) && mayNameParty(detail))
      this.#row = { ...this.#row, payee: detail };
    if (this.#details.length === 0) return this.#row;
    const shown = `${this.#details.join("; ")}${this.#count > DETAILS_SHOWN ? `; ... (${this.#count} details)` : ""}`;
    return { ...this.#row, notes: notes === null ? shown : `${notes}; ${shown}` };
  }
}

/** The record of a detail, with the reason that says where it is kept. */
export function toKeptDetail(record: StatementRecord): StatementRecord {
  if (record.kind !== "skipped") return record;
  return {
    kind: "skipped",
    line: record.line,
    cells: truncateCells(record.cells),
    reason: "A detail of the booking above; kept in its notes.",
  };
}
