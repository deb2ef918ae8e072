// The rule object on the wire: the body of a request, and the answer.

import * as z from "zod";
import {
  NOTES_CHARS_MAX,
  PAYEE_CHARS_MAX,
  RULE_PARTS_MAX,
  RULE_TEXT_CHARS_MAX,
} from "../../platform/limits.ts";
import * as wire from "../wire.ts";
import { splitComplaint } from "./split.ts";

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
/** A rule as it is created, replaced or tried out. */
export const BODY = z
  .strictObject({
    name: wire.text(1, 100).nullable().optional(),
    priority: z.int().min(0).max(1_000_000).optional(),
    enabled: wire.flag.optional(),
    match: MATCH,
    set: SET,
    id: wire.ignored,
    created_at: wire.ignored,
    updated_at: wire.ignored,
    applied: wire.ignored,
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
/** A rule as it is stored, with what it has done. */
export const RULE = z
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
    applied: z.strictObject({ count: z.int(), last: wire.TIME_OUT.nullable() }),
    created_at: wire.TIME_OUT,
    updated_at: wire.TIME_OUT,
  })
  .meta({ id: "Rule" });
