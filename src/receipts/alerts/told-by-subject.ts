// "🥐 7,85 € en Panadería Osuna": the subject prints the amount that moved. The text repeats it next to the reader's
// card, or alone with its sign. A verb of another amount, such as that of an offer or a reward, does not count then.

import { decimalToUnits } from "../totals/money/numbers.ts";
import type { Amount } from "../totals/money/amount.ts";
import type { AlertText } from "./alert-text.ts";
import { amountsWithin } from "./amounts-within.ts";
import type { Segment } from "./cells.ts";
import { hasPlus, readDirection } from "./direction.ts";
import type { Movement, Reading } from "./movement.ts";
import { readToldAmount } from "./subject-amount.ts";
import { findVerbs } from "./vocabulary.ts";
import { namesCardWithDigits } from "./without-verb.ts";

/** An offer names the reader's card too, but no time of day. */
const TIME = /(?<!\d)(?:[01]?\d|2[0-3])[:.hH][0-5]\d(?!\d)/u;

/**
 * Returns the movements. If there is at most one, and it has another amount than the subject, the movement of the
 * subject's amount takes its place.
 */
export function withToldBySubject(
  alert: AlertText,
  subject: string,
  movements: readonly Movement[],
): readonly Movement[] {
  const told = movements.length > 1 ? null : readToldAmount(subject);
  if (told === null || movements.some(({ amount }) => isSame(amount, told))) return movements;
  const found = alert.segments.flatMap((segment, index) => {
    const own = amountsWithin(alert.amounts, segment);
    const amount = own.find((one) => isSame(one, told) && !alert.balances.has(one));
    if (amount === undefined || segment.row !== null) return [];
    const reading = readOf(alert, segment, amount);
    return reading === null ? [] : [{ ...reading, amount, index }];
  });
  const [first] = found;
  if (first === undefined) return movements;
  const { amount, index, ...reading } = first;
  return [{ ...reading, amount, others: [], segment: index, head: index }];
}

function readOf(alert: AlertText, { start, end }: Segment, amount: Amount): Reading | null {
  const { text, folded } = alert;
  const sign = { isBeforePayee: false, phrase: "amount", start: amount.start, end: amount.end };
  const isIn = hasPlus(alert, amount);
  const signed: Reading = {
    direction: isIn ? "in" : "out",
    isCertain: true,
    isRefund: false,
    verb: { ...sign, sense: isIn ? "in" : "out" },
  };
  if (namesCardWithDigits(alert, { start, end }) && TIME.test(text.slice(start, end)))
    return readDirection(findVerbs(folded, start, end), folded.slice(start, end)) ?? signed;
  const beside = text.slice(start, amount.start) + text.slice(amount.end, end);
  return (amount.negative || isIn) && !/[\p{L}\d]/u.test(beside) ? signed : null;
}

function isSame(one: Amount, other: Amount): boolean {
  const isOther =
    one.currency !== null && other.currency !== null && one.currency !== other.currency;
  return !isOther && decimalToUnits(one.value) === decimalToUnits(other.value);
}
