// How fast all Importers together may ask one upstream: its quota is per source address, so they share one
// Pace object, named by the upstream's host. A request is asked for before it is made; what the answer's
// headers say corrects our own count, since the address may be shared with strangers.

import { DurableObject } from "cloudflare:workers";
import {
  RATE_LIMIT_REQUESTS,
  RATE_LIMIT_WINDOW_MS,
  RETRY_DELAY_MS_MAX,
} from "../../platform/limits.ts";
import { Sql } from "../../platform/sql/sql.ts";
import { throttledDelay } from "../../platform/outbox/retry.ts";

/** When an importer was let through. */
export interface Grant {
  readonly at: number;
  readonly importer: string;
}

export interface PaceState {
  /** The grants of the last window, oldest first. */
  readonly grants: readonly Grant[];
  /** Nobody is let through before this instant. */
  readonly closed_until: number;
  /** Who was turned away in the last window, with when. */
  readonly turned_away: ReadonlyMap<string, number>;
}

/** Lets the request through (null) or says at which instant to ask again. Pure. */
export function admit(state: PaceState, importer: string, now: number): number | null {
  if (now < state.closed_until) return state.closed_until;
  const recent = state.grants.filter((grant) => grant.at > now - RATE_LIMIT_WINDOW_MS);
  const oldest = recent[recent.length - RATE_LIMIT_REQUESTS];
  if (oldest !== undefined) return oldest.at + RATE_LIMIT_WINDOW_MS;
  // When others wait, nobody takes more than an even share of the window.
  const others = [...state.turned_away].filter(
    ([id, at]) => id !== importer && at > now - RATE_LIMIT_WINDOW_MS,
  ).length;
  const mine = recent.filter((grant) => grant.importer === importer);
  const share = Math.max(1, Math.floor(RATE_LIMIT_REQUESTS / (others + 1)));
  const first = mine[mine.length - share];
  return others > 0 && first !== undefined ? first.at + RATE_LIMIT_WINDOW_MS : null;
}

/** The pace of one upstream host. */
export class Pace extends DurableObject<Env> {
  readonly #sql: Sql;
  readonly #turnedAway = new Map<string, number>();

  constructor(ctx: DurableObjectState, env: Env) {
    super(ctx, env);
    this.#sql = new Sql(ctx.storage);
    this.#sql
      .run(`CREATE TABLE IF NOT EXISTS grants (at INTEGER NOT NULL, importer TEXT NOT NULL) STRICT;
      CREATE TABLE IF NOT EXISTS closed (id INTEGER PRIMARY KEY CHECK (id = 1), until INTEGER NOT NULL) STRICT;`);
  }

  /** 0 where the importer may send one request now, else the milliseconds to wait before asking again. */
  ask(importer: string): number {
    const now = Date.now();
    // Times ahead of the clock were stored before it was set back.
    this.#sql.run("DELETE FROM grants WHERE at <= ? OR at > ?", now - RATE_LIMIT_WINDOW_MS, now);
    this.#sql.run("DELETE FROM closed WHERE until > ?", now + RETRY_DELAY_MS_MAX);
    const grants = this.#sql.all<Grant>("SELECT at, importer FROM grants ORDER BY at");
    const closed = this.#sql.first<{ until: number }>("SELECT until FROM closed")?.until ?? 0;
    const wait = admit(
      { grants, closed_until: closed, turned_away: this.#turnedAway },
      importer,
      now,
    );
    if (wait === null) {
      this.#turnedAway.delete(importer);
      this.#sql.run("INSERT INTO grants (at, importer) VALUES (?, ?)", now, importer);
      return 0;
    }
    this.#turnedAway.set(importer, now);
    return Math.max(1, wait - now);
  }

  /** The upstream said that nothing is left before `until`: nobody asks until then. */
  close(until: number): void {
    this.#sql.run(
      "INSERT INTO closed (id, until) VALUES (1, ?) ON CONFLICT (id) DO UPDATE SET until = MAX(until, excluded.until)",
      until,
    );
  }
}

/** A fetch that tells the pace when the service says that this window's quota is used up, or was already. */
export function reporting(
  inner: (request: Request) => Promise<Response>,
  close: (until: number) => Promise<void>,
) {
  return async (request: Request): Promise<Response> => {
    const response = await inner(request);
    const now = Date.now();
    const reset = response.headers.get("ratelimit-reset");
    if (response.status === 429) {
      await close(
        now +
          throttledDelay(
            { retryAfter: response.headers.get("retry-after"), reset },
            now,
            Math.random(),
          ),
      );
    } else if (response.headers.get("ratelimit-remaining") === "0" && Number(reset) * 1000 > now) {
      await close(now + throttledDelay({ retryAfter: null, reset }, now, Math.random()));
    }
    return response;
  };
}
