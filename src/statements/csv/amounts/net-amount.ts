// Of several columns of amounts, the one that is another less the fee on every row: it is what the
// account moved by.

import { columnsWithRole } from "../columns/columns.ts";
import type { MoneyPlan } from "../plan.ts";
import { readAmountUnder, signedPlan, type MoneyContext } from "./money.ts";

/** The candidate that is another one less a fee, where some row has a fee; null if none is. */
export function findNetAmount(
  context: MoneyContext,
  candidates: readonly MoneyPlan[],
): MoneyPlan | null {
  const plans = candidates.filter((plan) => plan.kind === "signed");
  if (plans.length < 2) return null;
  for (const fee of columnsWithRole(context.columns, "fee").map(signedPlan))
    for (const net of plans)
      for (const gross of plans)
        if (net !== gross && isNetOf(context, net, gross, fee)) return net;
  return null;
}

function isNetOf(
  context: MoneyContext,
  net: MoneyPlan,
  gross: MoneyPlan,
  fee: MoneyPlan,
): boolean {
  let fees = 0;
  for (const { cells } of context.rows) {
    const [after, before] = [
      readAmountUnder(context, net, cells),
      readAmountUnder(context, gross, cells),
    ];
    const cost = Math.abs(readAmountUnder(context, fee, cells) ?? 0);
    if (after === null && before === null) continue;
    if (after === null || before === null || after !== before - cost) return false;
    if (cost > 0) fees += 1;
  }
  return fees > 0;
}
