// The content of an alert: movements of money on the person's account or card, or why nothing
// moved.

import type { Amount } from "../totals/money/amount.ts";
import type { Place } from "./alert-text.ts";
import type { Verb } from "./vocabulary.ts";

/** Money out of the account, or into it. */
export type Direction = "out" | "in";

/** What the verbs of a sentence mean for its money. */
export interface Reading {
  readonly direction: Direction;
  /** The verb is used of nothing else. */
  readonly isCertain: boolean;
  readonly isRefund: boolean;
  readonly verb: Verb;
}

/** The reading of a sentence without an amount, and the sentence's index among the segments. */
export interface Head {
  readonly reading: Reading;
  readonly index: number;
}

export interface Movement extends Reading {
  readonly amount: Amount;
  /** The same money in another currency, or another amount of the same sentence. */
  readonly others: readonly Amount[];
  /** Index of the segment with the amount, and of the one with the verb. */
  readonly segment: number;
  readonly head: number;
  /** No certain verb tells of it. Its rows do, or its only sentence with an amount. */
  readonly isWithoutVerb?: true;
  /** The only card that counts: the one that paid; null where it has no digits. */
  readonly ofCard?: (Place & { readonly last4: string }) | null;
}

/**
 * Why an alert is about no movement: declined, only held, a code to type in, still to come,
 * arranged.
 */
export type NotMovedReason = "stopped" | "hold" | "code" | "later" | "arranged";

export interface NotMoved {
  readonly why: NotMovedReason;
  readonly verb: Verb;
}

export interface AlertReading {
  readonly movements: readonly Movement[];
  readonly notMoved: NotMoved | null;
}
