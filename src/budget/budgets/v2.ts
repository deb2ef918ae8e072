// Budgets on the wire (service-v2.md, Budget object and Summary object; gaps.md 2a, 3.9).

import * as z from "zod";
import { SHORT_NOTES_CHARS_MAX } from "../../platform/limits.ts";
import { CURRENCIES } from "../../money/currency.ts";
import { printUnits } from "../../money/money.ts";
import { ok } from "../../platform/result.ts";
import { readBudget } from "../me/store.ts";
import { converter } from "../rates/store.ts";
import { route, type Context, type Route } from "../route.ts";
import * as wire from "../wire.ts";
import { SUMMARY_ROUTES } from "./summary-v2.ts";
import { putAmount, removeAmount } from "./change.ts";
import { PERIOD_GRANULARITIES } from "./periods.ts";
import { INCOME_OPTIONS, readSettings, type BudgetAmount, type BudgetSettings } from "./store.ts";

export const SETTINGS = z
  .strictObject({
    budget_period_granularity: z.enum(PERIOD_GRANULARITIES),
    budget_period_quantity: z.int(),
    budget_period_anchor_date: wire.DAY_OUT,
    budget_hide_no_activity: z.boolean(),
    budget_use_last_day_of_month: z.boolean(),
    budget_income_option: z.enum(INCOME_OPTIONS),
    budget_rollover_left_to_budget: z.boolean(),
  })
  .meta({ id: "BudgetSettings" });

// The read-only properties of a Budget object may be sent back with it.
const IGNORED = {
  id: wire.ignored,
  to_base: wire.ignored,
  next_start_date: wire.ignored,
  auto_budget_type: wire.ignored,
  auto_budget_amount: wire.ignored,
  auto_budget_currency: wire.ignored,
  rollover_option: wire.ignored,
  granularity: wire.ignored,
  quantity: wire.ignored,
  is_group: wire.ignored,
  group_id: wire.ignored,
  created_at: wire.ignored,
  updated_at: wire.ignored,
};
const UPSERT = z
  .strictObject({
    start_date: wire.day,
    category_id: wire.id,
    amount: wire.amount,
    currency: wire.currency.optional(),
    notes: wire.text(0, SHORT_NOTES_CHARS_MAX).nullable().optional(),
    ...IGNORED,
  })
  .meta({ id: "BudgetUpsert" });

const UPSERTED = z
  .strictObject({
    category_id: z.int(),
    start_date: wire.DAY_OUT,
    amount: wire.AMOUNT_OUT,
    currency: z.enum(CURRENCIES),
    to_base: z.number(),
    notes: z.string().nullable(),
  })
  .meta({ id: "BudgetUpserted" });

const AROUND = {
  requested_start_date: wire.DAY_OUT,
  previous_valid_start_date: wire.DAY_OUT.nullable(),
  next_valid_start_date: wire.DAY_OUT.nullable(),
  errMsg: z.string(),
};
const FOUND = {
  errMsg:
    "No budget period starts on 2026-11-20; the one before starts on 2026-11-01, the next on 2026-12-01.",
  requested_start_date: "2026-11-20",
  previous_valid_start_date: "2026-11-01",
  next_valid_start_date: "2026-12-01",
};
const NO_PERIOD = {
  when: "Where no budget period starts on start_date, the body tells the starts around it.",
  body: z
    .strictObject({
      message: z.string(),
      ...AROUND,
      errors: z.array(z.strictObject(AROUND)).length(1),
    })
    .meta({ id: "InvalidPeriodStart" }),
  example: { message: "Invalid Request Body", ...FOUND, errors: [FOUND] },
};

export const BUDGET_ROUTES: readonly Route[] = [
  ...SUMMARY_ROUTES,
  route({
    method: "GET",
    path: "/budgets/settings",
    scope: "budgets:read",
    tag: "budgets",
    summary: "How budget periods are made",
    response: SETTINGS,
    failures: [400],
    handle: ({ sql }) => ok(settingsToWire(readSettings(sql))),
  }),
  route({
    method: "PUT",
    path: "/budgets",
    scope: "budgets:write",
    tag: "budgets",
    summary: "Budget an amount for a category in a period",
    body: UPSERT,
    example: { start_date: "2026-11-01", category_id: 2, amount: "400.00", notes: "Two birthdays" },
    response: UPSERTED,
    failures: [400, 413],
    refusals: { 400: NO_PERIOD },
    handle: (context, { body }) => {
      const { start_date, category_id, amount, currency, notes } = body;
      const stored = putAmount(context, { start_date, category_id, amount, currency, notes });
      return stored.ok ? ok(upserted(context, stored.value)) : stored;
    },
  }),
  route({
    method: "DELETE",
    path: "/budgets",
    scope: "budgets:write",
    tag: "budgets",
    summary: "Budget nothing for a category in a period",
    query: z.strictObject({ category_id: wire.textId, start_date: wire.day }),
    status: 204,
    failures: [400],
    refusals: { 400: NO_PERIOD },
    handle: (context, { query }) => removeAmount(context, query.category_id, query.start_date),
  }),
];

/** The settings object. */
export function settingsToWire(settings: BudgetSettings): z.input<typeof SETTINGS> {
  const { periods } = settings;
  return {
    budget_period_granularity: periods.granularity,
    budget_period_quantity: periods.quantity,
    budget_period_anchor_date: periods.anchor,
    budget_hide_no_activity: settings.hideNoActivity,
    budget_use_last_day_of_month: periods.useLastDayOfMonth,
    budget_income_option: settings.incomeOption,
    budget_rollover_left_to_budget: settings.rolloverLeftToBudget,
  };
}

function upserted({ sql }: Context, stored: BudgetAmount): z.input<typeof UPSERTED> {
  const primary = readBudget(sql).primary_currency;
  const { amount, currency, start_date } = stored;
  return {
    category_id: stored.category_id,
    start_date,
    amount: printUnits(amount),
    currency,
    to_base: wire.toJsonNumber(converter(sql)(amount, currency, primary, start_date)),
    notes: stored.notes,
  };
}
