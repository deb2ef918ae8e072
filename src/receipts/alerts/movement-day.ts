// The day and the time of a movement: in its own sentence first, then in a row, then anywhere in
// the text. A day printed in numbers alone is read as the account's country writes it.

import type { Currency } from "../../money/currency.ts";
import { dayNumber, makeDay as calendarDay, type Day } from "../../money/day.ts";
import { findYearlessReadings, settleOrder, settleReadings } from "./day-order.ts";
import { namesEarlierDay } from "../totals/document-date.ts";
import { beginsWithDueLabel, endsWithDueLabel } from "../totals/due-date.ts";
import { findDates, type DateSeen } from "../totals/money/dates.ts";
import { namesPayment } from "../totals/nothing-moved.ts";
import { findRows, type AlertText, type Place } from "./alert-text.ts";
import { datesWithin as within, findInToldSentences, findOnOwnLines } from "./only-days.ts";
import type { Movement } from "./movement.ts";
import { findVerbs, MOVING, type LabelRole } from "./vocabulary.ts";
import PAYMENT_WORDS from "../words/payment-words.json" with { type: "json" };
import { IN_PLACE } from "../words/in-place.ts";
import { findMatches } from "../words/matches.ts";
import { phrasesIn } from "../words/phrases.ts";

const TODAY = phrasesIn<"today">({ today: PAYMENT_WORDS.today }, IN_PLACE);

export interface DayAt {
  readonly value: Day;
  readonly place: Place;
}

/** The words of a last day to pay are right before it, or right behind it. */
const DUE_CHARS_MAX = 40;
/** The label of a day is no longer. */
const LABEL_CHARS_MAX = 40;
/** A time zone may shift a date by so many days. */
const AHEAD_DAYS = 1;
/** A day further ahead is a year of another era. */
const AHEAD_DAYS_MAX = 400;
/** The Buddhist era is ahead of ours by 543 years, and by 43 in two digits. */
const ERA_YEARS = 43;
/** Nobody announces a payment earlier. */
const ANNOUNCED_DAYS_MAX = 92;
/** A movement of more days ago was reported before. */
const LONG_AGO_DAYS = 31;
const TERSE_CHARS_MAX = 400;
const HEAD_SEGMENTS = 4;
const YEARLESS = /(?<![\d/.:#*-]|\d )(\d{1,2})([/-])(\d{1,2})(?![/-]?\d|[.,:]\d)(?<! 24\/7)/g;
/**
 * Two numbers and a stroke are many things. A word like these before them, or a time after, makes
 * a day.
 */
const BEFORE_DAY =
  /(?<!\p{L})(?:on|dated|dt|el|el dia|em|no dia|dia|le|du|am|vom|il|del|op|dnia|dne|den|в|от|data|date|fecha|datum|يوم|في|بتاريخ|ב|ngay|tarihinde|στις|pada|tgl)[\s:-]{0,2}$/u;
const TIME_BEHIND =
  /^,? {0,2}(?:as |at |às |um |alle |kl\.? |klo |om |godz\.? |a las |ساعة |الساعة )?(?:[01]?\d|2[0-3])[:.h][0-5]\d/u;

/**
 * The day of a movement: in its sentence, in a row, or the only one of the text. Null if none is
 * certain. "ahead" if its sentence or row names only days that come after the alert was sent.
 */
export function findDay(
  alert: AlertText,
  movement: Movement,
  sent: Day | null,
  currency: Currency | null = movement.amount.currency,
): DayAt | null | "ambiguous" | "ahead" {
  const all = withoutMonths(alert.text, withoutDue(alert.text, findDates(alert.text, sent)));
  const dates = all.filter((date) => !isToCome(date, sent) && !isEarlier(alert.text, date));
  const group = chooseDates(alert, movement, dates);
  if (group.length === 0) {
    const { segments } = alert;
    const rows = findRows(alert, "date").map(({ row }) => row);
    const own = [segments[movement.segment], segments[movement.head], ...rows];
    if (own.some((place) => within(all, place).length > 0)) return "ahead";
    return sent === null
      ? null
      : (findYearlessDay(alert, movement, sent, currency) ?? findToday(alert, movement, sent));
  }
  const first = group.find(({ readings }) => readings.length === 1) ?? group[0];
  if (first === undefined) return null;
  const value = fromBuddhistEra(settleReadings(first, alert.text, currency), currency);
  return value === null ? "ambiguous" : { value, place: first };
}

/**
 * Whether the rows of the day that a list names ("Transfer date: 2 November") all come after the alert
 * was sent: the day above, on which the order was received, is not that of the movement.
 */
export function isRowAhead(alert: AlertText, sent: Day | null): boolean {
  const all = withoutDue(alert.text, findDates(alert.text, sent));
  const inRows = findRows(alert, "date").flatMap(({ row }) => within(all, row));
  return inRows.length > 0 && inRows.every((date) => isAhead(date, sent));
}

/**
 * "Telstra direct debit, about 89.00, around 22 November" in a notice of the 19th: a noun of a payment, in whose
 * sentence or row all days come after the alert was sent, announces it.
 */
export function isAnnouncedFor(
  alert: AlertText,
  { segment, verb }: Movement,
  sent: Day | null,
): boolean {
  const own = within(findDates(alert.text, sent), alert.segments[segment]);
  const isSoon = (date: DateSeen): boolean =>
    isAhead(date, sent) &&
    date.readings.every((day) => dayNumber(day) - dayNumber(sent ?? day) <= ANNOUNCED_DAYS_MAX);
  return own.length > 0 && own.every(isSoon) && namesPayment(verb.phrase);
}

/** "Deposit (received on 2 September)" in a letter of November: all days beside the movement are long ago. */
export function isOfLongAgo(alert: AlertText, { segment }: Movement, sent: Day | null): boolean {
  const own = within(findDates(alert.text, sent), alert.segments[segment]);
  return (
    sent !== null &&
    own.length > 0 &&
    own.every(({ readings }) =>
      readings.every((day) => dayNumber(sent) - dayNumber(day) > LONG_AGO_DAYS),
    )
  );
}

/** Whether an alert names a day or a time, and no day after the one on which it was sent. */
export function isOfPast({ text }: AlertText, sent: Day | null): boolean {
  const dates = findDates(text, sent);
  const isDated = dates.length > 0 || /(?<!\d)\d{1,2}(?:[/-]\d{1,2}|:\d{2})(?!\d)/.test(text);
  return (
    isDated && (sent === null || !dates.some(({ readings }) => readings.every((day) => day > sent)))
  );
}

/** Whether the day in a row of a day is not after the one on which the alert was sent: "Posting date: 23.11.2026". */
export function isPostedBefore(alert: AlertText, sent: Day | null): boolean {
  return findRows(alert, "date").some(({ row: { start, end } }) =>
    findDates(alert.text.slice(start, end), sent).some(({ readings }) =>
      readings.some((day) => sent !== null && day <= sent),
    ),
  );
}

/** Whether a row names a day with its time, and it is over: "Date & Time: 23 Nov 2026 12:51". */
export function isTimedBefore(alert: AlertText, sent: Day | null): boolean {
  return findRows(alert, "date").some(({ row: { start, end } }) => {
    const value = alert.text.slice(start, end);
    const days = findDates(value, sent).flatMap(({ readings }) => readings);
    return (
      sent !== null &&
      days.length > 0 &&
      days.every((day) => day <= sent) &&
      /(?<!\d)(?:[01]?\d|2[0-3])[:.h][0-5]\d(?!\d)/u.test(value)
    );
  });
}

/** A label with a mark, right before a day: no sentence. */
const LABELLED = /^[^\n\t.:]{2,40}(?:[:：]|\t)\s*(?:\p{L}{2,12}\.?,? )?$/u;

/**
 * Whether all days that an alert names come after it was sent, one of them in a row of its own: "First
 * payment: 29 October 2026", under a label that is not known.
 */
export function isAllAhead({ text }: AlertText, sent: Day | null): boolean {
  const all = withoutDue(text, findDates(text, sent));
  return (
    all.length > 0 &&
    all.every((date) => isAhead(date, sent)) &&
    all.some(({ start }) => LABELLED.test(text.slice(text.lastIndexOf("\n", start) + 1, start)))
  );
}

/** "20.10.2026 son ödeme tarihli", "(due on 12 May)": the last day to pay is not the day it was paid. */
function withoutDue(text: string, dates: readonly DateSeen[]): readonly DateSeen[] {
  return dates.filter(
    ({ start, end }) =>
      !endsWithDueLabel(clauseBefore(text, start)) &&
      !beginsWithDueLabel(text.slice(end, end + DUE_CHARS_MAX)),
  );
}

/** "SALARY OCT26 on 30-OCT-2026": a month and its year, beside a day with a year of four digits. */
function withoutMonths(text: string, dates: readonly DateSeen[]): readonly DateSeen[] {
  const printed = ({ start, end }: DateSeen): string => text.slice(start, end);
  const isWhole = dates.some((date) => /(?:19|20)\d{2}/.test(printed(date)));
  return isWhole ? dates.filter((date) => !/^\p{L}{3,9}['’]?\d{2}$/u.test(printed(date))) : dates;
}

/** "Original purchase: 9 November", on one line or on two: the day of what a refund gives back. */
function isEarlier(text: string, { start }: DateSeen): boolean {
  const [above = "", own = ""] = text.slice(0, start).split("\n").slice(-2);
  const label = own.trim() === "" ? above : own;
  return label.length <= LABEL_CHARS_MAX && namesEarlierDay(label);
}

function clauseBefore(text: string, at: number): string {
  return text.slice(Math.max(0, at - DUE_CHARS_MAX), at).replace(/^.*[.,;!?()] ?(?=.)/su, "");
}

function isAhead({ readings }: DateSeen, sent: Day | null): boolean {
  return (
    sent !== null &&
    readings.every(
      (day) =>
        dayNumber(day) > dayNumber(sent) + AHEAD_DAYS &&
        dayNumber(day) <= dayNumber(sent) + AHEAD_DAYS_MAX,
    )
  );
}

/** Ahead by less than two eras are apart: "Maturity date: 23-FEB-2028" is not in the Buddhist one. */
function isToCome(date: DateSeen, sent: Day | null): boolean {
  return (
    isAhead(date, sent) ||
    (sent !== null &&
      date.readings.every((day) => {
        const years = Number(day.slice(0, 4)) - Number(sent.slice(0, 4));
        return years > 0 && years < ERA_YEARS && dayNumber(day) > dayNumber(sent) + AHEAD_DAYS;
      }))
  );
}

/** The dates of the first place that has any. */
function chooseDates(
  alert: AlertText,
  { segment, head }: Movement,
  dates: readonly DateSeen[],
): readonly DateSeen[] {
  const { segments } = alert;
  const inRows = (role: LabelRole) =>
    findRows(alert, role).flatMap(({ row }) => within(dates, row));
  const next = segments[segment + 1];
  const isOnlyDay = new Set(dates.map(({ readings }) => readings.join())).size === 1;
  const groups = [
    within(dates, segments[segment]),
    inRows("date"),
    within(dates, segments[head]),
    inRows("posted"),
    next?.row === null ? within(dates, next) : [],
    withinHeading(alert, segment, dates),
    isOnlyDay ? dates : [],
    findOnOwnLines(alert, dates),
    findInToldSentences(alert, segment, dates),
  ];
  return groups.find((group) => group.length > 0) ?? [];
}

const HEADING_SEGMENTS = 4;

/** "Operations on your accounts of 9 October:", right above the list with the movement. */
function withinHeading(
  { text, segments }: AlertText,
  segment: number,
  dates: readonly DateSeen[],
): readonly DateSeen[] {
  const heading = segments
    .slice(Math.max(0, segment - HEADING_SEGMENTS), segment)
    .findLast(({ row, start, end }) => row === null && /[:：]\s?$/u.test(text.slice(start, end)));
  return within(dates, heading);
}

/** "14/09/69": Thailand's banks print two digits of the Buddhist era. */
function fromBuddhistEra(day: Day | null, currency: Currency | null): Day | null {
  const year = Number(day?.slice(0, 4) ?? 0);
  if (day === null || currency !== "thb" || year < 2050 || year > 2099) return day;
  return calendarDay(year - 43, Number(day.slice(5, 7)), Number(day.slice(8, 10))) ?? null;
}

/** "11/17 14:02", "on 14/09": a day without a year, shortly before the alert was sent. */
function findYearlessDay(
  alert: AlertText,
  { segment, head }: Movement,
  sent: Day,
  currency: Currency | null,
): DayAt | null | "ambiguous" {
  const { text, folded, segments } = alert;
  const whole = { start: 0, end: Math.min(text.length, TERSE_CHARS_MAX) };
  const places = [segments[segment] ?? whole, segments[head] ?? whole, whole];
  // "ご利用日:12/28": the label of a row says that the two numbers are a day.
  const rows = findRows(alert, "date").map(({ row }) => row);
  for (const { start, end } of [...places, ...rows]) {
    const isRow = rows.some((row) => row.start === start);
    for (const match of findMatches(text.slice(start, end), YEARLESS)) {
      const at = start + match.index;
      const place = { start: at, end: at + match[0].length };
      const isDay =
        currency === "krw" ||
        isRow ||
        BEFORE_DAY.test(folded.slice(Math.max(0, at - 14), at)) ||
        TIME_BEHIND.test(text.slice(place.end, place.end + 16));
      const numbers = [match[1] ?? "", match[3] ?? ""] as const;
      const days = isDay ? findYearlessReadings(numbers, sent) : [];
      if (days.length === 0) continue;
      const value = days.length === 1 ? days[0] : settleOrder(days, numbers, currency);
      return value === undefined ? "ambiguous" : { value, place };
    }
  }
  return null;
}

const BESIDE_SEGMENTS = 4;
const TIME_NEXT = /^,? (?:\p{L}{1,5}\.? )?(?:[01]?\d|2[0-3])[:.h][0-5]\d/u;

/** "We have paid you today": the day that the alert was sent. */
function findToday(
  { folded, segments }: AlertText,
  { segment, head }: Movement,
  sent: Day,
): DayAt | null {
  for (const { start, end } of [segment, head].flatMap((at) => segments[at] ?? [])) {
    const [today] = TODAY.find(folded, start, end);
    if (today !== undefined) return { value: sent, place: today };
  }
  // "Today, 08:06 · 14 Boar Lane": a line beside the amount that begins with the day.
  for (const { start, end } of segments.slice(
    Math.max(0, segment - 1),
    segment + BESIDE_SEGMENTS,
  )) {
    const [today] = TODAY.find(folded, start, end);
    if (today?.start === start && TIME_NEXT.test(folded.slice(today.end, end)))
      return { value: sent, place: today };
  }
  // "Your payment was made today" above the rows, below a subject that names the movement.
  for (const { start, end, row } of segments.slice(0, Math.min(segment, HEAD_SEGMENTS))) {
    const [today] = row === null ? TODAY.find(folded, start, end) : [];
    if (today !== undefined && findVerbs(folded, start, end).some(({ sense }) => MOVING.has(sense)))
      return { value: sent, place: today };
  }
  return null;
}

const TIME =
  /(?<![\d:.])(?:[01]?\d|2[0-3])[:.h時시时點点][0-5]\d(?:[:.分분][0-5]\d)?(?:[秒초分분])?(?: ?[ap](?:m|\.m\.))?(?![\d:])/giu;
const TIME_CHARS_AROUND = 60;

/** The time of day next to a movement's day, as printed; null if there is none. */
export function findTime(alert: AlertText, movement: Movement, day: Place | null): Place | null {
  const { text, segments, amounts } = alert;
  const segment = segments[movement.segment];
  const places: readonly Place[] = [
    ...(segment === undefined ? [] : [segment]),
    ...findRows(alert, "date").map(({ row }) => row),
    ...(day === null
      ? []
      : [{ start: day.end, end: Math.min(text.length, day.end + TIME_CHARS_AROUND) }]),
  ];
  // "19.10" of "19.10.2026" is no time.
  const taken = [...amounts, ...findDates(text, null), ...(day === null ? [] : [day])];
  for (const { start, end } of places) {
    for (const match of findMatches(text.slice(start, end), TIME)) {
      const at = start + match.index;
      const stop = at + match[0].trimEnd().length;
      if (!taken.some((one) => at < one.end && stop > one.start)) return { start: at, end: stop };
    }
  }
  return null;
}
