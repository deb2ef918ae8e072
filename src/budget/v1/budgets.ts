// /budgets in version 1 (gaps.md, 2b and 3.11): each category and group with its months, as a bare
// array. Budgeted amounts are JSON numbers here, as in version 2's Budget object. A month is a
// budget period, which starts on the first unless the settings say otherwise. Other periods are
// shown if they lie inside the range.

import * as z from "zod";
import { CURRENCIES, type Currency } from "../../money/currency.ts";
import { dayOfInstant, type Day } from "../../money/day.ts";
import { firstDay, lastDay, monthOf } from "../../money/month.ts";
import { must } from "../../platform/assert.ts";
import { ok, type Result } from "../../platform/result.ts";
import { findCategory } from "../categories/store.ts";
import * as legacy from "./wire.ts";
import { legacyRoute } from "./routes.ts";
import type { Problem } from "../../platform/api/problem.ts";
import { cadenceWords } from "../recurring/cadence-words.ts";
import { typicalAmount, type RecurringItem } from "../recurring/store.ts";
import type { Context, Route } from "../route.ts";
import { NO_PAYEE } from "../transactions/row.ts";
import * as wire from "../wire.ts";
import { putAmount, removeAmount, type AmountRequest } from "../budgets/change.ts";
import { linesBetween, type Line, type Lines, type Month } from "../budgets/months.ts";
import { findPeriod, type PeriodSettings } from "../budgets/periods.ts";
import { readSettings, type Automation } from "../budgets/store.ts";

const MONTH = z
  .strictObject({
    budget_amount: z.number().nullable(),
    budget_currency: z.enum(CURRENCIES).nullable(),
    budget_to_base: z.number().nullable(),
    spending_to_base: z.number(),
    num_transactions: z.int(),
    is_automated: z.boolean().nullable(),
  })
  .meta({ id: "LegacyBudgetMonth" });
const SUGGESTIONS = ["budgeted", "fixed", "fixed-rollover", "spent"] as const;
const CONFIG = z
  .strictObject({
    config_id: z.int(),
    cadence: z.string(),
    amount: z.number().nullable(),
    currency: z.enum(CURRENCIES).nullable(),
    to_base: z.number().nullable(),
    auto_suggest: z.enum(SUGGESTIONS),
  })
  .meta({ id: "LegacyBudgetConfig" });
const RECURRING = z.strictObject({
  list: z.array(
    z.strictObject({
      payee: z.string(),
      amount: legacy.AMOUNT_OUT,
      currency: z.enum(CURRENCIES),
      to_base: z.number(),
    }),
  ),
});
const BUDGET = z
  .strictObject({
    category_name: z.string(),
    category_id: z.int().nullable(),
    category_group_name: z.string().nullable(),
    group_id: z.int().nullable(),
    is_group: z.boolean().nullable(),
    is_income: z.boolean(),
    exclude_from_budget: z.boolean(),
    exclude_from_totals: z.boolean(),
    data: z.record(z.string(), MONTH),
    config: CONFIG.nullable(),
    order: z.int(),
    archived: z.boolean(),
    recurring: RECURRING.nullable(),
  })
  .meta({ id: "LegacyBudget" });

const QUERY = z
  .object({ start_date: wire.day, end_date: wire.day, currency: legacy.currency.optional() })
  .check(({ value: { start_date: start, end_date: end }, issues }) => {
    const complain = (property: string, found: Day, rule: string) =>
      issues.push({ ...wire.complaint(found, "format", rule), path: [property] });
    if (start !== firstDay(monthOf(start)))
      complain("start_date", start, "must be the first day of a month");
    if (end !== lastDay(monthOf(end))) complain("end_date", end, "must be the last day of a month");
    wire.checkRange(issues, "date", start, end);
  });

const UPSERT = z
  .object({
    start_date: wire.day,
    category_id: wire.id,
    amount: wire.roundedAmount,
    currency: legacy.optional(legacy.currency),
  })
  .meta({ id: "LegacyBudgetUpsert" });
const UPSERTED = z
  .strictObject({
    category_group: z
      .strictObject({
        category_id: z.int(),
        amount: z.number(),
        currency: z.enum(CURRENCIES),
        start_date: wire.DAY_OUT,
      })
      .nullable(),
  })
  .meta({ id: "LegacyBudgetUpserted" });

export const LEGACY_BUDGET_ROUTES: readonly Route[] = [
  legacyRoute({
    method: "GET",
    path: "/budgets",
    scope: "budgets:read",
    alsoScopes: ["categories:read", "recurring:read"],
    tag: "budgets",
    summary: "What is budgeted and spent in each category, month by month",
    query: QUERY,
    response: z.array(BUDGET),
    handle: (context, { query: { start_date: start, end_date: end, currency } }) => {
      const found = linesBetween(context, start, end);
      return found.ok ? ok(toWire(context, found.value, currency ?? null)) : found;
    },
  }),
  legacyRoute({
    method: "PUT",
    path: "/budgets",
    scope: "budgets:write",
    tag: "budgets",
    summary:
      "Budget an amount for a category in a month; the answer has its group, where it is in one",
    body: UPSERT,
    example: { start_date: "2026-11-01", category_id: 2, amount: "400.00" },
    response: UPSERTED,
    handle: (context, { body }) => upsert(context, body),
  }),
  legacyRoute({
    method: "DELETE",
    path: "/budgets",
    scope: "budgets:write",
    tag: "budgets",
    summary: "Budget nothing for a category in a month",
    query: z.object({ start_date: wire.day, category_id: wire.textId }),
    response: z.literal(true),
    handle: (context, { query }) => {
      const removed = removeAmount(context, query.category_id, query.start_date);
      return removed.ok ? ok(true as const) : removed;
    },
  }),
];

function upsert(
  context: Context,
  request: AmountRequest,
): Result<z.input<typeof UPSERTED>, Problem> {
  const stored = putAmount(context, request);
  if (!stored.ok) return stored;
  const { category_id: id, start_date: start } = stored.value;
  const groupId = findCategory(context.sql, id)?.group_id ?? null;
  if (groupId === null) return ok({ category_group: null });
  const found = linesBetween(
    context,
    start,
    findPeriod(readSettings(context.sql).periods, start).end,
  );
  if (!found.ok) return found;
  const line = found.value.lines.find(({ node }) => node?.category.id === groupId);
  const { amount, currency } = must(
    line?.months[0]?.budgeted,
    "a group has the budgets of its members",
  );
  return ok({
    category_group: {
      category_id: groupId,
      amount: wire.toJsonNumber(amount),
      currency,
      start_date: start,
    },
  });
}

function toWire(
  { sql, now }: Context,
  found: Lines,
  currency: Currency | null,
): z.input<typeof BUDGET>[] {
  const { periods } = readSettings(sql);
  return found.lines.map((line, order) => ({
    ...describeCategory(line),
    data: Object.fromEntries(
      line.months.map((month) => [month.start, monthToWire(month, found, currency)]),
    ),
    config: toConfig(line.node?.automation ?? null, periods, found, dayOfInstant(now)),
    order,
    recurring: listRecurring(line.items),
  }));
}

/** Uncategorized transactions have no group and are not a group. */
function describeCategory({ node }: Line) {
  const category = node?.category;
  return {
    category_name: category?.name ?? "Uncategorized",
    category_id: category?.id ?? null,
    category_group_name: node?.group?.category.name ?? null,
    group_id: category?.group_id ?? null,
    is_group: category?.is_group ?? null,
    is_income: category?.is_income ?? false,
    exclude_from_budget: category?.exclude_from_budget ?? false,
    exclude_from_totals: category?.exclude_from_totals ?? false,
    archived: category?.archived ?? false,
  };
}

function monthToWire(month: Month, found: Lines, currency: Currency | null): z.input<typeof MONTH> {
  const { budgeted } = month;
  const shown = budgeted === null ? null : inCurrency(budgeted, currency, month.start, found);
  return {
    budget_amount: shown === null ? null : wire.toJsonNumber(shown.amount),
    budget_currency: shown?.currency ?? null,
    budget_to_base: budgeted === null ? null : wire.toJsonNumber(budgeted.toBase),
    spending_to_base: wire.toJsonNumber(month.spending),
    num_transactions: month.count,
    is_automated: budgeted?.automatic ?? null,
  };
}

type Given = Pick<NonNullable<Month["budgeted"]>, "amount" | "currency">;

/**
 * The amount in the requested currency; as it was entered without such a request or without a rate.
 */
function inCurrency(given: Given, currency: Currency | null, day: Day, { convert }: Lines): Given {
  if (currency === null) return given;
  const amount = convert(given.amount, given.currency, currency, day);
  return amount === 0 && given.amount !== 0 ? given : { amount, currency };
}

/** How the category budgets by itself; null where it does not. */
function toConfig(
  automation: Automation | null,
  periods: PeriodSettings,
  { primary, convert }: Lines,
  today: Day,
): z.input<typeof CONFIG> | null {
  const suggestion = automation === null ? null : toSuggestion(automation);
  if (automation === null || suggestion === null) return null;
  const { category_id, auto_budget_amount: amount, auto_budget_currency: currency } = automation;
  return {
    config_id: category_id,
    cadence: cadenceWords(periods),
    amount: amount === null ? null : wire.toJsonNumber(amount),
    currency,
    to_base:
      amount === null || currency === null
        ? null
        : wire.toJsonNumber(convert(amount, currency, primary, today)),
    auto_suggest: suggestion,
  };
}

function toSuggestion({
  auto_budget_type: type,
  rollover_option: rollover,
}: Automation): (typeof SUGGESTIONS)[number] | null {
  switch (type) {
    case "nothing":
      return null;
    case "budget":
      return "budgeted";
    case "spend":
      return "spent";
    case "fixed":
      return rollover === null ? "fixed" : "fixed-rollover";
  }
}

function listRecurring(items: readonly RecurringItem[]): z.input<typeof RECURRING> | null {
  if (items.length === 0) return null;
  const list = items.map((item) => ({
    payee: item.set_payee ?? item.payee ?? NO_PAYEE,
    amount: legacy.amountOut(typicalAmount(item), false),
    currency: item.currency,
    to_base: wire.toJsonNumber(item.to_base),
  }));
  return { list };
}
