// Interfaces of crypto providers, without HTTP: a reader of a chain or an exchange, and a listing
// of prices. Readers check the answers they receive; their results are trusted.

import type { Price } from "./coins.ts";
import type { Quantity } from "../../money/quantity.ts";

/** Two exchanges and a chain under neutral names; crypto/sources.ts maps each to its reader. */
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

/**
 * All balances of the account; null if the provider cannot tell now, and the known balances stay.
 */
export interface CryptoAnswer {
  readonly status: SyncedStatus;
  readonly balances: readonly ProviderBalance[] | null;
}

/** Reads one account. Rejects if the provider is out of reach; then nothing is changed. */
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
