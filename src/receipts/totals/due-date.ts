// Finds the day by which an invoice is to be paid: after its label, or in the same column below
// it. It is never the day of a purchase. Where several days are named (instalments, a discount for
// early payment), none is taken. The labels are in words/due-labels.json.

import type { Day } from "../../money/day.ts";
import type { Seen, View } from "../receipt.ts";
import DUE_LABELS from "../words/due-labels.json" with { type: "json" };
import { foldWords, phrasesIn } from "../words/phrases.ts";
import { findDates, type DateSeen } from "./money/dates.ts";

const LABELS = phrasesIn<"due">(DUE_LABELS);

const LINES_MAX = 5_000;
const LINE_CHARS_MAX = 400;
const HEAD_CHARS_MAX = 60;
const LABEL_CHARS_MAX = 80;
/** Between the label and its day are at most a few short words ("is on the"). */
const BETWEEN_CHARS_MAX = 14;

/** The day by which a text asks to be paid; null if no day or several days are labelled so. */
export function findDueDate(view: View, sent: Day | null): Seen<Day> | null {
  const [first, ...more] = findDueDates(view.text, sent);
  const [day, ...others] = first?.readings ?? [];
  if (
    first === undefined ||
    day === undefined ||
    others.length > 0 ||
    more.some(({ readings }) => readings.length !== 1 || readings[0] !== day)
  )
    return null;
  const span = { view: view.name, start: first.start, end: first.end };
  return { value: day, span, rule: "labelled due" };
}

/** Whether all days that are labelled so may be after the one when the message was sent. */
export function isDueAhead({ text }: View, sent: Day | null): boolean {
  const found = sent === null ? [] : findDueDates(text, sent);
  return (
    sent !== null &&
    found.length > 0 &&
    found.every(({ readings }) => readings.some((day) => day > sent))
  );
}

function findDueDates(text: string, sent: Day | null): readonly DateSeen[] {
  const found: DateSeen[] = [];
  const dates = findDates(text, sent);
  let next = 0;
  let start = 0;
  let above: readonly string[] = [];
  for (const line of text.split("\n", LINES_MAX)) {
    const end = start + line.length;
    const first = next;
    while ((dates[next]?.start ?? Infinity) < end) next += 1;
    const cells = line.length > LINE_CHARS_MAX ? [] : line.split("\t");
    for (const date of dates.slice(first, next))
      if (isDue(line, date.start - start, cells, above)) found.push(date);
    above = cells;
    start = end + 1;
  }
  return found;
}

/** Whether a text ends with such a label, or with one and a few short words. */
export function endsWithDueLabel(text: string): boolean {
  return hasLabelAtEnd(foldWords(text.slice(-LABEL_CHARS_MAX)), BETWEEN_CHARS_MAX);
}

/** "20.10.2026 son ödeme tarihli": whether a text behind a day begins with a label, of that day alone. */
export function beginsWithDueLabel(text: string): boolean {
  const words = foldWords(text);
  const [label] = LABELS.find(words);
  return (
    label !== undefined &&
    label.start <= 1 &&
    /^ ?\p{L}/u.test(text) &&
    !/^\D{0,12}\d/.test(words.slice(label.end))
  );
}

function hasLabelAtEnd(words: string, restCharsMax: number): boolean {
  const label = LABELS.find(words).at(-1);
  return label !== undefined && words.length - label.end <= restCharsMax;
}

/** "You're paid up until 11 December": the day until which nothing is due. */
const PAID_UNTIL = / paid (?:up )?(?:until|till|through|to) $/u;

/** Whether the label is before the day on its line, or the head of its column in the line above. */
function isDue(
  line: string,
  at: number,
  cells: readonly string[],
  above: readonly string[],
): boolean {
  if (cells.length === 0) return false;
  const before = line.slice(0, at);
  if (PAID_UNTIL.test(foldWords(before))) return false;
  if (endsWithDueLabel(before)) return true;
  const column = before.split("\t").length - 1;
  const head = above.length === cells.length ? above[column] : undefined;
  if (head === undefined || head.length > HEAD_CHARS_MAX || /\d{3}/.test(head)) return false;
  const inCell = before.slice(before.lastIndexOf("\t") + 1);
  return hasLabelAtEnd(foldWords(head), 3) && !/\p{L}{3}/u.test(inCell);
}
