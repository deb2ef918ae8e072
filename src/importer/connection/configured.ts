// The connection that the configuration makes, on a developer's machine: its token is LOCAL_TOKEN or BUDGET_API_TOKEN.
// There is nothing to store, to refresh or to revoke.

import type { Chance } from "../../platform/outbox/effect.ts";
import type { Config } from "../../config.ts";
import { err, ok, type Result } from "../../platform/result.ts";
import type { AccessToken, ConnectionView, NoToken } from "./connection.ts";
import { identify, OWN_CONNECTION, type Identity } from "./identity.ts";
import { backoffDelay } from "../../platform/outbox/retry.ts";
import type { ServiceAccess } from "./service.ts";
import * as words from "./fault-words.ts";

/** The token that the configuration gives a connection; null for every other. */
export function findConfiguredToken(
  id: string,
  { local, localToken, budgetApiUrl, budgetApiToken }: Config,
): string | null {
  if (!local || id !== OWN_CONNECTION) return null;
  return budgetApiUrl === null ? localToken : budgetApiToken;
}

const GENERATION = 0;
const IDENTITY_KEEP_MS = 10 * 60_000;

export class Configured {
  readonly #id: string;
  readonly #token: string;
  readonly #service: ServiceAccess;
  readonly #clock: Chance;
  #known: { readonly identity: Identity; readonly at: number } | null = null;
  #refused = false;

  constructor(id: string, token: string, service: ServiceAccess, clock: Chance) {
    this.#id = id;
    this.#token = token;
    this.#service = service;
    this.#clock = clock;
  }

  token(): Result<AccessToken, NoToken> {
    return ok({ token: this.#token, generation: GENERATION });
  }

  /** After a 401: whether the service takes the token after all. */
  async confirm(): Promise<Result<AccessToken, NoToken>> {
    const identified = await identify(this.#service.base, this.#service.fetch, this.#token);
    this.#refused = !identified.ok && identified.error.kind === "unauthorized";
    if (identified.ok || identified.error.kind === "forbidden") return this.token();
    if (this.#refused) return err({ kind: "unauthorized", message: words.CONFIGURED_REFUSED });
    return err({
      kind: "wait",
      delay: backoffDelay(1, this.#clock.random()),
      message: words.NOT_CONFIRMED,
    });
  }

  /** Who it is for is asked of the service, and remembered for some minutes. */
  async view(): Promise<ConnectionView> {
    const now = this.#clock.now();
    if (this.#known === null || now - this.#known.at > IDENTITY_KEEP_MS) {
      const identified = await identify(this.#service.base, this.#service.fetch, this.#token);
      this.#refused = !identified.ok && identified.error.kind === "unauthorized";
      if (identified.ok) this.#known = { identity: identified.value, at: now };
    }
    const identity = this.#known?.identity;
    return {
      id: this.#id,
      userId: identity?.userId ?? 0,
      accountId: identity?.accountId ?? 0,
      owner: null,
      name: identity?.budgetName ?? new URL(this.#service.base).host,
      personName: identity?.name ?? "",
      email: identity?.email ?? "",
      currency: identity?.currency ?? "",
      kind: "configured",
      state: this.#refused ? "authorize again" : "connected",
      scopes: null,
      problem: this.#refused ? words.CONFIGURED_REFUSED : null,
      createdAt: 0,
      lastUsedAt: null,
    };
  }
}
