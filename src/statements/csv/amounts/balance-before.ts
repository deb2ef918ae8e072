// Balances from before each row. A bank may print the balance that a row finds instead of the one
// that it leaves. Such balances are those after each row once the row's amount is added; the days
// must run one way, because a file turned round would look the same.

import { decideMoney } from "./decide-money.ts";
import type { MoneyContext, SampleRow } from "./money.ts";
import type { MoneyPlan } from "../plan.ts";

/** So many steps must fit, and all of them. */
const PROVEN_ROWS_MIN = 4;

/**
 * The context with balances from before each row, if only so they prove every row; else the context
 * as it is.
 */
export function findBalancesBefore(
  context: MoneyContext,
  candidates: readonly MoneyPlan[],
): MoneyContext {
  if (!runsOneWay(context.rows)) return context;
  const usual = decideMoney(context, candidates)?.chain?.proof;
  if (usual !== undefined && usual.rows_proven === usual.rows_checked) return context;
  const turned: MoneyContext = { ...context, before: true };
  const found = decideMoney(turned, candidates);
  const { rows_checked: checked = 0, rows_proven: proven = 0 } = found?.chain?.proof ?? {};
  const isProven =
    found?.sign === "balance" &&
    found.chain?.mode.within === "as the file" &&
    proven === checked &&
    proven >= Math.max(PROVEN_ROWS_MIN, (usual?.rows_proven ?? 0) + 1);
  return isProven ? turned : context;
}

/** Whether each row's day is no later, or no earlier, than the day of the row above, with a step. */
function runsOneWay(rows: readonly SampleRow[]): boolean {
  let forth = 0;
  let back = 0;
  rows.forEach(({ date }, at) => {
    const before = rows[at - 1]?.date ?? date;
    if (date > before) forth += 1;
    if (date < before) back += 1;
  });
  return forth + back > 0 && (forth === 0 || back === 0);
}
