// "Transfer 400.00, fee 5.00, total 405.00" in rows one below the other: the whole was paid, whatever its label.
// "Gross 93.75, tax -23.44, levy -1.28, credited 69.03": what is left came in, and of "68.50" over "order amount 76.50,
// coupon -8.00" what is left was paid. Where the last row is a balance, a sum is chance.

import type { Amount } from "../totals/money/amount.ts";
import { readMoneyLabel } from "../totals/label-readings.ts";
import { findExchanged, type Exchanged } from "../totals/money/exchanged.ts";
import { decimalToUnits } from "../totals/money/numbers.ts";
import { foldWords } from "../words/phrases.ts";
import type { AlertText } from "./alert-text.ts";
import { amountsWithin } from "./amounts-within.ts";
import type { Movement } from "./movement.ts";
import { findAmountRows, isZero } from "./amount-rows.ts";
import { BALANCES, BEFORE_AMOUNT, findLabels, mainRole } from "./vocabulary.ts";

const ROWS_MAX = 10;
const LABEL_CHARS_MAX = 80;

/** The movement with the amount that its rows make; as it is if they make none that is printed. */
export function withSumOfRows(alert: AlertText, movement: Movement): Movement {
  const exchanged = withOwnCurrency(alert, movement);
  for (const part of [exchanged.amount, ...exchanged.others]) {
    const sum = findSum(alert, part, exchanged.direction);
    if (sum !== null) return { ...exchanged, amount: sum, others: [] };
  }
  return exchanged;
}

/** The movement in the account's own currency, where the text also prints that amount. */
function withOwnCurrency(alert: AlertText, movement: Movement): Movement {
  const { text, amounts, balances } = alert;
  const found = findExchanged(text, amounts) ?? findByBalance(alert, movement);
  if (found === null || balances.has(found.own)) return movement;
  // "150.00 EUR, which is 293.37 BGN", and a balance in euros: the first is the account's own.
  const isOwn = [...balances].some(
    (one) => !isZero(one) && !isUnit(one) && one.currency === found.foreign.currency,
  );
  return !isOwn && [movement.amount, ...movement.others].includes(found.foreign)
    ? { ...movement, amount: findRowWithFee(alert, found.own) ?? found.own, others: [] }
    : movement;
}

/** "Amount in AUD  64.58" over "It includes our fee of 1.88 AUD on 62.70 AUD": the row is what both make. */
function findRowWithFee(alert: AlertText, own: Amount): Amount | null {
  const place = alert.segments.find(({ start, end }) => own.start >= start && own.end <= end);
  const beside = place === undefined ? [] : amountsWithin(alert.amounts, place);
  const sums = beside.filter((one) => one !== own).map((one) => unitsOf(one) + unitsOf(own));
  const rows = [...findAmountRows(alert, "amount"), ...findAmountRows(alert, "account amount")];
  return (
    rows.find(({ amount }) => amount.currency === own.currency && sums.includes(unitsOf(amount)))
      ?.amount ?? null
  );
}

function findSum(alert: AlertText, first: Amount, direction: Movement["direction"]): Amount | null {
  const { amounts } = alert;
  if (!endsLine(alert, first)) return null;
  const from = amounts.indexOf(first) + 1;
  let [added, taken, fees, unknown] = [unitsOf(first), unitsOf(first), 0, 0];
  for (const [at, amount] of amounts.slice(from, from + ROWS_MAX).entries()) {
    if (isZero(amount) || isAddedTo(alert, amount, amounts[from + at + 1])) continue;
    const isOfSame = isSameCurrency(amount, first) && endsLine(alert, amount);
    // "Received 500.00, before 120.00, now 620.00", in words that are not known: what came in was added to a balance.
    const mayAdd = direction === "out" || unknown === 0;
    const isSum =
      (mayAdd && unitsOf(amount) === added) || (direction === "in" && unitsOf(amount) === taken);
    if (!isOfSame) break;
    const isSigned = amount.negative === first.negative || direction === "out";
    const [start, units] = startOfSum(alert, amount);
    const label = labelOf(alert, start, amounts[amounts.indexOf(start) - 1]);
    if (fees > 0 && isSum && isSigned)
      return BALANCES.has(label) || (unknown > 0 && isBalance(alert, amount)) ? null : amount;
    const isTaken = amount.negative && !first.negative;
    if (isBalance(alert, amount)) break;
    const isKnown = isTaken || isFee(label);
    if (!isKnown && !mayBeFee(label, amount, first)) break;
    fees += 1;
    unknown += isKnown ? 0 : 1;
    added += isTaken ? -units : units;
    taken -= units;
  }
  return added < unitsOf(first) ? findAbove(alert, first, added) : null;
}

/**
 * "Amount  3,000.00 TRY", "Amount in EUR  60.85 EUR", and a balance in euros: the only other row of an amount is in the
 * currency of the balance.
 */
function findByBalance(alert: AlertText, { amount: foreign }: Movement): Exchanged | null {
  const [currency, ...others] = new Set(
    [...alert.balances].flatMap((one) => (isZero(one) || isUnit(one) ? [] : (one.currency ?? []))),
  );
  if (currency === undefined || others.length > 0) return null;
  if (foreign.currency === null || foreign.currency === currency) return null;
  const rows = [...findAmountRows(alert, "amount"), ...findAmountRows(alert, "account amount")]
    .map(({ amount }) => amount)
    .filter((one) => one !== foreign && !alert.balances.has(one));
  const [own, ...more] = rows;
  return own === undefined || more.length > 0 || own.currency !== currency
    ? null
    : { foreign, own };
}

/** Whether the label of an amount's row says that it is a balance. */
function isBalance({ segments }: AlertText, { start, end }: Amount): boolean {
  const own = segments.find(({ row }) => row !== null && row.start <= start && row.end >= end);
  return mainRole(own?.row?.roles ?? []) === "balance";
}

/** "1 EUR = 1.1642 USD": the unit of a rate. */
function isUnit({ value }: Amount): boolean {
  return Number(value) === 1;
}

/** "68.50" alone on its line, and below it "Order amount 76.50, coupon -8.00": what is left was paid. */
function findAbove(alert: AlertText, first: Amount, units: number): Amount | null {
  const { text, amounts } = alert;
  const isAlone = (one: Amount): boolean =>
    endsLine(alert, one) &&
    !/\p{L}{4}/u.test(text.slice(text.lastIndexOf("\n", one.start) + 1, one.start));
  return (
    amounts.find(
      (one) =>
        one.end < first.start &&
        !one.negative &&
        one.currency === first.currency &&
        unitsOf(one) === units &&
        isAlone(one),
    ) ?? null
  );
}

/** The first amount of a sum that ends with an amount, and what it makes: "6.90 + 1.10" is 8.00. */
function startOfSum(alert: AlertText, last: Amount): readonly [Amount, number] {
  const before = alert.amounts[alert.amounts.indexOf(last) - 1];
  return before !== undefined && isAddedTo(alert, before, last)
    ? [before, unitsOf(before) + unitsOf(last)]
    : [last, unitsOf(last)];
}

/** "6.90 + 1.10": the first is added to the second. */
function isAddedTo(
  { text }: AlertText,
  first: Amount | undefined,
  second: Amount | undefined,
): boolean {
  return (
    first !== undefined &&
    second !== undefined &&
    /^ ?\+ ?$/u.test(text.slice(first.end, second.start))
  );
}

/** Whether an amount is the last of its line, and the only one, or the second of a sum. */
function endsLine(alert: AlertText, amount: Amount): boolean {
  const { text, amounts } = alert;
  const end = text.indexOf("\n", amount.end);
  const behind = text.slice(amount.end, end === -1 ? text.length : end);
  const start = text.lastIndexOf("\n", amount.start) + 1;
  const before = amounts[amounts.indexOf(amount) - 1];
  const isFirst = before === undefined || before.end <= start || isAddedTo(alert, before, amount);
  return isFirst && /^[^\p{L}\d]*$/u.test(behind);
}

/** The words before an amount, on its line or above it, up to the amount before. */
function labelOf({ folded }: AlertText, { start }: Amount, before: Amount | undefined): string {
  return folded.slice(Math.max(before?.end ?? 0, start - LABEL_CHARS_MAX), start);
}

function isFee(label: string): boolean {
  return (
    BEFORE_AMOUNT.find(label).some(({ tag }) => tag === "fee or rate") ||
    findLabels(label, 0, label.length).some(({ role }) => role === "fee")
  );
}

/**
 * Whether a row may be a fee whose label no table knows: it is less than the amount, and neither a balance nor a tax,
 * which shops add to their net price. The printed sum proves it.
 */
function mayBeFee(label: string, amount: Amount, first: Amount): boolean {
  const isTax = readMoneyLabel(foldWords(label))?.role === "tax";
  return !amount.negative && unitsOf(amount) < unitsOf(first) && !BALANCES.has(label) && !isTax;
}

/** "66.67" in a column of its own, and below it "67.84 EUR": one of them may go without its currency. */
function isSameCurrency(one: Amount, other: Amount): boolean {
  return (
    one.currency === other.currency ||
    ((one.currency === null || other.currency === null) &&
      (one.candidates.length === 0 || other.candidates.length === 0))
  );
}

function unitsOf({ value }: Amount): number {
  return decimalToUnits(value) ?? NaN;
}
