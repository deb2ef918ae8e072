// The parts of the API's and the service's answers that the pages read.

import * as z from "zod";

export const IMPORT_STATES = [
  "received",
  "reading",
  "question",
  "preview",
  "posting",
  "waiting",
  "done",
  "failed",
  "undoing",
  "undone",
] as const;

const id = z.union([z.string(), z.number()]).transform(String);
const count = z.number().int().nonnegative();

const layout = z.object({
  fingerprint: z.string(),
  format: z.string(),
  bank: z.string().nullable(),
  encoding: z.string(),
  delimiter: z.string().nullable(),
  header_line: z.number().nullable(),
  columns: z.array(z.object({ index: z.number(), label: z.string(), role: z.string() })),
  date_format: z.string().nullable(),
  decimal_mark: z.string().nullable(),
  sign: z.string().nullable(),
  currency: z.string().nullable(),
  account: z.string().nullable(),
  proof: z.object({
    kind: z.string(),
    rows_checked: count,
    rows_proven: count,
    breaks_at: z.number().nullable(),
    breaks: count.optional(),
    break_lines: z.array(z.number()).optional(),
  }),
  why: z.array(z.string()),
  warnings: z.array(z.string()).optional(),
});

const question = z.object({
  id: z.string(),
  ask: z.string(),
  choices: z.array(z.object({ value: z.string(), label: z.string(), example: z.string() })),
});

const importBalance = z.object({
  account: z.object({ id, name: z.string(), currency: z.string() }),
  as_of: z.string(),
  balance: z.string(),
  currency: z.string().nullable(),
  debt: z.boolean(),
  evidence: z.enum(["running balance", "opening and closing balance", "stated"]),
  state: z.enum(["planned", "set", "left", "taken back"]),
  sets: z.boolean(),
  may_set: z.boolean(),
  reason: z.string().nullable(),
  before: z.string().nullable(),
  after: z.string().nullable(),
  later_transactions: count,
  rows_move: z.boolean(),
  months: z.array(z.object({ month: z.string(), balance: z.string() })),
});

export const importSchema = z.object({
  id,
  state: z.enum(IMPORT_STATES),
  door: z.string(),
  document: z.object({ name: z.string(), bytes: count, archive: z.string().optional() }),
  account: z.object({ id, name: z.string(), currency: z.string() }).nullable(),
  layout: layout.nullable(),
  questions: z.array(question),
  counts: z.object({
    read: count,
    inserted: count,
    duplicate: count,
    rejected: count,
    skipped: count,
    waiting: count,
  }),
  balances: z.array(importBalance),
  requests: count,
  next_attempt_at: z.string().nullable(),
  error: z.string().nullable(),
  waits_for: z.string().nullable().optional(),
  created_at: z.string(),
  finished_at: z.string().nullable(),
  dismissed_at: z.string().nullable(),
});

/** The imports that wait for a person; `total` counts those of every page. */
export const waitingImportsSchema = z.object({
  imports: z.array(importSchema.extend({ transfers_to_decide: count })),
  has_more: z.boolean(),
  total: count,
});

export const importListSchema = z.object({ imports: z.array(importSchema), has_more: z.boolean() });

const item = z.object({
  date: z.string(),
  amount: z.union([z.string(), z.number()]),
  currency: z.string().nullish(),
  payee: z.string().nullish(),
  original_name: z.string().nullish(),
  custom_metadata: z
    .object({ tributary: z.object({ left_out: z.string().optional() }).optional() })
    .nullish(),
  external_id: z.string().nullish(),
  notes: z.string().nullish(),
});

export const rowSchema = z.object({
  line: z.number(),
  state: z.string(),
  item: item.nullable(),
  transaction_id: z.union([z.string(), z.number()]).nullish(),
  reason: z.string().nullable(),
  raw: z.array(z.string()),
});

export const rowsSchema = z.object({ rows: z.array(rowSchema), has_more: z.boolean() });

const answer = z.object({
  question: z.string(),
  choice: z.string(),
  for_account: z.number().nullable(),
  answered_at: z.string(),
  asked: z.object({ ask: z.string(), choices: question.shape.choices }).nullable(),
});

export const learnedLayoutSchema = layout
  .omit({ proof: true })
  .extend({
    settable: z.boolean(),
    answers: z.array(answer),
    imports: count,
    last_import: z.string().nullable(),
    used_at: z.string().nullable(),
    kept: z.boolean(),
  });

export const layoutListSchema = z.object({
  layouts: z.array(learnedLayoutSchema),
  has_more: z.boolean(),
});

export const layoutPreviewSchema = z.object({
  document: z.string(),
  layout,
  questions: z.array(question),
  rows: z.array(rowSchema),
  counts: z.object({ read: count, transactions: count, rejected: count, skipped: count }),
  whole: z.boolean(),
});

const layoutChange = z.object({
  fingerprint: z.string(),
  format: z.string(),
  bank: z.string().nullable(),
  kind: z.enum(["added", "changed", "removed", "same"]),
  sentences: z.array(z.string()),
});

export const layoutChangesSchema = z.object({
  applied: z.boolean(),
  changes: z.array(layoutChange),
});

export const lookalikesSchema = z.object({
  lookalikes: z.array(
    z.object({
      line: z.number(),
      item,
      transaction_id: z.number(),
      evidence: z.string(),
      decision: z.enum(["same", "insert"]).nullable(),
    }),
  ),
});

export const undoForeseenSchema = z.object({
  deletes: count,
  stays: z.array(z.object({ import: z.string(), name: z.string(), transactions: count })),
});

export const lateSchema = z.object({
  late: z.array(
    z.object({
      date: z.string(),
      amount: z.string(),
      currency: z.string().nullable(),
      payee: z.string(),
    }),
  ),
  looking: z.boolean(),
});

const side = z.object({
  account: z.object({ name: z.string() }),
  date: z.string(),
  amount: z.string(),
  currency: z.string(),
  payee: z.string(),
});

export const transfersSchema = z.object({
  transfers: z.array(
    z.object({
      n: z.number(),
      state: z.enum(["suggested", "accepting", "accepted", "dismissed"]),
      debit: side,
      credit: side,
      evidence: z.array(z.string()),
      problem: z.string().nullable(),
    }),
  ),
  looking: z.boolean(),
});

export const pendingSchema = z.object({
  no_longer_pending: z.array(
    z.object({
      transaction_id: z.number(),
      date: z.string(),
      amount: z.string(),
      currency: z.string(),
      payee: z.string(),
      state: z.enum(["pending", "deleting", "deleted", "posted"]),
      problem: z.string().nullable(),
    }),
  ),
});

/** Of the service: the categories of transactions. */
export const categoriesSchema = z.object({
  categories: z.array(z.object({ id, name: z.string(), exclude_from_totals: z.boolean() })),
});

export const keySchema = z.object({
  id,
  label: z.string(),
  created_at: z.string(),
  last_used_at: z.string().nullable(),
});

export const keysSchema = z.object({ keys: z.array(keySchema) });

/** The only answer that holds a key's text. */
export const newKeySchema = keySchema.extend({ token: z.string() });

const addressSchema = z.object({
  id: z.int(),
  label: z.string(),
  address: z.string().nullable(),
  created_at: z.string(),
  last_used_at: z.string().nullable(),
  mode: z.enum(["wait", "insert"]),
  account_id: z.int().nullable(),
  cash: z.boolean().default(false),
  earlier: z.array(z.object({ address: z.string().nullable(), ends_at: z.string() })),
});

export const addressesSchema = z.object({
  addresses: z.array(addressSchema),
  offered: z.boolean(),
  message: z.string().nullable(),
});

const trusted = z.object({
  id: z.int(),
  kind: z.enum(["forwarder", "sender"]),
  who: z.string(),
  since: z.string(),
  message: z.string().nullable(),
});

export const trustedSchema = z.object({ trusted: z.array(trusted) });

/** The remembered corrections for one sender. */
export const learnedFor = z.object({
  domain: z.string(),
  fields: z.array(
    z.object({
      field: z.enum(["merchant", "currency", "account"]),
      value: z.string(),
      at: z.string(),
    }),
  ),
});

const account = z.object({
  id,
  name: z.string(),
  display_name: z.string().nullish(),
  currency: z.string(),
  status: z.string().nullish(),
  type: z.string().nullish(),
  subtype: z.string().nullish(),
});

export const accountSchema = account;
export const accountsSchema = z.object({ manual_accounts: z.array(account) });

export const linkedAccountsSchema = z.object({
  linked_accounts: z.array(z.object({ id, name: z.string(), display_name: z.string().nullish() })),
});

const recurringItem = z.object({
  id,
  description: z.string().nullable(),
  status: z.enum(["suggested", "reviewed"]),
  transaction_criteria: z.object({
    granularity: z.enum(["day", "week", "month", "year"]),
    quantity: count,
    payee: z.string().nullable(),
    amount: z.string(),
    amount_min: z.string().nullable(),
    amount_max: z.string().nullable(),
    currency: z.string(),
    linked_account_id: id.nullable(),
    manual_account_id: id.nullable(),
  }),
  overrides: z.object({ payee: z.string().optional() }),
  matches: z
    .object({
      found_transactions: z.array(z.object({ date: z.string() })),
      missing_transaction_dates: z.array(z.string()),
    })
    .nullable(),
  next_expected_date: z.string().nullable(),
});

export const recurringSchema = z.object({ recurring_items: z.array(recurringItem) });

const rate = z.object({ currency: z.string(), date: z.string(), per_euro: z.string() });
const missingRate = z.object({ currency: z.string(), transactions: count });

export const newestRatesSchema = z.object({ rates: z.array(rate) });
export const missingRatesSchema = z.object({
  missing: z.array(missingRate),
  primary_currency: z.string(),
  converting: z.boolean(),
});

/** What was read from a file of rates, or from single rates. */
export const addedRatesSchema = z.object({
  days: count,
  currencies: count,
  rates: count,
  stored: count,
});

export const meSchema = z.object({ primary_currency: z.string() });

export const refusalSchema = z.object({
  message: z.string(),
  errors: z.array(z.object({ errMsg: z.string(), instancePath: z.string().optional() })).optional(),
});

export type Import = z.infer<typeof importSchema>;
export type ImportBalance = Import["balances"][number];
export type WaitingImport = z.infer<typeof waitingImportsSchema>["imports"][number];
export type ImportState = Import["state"];
export type Layout = z.infer<typeof layout>;
export type Question = z.infer<typeof question>;
export type WireAnswer = z.infer<typeof answer>;
export type LearnedLayout = z.infer<typeof learnedLayoutSchema>;
export type LayoutPreview = z.infer<typeof layoutPreviewSchema>;
export type LayoutChange = z.infer<typeof layoutChange>;
export type Row = z.infer<typeof rowSchema>;
export type Lookalike = z.infer<typeof lookalikesSchema>["lookalikes"][number];
export type UndoForeseen = z.infer<typeof undoForeseenSchema>;
export type LateFound = z.infer<typeof lateSchema>;
export type Transfer = z.infer<typeof transfersSchema>["transfers"][number];
export type NoLongerPending = z.infer<typeof pendingSchema>["no_longer_pending"][number];
export type Category = z.infer<typeof categoriesSchema>["categories"][number];
export type Key = z.infer<typeof keySchema>;
export type NewKey = z.infer<typeof newKeySchema>;
export type ReceiptAddress = z.infer<typeof addressSchema>;
export type Trusted = z.infer<typeof trusted>;
export type LearnedFor = z.infer<typeof learnedFor>;
export type AddressList = z.infer<typeof addressesSchema>;
export type RecurringItem = z.infer<typeof recurringItem>;
export type Rate = z.infer<typeof rate>;
export type MissingRates = z.infer<typeof missingRatesSchema>;
export type AddedRates = z.infer<typeof addedRatesSchema>;
export type Account = z.infer<typeof accountSchema>;
