// The rules table. Criteria and actions are JSON in the shape of the matcher, written only by us.

import { must } from "../../value/assert.ts";
import type { Sql } from "../../sql/sql.ts";
import type { Actions, Criteria, Rule } from "./matcher.ts";

export interface RuleState {
  readonly name: string | null;
  readonly priority: number;
  readonly enabled: boolean;
  readonly criteria: Criteria;
  readonly actions: Actions;
}

export interface StoredRule extends Rule, RuleState {
  readonly created_at: number;
  readonly updated_at: number;
}

interface Row {
  readonly id: number;
  readonly name: string | null;
  readonly priority: number;
  readonly enabled: number;
  readonly criteria: string;
  readonly actions: string;
  readonly created_at: number;
  readonly updated_at: number;
}

/** All rules in the order they run: by priority, then by age. */
export function listRules(sql: Sql): StoredRule[] {
  return sql.all<Row>("SELECT * FROM rules ORDER BY priority, id").map(fromRow);
}

/** The rules that run, in their order. */
export function enabledRules(sql: Sql): Rule[] {
  return listRules(sql).filter((rule) => rule.enabled);
}

export function findRule(sql: Sql, id: number): StoredRule | null {
  const row = sql.first<Row>("SELECT * FROM rules WHERE id = ?", id);
  return row === null ? null : fromRow(row);
}

export function countRules(sql: Sql): number {
  return sql.first<{ count: number }>("SELECT count(*) AS count FROM rules")?.count ?? 0;
}

/** A new rule; its id. */
export function insertRule(sql: Sql, rule: RuleState, now: number): number {
  const row = sql.first<{ id: number }>(
    "INSERT INTO rules (name, priority, enabled, criteria, actions, created_at, updated_at) VALUES (?, ?, ?, ?, ?, ?, ?) RETURNING id",
    rule.name,
    rule.priority,
    rule.enabled,
    JSON.stringify(rule.criteria),
    JSON.stringify(rule.actions),
    now,
    now,
  );
  return must(row, "an inserted rule has an id").id;
}

export function updateRule(sql: Sql, id: number, rule: RuleState, now: number): void {
  sql.run(
    "UPDATE rules SET name = ?, priority = ?, enabled = ?, criteria = ?, actions = ?, updated_at = ? WHERE id = ?",
    rule.name,
    rule.priority,
    rule.enabled,
    JSON.stringify(rule.criteria),
    JSON.stringify(rule.actions),
    now,
    id,
  );
}

/** Forgets a rule; false when there was none. */
export function deleteRule(sql: Sql, id: number): boolean {
  return sql.first("DELETE FROM rules WHERE id = ? RETURNING id", id) !== null;
}

/** How many rules set this category. */
export function rulesSettingCategory(sql: Sql, categoryId: number): number {
  return listRules(sql).filter((rule) => rule.actions.category_id === categoryId).length;
}

/** How many rules add this tag. */
export function rulesSettingTag(sql: Sql, tagId: number): number {
  return listRules(sql).filter((rule) => rule.actions.tag_ids?.includes(tagId) === true).length;
}

/** Takes the category out of every rule; a rule that then sets nothing is deleted. */
export function dropCategoryFromRules(sql: Sql, categoryId: number, now: number): void {
  for (const rule of listRules(sql)) {
    if (rule.actions.category_id !== categoryId) continue;
    const { category_id: _, ...actions } = rule.actions;
    keepOrDelete(sql, rule, actions, now);
  }
}

/** Takes the tag out of every rule; a rule that then sets nothing is deleted. */
export function dropTagFromRules(sql: Sql, tagId: number, now: number): void {
  for (const rule of listRules(sql)) {
    if (rule.actions.tag_ids?.includes(tagId) !== true) continue;
    const { tag_ids: tags, ...others } = rule.actions;
    const left = tags.filter((id) => id !== tagId);
    keepOrDelete(sql, rule, left.length === 0 ? others : { ...others, tag_ids: left }, now);
  }
}

function keepOrDelete(sql: Sql, rule: StoredRule, actions: Actions, now: number): void {
  if (Object.keys(actions).length === 0) deleteRule(sql, rule.id);
  else updateRule(sql, rule.id, { ...rule, actions }, now);
}

function fromRow(row: Row): StoredRule {
  return {
    ...row,
    enabled: row.enabled === 1,
    criteria: JSON.parse(row.criteria),
    actions: JSON.parse(row.actions),
  };
}
