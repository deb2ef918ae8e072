// What feeds linked accounts, as an interface without HTTP: a reader of a bank connection plugs in
// here. Readers check what they were answered; what they return is believed. Amounts are units, a debit
// positive, whatever sign the bank prints.

import type { Currency } from "../../money/currency.ts";
import type { Day } from "../../money/day.ts";
import type { Units } from "../../money/money.ts";

export const LINKED_STATUSES = [
  "active",
  "inactive",
  "closed",
  "deactivated",
  "not found",
  "not supported",
  "relink",
  "syncing",
  "revoked",
  "error",
] as const;
export type LinkedStatus = (typeof LINKED_STATUSES)[number];

/** What a provider may say of an account; `inactive` is the user's word alone, `not found` is its absence. */
export const PROVIDER_STATUSES = LINKED_STATUSES.filter(
  (status): status is Exclude<LinkedStatus, "inactive" | "not found"> =>
    status !== "inactive" && status !== "not found",
);
export type ProviderStatus = (typeof PROVIDER_STATUSES)[number];

/** A person's link to one institution; `id` is what accounts show as linked_item_id. */
export interface Connection {
  readonly id: string;
}

/** Posting days, both included. */
export interface FetchRange {
  readonly start: Day;
  readonly end: Day;
}

export interface ProviderTransaction {
  /** The provider's own id, unique in its account. */
  readonly id: string;
  readonly date: Day;
  readonly amount: Units;
  readonly currency: Currency;
  /** The raw text of the bank. */
  readonly name: string;
  /** The counterparty, where the provider knows one. */
  readonly payee: string | null;
  /** Of a posted one: the id that it had while it was pending, where that was another. */
  readonly pendingId: string | null;
  /** Whatever else the provider says, kept as it is. */
  readonly metadata: Readonly<Record<string, unknown>> | null;
}

/** The transactions of one account in the range asked for. */
export interface ProviderTransactions {
  /** Those that are posted; what was said earlier and is not repeated stays. */
  readonly posted: readonly ProviderTransaction[];
  /** All that are pending: one that is neither here nor among the posted is gone. Null where the provider cannot say. */
  readonly pending: readonly ProviderTransaction[] | null;
  /** Ids of posted or pending ones that the provider has taken back. */
  readonly removed: readonly string[];
}

export interface ProviderAccount {
  /** The provider's own id, unique in its connection. */
  readonly id: string;
  readonly name: string;
  /** Where the connection reaches several; left out: the answer's. */
  readonly institution?: string;
  readonly type: string;
  readonly subtype: string;
  readonly mask: string;
  readonly currency: Currency;
  readonly balance: Units;
  /** Milliseconds since 1970; null where the provider does not say. */
  readonly balanceAsOf: number | null;
  readonly limit: Units | null;
  readonly status: ProviderStatus;
  /** Null where nothing is imported: an account that is closed, or that the provider cannot read now. */
  readonly transactions: ProviderTransactions | null;
}

export type ProviderAnswer =
  | {
      readonly kind: "accounts";
      readonly institution: string;
      /** When the provider last reached the institution. */
      readonly reachedAt: number | null;
      /** All accounts of the connection: one that is missing is no longer found. */
      readonly accounts: readonly ProviderAccount[];
      /** Ids of accounts that are there and cannot be used as the provider tells of them: they are in error. */
      readonly unreadable?: readonly string[];
      /** What an account is that is missing: not found, unless it may be behind a lost authorisation. */
      readonly missing?: "not found" | "relink";
      /** What is to be shown to the person. */
      readonly messages?: readonly string[];
    }
  | {
      /** Asks to be left alone for a while (milliseconds; null: does not say how long): nothing has changed. */
      readonly kind: "later";
      readonly after: number | null;
      readonly reason: string;
    }
  | {
      /** The connection as a whole needs somebody: its accounts keep their balances and get this status. */
      readonly kind: "failed";
      readonly status: "relink" | "revoked" | "error";
      readonly reason: string;
    };

/** Reads one connection. Rejects when the provider cannot be reached: it is asked again later. */
export type LinkedProvider = (connection: Connection, range: FetchRange) => Promise<ProviderAnswer>;
