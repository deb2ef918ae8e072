// The budget tables: period settings, amounts by category and period start, automatic budgets, and
// adjustments of the rollover pool. Amounts are units of their own currency.

import { must } from "../../platform/assert.ts";
import type { Currency } from "../../money/currency.ts";
import type { Day } from "../../money/day.ts";
import type { Units } from "../../money/money.ts";
import type { Sql } from "../../platform/sql/sql.ts";
import type { PeriodGranularity, PeriodSettings } from "./periods.ts";

export const INCOME_OPTIONS = ["max", "budgeted", "activity"] as const;
export type IncomeOption = (typeof INCOME_OPTIONS)[number];

export const AUTO_BUDGET_TYPES = ["nothing", "fixed", "spend", "budget"] as const;
export type AutoBudgetType = (typeof AUTO_BUDGET_TYPES)[number];

export const ROLLOVER_OPTIONS = ["same category", "available funds"] as const;
export type RolloverOption = (typeof ROLLOVER_OPTIONS)[number];

export interface BudgetSettings {
  readonly periods: PeriodSettings;
  readonly hideNoActivity: boolean;
  /** Which income is the base of what can be budgeted. */
  readonly incomeOption: IncomeOption;
  readonly rolloverLeftToBudget: boolean;
}

interface SettingsRow {
  readonly period_granularity: PeriodGranularity;
  readonly period_quantity: number;
  readonly period_anchor_date: Day;
  readonly hide_no_activity: number;
  readonly use_last_day_of_month: number;
  readonly income_option: IncomeOption;
  readonly rollover_left_to_budget: number;
}

export function readSettings(sql: Sql): BudgetSettings {
  const row = must(
    sql.first<SettingsRow>("SELECT * FROM budget_settings"),
    "the schema step wrote the budget settings",
  );
  return {
    periods: {
      granularity: row.period_granularity,
      quantity: row.period_quantity,
      anchor: row.period_anchor_date,
      useLastDayOfMonth: row.use_last_day_of_month === 1,
    },
    hideNoActivity: row.hide_no_activity === 1,
    incomeOption: row.income_option,
    rolloverLeftToBudget: row.rollover_left_to_budget === 1,
  };
}

export function writeSettings(sql: Sql, settings: BudgetSettings): void {
  const { periods } = settings;
  sql.run(
    `UPDATE budget_settings SET period_granularity = ?, period_quantity = ?, period_anchor_date = ?,
       use_last_day_of_month = ?, hide_no_activity = ?, income_option = ?, rollover_left_to_budget = ?`,
    periods.granularity,
    periods.quantity,
    periods.anchor,
    periods.useLastDayOfMonth,
    settings.hideNoActivity,
    settings.incomeOption,
    settings.rolloverLeftToBudget,
  );
}

export interface BudgetAmount {
  readonly id: number;
  readonly category_id: number;
  readonly start_date: Day;
  readonly amount: Units;
  readonly currency: Currency;
  readonly notes: string | null;
  readonly created_at: number;
  readonly updated_at: number;
}

/** The amounts whose start lies in the range, valid starts or not, by start and category. */
export function listAmounts(sql: Sql, start: Day, end: Day): BudgetAmount[] {
  return sql.all<BudgetAmount>(
    "SELECT * FROM budget_amounts WHERE start_date BETWEEN ? AND ? ORDER BY start_date, category_id",
    start,
    end,
  );
}

export function findAmount(sql: Sql, categoryId: number, start: Day): BudgetAmount | null {
  return sql.first<BudgetAmount>(
    "SELECT * FROM budget_amounts WHERE category_id = ? AND start_date = ?",
    categoryId,
    start,
  );
}

/** The amounts of the members of a group in the period that starts then. */
export function memberAmounts(sql: Sql, groupId: number, start: Day): BudgetAmount[] {
  return sql.all<BudgetAmount>(
    `SELECT a.* FROM categories c JOIN budget_amounts a ON a.category_id = c.id
     WHERE c.group_id = ? AND a.start_date = ?`,
    groupId,
    start,
  );
}

/** The amounts whose start lies in the range, and all earlier ones of these categories. */
export function amountsUpTo(
  sql: Sql,
  start: Day,
  end: Day,
  withPast: readonly number[],
): BudgetAmount[] {
  const earlier = sql.all<BudgetAmount>(
    `SELECT a.* FROM json_each(?) j CROSS JOIN budget_amounts a
       ON a.category_id = j.value AND a.start_date < ?`,
    JSON.stringify(withPast),
    start,
  );
  return [...earlier, ...listAmounts(sql, start, end)];
}

/**
 * Writes the budget of a category in a period, replacing an earlier one; undefined keeps the notes.
 */
export function upsertAmount(
  sql: Sql,
  amount: Pick<BudgetAmount, "category_id" | "start_date" | "amount" | "currency"> & {
    readonly notes: string | null | undefined;
  },
  now: number,
): void {
  sql.run(
    `INSERT INTO budget_amounts (category_id, start_date, amount, currency, notes, created_at, updated_at)
     VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?6)
     ON CONFLICT (category_id, start_date) DO UPDATE SET amount = excluded.amount,
       currency = excluded.currency, notes = iif(?7, excluded.notes, notes), updated_at = excluded.updated_at`,
    amount.category_id,
    amount.start_date,
    amount.amount,
    amount.currency,
    amount.notes ?? null,
    now,
    amount.notes !== undefined,
  );
}

export function deleteAmount(sql: Sql, categoryId: number, start: Day): void {
  sql.run("DELETE FROM budget_amounts WHERE category_id = ? AND start_date = ?", categoryId, start);
}

/** How many budgets a category has: amounts that were given, and an automatic one. */
export function countBudgets(sql: Sql, categoryId: number): number {
  return (
    sql.first<{ count: number }>(
      `SELECT (SELECT count(*) FROM budget_amounts WHERE category_id = ?1) + (SELECT count(*) FROM budget_automation
         WHERE category_id = ?1 AND auto_budget_type <> 'nothing') AS count`,
      categoryId,
    )?.count ?? 0
  );
}

/** Forgets everything budgeted for a category, given or automatic. */
export function deleteBudgets(sql: Sql, categoryId: number): void {
  sql.run("DELETE FROM budget_amounts WHERE category_id = ?", categoryId);
  sql.run("DELETE FROM budget_automation WHERE category_id = ?", categoryId);
}

/** An automatic budget. */
export interface Automation {
  readonly category_id: number;
  readonly auto_budget_type: AutoBudgetType;
  /** With the type fixed, and only then; the currency likewise. */
  readonly auto_budget_amount: Units | null;
  readonly auto_budget_currency: Currency | null;
  readonly rollover_option: RolloverOption | null;
  /** It holds from the period of this day on. */
  readonly start_date: Day;
}

export function listAutomation(sql: Sql): Automation[] {
  return sql.all<Automation>("SELECT * FROM budget_automation");
}

export function findAutomation(sql: Sql, categoryId: number): Automation | null {
  return sql.first<Automation>("SELECT * FROM budget_automation WHERE category_id = ?", categoryId);
}

export function writeAutomation(sql: Sql, automation: Automation, now: number): void {
  sql.run(
    `INSERT INTO budget_automation (category_id, auto_budget_type, auto_budget_amount, auto_budget_currency,
       rollover_option, start_date, created_at, updated_at) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?7)
     ON CONFLICT (category_id) DO UPDATE SET auto_budget_type = excluded.auto_budget_type,
       auto_budget_amount = excluded.auto_budget_amount, auto_budget_currency = excluded.auto_budget_currency,
       rollover_option = excluded.rollover_option, start_date = excluded.start_date, updated_at = excluded.updated_at`,
    automation.category_id,
    automation.auto_budget_type,
    automation.auto_budget_amount,
    automation.auto_budget_currency,
    automation.rollover_option,
    automation.start_date,
    now,
  );
}

/** Money put into the rollover pool by hand, or taken out of it when negative. */
export interface Adjustment {
  readonly id: number;
  readonly date: Day;
  readonly amount: Units;
  readonly currency: Currency;
  readonly created_at: number;
}

/** The adjustments in the order of their days. */
export function listAdjustments(sql: Sql): Adjustment[] {
  return sql.all<Adjustment>("SELECT * FROM rollover_adjustments ORDER BY date, id");
}

export function findAdjustment(sql: Sql, id: number): Adjustment | null {
  return sql.first<Adjustment>("SELECT * FROM rollover_adjustments WHERE id = ?", id);
}

/** A new adjustment; its id. */
export function insertAdjustment(
  sql: Sql,
  adjustment: Pick<Adjustment, "date" | "amount" | "currency">,
  now: number,
): number {
  const row = sql.first<{ id: number }>(
    "INSERT INTO rollover_adjustments (date, amount, currency, created_at) VALUES (?, ?, ?, ?) RETURNING id",
    adjustment.date,
    adjustment.amount,
    adjustment.currency,
    now,
  );
  return must(row, "an inserted adjustment has an id").id;
}

export function deleteAdjustment(sql: Sql, id: number): void {
  sql.run("DELETE FROM rollover_adjustments WHERE id = ?", id);
}
