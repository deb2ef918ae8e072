// Automatic budgets of a category after a change: pure. Only the type "fixed" has an amount.

import { valueAfter } from "../../platform/change.ts";
import type { Currency } from "../../money/currency.ts";
import type { Day } from "../../money/day.ts";
import type { Units } from "../../money/money.ts";
import { ok, type Result } from "../../platform/result.ts";
import { refuse, type Problem } from "../../platform/api/problem.ts";
import type { Automation, AutoBudgetType, RolloverOption } from "./store.ts";

/** A category without an automatic budget. */
export const UNAUTOMATED: Omit<Automation, "category_id" | "start_date"> = {
  auto_budget_type: "nothing",
  auto_budget_amount: null,
  auto_budget_currency: null,
  rollover_option: null,
};

/** The properties of a request, each undefined when it was left out. */
export interface AutomationChange {
  readonly auto_budget_type?: AutoBudgetType | undefined;
  readonly auto_budget_amount?: Units | null | undefined;
  readonly auto_budget_currency?: Currency | null | undefined;
  readonly rollover_option?: RolloverOption | null | undefined;
  readonly start_date?: Day | undefined;
}

/**
 * The automatic budget after the change; refuses an amount without the type "fixed", and that type
 * without an amount.
 */
export function automationAfter(
  before: Automation,
  change: AutomationChange,
  primary: Currency,
): Result<Automation, Problem> {
  const type = change.auto_budget_type ?? before.auto_budget_type;
  const rest = {
    category_id: before.category_id,
    auto_budget_type: type,
    rollover_option: valueAfter(change.rollover_option, before.rollover_option),
    start_date: change.start_date ?? before.start_date,
  };
  if (type !== "fixed") {
    for (const property of ["auto_budget_amount", "auto_budget_currency"] as const) {
      if (change[property] == null) continue;
      return refuse("invalid body", {
        errMsg: `${property} goes with auto_budget_type fixed; found ${type}.`,
        invalid_property: property,
      });
    }
    return ok({ ...rest, auto_budget_amount: null, auto_budget_currency: null });
  }
  const amount = valueAfter(change.auto_budget_amount, before.auto_budget_amount);
  if (amount === null) {
    return refuse("invalid body", {
      errMsg: "auto_budget_type fixed needs an auto_budget_amount.",
      invalid_property: "auto_budget_amount",
    });
  }
  return ok({
    ...rest,
    auto_budget_amount: amount,
    auto_budget_currency: change.auto_budget_currency ?? before.auto_budget_currency ?? primary,
  });
}
