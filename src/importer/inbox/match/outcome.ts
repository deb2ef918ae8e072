// What becomes of a receipt, as matching tells the inbox's job.

import type { Again } from "../../../platform/outbox/effect.ts";

export type Settlement =
  /** It is about this transaction, which was there; or about several together, of which it is the first. */
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
  /** A person has to say which, or whether. `match` is kept for them. */
  | {
      readonly kind: "ask";
      readonly reason:
        "several_matches" | "no_match" | "sender_not_trusted" | "auth_absent" | "auth_failed";
      readonly detail: string;
      readonly match: object | null;
    }
  /** Its currency was open when it was read, and the budget's currencies decide it now. */
  | { readonly kind: "read again" }
  /** Nothing yet: it is looked for again after the next import, or tomorrow. */
  | { readonly kind: "none" };

/** It goes on in so many milliseconds. */
export function againIn(delay: number): Again {
  return { kind: "again", delay, message: "more of it is left" };
}
