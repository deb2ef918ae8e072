// Finds the day of a notice if neither a row nor the sentence of the movement names it: the only day that stands alone
// with a time, or in a sentence above that has a verb of a movement.

import type { DateSeen } from "../totals/money/dates.ts";
import type { AlertText, Place } from "./alert-text.ts";
import { findVerbs, MOVING } from "./vocabulary.ts";

/** The dates that stand in a place; none without a place. */
export function datesWithin(
  dates: readonly DateSeen[],
  place: Place | undefined,
): readonly DateSeen[] {
  return place === undefined
    ? []
    : dates.filter(({ start, end }) => start >= place.start && end <= place.end);
}

function onlyDay(dates: readonly DateSeen[]): readonly DateSeen[] {
  return new Set(dates.map(({ readings }) => readings.join())).size === 1 ? dates : [];
}

/** The only day of the lines that hold a day with its time, behind a label or none: "Monday 23 November, 22:07". */
export function findOnOwnLines(
  { text }: AlertText,
  dates: readonly DateSeen[],
): readonly DateSeen[] {
  return onlyDay(
    dates.filter(({ start, end }) => {
      const from =
        Math.max(text.lastIndexOf("\n", start - 1), text.lastIndexOf("\t", start - 1)) + 1;
      const behind = /^[^\n\t]*/.exec(text.slice(end))?.[0] ?? "";
      return WEEKDAY_BEFORE.test(text.slice(from, start)) && TIME_ALONE.test(behind);
    }),
  );
}

const WEEKDAY_BEFORE = /^(?:[^\n\t:：]{2,40}[:：] ?)?(?:[\p{L}.]{2,12},? ?)?$/u;
const TIME_ALONE = new RegExp(
  String.raw`^[, ·-]{0,4}(?:\p{L}{1,5}\.? )?(?:[01]?\d|2[0-3])[:.h][0-5]\d(?:[:.][0-5]\d)?` +
    String.raw`(?: ?[ap]\.?m\.?)?(?: ?\p{L}{1,5}\.?)?\s*$`,
  "iu",
);

/** The only day of the sentences with a verb above a row: "On 23 November 2026 we paid your settlement". */
export function findInToldSentences(
  { folded, segments }: AlertText,
  segment: number,
  dates: readonly DateSeen[],
): readonly DateSeen[] {
  return onlyDay(
    segments.slice(0, segment).flatMap((one) => {
      const verbs = one.row === null ? findVerbs(folded, one.start, one.end) : [];
      return verbs.some(({ sense }) => MOVING.has(sense)) ? datesWithin(dates, one) : [];
    }),
  );
}
