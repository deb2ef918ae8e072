// The statement of a card prints the least that must be paid, as no bill does. It sums up purchases that
// were reported one by one, and its payment is reported when it is made.

import PAYMENT_WORDS from "../words/payment-words.json" with { type: "json" };
import { foldWords, phrasesIn } from "../words/phrases.ts";

const LEAST = phrasesIn<"least">({ least: PAYMENT_WORDS["least payment of a card"] });
const LINES_MAX = 400;
const LINE_CHARS_MAX = 80;

/** Whether a line begins with the least payment: "Pagamento mínimo  R$ 180,68". */
export function namesLeastPayment(text: string): boolean {
  return text
    .split("\n", LINES_MAX)
    .some(
      (line) =>
        line.length <= LINE_CHARS_MAX &&
        LEAST.find(foldWords(line)).some(({ start }) => start <= 1),
    );
}
