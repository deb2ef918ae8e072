// What becomes of a receipt, as matching tells the inbox's job.

import { RETRY_DELAY_MS_MAX } from "../../../platform/limits.ts";
import type { NoAnswer } from "../../../platform/outbox/effect.ts";
import { waitAfter } from "../../posting/drain.ts";
import type { ReceiptRow } from "../rows.ts";
import type { InboxTools } from "../job-tools.ts";

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
  | { readonly kind: "none" }
  /** The service could not be asked. */
  | { readonly kind: "wait"; readonly delay: number };

/** No answer: when to ask again. */
export function later(
  { chance }: InboxTools,
  { failures }: Pick<ReceiptRow, "failures">,
  reply: NoAnswer,
): Settlement & { readonly kind: "wait" } {
  const waits = waitAfter(reply, failures + 1, chance);
  return { kind: "wait", delay: waits.kind === "wait" ? waits.delay : RETRY_DELAY_MS_MAX };
}
