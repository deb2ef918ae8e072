// Thousands separated by blanks where a point begins the decimals ("27 004.5"), as banks of Russia
// and Kazakhstan print them. In a receipt a count may precede a price. In an alert a verb or a
// label precedes the amount; where neither does, the amount has two readings.

import type { Amount } from "../totals/money/amount.ts";
import { BEFORE_AMOUNT, findVerbs } from "./vocabulary.ts";

/** Words before an amount that do not name anything counted. */
const BEFORE_THOUSANDS =
  /(?:^|[:;=(+-]|(?<!\p{L})(?:на|на сумму|сумма|сума|суму|summa|suma|summu|sumu|na summu|na sumu|of|for|by|with|de|za)) ?$/u;
const LEAD_CHARS = 24;

/** "зачислено 27 004.5 р.", "Pokupka 2 210.00 KZT": the amount with its thousands, or as it was. */
export function joinThousands(text: string, folded: string, amount: Amount): Amount {
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
  const hundreds = text.slice(amount.start, amount.start + 3);
  const decimals = /^\.\d{1,2}/.exec(text.slice(amount.start + 3, amount.end))?.[0] ?? "";
  const value = `${group.replaceAll(" ", "")}${hundreds}${decimals}`;
  return isAmountStart(folded, start) || isCell(text, start, amount.end)
    ? { ...amount, start, value, otherwise: null }
    : { ...amount, otherwise: value };
}

/** Whether a cell of a table, or a line, holds nothing else: a count beside its price has a label of its own. */
function isCell(text: string, start: number, end: number): boolean {
  return (
    /(?:^|[\t\n])[ \u00a0]?$/.test(text.slice(Math.max(0, start - 2), start)) &&
    /^[ \u00a0]?(?:[\t\n]|$)/.test(text.slice(end, end + 2))
  );
}

function isAmountStart(folded: string, start: number): boolean {
  const from = Math.max(0, start - LEAD_CHARS);
  const words = [...findVerbs(folded, from, start), ...BEFORE_AMOUNT.find(folded, from, start)];
  return (
    BEFORE_THOUSANDS.test(folded.slice(from, start)) ||
    words.some(({ end }) => /^\p{L}{0,4}[\s:]{1,2}$/u.test(folded.slice(end, start)))
  );
}
