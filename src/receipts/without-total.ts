// Words alone ("your order", "your refund", "you received") in the text of a message make no receipt: shipping
// notices, requests for a review and offers have them too. Without an amount, only a subject that names a purchase is
// asked about, or a paper that could not be opened. "Your order 4711" also leads notices of its way; its text must
// thank for it.

import { isFromPdf } from "./charge-groups.ts";
import { parseCurrency } from "../money/currency.ts";
import { findAmounts } from "./totals/money/amounts.ts";
import { thanksForPurchase } from "./totals/thanks.ts";
import type { Claim, Doubt, Reason } from "./receipt.ts";

/** The doubts about an attachment that could not be read. */
export const UNREAD_PAPER: ReadonlySet<Reason> = new Set<Reason>([
  "pdf_damaged",
  "pdf_encrypted",
  "pdf_no_text",
]);

const LONG_CHARS_MIN = 300;
/** A sign of a currency, "262.200", "9 835", "12.50". */
const LIKE_MONEY = new RegExp(
  String.raw`\p{Sc}|(?<![\d.,/:-])\d{1,3}(?:[.,'’ \u00a0]\d{3})+(?![\d/:-])|\d[.,]\d{2}(?![\d.,/:-])`,
  "u",
);
const CODE = /(?<!\p{L})[A-Z]{3}(?!\p{L})/gu;

const OF_PURCHASES: ReadonlySet<unknown> = new Set([
  "order",
  "receipt",
  "refund",
  "invoice",
  "income",
]);

/**
 * Whether nothing but words within the texts of a message say that something was bought, given back or earned.
 * `hasFiles`: files came with it, in one of which the amount may be.
 */
export function isOnlyWords(
  claims: readonly Claim[],
  doubts: readonly Doubt[],
  texts: readonly string[],
  hasFiles: boolean,
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
          (claim.kind.value === "order" && !texts.some(thanksForPurchase)) ||
          (!hasFiles && saysMuchWithoutMoney(texts))),
    )
  );
}

/**
 * A long text without anything like an amount, such as an electronic ticket: nobody can tell from it what was paid, and
 * the bank's transaction will. A short one may only introduce a picture or a page with the amount.
 */
function saysMuchWithoutMoney(texts: readonly string[]): boolean {
  return (
    texts.some(({ length }) => length >= LONG_CHARS_MIN) && !texts.some((text) => namesMoney(text))
  );
}

function namesMoney(text: string): boolean {
  return (
    LIKE_MONEY.test(text) ||
    findAmounts(text).length > 0 ||
    (text.match(CODE) ?? []).some((code) => parseCurrency(code) !== null)
  );
}
