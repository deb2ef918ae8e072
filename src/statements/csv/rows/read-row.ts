// The outcome of one row. Every row is exactly one of three: a transaction, rejected (it should be
// a transaction and cannot be read) or skipped (it is no transaction), the last two with the
// reason.

import type { Currency } from "../../../money/currency.ts";
import type { Day } from "../../../money/day.ts";
import type { Units } from "../../../money/money.ts";
import { moneyColumns } from "../amounts/money.ts";
import type { CsvPlan } from "../plan.ts";
import type { StatementRecord, StatementRow } from "../../statement.ts";
import { truncateCells } from "./row-text.ts";

/**
 * A record. A row with a day and a balance but no amount carries them (`unpriced`), because only
 * the balances around it show what it is; a conversion between two balances carries a second
 * transaction.
 */
export type ReadRow = StatementRecord & {
  readonly unpriced?: UnpricedRow;
  readonly also?: StatementRow;
};

export interface UnpricedRow {
  readonly date: Day;
  readonly balance: Units;
  readonly account: string | null;
  readonly currency: Currency | null;
}

/** A record that is no transaction. */
export type OtherRecord = StatementRecord & { readonly kind: "skipped" | "rejected" };

export function skip(line: number, cells: readonly string[], reason: string): OtherRecord {
  return { kind: "skipped", line, cells, reason };
}

export function reject(line: number, cells: readonly string[], reason: string): OtherRecord {
  return { kind: "rejected", line, cells: truncateCells(cells), reason };
}

/** A column by its label in quotes, or by its number. */
export function columnLabel(plan: CsvPlan, column: number): string {
  const label = plan.header?.[column];
  return label === undefined || label === "" ? `column ${column + 1}` : `"${label}"`;
}

/** The beginning of the sentence about a row without an amount. */
export function noAmountIn(plan: CsvPlan): string {
  const columns = moneyColumns(plan.money).filter((column) => column >= 0);
  return `No amount in ${columns.map((column) => columnLabel(plan, column)).join(" or ")}`;
}
