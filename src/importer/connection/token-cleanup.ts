// What is owed for tokens that are no longer ours: to revoke them upstream, and to delete their value in KV. Each is a
// row until it is done, so that a server that is away, or a kill, only puts it off; after many tries it is given up.

import type { Chance, Rules, Tools } from "../../platform/outbox/effect.ts";
import { ERRAND_TRIES_MAX } from "../../platform/limits.ts";
import { logFault } from "../../platform/log.ts";
import { discover, revoke } from "./oauth-client.ts";
import type { Resealed } from "../../platform/sealing/resealed.ts";
import { attempt } from "../../platform/outbox/runner.ts";
import type { ServiceAccess } from "./service.ts";
import type { ConnectionStore, Errand } from "./store.ts";
import type { HeldTokens, Vault } from "./vault.ts";

export class Errands {
  readonly #store: ConnectionStore;
  readonly #vault: Vault;
  readonly #service: ServiceAccess;
  readonly #clock: Chance;

  /** How an errand is attempted. */
  readonly #rules: Rules<Tools, Errand, { readonly kind: "done" }> = {
    failures: ({ failures }) => failures,
    send: async (_, errand) =>
      (await this.#try(errand)) ? { kind: "done" } : { kind: "unknown", message: "not done" },
    settle: (_, { id }) => this.#store.errandDone(id),
    putOff: (_, { id }, at) => this.#store.errandFailed(id, at),
    fault: ({ kind }, thrown) => ({
      event: "errand failed",
      what: kind,
      error: thrown instanceof Error ? thrown.name : "unknown",
    }),
    limit: {
      attempts: ERRAND_TRIES_MAX,
      giveUp: (_, { id, kind }) => {
        logFault({ event: "given up", what: kind, tries: ERRAND_TRIES_MAX });
        this.#store.errandDone(id);
      },
    },
  };

  constructor(parts: {
    store: ConnectionStore;
    vault: Vault;
    service: ServiceAccess;
    clock: Chance;
  }) {
    this.#store = parts.store;
    this.#vault = parts.vault;
    this.#service = parts.service;
    this.#clock = parts.clock;
  }

  dueAt(): number | null {
    return this.#store.nextErrandAt();
  }

  /** Attempts everything that is due. */
  async work(): Promise<void> {
    for (const errand of this.#store.errandsDue(this.#clock.now()))
      await attempt(this.#rules, { chance: this.#clock }, errand);
  }

  /**
   * Revokes both tokens; false where the server has to be asked again. One that cannot revoke has
   * nothing to be asked.
   */
  async revoke(issuer: string, tokens: HeldTokens): Promise<boolean> {
    const setup = await this.#service.oauth(issuer);
    if (setup === null) return false;
    const server = await discover(setup);
    if (!server.ok) return false;
    // The refresh token first: by most servers it takes the others along.
    const owed = [
      ["refresh_token", tokens.refreshToken] as const,
      ["access_token", tokens.accessToken] as const,
    ];
    for (const [hint, token] of owed) {
      if (token === null) continue;
      const revoked = await revoke(setup, server.value, token, hint);
      if (!revoked.ok && revoked.error.kind !== "unsupported") return false;
    }
    return true;
  }

  /** Seals again what the key before this one sealed. What neither opens cannot be revoked by anybody. */
  async reseal(): Promise<Resealed> {
    let [resealed, current] = [0, 0];
    for (const { id, sealed } of this.#store.errandsDue(Number.MAX_SAFE_INTEGER)) {
      const opened = sealed === null ? null : await this.#vault.open(sealed);
      if (sealed === null || opened === null) continue;
      if (opened.current) current += 1;
      else {
        this.#store.errandResealed(
          id,
          sealed,
          await this.#vault.seal(opened.generation, opened.tokens),
        );
        resealed += 1;
      }
    }
    return { resealed, current, failed: [] };
  }

  async #try({ kind, issuer, sealed }: Errand): Promise<boolean> {
    // A connection that was made meanwhile has put its own value in that place, or is about to.
    if (kind === "forget") return this.#store.connection() !== null || this.#vault.delete();
    const opened = sealed === null ? null : await this.#vault.open(sealed);
    if (opened === null)
      logFault({ event: "given up", what: kind, why: "neither key opens the tokens" });
    return opened === null || issuer === null || this.revoke(issuer, opened.tokens);
  }
}
