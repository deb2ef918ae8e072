// Renews a connection's access token: by its refresh token, or, where there is none or it was
// renewed a moment ago, by asking the service once more whether the refused token is good. One at a
// time, whoever asks and however many.
//
// Order of writes: the refresh is stored and the alarm set before the request is sent; the new
// tokens are stored as a new generation before anybody uses them. Killed in between, the alarm
// sends the same refresh token again: servers repeat their answer for a while. Only `invalid_grant`
// ends it; whatever else happens, the same token is sent later.

import type { Chance } from "../../platform/outbox/effect.ts";
import {
  FRESH_REFUSALS_MAX,
  REFRESH_AHEAD_MS,
  SERVER_METADATA_KEEP_MS,
  TOKEN_FRESH_MS,
  TOKENS_MISSING_MAX,
} from "../../platform/limits.ts";
import { logFault } from "../../platform/log.ts";
import { err, ok, type Result } from "../../platform/result.ts";
import type { AccessToken, NoToken } from "./connection.ts";
import { identify } from "./identity.ts";
import type { Keeper } from "./token-keeper.ts";
import type { Fault, Tokens } from "./oauth-answer.ts";
import { discover, refresh, type OAuthSetup, type Server } from "./oauth-client.ts";
import { backoffDelay, throttledDelay } from "../../platform/outbox/retry.ts";
import type { ServiceAccess } from "./service.ts";
import type { ConnectionRow, ConnectionStore } from "./store.ts";
import type { HeldTokens } from "./vault.ts";
import * as words from "./fault-words.ts";

type Outcome = Result<AccessToken, NoToken>;

interface Ready {
  readonly row: ConnectionRow;
  readonly tokens: HeldTokens;
}

export interface RenewalParts {
  readonly store: ConnectionStore;
  readonly keeper: Keeper;
  readonly service: ServiceAccess;
  readonly clock: Chance;
  /** Sets the alarm for what `dueAt` says. */
  readonly arm: () => Promise<void>;
  /** Tokens that nobody will use: they are to be revoked. */
  readonly discard: (issuer: string, tokens: Tokens) => Promise<void>;
}

/** Whether a token is to be refreshed before it is used. */
export function isAhead(
  { refreshable, expires_at, written_at }: ConnectionRow,
  now: number,
): boolean {
  if (refreshable === 0 || expires_at === null) return false;
  return now >= expires_at - Math.min(REFRESH_AHEAD_MS, (expires_at - written_at) / 2);
}

export class Renewal {
  readonly #parts: RenewalParts;
  #flight: Promise<Outcome> | null = null;
  #server: { readonly issuer: string; readonly at: number; readonly server: Server } | null = null;

  constructor(parts: RenewalParts) {
    this.#parts = parts;
  }

  /**
   * The token to ask with, refreshed ahead of its expiry. A refresh ahead that fails leaves it in
   * use until it expires.
   */
  async token(): Promise<Outcome> {
    const ready = await this.#ready();
    if (!ready.ok) return ready;
    const { row } = ready.value;
    const now = this.#parts.clock.now();
    const expired = row.expires_at !== null && now >= row.expires_at;
    const ahead = isAhead(row, now);
    const pause = remainingPause(row, now);
    if (pause !== null && (row.refused > 0 || (ahead && expired))) return wait(pause, row.problem);
    if (pause !== null || !ahead) return current(ready.value);
    const renewed = await this.#once(row.generation, (held) => this.#refresh(held));
    return renewed.ok || renewed.error.kind === "unauthorized" || expired
      ? renewed
      : current(ready.value);
  }

  /**
   * After the service refused the token of `generation`: a newer one, or the same where the service
   * takes it after all.
   */
  async renew(generation: number): Promise<Outcome> {
    const ready = await this.#ready();
    if (!ready.ok) return ready;
    const { row } = ready.value;
    if (row.generation !== generation) return this.token();
    const now = this.#parts.clock.now();
    const pause = remainingPause(row, now);
    if (pause !== null) return wait(pause, row.problem);
    const expired = row.expires_at !== null && now >= row.expires_at;
    const fresh = row.renewed === 1 && !expired && now - row.written_at < TOKEN_FRESH_MS;
    return this.#once(generation, (held) =>
      row.refreshable === 1 && !fresh ? this.#refresh(held) : this.#confirm(held),
    );
  }

  /** When a refresh whose outcome is not known is to be repeated; null where there is none. */
  dueAt(repeatMs: number): number | null {
    const row = this.#parts.store.connection();
    if (row === null || row.refresh_sent_at === null || row.state !== "connected") return null;
    // Nothing is sent to another service: without this the alarm would ring without end.
    if (row.service !== this.#parts.service.name) return null;
    return Math.max(
      row.refresh_sent_at + (row.next_attempt_at === null ? repeatMs : 0),
      row.next_attempt_at ?? 0,
    );
  }

  /** Repeats a refresh whose outcome is not known. */
  async repeat(): Promise<void> {
    const generation = this.#parts.store.connection()?.generation;
    if (generation !== undefined) await this.#once(generation, (held) => this.#refresh(held));
  }

  /** The row and its tokens, where nothing stands in the way before anything is asked. */
  async #ready(): Promise<Result<Ready, NoToken>> {
    const held = await this.#parts.keeper.held();
    if (held.kind === "none") return err({ kind: "unauthorized", message: words.NOT_CONNECTED });
    const { row } = held;
    if (row.service !== this.#parts.service.name)
      return err({ kind: "unauthorized", message: words.OTHER_SERVICE });
    if (row.state === "authorize again")
      return err({ kind: "unauthorized", message: row.problem ?? words.ENDED });
    if (held.kind === "missing") return this.#missing(row);
    if (row.missing > 0) this.#parts.store.tokensFound(row.generation);
    return ok(held);
  }

  /** KV has nothing, or something old: it may only be late. */
  #missing(row: ConnectionRow): Result<Ready, NoToken> {
    const { store, clock } = this.#parts;
    const pause = remainingPause(row, clock.now());
    if (pause !== null) return wait(pause, row.problem);
    if (row.missing >= TOKENS_MISSING_MAX) return this.#end(row.generation, words.TOKENS_GONE);
    const delay = backoffDelay(row.missing + 3, clock.random());
    store.tokensMissing(row.generation, words.TOKENS_LATE, clock.now() + delay);
    return wait(delay, words.TOKENS_LATE);
  }

  /** Whoever asks while the work is under way waits for the same answer. */
  async #once(generation: number, work: (ready: Ready) => Promise<Outcome>): Promise<Outcome> {
    this.#flight ??= this.#guarded(generation, work).finally(() => {
      this.#flight = null;
    });
    return this.#flight;
  }

  /** What breaks on the way is logged without its words, and tried again. */
  async #guarded(generation: number, work: (ready: Ready) => Promise<Outcome>): Promise<Outcome> {
    const ready = await this.#ready();
    if (!ready.ok) return ready;
    if (ready.value.row.generation !== generation) return current(ready.value);
    try {
      return await work(ready.value);
    } catch (thrown) {
      logFault({
        event: "renewal failed",
        error: thrown instanceof Error ? thrown.name : "unknown",
      });
      const { store, clock } = this.#parts;
      return this.#later(
        generation,
        backoffDelay((store.connection()?.failures ?? 0) + 1, clock.random()),
        words.NOT_STORED,
      );
    }
  }

  async #refresh({ row, tokens }: Ready): Promise<Outcome> {
    const { store, service, clock, arm } = this.#parts;
    const { generation, issuer } = row;
    if (issuer === null || tokens.refreshToken === null)
      return this.#end(generation, words.TOKEN_REFUSED);
    const setup = await service.oauth(issuer);
    if (setup === null)
      return this.#failed(
        row,
        { kind: "unsuitable server", lacks: "client registration" },
        words.NO_SERVER,
      );
    const server = await this.#discovered(setup);
    if (!server.ok) return this.#failed(row, server.error);
    store.refreshSent(generation, clock.now());
    await arm();
    const answer = await refresh(setup, server.value, tokens.refreshToken, clock.now());
    return answer.ok ? this.#store(row, issuer, answer.value) : this.#failed(row, answer.error);
  }

  async #store(row: ConnectionRow, issuer: string, tokens: Tokens): Promise<Outcome> {
    const { store, keeper, clock, arm, discard } = this.#parts;
    const kept = await keeper.seal({ ...tokens, scope: tokens.scope ?? row.scope });
    // Refusals count as in a row only where they follow each other at once.
    const refused = clock.now() - row.written_at < 2 * TOKEN_FRESH_MS ? row.refused : 0;
    if (!store.refreshed(row.generation, kept, refused, clock.now())) {
      // A person authorized again or disconnected meanwhile, and what this refresh gave is nobody's.
      await discard(issuer, tokens);
      return this.#inUse();
    }
    await arm();
    return ok({ token: tokens.accessToken, generation: kept.generation });
  }

  async #failed(
    row: ConnectionRow,
    fault: Fault,
    problem = words.refreshProblem(fault),
  ): Promise<Outcome> {
    const { store, clock } = this.#parts;
    // Another generation is in use: what failed is nobody's concern any more.
    if (store.connection()?.generation !== row.generation) return this.#inUse();
    if (fault.kind === "invalid grant") return this.#end(row.generation, words.ENDED);
    const [now, random] = [clock.now(), clock.random()];
    const again = backoffDelay((store.connection()?.failures ?? 0) + 1, random);
    const delay =
      fault.kind === "throttled"
        ? throttledDelay({ retryAfter: fault.retryAfter, reset: null }, now, random)
        : again;
    return this.#later(row.generation, delay, problem);
  }

  /** Asks the service itself, since what refused the token may have been something on the way. */
  async #confirm({ row, tokens }: Ready): Promise<Outcome> {
    const { store, service, clock } = this.#parts;
    const identified = await identify(service.base, service.fetch, tokens.accessToken);
    const { generation } = row;
    if (identified.ok || identified.error.kind === "forbidden") {
      store.tokenTaken(generation);
      return ok({ token: tokens.accessToken, generation });
    }
    const [now, random] = [clock.now(), clock.random()];
    if (identified.error.kind !== "unauthorized") {
      const delay =
        identified.error.kind === "throttled"
          ? throttledDelay({ ...identified.error, reset: null }, now, random)
          : backoffDelay(row.failures + 1, random);
      return wait(delay, words.NOT_CONFIRMED);
    }
    if (row.refreshable === 0 || row.refused + 1 >= FRESH_REFUSALS_MAX)
      return this.#end(generation, words.TOKEN_REFUSED);
    const delay = backoffDelay(row.refused + 1, random);
    store.tokenRefused(generation, words.FRESH_REFUSED, now + delay);
    return wait(delay, words.FRESH_REFUSED);
  }

  async #later(generation: number, delay: number, problem: string): Promise<Outcome> {
    const { store, clock, arm } = this.#parts;
    if (store.connection()?.generation !== generation) return this.#inUse();
    store.refreshFailed(generation, problem, clock.now() + delay);
    await arm();
    return wait(delay, problem);
  }

  /** What is in use now, as it is: a refresh under way must not wait for itself. */
  async #inUse(): Promise<Outcome> {
    const ready = await this.#ready();
    return ready.ok ? current(ready.value) : ready;
  }

  /** Until a person authorizes again. */
  #end(generation: number, problem: string): { readonly ok: false; readonly error: NoToken } {
    this.#parts.store.authorizeAgain(generation, problem);
    return err({ kind: "unauthorized", message: problem });
  }

  async #discovered(setup: OAuthSetup): Promise<Result<Server, Fault>> {
    const now = this.#parts.clock.now();
    if (this.#server?.issuer === setup.issuer && now - this.#server.at < SERVER_METADATA_KEEP_MS)
      return ok(this.#server.server);
    const found = await discover(setup);
    if (found.ok) this.#server = { issuer: setup.issuer, at: now, server: found.value };
    return found;
  }
}

function current({ row, tokens }: Ready): Outcome {
  return ok({ token: tokens.accessToken, generation: row.generation });
}

/** Milliseconds until the next attempt; null where nothing is to be waited for. */
function remainingPause({ next_attempt_at: next }: ConnectionRow, now: number): number | null {
  return next !== null && next > now ? next - now : null;
}

function wait(
  delay: number,
  problem: string | null,
): { readonly ok: false; readonly error: NoToken } {
  return err({ kind: "wait", delay: Math.max(1, delay), message: problem ?? words.TOKENS_LATE });
}
