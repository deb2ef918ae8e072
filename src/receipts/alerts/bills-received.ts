// "Sinulle on saapunut e-lasku", "Du har mottatt en eFaktura": a bill came in, and no money.

import SENTENCES from "../words/alert-sentences.json" with { type: "json" };
import { wordsIn } from "../words/phrases.ts";
import type { AlertText, Place } from "./alert-text.ts";
import { amountsWithin } from "./amounts-within.ts";
import { MOVING, type Verb } from "./vocabulary.ts";

const BILL = String.raw`(?:${wordsIn(SENTENCES["a bill that arrives"]).join("|")})(?!\p{L})`;
const FOR = wordsIn(SENTENCES["what a bill is paid for"]).join("|");
/** Digits of an account right behind: the Dutch "rekening NL** INGB **** 5530" is no bill. */
const ITS_DIGITS = String.raw` ?(?:[*•…]|x{2}|[a-z]{2}(?:\d{2}|[*•x]{2})|\d{4}(?!\d))`;
/** "[You have received] a new invoice". */
const BEHIND = new RegExp(String.raw`^ (?:\p{L}{1,8} ){0,2}${BILL}(?!${ITS_DIGITS})`, "u");
/** "Your new invoice has [arrived]"; not "the money for your invoice has arrived". */
const BEFORE = new RegExp(
  String.raw`^[^\p{L}]*(?:(?!(?:${FOR}) )\p{L}{1,10} ){0,4}${BILL}(?: \p{L}{1,12}){0,3} ?$`,
  "u",
);
/** "FI21 **** 1234": no biller hides the digits of its own account. */
const OWN_ACCOUNT = /[*•x]{2,}[ .-]?\d{2,4}(?!\d)/u;

/** The verbs of a sentence without an amount; where it says that a bill came, without those of money in. */
export function withoutBillsReceived(
  { folded, amounts }: AlertText,
  { start, end }: Place,
  verbs: readonly Verb[],
): readonly Verb[] {
  const moving = verbs.filter(({ sense }) => MOVING.has(sense));
  // "We have received the payment of your invoice".
  if (moving.length === 0 || !moving.every(({ sense }) => sense === "in" || sense === "maybe in"))
    return verbs;
  if (amountsWithin(amounts, { start, end }).length > 0) return verbs;
  const isOfBill = (verb: Verb): boolean =>
    BEHIND.test(folded.slice(verb.end, end)) || BEFORE.test(folded.slice(start, verb.start));
  // Beside the reader's own account, a bank tells of it.
  return OWN_ACCOUNT.test(folded)
    ? verbs.map((verb) => (isOfBill(verb) ? { ...verb, sense: "to come" } : verb))
    : verbs.filter((verb) => !MOVING.has(verb.sense) || !isOfBill(verb));
}
