// Groups the lines of a text into the entries of lists: each has its amounts and the lines of words that belong to it.
// Whether such a list is one of movements, list-proof.ts decides.

import { dayNumber, makeDay, type Day } from "../../money/day.ts";
import { findDates } from "../totals/money/dates.ts";
import type { AlertText, Place } from "./alert-text.ts";
import {
  BEGINS_WITH_TIME,
  endOf,
  readStarts,
  WORDS_BETWEEN_MAX,
  type Group,
} from "./entry-lines.ts";
import { readLines, TIME, type ListedAmount, type PrintedLine } from "./list-lines.ts";

/** An entry of a list, from its first line to its last one. */
export interface Entry extends Place {
  /** In print order: the amount that moved, and often the balance after it. */
  readonly amounts: readonly ListedAmount[];
  /** A day or a time of day stands in its own lines. */
  readonly isDated: boolean;
  /** Its day comes after the one on which the message was sent. */
  readonly isAhead: boolean;
  /** Its amount has a line of its own. */
  readonly isStacked: boolean;
  /** The folded words before its amount, on the same line. */
  readonly lead: string;
}

/** Finds the lists of a text. A list has at least two entries with few lines of words between their amounts. */
export function findLists(alert: AlertText, sent: Day | null): readonly (readonly Entry[])[] {
  const known = FOUND.get(alert);
  if (known !== undefined) return known;
  const lists = readLists(alert, sent);
  FOUND.set(alert, lists);
  return lists;
}

/** Two readers ask for the lists of one text. Its message was sent on one day. */
const FOUND = new WeakMap<AlertText, readonly (readonly Entry[])[]>();

function readLists(alert: AlertText, sent: Day | null): readonly (readonly Entry[])[] {
  const lines = readLines(alert, sent);
  const lists: Group[][] = [];
  for (let at = 0; at < lines.length; at += 1) {
    if (!hasAmounts(lines[at])) continue;
    const first = at;
    while (lines[at + 1]?.kind === "amounts") at += 1;
    const before = lists.at(-1)?.at(-1);
    if (before === undefined || isApart(lines.slice(before.last + 1, first))) lists.push([]);
    lists.at(-1)?.push({ first, last: at });
  }
  return lists
    .filter(({ length }) => length > 1)
    .map((groups) => readList(alert, lines, groups, sent));
}

function hasAmounts(line: PrintedLine | undefined): boolean {
  return line?.kind === "amounts" || line?.kind === "words and amounts";
}

function isApart(between: readonly PrintedLine[]): boolean {
  return (
    between.some(({ kind }) => kind === "prose") ||
    between.filter(({ kind }) => kind === "words").length > WORDS_BETWEEN_MAX
  );
}

function readList(
  alert: AlertText,
  lines: readonly PrintedLine[],
  groups: readonly Group[],
  sent: Day | null,
): readonly Entry[] {
  const starts = readStarts(alert, lines, groups, sent);
  return groups.map(({ first, last }, at) => {
    const place = {
      start: lines[starts[at] ?? first]?.start ?? 0,
      end: lines[endOf(alert, lines, { first, last }, starts[at + 1])]?.end ?? 0,
    };
    const text = alert.text.slice(place.start, place.end);
    const amounts = lines.slice(first, last + 1).flatMap((line) => line.amounts);
    // "12.50 EUR" looks like a day with its month, so the amount itself does not count.
    const before = text.slice(0, Math.max(0, (amounts[0]?.amount.start ?? 0) - place.start));
    return {
      ...place,
      amounts,
      isDated: BEGINS_WITH_TIME.test(before) || TIME.test(text) || findDates(text, sent).length > 0,
      isAhead: isAhead(text, sent),
      isStacked: lines[first]?.kind === "amounts",
      lead: readLead(alert, lines[first]),
    };
  });
}

function readLead({ folded }: AlertText, line: PrintedLine | undefined): string {
  const until = line?.amounts[0]?.amount.start;
  return folded
    .slice(line?.start, until)
    .replace(/[^\p{L}]+/gu, " ")
    .trim();
}

const DAY_AND_MONTH = /^\s*(?<day>\d{1,2})\.(?<month>\d{1,2})\.(?!\d)/u;

function isAhead(text: string, sent: Day | null): boolean {
  if (sent === null) return false;
  const { day, month } = DAY_AND_MONTH.exec(text)?.groups ?? {};
  const days =
    day === undefined || month === undefined
      ? findDates(text, sent).flatMap(({ readings }) => readings)
      : [makeDay(Number(sent.slice(0, 4)), Number(month), Number(day))].filter(
          (one) => one !== null,
        );
  return (
    days.length > 0 &&
    days.every((one) => one > sent && dayNumber(one) - dayNumber(sent) <= AHEAD_DAYS_MAX)
  );
}

/** "30.12." in a message of 2 January is a day of the previous year. */
const AHEAD_DAYS_MAX = 180;
