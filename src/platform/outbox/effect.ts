// An effect is something that must happen once on somebody else's server. It is a row from before
// its first request leaves until its end is stored. Its kind says how it is sent, how one that is
// already done is recognised, and what an answer means. The runner decides when it is attempted
// again (runner.ts).

import type { Sql } from "../sql/sql.ts";
import type { Facts } from "../log.ts";

/** The clock and chance. A test hands in its own, and replays every wait. */
export interface Chance {
  now(): number;
  random(): number;
}

/** What an answer of "too many requests" says about when to come back. */
export interface Throttle {
  /** The Retry-After header: seconds or an HTTP date (RFC 9110, 10.2.3). */
  readonly retryAfter: string | null;
  /** The RateLimit-Reset header: Unix time in seconds in this service, a delta in others. */
  readonly reset: string | null;
}

/** No answer that can be acted on: wait and ask again. */
export type NoAnswer =
  | { readonly kind: "throttled"; readonly throttle: Throttle; readonly message: string }
  /** `status`: the service's answer, if it was asked: 403 for what the connection may not do. */
  | { readonly kind: "unauthorized"; readonly message: string; readonly status?: number }
  /** `status`: 5xx, where the service itself answered that it failed. */
  | { readonly kind: "unknown"; readonly message: string; readonly status?: number };

/** The effect goes on in `delay` milliseconds: more of it is left, or the quota is used up. */
export interface Again {
  readonly kind: "again";
  readonly delay: number;
  readonly message: string;
}

/** How an attempt ended: with what its kind settles (done, refused, a question ...), or it is attempted again. */
export type Step<Outcome> = Outcome | Again | NoAnswer;

/** Why an effect is put off. "fault": our own code threw. */
export type Delayed = Again | NoAnswer | { readonly kind: "fault"; readonly message: string };

/** What every attempt works with; a kind asks for more. */
export interface Tools {
  readonly chance: Chance;
}

/** How effects of one kind are attempted. Each method that writes is one transaction. */
export interface Rules<T extends Tools, Effect, Outcome extends { readonly kind: string }> {
  /** How often in a row it was attempted in vain. */
  readonly failures: (effect: Effect) => number;
  /**
   * Stores that an attempt begins, before its request leaves. An attempt that kills the Worker
   * counts, and the next one knows that this one may have arrived. Left out where the row itself
   * says that.
   */
  readonly begin?: (tools: T, effect: Effect) => Effect | Promise<Effect>;
  /** The outcome of an effect that is done already or is no longer wanted; null where it is to be sent. */
  readonly recognise?: (tools: T, effect: Effect) => Promise<Step<Outcome> | null>;
  readonly send: (tools: T, effect: Effect) => Promise<Step<Outcome>>;
  readonly settle: (tools: T, effect: Effect, outcome: Outcome) => void;
  /** Stores when it is attempted again; nothing where it was settled or ended meanwhile. */
  readonly putOff: (tools: T, effect: Effect, at: number, why: Delayed) => void;
  /** The log's words for an attempt that threw. */
  readonly fault: (effect: Effect, thrown: unknown) => Facts;
  /** Settles an effect whose attempt threw; false where it is put off like any other. */
  readonly settleFault?: (tools: T, effect: Effect, thrown: unknown) => boolean | Promise<boolean>;
  /** After so many attempts in vain the effect ends. */
  readonly limit?: {
    readonly attempts: number;
    readonly giveUp: (tools: T, effect: Effect) => void;
  };
  /** How to wait while the connection is signed out: the longest delay, or "back off" as after no answer. */
  readonly whileSignedOut?: "back off";
}

/** A kind whose effects are attempted one after the other, as they become due. */
export interface Kind<
  T extends Tools,
  Effect,
  Outcome extends { readonly kind: string },
> extends Rules<T, Effect, Outcome> {
  /** When the next one is due; null where none waits. */
  readonly dueAt: (sql: Sql) => number | null;
  /** The one to attempt now; null where none is due. */
  readonly next: (tools: T) => Effect | null;
}
