// The rules table. Criteria and actions are JSON in the shape of the matcher, written only by us.

import { UNSUGGESTED_MAX } from "../../platform/limits.ts";
import { must } from "../../platform/assert.ts";
import type { Sql } from "../../platform/sql/sql.ts";
import { forgetEffectsOf } from "./effects.ts";
import type { Actions, Criteria, Rule } from "./matcher.ts";
import type { RulePart } from "./split.ts";

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
  return sql.count("rules");
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

/** Puts the rules in this order. */
export function orderRules(sql: Sql, ids: readonly number[], now: number): void {
  sql.run(
    `UPDATE rules SET priority = j.key * ?, updated_at = iif(priority = j.key * ?, updated_at, ?)
     FROM json_each(?) j WHERE rules.id = j.value`,
    PRIORITY_STEP,
    PRIORITY_STEP,
    now,
    JSON.stringify(ids),
  );
}

/**
 * The gap between the priorities of two rules, so that a program can put another one between them.
 */
const PRIORITY_STEP = 10;

/** The payees that no rule is suggested for. */
export function listUnsuggested(sql: Sql): string[] {
  return sql
    .all<{ payee: string }>(
      "SELECT payee FROM unsuggested_payees ORDER BY at DESC LIMIT ?",
      UNSUGGESTED_MAX,
    )
    .map(({ payee }) => payee);
}

/**
 * Sets whether a rule may be suggested for a payee. If there are too many payees, the oldest are
 * forgotten.
 */
export function setUnsuggested(sql: Sql, payee: string, isNever: boolean, now: number): void {
  if (!isNever) {
    sql.run("DELETE FROM unsuggested_payees WHERE payee = ?", payee);
    return;
  }
  sql.run("INSERT OR REPLACE INTO unsuggested_payees (payee, at) VALUES (?, ?)", payee, now);
  sql.run(
    "DELETE FROM unsuggested_payees WHERE payee NOT IN (SELECT payee FROM unsuggested_payees ORDER BY at DESC LIMIT ?)",
    UNSUGGESTED_MAX,
  );
}

/** Forgets a rule; false when there was none. */
export function deleteRule(sql: Sql, id: number): boolean {
  forgetEffectsOf(sql, [id]);
  return sql.first("DELETE FROM rules WHERE id = ? RETURNING id", id) !== null;
}

/** How many rules set this category, on the whole or on a part. */
export function rulesSettingCategory(sql: Sql, categoryId: number): number {
  return listRules(sql).filter((rule) => setsCategory(rule.actions, categoryId)).length;
}

/** How many rules add this tag, to the whole or to a part. */
export function rulesSettingTag(sql: Sql, tagId: number): number {
  return listRules(sql).filter((rule) => setsTag(rule.actions, tagId)).length;
}

function setsCategory({ category_id: set, split = [] }: Actions, categoryId: number): boolean {
  return set === categoryId || split.some((part) => part.category_id === categoryId);
}

function setsTag({ tag_ids: tags, split = [] }: Actions, tagId: number): boolean {
  return [tags, ...split.map((part) => part.tag_ids)].some(
    (list) => list?.includes(tagId) === true,
  );
}

/** Removes the category from every rule; a rule that then sets nothing is deleted. */
export function dropCategoryFromRules(sql: Sql, categoryId: number, now: number): void {
  for (const rule of listRules(sql)) {
    if (!setsCategory(rule.actions, categoryId)) continue;
    const { category_id: set, split, ...others } = rule.actions;
    keepOrDelete(
      sql,
      rule,
      {
        ...others,
        ...(set !== undefined && set !== categoryId && { category_id: set }),
        ...(split !== undefined && {
          split: split.map((part) => withoutCategory(part, categoryId)),
        }),
      },
      now,
    );
  }
}

/** Removes the tag from every rule; a rule that then sets nothing is deleted. */
export function dropTagFromRules(sql: Sql, tagId: number, now: number): void {
  for (const rule of listRules(sql)) {
    if (!setsTag(rule.actions, tagId)) continue;
    const { tag_ids: tags = [], split, ...others } = rule.actions;
    const left = tags.filter((id) => id !== tagId);
    keepOrDelete(
      sql,
      rule,
      {
        ...others,
        ...(left.length > 0 && { tag_ids: left }),
        ...(split !== undefined && { split: split.map((part) => withoutTag(part, tagId)) }),
      },
      now,
    );
  }
}

/** The part then has the category of the whole. */
function withoutCategory(part: RulePart, categoryId: number): RulePart {
  const { category_id: set, ...others } = part;
  return set === categoryId ? others : part;
}

function withoutTag(part: RulePart, tagId: number): RulePart {
  return part.tag_ids === undefined
    ? part
    : { ...part, tag_ids: part.tag_ids.filter((id) => id !== tagId) };
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
