// The answers of /api/rules that the pages read. Only the embedded service has rules.

import * as z from "zod";

const id = z.int();
const test = z.object({ how: z.enum(["contains", "equals", "starts_with"]), text: z.string() });
const part = z.object({
  share: z.int().optional(),
  amount: z.string().optional(),
  payee: z.string().optional(),
  category_id: id.nullable().optional(),
  notes: z.string().nullable().optional(),
  tag_ids: z.array(id).optional(),
});
const match = z.object({
  payee: test.optional(),
  original_name: test.optional(),
  notes: test.optional(),
  amount_min: z.string().optional(),
  amount_max: z.string().optional(),
  sign: z.enum(["debit", "credit"]).optional(),
  manual_account_id: id.optional(),
  linked_account_id: id.optional(),
});
const set = z.object({
  payee: z.string().optional(),
  category_id: id.optional(),
  notes: z.string().optional(),
  tag_ids: z.array(id).optional(),
  reviewed: z.literal(true).optional(),
  split: z.array(part).optional(),
});

export const ruleSchema = z.object({
  id,
  name: z.string().nullable(),
  priority: z.int(),
  enabled: z.boolean(),
  match,
  set,
  applied: z.object({ count: z.int(), last: z.string().nullable() }),
});
export const rulesSchema = z.object({ rules: z.array(ruleSchema) });

const values = z.object({
  payee: z.string().optional(),
  category_id: id.nullable().optional(),
  notes: z.string().nullable().optional(),
  tag_ids: z.array(id).optional(),
  status: z.string().optional(),
});

export const dryRunSchema = z.object({
  counts: z.object({
    would_change: z.int(),
    already: z.int(),
    decided: z.int(),
    split_only: z.int(),
  }),
  decided_by: z.array(z.object({ rule_id: id, count: z.int() })),
  transactions: z.array(
    z.object({
      id,
      date: z.string(),
      payee: z.string(),
      original_name: z.string().nullable(),
      amount: z.string(),
      currency: z.string(),
      before: values,
      after: values,
    }),
  ),
  has_more: z.boolean(),
});

export const unsuggestedSchema = z.object({ payees: z.array(z.string()) });

export type Rule = z.infer<typeof ruleSchema>;
export type RuleMatch = Rule["match"];
export type RuleSet = Rule["set"];
export type RulePart = NonNullable<RuleSet["split"]>[number];
export type TextTest = z.infer<typeof test>;
export type DryRun = z.infer<typeof dryRunSchema>;
export type DryRow = DryRun["transactions"][number];
export type RuleValues = z.infer<typeof values>;

/** A rule before it is saved. */
export interface RuleBody {
  readonly name: string | null;
  readonly priority: number;
  readonly enabled: boolean;
  readonly match: RuleMatch;
  readonly set: RuleSet;
}
