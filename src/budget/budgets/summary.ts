// The arithmetic of budgets: pure functions over sums of consecutive periods, in units of the
// primary currency. "Activity" has the direction of its category here: spent for an expense,
// received for income. Sums are whole numbers; past 2^53 units (900 billion) doubles are no longer
// exact.

import type { IncomeOption } from "./store.ts";

/** The inputs that decide a category's budget in one period. */
export interface PeriodFacts {
  /** The amount somebody gave, or null. */
  readonly given: number | null;
  /** The automatic budget, used when no amount was entered; null without one. */
  readonly automatic:
    | { readonly type: "fixed"; readonly amount: number }
    | { readonly type: "spend" }
    | { readonly type: "budget" }
    | null;
  /** Read by the type spend alone, for the period after. */
  readonly activity: number;
}

/**
 * The budget of each of consecutive periods; null without one. `spend` repeats the previous
 * period's activity, `budget` its budget, entered or automatic. The first period has no previous
 * one.
 */
export function budgetedSeries(periods: readonly PeriodFacts[]): (number | null)[] {
  const series: (number | null)[] = [];
  for (const [index, { given, automatic }] of periods.entries()) {
    series.push(
      given ?? computeAutomatic(automatic, periods[index - 1], series[index - 1] ?? null),
    );
  }
  return series;
}

function computeAutomatic(
  automatic: PeriodFacts["automatic"],
  before: PeriodFacts | undefined,
  budgetedBefore: number | null,
): number | null {
  switch (automatic?.type) {
    case undefined:
      return null;
    case "fixed":
      return automatic.amount;
    case "spend":
      return before?.activity ?? null;
    case "budget":
      return budgetedBefore;
  }
}

/** The sum of the values; null if there are no values. */
export function sumKnown(amounts: readonly (number | null)[]): number | null {
  return amounts.reduce<number | null>((sum, one) => (one === null ? sum : (sum ?? 0) + one), null);
}

/** A group's amount is for all its members: it counts as at least what they have together. */
export function groupBudgeted(
  own: number | null,
  members: readonly (number | null)[],
): number | null {
  const together = sumKnown(members);
  if (own === null || together === null) return own ?? together;
  return Math.max(own, together);
}

/** The leftover of past periods: all budgets less all activity, negative when overspent. */
export function leftover(budgeted: readonly (number | null)[], activity: number): number {
  return (sumKnown(budgeted) ?? 0) - activity;
}

/** The available amount; null without a budget and without rollover. */
export function available(
  budgeted: number | null,
  carried: number | null,
  activity: number,
): number | null {
  if (budgeted === null && carried === null) return null;
  return (carried ?? 0) + (budgeted ?? 0) - activity;
}

/** A category or group of the top level in one past period. */
export interface TopLevel {
  readonly isIncome: boolean;
  readonly budgeted: number | null;
  readonly activity: number;
}

/**
 * Money that one period left to budget: its income as the option says (budgeted, received, or the
 * larger of both per income category), less the budgets of expenses.
 */
export function leftToBudget(option: IncomeOption, entries: readonly TopLevel[]): number {
  return entries.reduce((left, entry) => {
    const budgeted = entry.budgeted ?? 0;
    return entry.isIncome ? left + chooseIncome(option, budgeted, entry.activity) : left - budgeted;
  }, 0);
}

function chooseIncome(option: IncomeOption, budgeted: number, received: number): number {
  switch (option) {
    case "max":
      return Math.max(budgeted, received);
    case "budgeted":
      return budgeted;
    case "activity":
      return received;
  }
}
