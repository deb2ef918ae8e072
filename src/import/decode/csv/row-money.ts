// The money of one row as the plan says: its amount with its sign, or what is wrong and in which column.
// A value that fails never becomes a plausible one. Runs once a row: little allocation.

import { readAmount, type AmountFault } from "./amount.ts";
import { plain } from "./cells.ts";
import { normalLabel } from "./labels.ts";
import type { CsvPlan } from "./plan.ts";
import { marksIn, sideOf } from "./words.ts";

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
    if (inner === "-" || inner === "–" || inner === "—" || inner === "--" || inner === "") return "empty";
    if (inner.includes("<br")) return firstOfParts(inner);
    return inner === cell ? value : readAmount(inner, plan.mark, plan.decimals);
  }

  /** "702.00<br />2.00<br />700.00": an amount with its parts below, which must add up. */
  function firstOfParts(text: string): number | AmountFault {
    const [whole, ...parts] = text.split(/<br ?\/?>/).map((part) => readAmount(part, plan.mark, plan.decimals));
    const sum = parts.reduce<number>((all, part) => (typeof part === "number" ? all + part : Number.NaN), 0);
    return typeof whole === "number" && whole === sum ? whole : "not a number";
  }

  /** The signed amount in minor units, or what is wrong and in which column. */
  function moneyOf(cells: readonly string[]): number | MoneyFault {
    if (money.kind === "pair") {
      const debit = money.debit < 0 ? "empty" : amountAt(cells, money.debit);
      const credit = money.credit < 0 ? "empty" : amountAt(cells, money.credit);
      if (typeof debit === "string" && debit !== "empty") return { fault: debit, column: money.debit };
      if (typeof credit === "string" && credit !== "empty") return { fault: credit, column: money.credit };
      if (typeof debit === "number" && typeof credit === "number" && debit !== 0 && credit !== 0) return { fault: "both", column: money.debit };
      const fee = money.fee === undefined ? "empty" : amountAt(cells, money.fee);
      if (typeof fee === "string" && fee !== "empty") return { fault: fee, column: money.fee ?? 0 };
      const charged = typeof fee === "number" ? Math.abs(fee) : 0;
      if (typeof debit === "number" && debit !== 0) return debit * money.debit_factor - charged;
      if (typeof credit === "number") return credit * money.credit_factor - charged;
      return typeof debit === "number" || typeof fee === "number" ? -charged : { fault: "empty", column: money.debit };
    }
    const value = amountAt(cells, money.column);
    if (typeof value === "string") return { fault: value, column: money.column };
    if (money.kind === "signed") {
      if (money.fee < 0) return value * money.factor;
      const fee = amountAt(cells, money.fee);
      if (typeof fee === "string" && fee !== "empty") return { fault: fee, column: money.fee };
      return value * money.factor - (typeof fee === "number" ? Math.abs(fee) : 0);
    }
    if (money.kind === "marked") return marksIn(cells[money.column] ?? "") ? Math.abs(value) : -Math.abs(value);
    if (money.kind === "worded") {
      const word = normalLabel(cells[money.side] ?? "");
      if (money.out.includes(word)) return -value;
      return money.in.includes(word) || value === 0 ? value : { fault: "not a number", column: money.side };
    }
    const said = sideOf(cells[money.side] ?? "");
    const side = said === "none" ? money.blank : said;
    if (side === "out") return -value;
    return side === "in" || value === 0 ? value : { fault: "not a number", column: money.side };
  }

  return { amountAt, moneyOf };
}
