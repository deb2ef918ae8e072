// The interface of providers of linked accounts, without HTTP; a reader of a bank connection
// implements it. Readers check the answers they receive; their results are trusted. Amounts are
// units, a debit positive, whatever sign the bank prints.

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

/**
 * The statuses a provider may report. Only the user sets `inactive`; `not found` means that the
 * provider no longer lists the account.
 */
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
  /** Further properties from the provider, stored unchanged. */
  readonly metadata: Readonly<Record<string, unknown>> | null;
}

/** The transactions of one account in the requested range. */
export interface ProviderTransactions {
  /** Posted transactions; earlier ones that are not repeated stay. */
  readonly posted: readonly ProviderTransaction[];
  /**
   * All pending transactions: one that is neither here nor posted is gone. Null if the provider
   * cannot tell.
   */
  readonly pending: readonly ProviderTransaction[] | null;
  /** Ids of transactions that the provider has withdrawn. */
  readonly removed: readonly string[];
}

export interface ProviderAccount {
  /** The provider's own id, unique in its connection. */
  readonly id: string;
  readonly name: string;
  /** The account's institution if the connection has several; the answer's if left out. */
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
  /** Null if nothing is imported: the account is closed, or the provider cannot read it now. */
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
      /** Ids of existing accounts whose data cannot be used: they are in error. */
      readonly unreadable?: readonly string[];
      /** The status of a missing account: not found, unless a lost authorisation may hide it. */
      readonly missing?: "not found" | "relink";
      /** Messages for the person. */
      readonly messages?: readonly string[];
    }
  | {
      /**
       * The provider asks us to wait (milliseconds; null: it does not say how long). Nothing has
       * changed.
       */
      readonly kind: "later";
      readonly after: number | null;
      readonly reason: string;
    }
  | {
      /**
       * A person has to act on the whole connection: its accounts keep their balances and get this
       * status.
       */
      readonly kind: "failed";
      readonly status: "relink" | "revoked" | "error";
      readonly reason: string;
    };

/** Reads one connection. Rejects if the provider is out of reach; it is asked again later. */
export type LinkedProvider = (connection: Connection, range: FetchRange) => Promise<ProviderAnswer>;
