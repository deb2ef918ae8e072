// The amount that a subject tells of: "£42.08 at Brightstone Books".

import type { Amount } from "../totals/money/amount.ts";
import MONEY_LABELS from "../words/money-labels.json" with { type: "json" };
import { foldWords, phrasesIn } from "../words/phrases.ts";
import { parseAlertText, type AlertText } from "./alert-text.ts";
import { readAmountWords } from "./amount-words.ts";

const SAVED = phrasesIn<"saved">({ saved: MONEY_LABELS.saved });

/**
 * Finds the one amount that a subject tells of; null if there are several. Limits, balances and savings do not count.
 */
export function findToldAmount(subject: AlertText): Amount | null {
  if (SAVED.has(foldWords(subject.text))) return null;
  const [told, ...others] = subject.amounts.filter((amount) => isTold(subject, amount));
  return told === undefined || others.length > 0 ? null : told;
}

/** Finds the same in a subject that was not parsed yet. */
export function readToldAmount(subject: string): Amount | null {
  return /\p{Nd}/u.test(subject) ? findToldAmount(parseAlertText(subject)) : null;
}

/** "TL-20646", "MT20817": an order's number may begin with the letters of a currency. */
const CODE = /^\p{L}{1,4}[-/]?\d{4,}$/u;

/** "£42.08", "42.08 EUR"; "Order TL-20646" names no money, and "over 50.00" names a limit. */
function isTold({ text, folded }: AlertText, amount: Amount): boolean {
  const isMoney = amount.currency !== null || amount.candidates.length > 0;
  const around = { from: 0, until: text.length };
  return (
    isMoney &&
    !CODE.test(text.slice(amount.start, amount.end)) &&
    !/[\p{L}\p{N}#-]$/u.test(text.slice(0, amount.start)) &&
    readAmountWords(folded, amount, around) === null
  );
}
