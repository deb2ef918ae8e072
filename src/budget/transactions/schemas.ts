// Transactions on the wire: requests and answers (service-v2.md, Transaction object; gaps.md 3.1,
// 3.2, 3.3, 3.8).

import * as z from "zod";
import {
  BATCH_ROWS_MAX,
  DESCRIPTION_CHARS_MAX,
  EXTERNAL_ID_CHARS_MAX,
  NOTES_CHARS_MAX,
  OFFSET_MAX,
  PAGE_ROWS_DEFAULT,
  PAGE_ROWS_MAX,
  PAYEE_CHARS_MAX,
} from "../../platform/limits.ts";
import { CURRENCIES } from "../../money/currency.ts";
import * as wire from "../wire.ts";

export const STATUSES = ["reviewed", "unreviewed", "delete_pending"] as const;
const payee = wire.text(0, PAYEE_CHARS_MAX);
const notes = wire.text(0, NOTES_CHARS_MAX).nullable().optional();
/**
 * An empty external_id identifies nothing and would make unrelated transactions look equal. It
 * counts as no external_id.
 */
export const externalId = wire
  .text(0, EXTERNAL_ID_CHARS_MAX)
  .transform((value) => (value === "" ? null : value))
  .nullable()
  .optional();
const optionalId = wire.id.nullable().optional();

export const INSERT_ITEM = z
  .strictObject({
    date: wire.day,
    amount: wire.amount,
    currency: wire.currency.optional(),
    payee: payee.optional(),
    // Banks print more than a payee: the bound is that of a statement's description.
    original_name: wire.text(0, DESCRIPTION_CHARS_MAX).nullable().optional(),
    category_id: optionalId,
    notes,
    manual_account_id: optionalId,
    linked_account_id: optionalId,
    recurring_id: optionalId,
    status: z.enum(["reviewed", "unreviewed"]).optional(),
    tag_ids: wire.tagIds.optional(),
    external_id: externalId,
    custom_metadata: wire.metadata.nullable().optional(),
  })
  .meta({ id: "TransactionInsert" });
export type InsertItem = z.output<typeof INSERT_ITEM>;

export const INSERT_BODY = z.strictObject({
  transactions: z.array(INSERT_ITEM, "must be a list of transactions").min(1).max(BATCH_ROWS_MAX),
  apply_rules: wire.flag.default(false),
  skip_duplicates: wire.flag.default(false),
  skip_balance_update: wire.flag.default(false),
});
export type InsertBody = z.output<typeof INSERT_BODY>;

const CHANGES = {
  date: wire.day.optional(),
  amount: wire.amount.optional(),
  currency: wire.currency.optional(),
  payee: payee.optional(),
  category_id: optionalId,
  notes,
  manual_account_id: optionalId,
  linked_account_id: optionalId,
  recurring_id: optionalId,
  status: z.enum(STATUSES).optional(),
  tag_ids: wire.tagIds.optional(),
  additional_tag_ids: wire.tagIds.optional(),
  external_id: externalId,
  custom_metadata: wire.metadata.nullable().optional(),
};

/** The names of what an update can change; one of them must be there. */
export const UPDATABLE: readonly string[] = Object.keys(CHANGES);

const TOLERATED = {
  to_base: wire.ignored,
  is_pending: wire.ignored,
  linked_metadata: wire.ignored,
  created_at: wire.ignored,
  updated_at: wire.ignored,
  source: wire.ignored,
  original_name: wire.ignored,
  is_split_parent: wire.ignored,
  children: wire.ignored,
  files: wire.ignored,
  split_parent_id: wire.ignored,
  is_group_parent: wire.ignored,
  group_parent_id: wire.ignored,
};

export const UPDATE_ITEM = z
  .strictObject({ ...CHANGES, ...TOLERATED, id: wire.ignored })
  .meta({ id: "TransactionUpdate" });
export const BULK_UPDATE_ITEM = z
  .strictObject({ ...CHANGES, ...TOLERATED, id: wire.id })
  .meta({ id: "TransactionBulkUpdate" });
export type UpdateItem = z.output<typeof UPDATE_ITEM>;

export const BULK_UPDATE_BODY = z.strictObject({
  transactions: z
    .array(BULK_UPDATE_ITEM, "must be a list of transactions")
    .min(1)
    .max(BATCH_ROWS_MAX),
});
export const UPDATE_QUERY = z.strictObject({ update_balance: wire.textFlag.default(true) });
export const DELETE_BODY = z.strictObject({
  ids: z.array(wire.id, "must be a list of ids").min(1).max(BATCH_ROWS_MAX),
});

const flagOff = wire.textFlag.default(false);

export const LIST_QUERY = z
  .strictObject({
    start_date: wire.day.optional(),
    end_date: wire.day.optional(),
    created_since: wire.instant.optional(),
    updated_since: wire.instant.optional(),
    manual_account_id: wire.textIds.optional(),
    manual_account_ids: wire.textIds.optional(),
    linked_account_id: wire.textIds.optional(),
    linked_account_ids: wire.textIds.optional(),
    recurring_id: wire.textId.optional(),
    category_id: wire.textId.optional(),
    tag_id: wire.textId.optional(),
    is_group_parent: wire.textFlag.optional(),
    status: z.enum(STATUSES).optional(),
    is_pending: wire.textFlag.optional(),
    include_pending: flagOff,
    include_metadata: flagOff,
    include_split_parents: flagOff,
    include_group_children: flagOff,
    include_children: flagOff,
    include_files: flagOff,
    limit: wire.textInteger(1, PAGE_ROWS_MAX).default(PAGE_ROWS_DEFAULT),
    offset: wire.textInteger(0, OFFSET_MAX).default(0),
  })
  .check(({ value, issues }) => {
    wire.checkRange(issues, "date", value.start_date, value.end_date);
    for (const kind of ["manual", "linked"] as const) {
      if (value[`${kind}_account_id`] === undefined || value[`${kind}_account_ids`] === undefined)
        continue;
      issues.push({
        ...wire.complaint(undefined, "not", `cannot be given together with ${kind}_account_id`),
        path: [`${kind}_account_ids`],
      });
    }
  });

const flagOn = wire.textFlag.default(true);

export const ONE_QUERY = z.strictObject({
  include_metadata: flagOn,
  include_children: flagOn,
  include_files: flagOn,
});

/** The attachment object. */
export const FILE = z
  .strictObject({
    id: z.int(),
    uploaded_by: z.int(),
    name: z.string(),
    type: z.string(),
    size: z.int(),
    notes: z.string().nullable(),
    created_at: wire.TIME_OUT,
  })
  .meta({ id: "Attachment" });
export type FileWire = z.output<typeof FILE>;

const SHOWN = {
  id: z.int(),
  date: wire.DAY_OUT,
  amount: wire.AMOUNT_OUT,
  currency: z.enum(CURRENCIES),
  to_base: z.number(),
  recurring_id: z.int().nullable(),
  payee: z.string(),
  original_name: z.string().nullable(),
  category_id: z.int().nullable(),
  notes: z.string().nullable(),
  status: z.enum(STATUSES),
  is_pending: z.boolean(),
  created_at: wire.TIME_OUT,
  updated_at: wire.TIME_OUT,
  is_split_parent: z.boolean(),
  split_parent_id: z.int().nullable(),
  is_group_parent: z.boolean(),
  group_parent_id: z.int().nullable(),
  manual_account_id: z.int().nullable(),
  linked_account_id: z.int().nullable(),
  tag_ids: z.array(z.int()),
  source: z.string().nullable(),
  external_id: z.string().nullable(),
  linked_metadata: wire.METADATA_OUT.nullable().optional(),
  custom_metadata: wire.METADATA_OUT.nullable().optional(),
  files: z.array(FILE).optional(),
};

export const CHILD = z.strictObject(SHOWN).meta({ id: "ChildTransaction" });
export const TRANSACTION = z
  .strictObject({ ...SHOWN, children: z.array(CHILD).optional() })
  .meta({ id: "Transaction" });
export type ChildWire = z.output<typeof CHILD>;
export type TransactionWire = z.output<typeof TRANSACTION>;

export const LIST_ANSWER = z.strictObject({
  transactions: z.array(TRANSACTION),
  has_more: z.boolean(),
});
export const UPDATE_ANSWER = z.strictObject({ transactions: z.array(TRANSACTION) });

const SKIP_REASONS = ["duplicate_external_id", "duplicate_payee_amount_date"] as const;
export type SkipReason = (typeof SKIP_REASONS)[number];

export const INSERT_ANSWER = z.strictObject({
  transactions: z.array(TRANSACTION),
  skipped_duplicates: z.array(
    z.strictObject({
      reason: z.enum(SKIP_REASONS),
      request_transactions_index: z.int(),
      existing_transaction_id: z.int(),
      request_transaction: z.record(z.string(), z.unknown()),
    }),
  ),
});
