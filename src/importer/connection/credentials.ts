// Whose budget one Importer object works with, and the tokens for it. It is the only one that writes this connection's
// value in KV. Nobody but its owner connects or authorizes it again; what changes it happens one after the other.
//
// Order of writes: new tokens are sealed, then stored together with the debt to revoke those they replace; only then
// does anybody else hear of them. What could not be stored is revoked, and the connection is as it was.

import { earliest } from "../../platform/outbox/runner.ts";
import type { Chance } from "../../platform/outbox/effect.ts";
import { REFRESH_REPEAT_MS, TOKEN_USED_INTERVAL_MS } from "../../platform/limits.ts";
import { logFault } from "../../platform/log.ts";
import type { Sql } from "../../platform/sql/sql.ts";
import type { Sealer } from "../../platform/sealing/seal.ts";
import { err, ok, type Result } from "../../platform/result.ts";
import { Configured } from "./configured.ts";
import type {
  AccessToken,
  ConnectionView,
  ConnectRefusal,
  NewCredential,
  NoToken,
  Wanted,
} from "./connection.ts";
import { Errands } from "./token-cleanup.ts";
import { identify, type Identity } from "./identity.ts";
import { Keeper, type InUse, type TokensToKeep } from "./token-keeper.ts";
import { NOTHING_SEALED, addResealed, type Resealed } from "../../platform/sealing/resealed.ts";
import { Renewal } from "./renewal.ts";
import type { ServiceAccess } from "./service.ts";
import { ConnectionStore, type ConnectionRow } from "./store.ts";
import type { TokenSource } from "./upstream.ts";
import { Vault, type TokenStore } from "./vault.ts";

export interface CredentialsParts {
  /** The connection's name. */
  readonly id: string;
  readonly sql: Sql;
  readonly kv: TokenStore;
  readonly sealer: () => Promise<Sealer>;
  readonly service: ServiceAccess;
  /** The token that the configuration gives this connection; null where it has to be connected. */
  readonly configuredToken: string | null;
  /** Whether this connection's name stands for that identity. */
  readonly isNamedFor: (identity: Identity) => Promise<boolean>;
  readonly clock: Chance;
  /** Sets the alarm for what `dueAt` says. */
  readonly arm: () => Promise<void>;
  /** There are tokens again: whoever waits for them goes on. */
  readonly resume: () => Promise<void>;
  /** Deletes what else lets somebody in here; inside the transaction that disconnects. */
  readonly forget: () => void;
}

/** A connection as it is; `inUse` is null where its tokens are missing. */
interface Before {
  readonly row: ConnectionRow;
  readonly inUse: InUse | null;
}

export class Credentials implements TokenSource {
  readonly #parts: CredentialsParts;
  readonly #store: ConnectionStore;
  readonly #keeper: Keeper;
  readonly #renewal: Renewal;
  readonly #errands: Errands;
  readonly #configured: Configured | null;
  /** The last of the changes that wait for each other, and of the chores. */
  #changes: Promise<unknown> = Promise.resolve();
  #chores: Promise<boolean> = Promise.resolve(true);

  constructor(parts: CredentialsParts) {
    this.#parts = parts;
    const { service, clock, arm } = parts;
    const store = new ConnectionStore(parts.sql);
    const vault = new Vault(parts.id, parts.kv, parts.sealer);
    this.#store = store;
    this.#keeper = new Keeper(store, vault, clock);
    this.#errands = new Errands({ store, vault, service, clock });
    this.#renewal = new Renewal({
      store,
      keeper: this.#keeper,
      service,
      clock,
      arm,
      discard: (issuer, tokens) => this.#discard(issuer, tokens),
    });
    this.#configured =
      parts.configuredToken === null
        ? null
        : new Configured(parts.id, parts.configuredToken, service, clock);
  }

  /**
   * Connects, or authorizes again. Refused, nothing has changed, and OAuth tokens that were brought
   * have been revoked.
   */
  async connect(wanted: Wanted): Promise<Result<ConnectionView, ConnectRefusal>> {
    const refusal = await this.#exclusively(async () => {
      const refused = await this.#findRefusal(wanted);
      if (refused !== null) return refused;
      try {
        await this.#put(wanted);
        return null;
      } catch (thrown) {
        logFault({
          event: "tokens not stored",
          error: thrown instanceof Error ? thrown.name : "unknown",
        });
        return { kind: "not stored" } as const;
      }
    });
    if (refusal !== null) {
      const { credential } = wanted;
      if (credential.kind === "oauth") await this.#discard(credential.issuer, { ...credential });
      return err(refusal);
    }
    await this.#parts.resume();
    const row = this.#store.connection();
    return row === null ? err({ kind: "not stored" }) : ok(toView(this.#parts.id, row));
  }

  /** Null where it was never connected, or is no longer. */
  async connection(): Promise<ConnectionView | null> {
    if (this.#configured !== null) return this.#configured.view();
    const row = this.#store.connection();
    return row === null ? null : toView(this.#parts.id, row);
  }

  /** Ends it: the tokens are revoked upstream and deleted. What cannot be done at once is done by the alarm. */
  async disconnect(): Promise<void> {
    if (this.#configured !== null) return;
    await this.#exclusively(async () => {
      const found = await this.#inUse();
      if (found === null) return;
      this.#store.disconnect(owedFor(found), this.#parts.forget, this.#parts.clock.now());
      this.#keeper.forget();
    });
    await this.#parts.arm();
    await this.work();
    await this.#parts.arm();
  }

  /** Forgets the mark "authorize again", asks the service once whether the token is good, and lets everybody try. */
  async retry(): Promise<void> {
    this.#store.retry();
    this.#keeper.forget();
    const token = await this.accessToken();
    const { service } = this.#parts;
    const asked = token.ok ? await identify(service.base, service.fetch, token.value.token) : null;
    if (token.ok && asked?.ok === false && asked.error.kind === "unauthorized")
      await this.renew(token.value.generation);
    await this.#parts.resume();
  }

  async accessToken(): Promise<Result<AccessToken, NoToken>> {
    if (this.#configured !== null) return this.#configured.token();
    const token = await this.#renewal.token();
    const now = this.#parts.clock.now();
    const used = this.#store.connection()?.last_used_at ?? 0;
    if (token.ok && now - used >= TOKEN_USED_INTERVAL_MS) this.#store.used(now);
    return token;
  }

  /** After a 401: a newer token than that of `generation`. */
  async renew(generation: number): Promise<Result<AccessToken, NoToken>> {
    return this.#configured === null ? this.#renewal.renew(generation) : this.#configured.confirm();
  }

  /** Seals the tokens again where the key before this one did, those that are to be revoked among them. */
  async reseal(): Promise<Resealed> {
    if (this.#configured !== null) return NOTHING_SEALED;
    const owed = await this.#errands.reseal();
    if (this.#store.connection() === null) return owed;
    const done = await this.#keeper.reseal();
    await this.#parts.arm();
    if (done === "missing")
      return addResealed(owed, {
        ...NOTHING_SEALED,
        failed: ["its tokens cannot be read: KV does not serve them, or neither key opens them"],
      });
    return addResealed(owed, { ...NOTHING_SEALED, [done]: 1 });
  }

  /** When `work` has something to do; null where it has not. */
  dueAt(): number | null {
    return earliest([
      this.#renewal.dueAt(REFRESH_REPEAT_MS),
      this.#keeper.dueAt(),
      this.#errands.dueAt(),
    ]);
  }

  /** The chores that are due, one caller after the other; false where one failed. It never throws. */
  async work(): Promise<boolean> {
    this.#chores = this.#afterOthers();
    return this.#chores;
  }

  async #afterOthers(): Promise<boolean> {
    await this.#chores;
    try {
      const due = this.#renewal.dueAt(REFRESH_REPEAT_MS);
      if (due !== null && due <= this.#parts.clock.now()) await this.#renewal.repeat();
      await this.#keeper.settle();
      await this.#errands.work();
      return true;
    } catch (thrown) {
      logFault({
        event: "connection chores failed",
        error: thrown instanceof Error ? thrown.name : "unknown",
      });
      return false;
    }
  }

  async #findRefusal({ owner, identity }: Wanted): Promise<ConnectRefusal | null> {
    if (this.#configured !== null) return { kind: "configured" };
    if (!(await this.#parts.isNamedFor(identity))) return { kind: "another identity" };
    const row = this.#store.connection();
    if (row === null) return null;
    return row.owner === owner ? null : { kind: "another person" };
  }

  async #put({ owner, identity, credential }: Wanted): Promise<void> {
    const tokens = await this.#keeper.seal(toTokens(credential));
    const before = await this.#inUse();
    const issuer = credential.kind === "oauth" ? credential.issuer : null;
    const replaced = before === null || isSameGrant(before, credential) ? null : owedFor(before);
    const { service, clock } = this.#parts;
    this.#store.connect(
      { owner, service: service.name, identity, kind: credential.kind, issuer },
      tokens,
      replaced,
      clock.now(),
    );
    this.#keeper.forget();
  }

  /** The row with its tokens, both of one generation though a refresh may end meanwhile. */
  async #inUse(): Promise<Before | null> {
    for (;;) {
      const row = this.#store.connection();
      if (row === null) return null;
      const inUse = await this.#keeper.inUse(row);
      if (this.#store.connection()?.generation === row.generation) return { row, inUse };
    }
  }

  /** Tokens that nobody will use: revoked now, or by the alarm where the server is away. */
  async #discard(issuer: string, tokens: TokensToKeep): Promise<void> {
    try {
      if (await this.#errands.revoke(issuer, tokens)) return;
      const { sealed } = await this.#keeper.seal(tokens);
      this.#store.oweRevocation(issuer, sealed, this.#parts.clock.now());
      await this.#parts.arm();
    } catch (thrown) {
      logFault({
        event: "tokens not revoked",
        error: thrown instanceof Error ? thrown.name : "unknown",
      });
    }
  }

  async #exclusively<T>(work: () => Promise<T>): Promise<T> {
    const turn = this.#changes.then(work);
    this.#changes = turn.catch(() => undefined);
    return turn;
  }
}

/** What is owed for tokens that will not be used any more; null where there is nothing to revoke. */
function owedFor({ row, inUse }: Before): { issuer: string; sealed: string } | null {
  return row.issuer === null || inUse === null
    ? null
    : { issuer: row.issuer, sealed: inUse.sealed };
}

/**
 * Whether revoking the old tokens could end the new ones: where they are the same ones, where the old refresh token was
 * not replaced, and where the old grant has ended by itself: servers with one grant a person and client begin it anew.
 */
function isSameGrant({ row, inUse }: Before, credential: NewCredential): boolean {
  if (credential.kind === "token" || inUse === null) return false;
  const { accessToken, refreshToken } = inUse.tokens;
  if (row.state === "authorize again" || accessToken === credential.accessToken) return true;
  return (
    refreshToken !== null &&
    (credential.refreshToken === null || credential.refreshToken === refreshToken)
  );
}

function toTokens(credential: NewCredential): TokensToKeep {
  if (credential.kind === "token")
    return { accessToken: credential.token, refreshToken: null, expiresAt: null, scope: null };
  const { accessToken, refreshToken, expiresAt, scope } = credential;
  return { accessToken, refreshToken, expiresAt, scope };
}

function toView(id: string, row: ConnectionRow): ConnectionView {
  return {
    id,
    userId: row.user_id,
    accountId: row.account_id,
    owner: row.owner,
    name: row.budget_name,
    personName: row.person_name,
    email: row.email,
    currency: row.currency,
    kind: row.kind,
    state: row.state,
    scopes: row.scope === null ? null : row.scope.split(" ").filter((name) => name !== ""),
    problem: row.problem,
    createdAt: row.created_at,
    lastUsedAt: row.last_used_at,
  };
}
