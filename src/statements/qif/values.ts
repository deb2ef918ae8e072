// QIF fixes no form for its values: each program prints dates and amounts by its computer's
// settings. Dates are rewritten into a form that the date reader knows. The order of their parts
// and the decimal mark are decided over the whole file, or asked.

import { splitDay, type Day } from "../../money/day.ts";
import { AMOUNT_CHARS_MAX } from "../amounts.ts";
import type { DecimalMark } from "../csv/amounts/amount.ts";
import { createDateReader, type DateOrder } from "../csv/dates/dates.ts";
import {
  emptyDateEvidence,
  decideMark,
  decideOrder,
  emptyMarkEvidence,
  noteAmount,
  noteDate,
} from "../csv/columns/evidence.ts";
import { foldNotes, settle, type AnswersOnHand, type Settled } from "../csv/decisions/settled.ts";
import { settleUnclearMark, settleUnclearOrder, type Place } from "../csv/questions.ts";
import type { Answers, Question } from "../statement.ts";

const DATE_CHARS_MAX = 40;

/** Day and month, then a year of one to four digits: "6/ 1/94", "1/ 2' 5", "31.12.2004". */
const YEAR_LAST =
  /^(\d{1,2})[ ]?([/.\-'])[ ]?(\d{1,2})[ ]?([/.\-'])[ ]?(\d{1,2}|\d{4})(?:[ T]+\d{1,2}:\d{2}(?::\d{2})?(?: ?[AP]M)?)?$/i;

/**
 * The date without blanks and with a year of four digits; an apostrophe precedes years from 2000
 * on.
 */
export function normalizeDate(printed: string, today: Day): string {
  const text = printed.replaceAll('"', "").replaceAll("\u2019", "'").trim();
  if (text.length > DATE_CHARS_MAX) return "";
  const [, first = "", mark = "", second = "", before = "", year = ""] = YEAR_LAST.exec(text) ?? [];
  if (year === "") return text;
  // "04-03-01" may have its year first, as in Sweden.
  const compact = mark === "-" && before === "-" && `${first}${second}${year}`.length === 6;
  if (compact || Number(first) > 31) return text;
  const sign = mark === "'" ? "/" : mark;
  return `${first}${sign}${second}${sign}${year.length === 4 ? year : String(expandYear(Number(year), today))}`;
}

/** A year of the last hundred years or the next one, since registers may hold planned payments. */
function expandYear(short: number, today: Day): number {
  const { year } = splitDay(today);
  const century = year - (year % 100);
  const near = century + short;
  return near > year + 1 ? near - 100 : near;
}

/** How to read a file's values. */
export interface ReadingOptions {
  readonly order: DateOrder;
  /** Null when each amount shows its own mark. */
  readonly mark: DecimalMark | null;
  readonly questions: readonly Question[];
  readonly why: readonly string[];
}

/** Decides over the whole file: the dates of each block in order, and all amounts. */
export function decideOptions(
  blocks: readonly (readonly string[])[],
  amounts: readonly string[],
  { answers, today }: { answers: Answers; today: Day },
): ReadingOptions {
  const onHand = { given: answers, remembered: {} };
  const order = settleOrder(blocks, onHand, today);
  const mark = settleMark(amounts, onHand);
  const { reasons, questions } = foldNotes([order, mark]);
  return { order: order.decision, mark: mark.decision, questions, why: reasons };
}

/** The fields that a question is about. */
const DATES: Place = { name: null, concerns: [{ begins: "D", label: "Date" }] };
const AMOUNTS: Place = { name: null, concerns: [{ begins: "T", label: "Amount" }] };

function settleOrder(
  blocks: readonly (readonly string[])[],
  answers: AnswersOnHand,
  today: Day,
): Settled<DateOrder> {
  const evidence = emptyDateEvidence();
  for (const texts of blocks) {
    // Each account's records may be sorted in a different order.
    for (const tally of Object.values(evidence.tallies)) tally.last = Number.NaN;
    let [last = ""] = texts;
    let normal = normalizeDate(last, today);
    for (const text of texts) {
      if (text !== last) normal = normalizeDate(text, today);
      last = text;
      noteDate(evidence, normal, "", today);
    }
  }
  if (evidence.total === 0) return settle("dmy");
  const decided = decideOrder(evidence);
  return decided === null
    ? settleUnclearOrder(answers, evidence, blocks.flat()[0] ?? "", DATES)
    : settle(decided.value, { reasons: [decided.why] });
}

function settleMark(
  amounts: readonly string[],
  answers: AnswersOnHand,
): Settled<DecimalMark | null> {
  const evidence = emptyMarkEvidence();
  for (const text of amounts) if (text.length <= AMOUNT_CHARS_MAX) noteAmount(evidence, text);
  const { dots, commas, doubtDots, doubtCommas } = evidence;
  if (dots > 0 && commas > 0 && doubtDots + doubtCommas === 0) {
    const reason = "Decimals follow a dot in some amounts, a comma in others; each shows which.";
    return settle(null, { reasons: [reason] });
  }
  // If a file uses both marks, it tells nothing about an amount that could have either.
  const decided = dots > 0 && commas > 0 ? null : decideMark(evidence);
  return decided === null
    ? settleUnclearMark(answers, evidence, null, AMOUNTS)
    : settle(decided.value, { reasons: [decided.why] });
}

/** Reads the text of a D field; null for anything that is no day. */
export type DayReader = (printed: string) => Day | null;

/** A reader for one file: neighbouring records mostly have the same day, which is parsed once. */
export function createDayReader({ order }: ReadingOptions, today: Day): DayReader {
  const read = createDateReader(order);
  let last = "";
  let day: Day | null = null;
  return (printed) => {
    if (printed !== last) day = read(normalizeDate(printed, today));
    last = printed;
    return day;
  };
}

/** The day of a D field, or the fault. */
export function parseDay(
  printed: string,
  { order, readDay }: ReadingOptions & { readonly readDay: DayReader },
): Day | { fault: string } {
  if (printed === "") return { fault: "the date is empty" };
  return (
    readDay(printed) ?? {
      fault: `"${printed.slice(0, DATE_CHARS_MAX)}" is not a date in the order ${ORDERS[order]}`,
    }
  );
}

const ORDERS: Readonly<Record<DateOrder, string>> = {
  dmy: "day, month, year",
  mdy: "month, day, year",
  ymd: "year, month, day",
};
