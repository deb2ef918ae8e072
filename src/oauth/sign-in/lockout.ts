// The lockout after wrong passwords: pure. An attempt is counted before its password is checked and
// forgotten if it was right, so that simultaneous attempts count like consecutive ones.

import { FAILURES_TO_LOCK, LOCKOUT_MS_MAX, LOCKOUT_MS_MIN } from "../../platform/limits.ts";

/**
 * Attempts since the last right password, and the earliest time of the next one (milliseconds since
 * 1970).
 */
export interface Failures {
  readonly count: number;
  readonly retryAt: number;
}

export const NO_FAILURES: Failures = { count: 0, retryAt: 0 };

/** Whether an attempt now is refused unseen. */
export function isLockedOut(failures: Failures, now: number): boolean {
  return now < failures.retryAt;
}

/**
 * The state with one more attempt: the FAILURES_TO_LOCK-th locks out, each further one doubles the
 * wait.
 */
export function withAttempt(failures: Failures, now: number): Failures {
  const count = failures.count + 1;
  if (count < FAILURES_TO_LOCK) return { count, retryAt: 0 };
  const doublings = Math.min(count - FAILURES_TO_LOCK, 30);
  return { count, retryAt: now + Math.min(LOCKOUT_MS_MIN * 2 ** doublings, LOCKOUT_MS_MAX) };
}
