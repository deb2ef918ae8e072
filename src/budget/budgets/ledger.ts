// The data of a summary for each category: its budgets, its automatic budget and its activity, read
// in a handful of statements. Days are cut only where a sum is needed. The past is read only for
// categories that roll over or repeat an earlier period's budget.

import { SUMMARY_PERIODS_MAX } from "../../platform/limits.ts";
import { must } from "../../platform/assert.ts";
import { addDays, type Day } from "../../money/day.ts";
import { listCategories, type Category } from "../categories/store.ts";
import { nestMembers } from "../categories/rules.ts";
import type { Sql } from "../../platform/sql/sql.ts";
import { piecesActivity, type Piece, type Sums } from "./activity.ts";
import { isStart, periodNumber, findPeriodStart } from "./periods.ts";
import { numbers, periodWith, type Range } from "./range.ts";
import { amountsUpTo, listAutomation, type Automation, type BudgetAmount } from "./store.ts";

/** A category or group in a summary. */
export interface Node {
  readonly category: Category;
  /** -1 for income, whose credits count as received. */
  readonly direction: 1 | -1;
  readonly automation: Automation | null;
  /** The first period in which the automation holds; Infinity without one. */
  readonly automaticFrom: number;
  /** The amounts given, by period. */
  readonly amounts: ReadonlyMap<number, BudgetAmount>;
  /** The first period with an amount given; Infinity without one. */
  readonly givenFrom: number;
  readonly group: Node | null;
  readonly members: readonly Node[];
}

/** Which parts of the past and of the periods are needed. */
export interface Needs {
  /** Whether budgets matter at all. */
  readonly budgets: boolean;
  /** Each period by itself, the three before the range with it where `past`. */
  readonly occurrences: boolean;
  readonly past: boolean;
  /** Rollover into the same category. */
  readonly carried: boolean;
  /** Rollover into the pool. */
  readonly pool: boolean;
  /** Money that past periods left to budget. */
  readonly leftToBudget: boolean;
}

/** The nodes in the order categories are shown in, each group before its members. */
export function loadNodes(sql: Sql, range: Range, needs: Needs): Node[] {
  const automation = new Map(listAutomation(sql).map((one) => [one.category_id, one]));
  const categories = listCategories(sql);
  const amounts = needs.budgets
    ? loadAmounts(sql, range, needs, categories, automation)
    : new Map<number, Map<number, BudgetAmount>>();
  const nodes: Node[] = [];
  const none: ReadonlyMap<number, BudgetAmount> = new Map();
  const add = (category: Category, group: Node | null): Node & { members: Node[] } => {
    const own = automation.get(category.id) ?? null;
    const given = amounts.get(category.id) ?? none;
    const node = {
      category,
      direction: category.is_income ? (-1 as const) : (1 as const),
      automation: own,
      automaticFrom: own === null ? Infinity : periodNumber(range.periods, own.start_date),
      amounts: given,
      givenFrom: smallest(given.keys()),
      group,
      members: [],
    };
    nodes.push(node);
    return node;
  };
  for (const { category, members } of nestMembers(categories)) {
    const node = add(category, null);
    for (const member of members) node.members.push(add(member, node));
  }
  return nodes;
}

function loadAmounts(
  sql: Sql,
  range: Range,
  needs: Needs,
  categories: readonly Category[],
  automation: ReadonlyMap<number, Automation>,
): Map<number, Map<number, BudgetAmount>> {
  const withPast = categories.filter(({ id, group_id }) => {
    const own = automation.get(id);
    const group = group_id === null ? undefined : automation.get(group_id);
    return (
      needs.leftToBudget ||
      own?.auto_budget_type === "budget" ||
      counts(needs, own) ||
      counts(needs, group)
    );
  });
  const groups = new Set(withPast.map(({ group_id }) => group_id));
  const ids = withPast.map(({ id }) => id).concat([...groups].filter((id) => id !== null));
  const from = findPeriodStart(range.periods, firstShown(range, needs)) ?? range.start;
  const byCategory = new Map<number, Map<number, BudgetAmount>>();
  for (const amount of amountsUpTo(sql, from, range.end, [...new Set(ids)])) {
    // Budgets of other period settings are kept, but count only where a period starts on their day.
    if (!isStart(range.periods, amount.start_date)) continue;
    const own = byCategory.get(amount.category_id) ?? new Map<number, BudgetAmount>();
    own.set(periodNumber(range.periods, amount.start_date), amount);
    byCategory.set(amount.category_id, own);
  }
  return byCategory;
}

/** Whether the past matters for this request. */
function counts(needs: Needs, automation: Automation | null | undefined): boolean {
  switch (automation?.rollover_option) {
    case "same category":
      return needs.carried;
    case "available funds":
      return needs.pool;
    case null:
    case undefined:
      return false;
  }
}

/** The first period that is shown by itself. */
export function firstShown(range: Range, needs: Needs): number {
  return needs.occurrences && needs.past ? (range.past[0] ?? range.first) : range.first;
}

/**
 * The first period with a given or automatic budget; Infinity without one; never further back than
 * we look.
 */
export function firstBudgeted(range: Range, nodes: readonly Node[]): number {
  const first = smallest(
    nodes.map(({ givenFrom, automaticFrom }) => Math.min(automaticFrom, givenFrom)),
  );
  return Math.max(first, range.first - SUMMARY_PERIODS_MAX);
}

function smallest(numbersOf: Iterable<number>): number {
  let least = Infinity;
  for (const one of numbersOf) least = Math.min(least, one);
  return least;
}

/**
 * The first period whose rollover counts: that of the node's first budget; for a group, of its
 * family's first budget.
 */
export function countPastPeriods(range: Range, node: Node): number {
  return firstBudgeted(range, [node, ...node.members]);
}

/** The first period whose budget must be known, for what is shown, rolled over or repeated. */
export function seriesStart(range: Range, needs: Needs, node: Node, all: readonly Node[]): number {
  let from = firstShown(range, needs);
  for (const one of [node, node.group])
    if (one !== null && counts(needs, one.automation))
      from = Math.min(from, countPastPeriods(range, one));
  if (needs.leftToBudget) from = Math.min(from, firstBudgeted(range, all));
  if (node.automation?.auto_budget_type === "spend") return from - 1;
  if (node.automation?.auto_budget_type !== "budget") return from;
  // The chain of periods that repeat each other begins at the last amount given before them.
  let earlier = -Infinity;
  for (const number of node.amounts.keys()) if (number < from) earlier = Math.max(earlier, number);
  return earlier >= range.first - SUMMARY_PERIODS_MAX ? earlier : from;
}

/** Sums of categories between days at which they were cut. */
export class Activity {
  readonly #cuts = new Map<number, Cut>();

  constructor(sql: Sql, range: Range, needs: Needs, nodes: readonly Node[], withPending: boolean) {
    const leaves = nodes.filter(({ category }) => !category.is_group);
    const pieces = leaves.map((leaf) =>
      listPieces(range, needs, daysCut(range, needs, leaf, nodes), leaf),
    );
    const sums = piecesActivity(sql, pieces.flat(), withPending);
    let at = 0;
    for (const [index, leaf] of leaves.entries()) {
      const own = pieces[index] ?? [];
      this.#cuts.set(leaf.category.id, cutIntoPeriods(own, sums.slice(at, at + own.length)));
      at += own.length;
    }
  }

  /**
   * Activity from one day to another, in the sign of transactions; a group's is the sum of its
   * members'. Before the days that are shown, all of it is `other`.
   */
  between(node: Node, start: Day, end: Day): Sums {
    if (node.category.is_group) {
      return node.members.map((member) => this.between(member, start, end)).reduce(added, NOTHING);
    }
    const cut = must(this.#cuts.get(node.category.id), "every category has its sums");
    const from = must(cut.before.get(start), `the days are cut before ${start}`);
    const to = must(cut.upTo.get(end), `the days are cut after ${end}`);
    return { other: to.other - from.other, recurring: to.recurring - from.recurring };
  }

  /** Activity of periods in the direction of the category: spent, or received. */
  inPeriods(range: Range, node: Node, first: number, last: number): number {
    if (last < first) return 0;
    const start = periodWith(range, first).start;
    const { other, recurring } = this.between(node, start, periodWith(range, last).end);
    return node.direction * (other + recurring);
  }
}

/** The sums of all days before a day, and up to a day, from the first cut on. */
interface Cut {
  readonly before: ReadonlyMap<Day, Sums>;
  readonly upTo: ReadonlyMap<Day, Sums>;
}

const NOTHING: Sums = { other: 0, recurring: 0 };

function added(one: Sums, other: Sums): Sums {
  return { other: one.other + other.other, recurring: one.recurring + other.recurring };
}

function cutIntoPeriods(pieces: readonly Piece[], sums: readonly Sums[]): Cut {
  const before = new Map<Day, Sums>();
  const upTo = new Map<Day, Sums>();
  let sum = NOTHING;
  for (const [index, { start, end }] of pieces.entries()) {
    before.set(start, sum);
    sum = added(sum, sums[index] ?? NOTHING);
    upTo.set(end, sum);
  }
  return { before, upTo };
}

function daysCut(range: Range, needs: Needs, leaf: Node, all: readonly Node[]): Set<Day> {
  const cut = new Set<Day>([range.start]);
  const before = (number: number): unknown => cut.add(periodWith(range, number).start);
  const periods = (first: number, last: number): void => numbers(first, last).forEach(before);
  if (needs.occurrences) periods(firstShown(range, needs), range.last + 1);
  if (!needs.budgets) return cut;
  const family = leaf.group === null ? [leaf] : [leaf, leaf.group];
  for (const one of family) {
    const past = countPastPeriods(range, one);
    if (counts(needs, one.automation) && past < range.first) periods(past, past);
    const eachPeriod =
      one.automation?.auto_budget_type === "spend" ||
      (needs.leftToBudget && leaf.category.is_income);
    if (eachPeriod) periods(seriesStart(range, needs, one, all), range.last + 1);
  }
  if (cut.size > 1 || needs.leftToBudget) before(range.first);
  return cut;
}

function listPieces(range: Range, needs: Needs, cut: ReadonlySet<Day>, leaf: Node): Piece[] {
  const shown = periodWith(range, firstShown(range, needs)).start;
  const days = [...cut].filter((day) => day <= range.end).toSorted();
  return days.map((start, index) => {
    const next = days[index + 1];
    return {
      category: leaf.category.id,
      start,
      end: next === undefined ? range.end : addDays(next, -1),
      apart: start >= shown,
    };
  });
}
