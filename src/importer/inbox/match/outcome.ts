// The result of matching a receipt, for the inbox's job.

import { RETRY_DELAY_MS_MAX } from "../../../platform/limits.ts";
import type { NoAnswer } from "../../posting/client.ts";
import { waitAfter } from "../../posting/drain.ts";
import type { ReceiptRow } from "../rows.ts";
import type { InboxTools } from "../job-tools.ts";

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
  | { readonly kind: "none" }
  /** The service could not be asked. */
  | { readonly kind: "wait"; readonly delay: number };

/** The service gave no answer: when to ask again. */
export function later(
  { chance }: InboxTools,
  { failures }: Pick<ReceiptRow, "failures">,
  reply: NoAnswer,
): Settlement & { readonly kind: "wait" } {
  const waits = waitAfter(reply, failures + 1, chance);
  return { kind: "wait", delay: waits.kind === "wait" ? waits.delay : RETRY_DELAY_MS_MAX };
}
