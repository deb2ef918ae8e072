// GET /summary on the wire (service-v2.md, GET /summary; gaps.md 2a).

import * as z from "zod";
import { CURRENCIES, type Currency } from "../../money/currency.ts";
import { printUnits } from "../../money/money.ts";
import { ok, type Result } from "../../platform/result.ts";
import type { Sql } from "../../platform/sql/sql.ts";
import { readBudget } from "../me/store.ts";
import type { Problem } from "../../platform/api/problem.ts";
import { converter, type Convert } from "../rates/store.ts";
import { tooManyExpected } from "../recurring/bound.ts";
import { reviewedItems } from "../recurring/store.ts";
import { route, type Context, type Route } from "../route.ts";
import * as wire from "../wire.ts";
import { tooManyPeriods } from "./bound.ts";
import { uncategorizedActivity, type Sums, type Uncategorized } from "./activity.ts";
import {
  expectedIn,
  NOTHING_EXPECTED,
  plus,
  type Expected,
  type ExpectedByCategory,
} from "./expected.ts";
import { Activity, loadNodes, type Needs, type Node } from "./ledger.ts";
import { findRange, type Range } from "./range.ts";
import { Report, type Occurrence } from "./report.ts";
import { listAdjustments, listAutomation, readSettings, type BudgetSettings } from "./store.ts";

const OCCURRENCE = z
  .strictObject({
    in_range: z.boolean(),
    start_date: wire.DAY_OUT,
    end_date: wire.DAY_OUT,
    other_activity: z.number(),
    recurring_activity: z.number(),
    budgeted: z.number().nullable(),
    budgeted_amount: wire.AMOUNT_OUT.nullable(),
    budgeted_currency: z.enum(CURRENCIES).nullable(),
    notes: z.string().nullable(),
  })
  .meta({ id: "SummaryOccurrence" });

const ACTIVITY = {
  other_activity: z.number(),
  recurring_activity: z.number(),
  recurring_remaining: z.number(),
  recurring_expected: z.number(),
};
const CATEGORY = z
  .strictObject({
    category_id: z.int(),
    totals: z.strictObject({
      ...ACTIVITY,
      budgeted: z.number().nullable().optional(),
      available: z.number().nullable().optional(),
    }),
    occurrences: z.array(OCCURRENCE).optional(),
  })
  .meta({ id: "SummaryCategory" });

const BREAKDOWN = z
  .strictObject({
    ...ACTIVITY,
    uncategorized: z.number(),
    uncategorized_count: z.int(),
    uncategorized_recurring: z.number(),
  })
  .meta({ id: "SummaryTotals" });

const POOL = z
  .strictObject({
    budgeted_to_base: z.number(),
    all_adjustments: z.array(
      z.strictObject({
        in_range: z.boolean(),
        date: wire.DAY_OUT,
        amount: wire.AMOUNT_OUT,
        currency: z.enum(CURRENCIES),
        to_base: z.number(),
      }),
    ),
  })
  .meta({ id: "SummaryRolloverPool" });

const SUMMARY = z
  .strictObject({
    aligned: z.boolean(),
    categories: z.array(CATEGORY),
    totals: z.strictObject({ inflow: BREAKDOWN, outflow: BREAKDOWN }).optional(),
    rollover_pool: POOL.nullable().optional(),
  })
  .meta({ id: "Summary" });

const QUERY = z
  .strictObject({
    start_date: wire.day,
    end_date: wire.day,
    include_exclude_from_budgets: wire.textFlag.default(false),
    include_occurrences: wire.textFlag.default(false),
    include_past_budget_dates: wire.textFlag.default(false),
    include_totals: wire.textFlag.default(false),
    include_rollover_pool: wire.textFlag.default(false),
  })
  .check(({ value, issues }) => {
    if (value.end_date >= value.start_date) return;
    issues.push({
      ...wire.complaint(value.end_date, "range", "must not be before start_date"),
      path: ["end_date"],
    });
  });
type Query = z.output<typeof QUERY>;

export const SUMMARY_ROUTES: readonly Route[] = [
  route({
    method: "GET",
    path: "/summary",
    scope: "budgets:read",
    tag: "budgets",
    summary: "Activity, budgets and what is available in a range of days",
    query: QUERY,
    response: SUMMARY,
    failures: [400],
    handle: (context, { query }) => buildSummary(context, query),
  }),
];

function buildSummary({ sql }: Context, query: Query): Result<object, Problem> {
  const settings = readSettings(sql);
  const { primary_currency: primary, include_pending_in_totals } = readBudget(sql);
  const withPending = include_pending_in_totals === 1;
  const range = findRange(settings.periods, query.start_date, query.end_date);
  const needs = listNeeds(query, range, settings);
  const many = tooManyPeriods(range, needs, 0);
  if (many !== null) return many;
  const items = reviewedItems(sql);
  const dates = tooManyExpected(items, range.start, range.end);
  if (dates !== null) return dates;
  const nodes = loadNodes(sql, range, needs);
  const listed = nodes.filter(
    ({ category }) => query.include_exclude_from_budgets || !category.exclude_from_budget,
  );
  const most = tooManyPeriods(range, needs, listed.length);
  if (most !== null) return most;
  const activity = new Activity(sql, range, needs, nodes, withPending);
  const convert = converter(sql);
  const report = new Report({ range, needs, nodes, activity, primary, convert });
  const expected = expectedIn(sql, items, range.start, range.end);
  return ok({
    aligned: range.aligned,
    categories: listed.map((node) => toEntry(report, node, expected, range, needs)),
    ...(query.include_totals && {
      totals: sumTotals(
        report,
        nodes,
        expected,
        uncategorizedActivity(sql, range.start, range.end, withPending),
      ),
    }),
    ...(query.include_rollover_pool && {
      rollover_pool: readPool(sql, { report, range, settings, primary, convert }),
    }),
  });
}

function listNeeds(query: Query, range: Range, settings: BudgetSettings): Needs {
  const pool = query.include_rollover_pool;
  const occurrences = query.include_occurrences;
  return {
    budgets: range.aligned || occurrences || pool,
    occurrences,
    past: query.include_past_budget_dates,
    carried: range.aligned,
    pool,
    leftToBudget: pool && settings.rolloverLeftToBudget,
  };
}

function toEntry(
  report: Report,
  node: Node,
  expected: ExpectedByCategory,
  range: Range,
  needs: Needs,
): z.input<typeof CATEGORY> {
  const budget = range.aligned ? report.sumBudget(node) : null;
  return {
    category_id: node.category.id,
    totals: {
      ...activityToWire(report.sumActivity(node), findExpected(expected, node)),
      ...(budget !== null && {
        budgeted: numberOrNull(budget.budgeted),
        available: numberOrNull(budget.available),
      }),
    },
    ...(needs.occurrences && { occurrences: report.listOccurrences(node).map(occurrenceToWire) }),
  };
}

function findExpected(expected: ExpectedByCategory, node: Node): Expected {
  return [node, ...node.members]
    .map(({ category }) => expected.of.get(category.id) ?? NOTHING_EXPECTED)
    .reduce(plus);
}

function sumTotals(
  report: Report,
  nodes: readonly Node[],
  expected: ExpectedByCategory,
  uncategorized: { readonly inflow: Uncategorized; readonly outflow: Uncategorized },
): { inflow: z.input<typeof BREAKDOWN>; outflow: z.input<typeof BREAKDOWN> } {
  const of = (isIncome: boolean, rest: Uncategorized, unassigned: Expected) => {
    const counted = nodes.filter(
      ({ category }) =>
        !category.is_group && !category.exclude_from_totals && category.is_income === isIncome,
    );
    const sums = counted
      .map((node) => report.sumActivity(node))
      .reduce(
        (sum, one) => ({ other: sum.other + one.other, recurring: sum.recurring + one.recurring }),
        { other: 0, recurring: 0 },
      );
    return {
      ...activityToWire(
        sums,
        counted.map((node) => findExpected(expected, node)).reduce(plus, unassigned),
      ),
      uncategorized: wire.toJsonNumber(rest.other),
      uncategorized_count: rest.count,
      uncategorized_recurring: wire.toJsonNumber(rest.recurring),
    };
  };
  return {
    inflow: of(true, uncategorized.inflow, expected.inflow),
    outflow: of(false, uncategorized.outflow, expected.outflow),
  };
}

interface PoolInput {
  readonly report: Report;
  readonly range: Range;
  readonly settings: BudgetSettings;
  readonly primary: Currency;
  readonly convert: Convert;
}

/** The pool at the end of the range; null if nothing has ever fed it. */
function readPool(
  sql: Sql,
  { report, range, settings, primary, convert }: PoolInput,
): z.input<typeof POOL> | null {
  const adjustments = listAdjustments(sql)
    .filter(({ date }) => date <= range.end)
    .map(({ date, amount, currency }) => ({
      in_range: date >= range.start,
      date,
      amount: printUnits(amount),
      currency,
      to_base: convert(amount, currency, primary, date),
    }));
  const feeds = listAutomation(sql).some(
    ({ rollover_option: option }) => option === "available funds",
  );
  if (adjustments.length === 0 && !feeds && !settings.rolloverLeftToBudget) return null;
  const adjusted = adjustments.reduce((sum, one) => sum + one.to_base, 0);
  return {
    budgeted_to_base: wire.toJsonNumber(report.pooled(settings) + adjusted),
    all_adjustments: adjustments.map((one) => ({
      ...one,
      to_base: wire.toJsonNumber(one.to_base),
    })),
  };
}

function activityToWire({ other, recurring }: Sums, { expected, remaining }: Expected) {
  return {
    other_activity: wire.toJsonNumber(other),
    recurring_activity: wire.toJsonNumber(recurring),
    recurring_remaining: wire.toJsonNumber(remaining),
    recurring_expected: wire.toJsonNumber(expected),
  };
}

function occurrenceToWire(one: Occurrence): z.input<typeof OCCURRENCE> {
  return {
    in_range: one.inRange,
    start_date: one.start,
    end_date: one.end,
    other_activity: wire.toJsonNumber(one.other),
    recurring_activity: wire.toJsonNumber(one.recurring),
    budgeted: numberOrNull(one.budgeted),
    budgeted_amount: one.budgetedAmount === null ? null : printUnits(one.budgetedAmount),
    budgeted_currency: one.budgetedCurrency,
    notes: one.notes,
  };
}

function numberOrNull(amount: number | null): number | null {
  return amount === null ? null : wire.toJsonNumber(amount);
}
