// The questions that a file leaves open, each with an example from the file. An answer,
// given now or remembered for the layout, settles it: an answered question is not put again.

import type { Currency } from "../../money/currency.ts";
import { exponentOf } from "../../money/currency.ts";
import { fit } from "../../platform/text.ts";
import { BALANCE_SAYS, balanceQuestion } from "../debt-balance.ts";
import { printLongDay, printSize } from "../questions/words.ts";
import type { Choice, Concern, Question } from "../statement.ts";
import { MARKS, readAmount, type DecimalMark } from "./amounts/amount.ts";
import { isSided } from "./amounts/money-columns.ts";
import {
  moneyColumns,
  readAmountUnder,
  reverseSigns,
  type MoneyContext,
  signedPlan,
  type MoneyFinding,
  type PairPlan,
  type SampleRow,
} from "./amounts/money.ts";
import { decidePairFactors } from "./amounts/pair-sides.ts";
import {
  nameOrder,
  listPossibleOrders,
  type DateEvidence,
  type MarkEvidence,
} from "./columns/evidence.ts";
import type { Profile } from "./columns/profile.ts";
import { DATE_ORDERS, dateParts, dayIn, type DateOrder } from "./dates/dates.ts";
import {
  findAnswer,
  settle,
  settleAfter,
  type AnswersOnHand,
  type Settled,
} from "./decisions/settled.ts";
import type { MoneyPlan } from "./plan.ts";

/** Where the cells of a question stand: the heading of their columns, and the columns. */
export interface Place {
  /** The heading in quotes; null if the table has no headings. */
  readonly name: string | null;
  readonly concerns: readonly Concern[];
}

/** Whether the day, the month or the year comes first, where the dates allow several orders. */
export function settleUnclearOrder(
  answers: AnswersOnHand,
  evidence: DateEvidence,
  sample: string,
  { name, concerns }: Place,
): Settled<DateOrder> {
  const orders = listPossibleOrders(evidence);
  // No order makes a date of any of them: every row is rejected, and nobody could answer.
  if (orders.length === 0) return settle("dmy");
  const answer = findAnswer(answers, "date_order");
  const chosen = DATE_ORDERS.find((order) => order === answer.decision);
  if (chosen !== undefined) return settleAfter(chosen, [answer]);
  const example = evidence.example ?? sample;
  const parts = dateParts(example);
  const firsts = orders.map((order) => nameOrder(order).replace(" first", ""));
  const question: Question = {
    id: "date_order",
    ask: `Is the ${firsts.join(" or the ")} first in ${name === null ? "this file's dates" : `the dates of ${name}`}?`,
    note: `No date in this file tells: ${orders.includes("ymd") ? "each is a day in several orders" : "both numbers before the year are at most 12 in every date"}.`,
    concerns,
    choices: orders.map((order) => {
      const day = parts === null ? null : dayIn(parts, order);
      return {
        value: order,
        label: nameOrder(order).replace(/^./, (letter) => letter.toUpperCase()),
        example: `${example} is ${day === null ? "no date" : printLongDay(day)}`,
      };
    }),
  };
  return askAfter(orders[0] ?? "dmy", answer, question);
}

/** Whether a dot or a comma comes before the decimals; a currency without decimals answers it. */
export function settleUnclearMark(
  answers: AnswersOnHand,
  evidence: MarkEvidence,
  currency: Currency | null,
  { name, concerns }: Place,
): Settled<DecimalMark> {
  const answer = findAnswer(answers, "decimal_mark");
  const chosen = MARKS.find((mark) => mark === answer.decision);
  if (chosen !== undefined) return settleAfter(chosen, [answer]);
  const { dots, commas, doubtDots, doubtCommas } = evidence;
  if (currency !== null && exponentOf(currency) === 0 && dots + commas === 0) {
    const reason = `Amounts in ${currency.toUpperCase()} have no decimals, so the marks separate thousands.`;
    const mark = doubtDots > 0 ? "," : ".";
    return settleAfter(mark, [answer, settle(null, { reasons: [reason] })]);
  }
  const example = evidence.example ?? "1.500";
  const question: Question = {
    id: "decimal_mark",
    ask: `Is the dot or the comma before the cents in ${name ?? "this file's amounts"}?`,
    note: "Each amount has three digits after its only mark: they may be decimals or thousands.",
    concerns,
    choices: MARKS.map((mark) => ({
      value: mark,
      label: `The ${mark === "." ? "dot" : "comma"} is before the cents`,
      example: `${example} is ${printExample(example, mark)}`,
    })),
  };
  return askAfter(dots + doubtCommas >= commas + doubtDots ? "." : ",", answer, question);
}

function printExample(example: string, mark: DecimalMark): string {
  const value = readAmount(example, mark, 4);
  if (typeof value !== "number") return "no amount";
  return printSize(value);
}

/**
 * Which of several columns of dates, under labels that name no date, is the transaction's: it comes
 * first.
 */
export function settleDateColumn(
  answers: AnswersOnHand,
  profiles: readonly Profile[],
  dates: readonly number[],
  row: readonly string[],
): Settled<readonly number[]> {
  const answer = findAnswer(answers, "date_column");
  const chosen = dates.find((column) => String(column) === answer.decision);
  if (chosen !== undefined)
    return settleAfter([chosen, ...dates.filter((column) => column !== chosen)], [answer]);
  return askAfter(dates, answer, {
    id: "date_column",
    ask: `${dates.length === 2 ? "Two" : "Several"} columns hold dates: ${dates.map((column) => quoteColumn(profiles, column)).join(" and ")}. On which day did the money move?`,
    note: "The headings do not say which is the day of booking. Your bank's own list of the account shows it.",
    concerns: dates,
    choices: dates.map((column) => ({
      value: String(column),
      label: `The day in ${quoteColumn(profiles, column)}`,
      example: (row[column] ?? "").trim(),
    })),
  });
}

/** The question which of several columns is the amount. */
export function askAmountColumn(context: MoneyContext, plans: readonly MoneyPlan[]): Question {
  const columns = plans.flatMap((plan) => (plan.kind === "signed" ? [plan.column] : []));
  const { profiles } = context.columns;
  const row = findTellingRow(context, columns);
  const names = columns.map((column) => quoteColumn(profiles, column));
  return {
    id: "amount_column",
    ask: `${columns.length === 2 ? "Two" : "Several"} columns hold amounts: ${names.join(" and ")}. Which one went out of your account, or into it?`,
    note: "The others may be a fee, a price in another currency, or a total.",
    concerns: columns,
    choices: [
      ...listTurns(context, columns),
      ...columns.map((column, index) => ({
        value: String(column),
        label: `The amount in ${names[index] ?? ""}`,
        example:
          row === undefined
            ? ""
            : `${introduceRow(context, row)}: ${(row.cells[column] ?? "").trim()}`,
      })),
    ],
  };
}

/** Two columns that are filled by turns may be money out and money in, the fuller one first. */
function listTurns(context: MoneyContext, columns: readonly number[]): readonly Choice[] {
  const [one, two, ...more] = columns;
  if (one === undefined || two === undefined || more.length > 0) return [];
  const moves = (column: number) => (row: SampleRow) =>
    (readAmountUnder(context, signedPlan(column), row.cells) ?? 0) !== 0;
  const [first, second] = [context.rows.filter(moves(one)), context.rows.filter(moves(two))];
  if (first.length === 0 || second.length === 0 || first.some(moves(two))) return [];
  const pairs = [
    [one, two],
    [two, one],
  ] as const;
  const name = (column: number) => quoteColumn(context.columns.profiles, column);
  return (second.length > first.length ? pairs.toReversed() : pairs).map(([out, into]) => ({
    value: `out:${out}:in:${into}`,
    label: `Money out is in ${name(out)}, money in is in ${name(into)}`,
    example: "",
  }));
}

/** The two sides that an answer to the question about the amount names; null for other answers. */
export function readTurns(
  context: MoneyContext,
  columns: readonly number[],
  answer: string | null,
): PairPlan | null {
  const [, out, into] = /^out:(\d+):in:(\d+)$/.exec(answer ?? "")?.map(Number) ?? [];
  if (out === undefined || into === undefined) return null;
  if (!columns.includes(out) || !columns.includes(into)) return null;
  return decidePairFactors(context, {
    kind: "pair",
    debit: out,
    credit: into,
    debit_factor: -1,
    credit_factor: 1,
  });
}

/** A row on which the columns differ, since it shows what each answer makes of it. */
function findTellingRow({ rows }: MoneyContext, columns: readonly number[]): SampleRow | undefined {
  const texts = (row: SampleRow) => columns.map((column) => (row.cells[column] ?? "").trim());
  const distinct = (row: SampleRow) => new Set(texts(row)).size;
  const filled = rows.filter((row) => texts(row).every((text) => text !== ""));
  return (
    filled.find((row) => distinct(row) === columns.length) ??
    filled.find((row) => distinct(row) > 1) ??
    rows[0]
  );
}

/** Whether a running balance is what is owed, as on a card or a loan, and not what is there. */
export function settleOwed(
  answers: AnswersOnHand,
  context: MoneyContext,
  { plan, chain, balance }: MoneyFinding,
): Settled<boolean> {
  if (chain === null) return settle(false);
  const answer = findAnswer(answers, BALANCE_SAYS);
  if (answer.decision !== null) return settleAfter(answer.decision === "owed", [answer]);
  // A debit that raises the balance: labels and balance agree only if the balance is what is owed.
  if (plan.kind !== "pair" || !isSided(context.columns, plan)) return settle(false);
  const natural = decidePairFactors(context, plan);
  if (natural.debit_factor === plan.debit_factor && natural.credit_factor === plan.credit_factor)
    return settle(false);
  const row = findMovingRow(context, plan);
  const print = (reading: MoneyPlan) =>
    row === undefined ? "" : printReading(context, reading, row);
  const question = balanceQuestion(print(plan), print(reverseSigns(plan)));
  return askAfter(false, answer, { ...question, concerns: [balance, ...moneyColumns(plan)] });
}

/** The decision that holds until the question is answered. */
export function askAfter<T>(decision: T, answer: Settled<unknown>, question: Question): Settled<T> {
  return settleAfter(decision, [answer, settle(null, { questions: [question] })]);
}

/** The first row whose amount is not zero. */
export function findMovingRow(context: MoneyContext, plan: MoneyPlan): SampleRow | undefined {
  return context.rows.find((row) => (readAmountUnder(context, plan, row.cells) ?? 0) !== 0);
}

/** A row as a reading has it: "2026-03-05 Bakery: 12.50 out". */
export function printReading(context: MoneyContext, plan: MoneyPlan, row: SampleRow): string {
  const value = readAmountUnder(context, plan, row.cells) ?? 0;
  const amount = printSize(value * 10 ** (4 - context.decimals));
  return `${introduceRow(context, row)}: ${amount} ${value < 0 ? "out" : "in"}`;
}

/** The day and the text of a row, by which a person recognises it. */
function introduceRow({ texts }: MoneyContext, { cells, date }: SampleRow): string {
  const text =
    texts.map((column) => (cells[column] ?? "").trim()).find((cell) => cell !== "") ?? "";
  return text === "" ? date : `${date} ${text.slice(0, 60)}`;
}

/** A column by its heading, “Amount”, and by its number if another has the same or it has none. */
export function quoteColumn(profiles: readonly Profile[], index: number): string {
  const label = profiles[index]?.label ?? "";
  const words = label.replaceAll(/\s+/g, " ").trim();
  if (words === "") return `column ${index + 1}`;
  const isOne = profiles.filter((profile) => profile.label === label).length === 1;
  return `“${fit(words, LABEL_CHARS_MAX)}”${isOne ? "" : ` (column ${index + 1})`}`;
}

/** The place of columns by their headings; without one the question says "this file's". */
export function placeColumns(labels: readonly string[], columns: readonly number[]): Place {
  const names = columns.map((column) => (labels[column] ?? "").replaceAll(/\s+/g, " ").trim());
  const isNamed = names.length > 0 && names.every((name) => name !== "");
  const quoted = names.map((name) => `“${fit(name, LABEL_CHARS_MAX)}”`).join(" and ");
  return { name: isNamed ? quoted : null, concerns: columns };
}

const LABEL_CHARS_MAX = 60;
