// The order of day, month and year, and the decimal mark: as set by a person, else as the rows
// prove, else as the bank's known layout has them, else as a person answers.

import type { Currency } from "../../../money/currency.ts";
import type { KnownLayout } from "../../banks/known-layouts.ts";
import type { DecimalMark } from "../amounts/amount.ts";
import {
  decideMark,
  decideOrder,
  listPossibleOrders,
  type DateEvidence,
  type Decision,
  type MarkEvidence,
} from "../columns/evidence.ts";
import type { DateOrder } from "../dates/dates.ts";
import { settleUnclearMark, settleUnclearOrder, type Place } from "../questions.ts";
import { applySetMark, applySetOrder } from "./apply-settings.ts";
import { findAnswer, settle, type AnswersOnHand, type Settled } from "./settled.ts";

const FIRST_PARTS: Readonly<Record<DateOrder, string>> = { dmy: "day", mdy: "month", ymd: "year" };

/** Sources of the format apart from the rows. */
export interface FormatSources<T> {
  readonly answers: AnswersOnHand;
  readonly known: KnownLayout | null;
  /** The person's setting for the layout. */
  readonly set: T | null;
  /** Where the dates or the amounts stand, for a question. */
  readonly place: Place;
}

/** The order of the dates; `isDayFirst`: in the language of the header the day comes first. */
export function settleOrder(
  { answers, known, set, place }: FormatSources<DateOrder>,
  evidence: DateEvidence,
  sample: string,
  isDayFirst: boolean,
): Settled<DateOrder> {
  const decided = decideOrder(evidence);
  if (set !== null) return applySetOrder(set, evidence, decided, known);
  if (decided !== null) return followFile(answers, "date_order", decided, evidence.doubtful > 0);
  const possible = listPossibleOrders(evidence);
  const order = known?.order;
  // A layout decides between day and month; it does not rule out that the year comes first.
  if (
    order !== undefined &&
    possible.includes(order) &&
    (order === "ymd" || !possible.includes("ymd"))
  ) {
    const reason = `Dates are read as ${asPrinted(known)}, ${FIRST_PARTS[order]} first; the file itself allows other orders.`;
    return settle(order, { reasons: [reason] });
  }
  if (evidence.total === 0) return settle("ymd");
  const isTold = findAnswer(answers, "date_order").decision !== null;
  if (!isTold && isDayFirst && possible.includes("dmy") && !possible.includes("ymd"))
    return settle("dmy", {
      reasons: ["Dates are day first, as at all banks in the language of the header."],
    });
  return settleUnclearOrder(answers, evidence, sample, place);
}

/**
 * The decimal mark of the amounts; `labels` of the header, in whose script commas may part
 * thousands.
 */
export function settleMark(
  { answers, known, set, place }: FormatSources<DecimalMark>,
  evidence: MarkEvidence,
  currency: Currency | null,
  labels: readonly string[],
): Settled<DecimalMark> {
  const decided = decideMark(evidence);
  const { dots, commas, doubtDots, doubtCommas } = evidence;
  const isVisible = dots + commas + doubtDots + doubtCommas > 0;
  if (set !== null) return applySetMark(set, decided, isVisible, known);
  if (decided !== null) return followFile(answers, "decimal_mark", decided, isVisible);
  if (known?.mark !== undefined) {
    const reason = `Decimals are read as ${asPrinted(known)}, after a ${known.mark === "." ? "dot" : "comma"}.`;
    return settle(known.mark, { reasons: [reason] });
  }
  if (doubtDots + dots === 0 && /[\u3040-\u9fff\uac00-\ud7a3]/u.test(labels.join("")))
    return settle(".", { reasons: ["Commas separate thousands, as everywhere in East Asia."] });
  return settleUnclearMark(answers, evidence, currency, place);
}

function asPrinted(known: KnownLayout | null): string {
  const bank = known?.bank ?? null;
  return bank === null ? "the banks with this header print them" : `${bank} prints them`;
}

/**
 * The file decides; a remembered answer that it contradicts is a warning where values were
 * `inDoubt`.
 */
function followFile<T extends string>(
  { remembered }: AnswersOnHand,
  question: string,
  { value, why }: Decision<T>,
  inDoubt: boolean,
): Settled<T> {
  const answer = Object.hasOwn(remembered, question) ? remembered[question] : undefined;
  if (!inDoubt || answer === undefined || answer === value)
    return settle(value, { reasons: [why] });
  const warning = `The question "${question.replaceAll("_", " ")}" was answered differently for an earlier file; this file shows its own answer and is read that way. ${why}`;
  return settle(value, { reasons: [why], warnings: [warning] });
}
