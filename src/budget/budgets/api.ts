// /api/budgets: budget operations outside the documents: the settings of the periods, the budgets
// of a range, and automatic budgets.

import * as z from "zod";
import { BUDGET_PERIOD_QUANTITY_MAX, BUDGETS_PERIODS_MAX } from "../../platform/limits.ts";
import { CURRENCIES } from "../../money/currency.ts";
import { dayOfInstant } from "../../money/day.ts";
import { ok } from "../../platform/result.ts";
import { findCategory, listCategories } from "../categories/store.ts";
import { readBudget } from "../me/store.ts";
import { changesNothing, notFound, refuse } from "../../platform/api/problem.ts";
import { useCurrencies } from "../rates/store.ts";
import { route, type Route } from "../route.ts";
import * as wire from "../wire.ts";
import { ADJUSTMENT_ROUTES } from "./adjustments.ts";
import { automationAfter, UNAUTOMATED } from "./automation.ts";
import {
  countOverlapping,
  isStart,
  nextStart,
  PERIOD_GRANULARITIES,
  findPeriod,
} from "./periods.ts";
import {
  AUTO_BUDGET_TYPES,
  findAutomation,
  INCOME_OPTIONS,
  listAmounts,
  listAutomation,
  readSettings,
  ROLLOVER_OPTIONS,
  writeAutomation,
  writeSettings,
  type Automation,
} from "./store.ts";
import { SETTINGS, settingsToWire } from "./v2.ts";

const QUANTITY_RULE = `must be an integer from 1 to ${BUDGET_PERIOD_QUANTITY_MAX}`;
const SETTINGS_UPDATE = z
  .strictObject({
    budget_period_granularity: z.enum(PERIOD_GRANULARITIES).optional(),
    budget_period_quantity: z
      .int(QUANTITY_RULE)
      .min(1, QUANTITY_RULE)
      .max(BUDGET_PERIOD_QUANTITY_MAX, QUANTITY_RULE)
      .optional(),
    budget_period_anchor_date: wire.day.optional(),
    budget_hide_no_activity: wire.flag.optional(),
    budget_use_last_day_of_month: wire.flag.optional(),
    budget_income_option: z.enum(INCOME_OPTIONS).optional(),
    budget_rollover_left_to_budget: wire.flag.optional(),
  })
  .meta({ id: "BudgetSettingsUpdate" });

const BUDGET = z
  .strictObject({
    id: z.int(),
    category_id: z.int(),
    amount: z.number(),
    currency: z.enum(CURRENCIES),
    start_date: wire.DAY_OUT,
    // Null only for the last period of the days we hold.
    next_start_date: wire.DAY_OUT.nullable(),
    notes: z.string().nullable(),
    auto_budget_type: z.enum(AUTO_BUDGET_TYPES),
    auto_budget_amount: z.number().nullable(),
    auto_budget_currency: z.enum(CURRENCIES).nullable(),
    rollover_option: z.enum(ROLLOVER_OPTIONS).nullable(),
    granularity: z.enum(PERIOD_GRANULARITIES),
    quantity: z.int(),
    is_group: z.boolean(),
    group_id: z.int().nullable(),
    created_at: wire.TIME_OUT,
    updated_at: wire.TIME_OUT,
  })
  .meta({ id: "Budget" });

const AUTOMATION = z
  .strictObject({
    category_id: z.int(),
    auto_budget_type: z.enum(AUTO_BUDGET_TYPES),
    auto_budget_amount: z.number().nullable(),
    auto_budget_currency: z.enum(CURRENCIES).nullable(),
    rollover_option: z.enum(ROLLOVER_OPTIONS).nullable(),
    start_date: wire.DAY_OUT,
  })
  .meta({ id: "BudgetAutomation" });
const AUTOMATION_UPDATE = z
  .strictObject({
    auto_budget_type: z.enum(AUTO_BUDGET_TYPES).optional(),
    auto_budget_amount: wire.amount.nullable().optional(),
    auto_budget_currency: wire.currency.nullable().optional(),
    rollover_option: z.enum(ROLLOVER_OPTIONS).nullable().optional(),
    start_date: wire.day.optional(),
    category_id: wire.ignored,
  })
  .meta({ id: "BudgetAutomationUpdate" });

const OWN = { scope: null, tag: "budgets" } as const;

export const BUDGET_OWN_ROUTES: readonly Route[] = [
  route({
    ...OWN,
    method: "PUT",
    path: "/budgets/settings",
    summary: "Change how budget periods are made; amounts of other periods stay, unseen",
    body: SETTINGS_UPDATE,
    example: { budget_period_granularity: "month", budget_period_anchor_date: "2026-01-01" },
    response: SETTINGS,
    failures: [400, 413],
    handle: ({ sql }, { body }) => {
      if (Object.keys(body).length === 0) return changesNothing();
      const { periods, ...before } = readSettings(sql);
      writeSettings(sql, {
        periods: {
          granularity: body.budget_period_granularity ?? periods.granularity,
          quantity: body.budget_period_quantity ?? periods.quantity,
          anchor: body.budget_period_anchor_date ?? periods.anchor,
          useLastDayOfMonth: body.budget_use_last_day_of_month ?? periods.useLastDayOfMonth,
        },
        hideNoActivity: body.budget_hide_no_activity ?? before.hideNoActivity,
        incomeOption: body.budget_income_option ?? before.incomeOption,
        rolloverLeftToBudget: body.budget_rollover_left_to_budget ?? before.rolloverLeftToBudget,
      });
      return ok(settingsToWire(readSettings(sql)));
    },
  }),
  route({
    ...OWN,
    method: "GET",
    path: "/budgets",
    summary: "The amounts budgeted in the periods that start in a range",
    query: z.strictObject({ start_date: wire.day, end_date: wire.day }),
    response: z.strictObject({ budgets: z.array(BUDGET) }),
    failures: [400],
    handle: ({ sql }, { query: { start_date, end_date } }) => {
      const { periods } = readSettings(sql);
      if (end_date < start_date)
        return refuse("invalid query", endBeforeStart(start_date, end_date));
      const count = countOverlapping(periods, start_date, end_date);
      if (count > BUDGETS_PERIODS_MAX) {
        return refuse("invalid query", {
          errMsg: `${start_date} to ${end_date} is ${count} budget periods; at most ${BUDGETS_PERIODS_MAX} are listed at once.`,
        });
      }
      const automation = new Map(listAutomation(sql).map((one) => [one.category_id, one]));
      const categories = new Map(listCategories(sql).map((one) => [one.id, one]));
      const budgets = listAmounts(sql, start_date, end_date)
        .filter((amount) => isStart(periods, amount.start_date))
        .map((amount): z.input<typeof BUDGET> => {
          const own = automation.get(amount.category_id);
          const category = categories.get(amount.category_id);
          return {
            id: amount.id,
            category_id: amount.category_id,
            amount: wire.toJsonNumber(amount.amount),
            currency: amount.currency,
            start_date: amount.start_date,
            next_start_date: nextStart(periods, amount.start_date),
            notes: amount.notes,
            auto_budget_type: own?.auto_budget_type ?? "nothing",
            auto_budget_amount: numberOrNull(own?.auto_budget_amount),
            auto_budget_currency: own?.auto_budget_currency ?? null,
            rollover_option: own?.rollover_option ?? null,
            granularity: periods.granularity,
            quantity: periods.quantity,
            is_group: category?.is_group ?? false,
            group_id: category?.group_id ?? null,
            created_at: wire.formatTime(amount.created_at),
            updated_at: wire.formatTime(amount.updated_at),
          };
        });
      return ok({ budgets });
    },
  }),
  route({
    ...OWN,
    method: "GET",
    path: "/budgets/categories",
    summary: "What categories budget by themselves",
    response: z.strictObject({ categories: z.array(AUTOMATION) }),
    failures: [400],
    handle: ({ sql }) => ok({ categories: listAutomation(sql).map(automationToWire) }),
  }),
  route({
    ...OWN,
    method: "PUT",
    path: "/budgets/categories/{id}",
    summary: "Change what a category or group budgets by itself, and where what is left goes",
    params: wire.idPath,
    body: AUTOMATION_UPDATE,
    example: {
      auto_budget_type: "fixed",
      auto_budget_amount: 250,
      rollover_option: "same category",
    },
    response: AUTOMATION,
    failures: [400, 404, 413],
    handle: ({ sql, now }, { params: { id }, body: change }) => {
      if (findCategory(sql, id) === null) return notFound("category", id);
      if (!Object.keys(change).some((property) => property !== "category_id"))
        return changesNothing();
      const today = findPeriod(readSettings(sql).periods, dayOfInstant(now)).start;
      const before = findAutomation(sql, id) ?? {
        ...UNAUTOMATED,
        category_id: id,
        start_date: today,
      };
      const primary = readBudget(sql).primary_currency;
      const after = automationAfter(before, change, primary);
      if (!after.ok) return after;
      writeAutomation(sql, after.value, now);
      // Its value is needed only when a summary is read; by then the rates should be loaded.
      useCurrencies({ sql, now }, primary, [after.value.auto_budget_currency ?? primary]);
      return ok(automationToWire(after.value));
    },
  }),
  ...ADJUSTMENT_ROUTES,
];

function endBeforeStart(start: string, end: string) {
  return {
    errMsg: `end_date is ${end}, before start_date, ${start}.`,
    invalid_property: "end_date",
  };
}

function numberOrNull(amount: number | null | undefined): number | null {
  return amount == null ? null : wire.toJsonNumber(amount);
}

function automationToWire(automation: Automation): z.input<typeof AUTOMATION> {
  return {
    category_id: automation.category_id,
    auto_budget_type: automation.auto_budget_type,
    auto_budget_amount: numberOrNull(automation.auto_budget_amount),
    auto_budget_currency: automation.auto_budget_currency,
    rollover_option: automation.rollover_option,
    start_date: automation.start_date,
  };
}
