// The parts of our own API's answers that the page of accounts reads.

import * as z from "zod";
import type { CryptoManual, CryptoSynced, LinkedAccount, ManualAccount } from "../overview/wire.ts";
import type { Schedule } from "../schedules/wire.ts";

export const connectionSchema = z.object({
  id: z.string(),
  host: z.string(),
  state: z.enum(["claiming", "open", "failed"]),
  reason: z.string().nullable(),
  messages: z.array(z.string()),
  answered_at: z.string().nullable(),
  next_at: z.string().nullable(),
  accounts: z.array(z.object({ id: z.int(), status: z.string() })),
});

export const connectionsSchema = z.object({ connections: z.array(connectionSchema) });

/** Where a synced account is read, without its credentials. */
export const coinSourceSchema = z.object({
  provider: z.string(),
  settings: z.record(z.string(), z.unknown()),
  asked_at: z.string().nullable(),
  reason: z.string().nullable(),
});

export const coinSourcesSchema = z.object({
  sources: z.array(coinSourceSchema.extend({ id: z.int() })),
});

/** Balances of debts that a person should check. */
export const unconfirmedSchema = z.object({
  balances: z.array(
    z.object({
      manual_account_id: z.int(),
      name: z.string(),
      balance_before: z.string(),
      balance: z.string(),
      currency: z.string(),
    }),
  ),
});

const text = z.string().nullish();
const decimal = z.union([z.string(), z.number()]).transform(String);

const oneManual = z.object({
  id: z.int(),
  name: z.string(),
  display_name: text,
  institution_name: text,
  type: z.string(),
  subtype: text,
  balance: decimal,
  currency: z.string(),
  to_base: z.number().nullish(),
  balance_as_of: text,
  status: text,
  closed_on: text,
  exclude_from_transactions: z.boolean().nullish(),
});

/** The service's manual accounts, with all fields that a person can change. */
export const oneManualSchema = z.object({ manual_accounts: z.array(oneManual) });

/** The service's transactions, as far as they move the balance of an account. */
export const entriesSchema = z.object({
  transactions: z.array(
    z.object({
      id: z.int(),
      date: z.string(),
      amount: decimal,
      currency: z.string(),
      to_base: z.number().nullish(),
      payee: text,
      is_group_parent: z.boolean().nullish(),
      is_split_parent: z.boolean().nullish(),
      is_pending: z.boolean().nullish(),
    }),
  ),
  has_more: z.boolean(),
});

export const namedCategoriesSchema = z.object({
  categories: z.array(z.object({ id: z.int(), name: z.string(), is_group: z.boolean().nullish() })),
});

export const insertedSchema = z.object({
  transactions: z.array(z.object({ id: z.int() })),
  skipped_duplicates: z.array(z.object({ existing_transaction_id: z.int() })).nullish(),
});

export type OneManual = z.infer<typeof oneManual>;

/** The fields of a manual account that the service can change. */
export interface AccountFields {
  readonly name: string;
  readonly display_name: string | null;
  readonly institution_name: string | null;
  readonly type: string;
  readonly subtype: string | null;
  readonly currency: string;
  readonly exclude_from_transactions: boolean;
  readonly status: string;
  readonly closed_on: string | null;
  readonly balance: string;
}

export type UnconfirmedBalance = z.infer<typeof unconfirmedSchema>["balances"][number];
export type BankConnection = z.infer<typeof connectionSchema>;
export type CoinSource = z.infer<typeof coinSourceSchema>;

/** Null if it has no source. */
export interface Synced {
  readonly account: CryptoSynced;
  readonly source: CoinSource | null;
}

/** Everything on the page. */
export interface Held {
  readonly connections: readonly BankConnection[];
  readonly linked: readonly LinkedAccount[];
  readonly synced: readonly Synced[];
  readonly manual: readonly ManualAccount[];
  readonly holdings: readonly CryptoManual[];
  readonly schedules: readonly Schedule[];
  readonly unconfirmed: readonly UnconfirmedBalance[];
  /** The manual accounts whose balance statements never set. */
  readonly neverSet: readonly number[];
  /** Each list that could not be read, with the reason. */
  readonly unread: readonly string[];
}

/** What moved an account by periods, as the embedded service sums it. */
export const movementsSchema = z.object({
  periods: z.array(
    z.object({
      first: z.string(),
      count: z.int(),
      uncounted: z.int(),
      in: z.string(),
      out: z.string(),
    }),
  ),
  has_more: z.boolean(),
});

/** Transactions that may explain a difference. */
export const suspectsSchema = z.object({
  transactions: z.array(
    z.object({ id: z.int(), date: z.string(), effect: z.string(), payee: z.string() }),
  ),
});
