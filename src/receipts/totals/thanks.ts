// Whether a message thanks for a purchase or an order, or says that its payment went through. A shop that
// does so may still invite to buy more ("complete your purchase").

import PAYMENT_WORDS from "../words/payment-words.json" with { type: "json" };
import { foldWords, phrasesIn } from "../words/phrases.ts";

const THANKS = phrasesIn<"thanks">({ thanks: PAYMENT_WORDS["thanks for a purchase"] });

/** Whether a text has such words: "Thank you for your purchase", "Hemos recibido tu pedido". */
export function thanksForPurchase(text: string): boolean {
  return THANKS.find(foldWords(text)).length > 0;
}
