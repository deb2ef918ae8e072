// The result of matching a receipt, for the inbox's job.

import type { Again } from "../../../platform/outbox/effect.ts";

export type Settlement =
  /**
   * It is this transaction, which was in the budget; or several together, of which this is the
   * first.
   */
  | {
      readonly kind: "matched";
      readonly transaction_id: number;
      readonly evidence: readonly string[];
      readonly transactions?: readonly number[];
    }
  | {
      readonly kind: "inserted";
      readonly transaction_id: number;
      readonly evidence: readonly string[];
    }
  /** The user has to say which one, or whether any. `match` is stored for them. */
  | {
      readonly kind: "ask";
      readonly reason:
        "several_matches" | "no_match" | "sender_not_trusted" | "auth_absent" | "auth_failed";
      readonly detail: string;
      readonly match: object | null;
    }
  /** Its currency was open when it was read, and the budget's currencies decide it now. */
  | { readonly kind: "read again" }
  /** Nothing found yet: it is tried again after the next import, or tomorrow. */
  | { readonly kind: "none" };

/** Continues in so many milliseconds. */
export function againIn(delay: number): Again {
  return { kind: "again", delay, message: "more of it is left" };
}
