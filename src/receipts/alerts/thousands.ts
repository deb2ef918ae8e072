// Thousands that blanks part where a point begins the decimals ("27 004.5"), as banks of Russia and Kazakhstan print them. In
// receipts a count may stand before a price; before a notice's amount stands a verb or a label. Where neither does it is said.

import type { Amount } from "../totals/money/amounts.ts";
import { VERBS } from "./verbs.ts";
import { BEFORE_AMOUNT } from "./not-a-movement.ts";

/** What stands before an amount and names nothing that is counted. */
const LEADS_AMOUNT =
  /(?:^|[:;=(+-]|(?<!\p{L})(?:на|на сумму|сумма|сума|суму|summa|suma|summu|sumu|na summu|na sumu|of|for|by|with|de|za)) ?$/u;

/** "зачислено 27 004.5 р.", "Pokupka 2 210.00 KZT": blanks group thousands before a point too, behind a verb or a label; else it is said that they may. */
export function withThousands(text: string, folded: string, amount: Amount): Amount {
  const group = /(?<![\d.,*/:#№-] ?)\d{1,3}(?: \d{3})? $/.exec(
    text.slice(Math.max(0, amount.start - 9), amount.start),
  )?.[0];
  if (
    group === undefined ||
    amount.mark === "," ||
    amount.currency === null ||
    !/^\d{3}(?!\d)/.test(text.slice(amount.start, amount.end)) ||
    amount.value.length < 3
  )
    return amount;
  const start = amount.start - group.length;
  const value = `${group.replaceAll(" ", "")}${text.slice(amount.start, amount.start + 3)}${/^\.\d{1,2}/.exec(text.slice(amount.start + 3, amount.end))?.[0] ?? ""}`;
  const from = Math.max(0, start - 24);
  const led =
    LEADS_AMOUNT.test(folded.slice(from, start)) ||
    [...VERBS.find(folded, from, start), ...BEFORE_AMOUNT.find(folded, from, start)].some(
      ({ end }) => /^\p{L}{0,4}[\s:]{1,2}$/u.test(folded.slice(end, start)),
    );
  return led ? { ...amount, start, value, otherwise: null } : { ...amount, otherwise: value };
}
