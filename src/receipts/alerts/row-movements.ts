// Amounts that are in a row of their own ("Amount: 20.00"), or alone on a line, under a sentence or
// a subject that gives the direction.

import type { AlertText, Place } from "./alert-text.ts";
import { isArticle, readAmountWords } from "./amount-words.ts";
import { amountsWithin } from "./amounts-within.ts";
import { findAmountRows, type AmountAt } from "./amount-rows.ts";
import { hasPlus, withPrintedSign } from "./direction.ts";
import { findNameFrom, leadAtStart } from "./lead-words.ts";
import type { Head, Movement, Reading } from "./movement.ts";
import { findProvenSum } from "./proven-sum.ts";
import { chooseHead, findNarrated, isEitherWay, isToOwnAccount } from "./row-heads.ts";
import { findLabels, findVerbs } from "./vocabulary.ts";
import ALERT_LABELS from "../words/alert-labels.json" with { type: "json" };
import MONEY_LABELS from "../words/money-labels.json" with { type: "json" };
import { IN_PLACE } from "../words/in-place.ts";
import { phrasesIn } from "../words/phrases.ts";
import type { Amount } from "../totals/money/amount.ts";
import { decimalToUnits } from "../totals/money/numbers.ts";

/** The labels of what is still to pay. */
const DUE = phrasesIn({ due: MONEY_LABELS.due }, IN_PLACE);

/** At most one movement. Its amount in the account's currency comes before any other. */
export function findInRows(
  alert: AlertText,
  heads: readonly Head[],
  subject: Reading | null,
): readonly Movement[] {
  const sources = [
    findAmountRows(alert, "account amount"),
    findRightBelow(alert, heads),
    findAmountRows(alert, "amount"),
    findAloneOnLine(alert).filter(({ amount, index }) => !isBare(alert, heads, amount, index)),
    findBehindName(alert, heads),
    findBehindDash(alert),
    findProvenSum(alert, heads, subject),
    findFeeTaken(alert, heads),
  ];
  const listed = (sources.find((found) => found.length > 0) ?? []).filter(
    ({ index }) => !isAnnounced(alert, index, heads),
  );
  const whole = findWithFees(alert, listed);
  const [first, ...others] = whole === null ? listed : [whole];
  if (first === undefined) return [];
  // "Sent: 150.00 EUR" over "Amount: +3,581.70 CZK": the sign is printed with one of them.
  const signed = listed.find(({ amount }) => hasPlus(alert, amount)) ?? first;
  const above = heads.find(
    ({ index, reading }) => reading.isCertain && isNamedBelow(alert, index, first.amount),
  );
  const told =
    above ?? findGivenBack(heads, first) ?? chooseHead(alert, heads, subject, first.index);
  const head =
    told === undefined || isEitherWay(told.reading) ? (findNarrated(alert) ?? told) : told;
  if (head === undefined) return [];
  const isIn = !head.reading.isCertain && !signed.amount.negative && isToOwnAccount(alert);
  const reading: Reading = isIn ? { ...head.reading, direction: "in" } : head.reading;
  return [
    {
      ...withPrintedSign(alert, reading, signed.amount),
      amount: first.amount,
      others: others.filter((one) => !isOfTerms(alert, one)).map(({ amount }) => amount),
      segment: first.index,
      head: head.index,
    },
  ];
}

const FEES = phrasesIn({ fee: ALERT_LABELS.anywhere.fee }, IN_PLACE);

/** "Your monthly account fee has been taken", and below it "Fee: 12.00". */
function findFeeTaken(alert: AlertText, heads: readonly Head[]): readonly AmountAt[] {
  const isOfFee = heads.some(({ index, reading }) => {
    const { start, end } = alert.segments[index] ?? { start: 0, end: 0 };
    return reading.direction === "out" && reading.isCertain && FEES.has(alert.folded, start, end);
  });
  return isOfFee ? findAmountRows(alert, "fee") : [];
}

/** "-9.90" in a list of purchases, and right below it "Refund of the shop". */
function findGivenBack(heads: readonly Head[], { amount, index }: AmountAt): Head | undefined {
  return amount.negative
    ? heads.find(({ index: at, reading }) => at === index + 1 && reading.isRefund)
    : undefined;
}

/**
 * "Amount to be debited 20.00"; "ご請求金額 38,462円", the label of a card's bill; "Amount due 243.18". What a
 * certain sentence says was taken is not announced by the same word in a row: "L'échéance de votre prêt a été
 * prélevée", and below it "Échéance 412,65 €".
 */
function isAnnounced(
  { folded, segments }: AlertText,
  index: number,
  heads: readonly Head[],
): boolean {
  const { start, end, row } = segments[index] ?? { start: 0, end: 0, row: null };
  const isDue =
    row !== null &&
    row.start > start &&
    DUE.find(folded, start, row.start).some((due) => !isArticle(folded, due.end));
  return (
    isDue ||
    findVerbs(folded, start, end).some(
      (verb) =>
        verb.sense === "to come" ||
        (verb.sense === "later" &&
          row !== null &&
          row.start > verb.start &&
          !isToldAbove({ folded, segments }, heads, verb.phrase)),
    )
  );
}

/** Whether a certain sentence speaks of the same thing. */
function isToldAbove(
  { folded, segments }: Pick<AlertText, "folded" | "segments">,
  heads: readonly Head[],
  phrase: string,
): boolean {
  return heads.some(({ index, reading }) => {
    const { start, end } = segments[index] ?? { start: 0, end: 0 };
    return reading.isCertain && folded.slice(start, end).includes(phrase);
  });
}

/**
 * Of an amount, its fees and all together: all together; null where the sum is not printed. The fees
 * are the rows of fees, one of them or their sum.
 */
export function findWithFees<T extends { readonly amount: Amount }>(
  alert: AlertText,
  listed: readonly T[],
): T | null {
  const toUnits = (amount: Amount): number => decimalToUnits(amount.value) ?? 0;
  const rows = findAmountRows(alert, "fee").map(({ amount }) => toUnits(amount));
  const fees = [...rows, rows.reduce((sum, fee) => sum + fee, 0)].filter((fee) => fee > 0);
  const units = listed.map(({ amount }) => toUnits(amount));
  return listed[units.findIndex((all) => fees.some((fee) => units.includes(all - fee)))] ?? null;
}

/** "Smallest amount of a payment: 0.50": the label says what may be moved. */
function isOfTerms({ folded, segments }: AlertText, { amount, index }: AmountAt): boolean {
  const { start, end, row } = segments[index] ?? { start: 0, end: 0, row: null };
  return row !== null && LEAST_OR_MOST.test(folded.slice(start, Math.min(amount.start, end)));
}

const LEAST_OR_MOST = new RegExp(
  String.raw`(?<!\p{L})(?:(?:min|max)(?:im(?:al)?\p{L}{0,3}|\.)|(?:mindest|hochst)\p{L}{0,12}|` +
    String.raw`(?:najmniejsz|najwieksz)\p{L}{1,3}|least|most|smallest|largest)(?!\p{L})`,
  "u",
);

const HEAD_SEGMENTS = 6;

/**
 * "Cash withdrawal", right below it "150.00" at the head of the message. "You paid", right below it "58.27", and
 * further down "Amount 61.34" and a discount: the sentence reports the
 * amount below it. A row with the same amount says it too, and may have its fees near it.
 */
function findRightBelow(alert: AlertText, heads: readonly Head[]): readonly AmountAt[] {
  const below = findAloneOnLine(alert).filter(({ index }) =>
    heads.some((head) => head.reading.isCertain && head.index === index - 1),
  );
  const [first, ...more] = below;
  if (first === undefined || more.length > 0) return [];
  const rows = findAmountRows(alert, "amount");
  const isOther = ({ amount, index }: AmountAt): boolean =>
    index > first.index &&
    amount.currency === first.amount.currency &&
    amount.value !== first.amount.value;
  const isHeadline = rows.length === 0 && first.index < HEAD_SEGMENTS;
  const isBesideRow = rows.length === 1 && rows.every(isOther);
  return first.amount.currency !== null && (isHeadline || isBesideRow) ? below : [];
}

/** Amounts that are alone on a line, or after a name or "Amount". */
function findAloneOnLine(alert: AlertText): readonly AmountAt[] {
  const { folded, segments, amounts, balances } = alert;
  return segments.flatMap(({ row, start, end }, index) => {
    const within =
      row === null
        ? amountsWithin(amounts, { start, end }).filter((one) => !balances.has(one))
        : [];
    const [amount, ...more] = within;
    if (
      amount === undefined ||
      more.length > 0 ||
      readAmountWords(folded, amount, { from: start, until: end }) !== null
    )
      return [];
    const before = folded.slice(start, amount.start);
    const isLabelled =
      findLabels(folded, start, amount.start).some(({ role }) => role === "amount") ||
      /^(?:[^\d\n]{2,40}:\s?)?[\s\p{P}+−بـ]{0,4}$/u.test(before) ||
      // "12:36:52", in the next cell "CNY 268.00"
      /^\s?\d{1,2}[:.]\d{2}(?:[:.]\d{2})?\s{1,3}$/.test(before) ||
      // "💰 £1,500.00 from Ada Lane"
      /^\s?\p{Extended_Pictographic}\u{fe0f}?\s?$/u.test(before);
    const behind = folded.slice(amount.end, end);
    // "Amount: +219.90 PLN, CORNER CAFE": after a label's colon only the party may follow.
    const isBeforeParty =
      (/:\s?[+-]?\s?$/.test(before) && /^[,;]\s/.test(behind)) ||
      (/^[^\p{L}\d]{0,6}$/u.test(before) && isLedName(alert, { start: amount.end, end }));
    // "$260.00 (CAD)".
    const isAlone = /^[\s\p{P}+ب]{0,4}$|^ ?\([a-z]{3}\)\s*$/u.test(behind);
    return isLabelled && (isBeforeParty || isAlone) ? [{ amount, index }] : [];
  });
}

/** "£12.50 at Tesco Express": nothing but a word that leads and a name behind an amount. */
function isLedName(alert: AlertText, { start, end }: Place): boolean {
  const from = start + (/^\s*/.exec(alert.text.slice(start, end))?.[0].length ?? 0);
  const lead = leadAtStart(alert, { start: from, end });
  return lead !== null && findNameFrom(alert, lead.end, end)?.end === end;
}

/**
 * "Points earned this year", and below it "612,45", among amounts with their currency: a number without
 * one counts only at the sentence that reports the movement.
 */
function isBare(
  { amounts, segments }: AlertText,
  heads: readonly Head[],
  amount: Amount,
  index: number,
): boolean {
  const isNamed = ({ currency, candidates }: Amount): boolean =>
    currency !== null || candidates.length > 0;
  const above = segments[index - 1];
  return (
    !isNamed(amount) &&
    amounts.some(isNamed) &&
    above !== undefined &&
    !heads.some((head) => head.index === index || head.index === index - 1)
  );
}

/** "Corner Bakery  12.40" right below "You made a purchase at:". */
function findBehindName(alert: AlertText, heads: readonly Head[]): readonly AmountAt[] {
  return heads.flatMap(({ index, reading }) => {
    if (!reading.isCertain) return [];
    const below = alert.segments[index + 1];
    const [amount, ...more] = below === undefined ? [] : amountsWithin(alert.amounts, below);
    return amount !== undefined && more.length === 0 && isNamedBelow(alert, index, amount)
      ? [{ amount, index: index + 1 }]
      : [];
  });
}

/**
 * "Corner Cafe – GBP 17.20", "30/09/26\tCORNER CAFE - IDR214,008.00": the one line of a name, a dash and an
 * amount that a message has.
 */
function findBehindDash(alert: AlertText): readonly AmountAt[] {
  const found = alert.segments.flatMap((segment, index) => {
    const [amount, ...more] = amountsWithin(alert.amounts, segment);
    return segment.row === null &&
      amount !== undefined &&
      more.length === 0 &&
      !alert.balances.has(amount) &&
      findBeforeDash(alert, segment, amount) !== null
      ? [{ amount, index }]
      : [];
  });
  return found.length === 1 ? found : [];
}

/** The place before a dash and an amount that ends the line, without a day in a cell before it; or null. */
export function findBeforeDash(
  { text, folded }: AlertText,
  line: Place,
  amount: Amount,
): Place | null {
  const { currency, candidates, start, end } = amount;
  if (currency === null && candidates.length === 0) return null;
  const match = NAME_AND_DASH.exec(text.slice(line.start, start));
  const name = match?.groups?.["name"];
  if (name === undefined || !/^[\s\p{P}]*$/u.test(text.slice(end, line.end))) return null;
  const at = line.start + (match?.[0].lastIndexOf(name) ?? 0);
  const place = { start: at, end: at + name.length };
  return findLabels(folded, place.start, place.end).length > 0 ||
    findVerbs(folded, place.start, place.end).length > 0
    ? null
    : place;
}

const NAME_AND_DASH =
  /^(?:[\d\s./:-]{6,20}\t)?(?<name>\p{L}[^\t\n:：]{1,50}?) [-–—] (?:\p{L}{1,3}\.? ?)?\P{L}{0,2}$/u;

/** Whether an amount is behind a name, on the line below a sentence that ends with a colon. */
export function isNamedBelow(
  { text, segments }: AlertText,
  head: number,
  { start, end }: Amount,
): boolean {
  const [above, below] = [segments[head], segments[head + 1]];
  if (above === undefined || below?.row !== null || start < below.start || end > below.end)
    return false;
  return (
    /[:：]\s*$/u.test(text.slice(above.start, above.end)) &&
    /^\p{L}[^\t\n\d]{1,60}\t\P{L}{0,3}$/u.test(text.slice(below.start, start)) &&
    /^[\s\p{P}]*$/u.test(text.slice(end, below.end))
  );
}
