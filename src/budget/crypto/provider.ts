// What feeds crypto, as interfaces without HTTP: a reader of a chain or an exchange, and a listing of
// prices, plug in here. Readers check what they were answered; what they return is believed.

import type { Price } from "./coins.ts";
import type { Quantity } from "../../money/quantity.ts";

/** Two exchanges and a chain; the readers behind the neutral names are chosen where they are plugged in. */
export const CRYPTO_PROVIDERS = ["exchange_a", "exchange_b", "ethereum"] as const;
export type CryptoProviderName = (typeof CRYPTO_PROVIDERS)[number];

export const SYNCED_STATUSES = ["active", "unsupported", "relink", "initializing"] as const;
export type SyncedStatus = (typeof SYNCED_STATUSES)[number];

/** An account at a provider: a wallet's address, an account of an exchange. */
export interface CryptoConnection {
  readonly provider: CryptoProviderName;
  readonly providerId: string;
}

export interface ProviderBalance {
  /** Lowercase; at most one balance of a symbol. */
  readonly symbol: string;
  readonly name: string;
  readonly displayName: string | null;
  readonly balance: Quantity;
  /** Milliseconds since 1970; null where the provider does not say. */
  readonly asOf: number | null;
}

/** The whole of what the account holds, or null where the provider cannot say now: what was known then stays. */
export interface CryptoAnswer {
  readonly status: SyncedStatus;
  readonly balances: readonly ProviderBalance[] | null;
}

/** Reads one account. Rejects when the provider cannot be reached: nothing is changed then. */
export type CryptoProvider = (connection: CryptoConnection) => Promise<CryptoAnswer>;

/** A coin as an external price listing knows it; the symbol as printed there. */
export interface Listing {
  readonly id: string;
  readonly symbol: string;
  readonly name: string;
  readonly price: Price | null;
}

export interface Listings {
  /** The listing with this id, or null. */
  lookup(id: string): Promise<Listing | null>;
  /** The prices of those of the listings that have one. */
  prices(ids: readonly string[]): Promise<ReadonlyMap<string, Price>>;
}
