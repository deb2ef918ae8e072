// The rows below a collective booking that say what it is made of: no date, no amount of the account's, a text and often
// an amount of their own. They are no transactions, since the balance moves by the booking; their texts become its notes.
// Streaming: a booking is held until the next row that is no detail of it.

import { printUnits, units } from "../../../money/money.ts";
import type { StatementRecord, StatementRow } from "../../statement.ts";
import { readAmount } from "../amounts/amount.ts";
import { plain } from "../shape/cells.ts";
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

/** What a detail says of a booking with that reference, "text amount"; null where the cells are no detail. `amount`: the column of its own amount, or -1. */
export function readDetail(
  cells: readonly string[],
  plan: Layout,
  amount: number,
  reference: string | null,
): string | null {
  if (moneyColumns(plan.money).some((column) => (cells[column] ?? "").trim() !== "")) return null;
  // Some banks repeat the date in a detail: then the booking's own reference ties it to it.
  const dated = (cells[plan.dates.columns[0] ?? 0] ?? "").trim() !== "";
  if (dated && (reference === null || readReference(cells, plan.reference) !== reference))
    return null;
  // A row with a balance of its own may move it.
  if (dated && (cells[plan.balance] ?? "").trim() !== "") return null;
  const text = joinTexts(cells, [...plan.payee, ...plan.description, ...plan.notes]);
  if (text === "" || text.includes("\0") || isSummary(text)) return null;
  const value = amount < 0 ? "empty" : readAmount(plain(cells[amount] ?? ""), plan.mark, 4);
  return `${text.slice(0, DETAIL_CHARS_MAX)}${typeof value === "number" ? ` ${printUnits(units(value), 2)}` : ""}`;
}

/** The plan, saying where details print their amounts (`amount`) where rows of the file's head are details. */
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

/** Keeps the booking at hand and gathers its details. */
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

  /** Takes the next record; the booking with its details so far where the record is one of them, else null. */
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
    const { notes } = this.#row;
    if (this.#details.length === 0) return this.#row;
    const shown = `${this.#details.join("; ")}${this.#count > DETAILS_SHOWN ? `; ... (${this.#count} details)` : ""}`;
    return { ...this.#row, notes: notes === null ? shown : `${notes}; ${shown}` };
  }
}

/** A detail that was kept says so. */
export function toKeptDetail(record: StatementRecord): StatementRecord {
  if (record.kind !== "skipped") return record;
  return {
    kind: "skipped",
    line: record.line,
    cells: truncateCells(record.cells),
    reason: "A detail of the booking above; kept in its notes.",
  };
}
