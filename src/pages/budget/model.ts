// The budget of one period as the page shows it, from the service's summary. Pure. The service's
// signs are those of transactions (money out is positive, so income is negative); on the page each
// line counts in its own direction: spent for spending, received for income. Signs are changed in
// this file and nowhere else. All amounts are units of the budget's currency.

import { leftToBudget } from "../../budget/budgets/summary.ts";
import type { IncomeOption } from "../../budget/budgets/store.ts";
import type { Day } from "../../money/day.ts";
import type { Category, CategoryTree } from "../categories/wire.ts";
import type { Settings, Summary, SummaryCategory, WireOccurrence } from "./wire.ts";

/** A category's budget and activity in one period. */
export interface PeriodOfLine {
  readonly start: Day;
  readonly end: Day;
  readonly budgeted: number | null;
  /** The amount spent, or for income the amount received. */
  readonly spent: number;
}

/** A category or group in the period that is shown. */
export interface Line {
  readonly id: number;
  readonly name: string;
  readonly isGroup: boolean;
  readonly isIncome: boolean;
  /** The budgeted amount; null without a budget. */
  readonly budgeted: number | null;
  /** The amount as it was entered, in its own currency; null without one. */
  readonly entered: { readonly amount: number; readonly currency: string } | null;
  readonly notes: string;
  readonly spent: number;
  /** The sum of recurring items that are still expected. */
  readonly expected: number;
  /** The sum of all recurring items of the period. */
  readonly recurring: number;
  /** Null without a budget and without anything carried over. */
  readonly left: number | null;
  /** The amount carried over from earlier periods; negative if they were overspent. */
  readonly carried: number;
  /** The periods before, the oldest first. */
  readonly past: readonly PeriodOfLine[];
}

/** A group with its members. The categories without a group are one section. */
export interface Section {
  readonly group: Line | null;
  readonly members: readonly Line[];
}

export interface Sums {
  readonly budgeted: number;
  readonly spent: number;
  readonly expected: number;
  readonly left: number;
  readonly carried: number;
}

/** The money to budget. Left = pool + income - budgeted. */
export interface Pot {
  readonly option: IncomeOption;
  readonly planned: number;
  readonly received: number;
  /** The income that counts, by the budget's setting. */
  readonly income: number;
  readonly pool: number;
  readonly budgeted: number;
  readonly left: number;
}

export interface Uncategorized {
  readonly spent: number;
  readonly received: number;
  readonly count: number;
}

export interface Budget {
  readonly income: readonly Section[];
  readonly spending: readonly Section[];
  readonly incomeSums: Sums;
  readonly spendingSums: Sums;
  /** Categories outside the budget that had transactions in the period; money out is positive. */
  readonly outside: readonly Line[];
  readonly uncategorized: Uncategorized;
  readonly pot: Pot;
  /** Lines without budget and activity that are not shown, by the person's own setting. */
  readonly quiet: number;
}

/** A category or group of the top level: its line, and the part of the page that it is. */
interface Top {
  readonly category: Category;
  readonly line: Line | null;
  readonly shown: Section;
  /** How many of its lines are hidden since they have neither budget nor activity. */
  readonly hidden: number;
}

/** Builds the budget of the summary's period. */
export function buildBudget(
  summary: Summary,
  tree: CategoryTree,
  settings: Settings,
  showsQuiet: boolean,
): Budget {
  const entries = new Map(summary.categories.map((entry) => [entry.category_id, entry]));
  const hides = settings.hidesQuiet && !showsQuiet;
  const tops = tree.map((top) => toTop(top, entries, hides));
  const inBudget = tops.filter(({ category }) => !category.exclude_from_budget);
  const income = inBudget.filter(({ category }) => category.is_income);
  const spending = inBudget.filter(({ category }) => !category.is_income);
  return {
    income: gatherSections(income),
    spending: gatherSections(spending),
    incomeSums: sumLines(income),
    spendingSums: sumLines(spending),
    outside: tops
      .filter(({ category }) => category.exclude_from_budget)
      .flatMap(({ line }) => keep(line).filter(isActive)),
    uncategorized: readUncategorized(summary),
    pot: fillPot(summary, settings.incomeOption, income, spending),
    quiet: inBudget.reduce((sum, { hidden }) => sum + hidden, 0),
  };
}

function toTop(
  { children, ...category }: CategoryTree[number],
  entries: ReadonlyMap<number, SummaryCategory>,
  hides: boolean,
): Top {
  const line = toLine(category, entries.get(category.id));
  const members = category.is_group
    ? (children ?? []).map((one) => ({ ...one, is_income: category.is_income }))
    : [category];
  const lines = members.flatMap((one) => {
    const own = toLine(one, entries.get(one.id));
    return own === null ? [] : [{ own, isArchived: one.archived }];
  });
  const inUse = lines.filter(({ own, isArchived }) => !isArchived || isActive(own));
  const shown = inUse.map(({ own }) => own).filter((own) => !hides || isActive(own));
  const isGroupShown =
    line !== null && (shown.length > 0 || isActive(line) || !(category.archived || hides));
  return {
    category,
    line,
    shown: { group: category.is_group && isGroupShown ? line : null, members: shown },
    hidden: inUse.length - shown.length,
  };
}

/** The groups in their order, then all categories without a group together. */
function gatherSections(tops: readonly Top[]): readonly Section[] {
  const singles = tops
    .filter(({ category }) => !category.is_group)
    .flatMap(({ shown }) => shown.members);
  const groups = tops.map(({ shown }) => shown).filter(({ group }) => group !== null);
  return singles.length === 0 ? groups : [...groups, { group: null, members: singles }];
}

function keep(line: Line | null): readonly Line[] {
  return line === null ? [] : [line];
}

/** Whether the line has a budget or any activity. */
function isActive({ budgeted, spent, expected, left }: Line): boolean {
  return budgeted !== null || spent !== 0 || expected !== 0 || (left !== null && left !== 0);
}

function toLine(category: Category, entry: SummaryCategory | undefined): Line | null {
  if (entry === undefined) return null;
  const { totals, occurrences = [] } = entry;
  const turn = (amount: number) => toDirection(category, amount);
  const spent = turn(totals.other_activity + totals.recurring_activity);
  const current = occurrences.find(({ in_range: isInRange }) => isInRange);
  const { budgeted, available: left } = totals;
  return {
    id: category.id,
    name: category.name,
    isGroup: category.is_group,
    isIncome: category.is_income,
    budgeted,
    entered: readEntered(current),
    notes: current?.notes ?? "",
    spent,
    expected: turn(totals.recurring_remaining),
    recurring: turn(totals.recurring_expected),
    left,
    carried: left === null ? 0 : left - (budgeted ?? 0) + spent,
    past: occurrences
      .filter(({ in_range: isInRange }) => !isInRange)
      .map((one) => toPeriod(category, one)),
  };
}

/** One period of a category, in its direction. */
export function toPeriod(
  category: Pick<Category, "is_income">,
  { start_date: start, end_date: end, budgeted, ...one }: WireOccurrence,
): PeriodOfLine {
  const spent = toDirection(category, one.other_activity + one.recurring_activity);
  return { start, end, budgeted, spent };
}

function toDirection({ is_income: isIncome }: Pick<Category, "is_income">, amount: number): number {
  return isIncome && amount !== 0 ? -amount : amount;
}

function readEntered(one: WireOccurrence | undefined): Line["entered"] {
  const { budgeted_amount: amount = null, budgeted_currency: currency = null } = one ?? {};
  return amount === null || currency === null ? null : { amount, currency };
}

/** A group counts with its members in it. Lines that are not shown count too. */
function sumLines(tops: readonly Top[]): Sums {
  return tops
    .flatMap(({ line }) => keep(line))
    .reduce<Sums>(
      (sum, line) => ({
        budgeted: sum.budgeted + (line.budgeted ?? 0),
        spent: sum.spent + line.spent,
        expected: sum.expected + line.expected,
        carried: sum.carried + line.carried,
        left: sum.left + line.carried + (line.budgeted ?? 0) - line.spent,
      }),
      { budgeted: 0, spent: 0, expected: 0, left: 0, carried: 0 },
    );
}

function fillPot(
  summary: Summary,
  option: IncomeOption,
  income: readonly Top[],
  spending: readonly Top[],
): Pot {
  const lines = income.flatMap(({ line }) => keep(line));
  const counted = leftToBudget(
    option,
    lines.map(({ budgeted, spent }) => ({ isIncome: true, budgeted, activity: spent })),
  );
  const { budgeted } = sumLines(spending);
  const pool = summary.rollover_pool?.budgeted_to_base ?? 0;
  return {
    option,
    planned: sumLines(income).budgeted,
    received: sumLines(income).spent,
    income: counted,
    pool,
    budgeted,
    left: pool + counted - budgeted,
  };
}

function readUncategorized({ totals }: Summary): Uncategorized {
  if (totals === undefined) return { spent: 0, received: 0, count: 0 };
  const { inflow, outflow } = totals;
  const received = inflow.uncategorized + inflow.uncategorized_recurring;
  return {
    spent: outflow.uncategorized + outflow.uncategorized_recurring,
    received: received === 0 ? 0 : -received,
    count: inflow.uncategorized_count + outflow.uncategorized_count,
  };
}

/** Lists the lines that are shown, each group before its members. */
export function listLines(sections: readonly Section[]): readonly Line[] {
  return sections.flatMap(({ group, members }) => [...keep(group), ...members]);
}

/** Lists the shown categories that can have an amount, without the groups. */
export function listLeaves({ income, spending }: Budget): readonly Line[] {
  return [...income, ...spending].flatMap(({ members }) => members);
}

/** The part of a group's own amount beyond its members' amounts; null if there is none. */
export function findOwnAmount({ group, members }: Section): number | null {
  if (group === null || group.budgeted === null) return null;
  const together = members.reduce((sum, { budgeted }) => sum + (budgeted ?? 0), 0);
  return group.budgeted > together ? group.budgeted : null;
}
