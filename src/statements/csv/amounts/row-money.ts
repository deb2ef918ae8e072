// The money of one row as the plan says: its amount with its sign, or what is wrong and in which column.
// A value that fails never becomes a plausible one. Runs once a row: little allocation.

import { readAmount, type AmountFault } from "./amount.ts";
import { plain } from "../shape/cells.ts";
import { normalLabel } from "../columns/labels.ts";
import { signFee } from "./money.ts";
import type { CsvPlan, MoneyPlan } from "../plan.ts";
import { isMarkedAsIn, readSide } from "../columns/cell-words.ts";

/** Why a row has no amount, and in which column. */
export interface MoneyFault {
  readonly fault: AmountFault | "both";
  readonly column: number;
}

export interface MoneyReader {
  /** The amount of one cell in minor units. */
  readonly amountAt: (cells: readonly string[], column: number) => number | AmountFault;
  /** The row's signed amount in minor units. */
  readonly moneyOf: (cells: readonly string[]) => number | MoneyFault;
}

/** The end of the sentence that says what is wrong with an amount. */
export const FAULT_TEXTS: Readonly<Record<AmountFault, string>> = {
  empty: "has no amount",
  "not a number": "is not an amount",
  "too many decimals": "has more decimals than this column's amounts",
  "out of range": "is larger than any amount we can hold",
  ambiguous: "may be read in two ways",
};

/** A reader of the plan's money columns. */
export function moneyReader(plan: CsvPlan): MoneyReader {
  const { money } = plan;

  function amountAt(cells: readonly string[], column: number): number | AmountFault {
    const cell = cells[column] ?? "";
    const value = readAmount(cell, plan.mark, plan.decimals);
    if (typeof value === "number") return value;
    const inner = plain(cell);
    if (inner === "-" || inner === "–" || inner === "—" || inner === "--" || inner === "")
      return "empty";
    if (inner.includes("<br")) return firstOfParts(inner);
    return inner === cell ? value : readAmount(inner, plan.mark, plan.decimals);
  }

  /** "702.00<br />2.00<br />700.00": an amount with its parts below, which must add up. */
  function firstOfParts(text: string): number | AmountFault {
    const [whole, ...parts] = text
      .split(/<br ?\/?>/)
      .map((part) => readAmount(part, plan.mark, plan.decimals));
    const sum = parts.reduce<number>(
      (all, part) => (typeof part === "number" ? all + part : Number.NaN),
      0,
    );
    return typeof whole === "number" && whole === sum ? whole : "not a number";
  }

  /** The signed amount in minor units, or what is wrong and in which column. */
  function moneyOf(cells: readonly string[]): number | MoneyFault {
    const amount = money.kind === "pair" ? ofPair(cells, money) : ofColumn(cells, money);
    const column = money.fee ?? -1;
    if (column < 0 || (typeof amount !== "number" && amount.fault !== "empty")) return amount;
    const fee = amountAt(cells, column);
    if (typeof fee === "number")
      return (typeof amount === "number" ? amount : 0) + signFee(money, fee);
    return fee === "empty" ? amount : { fault: fee, column };
  }

  function ofPair(
    cells: readonly string[],
    pair: MoneyPlan & { readonly kind: "pair" },
  ): number | MoneyFault {
    const debit = pair.debit < 0 ? "empty" : amountAt(cells, pair.debit);
    const credit = pair.credit < 0 ? "empty" : amountAt(cells, pair.credit);
    if (typeof debit === "string" && debit !== "empty") return { fault: debit, column: pair.debit };
    if (typeof credit === "string" && credit !== "empty")
      return { fault: credit, column: pair.credit };
    if (typeof debit === "number" && typeof credit === "number" && debit !== 0 && credit !== 0)
      return { fault: "both", column: pair.debit };
    if (typeof debit === "number" && debit !== 0) return debit * pair.debit_factor;
    if (typeof credit === "number") return credit * pair.credit_factor;
    return typeof debit === "number" ? 0 : { fault: "empty", column: pair.debit };
  }

  /** The one column that is filled, the first where none is, -1 where several are. */
  function filledAmong(cells: readonly string[], columns: readonly number[]): number {
    const filled = columns.filter((column) => amountAt(cells, column) !== "empty");
    return filled.length > 1 ? -1 : (filled[0] ?? columns[0] ?? -1);
  }

  function ofColumn(
    cells: readonly string[],
    one: Exclude<MoneyPlan, { readonly kind: "pair" }>,
  ): number | MoneyFault {
    const column =
      one.also === undefined ? one.column : filledAmong(cells, [one.column, ...one.also]);
    if (column < 0) return { fault: "both", column: one.column };
    const value = amountAt(cells, column);
    if (typeof value === "string") return { fault: value, column };
    if (one.kind === "signed") return value * one.factor;
    if (one.kind === "marked")
      return isMarkedAsIn(cells[one.column] ?? "") ? Math.abs(value) : -Math.abs(value);
    if (one.kind === "worded") {
      const word = normalLabel(cells[one.side] ?? "");
      if (one.out.includes(word)) return -value;
      return one.in.includes(word) || value === 0
        ? value
        : { fault: "not a number", column: one.side };
    }
    const said = readSide(cells[one.side] ?? "");
    const side = said === "none" ? one.blank : said;
    if (side === "out") return -value;
    return side === "in" || value === 0 ? value : { fault: "not a number", column: one.side };
  }

  return { amountAt, moneyOf };
}
