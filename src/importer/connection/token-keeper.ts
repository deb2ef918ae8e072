// Keeps one connection's tokens: in this object's database until KV is known to serve them, in KV
// from then on, opened in memory while the object lives.
//
// Order of writes: the sealed tokens are stored here, and are in use from then on; then KV is told;
// two minutes later KV is read back, and only what it then serves is dropped here. Killed anywhere,
// the newest tokens are in at least one place.

import { KV_SETTLE_MS } from "../../platform/limits.ts";
import type { Chance } from "../../platform/outbox/effect.ts";
import { backoffDelay } from "../../platform/outbox/retry.ts";
import type { ConnectionRow, ConnectionStore, SealedTokens } from "./store.ts";
import type { HeldTokens, OpenedTokens, Vault } from "./vault.ts";

/** The row with its tokens, which are missing where KV should serve them and does not. */
export type Held =
  | { readonly kind: "none" }
  | { readonly kind: "missing"; readonly row: ConnectionRow }
  | { readonly kind: "held"; readonly row: ConnectionRow; readonly tokens: HeldTokens };

/** The tokens in use, and what they are sealed as. */
export interface InUse {
  readonly sealed: string;
  readonly tokens: HeldTokens;
}

export interface TokensToKeep extends HeldTokens {
  readonly expiresAt: number | null;
  readonly scope: string | null;
}

/** A value that KV serves late may be of the generation before: so often it is looked at again. */
const LOOKS_MAX = 5;

export class Keeper {
  readonly #store: ConnectionStore;
  readonly #vault: Vault;
  readonly #clock: Chance;
  #memory: OpenedTokens | null = null;

  constructor(store: ConnectionStore, vault: Vault, clock: Chance) {
    this.#store = store;
    this.#vault = vault;
    this.#clock = clock;
  }

  /** The tokens in use. The row is read after the last wait, so both belong together. */
  async held(): Promise<Held> {
    for (let look = 0; look < LOOKS_MAX; look += 1) {
      const row = this.#store.connection();
      if (row === null) return { kind: "none" };
      if (this.#memory?.generation === row.generation)
        return { kind: "held", row, tokens: this.#memory.tokens };
      const opened = await this.#opened(row);
      const now = this.#store.connection();
      if (now?.generation !== row.generation) continue;
      if (opened === null) return { kind: "missing", row: now };
      this.#memory = opened;
      return { kind: "held", row: now, tokens: opened.tokens };
    }
    throw new Error("Invariant broken: the tokens changed while they were opened, again and again");
  }

  /** The row's tokens, opened and sealed, for who is to revoke them; null where neither KV nor memory has them. */
  async inUse(row: ConnectionRow): Promise<InUse | null> {
    const sealed = row.sealed ?? (await this.#vault.get());
    const opened = sealed === null ? null : await this.#vault.open(sealed);
    if (sealed !== null && opened?.generation === row.generation)
      return { sealed, tokens: opened.tokens };
    const memory = this.#memory;
    if (memory?.generation !== row.generation) return null;
    return {
      sealed: await this.#vault.seal(memory.generation, memory.tokens),
      tokens: memory.tokens,
    };
  }

  /** Seals tokens as a new generation. Nothing is stored yet. */
  async seal(tokens: TokensToKeep): Promise<SealedTokens> {
    const generation = this.#store.nextGeneration();
    const sealed = await this.#vault.seal(generation, tokens);
    return {
      generation,
      sealed,
      expiresAt: tokens.expiresAt,
      refreshable: tokens.refreshToken !== null,
      scope: tokens.scope,
    };
  }

  /** Seals the tokens in use again where the key before this one sealed them. Until KV has them, they are kept here. */
  async reseal(): Promise<"resealed" | "current" | "missing"> {
    const row = this.#store.connection();
    const opened = row === null ? null : await this.#opened(row);
    if (opened === null) return "missing";
    if (opened.current) return "current";
    const sealed = await this.#vault.seal(opened.generation, opened.tokens);
    this.#store.resealed(opened.generation, sealed, this.#clock.now());
    return "resealed";
  }

  /** Forgets what is in memory. */
  forget(): void {
    this.#memory = null;
  }

  /** When `settle` has something to do; null where KV serves what is in use. */
  dueAt(): number | null {
    const row = this.#store.connection();
    if (row === null || row.sealed === null) return null;
    return row.put_at === null ? (row.next_put_at ?? this.#clock.now()) : row.put_at + KV_SETTLE_MS;
  }

  /** One step of bringing the tokens to KV: puts them, or reads them back and drops the copy here. */
  async settle(): Promise<void> {
    const row = this.#store.connection();
    const due = this.dueAt();
    if (row === null || row.sealed === null || due === null || due > this.#clock.now()) return;
    const { generation, sealed } = row;
    if (row.put_at !== null) {
      if ((await this.#vault.get()) === sealed) return this.#store.forgetSealed(generation, sealed);
      return this.#putLater(row);
    }
    if (await this.#vault.put(sealed)) this.#store.putDone(generation, this.#clock.now());
    else this.#putLater(row);
  }

  #putLater({ generation, put_failures }: ConnectionRow): void {
    this.#store.putFailed(
      generation,
      this.#clock.now() + backoffDelay(put_failures + 1, this.#clock.random()),
    );
  }

  async #opened(row: ConnectionRow): Promise<OpenedTokens | null> {
    const sealed = row.sealed ?? (await this.#vault.get());
    const opened = sealed === null ? null : await this.#vault.open(sealed);
    return opened?.generation === row.generation ? opened : null;
  }
}
