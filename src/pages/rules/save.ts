// Every write of the pages of rules. A run over transactions is one entry in the journal of changes,
// so that one Undo takes it back.

import { CHANGE_ANSWER } from "../../importer/changes/wire.ts";
import { ok, type Result } from "../../platform/result.ts";
import { change, remove } from "../ui/calls.ts";
import { send, type Refusal } from "../ui/client.ts";
import type { Variables } from "../ui/context.ts";
import { isSameRule } from "./form.ts";
import { ruleSchema, type DryRow, type Rule, type RuleBody } from "./wire.ts";

type Api = Variables["api"];

/** Makes a rule, which runs first or last; its id. */
export async function createRule(
  api: Api,
  body: RuleBody,
  rules: readonly Rule[],
  isFirst: boolean,
): Promise<Result<number, Refusal>> {
  const last = Math.max(0, ...rules.map(({ priority }) => priority));
  const made = await send(api, "/api/rules", { ...body, priority: last }, ruleSchema);
  if (!made.ok) return made;
  const { id } = made.value;
  if (isFirst && rules.length > 0) {
    const moved = await orderRules(api, [id, ...rules.map((rule) => rule.id)]);
    if (!moved.ok) return moved;
  }
  return ok(id);
}

/** Replaces a rule. */
export function replaceRule(
  api: Api,
  before: Rule,
  body: RuleBody,
): Promise<Result<unknown, Refusal>> {
  return change(api, `/api/rules/${before.id}`, body, "PUT");
}

/** Switches a rule on or off. */
export function enableRule(
  api: Api,
  rule: Rule,
  enabled: boolean,
): Promise<Result<unknown, Refusal>> {
  return change(api, `/api/rules/${rule.id}`, { ...rule, enabled }, "PUT");
}

/** Deletes a rule. */
export function deleteRule(api: Api, { id }: Rule): Promise<Result<unknown, Refusal>> {
  return remove(api, `/api/rules/${id}`);
}

/** Puts the rules in an order. */
export function orderRules(api: Api, ids: readonly number[]): Promise<Result<unknown, Refusal>> {
  return change(api, "/api/rules/order", { ids }, "PUT");
}

/** Whether a rule is ever suggested for a payee. */
export function suggestFor(
  api: Api,
  payee: string,
  suggest: boolean,
): Promise<Result<unknown, Refusal>> {
  return change(api, "/api/rules/unsuggested", { payee, suggest }, "PUT");
}

/** The rule with the same conditions and actions; null if there is none. */
export function findSame(rules: readonly Rule[], body: RuleBody, except: number | null) {
  return rules.find((rule) => rule.id !== except && isSameRule(rule, body)) ?? null;
}

/** Changes transactions as a rule would, as one change; its id, null for nothing to change. */
export async function runRule(
  api: Api,
  rule: number,
  rows: readonly DryRow[],
  key: string,
): Promise<Result<number | null, Refusal>> {
  if (rows.length === 0) return ok(null);
  const transactions = rows.map(({ id, before, after }) => ({ id, was: before, set: after }));
  const body = { key, transactions, from: `rule ${rule}` };
  const answer = await send(api, "/api/changes", body, CHANGE_ANSWER);
  return answer.ok ? ok(answer.value.change.id) : answer;
}
