// /api/rules: the rules behind apply_rules (gaps.md, D21). Version 2 of the service has no rule
// endpoints, so these are our own, with the service's envelope and the same strictness.

import * as z from "zod";
import {
  NOTES_CHARS_MAX,
  PAYEE_CHARS_MAX,
  RULE_PARTS_MAX,
  RULE_TEXT_CHARS_MAX,
  RULES_MAX,
} from "../../platform/limits.ts";
import { printUnits } from "../../money/money.ts";
import { ok, type Result } from "../../platform/result.ts";
import { notFound, refuse, type Problem } from "../../platform/api/problem.ts";
import { route, type Context, type Route } from "../route.ts";
import { loadReferences, unknownReferences } from "../transactions/references.ts";
import * as wire from "../wire.ts";
import type { Actions, Criteria } from "./matcher.ts";
import { splitComplaint, type RulePart } from "./split.ts";
import {
  countRules,
  deleteRule,
  findRule,
  insertRule,
  listRules,
  updateRule,
  type RuleState,
  type StoredRule,
} from "./store.ts";

const HOW = ["contains", "equals", "starts_with"] as const;
const TEXT_TEST = z.strictObject({ how: z.enum(HOW), text: wire.text(1, RULE_TEXT_CHARS_MAX) });
const MATCH = z.strictObject({
  payee: TEXT_TEST.optional(),
  original_name: TEXT_TEST.optional(),
  notes: TEXT_TEST.optional(),
  amount_min: wire.amount.optional(),
  amount_max: wire.amount.optional(),
  sign: z.enum(["debit", "credit"]).optional(),
  manual_account_id: wire.id.optional(),
  linked_account_id: wire.id.optional(),
});
const PART = z.strictObject({
  share: z.int("must be a whole number of percent").min(1).max(99).optional(),
  amount: z.union([z.literal("rest"), wire.amount], "must be an amount or rest").optional(),
  payee: wire.text(1, PAYEE_CHARS_MAX).optional(),
  category_id: wire.id.nullable().optional(),
  notes: wire.text(1, NOTES_CHARS_MAX).nullable().optional(),
  tag_ids: wire.tagIds.optional(),
});
const SPLIT = z
  .array(PART, "must be a list of parts")
  .min(2)
  .max(RULE_PARTS_MAX)
  .check(({ value, issues }) => {
    const complaint = splitComplaint(value);
    if (complaint !== null) issues.push(wire.complaint(value, "format", complaint));
  });
const SET = z.strictObject({
  payee: wire.text(1, PAYEE_CHARS_MAX).optional(),
  category_id: wire.id.optional(),
  notes: wire.text(1, NOTES_CHARS_MAX).optional(),
  tag_ids: wire.tagIds.min(1).optional(),
  reviewed: z.literal(true, "can only be true").optional(),
  split: SPLIT.optional(),
});
const BODY = z
  .strictObject({
    name: wire.text(1, 100).nullable().optional(),
    priority: z.int().min(0).max(1_000_000).optional(),
    enabled: wire.flag.optional(),
    match: MATCH,
    set: SET,
    id: wire.ignored,
    created_at: wire.ignored,
    updated_at: wire.ignored,
  })
  .check(({ value, issues }) => {
    if (Object.keys(value.match).length === 0)
      issues.push({
        ...wire.complaint(value.match, "minProperties", "must hold at least one criterion"),
        path: ["match"],
      });
    if (Object.keys(value.set).length === 0)
      issues.push({
        ...wire.complaint(value.set, "minProperties", "must hold at least one action"),
        path: ["set"],
      });
    const { amount_min: min, amount_max: max } = value.match;
    for (const [name, bound] of [
      ["amount_min", min],
      ["amount_max", max],
    ] as const) {
      if (bound !== undefined && bound < 0)
        issues.push({
          ...wire.complaint(bound, "minimum", "must not be negative: it bounds the magnitude"),
          path: ["match", name],
        });
    }
    if (min !== undefined && max !== undefined && min > max) {
      issues.push({
        ...wire.complaint(min, "maximum", "must not be above amount_max"),
        path: ["match", "amount_min"],
      });
    }
  });

const TEXT_TEST_OUT = z.strictObject({ how: z.enum(HOW), text: z.string() }).optional();
const PART_OUT = z.strictObject({
  share: z.int().optional(),
  amount: z.union([z.literal("rest"), wire.AMOUNT_OUT]).optional(),
  payee: z.string().optional(),
  category_id: z.int().nullable().optional(),
  notes: z.string().nullable().optional(),
  tag_ids: z.array(z.int()).optional(),
});
const RULE = z
  .strictObject({
    id: z.int(),
    name: z.string().nullable(),
    priority: z.int(),
    enabled: z.boolean(),
    match: z.strictObject({
      payee: TEXT_TEST_OUT,
      original_name: TEXT_TEST_OUT,
      notes: TEXT_TEST_OUT,
      amount_min: wire.AMOUNT_OUT.optional(),
      amount_max: wire.AMOUNT_OUT.optional(),
      sign: z.enum(["debit", "credit"]).optional(),
      manual_account_id: z.int().optional(),
      linked_account_id: z.int().optional(),
    }),
    set: z.strictObject({
      payee: z.string().optional(),
      category_id: z.int().optional(),
      notes: z.string().optional(),
      tag_ids: z.array(z.int()).optional(),
      reviewed: z.literal(true).optional(),
      split: z.array(PART_OUT).optional(),
    }),
    created_at: wire.TIME_OUT,
    updated_at: wire.TIME_OUT,
  })
  .meta({ id: "Rule" });

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
    summary: "All rules in the order they run",
    response: z.strictObject({ rules: z.array(RULE) }),
    failures: [400],
    handle: ({ sql }) => ok({ rules: listRules(sql).map(toWire) }),
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
function toState(
  { sql }: Context,
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
  return rule === null ? notFound("rule", id) : ok(toWire(rule));
}

/** The rule object: as stored, with its bounds as decimal text. */
function toWire(rule: StoredRule): object {
  const { amount_min: min, amount_max: max } = rule.criteria;
  const { split } = rule.actions;
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
    created_at: wire.formatTime(rule.created_at),
    updated_at: wire.formatTime(rule.updated_at),
  };
}

function partWire({ amount, ...part }: RulePart): object {
  if (amount === undefined) return part;
  return { ...part, amount: amount === "rest" ? amount : printUnits(amount) };
}
