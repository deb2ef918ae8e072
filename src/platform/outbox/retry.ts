// When to try again. Pure: the clock and chance are arguments. Retry-After goes before our own back-off,
// since it is relative and clocks differ; both are clamped, so that no answer can stall or spin the queue.

import type { Chance, Delayed, Throttle } from "./effect.ts";
import { RETRY_DELAY_MS_MAX, RETRY_DELAY_MS_MIN } from "../limits.ts";

const THROTTLED_DELAY_MS = 60_000;
const EPOCH_SECONDS_MIN = 1_000_000_000;
const DIGITS = /^\d{1,15}$/;

/** Milliseconds to wait after a 429; 60 s and some chance where the headers say nothing readable. */
export function throttledDelay(throttle: Throttle, now: number, random: number): number {
  const delay = fromRetryAfter(throttle.retryAfter, now) ?? fromReset(throttle.reset, now);
  return clamp(delay ?? THROTTLED_DELAY_MS + random * RETRY_DELAY_MS_MIN);
}

/**
 * Milliseconds to wait after the `attempt`-th (from 1) failure that says nothing: full jitter over
 * 2 s, 4 s, 8 s ...
 */
export function backoffDelay(attempt: number, random: number): number {
  const ceiling = Math.min(RETRY_DELAY_MS_MAX, RETRY_DELAY_MS_MIN * 2 ** Math.min(attempt, 20));
  return clamp(RETRY_DELAY_MS_MIN + random * (ceiling - RETRY_DELAY_MS_MIN));
}

/** Milliseconds until an effect is attempted again, whose last `failures` attempts were in vain. */
export function delayAfter(why: Delayed, failures: number, chance: Chance): number {
  if (why.kind === "again") return why.delay;
  if (why.kind === "throttled") return throttledDelay(why.throttle, chance.now(), chance.random());
  return backoffDelay(failures, chance.random());
}

function fromRetryAfter(header: string | null, now: number): number | null {
  if (header === null) return null;
  const text = header.trim();
  if (DIGITS.test(text)) return Number(text) * 1000;
  // Date.parse is lenient ("-1" is a date to it); an HTTP date begins with the name of a day.
  if (!/^(Mon|Tue|Wed|Thu|Fri|Sat|Sun)/.test(text)) return null;
  const instant = Date.parse(text);
  return Number.isNaN(instant) ? null : instant - now;
}

function fromReset(header: string | null, now: number): number | null {
  if (header === null || !DIGITS.test(header.trim())) return null;
  const seconds = Number(header.trim());
  return seconds >= EPOCH_SECONDS_MIN ? seconds * 1000 - now : seconds * 1000;
}

function clamp(delay: number): number {
  return Math.round(Math.min(RETRY_DELAY_MS_MAX, Math.max(RETRY_DELAY_MS_MIN, delay)));
}
