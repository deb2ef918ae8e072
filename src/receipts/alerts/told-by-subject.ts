// "🥐 7,85 € en Panadería Osuna": where the text has the amount of the subject beside the reader's card, or alone with its
// sign, that is what moved, and not what a verb says of another amount below (an offer, what is saved, a reward).

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

/** The movements; where none of them is of the amount that the subject tells of, the one that the text has of it. */
export function withToldBySubject(
  alert: AlertText,
  subject: string,
  movements: readonly Movement[],
): readonly Movement[] {
  const told = readToldAmount(subject);
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
