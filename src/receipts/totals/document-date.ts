// Finds the day of the purchase among all days of a document: the one that is labelled so, or one
// without a label that is the day it was sent or up to two days before. Days of travel, delivery,
// payment due and renewal are decoys, and are recognised by their labels (words/date-labels.json).

import { findVerbs } from "../alerts/vocabulary.ts";
import { foldInPlace } from "../words/in-place.ts";
import { dayNumber, type Day } from "../../money/day.ts";
import DATE_LABELS from "../words/date-labels.json" with { type: "json" };
import DOCUMENTS from "../words/document-words.json" with { type: "json" };
import { foldWords, phrasesIn } from "../words/phrases.ts";
import { endsWithDueLabel } from "./due-date.ts";
import type { Line } from "./lines.ts";
import { findDates, type DateSeen } from "./money/dates.ts";

type DateRole = "paid" | "ordered" | "issued" | "date" | "decoy";
/** Some words make a day a decoy only right before it: "until 5 May", "to May 5". */
type DateTag = DateRole | "decoy before date" | "earlier";

const LABELS = phrasesIn<DateTag>(DATE_LABELS);

const PURCHASE_ORDER: readonly DateRole[] = ["paid", "ordered", "issued", "date"];
/** Of an invoice: its own day, before the day of the order that it is for. */
export const INVOICE_ORDER: readonly DateRole[] = ["issued", "date", "paid", "ordered"];

/** Of a notice of dispatch or an invoice that says what was charged: the day of the bill, before that of the order. */
export const CHARGED_ORDER: readonly DateRole[] = ["paid", "issued", "ordered", "date"];

/** Of a refund: the day of the order that is paid back is not its day. */
export const REFUND_ORDER: readonly DateRole[] = ["paid", "issued", "date"];

/** "Facture n° 17 du 3 mai": the title, its number, and the word before its day. */
const TITLES = phrasesIn<"title">({ title: DOCUMENTS.title });
const OF_BEHIND_TITLE: ReadonlySet<string> = new Set(DOCUMENTS["of, behind a title"]);
/** "Invoice no. 55120 dated 5 May", "commande n° 55120 du 05/05": the day of what has the number. */
const NUMBERED: readonly (readonly [role: DateRole, document: RegExp])[] = [
  ["issued", behindNumber(DOCUMENTS["numbered document"])],
  ["ordered", behindNumber(DOCUMENTS["numbered order"])],
];

function behindNumber(documents: readonly string[]): RegExp {
  const words = DOCUMENTS["of, behind a number"].join("|");
  return new RegExp(
    String.raw`(?:${documents.join("|")})[^\d\n!?]{0,24}\d[\p{L}\d/._-]{0,30} (?:${words}) ?$`,
    "iu",
  );
}

const BEFORE_CHARS_MAX = 60;
const ABOVE_CHARS_MAX = 40;
const FREE_LINES_MAX = 400;
const NEAR_DAYS = 2;
const BETWEEN_CHARS_MAX = 6;

export interface DocumentDate {
  readonly date: DateSeen | null;
  readonly rule: string;
  /** Other days that it may be, where nothing decides between them. */
  readonly rivals: readonly Day[];
}

const NO_DATE: DocumentDate = { date: null, rule: "", rivals: [] };

/**
 * The day of the purchase. `sent` is the day the document was written, where it is known; `order`
 * says which label counts before which.
 */
export function findDocumentDate(
  text: string,
  lines: readonly Line[],
  sent: Day | null,
  order = PURCHASE_ORDER,
): DocumentDate {
  const { byRole, free } = sortByRole(findDates(text, sent), lines);
  for (const role of order) {
    const labelled = byRole.get(role) ?? [];
    const ofRefund =
      order === REFUND_ORDER ? labelled.filter((date) => namesRefund(lines, date)) : [];
    const isInSentences = role === "date" && labelled.every((date) => isInSentence(lines, date));
    const own =
      isInSentences && sent !== null ? findNearestDate([...labelled, ...free], sent) : null;
    if (labelled.length > 0 && own !== null)
      return { date: own, rule: "date near sent", rivals: [] };
    const found = findLabelledDate(role, ofRefund.length > 0 ? ofRefund : labelled, sent);
    if (found !== null) return found;
  }
  const near = sent === null ? null : findNearestDate(free, sent);
  if (near !== null) return { date: near, rule: "date near sent", rivals: [] };
  const [first] = free;
  if (sent !== null) {
    const alone = findDateAlone(free, lines, sent);
    return alone === null ? NO_DATE : { date: alone, rule: "date alone on its line", rivals: [] };
  }
  return first?.readings.length === 1 && isAlone(lines, first, WORDS_BESIDE_MAX)
    ? { date: first, rule: "first date", rivals: [] }
    : NO_DATE;
}

/** "Transaction date 14 August", "Refund date 20 November": the label of the second is of the refund. */
function namesRefund(lines: readonly Line[], date: DateSeen): boolean {
  const line = lines.find(({ start, end }) => date.start >= start && date.end <= end);
  const label = foldInPlace(line?.text.slice(0, date.start - line.start) ?? "");
  return findVerbs(label).some(({ sense }) => sense === "back");
}

/** "The claim you sent us on 13 November", in a letter with its own day: a word within a sentence is no label. */
function isInSentence(lines: readonly Line[], date: DateSeen): boolean {
  const line = lines.find(({ start, end }) => date.start >= start && date.end <= end);
  const before = line?.text.slice(0, date.start - line.start) ?? "";
  return /\p{L}+ \p{L}+ \p{L}{1,4} $/u.test(before);
}

const ALONE_DAYS = 14;
const TOP_LINES = 12;
const WEEKDAY_CHARS_MAX = 14;
const WORDS_BESIDE_MAX = 20;

/** "Nov 21 2026 at 7:22 PM", as below the total on a till's receipt. */
const TIME_BESIDE = /(?<!\d)(?:[01]?\d|2[0-3])[:.hH][0-5]\d(?!\d)/u;

function hasTime(lines: readonly Line[], date: DateSeen): boolean {
  const line = lines.find(({ start, end }) => date.start >= start && date.end <= end);
  return line !== undefined && TIME_BESIDE.test(line.text.slice(date.end - line.start));
}

/**
 * "21 November 2026": a line that holds only a day of the last two weeks, near the top, as on a receipt of a ride; or a
 * day with a time, as a till prints it: "Visa 6093 (contactless)  21 Nov 2026 at 21:48". Null if there is no such line,
 * or several with different days.
 */
function findDateAlone(
  free: readonly DateSeen[],
  lines: readonly Line[],
  sent: Day,
): DateSeen | null {
  const end = lines[TOP_LINES]?.start ?? Infinity;
  const alone = free.filter(
    (date) =>
      (hasTime(lines, date) || (date.start < end && isAlone(lines, date, WEEKDAY_CHARS_MAX))) &&
      date.readings.length === 1 &&
      date.readings.every((day) => {
        const daysBefore = dayNumber(sent) - dayNumber(day);
        return daysBefore >= 0 && daysBefore <= ALONE_DAYS;
      }),
  );
  return new Set(alone.map(({ readings }) => readings[0])).size === 1 ? (alone[0] ?? null) : null;
}

/**
 * The day on the line of the payment ("12 Nov 2025  Visa ****1234  271.00"), which counts before the
 * days of what was bought; null if no line of a payment of this total has exactly one day.
 */
export function findPaymentDate(
  text: string,
  lines: readonly Line[],
  payments: readonly number[],
  sent: Day | null,
): DocumentDate | null {
  const dates = findDates(text, sent);
  const paid = payments.flatMap((index) => {
    const { start = 0, end = 0 } = lines[index] ?? {};
    return dates.filter((date) => date.start >= start && date.end <= end);
  });
  const [first] = paid;
  const days = new Set(
    paid.flatMap(({ readings }) => readings.filter((day) => !isAfter(day, sent))),
  );
  return first === undefined || days.size !== 1
    ? null
    : { date: { ...first, readings: [...days] }, rule: "day of the payment", rivals: [] };
}

interface SortedDates {
  readonly byRole: ReadonlyMap<DateRole, readonly DateSeen[]>;
  /** Days without a label. */
  readonly free: readonly DateSeen[];
}

function sortByRole(dates: readonly DateSeen[], lines: readonly Line[]): SortedDates {
  const byRole = new Map<DateRole, DateSeen[]>();
  const free: DateSeen[] = [];
  let at = 0;
  for (const date of dates) {
    while (at < lines.length - 1 && (lines[at]?.end ?? 0) < date.start) at += 1;
    const role = findRole(lines, at, date);
    if (role === null) {
      if (at < FREE_LINES_MAX) free.push(date);
    } else if (role !== "decoy") byRole.set(role, [...(byRole.get(role) ?? []), date]);
  }
  return { byRole, free };
}

/**
 * The day with that label; null if there is none, or where several are too far from the day
 * sent.
 */
function findLabelledDate(
  role: DateRole,
  dates: readonly DateSeen[],
  sent: Day | null,
): DocumentDate | null {
  const past = dates.filter(({ readings }) => readings.some((day) => !isAfter(day, sent)));
  const [first] = past;
  if (first === undefined) return null;
  const days = [...new Set(past.flatMap(({ readings }) => readings))];
  if (role === "date" && sent !== null && days.length > 1) {
    const near = findNearestDate(past, sent);
    return near === null ? null : { date: near, rule: "date near sent", rivals: [] };
  }
  return { date: first, rule: `labelled ${role}`, rivals: days.length > 1 ? days : [] };
}

/** Whether a day is later than the message; the writer's own day may be a day ahead. */
function isAfter(day: Day, sent: Day | null): boolean {
  return sent !== null && dayNumber(day) > dayNumber(sent) + 1;
}

/** The one day that is the sent day or up to two days before; null for none or several. */
function findNearestDate(dates: readonly DateSeen[], sent: Day): DateSeen | null {
  const near = dates.filter(
    ({ readings }) =>
      readings.length === 1 &&
      readings.every((day) => {
        const daysBefore = dayNumber(sent) - dayNumber(day);
        return daysBefore >= 0 && daysBefore <= NEAR_DAYS;
      }),
  );
  return new Set(near.map(({ readings }) => readings[0])).size === 1 ? (near[0] ?? null) : null;
}

/** The role of a day by the words around it: on its line first, then in the head of its column. */
function findRole(lines: readonly Line[], at: number, date: DateSeen): DateRole | null {
  const line = lines[at];
  if (line === undefined) return null;
  const column = Math.max(0, date.start - line.start);
  const before = line.text.slice(Math.max(0, date.start - line.start - BEFORE_CHARS_MAX), column);
  if (endsWithDueLabel(before)) return "decoy";
  if (isBehindTitle(line.text.slice(0, column))) return "issued";
  if (isBesideTitle(line.text, column)) return "issued";
  const own = NUMBERED.find(([, document]) => document.test(before))?.[0] ?? findLastRole(before);
  if (own !== null) return own;
  if (/\p{L}{3}/u.test(before.replace(/^.*\t/s, ""))) return null;
  const head = findHeadAbove(line, lines[at - 1], date.start - line.start);
  if (head === null || head.length > ABOVE_CHARS_MAX) return null;
  return endsWithDueLabel(head) ? "decoy" : findLastRole(head);
}

/** The line above; for a row under a row of as many cells, the cell in the same column. */
function findHeadAbove(line: Line, above: Line | undefined, at: number): string | null {
  if (above === undefined) return null;
  const heads = above.text.split("\t");
  return heads.length > 1 && heads.length === line.text.split("\t").length
    ? (heads[line.text.slice(0, at).split("\t").length - 1] ?? null)
    : above.text;
}

/** Whether the text before a day is a title with its number, and a word that leads to its day. */
function isBehindTitle(before: string): boolean {
  if (before.length > ABOVE_CHARS_MAX || before.includes("\t")) return false;
  const words = foldWords(before);
  const [title] = TITLES.find(words);
  return (
    title !== undefined &&
    title.start <= 1 &&
    /\d/.test(words.slice(title.end)) &&
    OF_BEHIND_TITLE.has(words.trim().split(" ").at(-1) ?? "")
  );
}

/** "Rechnung RE-26-3318", and in the next cell nothing but the day: a title with its number and its day. */
function isBesideTitle(line: string, column: number): boolean {
  const [title, day, ...more] = line.split("\t");
  if (title === undefined || day === undefined || more.length > 0) return false;
  if (column !== title.length + 1 || /\p{L}{4}/u.test(day.replace(MONTH, ""))) return false;
  const words = foldWords(title);
  const [hit] = TITLES.find(words);
  return (
    hit !== undefined &&
    hit.start <= 1 &&
    /^ (?:\p{L}{1,4} )*[\p{L}\d ]*\d/u.test(words.slice(hit.end))
  );
}

/** The month of a day that is written out: "22 September 2026". */
const MONTH = /(?<=\d[. ]{1,3}(?:de )?)\p{L}+(?=[. ]{1,3}(?:de )?\d)|^\p{L}+(?= \d)/u;

/** Whether a label names the day of something before the movement: "Original purchase", "Date of request". */
export function namesEarlierDay(label: string): boolean {
  return LABELS.find(foldWords(label)).some(({ tag }) => tag === "earlier");
}

/** The role of the last label; a decoy counts wherever it is, unless a surer label comes later. */
function findLastRole(text: string): DateRole | null {
  const words = foldWords(text);
  const hits = LABELS.find(words)
    .filter(
      ({ tag, end }) => tag !== "decoy before date" || words.length - end <= BETWEEN_CHARS_MAX,
    )
    .map(({ tag, start }): { role: DateRole; start: number } => ({
      role: tag === "decoy before date" || tag === "earlier" ? "decoy" : tag,
      start,
    }));
  const sure = hits.findLast(({ role }) => role !== "date" && role !== "decoy");
  const decoy = hits.findLast(({ role }) => role === "decoy");
  if (sure !== undefined && (decoy === undefined || decoy.start < sure.start)) return sure.role;
  return decoy !== undefined ? "decoy" : (hits.at(-1)?.role ?? null);
}

/** Whether the line of a day has fewer other characters than this. */
function isAlone(lines: readonly Line[], date: DateSeen, charsMax: number): boolean {
  const line = lines.find(({ start, end }) => start <= date.start && date.end <= end);
  return line !== undefined && line.text.length - (date.end - date.start) < charsMax;
}
