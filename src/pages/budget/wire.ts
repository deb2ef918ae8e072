// The parts that the page of the budget reads of the answers of a service, embedded or remote.
// Amounts become units here, and keep the sign of transactions: a debit is positive.

import * as z from "zod";
import { PERIOD_GRANULARITIES } from "../../budget/budgets/periods.ts";
import { AUTO_BUDGET_TYPES, INCOME_OPTIONS, ROLLOVER_OPTIONS } from "../../budget/budgets/store.ts";
import { parseDay } from "../../money/day.ts";
import { parseRounded } from "../../money/money.ts";

const flag = z.boolean().nullish().transform(Boolean);

const day = z.string().transform((text, context) => {
  const read = parseDay(text);
  if (read !== null) return read;
  context.addIssue({ code: "custom", message: "is no day" });
  return z.NEVER;
});

const units = z.union([z.number(), z.string()]).transform((value, context): number => {
  // Numbers below a millionth are written as 1e-7.
  const text = typeof value === "number" && Math.abs(value) < 1e-6 ? "0" : String(value);
  const read = parseRounded(text);
  if (read.ok) return read.value;
  context.addIssue({ code: "custom", message: "is no amount" });
  return z.NEVER;
});
const unitsOrNull = units.nullish().transform((value) => value ?? null);

/** GET /budgets/settings. */
export const settingsSchema = z
  .object({
    budget_period_granularity: z.enum(PERIOD_GRANULARITIES),
    budget_period_quantity: z.int().min(1),
    budget_period_anchor_date: day,
    budget_hide_no_activity: flag,
    budget_use_last_day_of_month: flag,
    budget_income_option: z.enum(INCOME_OPTIONS),
    budget_rollover_left_to_budget: flag,
  })
  .transform((wire) => ({
    periods: {
      granularity: wire.budget_period_granularity,
      quantity: wire.budget_period_quantity,
      anchor: wire.budget_period_anchor_date,
      useLastDayOfMonth: wire.budget_use_last_day_of_month,
    },
    hidesQuiet: wire.budget_hide_no_activity,
    incomeOption: wire.budget_income_option,
    carriesLeftToBudget: wire.budget_rollover_left_to_budget,
  }));

const activity = {
  other_activity: units,
  recurring_activity: units,
  recurring_remaining: units,
  recurring_expected: units,
};

const occurrence = z.object({
  in_range: z.boolean(),
  start_date: day,
  end_date: day,
  other_activity: units,
  recurring_activity: units,
  budgeted: unitsOrNull,
  budgeted_amount: unitsOrNull,
  budgeted_currency: z.string().nullish(),
  notes: z.string().nullish(),
});

const breakdown = z.object({
  uncategorized: units,
  uncategorized_count: z.int().nonnegative(),
  uncategorized_recurring: units,
});

/** GET /summary. */
export const summarySchema = z.object({
  aligned: z.boolean(),
  categories: z.array(
    z.object({
      category_id: z.int(),
      totals: z.object({ ...activity, budgeted: unitsOrNull, available: unitsOrNull }),
      occurrences: z.array(occurrence).optional(),
    }),
  ),
  totals: z.object({ inflow: breakdown, outflow: breakdown }).optional(),
  rollover_pool: z
    .object({
      budgeted_to_base: units,
      all_adjustments: z.array(z.object({ in_range: z.boolean(), date: z.string() })),
    })
    .nullish(),
});

/** GET /api/budgets/categories, of the embedded service alone. */
export const automationsSchema = z.object({
  categories: z.array(
    z.object({
      category_id: z.int(),
      auto_budget_type: z.enum(AUTO_BUDGET_TYPES),
      auto_budget_amount: unitsOrNull,
      auto_budget_currency: z.string().nullable(),
      rollover_option: z.enum(ROLLOVER_OPTIONS).nullable(),
    }),
  ),
});

/** GET /api/budgets, of the embedded service alone: the amounts that people entered. */
export const enteredSchema = z.object({
  budgets: z.array(z.object({ category_id: z.int(), amount: units, currency: z.string() })),
});

export type Settings = z.infer<typeof settingsSchema>;
export type Summary = z.infer<typeof summarySchema>;
export type SummaryCategory = Summary["categories"][number];
export type WireOccurrence = z.infer<typeof occurrence>;
export type Automation = z.infer<typeof automationsSchema>["categories"][number];
