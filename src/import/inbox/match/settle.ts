// The seam between the inbox and the budget: what becomes of a receipt that waits. The job calls it when the receipt has been
// read, after every import that is done and once a day; whatever it says is stored there. It may be called again at any time,
// also when an earlier call was cut short, and must then find what that one did: before a request leaves that changes the budget,
// the receipt's column `match` is set, and from then on nobody changes the receipt until this says what became of it. Nothing is inserted by itself whose message
// nobody vouches for (its verdict), unless a person has decided it (`decided_at`). A receipt in review comes here where only its
// currency is open (`receipt.total.candidates` of what was read): a unique row of the bank in one of them may settle it; it is
// never inserted.

import type { ReceiptRow } from "../message.ts";
import type { InboxTools } from "../tools.ts";

export type Settlement =
  /** It is about this transaction, which was there. */
  | { readonly kind: "matched"; readonly transaction_id: number; readonly evidence: readonly string[] }
  | { readonly kind: "inserted"; readonly transaction_id: number; readonly evidence: readonly string[] }
  /** A person has to say which, or whether. `match` is kept for them. */
  | { readonly kind: "ask"; readonly reason: "several_matches" | "no_match" | "sender_not_trusted" | "auth_absent" | "auth_failed"; readonly detail: string; readonly match: object | null }
  /** Nothing yet: it is looked for again after the next import, or tomorrow. */
  | { readonly kind: "none" }
  /** The service could not be asked. */
  | { readonly kind: "wait"; readonly delay: number };

/** Settles a receipt that waits, or asks for its currency alone. Matching is not here yet: every receipt goes on waiting for the bank's row. */
export async function settleReceipt(_tools: InboxTools, _receipt: ReceiptRow): Promise<Settlement> {
  return { kind: "none" };
}
