// The pages of rules write only through here, as one entry in the journal of changes, so that one
// Undo reverts a rule together with what it changed. Which payees get no suggestions is a setting
// of the rules and not in the journal.

import { CHANGE_ANSWER, type ShownAnswer } from "../../importer/changes/wire.ts";
import { CHANGE_RECORDS_MAX } from "../../platform/limits.ts";
import { err, ok, type Result } from "../../platform/result.ts";
import { change } from "../ui/calls.ts";
import { send, type Refusal } from "../ui/client.ts";
import type { Variables } from "../ui/context.ts";
import { isSameRule, isSameValue } from "./form.ts";
import type { DryRow, Rule, RuleBody } from "./wire.ts";

type Api = Variables["api"];

/** The origin of a change by a rule. It does not count as a correction by hand. */
const FROM = "rules";
const STEP = 10;

/** The saved rule, and the journal's entry; null if nothing had to be written. */
export interface SavedRule {
  readonly change: number | null;
  readonly rule: number;
}

/** The values of one transaction before and after. */
export type Written = Pick<DryRow, "id" | "before" | "after">;

/** A rule to save, and the transactions to change with it. */
export interface RuleSave {
  readonly key: string;
  readonly body: RuleBody;
  /** The stored rule; null for a new one. */
  readonly rule: Rule | null;
  readonly isFirst: boolean;
  readonly rows: readonly Written[];
}

/** Saves a rule and changes transactions accordingly, as one change. */
export async function saveRule(
  api: Api,
  rules: readonly Rule[],
  { key, body, rule, isFirst, rows }: RuleSave,
): Promise<Result<SavedRule, Refusal>> {
  const records = rule === null ? makeRule(rules, body, isFirst) : changeRule(rule, body);
  const transactions = rows.map(({ id, before, after }) => ({ id, was: before, set: after }));
  if (records.length + transactions.length === 0) return ok({ change: null, rule: rule?.id ?? 0 });
  const done = await write(api, { key, records, transactions });
  if (!done.ok) return done;
  const made = done.value.made.find(({ kind }) => kind === "rule");
  return ok({ change: done.value.change.id, rule: rule?.id ?? made?.id ?? 0 });
}

/** A new rule runs after all others, or before them. */
function makeRule(rules: readonly Rule[], body: RuleBody, isFirst: boolean): readonly object[] {
  const priorities = rules.map(({ priority }) => priority);
  const create = (priority: number) => ({ kind: "rule", id: -1, create: { ...body, priority } });
  const [lowest, highest] = [Math.min(...priorities), Math.max(0, ...priorities)];
  if (!isFirst || rules.length === 0) return [create(highest)];
  if (lowest > 0) return [create(lowest - 1)];
  // If no priority is left before the other rules, they are moved.
  if (rules.length >= CHANGE_RECORDS_MAX) return [create(highest)];
  return [
    ...rules.map(({ id, priority }) => editRecord(id, { priority }, { priority: priority + STEP })),
    create(STEP - 1),
  ];
}

function changeRule(rule: Rule, body: RuleBody): readonly object[] {
  const fields = (["name", "match", "set"] as const).filter(
    (field) => !isSameValue(rule[field], body[field]),
  );
  if (fields.length === 0) return [];
  const pick = (one: Pick<Rule, "name" | "match" | "set">) =>
    Object.fromEntries(fields.map((field) => [field, one[field]]));
  return [editRecord(rule.id, pick(rule), pick(body))];
}

function editRecord(id: number, was: object, set: object): object {
  return { kind: "rule", id, was, set };
}

/** Switches a rule on or off; the journal's entry. */
export function enableRule(
  api: Api,
  { id, enabled: was }: Rule,
  enabled: boolean,
): Promise<Result<number | null, Refusal>> {
  return writeRecords(api, was === enabled ? [] : [editRecord(id, { enabled: was }, { enabled })]);
}

/** Deletes a rule; the journal's entry. */
export function deleteRule(api: Api, { id }: Rule): Promise<Result<number | null, Refusal>> {
  return writeRecords(api, [{ kind: "rule", delete: id }]);
}

/** Puts the rules in an order; the journal's entry, null for more rules than it takes. */
export async function orderRules(
  api: Api,
  rules: readonly Rule[],
): Promise<Result<number | null, Refusal>> {
  const records = rules.flatMap(({ id, priority }, index) =>
    priority === index * STEP ? [] : [editRecord(id, { priority }, { priority: index * STEP })],
  );
  if (records.length <= CHANGE_RECORDS_MAX) return writeRecords(api, records);
  const ids = rules.map(({ id }) => id);
  const done = await change(api, "/api/rules/order", { ids }, "PUT");
  return done.ok ? ok(null) : done;
}

/** Sets whether a rule may be suggested for a payee. */
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

async function writeRecords(
  api: Api,
  records: readonly object[],
): Promise<Result<number | null, Refusal>> {
  if (records.length === 0) return ok(null);
  const done = await write(api, { key: crypto.randomUUID(), records });
  return done.ok ? ok(done.value.change.id) : done;
}

/**
 * Sends a change. If the rule is refused, the result is a refusal, even if the rest was written.
 */
async function write(api: Api, body: object): Promise<Result<ShownAnswer, Refusal>> {
  const answer = await send(api, "/api/changes", { ...body, from: FROM }, CHANGE_ANSWER);
  if (!answer.ok) return answer;
  const { record_refused: refused, record_conflicts: conflicts } = answer.value;
  if (refused.length > 0)
    return err({ status: 400, message: refused.map(({ message }) => message).join(" ") });
  return conflicts.length === 0
    ? answer
    : err({ status: 409, message: "Somebody changed this rule meanwhile. Look at it again." });
}
