// The questions that an OFX document may leave open, each with an example from the file: the
// decimal mark, the order of day and month in dates with the year last, and the sign of amounts
// that contradict their types. An answer is used only if its question would be asked.

import type { Currency } from "../../money/currency.ts";
import type { Day } from "../../money/day.ts";
import { parseAmount } from "../amounts.ts";
import { readAmount, type DecimalMark } from "../csv/amounts/amount.ts";
import { dateParts, dayIn, type DateOrder } from "../csv/dates/dates.ts";
import { printLongDay, printSize } from "../questions/words.ts";
import type { Answers, Concern, Question } from "../statement.ts";
import { findMark } from "./amounts.ts";
import { readSide } from "./bookings.ts";
import { possibleOrders } from "./dates.ts";
import type { Sign } from "./draft.ts";
import { BOOKINGS } from "./elements.ts";
import type { Statement } from "./statements.ts";
import { readTexts } from "./texts.ts";
import { firstValue, type Element } from "./tree.ts";

/** A decision, or the question that has to be answered first. */
export interface Decided<T> {
  readonly value: T;
  readonly question: Question | null;
  readonly why: string | null;
}

const MARKS: readonly DecimalMark[] = [".", ","];
const AMOUNT: Concern = { begins: "TRNAMT:", label: "TRNAMT" };

/** Decides the decimal mark for amounts that do not show their own. */
export function decideMark(
  texts: readonly string[],
  currencies: readonly (Currency | null)[],
  answers: Answers,
): Decided<DecimalMark | null> {
  const { mark, open, why } = findMark(texts, currencies);
  if (open === null) return { value: mark, question: null, why };
  const answer = MARKS.find((one) => one === answerTo(answers, "decimal_mark"));
  if (answer !== undefined)
    return { value: answer, question: null, why: 'You answered the question "decimal mark".' };
  const choices = MARKS.map((one) => {
    const value = readAmount(open, one, 4);
    return {
      value: one,
      label: `The ${one === "." ? "dot" : "comma"} is before the cents`,
      example: `${open} is ${typeof value === "number" ? printSize(value) : "no amount"}`,
    };
  });
  return {
    value: null,
    question: {
      id: "decimal_mark",
      ask: "Is the dot or the comma before the cents in this file's amounts?",
      note: "Each amount has three digits after its only mark: they may be decimals or thousands.",
      concerns: [AMOUNT],
      choices,
    },
    why: null,
  };
}

/** Decides the order of dates with the year last; null when there are none. */
export function decideOrder(texts: readonly string[], answers: Answers): Decided<DateOrder | null> {
  const orders = possibleOrders(texts);
  const [only, second] = orders;
  if (only === undefined) return { value: null, question: null, why: null };
  if (second === undefined)
    return {
      value: only,
      question: null,
      why: `Dates have the ${only === "dmy" ? "day" : "month"} first: read the other way, some would not exist.`,
    };
  const answer = orders.find((order) => order === answerTo(answers, "date_order"));
  if (answer !== undefined)
    return { value: answer, question: null, why: 'You answered the question "date order".' };
  const example = texts.find((text) => /^\d{1,2}[./-]\d{1,2}[./-]\d{4}/.test(text)) ?? "";
  const parts = dateParts(example);
  const choices = orders.map((order) => ({
    value: order,
    label: order === "dmy" ? "The day is first" : "The month is first",
    example: `${example} is ${tellDay(parts === null ? null : dayIn(parts, order))}`,
  }));
  return {
    value: only,
    question: {
      id: "date_order",
      ask: "Is the day or the month first in this file's dates?",
      note: "Both numbers before the year are at most 12 in every date.",
      concerns: [{ begins: "DTPOSTED:", label: "Date" }],
      choices,
    },
    why: null,
  };
}

/** Decides how to interpret the sign of a statement's amounts. */
export function decideSign(
  statement: Statement,
  mark: DecimalMark | null,
  answers: Answers,
): Decided<Sign> {
  const asPrinted = (why: string | null): Decided<Sign> => ({
    value: "as_printed",
    question: null,
    why,
  });
  const { agree, against, negative, out, example } = countSides(statement, mark);
  if (example === null) return asPrinted(null);
  const unsigned = negative === 0 && out > 0;
  if (!unsigned && agree > 0) {
    return asPrinted(
      `${against} ${against === 1 ? "transaction has" : "transactions have"} a type that contradicts the sign of the amount; the sign counts.`,
    );
  }
  const other = unsigned ? "by_type" : "turned";
  const id = SIGN_QUESTIONS[other];
  const answer = answerTo(answers, id);
  if (answer === "as_printed" || answer === other)
    return {
      value: answer,
      question: null,
      why: `You answered the question "${id.replaceAll("_", " ")}".`,
    };
  return { value: "as_printed", question: signQuestion(example, other), why: null };
}

/** Counts the amounts whose sign agrees with their type, and those whose sign contradicts it. */
function countSides(statement: Statement, mark: DecimalMark | null) {
  const seen = { agree: 0, against: 0, negative: 0, out: 0 };
  let example: Element | null = null;
  for (const { element } of statement.movements) {
    const amount = BOOKINGS.has(element.name)
      ? parseAmount(firstValue(element, "TRNAMT"), mark)
      : 0;
    if (typeof amount === "string" || amount === 0) continue;
    if (amount < 0) seen.negative += 1;
    const side = readSide(element);
    if (side === null) continue;
    if (side === "out" && amount > 0) seen.out += 1;
    if ((side === "in") === amount > 0) seen.agree += 1;
    else {
      seen.against += 1;
      example ??= element;
    }
  }
  return { ...seen, example };
}

/** Two statements of a file may raise both questions, so each has its own id. */
const SIGN_QUESTIONS = { turned: "sign", by_type: "sign_by_type" } as const;

function signQuestion(element: Element, other: "turned" | "by_type"): Question {
  const text = `${firstValue(element, "TRNTYPE")} ${firstValue(element, "TRNAMT")} ${readTexts(element).payee.slice(0, 60)}`;
  const out = readSide(element) === "out";
  return {
    id: SIGN_QUESTIONS[other],
    ask: "The file calls transactions money out (DEBIT) or money in (CREDIT), and the signs of their amounts say the opposite. Which is right?",
    note: "The type is printed as TRNTYPE, the amount as TRNAMT.",
    concerns: [{ begins: "TRNTYPE:", label: "TRNTYPE" }, AMOUNT],
    choices: [
      {
        value: "as_printed",
        label: "The signs: without a minus is money in, with a minus money out",
        example: `${text}: ${out ? "in" : "out"}`,
      },
      {
        value: other,
        label:
          other === "by_type"
            ? "The types: DEBIT is money out, CREDIT money in"
            : "The types: without a minus is money out, with a minus money in",
        example: `${text}: ${out ? "out" : "in"}`,
      },
    ],
  };
}

function tellDay(day: Day | null): string {
  return day === null ? "no date" : printLongDay(day);
}

function answerTo(answers: Answers, id: string): string | undefined {
  return Object.hasOwn(answers, id) ? answers[id] : undefined;
}
