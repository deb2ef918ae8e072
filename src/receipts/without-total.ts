// Words alone ("your order", "your refund", "you received") in the text of a message make no receipt: shipping
// notices, requests for a review and offers have them too. Without an amount, only a subject that names a purchase is
// asked about, or a paper that could not be opened. "Your order 4711" also leads notices of its way; its text must
// thank for it.

import { isFromPdf } from "./charge-groups.ts";
import { thanksForPurchase } from "./totals/thanks.ts";
import type { Claim, Doubt, Reason } from "./receipt.ts";

/** The doubts about an attachment that could not be read. */
export const UNREAD_PAPER: ReadonlySet<Reason> = new Set<Reason>([
  "pdf_damaged",
  "pdf_encrypted",
  "pdf_no_text",
]);

const OF_PURCHASES: ReadonlySet<unknown> = new Set([
  "order",
  "receipt",
  "refund",
  "invoice",
  "income",
]);

/** Whether nothing but words within the texts of a message say that something was bought, given back or earned. */
export function isOnlyWords(
  claims: readonly Claim[],
  doubts: readonly Doubt[],
  texts: readonly string[],
): boolean {
  return (
    !doubts.some(({ reason }) => UNREAD_PAPER.has(reason)) &&
    claims.every(
      (claim) =>
        claim.source === "label" &&
        !isFromPdf(claim) &&
        claim.total === undefined &&
        OF_PURCHASES.has(claim.kind?.value) &&
        (claim.kind?.span.view !== "subject" ||
          (claim.kind.value === "order" && !texts.some(thanksForPurchase))),
    )
  );
}
