// How similar two bookings are in time and words. Pure, and symmetric: the order of the two does
// not matter.

import { dayNumber, type Day } from "../../../money/day.ts";
import { normalizeText } from "../../imports/external-id.ts";

/** How many weekdays there are after the earlier day, up to and including the later one. */
export function weekdaysBetween(one: Day, other: Day): number {
  return Math.abs(weekdaysUntil(dayNumber(one)) - weekdaysUntil(dayNumber(other)));
}

/** Calendar days from `from` to `to`; negative if `to` is earlier. */
export function daysFrom(from: Day, to: Day): number {
  return dayNumber(to) - dayNumber(from);
}

/** 1970-01-01, the day of number 0, was a Thursday. */
function weekdaysUntil(number: number): number {
  const days = number + 3;
  return Math.floor(days / 7) * 5 + Math.min((((days % 7) + 7) % 7) + 1, 5);
}

const WORDS_MAX = 40;
/** Card digits, times and terminal numbers say nothing about who was paid. */
const WORD = /[\p{L}][\p{L}\p{N}]+/gu;

/** The words of a text that say who was paid: at least two letters, no numbers, each once. */
export function payeeWords(text: string): ReadonlySet<string> {
  return new Set((normalizeText(text.slice(0, 1_000)).match(WORD) ?? []).slice(0, WORDS_MAX));
}

/**
 * The share of the shorter text's words that the other has too, in per cent; 0 if either has none.
 */
export function overlap(one: ReadonlySet<string>, other: ReadonlySet<string>): number {
  const [few, many] = one.size <= other.size ? [one, other] : [other, one];
  if (few.size === 0) return 0;
  let shared = 0;
  for (const word of few) if (many.has(word)) shared += 1;
  return Math.round((100 * shared) / few.size);
}

/** Texts with at least this overlap are similar. */
export const SIMILAR_PER_CENT = 50;
