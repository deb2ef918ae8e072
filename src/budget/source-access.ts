// How the servers of banks, chains and exchanges are reached: a fetch, and a seal for the secrets
// that open them. A secret is bound to its budget and its owner: copied to another row, it does not
// open.

import { resealRows } from "../platform/sealing/reseal-rows.ts";
import type { Resealed } from "../platform/sealing/resealed.ts";
import {
  createSealer,
  type Opened,
  type Sealer,
  type TokenKeys,
} from "../platform/sealing/seal.ts";
import type { Fetching } from "../sources/fetching.ts";
import type { CryptoConnection } from "./crypto/provider.ts";

/**
 * Whose secrets are sealed, and how: changing a purpose or a place makes every stored secret
 * unreadable.
 */
interface SecretKind<Owner> {
  /** What the sealing key is derived for. */
  readonly purpose: string;
  readonly nameOwner: (owner: Owner, budget: string) => string;
  /** What an operator reads about secrets that no key opens. */
  readonly describeLost: (count: number) => string;
}

/** A secret of a bank connection: the setup token, or the access that it was exchanged for. */
export interface BankSecret {
  readonly itemId: string;
  readonly what: "token" | "access";
}

export const BANK_SECRETS: SecretKind<BankSecret> = {
  purpose: "bank connections",
  nameOwner: ({ itemId, what }, budget) => `bank/${budget}/${itemId}/${what}`,
  describeLost: (count) =>
    `${count} secrets of connections to banks open with neither key: connect them again`,
};

export const COIN_SECRETS: SecretKind<CryptoConnection> = {
  purpose: "synced crypto sources",
  nameOwner: ({ provider, providerId }, budget) => `crypto/${budget}/${provider}/${providerId}`,
  describeLost: (count) =>
    `the credentials of ${count} wallets and exchanges open with neither key: set them again`,
};

export class SourceAccess<Owner> {
  readonly fetching: Fetching;
  readonly #kind: SecretKind<Owner>;
  readonly #budget: string;
  readonly #keys: TokenKeys;
  #sealer: Promise<Sealer> | null = null;

  constructor(kind: SecretKind<Owner>, keys: TokenKeys, budget: string, fetching: Fetching) {
    this.fetching = fetching;
    this.#kind = kind;
    this.#keys = keys;
    this.#budget = budget;
  }

  async seal(owner: Owner, plain: string): Promise<string> {
    return (await this.#open()).seal(this.#nameOwner(owner), plain);
  }

  /** Null for a secret that was sealed for another owner, or by a key that is gone. */
  async open(owner: Owner, sealed: string): Promise<Opened | null> {
    const opened = await (await this.#open()).open(this.#nameOwner(owner), sealed);
    return opened.ok ? opened.value : null;
  }

  /**
   * Seals again what an older key sealed. `put` replaces a value only where it has not changed
   * meanwhile.
   */
  async reseal<Row extends Owner & { readonly sealed: string }>(
    rows: readonly Row[],
    put: (row: Row, sealed: string) => void,
  ): Promise<Resealed> {
    const placed = rows.map((row) => ({ ...row, place: this.#nameOwner(row) }));
    return resealRows(await this.#open(), placed, put, this.#kind.describeLost);
  }

  async #open(): Promise<Sealer> {
    return (this.#sealer ??= createSealer(this.#keys, this.#kind.purpose));
  }

  #nameOwner(owner: Owner): string {
    return this.#kind.nameOwner(owner, this.#budget);
  }
}
