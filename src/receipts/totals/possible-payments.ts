// "You can pay by card or direct debit": a sentence that names the ways in which a bill may be paid
// reports no payment.

import PAYMENT_WORDS from "../words/payment-words.json" with { type: "json" };
import { phrasesIn } from "../words/phrases.ts";

const WORDS = phrasesIn<"can" | "pay" | "may be paid">({
  can: PAYMENT_WORDS.can,
  pay: PAYMENT_WORDS["to pay"],
  "may be paid": PAYMENT_WORDS["may be paid"],
});
const BETWEEN_CHARS_MAX = 60;

/** Whether the folded words of a sentence say that something can be paid. */
export function saysMayPay(words: string): boolean {
  const hits = WORDS.find(words);
  return hits.some(
    ({ tag, end }) =>
      tag === "may be paid" ||
      (tag === "can" &&
        hits.some(
          (pay) => pay.tag === "pay" && pay.start >= end && pay.start - end <= BETWEEN_CHARS_MAX,
        )),
  );
}
