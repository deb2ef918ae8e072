// Whether a message thanks for a purchase or an order, or says that its payment went through. A shop that
// does so may still invite to buy more ("complete your purchase").

import PAYMENT_WORDS from "../words/payment-words.json" with { type: "json" };
import { foldWords, phrasesIn, wordsIn } from "../words/phrases.ts";

const THANKS = phrasesIn<"thanks">({ thanks: PAYMENT_WORDS["thanks for a purchase"] });

/** Whether a text has such words: "Thank you for your purchase", "Hemos recibido tu pedido". */
export function thanksForPurchase(text: string): boolean {
  return THANKS.find(foldWords(text)).length > 0;
}

const FOR_PAYMENT: ReadonlySet<string> = new Set(
  wordsIn(PAYMENT_WORDS["thanks for a payment"]).map((phrase) => foldWords(phrase).trim()),
);
/** The thanks follow the greeting, or a line or two behind it. */
const FIRST_SENTENCES = 6;
const TEXT_CHARS_MAX = 2_000;

/**
 * Whether one of the first sentences is "Thank you for your payment." and no more: "in advance" or "your prompt
 * payment" asks for one.
 */
export function thanksForPayment(text: string): boolean {
  return text
    .slice(0, TEXT_CHARS_MAX)
    .split(SENTENCE_END)
    .filter((sentence) => /\p{L}/u.test(sentence))
    .slice(0, FIRST_SENTENCES)
    .some((sentence) => FOR_PAYMENT.has(foldWords(sentence).trim()));
}

const SENTENCE_END = /[.!。！\n]/u;
