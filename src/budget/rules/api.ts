// /api/rules: the rules behind apply_rules (gaps.md, D21). Version 2 of the service has no rule
// endpoints, so these are our own, with the service's envelope and the same strictness.

import * as z from "zod";
import { PAYEE_CHARS_MAX, RULES_MAX } from "../../platform/limits.ts";
import { printUnits } from "../../money/money.ts";
import { ok, type Result } from "../../platform/result.ts";
import { notFound, refuse, type Problem } from "../../platform/api/problem.ts";
import type { Sql } from "../../platform/sql/sql.ts";
import { route, type Context, type Route } from "../route.ts";
import { loadReferences, unknownReferences } from "../transactions/references.ts";
import * as wire from "../wire.ts";
import { listRulesOf, readEffects } from "./effects.ts";
import type { Actions, Criteria } from "./matcher.ts";
import { BODY, RULE } from "./schemas.ts";
import type { RulePart } from "./split.ts";
import {
  countRules,
  deleteRule,
  findRule,
  insertRule,
  listRules,
  listUnsuggested,
  orderRules,
  setUnsuggested,
  updateRule,
  type RuleState,
  type StoredRule,
} from "./store.ts";

const EXAMPLE = {
  name: "Coffee",
  match: { payee: { how: "contains", text: "cafe" }, sign: "debit", amount_max: "20" },
  set: { payee: "Corner Café", tag_ids: [1], reviewed: true },
};

export const RULE_ROUTES: readonly Route[] = [
  route({
    method: "GET",
    path: "/rules",
    scope: null,
    tag: "rules",
    summary: "All rules in the order they run, or those that set something of one transaction",
    query: z.strictObject({ transaction_id: wire.textId.optional() }),
    response: z.strictObject({ rules: z.array(RULE) }),
    failures: [400],
    handle: ({ sql }, { query: { transaction_id: transaction } }) => {
      const own = transaction === undefined ? null : listRulesOf(sql, transaction);
      const rules = listRules(sql).filter(({ id }) => own === null || own.includes(id));
      return ok({ rules: rules.map((rule) => toWire(sql, rule)) });
    },
  }),
  route({
    method: "POST",
    path: "/rules",
    scope: null,
    tag: "rules",
    summary: "Create a rule",
    body: BODY,
    example: EXAMPLE,
    status: 201,
    response: RULE,
    failures: [400, 413],
    handle: (context, { body }) => {
      if (countRules(context.sql) >= RULES_MAX)
        return refuse("invalid body", {
          errMsg: `There are ${RULES_MAX} rules, the most there can be.`,
        });
      const rule = toState(context, body);
      return rule.ok ? answerOne(context, insertRule(context.sql, rule.value, context.now)) : rule;
    },
  }),
  route({
    method: "PUT",
    path: "/rules/order",
    scope: null,
    tag: "rules",
    summary: "Put the rules in an order: all ids, the rule that runs first at the beginning",
    body: z.strictObject({ ids: z.array(wire.id).max(RULES_MAX) }),
    example: { ids: [1] },
    status: 204,
    failures: [400, 413],
    handle: ({ sql, now }, { body: { ids } }) => {
      const known = listRules(sql).map(({ id }) => id);
      const isEach = known.length === new Set(ids).size && known.every((id) => ids.includes(id));
      if (isEach && ids.length === known.length) {
        orderRules(sql, ids, now);
        return ok(undefined);
      }
      return refuse("invalid body", {
        errMsg: "ids must name each rule once.",
        invalid_property: "ids",
      });
    },
  }),
  route({
    method: "GET",
    path: "/rules/unsuggested",
    scope: null,
    tag: "rules",
    summary: "The payees that no rule is suggested for",
    response: z.strictObject({ payees: z.array(z.string()) }),
    failures: [400],
    handle: ({ sql }) => ok({ payees: listUnsuggested(sql) }),
  }),
  route({
    method: "PUT",
    path: "/rules/unsuggested",
    scope: null,
    tag: "rules",
    summary: "Never suggest a rule for a payee, or do again",
    body: z.strictObject({ payee: wire.text(1, PAYEE_CHARS_MAX), suggest: wire.flag }),
    example: { payee: "DM", suggest: false },
    status: 204,
    failures: [400, 413],
    handle: ({ sql, now }, { body: { payee, suggest } }) => {
      setUnsuggested(sql, payee, !suggest, now);
      return ok(undefined);
    },
  }),
  route({
    method: "GET",
    path: "/rules/{id}",
    scope: null,
    tag: "rules",
    summary: "One rule",
    params: wire.idPath,
    response: RULE,
    failures: [400, 404],
    handle: (context, { params }) => answerOne(context, params.id),
  }),
  route({
    method: "PUT",
    path: "/rules/{id}",
    scope: null,
    tag: "rules",
    summary: "Replace a rule",
    params: wire.idPath,
    body: BODY,
    example: EXAMPLE,
    response: RULE,
    failures: [400, 404, 413],
    handle: (context, { params: { id }, body }) => {
      const before = findRule(context.sql, id);
      if (before === null) return notFound("rule", id);
      const rule = toState(context, body, before.criteria);
      if (!rule.ok) return rule;
      updateRule(context.sql, id, rule.value, context.now);
      return answerOne(context, id);
    },
  }),
  route({
    method: "DELETE",
    path: "/rules/{id}",
    scope: null,
    tag: "rules",
    summary: "Delete a rule",
    params: wire.idPath,
    status: 204,
    failures: [400, 404],
    handle: ({ sql }, { params: { id } }) =>
      deleteRule(sql, id) ? ok(undefined) : notFound("rule", id),
  }),
];

/**
 * The rule that a body describes; refuses ids that do not exist. The account of `before` need not
 * exist: a rule outlives it, and PUT accepts the answer of a GET.
 */
export function toState(
  { sql }: Pick<Context, "sql">,
  body: z.output<typeof BODY>,
  before: Criteria = {},
): Result<RuleState, Problem> {
  const criteria = omitUndefined<Criteria>(body.match);
  const split = body.set.split?.map((part) => omitUndefined<RulePart>(part));
  const actions = omitUndefined<Actions>({ ...body.set, split });
  const named = (kind: "manual_account_id" | "linked_account_id") =>
    criteria[kind] === before[kind] ? undefined : criteria[kind];
  const accounts = {
    manual_account_id: named("manual_account_id"),
    linked_account_id: named("linked_account_id"),
  };
  const naming = { ...actions, ...accounts };
  const references = loadReferences(sql, [naming, ...(split ?? [])]);
  const errors = [
    ...unknownReferences(naming, references, {}),
    ...(split ?? []).flatMap((part, index) =>
      unknownReferences(part, references, { split_index: index }),
    ),
  ];
  if (errors.length > 0) return refuse("invalid body", ...errors);
  return ok({
    name: body.name ?? null,
    priority: body.priority ?? 0,
    enabled: body.enabled ?? true,
    criteria,
    actions,
  });
}

/** The object without the properties that were left out. */
function omitUndefined<T extends object>(value: {
  readonly [Property in keyof T]: T[Property] | undefined;
}): T {
  return Object.fromEntries(
    Object.entries(value).filter(([, property]) => property !== undefined),
  ) as T;
}

function answerOne({ sql }: Context, id: number): Result<object, Problem> {
  const rule = findRule(sql, id);
  return rule === null ? notFound("rule", id) : ok(toWire(sql, rule));
}

/** The rule object: as stored, with its bounds as decimal text. */
function toWire(sql: Sql, rule: StoredRule): object {
  const { amount_min: min, amount_max: max } = rule.criteria;
  const { split } = rule.actions;
  const { count, last } = readEffects(sql, rule.id);
  return {
    id: rule.id,
    name: rule.name,
    priority: rule.priority,
    enabled: rule.enabled,
    match: {
      ...rule.criteria,
      ...(min !== undefined && { amount_min: printUnits(min) }),
      ...(max !== undefined && { amount_max: printUnits(max) }),
    },
    set: { ...rule.actions, ...(split !== undefined && { split: split.map(partWire) }) },
    applied: { count, last: wire.timeOrNull(last) },
    created_at: wire.formatTime(rule.created_at),
    updated_at: wire.formatTime(rule.updated_at),
  };
}

function partWire({ amount, ...part }: RulePart): object {
  if (amount === undefined) return part;
  return { ...part, amount: amount === "rest" ? amount : printUnits(amount) };
}
