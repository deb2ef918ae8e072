// What stands beside a movement: who was paid or paid, the account's or card's last digits, the day and the minute, and the
// bank's reference. Each is an exact span of the text, of the movement's own sentence first, then of a labelled row.

import type { Currency } from "../../money/currency.ts";
import { dayNumber, dayOf as calendarDay, type Day } from "../../money/day.ts";
import { findCards } from "../totals/money/cards.ts";
import { findDates, type DateSeen } from "../totals/money/dates.ts";
import { mainRole, type LabelRole } from "./labels.ts";
import type { Movement, Telling } from "./movements.ts";
import type { Segment } from "./segments.ts";

export interface Place {
  readonly start: number;
  readonly end: number;
}

/** The rows of a text whose labels say the role, in order. */
export function rowsOf(
  { segments }: Telling,
  role: LabelRole,
): readonly (Segment & { readonly row: NonNullable<Segment["row"]> })[] {
  return segments.flatMap((segment) =>
    segment.row !== null && mainRole(segment.row.roles) === role
      ? [{ ...segment, row: segment.row }]
      : [],
  );
}

/** Countries whose own currency this is write the day first; where the dollar is at home, the month. */
const DAY_FIRST: ReadonlySet<Currency> = new Set(
  "tzs ugx etb mzn npr jod kwd qar omr bhd mad dzd tnd xof xaf rwf zmw hnl nio inr gbp eur aud nzd mxn brl cop pen clp ars uyu dop try pln rub uah thb ngn kes ghs aed sar egp sgd myr idr pkr lkr bdt czk ron bgn chf dkk nok sek ils zar vnd cop crc gtq bob pyg".split(
    " ",
  ) as Currency[],
);
const MONTH_FIRST: ReadonlySet<Currency> = new Set<Currency>(["usd", "php"]);

/**
 * The day of a movement: in its sentence, in a row, or the only one of the text. Null where none is sure; "ahead" where its sentence
 * or row names days alone that come after the notice was sent.
 */
export function dayOf(
  telling: Telling,
  movement: Movement,
  sent: Day | null,
  currency: Currency | null = movement.amount.currency,
): { readonly value: Day; readonly place: Place } | null | "ambiguous" | "ahead" {
  const all = findDates(telling.text, sent);
  const isAhead = ({ readings }: DateSeen) =>
    sent !== null &&
    readings.every(
      (day) =>
        dayNumber(day) > dayNumber(sent) + AHEAD_DAYS &&
        dayNumber(day) <= dayNumber(sent) + AHEAD_DAYS_MAX,
    );
  const dates = all.filter((date) => !isAhead(date));
  const segment = telling.segments[movement.segment];
  const head = telling.segments[movement.head];
  const among = (some: readonly DateSeen[], place: Place | undefined) =>
    place === undefined
      ? []
      : some.filter(({ start, end }) => start >= place.start && end <= place.end);
  const within = (place: Place | undefined) => among(dates, place);
  const rows = (role: LabelRole) => rowsOf(telling, role).flatMap(({ row }) => within(row));
  const near = telling.segments
    .slice(movement.segment + 1, movement.segment + 2)
    .flatMap((one) => (one.row === null ? within(one) : []));
  const groups = [
    within(segment),
    rows("date"),
    within(head),
    rows("posted"),
    near,
    distinct(dates).length === 1 ? dates : [],
  ];
  const group = groups.find((one) => one.length > 0) ?? [];
  const own = [segment, head, ...rowsOf(telling, "date").map(({ row }) => row)];
  if (group.length === 0 && own.some((place) => among(all, place).length > 0)) return "ahead";
  if (group.length === 0 && sent !== null) return yearlessDay(telling, movement, sent, currency);
  const [first] =
    group.filter((date) => date.readings.length === 1).length > 0
      ? group.filter((date) => date.readings.length === 1)
      : group;
  if (first === undefined) return null;
  const value = buddhist(settled(first, telling.text, currency), currency);
  return value === null ? "ambiguous" : { value, place: first };
}

/** "14/09/69": Thailand's banks print two digits of the Buddhist era. */
function buddhist(day: Day | null, currency: Currency | null): Day | null {
  const year = Number(day?.slice(0, 4) ?? 0);
  if (day === null || currency !== "thb" || year < 2050 || year > 2099) return day;
  return calendarDay(year - 43, Number(day.slice(5, 7)), Number(day.slice(8, 10))) ?? null;
}

/** Days by which a time zone may shift a date. */
const AHEAD_DAYS = 1;
/** A day further ahead is in a year of another era. */
const AHEAD_DAYS_MAX = 400;
const YEARLESS = /(?<![\d/.:#*-]|\d )(\d{1,2})([/-])(\d{1,2})(?![/-]?\d|[.,:]\d)(?<! 24\/7)/g;
/** What leads to a day, or a time right behind it: two numbers and a stroke alone are many things. */
const LEADS_TO_DAY =
  /(?<!\p{L})(?:on|dated|dt|el|el dia|em|no dia|dia|le|du|am|vom|il|del|op|dnia|dne|den|в|от|data|date|fecha|datum|يوم|في|بتاريخ|ב|ngay|tarihinde|στις|pada|tgl)[\s:-]{0,2}$/u;
const TIME_BEHIND =
  /^,? {0,2}(?:as |at |às |um |alle |kl\.? |klo |om |godz\.? |a las |ساعة |الساعة )?(?:[01]?\d|2[0-3])[:.h][0-5]\d/u;

/** "11/17 14:02", "on 14/09": a day without a year, close before the mail; read as the account's country writes it. */
function yearlessDay(
  { text, folded, segments }: Telling,
  { segment, head }: Movement,
  sent: Day,
  currency: Currency | null,
): { readonly value: Day; readonly place: Place } | null | "ambiguous" {
  const whole = { start: 0, end: Math.min(text.length, TERSE_CHARS_MAX) };
  for (const { start, end } of [segments[segment] ?? whole, segments[head] ?? whole, whole]) {
    for (const match of text.slice(start, end).matchAll(YEARLESS)) {
      const at = start + match.index;
      const place = { start: at, end: at + match[0].length };
      const led =
        currency === "krw" ||
        LEADS_TO_DAY.test(folded.slice(Math.max(0, at - 14), at)) ||
        TIME_BEHIND.test(text.slice(place.end, place.end + 16));
      const [a = "", b = ""] = [match[1], match[3]];
      const readings = [
        [a, b],
        [b, a],
      ]
        .flatMap(([month = "", day = ""]) =>
          findDates(`${month}월 ${day}일`, sent).flatMap((seen) => seen.readings),
        )
        .filter((day) => daysBefore(day, sent) <= YEARLESS_DAYS_MAX);
      const days = [...new Set(readings)];
      const [only, other] = days;
      if (!led || only === undefined) continue;
      if (other === undefined) return { value: only, place };
      const monthFirst = currency === "krw" || (currency !== null && MONTH_FIRST.has(currency));
      const told = days.find((day) =>
        day.endsWith(
          monthFirst
            ? `-${a.padStart(2, "0")}-${b.padStart(2, "0")}`
            : `-${b.padStart(2, "0")}-${a.padStart(2, "0")}`,
        ),
      );
      return told !== undefined && (monthFirst || (currency !== null && DAY_FIRST.has(currency)))
        ? { value: told, place }
        : "ambiguous";
    }
  }
  return null;
}

/** How long before the mail; a day behind it is a zone's, more is another day's. */
function daysBefore(day: Day, sent: Day): number {
  const days = dayNumber(sent) - dayNumber(day);
  return days < -1 ? Number.POSITIVE_INFINITY : days;
}

const TERSE_CHARS_MAX = 400;
/** Notices are sent when money moves, or when it is booked. */
const YEARLESS_DAYS_MAX = 31;

function distinct(dates: readonly DateSeen[]): readonly string[] {
  return [...new Set(dates.map(({ readings }) => readings.join()))];
}

/** A day printed in numbers alone is read as the account's country writes it. */
function settled(
  { readings, start }: DateSeen,
  text: string,
  currency: Currency | null,
): Day | null {
  const [only, second] = readings;
  if (second === undefined) return only ?? null;
  const parts = /^(\d{1,2})\D\s?(\d{1,2})\D/.exec(text.slice(start, start + 8));
  if (parts === null || currency === null) return null;
  const [, a = "", b = ""] = parts;
  const want = DAY_FIRST.has(currency)
    ? `-${b.padStart(2, "0")}-${a.padStart(2, "0")}`
    : MONTH_FIRST.has(currency)
      ? `-${a.padStart(2, "0")}-${b.padStart(2, "0")}`
      : null;
  return want === null ? null : (readings.find((day) => day.endsWith(want)) ?? null);
}

const TIME =
  /(?<![\d:.])(?:[01]?\d|2[0-3])[:.h時시时點点][0-5]\d(?:[:.分분][0-5]\d)?(?:[秒초分분])?(?: ?[ap](?:m|\.m\.))?(?![\d:])/giu;
const TIME_CHARS_AROUND = 60;

/** The time of day beside a movement's day, as printed. */
export function timeOf(telling: Telling, movement: Movement, day: Place | null): Place | null {
  const segment = telling.segments[movement.segment];
  const places = [
    ...(segment === undefined ? [] : [segment]),
    ...rowsOf(telling, "date").map(({ row }) => row),
    ...(day === null
      ? []
      : [{ start: day.end, end: Math.min(telling.text.length, day.end + TIME_CHARS_AROUND) }]),
  ];
  const amounts = telling.amounts;
  for (const { start, end } of places) {
    for (const match of telling.text.slice(start, end).matchAll(TIME)) {
      const at = start + match.index;
      const stop = at + match[0].trimEnd().length;
      const inDay = day !== null && at < day.end && stop > day.start;
      if (!inDay && !amounts.some((one) => at < one.end && stop > one.start))
        return { start: at, end: stop };
    }
  }
  return null;
}

const HOLDING =
  "cardul\\p{L}{0,2}|ב?כרטיס\\p{L}{0,2}|חשבונך|חשבון|akaunti|akaun|kartu|rek|norek|tk|stk|szamla\\p{L}{0,8}|bankkartya\\p{L}{0,6}|kartya\\p{L}{0,8}|creditcard|kreditkarte|debitkarte|bankkarte|bobcard|บช\\.?|บ\\/ช|t\\.cred|t\\.deb|卡號|a\\/c|ac|acct|account|wallet|card|cuenta|cta\\.?|tarjeta|plastico|conta|cartao|compte|carte|konto|girokonto|karte|conto|carta|rekening|kaart|pas|rachun\\p{L}{0,4}|kart\\p{L}{0,8}|karta|karty|hesa\\p{L}{0,8}|счет\\p{L}{0,2}|карт\\p{L}{0,4}|рахун\\p{L}{0,4}|口座|カード|계좌|카드|账户|账号|卡|帳戶|尾号|尾號|บัญชี|บัตร|حساب\\p{L}{0,2}|بطاق\\p{L}{0,3}|खाते|खाता";
/** In Thai, Lao and Khmer the word before has no blank behind it. */
const HELD = new RegExp(
  String.raw`(?:(?<![\p{L}])|(?<=[\u0e00-\u0eff\u1780-\u17ff]))(?:${HOLDING}|ບັນຊີ|គណនី)[\s:：.#()\-]{0,4}(?:(?:anda|bca|berakhiran|berakhir|debit|kredit|המסתיים|ב|no|nr|num|number|numero|ending|ends|in|with|on|your|xx|de|terminad[ao]|terminacion|em|con|a|terminada|final|mit|der|endziffer\p{L}{0,2}|se|terminant|par|finissant|che|termina|eindigend|op|o|numerze|konczac\p{L}{0,3}|sie|na|ile|biten|sonu|номер|尾号为|尾号|尾號|末四码|末四碼|末4桁|末尾|번호|หมายเลข|เลขที่|ลงท้าย|ลงท้ายด้วย|المنتهية|المنتهي|رقم|بـ|ب|संख्या)[\s.:：#()\-]{0,3}){0,4}(?<mask>[*xX•●∙·…#.\-]{0,20}\s?)(?<digits>\d{4,18})(?!\d)`,
  "gu",
);

/** Scripts that set no blanks: "您账户1234于", "체크카드(8812)로". */
const HELD_EAST =
  /(?:账户|帳戶|卡号|卡號|信用卡|储蓄卡|借记卡|卡|尾号为?|尾號為?|末四[码碼]|카드|계좌|통장)[\s(（]{0,2}(\d{4})(?!\d|[年/])/gu;

/** "4410 ile biten kartınız": the digits stand first. */
const ENDED_BY = /(?<![\d*x])\d{4}(?= ile biten| numarali kart| -re vegzodo)/gu;

/** The last four digits of the card, else of the account, that a movement is on. */
export function heldIn(
  telling: Telling,
  movement: Movement,
): (Place & { readonly last4: string }) | null {
  const { text, folded } = telling;
  const dates = new Set(findDates(text, null).map(({ start }) => start));
  const cards = findCards(text).map(({ start, end, last4 }) => ({ start, end, last4 }));
  const held = [...folded.matchAll(HELD)]
    .map((match) => {
      const end = match.index + match[0].length;
      return {
        start: end - 4,
        end,
        last4: text.slice(end - 4, end),
        from: end - (match.groups?.["digits"]?.length ?? 4),
      };
    })
    .filter(({ from }) => !dates.has(from));
  const ahead = [...folded.matchAll(ENDED_BY)].map(({ index }) => ({
    start: index,
    end: index + 4,
    last4: text.slice(index, index + 4),
  }));
  const east = [...folded.matchAll(HELD_EAST)].map((match) => {
    const start = match.index + match[0].length - 4;
    return { start, end: start + 4, last4: text.slice(start, start + 4) };
  });
  const all = [
    ...cards,
    ...ahead,
    ...east,
    ...held.map(({ start, end, last4 }) => ({ start, end, last4 })),
  ].filter(({ last4 }) => /^\d{4}$/.test(last4));
  const segment = telling.segments[movement.segment];
  const head = telling.segments[movement.head];
  const inside = (place: Place | undefined) =>
    place === undefined
      ? undefined
      : all.find(({ start, end }) => start >= place.start && end <= place.end);
  const row = rowsOf(telling, "account")
    .map(({ row: value, start }) => inside({ start, end: value.end }))
    .find((one) => one !== undefined);
  const found = inside(segment) ?? inside(head) ?? row;
  if (found !== undefined) return found;
  const values = new Set(all.map(({ last4 }) => last4));
  return values.size === 1 ? (all[0] ?? null) : null;
}
