// A fee on the oldest row alone: no balance comes before that row, so the running balance cannot
// show whether the fee comes on top of the amount. An opening balance outside the table can; else a
// person is asked.

import { stripCell } from "../shape/cells.ts";
import { columnWithRole } from "../columns/columns.ts";
import { readAmount } from "./amount.ts";
import { readAmountUnder, type MoneyContext, type MoneyFinding, type SampleRow } from "./money.ts";
import { proveChain } from "./plan-chains.ts";
import type { MoneyPlan } from "../plan.ts";

/** A fee that the balances between the rows do not touch. */
export interface UnprovenFee {
  readonly column: number;
  readonly row: SampleRow;
  /** The plan with the fee on top of the amount. */
  readonly onTop: MoneyPlan;
  /** Whether an opening balance shows it on top; null if none shows anything. */
  readonly shown: boolean | null;
}

/** The fee of the one row that no balance precedes. Null if that row has no fee. */
export function findUnprovenFee(
  context: MoneyContext,
  { plan, chain, balance }: MoneyFinding,
  openings: readonly number[],
): UnprovenFee | null {
  const column = columnWithRole(context.columns, "fee");
  if (column < 0 || chain === null || !chain.directed || (plan.fee ?? -1) >= 0) return null;
  const amountAt = (row: SampleRow, at: number) => {
    const value = readAmount(stripCell(row.cells[at] ?? ""), context.mark, context.decimals);
    return typeof value === "number" ? value : null;
  };
  const { rows } = context;
  const charged = rows.filter((row) => (amountAt(row, column) ?? 0) !== 0);
  const [row] = charged;
  if (row === undefined || charged.length > 1) return null;
  // On the oldest row both readings prove the same rows; elsewhere the balances have decided.
  const isAtEnd = row === rows[0] || row === rows.at(-1);
  const onTop: MoneyPlan = { ...plan, fee: column };
  const proven = proveChain(context, onTop, balance)?.proof.rows_proven ?? 0;
  if (!isAtEnd || proven !== chain.proof.rows_proven || proven === 0) return null;
  const after = amountAt(row, balance);
  const [charge, plain] = [onTop, plan].map((one) => readAmountUnder(context, one, row.cells));
  if (after === null || typeof charge !== "number" || typeof plain !== "number") return null;
  const leads = (amount: number) => openings.some((opening) => opening + amount === after);
  const shown = leads(charge) === leads(plain) ? null : leads(charge);
  return { column, row, onTop, shown };
}
