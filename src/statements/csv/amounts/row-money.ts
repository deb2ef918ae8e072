// The money of one row as the plan says: its amount with its sign, or what is wrong and in which
// column. A value that cannot be read never becomes a plausible one. Runs once a row.

import { readAmount, type AmountFault } from "./amount.ts";
import { stripCell } from "../shape/cells.ts";
import { readMoves, type Move } from "./exchange.ts";
import { feeColumns, namesCredit, readSideUnder, signFee, type PairPlan } from "./money.ts";
import type { MoneyFault } from "./money-fault.ts";
import type { CsvPlan, MoneyPlan } from "../plan.ts";
import { isMarkedAsIn } from "../columns/cell-words.ts";

/** The dashes that banks print where there is no amount. */
const NO_AMOUNT: ReadonlySet<string> = new Set(["", "-", "–", "—", "--"]);

/** Reads the money of a plan's rows, in the smallest units that the file's amounts show. */
export class MoneyReader {
  readonly #plan: CsvPlan;
  readonly #fees: readonly number[];
  readonly #readCell = (cells: readonly string[], column: number) => this.readCell(cells, column);

  constructor(plan: CsvPlan) {
    this.#plan = plan;
    this.#fees = feeColumns(plan.money);
  }

  /** The amount of one cell. */
  readCell(cells: readonly string[], column: number): number | AmountFault {
    const { mark, decimals } = this.#plan;
    const cell = cells[column] ?? "";
    const value = readAmount(cell, mark, decimals);
    if (typeof value === "number") return value;
    const inner = stripCell(cell);
    if (NO_AMOUNT.has(inner)) return "empty";
    if (inner.includes("<br")) return this.#readTotalOfParts(inner);
    return inner === cell ? value : readAmount(inner, mark, decimals);
  }

  /** The row's signed amount, its fees included. */
  readAmount(cells: readonly string[]): number | MoneyFault {
    const { money } = this.#plan;
    const amount =
      money.kind === "pair" ? this.#readPair(cells, money) : this.#readColumn(cells, money);
    if (typeof amount !== "number" && amount.fault !== "empty") return amount;
    let total = amount;
    for (const column of this.#fees) {
      const fee = this.readCell(cells, column);
      if (typeof fee === "number")
        total = (typeof total === "number" ? total : 0) + signFee(money, fee);
      else if (fee !== "empty") return { fault: fee, column };
    }
    return total;
  }

  /** The movements of a transfer between two sides; null if the plan has no such transfers. */
  readMoves(cells: readonly string[]): readonly Move[] | MoneyFault | null {
    const { money } = this.#plan;
    if (money.kind !== "side" || money.exchange === undefined) return null;
    return readMoves(money.side, money.exchange, cells, this.#readCell);
  }

  /** "702.00<br />2.00<br />700.00": an amount with its parts below, which must add up. */
  #readTotalOfParts(text: string): number | AmountFault {
    const { mark, decimals } = this.#plan;
    const [whole, ...parts] = text
      .split(/<br ?\/?>/)
      .map((part) => readAmount(part, mark, decimals));
    const sum = parts.reduce<number>(
      (all, part) => (typeof part === "number" ? all + part : Number.NaN),
      0,
    );
    return typeof whole === "number" && whole === sum ? whole : "not a number";
  }

  #readPair(cells: readonly string[], pair: PairPlan): number | MoneyFault {
    const debit = pair.debit < 0 ? "empty" : this.readCell(cells, pair.debit);
    const credit = pair.credit < 0 ? "empty" : this.readCell(cells, pair.credit);
    if (typeof debit === "string" && debit !== "empty") return { fault: debit, column: pair.debit };
    if (typeof credit === "string" && credit !== "empty")
      return { fault: credit, column: pair.credit };
    if (typeof debit === "number" && typeof credit === "number" && debit !== 0 && credit !== 0)
      return { fault: "both", column: pair.debit };
    if (typeof debit === "number" && debit !== 0) return debit * pair.debit_factor;
    if (typeof credit === "number") return credit * pair.credit_factor;
    return typeof debit === "number" ? 0 : { fault: "empty", column: pair.debit };
  }

  /** The one column that is filled, the first where none is, -1 if several are. */
  #findFilled(cells: readonly string[], columns: readonly number[]): number {
    const filled = columns.filter((column) => this.readCell(cells, column) !== "empty");
    return filled.length > 1 ? -1 : (filled[0] ?? columns[0] ?? -1);
  }

  #readColumn(cells: readonly string[], plan: Exclude<MoneyPlan, PairPlan>): number | MoneyFault {
    const column =
      plan.also === undefined ? plan.column : this.#findFilled(cells, [plan.column, ...plan.also]);
    if (column < 0) return { fault: "both", column: plan.column };
    const value = this.readCell(cells, column);
    if (typeof value === "string") return { fault: value, column };
    if (plan.kind === "signed") return value * plan.factor;
    if (plan.kind === "marked")
      return isMarkedAsIn(cells[plan.column] ?? "") ? Math.abs(value) : -Math.abs(value);
    if (plan.kind === "told") return namesCredit(plan.texts, cells) ? value : -value;
    const side = readSideUnder(plan, cells);
    if (side === "out") return -value;
    return side === "in" || value === 0 ? value : { fault: "not a number", column: plan.side };
  }
}
