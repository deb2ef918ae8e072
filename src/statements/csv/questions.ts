// The questions that a file leaves open, each with an example from the file. An answer,
// given now or remembered for the layout, settles it: an answered question is not put again.

import type { Currency } from "../../money/currency.ts";
import { exponentOf } from "../../money/currency.ts";
import { splitDay, type Day } from "../../money/day.ts";
import { printUnits, units } from "../../money/money.ts";
import { BALANCE_SAYS, balanceQuestion } from "../debt-balance.ts";
import type { Question } from "../statement.ts";
import { MARKS, readAmount, type DecimalMark } from "./amounts/amount.ts";
import { findWordPairs, planWithWords } from "./amounts/learned-side-words.ts";
import { isSided } from "./amounts/money-columns.ts";
import {
  readAmountUnder,
  reverseSigns,
  type MoneyContext,
  type MoneyFinding,
  signedPlan,
  type PairPlan,
  type SampleRow,
  type SignedPlan,
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
import { nameColumn } from "./decisions/explain.ts";
import {
  findAnswer,
  settle,
  settleAfter,
  type AnswersOnHand,
  type Settled,
} from "./decisions/settled.ts";
import type { MoneyPlan } from "./plan.ts";

const MONTHS =
  "January February March April May June July August September October November December".split(
    " ",
  );

/** Whether the day, the month or the year comes first, where the dates allow several orders. */
export function settleUnclearOrder(
  answers: AnswersOnHand,
  evidence: DateEvidence,
  sample: string,
): Settled<DateOrder> {
  const orders = listPossibleOrders(evidence);
  // No order makes a date of any of them: every row is rejected, and nobody could answer.
  if (orders.length === 0) return settle("dmy");
  const answer = findAnswer(answers, "date_order");
  const chosen = DATE_ORDERS.find((order) => order === answer.decision);
  if (chosen !== undefined) return settleAfter(chosen, [answer]);
  const example = evidence.example ?? sample;
  const parts = dateParts(example);
  const question: Question = {
    id: "date_order",
    ask: "Is the day or the month first in this file's dates?",
    choices: orders.map((order) => {
      const day = parts === null ? null : dayIn(parts, order);
      return {
        value: order,
        label: nameOrder(order).replace(/^./, (letter) => letter.toUpperCase()),
        example: `${day === null ? "?" : printLongDay(day)} (${example} is ${nameOrder(order)})`,
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
    ask: "Which mark is before the decimals in this file's amounts?",
    choices: MARKS.map((mark) => ({
      value: mark,
      label: mark === "." ? "The dot" : "The comma",
      example: `${example} is ${printExample(example, mark)}`,
    })),
  };
  return askAfter(dots + doubtCommas >= commas + doubtDots ? "." : ",", answer, question);
}

function printExample(example: string, mark: DecimalMark): string {
  const value = readAmount(example, mark, 4);
  if (typeof value !== "number") return "no amount";
  return printUnits(units(value), value % 10_000 === 0 ? 0 : 3);
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
    ask: "Which column holds the date of the transaction?",
    choices: dates.map((column) => ({
      value: String(column),
      label: nameColumn(profiles, column),
      example: (row[column] ?? "").trim(),
    })),
  });
}

/** The question which of several columns is the amount. */
export function askAmountColumn(context: MoneyContext, plans: readonly MoneyPlan[]): Question {
  const columns = plans.flatMap((plan) => (plan.kind === "signed" ? [plan.column] : []));
  const row = findTellingRow(context, columns);
  return {
    id: "amount_column",
    ask: "Which column holds the amount of the transaction?",
    choices: columns.map((column) => {
      const label = context.columns.profiles[column]?.label ?? "";
      return {
        value: String(column),
        label: label === "" ? `Column ${column + 1}` : label,
        example:
          row === undefined
            ? ""
            : `${introduceRow(context, row)}: ${(row.cells[column] ?? "").trim()}`,
      };
    }),
  };
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

const MONEY_OUT = "money_out";

/** Which of two columns that are filled by turns holds money out. */
function settleMoneyOut(
  answers: AnswersOnHand,
  context: MoneyContext,
  plan: PairPlan,
): Settled<PairPlan> {
  const columns = [plan.debit, plan.credit].toSorted((a, b) => a - b);
  const withDebit = (column: number): PairPlan => {
    const credit = column === plan.debit ? plan.credit : plan.debit;
    return decidePairFactors(context, { ...plan, debit: column, credit });
  };
  const answer = findAnswer(answers, MONEY_OUT);
  const chosen = columns.find((column) => String(column) === answer.decision);
  if (chosen !== undefined) return settleAfter(withDebit(chosen), [answer]);
  const rowWith = (column: number) => findMovingRow(context, signedPlan(column));
  return askAfter(plan, answer, {
    id: MONEY_OUT,
    ask: "Which column holds money out?",
    // A row of each column, the same ones for both answers, the chosen column's first.
    choices: columns.map((column) => {
      const reading = withDebit(column);
      const rows = [rowWith(reading.debit), rowWith(reading.credit)].filter(
        (row) => row !== undefined,
      );
      return {
        value: String(column),
        label: nameColumn(context.columns.profiles, column).replace(/^column/, "Column"),
        example: rows.map((row) => printReading(context, reading, row)).join("; "),
      };
    }),
  });
}

/** Whether the amounts as printed are money in or money out. */
export function settleSign(
  answers: AnswersOnHand,
  context: MoneyContext,
  plan: MoneyPlan,
): Settled<MoneyPlan> {
  if (plan.kind === "pair") return settleMoneyOut(answers, context, plan);
  const answer = findAnswer(answers, "sign");
  if (answer.decision === "as_printed") return settleAfter(plan, [answer]);
  if (answer.decision === "turned") return settleAfter(reverseSigns(plan), [answer]);
  const worded = plan.kind === "signed" ? listWordReadings(context, plan) : [];
  const chosen = worded.find(({ value }) => value === answer.decision);
  if (chosen !== undefined) return settleAfter(chosen.plan, [answer]);
  const row = findMovingRow(context, plan);
  const print = (reading: MoneyPlan) =>
    row === undefined ? "" : printReading(context, reading, row);
  const choices = [
    { value: "as_printed", label: "Positive amounts are money in", plan },
    { value: "turned", label: "Positive amounts are money out", plan: reverseSigns(plan) },
    ...worded,
  ];
  return askAfter(plan, answer, {
    id: "sign",
    ask: "Are this file's positive amounts money in or money out?",
    choices: choices.map(({ value, label, plan: reading }) => ({
      value,
      label,
      example: print(reading),
    })),
  });
}

/** The readings in which one of a column's two words means money out. */
function listWordReadings(
  context: MoneyContext,
  { column: amount }: SignedPlan,
): readonly { readonly value: string; readonly label: string; readonly plan: MoneyPlan }[] {
  if ((context.columns.profiles[amount]?.negatives ?? 0) > 0) return [];
  return findWordPairs(context, amount).flatMap(({ column, words: [one, two] }) =>
    [
      { out: one, into: two },
      { out: two, into: one },
    ].map(({ out, into }) => ({
      value: `out:${column}:${out}`,
      label: `"${out}" in ${nameColumn(context.columns.profiles, column)} is money out, "${into}" money in`,
      plan: planWithWords(amount, column, out, into),
    })),
  );
}

/** Whether a running balance is what is owed, as on a card or a loan, and not what is there. */
export function settleOwed(
  answers: AnswersOnHand,
  context: MoneyContext,
  { plan, chain }: MoneyFinding,
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
  return askAfter(false, answer, balanceQuestion(print(plan), print(reverseSigns(plan))));
}

/** The decision that holds until the question is answered. */
function askAfter<T>(decision: T, answer: Settled<unknown>, question: Question): Settled<T> {
  return settleAfter(decision, [answer, settle(null, { questions: [question] })]);
}

function findMovingRow(context: MoneyContext, plan: MoneyPlan): SampleRow | undefined {
  return context.rows.find((row) => (readAmountUnder(context, plan, row.cells) ?? 0) !== 0);
}

/** A row as a reading has it: "2026-03-05 Bakery: 12.50 out". */
function printReading(context: MoneyContext, plan: MoneyPlan, row: SampleRow): string {
  const { decimals } = context;
  const value = readAmountUnder(context, plan, row.cells) ?? 0;
  const amount = printUnits(units(Math.abs(value) * 10 ** (4 - decimals)), decimals);
  return `${introduceRow(context, row)}: ${amount} ${value < 0 ? "out" : "in"}`;
}

/** The day and the text of a row, by which a person recognises it. */
function introduceRow({ texts }: MoneyContext, { cells, date }: SampleRow): string {
  const text =
    texts.map((column) => (cells[column] ?? "").trim()).find((cell) => cell !== "") ?? "";
  return text === "" ? date : `${date} ${text.slice(0, 60)}`;
}

function printLongDay(day: Day): string {
  const { year, month, day: date } = splitDay(day);
  return `${date} ${MONTHS[month - 1] ?? ""} ${year}`;
}
