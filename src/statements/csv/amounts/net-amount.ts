// Of several columns of amounts, the one that is another less the fee on every row, or less the fee
// and what is rounded up: it is what the account moved by.

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
  for (const fees of listCosts(listFees(context, plans)))
    for (const net of plans)
      for (const gross of plans)
        if (net !== gross && isNetOf(context, net, gross, fees)) return net;
  return null;
}

/** Each fee alone, then each two of them together. */
function listCosts(fees: readonly MoneyPlan[]): readonly (readonly MoneyPlan[])[] {
  return [
    ...fees.map((fee) => [fee]),
    ...fees.flatMap((fee, at) => fees.slice(at + 1).map((other) => [fee, other])),
  ];
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

/** Whether one column is the other less the costs on every row, and each cost moves on some row. */
function isNetOf(
  context: MoneyContext,
  net: MoneyPlan,
  gross: MoneyPlan,
  fees: readonly MoneyPlan[],
): boolean {
  const seen = new Set<MoneyPlan>();
  for (const { cells } of context.rows) {
    const [after, before] = [
      readAmountUnder(context, net, cells),
      readAmountUnder(context, gross, cells),
    ];
    if (after === null && before === null) continue;
    let cost = 0;
    for (const fee of fees) {
      const value = Math.abs(readAmountUnder(context, fee, cells) ?? 0);
      if (value > 0) seen.add(fee);
      cost += value;
    }
    if (after === null || before === null || after !== before - cost) return false;
  }
  return seen.size === fees.length;
}
