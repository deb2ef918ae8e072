// The day that a sentence of a charge names: "a été débité de votre compte le 12/10/2026", "we have charged your
// card today", and of a refund: "Le 23/10/2026, nous avons remboursé ...". It counts before the day of the bill or
// of the order.

import type { Place } from "../alerts/alert-text.ts";
import { isAnnounced } from "../alerts/announcements.ts";
import { saysPaidToSender } from "../alerts/creditor.ts";
import { findVerbs, MOVING } from "../alerts/vocabulary.ts";
import { dayNumber, type Day } from "../../money/day.ts";
import { foldInPlace, IN_PLACE } from "../words/in-place.ts";
import PAYMENT_WORDS from "../words/payment-words.json" with { type: "json" };
import { phrasesIn } from "../words/phrases.ts";
import type { Decimal } from "../receipt.ts";
import { findChargingSentences } from "./charging-sentence.ts";
import type { DocumentDate } from "./document-date.ts";
import { findCues } from "./kind-cues.ts";
import { findAmounts } from "./money/amounts.ts";
import { findDates, type DateSeen } from "./money/dates.ts";
import { decimalToUnits } from "./money/numbers.ts";

const TODAY = phrasesIn<"today">({ today: PAYMENT_WORDS.today }, IN_PLACE);
/** Between the verb and its day: "de votre compte le", "from your Visa ending in 4242 on". */
const BETWEEN_CHARS_MAX = 60;

/** The day that charging sentences name behind their verb; null if they name none, or several. */
export function findChargeDay(
  text: string,
  totals: readonly Decimal[],
  sent: Day | null,
): DocumentDate | null {
  const folded = foldInPlace(text);
  const found = findChargingSentences(text, totals).flatMap(
    (sentence) => readDay(text, folded, sentence, sent) ?? [],
  );
  const [first] = found;
  const days = new Set(found.flatMap(({ readings }) => readings));
  return first === undefined || days.size !== 1
    ? null
    : { date: first, rule: "day of the charge", rivals: [] };
}

/** The rest of a sentence; a line that begins with a capital is another one. */
const BEHIND_DAY = /^(?:[^\n.!?;]|\n(?=\p{Ll})){0,120}/u;

/**
 * The day of a refund or an income that a sentence tells: the only one beside its amount ("We sent 68.85 to your card
 * on 23 November"), else the one that begins the sentence or its clause, or stands right before the verb: "Znesek smo
 * 23. 11. 2026 vrnili". A day elsewhere may be that of the order. Null if no sentence has one, or several have other
 * days.
 */
export function findRefundDay(
  text: string,
  totals: readonly Decimal[],
  sent: Day | null,
): DocumentDate | null {
  const folded = foldInPlace(text);
  const dates = findDates(text, sent).filter((date) => isPast(date, sent));
  const besideTotal = dates.filter((date) => isBesideTotal(text, folded, totals, dates, date));
  const found =
    besideTotal.length > 0 ? besideTotal : dates.filter((date) => isOfRefund(text, folded, date));
  const [first] = found;
  const days = new Set(found.flatMap(({ readings }) => readings));
  return first === undefined || days.size !== 1
    ? null
    : { date: first, rule: "day of the refund", rivals: [] };
}

/** Whether a day begins a sentence with a verb of a refund, or stands right before that verb. */
function isOfRefund(text: string, folded: string, date: DateSeen): boolean {
  const from = startOfSentence(text, date.start);
  const behind = BEHIND_DAY.exec(text.slice(date.end))?.[0].length ?? 0;
  const before = folded.slice(from, date.start);
  const isFirst = AT_START.test(before);
  const mayBeMiddle = IN_MIDDLE.test(before) && !OF_ORDER.test(before);
  const isOfClause = isInClause(text, folded, date, from);
  return (
    isOfClause ||
    ((isFirst || mayBeMiddle) &&
      findVerbs(folded, date.end, date.end + behind).some(
        (verb) =>
          // "Op 23 november hebben we het bedrag overgemaakt": what the sender of a refund sent.
          (verb.sense === "back" || verb.sense === "in" || (isFirst && verb.sense === "out")) &&
          (isFirst || verb.start <= date.end + ADJACENT_CHARS_MAX) &&
          !isAnnounced(folded, from, verb),
      ))
  );
}

/**
 * Whether the clause of a day, between commas, has a verb of a refund: "Suite à la demande du 16 novembre, nous avons
 * procédé le 20 novembre au remboursement".
 */
function isInClause(text: string, folded: string, date: DateSeen, from: number): boolean {
  const start = Math.max(from, text.lastIndexOf(", ", date.start - 1) + 1);
  const end = date.end + (/^[^\n.!?;,]*/u.exec(text.slice(date.end))?.[0].length ?? 0);
  return (
    start > from &&
    date.start - start > ADJACENT_CHARS_MAX &&
    !OF_ORDER.test(folded.slice(start, date.start)) &&
    findVerbs(folded, start, end).some(
      (verb) => verb.sense === "back" && !isAnnounced(folded, from, verb),
    )
  );
}

/** "We received your order on 9 November and refunded 20.00": the day and the amount are of two clauses. */
const AND = / (?:and|und|et|y|e|en|i|och|og|oraz|ja|es|si|ve|a) (?!\d)/u;

/** Whether a day is the only one of a sentence with the amount that was given back, and a verb of a movement. */
function isBesideTotal(
  text: string,
  folded: string,
  totals: readonly Decimal[],
  dates: readonly DateSeen[],
  date: DateSeen,
): boolean {
  const from = startOfSentence(text, date.start);
  const end = date.end + (BEHIND_DAY.exec(text.slice(date.end))?.[0].length ?? 0);
  const sentence = text.slice(from, end);
  const isOnly = dates.every((one) => one === date || one.end <= from || one.start >= end);
  if (!isOnly || sentence.includes("\t") || OF_ORDER.test(folded.slice(from, date.start)))
    return false;
  const units = new Set<number | null>(totals.map(decimalToUnits));
  const beside = findAmounts(sentence).filter(({ value }) => units.has(decimalToUnits(value)));
  return (
    beside.some((amount) => {
      const [first, second] = [date.start - from, amount.start].sort((a, b) => a - b);
      return !AND.test(folded.slice(from + (first ?? 0), from + (second ?? 0)));
    }) &&
    findVerbs(folded, from, end).some(
      (verb) => MOVING.has(verb.sense) && !isAnnounced(folded, from, verb),
    )
  );
}

/**
 * The one day of the sentences that say that a bill is paid: "We received your payment on 20 November". Null if none
 * names a day, or they name several.
 */
export function findPaidDay(text: string, sent: Day | null): DocumentDate | null {
  const found = findDates(text, sent).filter((date) => {
    const from = startOfSentence(text, date.start);
    const behind = /^[^\n!?;\t]{0,120}/.exec(text.slice(date.end))?.[0].length ?? 0;
    const sentence = text.slice(from, date.end + behind);
    return (
      isPast(date, sent) &&
      !sentence.includes("\t") &&
      (findCues(sentence).some(({ tag }) => tag === "invoice paid") ||
        saysPaidToSender(foldInPlace(sentence)))
    );
  });
  const [first] = found;
  const days = new Set(found.flatMap(({ readings }) => readings));
  return first === undefined || days.size !== 1
    ? null
    : { date: first, rule: "day of the payment", rivals: [] };
}

/** "Le ", "On ", "Op ", "Den ", or nothing. */
const AT_START = /^\s*(?:\p{L}{1,4} )?$/u;

/** One to three words, none with a digit. */
const IN_MIDDLE = /^\s*(?:[^\s\d]+ ){1,3}$/u;
/** "Bestellung vom ", "commande du ", "order of ". */
const OF_ORDER = /(?:^|\s)(?:of|from|du|de|del|do|vom|van|fra|fran|z dne|ze dne|od|z|от|від)\s$/u;
/** A comma and a blank, or "was ". */
const ADJACENT_CHARS_MAX = 4;

const SENTENCE_CHARS_MAX = 400;

/** Where the sentence or the line begins that goes on at a place. */
function startOfSentence(text: string, at: number): number {
  const from = Math.max(0, at - SENTENCE_CHARS_MAX);
  const before = text.slice(from, at);
  const ends = ["\n", ". ", "! ", "? "].map((mark) => before.lastIndexOf(mark));
  return from + Math.max(...ends) + 1;
}

function isPast({ readings }: DateSeen, sent: Day | null): boolean {
  return readings.every((day) => sent === null || dayNumber(day) <= dayNumber(sent));
}

/** The only day behind the verb, else the day sent where the sentence says "today". */
function readDay(
  text: string,
  folded: string,
  { start, end }: Place,
  sent: Day | null,
): DateSeen | null {
  const verb = findVerbs(folded, start, end).find(({ sense }) => MOVING.has(sense));
  const all = findDates(text.slice(start, end), sent).map((seen): DateSeen => ({
    ...seen,
    start: start + seen.start,
    end: start + seen.end,
  }));
  const behind = all.filter((seen) => verb !== undefined && seen.start >= verb.end);
  // "Het bedrag is op 20 november automatisch afgeschreven": the only day may also stand before its verb.
  const isOfOrder = all.some((seen) => OF_ORDER.test(folded.slice(start, seen.start)));
  const [date, ...others] = behind.length === 0 && !isOfOrder ? all : behind;
  const isNear = date !== undefined && Math.abs(date.start - (verb?.end ?? 0)) <= BETWEEN_CHARS_MAX;
  if (date !== undefined) return isNear && others.length === 0 && isPast(date, sent) ? date : null;
  const [today] = sent === null ? [] : TODAY.find(folded, start, end);
  return today === undefined || sent === null
    ? null
    : (findTodaysDate(text, folded, sent) ?? {
        start: today.start,
        end: today.end,
        readings: [sent],
      });
}

/** The day that a letter itself calls today: "Heute, am 23.11.2026, haben wir ...". Null if it names none. */
function findTodaysDate(text: string, folded: string, sent: Day): DateSeen | null {
  const dates = findDates(text, sent).filter((date) => isPast(date, sent));
  const named = TODAY.find(folded).flatMap(
    ({ end }) => dates.find(({ start }) => start >= end && start - end <= TODAY_CHARS_MAX) ?? [],
  );
  return named[0] ?? null;
}

/** ", am ". */
const TODAY_CHARS_MAX = 6;
