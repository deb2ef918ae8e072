// Finds the other party and the day of an entry. The party is the first cell or line with other words than a day, a way
// to pay, a label or a kind of movement.

import type { Day } from "../../money/day.ts";
import { findDates } from "../totals/money/dates.ts";
import type { AlertText, Place } from "./alert-text.ts";
import { amountsWithin } from "./amounts-within.ts";
import { isOperation } from "./names.ts";
import { withoutTail } from "./name-tails.ts";
import { findLabels, findVerbs, HOLDINGS, isWayToPay } from "./vocabulary.ts";

const CELL = /[^\n\t|]+/g;
const NAME_CHARS_MAX = 80;
const TIME_BEFORE =
  /^[\s,.·:–-]{0,3}(?:kl\.? |ore |at )?\d{1,2}[:.]\d{2}(?::\d{2})?(?: ?[ap]\.?m\.?)?(?![\p{L}\d])/iu;
const PARTS = /^[\s·,:：–/*-]+/u;
const BEHIND_NAME = /[\s:：·,–-]+$/u;

/** Finds the name of the other party in an entry; null if it has no such words. */
export function findPartyOf(
  alert: AlertText,
  { start, end }: Place,
  sent: Day | null,
): Place | null {
  const cells = [...alert.text.slice(start, end).matchAll(CELL)].flatMap((match) => {
    const at = start + match.index;
    return findName(alert, { start: at, end: at + match[0].length }, sent) ?? [];
  });
  const whole = cells.find((cell) => !beginsWithKind(alert, cell));
  const name =
    whole ?? cells.map((cell) => findNameBehindKind(alert, cell)).find((one) => one !== null);
  return name === undefined || name === null ? null : withoutTail(alert.text, name);
}

/** Finds the words of a cell behind a day and a time, and before an amount. */
function findName(alert: AlertText, cell: Place, sent: Day | null): Place | null {
  const [amount] = amountsWithin(alert.amounts, cell);
  const until = amount === undefined ? cell.end : amount.start;
  let start = cell.start;
  const [date] = findDates(alert.text.slice(start, until), sent);
  if (date !== undefined && !/\p{L}{4}/u.test(alert.text.slice(start, start + date.start)))
    start += date.end;
  start += TIME_BEFORE.exec(alert.text.slice(start, until))?.[0].length ?? 0;
  return toName(alert, { start, end: until });
}

function toName({ text }: AlertText, { start, end }: Place): Place | null {
  const printed = text.slice(start, end).replace(/[+\-−–]\s?$/u, "");
  const before = PARTS.exec(printed)?.[0].length ?? 0;
  const name = printed.slice(before).replace(BEHIND_NAME, "");
  const isName =
    /\p{L}{2}/u.test(name) && name.length <= NAME_CHARS_MAX && !/[:：]\s?\S/u.test(name);
  return isName ? { start: start + before, end: start + before + name.length } : null;
}

/** Returns the end of a way to pay, a kind of movement, a label or an account that begins at a place; null if none. */
function endOfKind({ folded }: AlertText, start: number, end: number): number | null {
  if (isWayToPay(folded.slice(start, end))) return end;
  const hit = [
    ...findVerbs(folded, start, end),
    ...findLabels(folded, start, end),
    ...HOLDINGS.find(folded, start, end),
  ].find((one) => one.start === start);
  return hit?.end ?? null;
}

function beginsWithKind(alert: AlertText, { start, end }: Place): boolean {
  // "ACH Deposit": a way to pay and a verb.
  return endOfKind(alert, start, end) !== null || isOperation(alert, { start, end });
}

/** "Bill payment - NORTH POWER", "Card purchase CORNER BAKERY": the name follows the kind of movement. */
function findNameBehindKind(alert: AlertText, cell: Place): Place | null {
  let rest: Place | null = cell;
  for (let words = 0; rest !== null && words < WORDS_MAX; words += 1) {
    const end = endOfKind(alert, rest.start, rest.end);
    if (end === null) break;
    rest = toName(alert, { start: end, end: rest.end });
  }
  return rest !== null && /^[\p{Lu}\p{Lo}\d]/u.test(alert.text.slice(rest.start)) ? rest : null;
}

const WORDS_MAX = 4;
const HEADING_CHARS_MAX = 48;
const HEADINGS_MAX = 60;

export interface DayOfEntry extends Place {
  readonly value: Day;
}

/**
 * Finds the day of an entry: the day it begins with, its only day, the nearest heading above, or the only day above the
 * list. Null without one.
 */
export function findDayOf(
  { text }: AlertText,
  entry: Place,
  listStart: number,
  sent: Day | null,
): DayOfEntry | null {
  const own = firstDay(text, entry, sent) ?? onlyDay(text, entry, sent);
  if (own !== null) return own;
  let end = text.lastIndexOf("\n", entry.start - 1);
  for (let lines = 0; end > 0 && lines < HEADINGS_MAX; lines += 1) {
    const start = text.lastIndexOf("\n", end - 1) + 1;
    const day = end - start > HEADING_CHARS_MAX ? null : onlyDay(text, { start, end }, sent);
    if (day !== null && isPast(day, sent)) return day;
    end = start - 1;
  }
  const above = onlyDay(text, { start: 0, end: listStart }, sent);
  return above !== null && isPast(above, sent) ? above : null;
}

function isPast({ value }: DayOfEntry, sent: Day | null): boolean {
  return sent === null || value <= sent;
}

/** Finds the day with which an entry begins. */
function firstDay(text: string, { start, end }: Place, sent: Day | null): DayOfEntry | null {
  const [date] = findDates(text.slice(start, end), sent);
  const [value, ...more] = date?.readings ?? [];
  const isFirst =
    date !== undefined && !/[\d\n\t]|\p{L}{10}/u.test(text.slice(start, start + date.start));
  return !isFirst || value === undefined || more.length > 0
    ? null
    : { value, start: start + date.start, end: start + date.end };
}

/** Finds the day between two places if they name no other day. */
function onlyDay(text: string, { start, end }: Place, sent: Day | null): DayOfEntry | null {
  const dates = findDates(text.slice(start, end), sent);
  const [date] = dates;
  const [value, ...more] = new Set(dates.flatMap(({ readings }) => readings));
  if (date === undefined || value === undefined || more.length > 0) return null;
  return { value, start: start + date.start, end: start + date.end };
}
