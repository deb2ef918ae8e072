// Of several columns of amounts, the one that is another less the fee on every row: it is what the
// account moved by.

import { columnsWithRole } from "../columns/columns.ts";
import { holdsAmounts } from "../columns/profile.ts";
import type { MoneyPlan } from "../plan.ts";
import { moneyColumns, readAmountUnder, signedPlan, type MoneyContext } from "./money.ts";

/** The candidate that is another one less a fee, where some row has a fee; null if none is. */
export function findNetAmount(
  context: MoneyContext,
  candidates: readonly MoneyPlan[],
): MoneyPlan | null {
  const plans = candidates.filter((plan) => plan.kind === "signed");
  if (plans.length < 2) return null;
  for (const fee of listFees(context, plans))
    for (const net of plans)
      for (const gross of plans) if (net !== gross && isNetOf(context, net, gross, fee)) return net;
  return null;
}

/** Columns of fees, and those of amounts that move on few rows, such as what is rounded up. */
function listFees({ columns }: MoneyContext, plans: readonly MoneyPlan[]): readonly MoneyPlan[] {
  const taken = plans.flatMap(moneyColumns);
  const rare = columns.profiles.flatMap((profile) =>
    !taken.includes(profile.index) &&
    (columns.roles[profile.index] ?? null) === null &&
    holdsAmounts(profile) &&
    profile.moving.size > 0 &&
    profile.moving.size < RARE_SHARE_MAX * profile.rows
      ? [profile.index]
      : [],
  );
  return [...columnsWithRole(columns, "fee"), ...rare.slice(0, RARE_MAX)].map(signedPlan);
}

const RARE_SHARE_MAX = 0.5;
const RARE_MAX = 4;

function isNetOf(context: MoneyContext, net: MoneyPlan, gross: MoneyPlan, fee: MoneyPlan): boolean {
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
