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
