// The parts of the service's answers that the pages of transactions read. The service may be
// somebody else's: what is not shown is not asked for.

import * as z from "zod";

const id = z.int();
const amount = z.union([z.string(), z.number()]).transform(String);
const record = z.record(z.string(), z.unknown());

const file = z.object({
  id,
  name: z.string(),
  type: z.string().nullish(),
  size: z.number().nullish(),
  notes: z.string().nullish(),
});

const SHOWN = {
  id,
  date: z.string(),
  amount,
  currency: z.string(),
  to_base: z.number().nullish(),
  payee: z.string().nullish(),
  original_name: z.string().nullish(),
  category_id: id.nullish(),
  notes: z.string().nullish(),
  status: z.string(),
  is_pending: z.boolean().nullish(),
  is_split_parent: z.boolean().nullish(),
  split_parent_id: id.nullish(),
  is_group_parent: z.boolean().nullish(),
  group_parent_id: id.nullish(),
  manual_account_id: id.nullish(),
  linked_account_id: id.nullish(),
  recurring_id: id.nullish(),
  tag_ids: z.array(id).nullish(),
  source: z.string().nullish(),
  created_at: z.string().nullish(),
  external_id: z.string().nullish(),
  custom_metadata: record.nullish(),
  files: z.array(file).nullish(),
  /** In lists of the embedded service, which leaves the files out. */
  file_count: z.int().nullish(),
  /** The rules that set fields of it; only in lists of the embedded service. */
  rule_ids: z.array(id).nullish(),
};

/** One transaction, with its parts or members if it has some. */
export const transactionSchema = z.object({
  ...SHOWN,
  children: z.array(z.object(SHOWN)).nullish(),
});

/** GET /transactions of the documented interface. */
export const pageSchema = z.object({
  transactions: z.array(transactionSchema),
  has_more: z.boolean(),
});

const place = z.string().nullable();

/** GET /api/transactions of the embedded service. */
export const ledgerSchema = z.object({
  transactions: z.array(transactionSchema),
  before: place,
  after: place,
  totals: z.object({ count: z.int(), in: z.string(), out: z.string() }).nullable(),
});

const category = z.object({
  id,
  name: z.string(),
  group_id: id.nullish(),
  is_group: z.boolean().nullish(),
  archived: z.boolean().nullish(),
});

export const categoriesSchema = z.object({ categories: z.array(category) });

export const tagsSchema = z.object({
  tags: z.array(z.object({ id, name: z.string(), archived: z.boolean().nullish() })),
});

export const fileAddressSchema = z.object({ url: z.string() });

export type Transaction = z.infer<typeof transactionSchema>;
export type Part = NonNullable<Transaction["children"]>[number];
export type TransactionFile = z.infer<typeof file>;
export type CategoryWire = z.infer<typeof category>;
