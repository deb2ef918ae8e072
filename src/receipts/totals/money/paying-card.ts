// Of several cards, the one that paid: "Payment method: Mastercard ending in 9038", beside the card that was
// topped up.

import PAYMENT_WORDS from "../../words/payment-words.json" with { type: "json" };
import type { CardSeen } from "./cards.ts";

/** A label, alone at the end of its line or cell, or on the line above. */
const LABEL = new RegExp(
  String.raw`(?:^|[\n\t])(?:${Object.values(PAYMENT_WORDS.label).flat().join("|")})[ :：]{0,3}[\t\n]?[^\n\t\d]{0,24}$`,
  "iu",
);
const CHARS_BEFORE = 90;

/** The only card whose row is labelled as the way to pay. */
export function findPayingCard(text: string, cards: readonly CardSeen[]): CardSeen | undefined {
  const paying = cards.filter(({ start }) =>
    LABEL.test(text.slice(Math.max(0, start - CHARS_BEFORE), start)),
  );
  return new Set(paying.map(({ last4 }) => last4)).size === 1 ? paying[0] : undefined;
}
