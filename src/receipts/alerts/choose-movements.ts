// Which of the movements that the segments of an alert tell of are the ones that it reports: those of
// certain verbs before those that may be, a row before its label, the whole before its parts; and none
// that only advertises or explains.

import type { Amount } from "../totals/money/amount.ts";
import { decimalToUnits } from "../totals/money/numbers.ts";
import type { AlertText } from "./alert-text.ts";
import { amountsWithin } from "./amounts-within.ts";
import { hasSign } from "./direction.ts";
import type { Head, Movement, Reading } from "./movement.ts";
import { isToCome, namesOwn, type NotMovedAt } from "./not-moved.ts";
import { findAmountRows } from "./amount-rows.ts";
import { withoutBelowNews } from "./news.ts";
import { findInRows, findWithFees } from "./row-movements.ts";
import { findAboveText, withRow } from "./rows-above-text.ts";
import { isAmongRows } from "./row-blocks.ts";
import { sliceSegment } from "./segments.ts";
import { withSumOfRows } from "./sums-of-rows.ts";
import { isCertain, mainRole } from "./vocabulary.ts";

/** The movements of all segments, the sentences without an amount, and why nothing moved. */
interface FoundInSegments {
  readonly movements: readonly Movement[];
  readonly heads: readonly Head[];
  readonly notMoved: NotMovedAt | null;
}

/**
 * The movements that an alert reports, each with all that its rows add or take off. The subject gives the direction
 * where the text does not.
 */
export function chooseMovements(
  alert: AlertText,
  found: FoundInSegments,
  ofSubject: Reading | null,
): readonly Movement[] {
  const said = chooseTold(alert, found, ofSubject);
  const told = said.flatMap((one) => {
    const whole = withSumOfRows(alert, one);
    // "Deposit paid 1 180", "cleaning -95", "given back 1 085": the last row reports the rest itself.
    const isTold =
      whole.amount !== one.amount &&
      said.some((other) => other !== one && other.amount === whole.amount);
    return isTold ? [] : [whole];
  });
  return told.filter((one) => !isPart(alert, one, told));
}

/**
 * "Amount paid 48.37", below it "Use 46.12" and "Fixed charge 2.25": of two, the one that makes the other with the row
 * beside it, which reports nothing itself. In "Billed 187.23", "Discount -3.00", "Debited 184.23" it is the discount.
 */
function isPart(
  { text, amounts, balances, segments }: AlertText,
  { amount: part, segment }: Movement,
  told: readonly Movement[],
): boolean {
  const { start, end } = segments[segment] ?? { start: 0, end: 0 };
  if (told.length !== 2 || /[.!?]\s*$/u.test(text.slice(start, end))) return false;
  const unitsOf = ({ value }: Amount): number => decimalToUnits(value) ?? 0;
  const beside = [segments[segment - 1], segments[segment + 1]].flatMap((place) =>
    place === undefined ? [] : amountsWithin(amounts, place),
  );
  return told.some(
    ({ amount: whole, segment: own }) =>
      own !== segment &&
      whole.currency === part.currency &&
      beside.some((rest) => {
        const units = part.negative ? -unitsOf(part) : unitsOf(part);
        return !rest.negative && !balances.has(rest) && unitsOf(rest) + units === unitsOf(whole);
      }),
  );
}

/** Movements of certain verbs; without one, all that sentences or rows may tell of. */
function chooseTold(
  alert: AlertText,
  { movements: found, heads, notMoved }: FoundInSegments,
  ofSubject: Reading | null,
): readonly Movement[] {
  const news = withoutBelowNews(alert, found, heads);
  const all = news.map((one) => asToldAbove(alert, heads, asOperation(alert, heads, one)));
  const own = all.filter((one) => !isTakenOff(alert, one));
  const movements = withoutRulesBelow(alert, withoutForeign(alert, own));
  if (movements.some(({ isCertain }) => isCertain)) {
    const reported = withoutPaidBack(alert, withoutAdvertising(alert, movements));
    return (
      findAboveText(alert, reported, heads) ?? withRow(alert, heads, withWhole(alert, reported))
    );
  }
  const subject = isToCome(notMoved) ? null : ofSubject;
  const inRows = findInRows(alert, heads, subject);
  const told = withoutTermsBelow(alert, withoutLabels(alert, movements, inRows));
  // "Approval cancelled" over "45,000 in one payment": the subject says that it was given back.
  const isGivenBack = subject?.isRefund === true && told.length === 1 && inRows.length === 0;
  return [...told.map((one) => (isGivenBack ? { ...one, ...subject } : one)), ...inRows];
}

/** "Debit amount AED 404.42", "Transaction amount EUR 97.00": what the account was debited, not what that bought. */
function withoutForeign(
  { segments }: AlertText,
  movements: readonly Movement[],
): readonly Movement[] {
  const roleOf = ({ segment }: Movement) => segments[segment]?.row?.roles[0] ?? null;
  const debited = movements.find((one) => roleOf(one) === "account amount")?.amount.currency;
  return debited === undefined || debited === null
    ? movements
    : movements.filter(
        (one) => roleOf(one) !== "amount" || [debited, null].includes(one.amount.currency),
      );
}

/**
 * The movement with the direction of the operation ("Type  purchase abroad") or of the refund above it, where only the
 * label of the amount ("Credited amount") says another direction.
 */
function asOperation(
  { segments }: AlertText,
  heads: readonly Head[],
  movement: Movement,
): Movement {
  const row = segments[movement.segment]?.row;
  const isOfLabel = row !== null && row !== undefined && movement.verb.end <= row.start;
  if (!isOfLabel || movement.isRefund) return movement;
  const said = heads.find(({ index, reading }) => {
    if (!reading.isCertain) return false;
    const own = segments[index]?.row;
    return own === null || own === undefined
      ? reading.isRefund && movement.amount.negative
      : own.start <= reading.verb.start && mainRole(own.roles) === "operation";
  });
  return said === undefined ? movement : { ...movement, ...said.reading, head: said.index };
}

/**
 * "Ada Lane made a transfer to your account", and behind it "The transfer was made on 3 November for 25.00": the
 * sentence above says which way the money went, and the noun alone does not.
 */
function asToldAbove(
  { segments }: AlertText,
  heads: readonly Head[],
  movement: Movement,
): Movement {
  const isOwn =
    isCertain(movement.verb) || movement.isRefund || segments[movement.segment]?.row !== null;
  const above = heads.find(({ index }) => index === movement.segment - 1);
  return isOwn || above?.reading.isCertain !== true
    ? movement
    : { ...movement, ...above.reading, head: above.index };
}

/**
 * "Approved amount 54,800" in a row, and below it "up to 10,000 off your purchases": what is behind the row, and
 * names neither a day nor an account, advertises or explains.
 */
function withoutAdvertising(
  { folded, segments }: AlertText,
  movements: readonly Movement[],
): readonly Movement[] {
  const inRow = movements.find(
    ({ segment, isCertain }) =>
      isCertain && mainRole(segments[segment]?.row?.roles ?? []) === "amount",
  );
  return inRow === undefined
    ? movements
    : movements.filter(({ segment }) => {
        const own = segments[segment];
        const isBehind = segment > inRow.segment && own?.row === null;
        return !isBehind || namesOwn(folded.slice(own.start, own.end));
      });
}

/** Whether an amount is taken off in a bill: in the row "Payments received  -10.00" the biller received the money. */
function isTakenOff({ segments, amounts }: AlertText, one: Movement): boolean {
  const own = segments[one.segment];
  const unitsOf = ({ value }: Amount): number => decimalToUnits(value) ?? 0;
  // "Meals given back  -45,000" above a total that is more.
  const isPart = amounts.some(
    (other) =>
      !other.negative && unitsOf(other) > unitsOf(one.amount) && other.start > one.amount.start,
  );
  return (
    one.amount.negative &&
    one.direction === "in" &&
    (!one.isRefund || isPart) &&
    own !== undefined &&
    one.verb.start >= own.start &&
    one.verb.end <= one.amount.start &&
    one.segment === one.head
  );
}

/**
 * The movements without those of the bank's terms, such as "with 1,000 of deposits a month the fee is lower". The only
 * row of an amount has a sign ("Amount  -10.50"), and the sentence below it names neither a day nor an account.
 */
function withoutRulesBelow(alert: AlertText, movements: readonly Movement[]): readonly Movement[] {
  const [row, ...more] = findAmountRows(alert, "amount");
  if (row === undefined || more.length > 0 || !hasSign(alert, row.amount)) return movements;
  return movements.filter(({ segment }) => {
    const isBelow = segment > row.index && alert.segments[segment]?.row === null;
    return !isBelow || namesOwn(sliceSegment(alert, segment));
  });
}

/** "Charged: 15.95" among the rows of a day and an account; further down "e-Transfer sent  1.50" is a price. */
function withoutTermsBelow(alert: AlertText, movements: readonly Movement[]): readonly Movement[] {
  const [first, ...more] = movements;
  if (first === undefined || !isAmongRows(alert, first.segment)) return movements;
  return [first, ...more.filter(({ segment }) => namesOwn(sliceSegment(alert, segment)))];
}

/**
 * "749.00 was returned to your card", and behind it "it is about a purchase of 1,198.00 on 29 October": the purchase
 * that was paid back, where its sentence names no account or card.
 */
function withoutPaidBack(alert: AlertText, movements: readonly Movement[]): readonly Movement[] {
  const refund = movements.find(({ isRefund }) => isRefund);
  const isPaidBack = ({ segment, direction }: Movement): boolean =>
    refund !== undefined &&
    direction === "out" &&
    segment > refund.segment &&
    alert.segments[segment]?.row === null &&
    !namesOwn(sliceSegment(alert, segment));
  return movements.filter((one) => !isPaidBack(one));
}

/**
 * "Payment amount 500.00" under "We received your payment": the sentence says which way the money went, and not
 * the row's label.
 */
function withoutLabels(
  { segments }: AlertText,
  movements: readonly Movement[],
  inRows: readonly Movement[],
): readonly Movement[] {
  const isTold = ({ segment }: Movement): boolean =>
    inRows.some((row) => {
      const head = segments[row.head]?.row;
      // "Transaction type: CREDIT": the value says more than the label of the amount.
      const isSaid = head === null || (head !== undefined && row.verb.start >= head.start);
      return row.segment === segment && isSaid;
    });
  const isLabel = ({ segment, verb }: Movement): boolean =>
    verb.start >= 0 && verb.end <= (segments[segment]?.row?.start ?? 0);
  return movements.filter((one) => !(isLabel(one) && isTold(one)));
}

/** "5,000 was sent ... debited with 10.00, with a total of 5,010": the whole moved, once. */
function withWhole(alert: AlertText, movements: readonly Movement[]): readonly Movement[] {
  const { folded } = alert;
  const withFees = findWithFees(alert, movements);
  if (withFees !== null) return [withFees];
  const isWhole = ({ start }: Amount): boolean =>
    /(?:total of|in total|totalling)[\s:]{1,2}$/.test(folded.slice(Math.max(0, start - 16), start));
  const wholes = movements.flatMap((one) =>
    [one.amount, ...one.others].filter(isWhole).map((amount) => ({ ...one, amount, others: [] })),
  );
  const [whole, ...more] = wholes;
  if (
    whole === undefined ||
    more.length > 0 ||
    movements.some(
      ({ direction, amount }) =>
        direction !== whole.direction || amount.currency !== whole.amount.currency,
    )
  )
    return movements;
  const first = movements.find(({ head }) => head < whole.head) ?? whole;
  return [{ ...whole, head: first.head }];
}
