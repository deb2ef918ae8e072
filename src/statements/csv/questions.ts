// What a file leaves open, put as one question each with an example from the file, and how answers,
// given now or remembered for the layout, settle it. An answered question is not put again.

import type { Currency } from "../../money/currency.ts";
import { exponentOf } from "../../money/currency.ts";
import { partsOf, type Day } from "../../money/day.ts";
import { printUnits, units } from "../../money/money.ts";
import { readAmount, type DecimalMark } from "./amounts/amount.ts";
import { DATE_ORDERS, dateParts, dayIn, type DateOrder } from "./dates/dates.ts";
import {
  orderName,
  possibleOrders,
  type DateEvidence,
  type MarkEvidence,
} from "./columns/evidence.ts";
import { nameColumn } from "./decisions/explain.ts";
import { planWithWords, findWordPairs } from "./amounts/learned-side-words.ts";
import { BALANCE_SAYS, balanceQuestion } from "../debt-balance.ts";
import {
  readAmountUnder,
  reverseSigns,
  type MoneyContext,
  type MoneyFinding,
  type PairPlan,
  type SampleRow,
} from "./amounts/money.ts";
import { isSided } from "./amounts/money-columns.ts";
import type { MoneyPlan } from "./plan.ts";
import type { Profile } from "./columns/profile.ts";
import { decidePairFactors } from "./amounts/sign.ts";
import type { Answers, Question } from "../statement.ts";

/** The open end of a survey: answers on hand, questions put, sentences said. */
export interface Asked {
  readonly told: Answers;
  readonly recalled: Answers;
  readonly questions: Question[];
  readonly whys: string[];
  /** What speaks against an answer or a setting that was followed, or against an answer that was not. */
  readonly warnings: string[];
}

const MONTHS = [
  "January",
  "February",
  "March",
  "April",
  "May",
  "June",
  "July",
  "August",
  "September",
  "October",
  "November",
  "December",
];

/** The answer to a question, given now or remembered; null where there is none. Says so in `whys`. */
export function answerOf(asked: Asked, id: string): string | null {
  const told = Object.hasOwn(asked.told, id) ? asked.told[id] : undefined;
  if (told !== undefined) {
    asked.whys.push(`You answered the question "${id.replaceAll("_", " ")}".`);
    return told;
  }
  const recalled = Object.hasOwn(asked.recalled, id) ? asked.recalled[id] : undefined;
  if (recalled === undefined) return null;
  asked.whys.push(
    `The question "${id.replaceAll("_", " ")}" was answered for an earlier file of this layout.`,
  );
  return recalled;
}

/** Day or month first. */
export function askOrder(asked: Asked, evidence: DateEvidence, sample: string): DateOrder {
  const orders = possibleOrders(evidence);
  // No order makes a date of any of them: each is rejected, and nobody could answer.
  if (orders.length === 0) return "dmy";
  const told = answerOf(asked, "date_order");
  const answer = DATE_ORDERS.find((order) => order === told);
  if (answer !== undefined) return answer;
  const example = evidence.example ?? sample;
  const parts = dateParts(example);
  asked.questions.push({
    id: "date_order",
    ask: "Is the day or the month first in this file's dates?",
    choices: orders.map((order) => {
      const day = parts === null ? null : dayIn(parts, order);
      return {
        value: order,
        label: orderName(order).replace(/^./, (letter) => letter.toUpperCase()),
        example: `${day === null ? "?" : longDay(day)} (${example} is ${orderName(order)})`,
      };
    }),
  });
  return orders[0] ?? "dmy";
}

/** Dot or comma before the decimals. A currency without decimals answers it. */
export function askMark(
  asked: Asked,
  evidence: MarkEvidence,
  currency: Currency | null,
): DecimalMark {
  const both: readonly DecimalMark[] = [".", ","];
  const told = answerOf(asked, "decimal_mark");
  const answer = both.find((mark) => mark === told);
  if (answer !== undefined) return answer;
  if (currency !== null && exponentOf(currency) === 0 && evidence.dots + evidence.commas === 0) {
    asked.whys.push(
      `Amounts in ${currency.toUpperCase()} have no decimals, so the marks part thousands.`,
    );
    return evidence.doubtDots > 0 ? "," : ".";
  }
  const example = evidence.example ?? "1.500";
  asked.questions.push({
    id: "decimal_mark",
    ask: "Which sign stands before the decimals in this file's amounts?",
    choices: both.map((mark) => {
      const value = readAmount(example, mark, 4);
      return {
        value: mark,
        label: mark === "." ? "The dot" : "The comma",
        example: `${example} is ${typeof value === "number" ? printUnits(units(value), value % 10_000 === 0 ? 0 : 3) : "no amount"}`,
      };
    }),
  });
  return evidence.dots + evidence.doubtCommas >= evidence.commas + evidence.doubtDots ? "." : ",";
}

/** Which of several columns that hold dates, under labels nobody knows, is the date. */
export function askDateColumn(
  asked: Asked,
  profiles: readonly Profile[],
  dates: readonly number[],
  row: readonly string[],
): readonly number[] {
  const told = answerOf(asked, "date_column");
  const chosen = dates.find((column) => String(column) === told);
  if (chosen !== undefined) return [chosen, ...dates.filter((column) => column !== chosen)];
  asked.questions.push({
    id: "date_column",
    ask: "Which column holds the date of the transaction?",
    choices: dates.map((column) => ({
      value: String(column),
      label: nameColumn(profiles, column),
      example: (row[column] ?? "").trim(),
    })),
  });
  return dates;
}

/** Which of several columns is the amount. */
export function askAmountColumn(
  asked: Asked,
  context: MoneyContext,
  plans: readonly MoneyPlan[],
): void {
  const columns = plans.flatMap((plan) => (plan.kind === "signed" ? [plan.column] : []));
  const printed = (row: SampleRow, column: number) => (row.cells[column] ?? "").trim();
  // A row on which they differ shows what each answer makes of it.
  const filled = context.rows.filter((one) =>
    columns.every((column) => printed(one, column) !== ""),
  );
  const row =
    filled.find(
      (one) => new Set(columns.map((column) => printed(one, column))).size === columns.length,
    ) ??
    filled.find((one) => new Set(columns.map((column) => printed(one, column))).size > 1) ??
    context.rows[0];
  asked.questions.push({
    id: "amount_column",
    ask: "Which column holds the amount of the transaction?",
    choices: columns.map((column) => {
      const label = context.columns.profiles[column]?.label ?? "";
      return {
        value: String(column),
        label: label === "" ? `Column ${column + 1}` : label,
        example: row === undefined ? "" : `${headOf(context, row)}: ${printed(row, column)}`,
      };
    }),
  });
}

/** Which of two columns that are filled by turns holds money out. */
export function askMoneyOut(asked: Asked, context: MoneyContext, plan: PairPlan): PairPlan {
  const columns = [plan.debit, plan.credit].toSorted((a, b) => a - b);
  const withOut = (column: number): PairPlan =>
    decidePairFactors(context, {
      ...plan,
      debit: column,
      credit: column === plan.debit ? plan.credit : plan.debit,
    });
  const told = answerOf(asked, MONEY_OUT);
  const chosen = columns.find((column) => String(column) === told);
  if (chosen !== undefined) return withOut(chosen);
  // A row of each column, the same ones for both answers, the chosen column's first.
  const rowOf = (column: number) =>
    context.rows.find(
      (row) =>
        (readAmountUnder(context, { kind: "signed", column, factor: 1, fee: -1 }, row.cells) ??
          0) !== 0,
    );
  asked.questions.push({
    id: MONEY_OUT,
    ask: "Which column holds money out?",
    choices: columns.map((column) => {
      const reading = withOut(column);
      const rows = [rowOf(reading.debit), rowOf(reading.credit)].filter((row) => row !== undefined);
      return {
        value: String(column),
        label: nameColumn(context.columns.profiles, column).replace(/^column/, "Column"),
        example: rows.map((row) => exampleOf(context, reading, row)).join("; "),
      };
    }),
  });
  return plan;
}

const MONEY_OUT = "money_out";

/** Whether the amounts as printed are money in or money out. */
export function askSign(asked: Asked, context: MoneyContext, plan: MoneyPlan): MoneyPlan {
  if (plan.kind === "pair") return askMoneyOut(asked, context, plan);
  const told = answerOf(asked, "sign");
  if (told === "as_printed") return plan;
  if (told === "turned") return reverseSigns(plan);
  const pairs =
    plan.kind === "signed" && (context.columns.profiles[plan.column]?.negatives ?? 0) === 0
      ? findWordPairs(context)
      : [];
  const worded = pairs.flatMap(({ column, words: [one, two] }) => [
    { column, out: one, into: two },
    { column, out: two, into: one },
  ]);
  const saidSo =
    plan.kind === "signed"
      ? worded.find(({ column, out }) => told === `out:${column}:${out}`)
      : undefined;
  if (saidSo !== undefined && plan.kind === "signed")
    return planWithWords(plan.column, saidSo.column, saidSo.out, saidSo.into);
  const row = context.rows.find((one) => (readAmountUnder(context, plan, one.cells) ?? 0) !== 0);
  const say = (reading: MoneyPlan) => (row === undefined ? "" : exampleOf(context, reading, row));
  asked.questions.push({
    id: "sign",
    ask: "Are this file's positive amounts money in or money out?",
    choices: [
      { value: "as_printed", label: "Positive amounts are money in", example: say(plan) },
      {
        value: "turned",
        label: "Positive amounts are money out",
        example: say(reverseSigns(plan)),
      },
      ...(plan.kind === "signed"
        ? worded.map(({ column, out, into }) => ({
            value: `out:${column}:${out}`,
            label: `"${out}" in ${nameColumn(context.columns.profiles, column)} is money out, "${into}" money in`,
            example: say(planWithWords(plan.column, column, out, into)),
          }))
        : []),
    ],
  });
  return plan;
}

/** Of the rows that a running balance leads through: whether it says what is there or, as on a card or a loan, what is owed. */
export function isOwed(
  asked: Asked,
  context: MoneyContext,
  { plan, chain }: MoneyFinding,
): boolean {
  if (chain === null) return false;
  const told = answerOf(asked, BALANCE_SAYS);
  if (told !== null) return told === "owed";
  // A debit that raises the balance: the labels and the balance agree only where it is what is owed.
  if (plan.kind !== "pair" || !isSided(context.columns, plan)) return false;
  const natural = decidePairFactors(context, plan);
  if (natural.debit_factor === plan.debit_factor && natural.credit_factor === plan.credit_factor)
    return false;
  const row = context.rows.find((one) => (readAmountUnder(context, plan, one.cells) ?? 0) !== 0);
  const [there, owed] = [plan, reverseSigns(plan)].map((reading) =>
    row === undefined ? "" : exampleOf(context, reading, row),
  );
  asked.questions.push(balanceQuestion(there ?? "", owed ?? ""));
  return false;
}

function exampleOf(context: MoneyContext, plan: MoneyPlan, row: SampleRow): string {
  const value = readAmountUnder(context, plan, row.cells) ?? 0;
  const amount = printUnits(
    units(Math.abs(value) * 10 ** (4 - context.decimals)),
    context.decimals,
  );
  return `${headOf(context, row)}: ${amount} ${value < 0 ? "out" : "in"}`;
}

/** The day and the text of a row, by which a person knows it again. */
function headOf(context: MoneyContext, row: SampleRow): string {
  const text =
    context.texts.map((column) => (row.cells[column] ?? "").trim()).find((cell) => cell !== "") ??
    "";
  return `${row.date}${text === "" ? "" : ` ${text.slice(0, 60)}`}`;
}

function longDay(day: Day): string {
  const { year, month, day: date } = partsOf(day);
  return `${date} ${MONTHS[month - 1] ?? ""} ${year}`;
}
