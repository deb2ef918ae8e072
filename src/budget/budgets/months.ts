// GET /v1/budgets as numbers: activity and budgets of each category and group, and of uncategorized
// transactions, in each budget period of a range. It is version 2's report (report.ts) in the same
// signs, with a count of transactions.

import type { Currency } from "../../money/currency.ts";
import type { Day } from "../../money/day.ts";
import type { Units } from "../../money/money.ts";
import { ok, type Result } from "../../platform/result.ts";
import { readBudget } from "../me/store.ts";
import type { Problem } from "../../platform/api/problem.ts";
import { converter, type Convert } from "../rates/store.ts";
import { countExpected } from "../recurring/matches.ts";
import { reviewedItems, type RecurringItem } from "../recurring/store.ts";
import type { Context } from "../route.ts";
import type { Sql } from "../../platform/sql/sql.ts";
import { piecesCounts, uncategorizedActivity } from "./activity.ts";
import { tooManyPeriods } from "./bound.ts";
import { findCategories } from "./expected.ts";
import { Activity, loadNodes, type Needs, type Node } from "./ledger.ts";
import { periodWith, findRange, type Range } from "./range.ts";
import { Report } from "./report.ts";
import { readSettings } from "./store.ts";

/** One period of a category; sums are in units of the primary currency, a debit is positive. */
export interface Month {
  readonly start: Day;
  readonly spending: number;
  readonly count: number;
  /** Null without a budget. */
  readonly budgeted: {
    readonly toBase: number;
    readonly amount: Units;
    readonly currency: Currency;
    readonly automatic: boolean;
  } | null;
}

/** A category or group, or with a null node what has no category. */
export interface Line {
  readonly node: Node | null;
  readonly months: readonly Month[];
  /** The items expected in the range for a category; for a group, those of its members as well. */
  readonly items: readonly RecurringItem[];
}

export interface Lines {
  readonly lines: readonly Line[];
  readonly primary: Currency;
  readonly convert: Convert;
}

const NEEDS: Needs = {
  budgets: true,
  occurrences: true,
  past: false,
  carried: false,
  pool: false,
  leftToBudget: false,
};

/**
 * One line per period and category, in the order of categories; uncategorized transactions come
 * last.
 */
export function linesBetween(
  { sql }: Pick<Context, "sql">,
  start: Day,
  end: Day,
): Result<Lines, Problem> {
  const { primary_currency: primary, include_pending_in_totals } = readBudget(sql);
  const withPending = include_pending_in_totals === 1;
  const range = findRange(readSettings(sql).periods, start, end);
  const many = tooManyPeriods(range, NEEDS, 0);
  if (many !== null) return many;
  const nodes = loadNodes(sql, range, NEEDS);
  const most = tooManyPeriods(range, NEEDS, nodes.length + 1);
  if (most !== null) return most;
  const activity = new Activity(sql, range, NEEDS, nodes, withPending);
  const convert = converter(sql);
  const report = new Report({ range, needs: NEEDS, nodes, activity, primary, convert });
  const counts = countTransactions(sql, nodes, range, withPending);
  const items = itemsByCategory(sql, range);
  const lines = nodes.map((node) => ({
    node,
    months: listMonths(report, node, counts),
    items: [node, ...node.members].flatMap(({ category }) => items.get(category.id) ?? []),
  }));
  const rest = {
    node: null,
    months: uncategorizedMonths(sql, range, withPending),
    items: items.get(null) ?? [],
  };
  return ok({ lines: [...lines, rest], primary, convert });
}

function listMonths(
  report: Report,
  node: Node,
  counts: ReadonlyMap<number, readonly number[]>,
): Month[] {
  const leaves = node.category.is_group ? node.members : [node];
  return report.listOccurrences(node).map((one, index) => {
    const { budgeted, budgetedAmount: amount, budgetedCurrency: currency, automatic } = one;
    return {
      start: one.start,
      spending: one.other + one.recurring,
      count: leaves.reduce((sum, { category }) => sum + (counts.get(category.id)?.[index] ?? 0), 0),
      budgeted:
        budgeted === null || amount === null || currency === null
          ? null
          : { toBase: budgeted, amount, currency, automatic },
    };
  });
}

/** How many transactions each category has in each period inside the range. */
function countTransactions(
  sql: Sql,
  nodes: readonly Node[],
  range: Range,
  withPending: boolean,
): Map<number, number[]> {
  const leaves = nodes
    .filter(({ category }) => !category.is_group)
    .map(({ category }) => category.id);
  const periods = range.inside.map((number) => periodWith(range, number));
  const pieces = leaves.flatMap((category) =>
    periods.map(({ start, end }) => ({ category, start, end })),
  );
  const counts = piecesCounts(sql, pieces, withPending);
  return new Map(
    leaves.map((category, at) => [
      category,
      counts.slice(at * periods.length, (at + 1) * periods.length),
    ]),
  );
}

function uncategorizedMonths(sql: Sql, range: Range, withPending: boolean): Month[] {
  return range.inside.map((number) => {
    const { start, end } = periodWith(range, number);
    const { inflow, outflow } = uncategorizedActivity(sql, start, end, withPending);
    const spending = inflow.other + inflow.recurring + outflow.other + outflow.recurring;
    return { start, spending, count: inflow.count + outflow.count, budgeted: null };
  });
}

function itemsByCategory(sql: Sql, { start, end }: Range): Map<number | null, RecurringItem[]> {
  const items = reviewedItems(sql).filter((item) => countExpected(item, start, end) > 0);
  return Map.groupBy(items, findCategories(sql, items));
}
