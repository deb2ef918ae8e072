// "TOTAAL (btw 6% inbegrepen)", "Totalt (10 varer)": a remark in brackets behind a total says that it includes tax, or
// how many goods it counts. Without the brackets "totaal btw" would be the sum of the tax.

import PAYMENT_WORDS from "../words/payment-words.json" with { type: "json" };
import { foldWords, phrasesIn } from "../words/phrases.ts";
import { findMoneyWords, readMoneyLabel } from "./label-readings.ts";
import { RANKS } from "./money-labels.ts";

const INCLUDED = phrasesIn<"included">({ included: PAYMENT_WORDS.included });
const REMARK = /[(（]([^()（）\n]{3,40})[)）]/u;

/** "sis. alv 25,5 %", "incl. VAT": a line that says of the amount above it that its tax is within. */
export function isTaxRemark(text: string): boolean {
  const words = foldWords(text);
  return INCLUDED.has(words) && findMoneyWords(words).some(({ role }) => role === "tax");
}

/** "10 varer", "3 items". */
const COUNT = /^\d{1,3} \p{L}{2,12}\.?$/u;

/** The words of a label without such a remark, if they name a total without it. */
export function withoutBrackets(label: string): string {
  const remark = REMARK.exec(label);
  if (remark === null) return label;
  const inBrackets = remark[1] ?? "";
  if (!COUNT.test(inBrackets) && !isTaxRemark(inBrackets)) return label;
  const rest = label.replace(remark[0], " ");
  const reading = readMoneyLabel(foldWords(rest));
  return reading !== null && RANKS[reading.role] >= RANKS.due ? rest : label;
}
