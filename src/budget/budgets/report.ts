// GET /summary as numbers: activity, budgets, available amounts, totals and the rollover pool of a
// range, in units of the primary currency. Activity keeps the sign of transactions (a debit is
// positive). Budgets are amounts as people enter them, so an income category's activity and budget
// have opposite signs.

import type { Currency } from "../../money/currency.ts";
import type { Day } from "../../money/day.ts";
import { units, UNITS_MAX, type Units } from "../../money/money.ts";
import type { Convert } from "../rates/store.ts";
import type { Sums } from "./activity.ts";
import {
  Activity,
  firstBudgeted,
  countPastPeriods,
  seriesStart,
  type Needs,
  type Node,
} from "./ledger.ts";
import { numbers, periodWith, type Range } from "./range.ts";
import {
  available,
  budgetedSeries,
  groupBudgeted,
  leftover,
  leftToBudget,
  sumKnown,
  type PeriodFacts,
} from "./summary.ts";
import type { BudgetSettings } from "./store.ts";

/** An amount as somebody gave it. */
interface Given {
  readonly amount: Units;
  readonly currency: Currency;
  readonly toBase: number;
}

export interface Occurrence extends Sums {
  readonly inRange: boolean;
  readonly start: Day;
  readonly end: Day;
  readonly budgeted: number | null;
  readonly budgetedAmount: Units | null;
  readonly budgetedCurrency: Currency | null;
  readonly notes: string | null;
  /** Whether the budget is automatic: nobody entered an amount. */
  readonly automatic: boolean;
}

/** The budgets of one summary, each worked out once. */
export class Report {
  readonly #series = new Map<
    number,
    { readonly from: number; readonly budgeted: (number | null)[] }
  >();
  readonly #range: Range;
  readonly #needs: Needs;
  readonly #nodes: readonly Node[];
  readonly #activity: Activity;
  readonly #primary: Currency;
  readonly #convert: Convert;

  constructor(facts: {
    readonly range: Range;
    readonly needs: Needs;
    readonly nodes: readonly Node[];
    readonly activity: Activity;
    readonly primary: Currency;
    readonly convert: Convert;
  }) {
    this.#range = facts.range;
    this.#needs = facts.needs;
    this.#nodes = facts.nodes;
    this.#activity = facts.activity;
    this.#primary = facts.primary;
    this.#convert = facts.convert;
  }

  /** The activity in the range. */
  sumActivity(node: Node): Sums {
    return this.#activity.between(node, this.#range.start, this.#range.end);
  }

  /** The budget of an aligned range, and what is available of it. */
  sumBudget(node: Node): { readonly budgeted: number | null; readonly available: number | null } {
    const { first, last } = this.#range;
    const budgeted = sumKnown(numbers(first, last).map((number) => this.#budgeted(node, number)));
    const { other, recurring } = this.sumActivity(node);
    const activity = node.direction * (other + recurring);
    return { budgeted, available: available(budgeted, this.#carried(node), activity) };
  }

  /** The node's periods: the three before the range if they are requested, then those inside it. */
  listOccurrences(node: Node): Occurrence[] {
    const past = this.#needs.past ? this.#range.past : [];
    return [...past, ...this.#range.inside].map((number) => {
      const { start, end } = periodWith(this.#range, number);
      const budgeted = this.#budgeted(node, number);
      const given = this.#given(node, number);
      const shown = budgeted === null ? null : this.#shown(budgeted, given);
      return {
        inRange: number >= this.#range.first,
        start,
        end,
        ...this.#activity.between(node, start, end),
        budgeted,
        budgetedAmount: shown?.amount ?? null,
        budgetedCurrency: shown?.currency ?? null,
        notes: node.amounts.get(number)?.notes ?? null,
        automatic: !node.amounts.has(number) && this.#own(node, number) !== null,
      };
    });
  }

  /**
   * The pool from past periods: leftovers of categories that roll over into it, and money left to
   * budget.
   */
  pooled(settings: BudgetSettings): number {
    const feeding = this.#nodes.filter((node) => this.#feedsPool(node));
    const leftovers = feeding.reduce(
      // Income above its budget feeds the pool, and so do expenses below theirs.
      (sum, node) => sum + node.direction * (this.#leftover(node) ?? 0),
      0,
    );
    return settings.rolloverLeftToBudget ? leftovers + this.#leftToBudget(settings) : leftovers;
  }

  /** Whether the node's leftovers go to the pool: as its group says, where that says anything. */
  #feedsPool(node: Node): boolean {
    if (node.category.exclude_from_budget) return false;
    if (node.group?.automation?.rollover_option != null) return false;
    return node.automation?.rollover_option === "available funds";
  }

  #leftToBudget({ incomeOption }: BudgetSettings): number {
    const { first } = this.#range;
    const top = this.#nodes.filter(
      ({ category, group }) => group === null && !category.exclude_from_budget,
    );
    return numbers(firstBudgeted(this.#range, this.#nodes), first - 1).reduce((sum, number) => {
      const entries = top.map((node) => ({
        isIncome: node.category.is_income,
        budgeted: this.#budgeted(node, number),
        activity: node.category.is_income
          ? this.#activity.inPeriods(this.#range, node, number, number)
          : 0,
      }));
      return sum + leftToBudget(incomeOption, entries);
    }, 0);
  }

  /** The rollover into the range within the category; null if nothing rolls over. */
  #carried(node: Node): number | null {
    const option = node.automation?.rollover_option ?? null;
    if (option === "same category") return this.#leftover(node);
    // A group without a budget of its own has its members' budgets.
    if (option === null) return sumKnown(node.members.map((member) => this.#carried(member)));
    return null;
  }

  #leftover(node: Node): number | null {
    const past = countPastPeriods(this.#range, node);
    const { first, last } = this.#range;
    if (past > last) return null;
    const budgeted = numbers(past, first - 1).map((number) => this.#budgeted(node, number));
    return leftover(budgeted, this.#activity.inPeriods(this.#range, node, past, first - 1));
  }

  /** The period's budget, automatic ones included; a group's amount plus its members'. */
  #budgeted(node: Node, number: number): number | null {
    const own = this.#own(node, number);
    if (!node.category.is_group) return own;
    return groupBudgeted(
      own,
      node.members.map((member) => this.#budgeted(member, number)),
    );
  }

  #own(node: Node, number: number): number | null {
    const { from, budgeted } = this.#readSeries(node);
    return budgeted[number - from] ?? null;
  }

  #readSeries(node: Node): { readonly from: number; readonly budgeted: (number | null)[] } {
    const known = this.#series.get(node.category.id);
    if (known !== undefined) return known;
    const from = seriesStart(this.#range, this.#needs, node, this.#nodes);
    const facts = numbers(from, this.#range.last).map((number) => this.#readPeriod(node, number));
    const series = { from, budgeted: budgetedSeries(facts) };
    this.#series.set(node.category.id, series);
    return series;
  }

  #readPeriod(node: Node, number: number): PeriodFacts {
    const stored = node.amounts.get(number);
    const type = node.automation?.auto_budget_type ?? "nothing";
    const spends = type === "spend";
    return {
      given: stored === undefined ? null : this.#inBase(stored.amount, stored.currency, number),
      automatic: number < node.automaticFrom ? null : this.#automatic(node, number),
      activity: spends ? this.#activity.inPeriods(this.#range, node, number, number) : 0,
    };
  }

  #automatic({ automation }: Node, number: number): PeriodFacts["automatic"] {
    const type = automation?.auto_budget_type ?? "nothing";
    if (type === "spend" || type === "budget") return { type };
    const { auto_budget_amount: amount = null, auto_budget_currency: currency = null } =
      automation ?? {};
    if (amount === null || currency === null) return null;
    return { type: "fixed", amount: this.#inBase(amount, currency, number) };
  }

  /**
   * The amount that a person entered for this period or for all periods; null if no entered amount
   * decides.
   */
  #given(node: Node, number: number): Given | null {
    const stored = node.amounts.get(number);
    const { auto_budget_amount: amount = null, auto_budget_currency: currency = null } =
      node.automation ?? {};
    const given =
      stored ??
      (number >= node.automaticFrom && amount !== null && currency !== null
        ? { amount, currency }
        : null);
    if (given === null) return null;
    const toBase = this.#inBase(given.amount, given.currency, number);
    return { amount: given.amount, currency: given.currency, toBase };
  }

  /** The budget as it was entered; in the primary currency if no entered amount decides it. */
  #shown(budgeted: number, given: Given | null): Pick<Given, "amount" | "currency"> {
    if (given !== null && given.toBase === budgeted) return given;
    const amount = units(Math.min(UNITS_MAX, Math.max(-UNITS_MAX, budgeted)));
    return { amount, currency: this.#primary };
  }

  #inBase(amount: Units, currency: Currency, number: number): number {
    return this.#convert(amount, currency, this.#primary, periodWith(this.#range, number).start);
  }
}
