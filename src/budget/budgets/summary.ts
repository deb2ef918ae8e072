// The arithmetic of budgets: pure functions over plain sums of consecutive periods, in units of the primary
// currency. "Activity" here has the direction of its category: spent for an expense, received for income.
// Sums are whole numbers; past 2^53 units (900 thousand million) a double no longer tells neighbours apart.

import type { IncomeOption } from "./store.ts";

/** What decides the budget of one period of a category. */
export interface PeriodFacts {
  /** The amount somebody gave, or null. */
  readonly given: number | null;
  /** What holds where no amount was given, or null. */
  readonly automatic:
    | { readonly type: "fixed"; readonly amount: number }
    | { readonly type: "spend" }
    | { readonly type: "budget" }
    | null;
  /** Read by the type spend alone, for the period after. */
  readonly activity: number;
}

/**
 * What is budgeted in each of consecutive periods; null where nothing is. `spend` repeats the activity of the
 * period before, `budget` what was budgeted in it, given or automatic; the first period has none before it.
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

/** The sum of what there is; null where there is nothing at all. */
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

/** What past periods leave: everything budgeted in them less everything that happened, below zero when overspent. */
export function leftover(budgeted: readonly (number | null)[], activity: number): number {
  return (sumKnown(budgeted) ?? 0) - activity;
}

/** What is still available; null where nothing is budgeted and nothing rolls over. */
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
 * What one period left to budget: its income, as the option says (budgeted, received, or of each income
 * category the larger of both), less what was budgeted for expenses.
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
