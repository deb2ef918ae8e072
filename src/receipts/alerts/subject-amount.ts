// The amount that a subject tells of: "£42.08 at Brightstone Books".

import type { Amount } from "../totals/money/amount.ts";
import MONEY_LABELS from "../words/money-labels.json" with { type: "json" };
import { foldWords, phrasesIn } from "../words/phrases.ts";
import { parseAlertText, type AlertText } from "./alert-text.ts";
import { readAmountWords } from "./amount-words.ts";

const SAVED = phrasesIn<"saved">({ saved: MONEY_LABELS.saved });

/** The only amount of money in a subject that is no limit, no balance and not saved; null if there is none, or several. */
export function findToldAmount(subject: AlertText): Amount | null {
  if (SAVED.has(foldWords(subject.text))) return null;
  const [told, ...others] = subject.amounts.filter((amount) => isTold(subject, amount));
  return told === undefined || others.length > 0 ? null : told;
}

/** The same of a subject's text. */
export function readToldAmount(subject: string): Amount | null {
  return /\p{Nd}/u.test(subject) ? findToldAmount(parseAlertText(subject)) : null;
}

/** "TL-20646", "MT20817": what is written like a code may be the number of an order, whatever currency its letters mean. */
const CODE = /^\p{L}{1,4}[-/]?\d{4,}$/u;

/** "£42.08", "42.08 EUR"; "Order TL-20646" is no money, and "over 50.00" is a limit. */
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
