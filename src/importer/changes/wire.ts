// The journal on the wire: what a person asks for, and what the journal answers.

import * as z from "zod";
import {
  CHANGE_KEY_CHARS_MAX,
  CHANGE_SOURCE_CHARS_MAX,
  CHANGE_TAGS_MAX,
  CHANGE_TEXT_CHARS_MAX,
  CHANGE_TRANSACTIONS_MAX,
} from "../../platform/limits.ts";
import { MORE, TEXT_OR_NULL, TIME } from "../api-values.ts";
import { FIELDS, FORM_FIELDS, listFields } from "./fields.ts";
import {
  RECORD_CONFLICT,
  RECORD_MADE,
  RECORD_REFUSED,
  RECORD_SHOWN,
  WANTED_RECORDS,
} from "./records/wire.ts";

const id = z.int().positive();
const fields = z.strictObject({
  payee: z.string().max(CHANGE_TEXT_CHARS_MAX).optional(),
  category_id: id.nullable().optional(),
  notes: z.string().max(CHANGE_TEXT_CHARS_MAX).nullable().optional(),
  tag_ids: z.array(id).max(CHANGE_TAGS_MAX).optional(),
  date: z.iso.date().optional(),
  status: z.enum(["reviewed", "unreviewed", "delete_pending"]).optional(),
  recurring_id: id.nullable().optional(),
});
const settable = fields.extend({ status: z.enum(["reviewed", "unreviewed"]).optional() });

const wanted = z
  .strictObject({ id, was: fields, set: settable })
  .refine(({ set }) => listFields(set).length > 0, {
    error: "set names at least one field.",
    path: ["set"],
  })
  .refine(({ was, set }) => listFields(set).every((field) => was[field] !== undefined), {
    error: "was has each field of set, with the value that the person saw.",
    path: ["was"],
  });

/**
 * One change: fields of transactions, transactions to delete, and records of the budget to create,
 * change or delete.
 */
export const CHANGE_BODY = z
  .strictObject({
    key: z.string().min(1).max(CHANGE_KEY_CHARS_MAX),
    transactions: z.array(wanted).max(CHANGE_TRANSACTIONS_MAX).default([]),
    delete: z.array(id).max(CHANGE_TRANSACTIONS_MAX).default([]),
    records: WANTED_RECORDS.optional(),
    from: z.string().min(1).max(CHANGE_SOURCE_CHARS_MAX).optional(),
  })
  .refine(
    (body) => {
      const count = body.transactions.length + body.delete.length;
      return count + (body.records?.length ?? 0) >= 1 && count <= CHANGE_TRANSACTIONS_MAX;
    },
    { error: `A change has 1 to ${CHANGE_TRANSACTIONS_MAX} transactions, or records.` },
  )
  .refine(
    (body) => {
      const ids = [...body.transactions.map((one) => one.id), ...body.delete];
      return new Set(ids).size === ids.length;
    },
    { error: "Each transaction is named once." },
  );

/** A change as the body asks for it. */
export type ChangeBody = z.output<typeof CHANGE_BODY>;

export const UNDO_BODY = z.strictObject({
  key: z.string().min(1).max(CHANGE_KEY_CHARS_MAX).optional(),
});

const value = z.union([z.string(), z.int(), z.array(z.int())]).nullable();
const field = z.enum(FIELDS);

const CHANGE = z.object({
  id: z.int(),
  at: TIME,
  who: z.object({ id: z.int().nullable(), name: z.string() }),
  sentence: z.string(),
  from: TEXT_OR_NULL,
  state: z.enum(["applying", "done", "undoing", "undone", "partly"]),
  transactions: z.int(),
  count: z.int(),
  undoes: z.int().nullable(),
  undone_by: z.int().nullable(),
  can_undo: z.boolean(),
  problem: TEXT_OR_NULL,
  /** The import that it is about. */
  import: TEXT_OR_NULL.default(null),
  /** Why it cannot be undone. */
  cannot_undo: TEXT_OR_NULL.default(null),
});
const CONFLICT = z.object({ id: z.int(), field, was: value, now: value, set: value });
const REFUSED = z.object({ id: z.int(), field: field.nullable(), message: z.string() });

/** What became of a change. */
export const CHANGE_ANSWER = z.object({
  change: CHANGE,
  conflicts: z.array(CONFLICT),
  refused: z.array(REFUSED),
  not_restored: z.array(z.string()),
  record_conflicts: z.array(RECORD_CONFLICT).default([]),
  record_refused: z.array(RECORD_REFUSED).default([]),
  made: z.array(RECORD_MADE).default([]),
});

export const CHANGE_LIST = z.object({ changes: z.array(CHANGE), ...MORE });

/** A change with each transaction before and after. */
export const CHANGE_DETAIL = CHANGE_ANSWER.extend({
  records: z.array(RECORD_SHOWN).default([]),
  items: z.array(
    z.object({
      id: z.int(),
      current_id: z.int(),
      kind: z.enum(["edit", "delete", "restore"]),
      changed: z.boolean(),
      label: z
        .object({ payee: z.string(), date: z.string(), amount: z.string(), currency: z.string() })
        .nullable(),
      fields: z.array(z.object({ field, before: value, after: value, undone: z.boolean() })),
    }),
  ),
});

const CORRECTION = z.object({
  id: z.int(),
  field: z.enum(FORM_FIELDS),
  set: value,
  payee: z.string(),
  at: TIME,
});

/** The values that people have set by hand, the newest first. */
export const CORRECTION_LIST = z.object({ corrections: z.array(CORRECTION) });

export type ShownCorrection = z.infer<typeof CORRECTION>;
export type ShownChange = z.infer<typeof CHANGE>;
export type ShownAnswer = z.infer<typeof CHANGE_ANSWER>;
export type ShownDetail = z.infer<typeof CHANGE_DETAIL>;
