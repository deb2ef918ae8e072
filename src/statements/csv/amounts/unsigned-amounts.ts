// Amounts that may not be what they look like. If amounts have no sign although the balances step
// both up and down by them, no single answer about the sign is right for all rows: a warning. If
// they are in an original currency that nothing names, they may not be the account's: a question.

import { readAmount } from "./amount.ts";
import { stripCell } from "../shape/cells.ts";
import { columnWithRole } from "../columns/columns.ts";
import { readAmountUnder, type MoneyContext } from "./money.ts";
import type { MoneyPlan } from "../plan.ts";

const FITTING_SHARE_MIN = 0.9;

/** The warning about amounts without a sign; null if the balances do not show both directions. */
export function warnOfUnsignedAmounts(context: MoneyContext, plan: MoneyPlan): string | null {
  const balance = columnWithRole(context.columns, "balance");
  if (
    plan.kind !== "signed" ||
    balance < 0 ||
    (context.columns.profiles[plan.column]?.negatives ?? 0) > 0
  )
    return null;
  for (const amountOf of [0, 1]) {
    let [up, down, steps] = [0, 0, 0];
    context.rows.forEach((row, at) => {
      const before = context.rows[at - 1];
      if (before === undefined) return;
      const [from, to] = [
        readBalance(context, before.cells, balance),
        readBalance(context, row.cells, balance),
      ];
      // Oldest first, a row's own amount leads to its balance; newest first, the amount of the row
      // above does.
      const amount = readAmountUnder(context, plan, amountOf === 0 ? row.cells : before.cells);
      if (from === null || to === null || amount === null || amount === 0) return;
      steps += 1;
      if (to - from === amount) up += 1;
      else if (from - to === amount) down += 1;
    });
    if (up > 0 && down > 0 && up + down >= FITTING_SHARE_MIN * steps) {
      return "The balances show that some amounts are money in and others money out, though all are printed alike, so neither answer about their sign is right for every row. Export the statement with signs, with separate columns, or in another format.";
    }
  }
  return null;
}

/** Whether the only column of amounts is of an original currency that nothing names. */
export function hasOnlyOriginalAmount(
  { columns, known }: MoneyContext,
  [plan, ...others]: readonly MoneyPlan[],
): boolean {
  if (
    plan?.kind !== "signed" ||
    others.length > 0 ||
    known !== null ||
    columns.roles[plan.column] !== "original_amount"
  )
    return false;
  return (
    columnWithRole(columns, "currency") < 0 && columnWithRole(columns, "original_currency") < 0
  );
}

function readBalance(
  context: MoneyContext,
  cells: readonly string[],
  column: number,
): number | null {
  const value = readAmount(stripCell(cells[column] ?? ""), context.mark, context.decimals);
  return typeof value === "number" ? value : null;
}
