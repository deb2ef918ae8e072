// Notices of dispatch and delivery that are the receipt too, by their subject: "Your order has been delivered -
// Tax invoice" over a total that was paid. What was paid when the goods were ordered is not paid by the notice.

import { amountsWithin } from "../alerts/amounts-within.ts";
import { findSegments } from "../alerts/segments.ts";
import { findVerbs, HOLDINGS } from "../alerts/vocabulary.ts";
import { dayNumber, parseDay, splitDay, type Day } from "../../money/day.ts";
import { foldInPlace } from "../words/in-place.ts";
import PAYMENT_WORDS from "../words/payment-words.json" with { type: "json" };
import { foldWords, phrasesIn } from "../words/phrases.ts";
import type { Claim } from "../receipt.ts";
import { isCharged, type ReadBody } from "./label-doubts.ts";
import { findAmounts } from "./money/amounts.ts";
import { findDates } from "./money/dates.ts";
import { decimalToUnits } from "./money/numbers.ts";
import { RANKS } from "./money-labels.ts";

const TEXT_CHARS_MAX = 20_000;
/** A charge of the evening before may be told the next day. */
const DAYS_MAX = 1;

const PAPERS = phrasesIn<"receipt" | "invoice" | "none">({
  receipt: PAYMENT_WORDS["receipt in a subject"],
  invoice: PAYMENT_WORDS["invoice in a subject"],
  // "Confirm receipt of your parcel", "invoice to follow".
  none: PAYMENT_WORDS["no receipt in a subject"],
});
const DELIVERED = phrasesIn<"delivered">({ delivered: PAYMENT_WORDS.delivered });
/** What was not in the delivery: its message is the bill of what was. */
const LEFT_OUT = phrasesIn<"left out">({ "left out": PAYMENT_WORDS["left out of a delivery"] });
const METHODS = phrasesIn<"method">({ method: PAYMENT_WORDS.method });
const ORDERS = phrasesIn<"order">({ order: PAYMENT_WORDS.order });
const EARLIER = phrasesIn<"with the order" | "already">({
  "with the order": PAYMENT_WORDS["with the order"],
  already: PAYMENT_WORDS["already paid"],
});

/** Whether a subject names a receipt or an invoice: "Your receipt from Corner Shop". */
export function namesPaper(subject: string): boolean {
  const papers = PAPERS.find(foldWords(subject));
  return papers.length > 0 && papers.every(({ tag }) => tag !== "none");
}

/**
 * Whether the subject of a notice of delivery calls it the receipt, or the invoice of goods that have
 * arrived, over a total that was paid with a card, in cash or by another way that it names.
 */
export function isReceiptOfDelivery(subject: string, { view, read }: ReadBody): boolean {
  const { total, claims } = read;
  const [only, ...others] = claims;
  if (only === undefined || others.length > 0 || !isCharged(read)) return false;
  const isLabelled = total !== null && total.rank >= RANKS.charged;
  const words = foldWords(subject);
  const papers = PAPERS.find(words).map(({ tag }) => tag);
  const text = foldWords(view.text.slice(0, TEXT_CHARS_MAX));
  const isOfGoods =
    papers.includes("invoice") || (only.items !== undefined && listsLeftOut(view.text));
  const isPaper = papers.includes("receipt") || (isOfGoods && DELIVERED.find(words).length > 0);
  const isPaid =
    only.card_last4 !== undefined || only.cash !== undefined || METHODS.find(text).length > 0;
  return isLabelled && isPaper && isPaid;
}

/** Whether a line names how it was paid, on a day before. */
function isPaidBefore(line: string, sent: Day | null): boolean {
  const names = METHODS.has(foldWords(line)) || HOLDINGS.find(foldInPlace(line)).some(isCard);
  return names && isBefore(line, sent);
}

function isCard({ tag }: { readonly tag: string }): boolean {
  return tag === "card";
}

const ROW_CHARS_MAX = 90;

/** "Sardines 425g (out of stock)": a row, and no sentence about what the shop has. */
function listsLeftOut(text: string): boolean {
  const lines = text.slice(0, TEXT_CHARS_MAX).split("\n");
  return lines.some(
    (line) =>
      line.length <= ROW_CHARS_MAX && !/[.!?]\s*$/u.test(line) && LEFT_OUT.has(foldWords(line)),
  );
}

/** When a message says that its total was paid before it: on a day well before, with the order, or only "already". */
export type Earlier = "days before" | "with the order" | "already";

/** "We authorised your card when you ordered", "we only charge when it ships": it was charged later. */
const HELD = /^(?:pre-?)?(?:authori|autori|reserv)|^charges?$/u;

/**
 * The line that says that the total was paid before the delivery: "Paid by card when you placed your order", "Paid on
 * 1 November" in a message of the 5th. A line with another amount ("we authorised 702.42 when you ordered") does not
 * count.
 */
export function readPaidEarlier({ view, read }: ReadBody, sent: Day | null): Earlier | null {
  const text = view.text.slice(0, TEXT_CHARS_MAX);
  const folded = foldInPlace(text);
  const amounts = findAmounts(text);
  const [only, ...others] = read.claims;
  const units = decimalToUnits(only?.total?.value ?? "");
  // Of two parcels the first may have been charged days before the message.
  if (others.length > 0 || units === null) return null;
  const found = findSegments(text, folded).flatMap(({ start, end }): readonly Earlier[] => {
    const named = amountsWithin(amounts, { start, end });
    const isOfTotal =
      named.length === 0 || named.some(({ value }) => decimalToUnits(value) === units);
    const line = text.slice(start, end);
    const words = EARLIER.find(foldWords(line)).map(({ tag }) => tag);
    const isWithOrder = words.includes("with the order");
    const isPaid = findVerbs(folded, start, end).some(
      ({ sense, phrase }) =>
        sense === "out" || (sense === "maybe out" && isWithOrder && !HELD.test(phrase)),
    );
    // "Payment: card, confirmed on 20 November", in a message of the 24th.
    const isOfMethod = line.split("\n").some((one) => isPaidBefore(one, sent));
    if (!isOfTotal || !(isPaid || isOfMethod)) return [];
    // "Paid with Visa ending 5417", below "order placed 10 November": how it was paid then.
    const [first] = findVerbs(folded, start, end);
    const isHow = first?.start === start && METHODS.find(foldWords(line)).length > 0;
    const isOrdered = isLabelledBefore(only, sent) || isOrderedBefore(text, folded, sent);
    return isBefore(line, sent) || (isHow && isOrdered) ? ["days before"] : words;
  });
  return found.find((earlier) => earlier !== "already") ?? found[0] ?? null;
}

/** "Ordered on 21 November" in a message of the 24th. */
function isLabelledBefore(claim: Claim | undefined, sent: Day | null): boolean {
  const { date } = claim ?? {};
  return (
    sent !== null &&
    date?.rule === "labelled ordered" &&
    dayNumber(sent) - dayNumber(date.value) > DAYS_MAX
  );
}

/**
 * "Order 2284093, placed 10 November, arrives tomorrow, 24 November": whether the first day of a line of the order is
 * well before the one when the notice was sent.
 */
function isOrderedBefore(text: string, folded: string, sent: Day | null): boolean {
  return findSegments(text, folded).some(({ start, end }) => {
    const line = text.slice(start, end);
    const [first] = findDates(line, sent);
    return (
      first !== undefined &&
      ORDERS.find(foldWords(line)).length > 0 &&
      isBefore(line.slice(0, first.end), sent)
    );
  });
}

/** "στις 19/11", "已於 11/19": a day and a month without a year, in either order. */
const SHORT_DAY = /(?<![\d./-])(?<first>\d{1,2})\/(?<second>\d{1,2})(?![\d./-])/gu;
const SHORT_DAYS_MAX = 60;

/** Whether all days that a line names are well before the one when it was sent. */
function isBefore(line: string, sent: Day | null): boolean {
  if (sent === null) return false;
  const days = findDates(line, sent).flatMap(({ readings }) => readings);
  const named = days.length > 0 ? days : findShortDays(line, sent);
  return named.length > 0 && named.every((day) => dayNumber(sent) - dayNumber(day) > DAYS_MAX);
}

/** The days that a pair such as "19/11" can mean, of those within 60 days of the message; else the message's own. */
function findShortDays(line: string, sent: Day): readonly Day[] {
  const { year } = splitDay(sent);
  return [...line.matchAll(SHORT_DAY)].flatMap(({ groups }) => {
    const pair = [groups?.["first"] ?? "", groups?.["second"] ?? ""].map((part) =>
      part.padStart(2, "0"),
    );
    const readings = [year, year - 1].flatMap((one) =>
      [pair, pair.toReversed()].flatMap((parts) => parseDay(`${one}-${parts.join("-")}`) ?? []),
    );
    const near = readings.filter(
      (day) => Math.abs(dayNumber(sent) - dayNumber(day)) <= SHORT_DAYS_MAX,
    );
    return near.length === 0 ? [sent] : near;
  });
}
