// The documented quota: 100 requests a minute from one address, over all of /v1 and /v2
// (service-v2.md, Limits). One object per address counts exactly. The window opens with the first
// request and lasts 60 s. The counter is in memory. A row keeps it when the object is evicted; it
// is written without delaying the answer, and deleted after the window.

import { DurableObject } from "cloudflare:workers";
import { RATE_LIMIT_REQUESTS, RATE_LIMIT_WINDOW_MS } from "../platform/limits.ts";

/** Requests counted since `startedAt` (milliseconds since 1970). */
export interface Window {
  readonly startedAt: number;
  readonly count: number;
}

/** The quota's answer to one request. */
export interface Quota {
  readonly allowed: boolean;
  readonly remaining: number;
  /** Milliseconds since 1970. */
  readonly resetsAt: number;
}

/** Counts one request; a refused one is not counted, so the window never grows past its quota. */
export function take(
  window: Window | null,
  now: number,
): { readonly window: Window; readonly quota: Quota } {
  const live =
    window !== null && now >= window.startedAt && now < window.startedAt + RATE_LIMIT_WINDOW_MS;
  const startedAt = live ? window.startedAt : now;
  const earlier = live ? window.count : 0;
  const allowed = earlier < RATE_LIMIT_REQUESTS;
  const count = allowed ? earlier + 1 : earlier;
  const quota = {
    allowed,
    remaining: RATE_LIMIT_REQUESTS - count,
    resetsAt: startedAt + RATE_LIMIT_WINDOW_MS,
  };
  return { window: { startedAt, count }, quota };
}

/**
 * The six headers of every answer: the reset is Unix time in seconds, rounded up, so that waiting
 * for it is enough.
 */
export function quotaHeaders(quota: Quota): Record<string, string> {
  const limit = String(RATE_LIMIT_REQUESTS);
  const remaining = String(quota.remaining);
  const reset = String(Math.ceil(quota.resetsAt / 1000));
  return {
    "RateLimit-Limit": limit,
    "RateLimit-Remaining": remaining,
    "RateLimit-Reset": reset,
    "X-RateLimit-Limit": limit,
    "X-RateLimit-Remaining": remaining,
    "X-RateLimit-Reset": reset,
  };
}

/** Seconds until the window is over, rounded up, at least 1. */
export function retryAfter(quota: Quota, now: number): number {
  return Math.max(1, Math.ceil((quota.resetsAt - now) / 1000));
}

const KEY = "window";

/** The quota of one client address. */
export class RateLimit extends DurableObject<Env> {
  #window: Window | null = null;

  constructor(ctx: DurableObjectState, env: Env) {
    super(ctx, env);
    void ctx.blockConcurrencyWhile(async () => {
      this.#window = (await ctx.storage.get<Window>(KEY)) ?? null;
    });
  }

  /** Counts one request of this address. */
  async count(): Promise<Quota> {
    const opened = this.#window?.startedAt;
    const { window, quota } = take(this.#window, Date.now());
    this.#window = window;
    // Not awaited: the answer need not wait for the disk, at worst a crash forgives a few requests.
    if (quota.allowed) void this.ctx.storage.put(KEY, window, { allowUnconfirmed: true });
    if (window.startedAt !== opened)
      void this.ctx.storage.setAlarm(quota.resetsAt, { allowUnconfirmed: true });
    return quota;
  }

  /**
   * The window is over: delete the row, so that an address that stays away leaves nothing behind.
   */
  override async alarm(): Promise<void> {
    const { startedAt } = this.#window ?? { startedAt: 0 };
    if (Date.now() < startedAt + RATE_LIMIT_WINDOW_MS) return;
    this.#window = null;
    await this.ctx.storage.deleteAll();
  }
}
