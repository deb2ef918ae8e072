// The categories table: categories and groups in one, a member pointing at its group. Members carry
// their group's flags (is_income, exclude_*), copied when they join and when the group changes, so
// that sums need only one table.

import { must } from "../../platform/assert.ts";
import { countBudgets, deleteBudgets } from "../budgets/store.ts";
import { dropCategoryFromRules, rulesSettingCategory } from "../rules/store.ts";
import type { Sql } from "../../platform/sql/sql.ts";

export interface CategoryState {
  readonly name: string;
  readonly description: string | null;
  readonly is_income: boolean;
  readonly exclude_from_budget: boolean;
  readonly exclude_from_totals: boolean;
  readonly is_group: boolean;
  readonly group_id: number | null;
  readonly archived: boolean;
  readonly archived_at: number | null;
  readonly collapsed: boolean;
}

export interface Category extends CategoryState {
  readonly id: number;
  /** Null comes before every number, by name. */
  readonly position: number | null;
  readonly created_at: number;
  readonly updated_at: number;
}

type Row = {
  readonly [Property in keyof Category]: Category[Property] extends boolean
    ? number
    : Category[Property];
};

/** All categories and groups in their order: those without a position first, by name. */
export function listCategories(sql: Sql): Category[] {
  return sql
    .all<Row>("SELECT * FROM categories ORDER BY position NULLS FIRST, name COLLATE NOCASE, id")
    .map(fromRow);
}

export function findCategory(sql: Sql, id: number): Category | null {
  const row = sql.first<Row>("SELECT * FROM categories WHERE id = ?", id);
  return row === null ? null : fromRow(row);
}

/** The members of a group in their order. */
export function listMembers(sql: Sql, groupId: number): Category[] {
  return sql
    .all<Row>(
      "SELECT * FROM categories WHERE group_id = ? ORDER BY position NULLS FIRST, name COLLATE NOCASE, id",
      groupId,
    )
    .map(fromRow);
}

/** The ids a filter by this category means: itself, and a group's members. */
export function withMembers(sql: Sql, id: number): number[] {
  return sql
    .all<{ id: number }>("SELECT id FROM categories WHERE id = ?1 OR group_id = ?1", id)
    .map((row) => row.id);
}

/** The id of another category or group of this name, or null. */
export function categoryNamed(sql: Sql, name: string, except: number | null): number | null {
  return (
    sql.first<{ id: number }>(
      "SELECT id FROM categories WHERE name = ? AND id IS NOT ?",
      name,
      except,
    )?.id ?? null
  );
}

const STATE = [
  "name",
  "description",
  "is_income",
  "exclude_from_budget",
  "exclude_from_totals",
  "is_group",
  "group_id",
  "archived",
  "archived_at",
  "collapsed",
] as const satisfies readonly (keyof CategoryState)[];

/** A new category or group; its id. */
export function insertCategory(sql: Sql, category: CategoryState, now: number): number {
  const row = sql.first<{ id: number }>(
    `INSERT INTO categories (${STATE.join(", ")}, created_at, updated_at) VALUES (${STATE.map(() => "?").join(", ")}, ?, ?) RETURNING id`,
    ...STATE.map((column) => category[column]),
    now,
    now,
  );
  return must(row, "an inserted category has an id").id;
}

export function updateCategory(sql: Sql, id: number, category: CategoryState, now: number): void {
  const set = STATE.map((column) => `${column} = ?`).join(", ");
  sql.run(
    `UPDATE categories SET ${set}, updated_at = ? WHERE id = ?`,
    ...STATE.map((column) => category[column]),
    now,
    id,
  );
}

/** Makes these categories the members of the group; its other members leave it. */
export function setMembers(
  sql: Sql,
  groupId: number,
  members: readonly number[],
  now: number,
): void {
  const list = JSON.stringify(members);
  sql.run(
    "UPDATE categories SET group_id = NULL, updated_at = ? WHERE group_id = ? AND id NOT IN (SELECT value FROM json_each(?))",
    now,
    groupId,
    list,
  );
  sql.run(
    "UPDATE categories SET group_id = ?1, updated_at = ?2 WHERE id IN (SELECT value FROM json_each(?3)) AND group_id IS NOT ?1",
    groupId,
    now,
    list,
  );
}

/** Gives every member of the group the group's flags. */
export function inheritFlags(sql: Sql, groupId: number, now: number): void {
  sql.run(
    `UPDATE categories SET is_income = g.is_income, exclude_from_budget = g.exclude_from_budget,
       exclude_from_totals = g.exclude_from_totals, updated_at = ?
     FROM categories g WHERE g.id = ? AND categories.group_id = g.id AND
       (categories.is_income, categories.exclude_from_budget, categories.exclude_from_totals)
       <> (g.is_income, g.exclude_from_budget, g.exclude_from_totals)`,
    now,
    groupId,
  );
}

/** Counts of what depends on the category, under the names of the documents. */
export type CategoryDependents = {
  readonly budget: number;
  readonly category_rules: number;
  readonly transactions: number;
  readonly children: number;
  readonly recurring: number;
  readonly plaid_cats: number;
};

export function categoryDependents(sql: Sql, id: number): CategoryDependents {
  const count = (from: string): number => sql.count(`${from} = ?`, id);
  return {
    budget: countBudgets(sql, id),
    category_rules: rulesSettingCategory(sql, id),
    transactions: count("transactions WHERE category_id"),
    children: count("categories WHERE group_id"),
    recurring: count("recurring_items WHERE set_category_id"),
    // No provider creates categories here.
    plaid_cats: 0,
  };
}

/** Deletes the category or group; what depended on it is left without one. */
export function deleteCategory(sql: Sql, id: number, now: number): void {
  sql.run(
    "UPDATE transactions SET category_id = NULL, updated_at = ? WHERE category_id = ?",
    now,
    id,
  );
  sql.run(
    "UPDATE recurring_items SET set_category_id = NULL, updated_at = ? WHERE set_category_id = ?",
    now,
    id,
  );
  sql.run("UPDATE categories SET group_id = NULL, updated_at = ? WHERE group_id = ?", now, id);
  dropCategoryFromRules(sql, id, now);
  deleteBudgets(sql, id);
  sql.run("DELETE FROM categories WHERE id = ?", id);
}

function fromRow(row: Row): Category {
  return {
    ...row,
    is_income: row.is_income === 1,
    exclude_from_budget: row.exclude_from_budget === 1,
    exclude_from_totals: row.exclude_from_totals === 1,
    is_group: row.is_group === 1,
    archived: row.archived === 1,
    collapsed: row.collapsed === 1,
  };
}
