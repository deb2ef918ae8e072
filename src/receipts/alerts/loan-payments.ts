// Sentences about an instalment of a loan: "We received your loan payment" is of money that went out.

import SENTENCES from "../words/alert-sentences.json" with { type: "json" };
import { wordsIn } from "../words/phrases.ts";
import { stems } from "./stems.ts";

/**
 * "We received your auto loan payment of 412.18": the lender has it, so it left the reader. A loan
 * that is paid out names no payment of it.
 */
const LOAN = oneStem(SENTENCES.loan);
const OF_LOAN = oneStem(SENTENCES["payment of a loan"]);
/** The word for paying a loan back, at the beginning of a phrase. */
export const REPAYMENT = new RegExp(String.raw`^${OF_LOAN}`, "u");
const LOAN_PAID = new RegExp(
  [
    `${LOAN}.{0,60}${OF_LOAN}`,
    `${OF_LOAN}.{0,60}${LOAN}`,
    stems(wordsIn(SENTENCES["loan payment"]), 12).join("|"),
  ].join("|"),
  "u",
);
const LOAN_PAID_OUT = new RegExp(stems(wordsIn(SENTENCES["loan paid out"]), 12).join("|"), "u");

/** Whether a folded sentence speaks of an instalment of a loan, and of none that was paid out. */
export function isLoanPaid(sentence: string): boolean {
  return LOAN_PAID.test(sentence) && !LOAN_PAID_OUT.test(sentence);
}

function oneStem(words: Readonly<Record<string, readonly string[]>>): string {
  return String.raw`(?<!\p{L})(?:${stems(wordsIn(words), 12).join("|")})(?!\p{L})`;
}
