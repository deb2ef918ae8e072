// The state of a delivery after an attempt, by Standard Webhooks: 2xx is a success, 410 ends the
// endpoint, everything else is tried again, later each time. Pure: the clock and chance are
// arguments.

import {
  ENDPOINT_FAILING_MS_MAX,
  NOTICE_DELAYS_MS,
  NOTICE_QUIET_MS,
} from "../../../platform/limits.ts";

/** How an attempt ended. */
export interface Attempt {
  /** The receiver's status; null where there was no answer. */
  readonly status: number | null;
  /** In a sentence, without a secret. */
  readonly said: string;
  /** Milliseconds the receiver asks to be left alone for; null where it does not say. */
  readonly retryAfter: number | null;
}

/** What is known of the delivery and its endpoint. */
export interface Standing {
  /** This attempt among them. */
  readonly attempts: number;
  /** Since when all that was tried there has failed; null where the last attempt did not. */
  readonly failingSince: number | null;
}

export type Planned =
  | { readonly kind: "delivered" }
  /** The endpoint is told nothing more. */
  | { readonly kind: "disable"; readonly said: string }
  | {
      readonly kind: "again";
      readonly at: number;
      /** Nothing else is sent there before. */ readonly quietUntil: number;
    }
  | { readonly kind: "failed" };

/** The most attempts a delivery has. */
export const ATTEMPTS_MAX = NOTICE_DELAYS_MS.length + 1;

const GONE = 410;
/** Too much at once: whatever else waits for this receiver waits too. */
const THROTTLING: readonly number[] = [429, 502, 503, 504];
const JITTER = 0.2;

/** What follows from an attempt that ended at `now`. */
export function planAfter(
  { status, said, retryAfter }: Attempt,
  { attempts, failingSince }: Standing,
  now: number,
  random: number,
): Planned {
  if (status !== null && status >= 200 && status < 300) return { kind: "delivered" };
  if (status === GONE)
    return { kind: "disable", said: "It answered 410: it wants no more messages." };
  if (failingSince !== null && now - failingSince >= ENDPOINT_FAILING_MS_MAX) {
    const days = Math.floor((now - failingSince) / (24 * 60 * 60_000));
    return { kind: "disable", said: `It took nothing for ${days} days. Last: ${said}` };
  }
  const delay = NOTICE_DELAYS_MS[attempts - 1];
  if (delay === undefined) return { kind: "failed" };
  const at = now + Math.max(Math.round(delay * (1 + JITTER * random)), retryAfter ?? 0);
  return {
    kind: "again",
    at,
    quietUntil:
      status !== null && THROTTLING.includes(status)
        ? Math.min(at, now + (retryAfter ?? NOTICE_QUIET_MS))
        : 0,
  };
}
