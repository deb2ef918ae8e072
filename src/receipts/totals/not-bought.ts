// Whether a total is of something that was not bought: a cart that was left ("Cart total 141.18"), or
// work that a craftsman only offers ("Total of the quotation 831.27"). The label of the total says so.

import type { Claim } from "../receipt.ts";
import PAYMENT_WORDS from "../words/payment-words.json" with { type: "json" };
import { foldWords, phrasesIn } from "../words/phrases.ts";
import type { KindSeen } from "./kind.ts";
import { hasTotal, isCharged, type ReadBody } from "./label-doubts.ts";

const OFFERED = phrasesIn<"cart" | "quotation">({
  cart: PAYMENT_WORDS.cart,
  quotation: PAYMENT_WORDS.quotation,
});
/** A longer label is a sentence, which may name a quotation that was accepted. */
const LABEL_CHARS_MAX = 48;
const TEXT_CHARS_MAX = 20_000;

/**
 * Whether the label of the total names a cart or a quotation, and nothing else says that it was bought:
 * no subject of an order, no number of an order with the cart, no card. Without a total, a text that
 * speaks of an order and of a cart is of what may be ordered.
 */
export function isOfNothingBought(kind: KindSeen, { view, read }: ReadBody): boolean {
  const { total } = read;
  const [only, ...others] = read.claims;
  if (others.length > 0 || kind.place === "subject" || isPaidBy(only)) return false;
  const isNumbered = only?.order_number !== undefined;
  if (total === null) return kind.kind === "order" && !isNumbered && names("cart", view.text);
  if (!hasTotal(read) || isCharged(read) || kind.settled || read.isSettled) return false;
  const label = total.label.text;
  if (label.length > LABEL_CHARS_MAX) return false;
  return names("quotation", label) || (!isNumbered && names("cart", label));
}

function names(tag: "cart" | "quotation", text: string): boolean {
  return OFFERED.find(foldWords(text.slice(0, TEXT_CHARS_MAX))).some((word) => word.tag === tag);
}

function isPaidBy(claim: Claim | undefined): boolean {
  return claim?.card_last4 !== undefined || claim?.cash !== undefined;
}
