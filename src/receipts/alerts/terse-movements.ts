// Movements of short alerts without a sentence: "TK ***8812 -350,000 VND", or a verb alone with the
// amount after it: "VISA7074 Pokupka. 1893.00 KZT; SHOP MAGNUM; ...".

import { decimalToUnits } from "../totals/money/numbers.ts";
import type { Amount } from "../totals/money/amount.ts";
import { findAmounts } from "../totals/money/amounts.ts";
import type { AlertText } from "./alert-text.ts";
import { readAmountWords } from "./amount-words.ts";
import { amountsWithin } from "./amounts-within.ts";
import type { Head, Movement } from "./movement.ts";
import { findVerbs, mainRole, type Verb } from "./vocabulary.ts";

const TERSE_CHARS_MAX = 300;
/** A signed amount, and a fee or an amount in another currency beside it. */
const OTHERS_MAX = 3;
/** "So du TK 0011001122334 -250,000": "balance of account", with the account's number between. */
const BALANCE_OF_ACCOUNT =
  /(?:so du|balance|saldo) (?:tk|account|a\/c|acct|cuenta|rek)\P{L}{0,4}(?:\p{L}{2,4} )?[\dx*]{6,20}\D{1,3}$/u;

/**
 * The only amount with a printed sign next to an account, where no word gives a direction. A text
 * with several other amounts is a list, such as a till's receipt with a discount, unless the subject
 * prints that amount too: "£6.40 at Corner Cafe" over "–£6.40" and what is left of a budget.
 */
export function findSigned(alert: AlertText, subject: string): readonly Movement[] {
  const others = alert.amounts.filter((one) => !one.negative && !alert.balances.has(one));
  const told = others.length > OTHERS_MAX ? findAmounts(subject) : null;
  if (told?.length === 0) return [];
  const found = alert.segments.flatMap((_segment, index) => {
    const movement = readSigned(alert, index);
    return movement === null ? [] : [movement];
  });
  const [only] = found;
  if (only === undefined || found.length > 1 || isTakenOff(alert, only)) return [];
  const isTold =
    told === null ||
    (told.some(({ value }) => value === only.amount.value) && isAlone(alert, only));
  return isTold ? found : [];
}

/** Whether nothing but its sign stands beside an amount: "Coupon\t-150" is a deduction. */
function isAlone({ text, segments }: AlertText, { amount, segment }: Movement): boolean {
  const { start, end } = segments[segment] ?? amount;
  return !/[\p{L}\d]/u.test(text.slice(start, amount.start) + text.slice(amount.end, end));
}

/** Whether an amount is taken off the one above it and leaves the one below: "356.04", "-100.00", "256.04". */
function isTakenOff({ amounts }: AlertText, { amount }: Movement): boolean {
  const at = amounts.indexOf(amount);
  const [above, rest] = [amounts[at - 1], amounts[at + 1]];
  if (above === undefined || rest === undefined || !amount.negative) return false;
  const unitsOf = ({ value }: Amount): number => decimalToUnits(value) ?? NaN;
  return unitsOf(above) - unitsOf(amount) === unitsOf(rest);
}

function readSigned(
  { text, folded, segments, amounts, balances }: AlertText,
  index: number,
): Movement | null {
  const segment = segments[index];
  if (segment === undefined) return null;
  const { row, start, end } = segment;
  const amount = amountsWithin(amounts, segment).find(
    (one) => !balances.has(one) || BALANCE_OF_ACCOUNT.test(folded.slice(0, one.start)),
  );
  const role = row === null ? null : mainRole(row.roles);
  if (
    amount === undefined ||
    (row !== null && role !== "amount" && role !== "operation") ||
    (readAmountWords(folded, amount, { from: start, until: end }) !== null &&
      !BALANCE_OF_ACCOUNT.test(folded.slice(start, amount.start)))
  )
    return null;
  const isPlus = /\+ ?$/.test(text.slice(Math.max(0, amount.start - 2), amount.start));
  // "- 50,000 VND" alone in its row: the sign may have a blank behind it.
  const isMinus = row !== null && /^[-−–] $/u.test(text.slice(row.start, amount.start));
  if (!amount.negative && !isPlus && !isMinus) return null;
  const direction = isPlus ? "in" : "out";
  const verb: Verb = {
    sense: direction,
    isBeforePayee: false,
    phrase: isPlus ? "+" : "-",
    start: amount.start,
    end: amount.start + 1,
  };
  return {
    direction,
    isCertain: true,
    isRefund: false,
    verb,
    amount,
    others: [],
    segment: index,
    head: index,
  };
}

/** The one amount in the segment after a certain verb that has no amount itself. */
export function findBehindVerb(
  { text, folded, segments, amounts }: AlertText,
  heads: readonly Head[],
): readonly Movement[] {
  const head = heads.find(({ reading }) => reading.isCertain);
  if (head === undefined || text.length > TERSE_CHARS_MAX) return [];
  const { start, end } = segments[head.index + 1] ?? { start: 0, end: 0 };
  const [amount, ...more] = amounts.filter(
    (one) =>
      one.start >= start &&
      one.end <= end &&
      readAmountWords(folded, one, { from: start, until: end }) === null,
  );
  if (amount === undefined || more.length > 0 || findVerbs(folded, start, end).length > 0)
    return [];
  return [{ ...head.reading, amount, others: [], segment: head.index + 1, head: head.index }];
}
