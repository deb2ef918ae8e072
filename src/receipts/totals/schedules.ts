// The lines of a schedule of instalments: "2/3  11 Oct 2026  116.33  Paid today", and the same for
// other days. One of them was charged this time, and the words of the others ("to come", "paid") say
// nothing of it.

import type { Day } from "../../money/day.ts";
import PAYMENT_WORDS from "../words/payment-words.json" with { type: "json" };
import { wordsIn } from "../words/phrases.ts";
import { rememberTexts } from "../words/remembered.ts";
import { findAmounts } from "./money/amounts.ts";
import { findDates } from "./money/dates.ts";

/** A line of a schedule, with the days that it may name. */
export interface ScheduleLine {
  readonly start: number;
  readonly end: number;
  readonly days: readonly Day[];
}

const LINES_MIN = 2;
const CELL_CHARS_MAX = 32;
const TEXT_CHARS_MAX = 20_000;
const WORDS = wordsIn(PAYMENT_WORDS.instalment).join("|");
/** "2/3", "Instalment 2", "2nd instalment", "2.". */
const ORDINAL = new RegExp(
  String.raw`^\P{L}{0,3}(?:\d{1,2} ?/ ?\d{1,2}(?!\d)|(?:${WORDS}) (?:n[.º°o]{0,2} ?)?\d{1,2}(?!\d)|` +
    String.raw`\d{1,2}(?:\p{L}{1,3}|[.ºª°])? (?:${WORDS})(?!\p{L})|\d{1,2}\.?$)`,
  "iu",
);

/** The lines of a schedule, in order; none if there are not several with days of their own. */
export function findSchedule(text: string, sent: Day | null): readonly ScheduleLine[] {
  return findRemembered(text.slice(0, TEXT_CHARS_MAX), sent);
}

const findRemembered = rememberTexts(readSchedule);

function readSchedule(text: string, sent: Day | null): readonly ScheduleLine[] {
  const found: ScheduleLine[] = [];
  let start = 0;
  for (const line of text.split("\n")) {
    const days = readLine(line, sent);
    if (days !== null) found.push({ start, end: start + line.length, days });
    start += line.length + 1;
  }
  const distinct = new Set(found.map(({ days }) => days.join(" ")));
  return distinct.size < LINES_MIN || distinct.size < found.length ? [] : found;
}

/** The days of a line of cells: which instalment, its day, its amount, and a word for its state. */
function readLine(line: string, sent: Day | null): readonly Day[] | null {
  if (!line.includes("\t")) return null;
  const cells = line.split("\t").filter((cell) => /[\p{L}\d]/u.test(cell));
  if (cells.some((cell) => cell.length > CELL_CHARS_MAX)) return null;
  if (!cells.some((cell) => ORDINAL.test(cell.trim()))) return null;
  const dates = cells.map((cell) => (/\p{Nd}/u.test(cell) ? findDates(cell, sent) : []));
  const [day, ...others] = dates.flat();
  if (day === undefined || others.length > 0) return null;
  const isPaid = cells.some(
    (cell, at) => dates[at]?.length === 0 && findAmounts(cell).length === 1,
  );
  return isPaid ? day.readings : null;
}
