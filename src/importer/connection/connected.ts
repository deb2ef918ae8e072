// Whose budget an Importer object works with, as the object answers for it: connecting, authorizing again, disconnecting,
// and the token for whoever asks on the connection's behalf. What it does about tokens is in importer/connection/credentials.ts.

import { readConfig } from "../../config.ts";
import { configuredTokenOf } from "./configured.ts";
import type { AccessToken, ConnectionView, ConnectRefusal, NoToken, Wanted } from "./connection.ts";
import { Credentials } from "./credentials.ts";
import { connectionIdOf } from "./identity.ts";
import { sumOf, type Resealed } from "../../platform/sealing/resealed.ts";
import { serviceAccess } from "./service.ts";
import { TOKENS_PURPOSE } from "./vault.ts";
import { NOT_CONNECTED } from "./fault-words.ts";
import { err, type Result } from "../../platform/result.ts";
import { sealerOf, type Sealer } from "../../platform/sealing/seal.ts";
import { Access } from "../keys/access.ts";

export const CLOCK = { now: () => Date.now(), random: () => Math.random() };

/** The object of one connection, which holds the pen: nobody else writes its tokens. */
export abstract class Connected extends Access {
  readonly #credentials: Credentials;
  readonly #isConfigured: boolean;
  #tokensSealer: Promise<Sealer> | null = null;

  constructor(ctx: DurableObjectState, env: Env) {
    super(ctx, env);
    const config = readConfig(env);
    const id = this.name;
    const configuredToken = configuredTokenOf(id, config);
    this.#isConfigured = configuredToken !== null;
    this.#credentials = new Credentials({
      id,
      sql: this.sql,
      kv: env.TOKENS,
      sealer: () => (this.#tokensSealer ??= sealerOf(config, TOKENS_PURPOSE)),
      service: serviceAccess(config, ctx),
      configuredToken,
      isNamedFor: async (identity) => (await connectionIdOf(config, identity)) === id,
      clock: CLOCK,
      arm: () => this.arm(),
      resume: () => this.resume(),
      forget: () => this.endAccess(),
    });
  }

  /**
   * Connects this object to a budget, or authorizes it again. Not called `connect`: the platform's stubs have that
   * already, for sockets.
   */
  async connectBudget(wanted: Wanted): Promise<Result<ConnectionView, ConnectRefusal>> {
    await this.open();
    return this.#credentials.connect(wanted);
  }

  /** Null where it was never connected, or is no longer. */
  async connection(): Promise<ConnectionView | null> {
    return this.#isThere() ? this.#credentials.connection() : null;
  }

  /** Revokes and deletes its tokens, import keys and receipt addresses. What was imported, and what waits, stays. */
  async disconnect(): Promise<void> {
    if (this.#isThere()) await this.#credentials.disconnect();
  }

  /** Forgets the mark "authorize again" and tries once more. */
  async retry(): Promise<void> {
    if (!this.#isThere()) return;
    await this.open();
    await this.#credentials.retry();
  }

  /** The token to ask with on the connection's behalf; only for importer/connection/upstream.ts, which sends it nowhere else. */
  async accessToken(): Promise<Result<AccessToken, NoToken>> {
    return this.#isThere()
      ? this.#credentials.accessToken()
      : err({ kind: "unauthorized", message: NOT_CONNECTED });
  }

  /** After a 401 on the token of `generation`. */
  async renew(generation: number): Promise<Result<AccessToken, NoToken>> {
    return this.#isThere()
      ? this.#credentials.renew(generation)
      : err({ kind: "unauthorized", message: NOT_CONNECTED });
  }

  override async reseal(): Promise<Resealed> {
    const addresses = await super.reseal();
    return this.created ? sumOf(addresses, await this.#credentials.reseal()) : addresses;
  }

  protected get credentials(): Credentials {
    return this.#credentials;
  }

  /** Sets the alarm for whatever is due first. */
  protected abstract arm(): Promise<void>;

  /** There are tokens again: what waits for them goes on. */
  protected abstract resume(): Promise<void>;

  #isThere(): boolean {
    return this.created || this.#isConfigured;
  }
}
