// Answers that several pages read: of the API by the importer's own schemas, of the budgeting service
// (which may be somebody else's) only the parts that are shown.

import * as z from "zod";
import { PREVIEWED_ROWS, type UPLOAD } from "../../importer/imports/preview-wire.ts";
import { IMPORT, IMPORT_LIST, ROW_LIST } from "../../importer/imports/wire.ts";
import type { CORRECTIONS, TRUSTED } from "../../importer/inbox/wire.ts";
import type { ADDRESSES, KEYS, NEW_KEY } from "../../importer/keys/wire.ts";
import type { LAYOUT, LAYOUT_CHANGES, LAYOUT_PREVIEW } from "../../importer/layouts/wire.ts";
import { LOOKALIKES } from "../../importer/matching/wire.ts";
import type { LATE, PENDING, TRANSFERS, UNDO_FORESEEN } from "../../importer/matching/wire.ts";

const id = z.union([z.string(), z.number()]).transform(String);
const count = z.number().int().nonnegative();

/** The imports that wait for a person; `total` counts those of every page. */
export const waitingImportsSchema = IMPORT_LIST.extend({
  imports: z.array(IMPORT.extend({ transfers_to_decide: count })),
  total: count,
});

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
  manual_account_id: z.number().nullish(),
});

const row = ROW_LIST.shape.rows.element.extend({ item: item.nullable() });
const lookalike = LOOKALIKES.shape.lookalikes.element.extend({ item });

/** Rows and lookalikes, with the parts of their items that the pages show. */
export const rowsSchema = ROW_LIST.extend({ rows: z.array(row) });
const previewedRow = PREVIEWED_ROWS.shape.rows.element.extend({ item: item.nullable() });
export const previewedRowsSchema = PREVIEWED_ROWS.extend({ rows: z.array(previewedRow) });
export const lookalikesSchema = LOOKALIKES.extend({ lookalikes: z.array(lookalike) });

/** Of the service: the categories of transactions. */
export const categoriesSchema = z.object({
  categories: z.array(z.object({ id, name: z.string(), exclude_from_totals: z.boolean() })),
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

export type Import = z.infer<typeof IMPORT>;
export type Previewed = z.infer<typeof UPLOAD>["imports"][number];
export type PreviewedRows = z.infer<typeof previewedRowsSchema>;
export type PreviewedRow = PreviewedRows["rows"][number];
export type ImportBalance = Import["balances"][number];
export type WaitingImport = z.infer<typeof waitingImportsSchema>["imports"][number];
export type ImportState = Import["state"];
export type Layout = NonNullable<Import["layout"]>;
export type Question = Import["questions"][number];
export type WireAnswer = LearnedLayout["answers"][number];
export type LearnedLayout = z.infer<typeof LAYOUT>;
export type LayoutPreview = z.infer<typeof LAYOUT_PREVIEW>;
export type LayoutChange = z.infer<typeof LAYOUT_CHANGES>["changes"][number];
export type Row = z.infer<typeof row>;
export type Lookalike = z.infer<typeof lookalike>;
export type UndoForeseen = z.infer<typeof UNDO_FORESEEN>;
export type LateFound = z.infer<typeof LATE>;
export type Transfer = z.infer<typeof TRANSFERS>["transfers"][number];
export type NoLongerPending = z.infer<typeof PENDING>["no_longer_pending"][number];
export type Category = z.infer<typeof categoriesSchema>["categories"][number];
export type Key = z.infer<typeof KEYS>["keys"][number];
export type NewKey = z.infer<typeof NEW_KEY>;
export type ReceiptAddress = AddressList["addresses"][number];
export type Trusted = z.infer<typeof TRUSTED>["trusted"][number];
export type LearnedFor = z.infer<typeof CORRECTIONS>["corrections"][number];
export type AddressList = z.infer<typeof ADDRESSES>;
export type RecurringItem = z.infer<typeof recurringItem>;
export type Rate = z.infer<typeof rate>;
export type MissingRates = z.infer<typeof missingRatesSchema>;
export type AddedRates = z.infer<typeof addedRatesSchema>;
export type Account = z.infer<typeof accountSchema>;
