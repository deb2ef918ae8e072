// The questions which amounts are money out, each with the reading under every answer. If the words
// of a column mean different things, a person is asked about each word: no choice of the first
// question may be wrong whichever is picked.

import type { Choice, Question } from "../../statement.ts";
import {
  findWordLists,
  planWithWordLists,
  planWithWords,
  type WordList,
} from "../amounts/learned-side-words.ts";
import {
  reverseSigns,
  signedPlan,
  type MoneyContext,
  type PairPlan,
  type SignedPlan,
} from "../amounts/money.ts";
import { decidePairFactors } from "../amounts/pair-sides.ts";
import { countWordVotes } from "../amounts/sign-words.ts";
import { guessSide } from "../columns/cell-words.ts";
import { normalLabel } from "../columns/labels.ts";
import type { MoneyPlan } from "../plan.ts";
import { askAfter, findMovingRow, printReading, quoteColumn } from "../questions.ts";
import { stripCell } from "../shape/cells.ts";
import { offerTold, tellByTexts, TOLD, type ToldPlan } from "./told-by-texts.ts";
import {
  findAnswer,
  foldNotes,
  settle,
  settleAfter,
  type AnswersOnHand,
  type Settled,
} from "./settled.ts";

const MONEY_OUT = "money_out";
const WORDS_LISTED = 6;
const TEXT_CHARS_MAX = 300;
/** So many times as many amounts without a minus as with one are more likely charges. */
const CHARGES_SHARE = 1.5;

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
  const name = (column: number) => quoteColumn(context.columns.profiles, column);
  const rowWith = (column: number) => findMovingRow(context, signedPlan(column));
  return askAfter(plan, answer, {
    id: MONEY_OUT,
    ask: `Which column is money out, ${columns.map(name).join(" or ")}?`,
    note: "Each row has an amount in one of the two columns, and no balance shows which is which.",
    concerns: columns,
    // A row of each column, the same ones for both answers, the chosen column's first.
    choices: columns.map((column) => {
      const reading = withDebit(column);
      const rows = [rowWith(reading.debit), rowWith(reading.credit)].filter(
        (row) => row !== undefined,
      );
      return {
        value: String(column),
        label: capital(`${name(column)} is money out, ${name(reading.credit)} is money in`),
        example: rows.map((row) => printReading(context, reading, row)).join("; "),
      };
    }),
  });
}

/** A choice with the plan that it leads to. */
interface Reading extends Omit<Choice, "example"> {
  readonly plan: MoneyPlan;
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
  const told = tellByTexts(context, plan);
  if (told !== null && answer.decision === TOLD) return settleAfter(told, [answer]);
  const lists = plan.kind === "signed" ? listWords(context, plan) : [];
  const worded = lists.flatMap((list) => readByPair(context, plan.column, list));
  const chosen = worded.find(({ value }) => value === answer.decision);
  if (chosen !== undefined) return settleAfter(chosen.plan, [answer]);
  const each = lists.find(({ column }) => `words:${column}` === answer.decision);
  if (each !== undefined) {
    const words = settleWords(answers, context, plan, each);
    return settleAfter(words.decision, [answer, words]);
  }
  return askAfter(plan, answer, askSign(context, plan, lists, { told, worded }));
}

function askSign(
  context: MoneyContext,
  plan: MoneyPlan & { readonly column: number },
  lists: readonly WordList[],
  { told, worded }: { readonly told: ToldPlan | null; readonly worded: readonly Reading[] },
): Question {
  const { profiles } = context.columns;
  const { positives = 0, negatives = 0 } = profiles[plan.column] ?? {};
  const hasMinus = negatives > 0;
  const name =
    (profiles[plan.column]?.label ?? "") === "" ? null : quoteColumn(profiles, plan.column);
  const printed: readonly Reading[] = [
    {
      value: "as_printed",
      label: hasMinus
        ? "Amounts without a minus are money in, those with a minus money out"
        : "All of them are money in",
      plan,
    },
    {
      value: "turned",
      label: hasMinus
        ? "Amounts without a minus are money out, those with a minus money in"
        : "All of them are money out",
      plan: reverseSigns(plan),
    },
  ];
  const both =
    told !== null || areLikelyTurned(context, plan.column) ? printed.toReversed() : printed;
  const row = findMovingRow(context, plan);
  const choices = [...worded, ...both].map(({ value, label, plan: reading }) => ({
    value,
    label,
    example: row === undefined ? "" : printReading(context, reading, row),
  }));
  // Two words are among the choices by themselves.
  const long = lists.filter(({ words }) => words.length > 2);
  const each = long.map((list) => askForEach(context, list));
  return {
    id: "sign",
    ask: hasMinus
      ? `Is an amount without a minus in ${name ?? "this file"} money in or money out?`
      : `Are the amounts in ${name ?? "this file"} money in or money out?`,
    note: hasMinus
      ? `Of the first amounts ${positives} have no minus and ${negatives} ${negatives === 1 ? "has" : "have"} one. Most banks print what you spend with a minus, many cards without.`
      : "They have no plus or minus, and no balance in this file shows which way the money went.",
    concerns: [plan.column, ...lists.map(({ column }) => column)],
    choices: [...each, ...(told === null ? [] : [offerTold(context, told)]), ...choices],
  };
}

function askForEach({ columns }: MoneyContext, { column, words }: WordList): Choice {
  const shown = words.slice(0, WORDS_LISTED).map((word) => `“${word}”`);
  return {
    value: `words:${column}`,
    label: `It depends on the word in ${quoteColumn(columns.profiles, column)}: ask me for each`,
    example: `${shown.join(", ")}: each of these words is asked about next`,
  };
}

/** Whether the amounts without a minus are more likely money out, by words, then by number. */
function areLikelyTurned(context: MoneyContext, column: number): boolean {
  const { agree, against } = countWordVotes(context, column);
  if (agree !== against) return against > agree;
  const { positives = 0, negatives = 0 } = context.columns.profiles[column] ?? {};
  return positives > CHARGES_SHARE * negatives;
}

/** The columns of a few words, for unsigned amounts alone. */
function listWords(context: MoneyContext, { column }: SignedPlan): readonly WordList[] {
  return (context.columns.profiles[column]?.negatives ?? 0) > 0
    ? []
    : findWordLists(context, column);
}

/** The readings in which one of a column's two words means money out, the likelier first. */
function readByPair(
  context: MoneyContext,
  amount: number,
  { column, words }: WordList,
): readonly Reading[] {
  const [one, two, ...more] = words;
  if (one === undefined || two === undefined || more.length > 0) return [];
  const pairs = [
    { out: one, into: two },
    { out: two, into: one },
  ];
  return (isLikelyOut(context, column, two, one) ? pairs.toReversed() : pairs).map(
    ({ out, into }) => ({
      value: `out:${column}:${out}`,
      label: `“${out}” in ${quoteColumn(context.columns.profiles, column)} is money out, “${into}” is money in`,
      plan: planWithWords(amount, column, out, into),
    }),
  );
}

/** Whether a word is more likely money out than the other, by the texts of its rows. */
function isLikelyOut(context: MoneyContext, column: number, word: string, other: string): boolean {
  const count = (wanted: string) => {
    const rows = context.rows.filter(({ cells }) => stripCell(cells[column] ?? "") === wanted);
    const sides = rows.map(({ cells }) =>
      guessSide(
        context.texts
          .map((at) => cells[at] ?? "")
          .join(" ")
          .slice(0, TEXT_CHARS_MAX),
        false,
      ),
    );
    const of = (side: "in" | "out") => sides.filter((one) => one === side).length;
    return { rows: rows.length, out: of("out") - of("in") };
  };
  const [own, others] = [count(word), count(other)];
  return own.out === others.out ? own.rows > others.rows : own.out > others.out;
}

const SIDES = [
  { value: "out", label: "Money out" },
  { value: "in", label: "Money in" },
] as const;

/** Each word of a column, asked about by itself; until all are answered the amounts stay as read. */
function settleWords(
  answers: AnswersOnHand,
  context: MoneyContext,
  plan: MoneyPlan & { readonly column: number },
  { column, words }: WordList,
): Settled<MoneyPlan> {
  const name = quoteColumn(context.columns.profiles, column);
  const steps = words.map((word) => {
    const id = `side:${column}:${normalLabel(word)}`;
    const answer = findAnswer(answers, id);
    const side = SIDES.find(({ value }) => value === answer.decision)?.value ?? null;
    if (side !== null) return settleAfter({ word, side }, [answer]);
    return askAfter<{ word: string; side: "in" | "out" | null }>({ word, side: null }, answer, {
      id,
      ask: `Is a row with “${word}” in ${name} money in or money out?`,
      concerns: [column, plan.column],
      choices: SIDES.map((choice) => ({ ...choice, example: "" })),
    });
  });
  const wordsOf = (side: "in" | "out") =>
    steps.flatMap(({ decision }) => (decision.side === side ? [decision.word] : []));
  const decided = planWithWordLists(plan.column, column, wordsOf("out"), wordsOf("in"));
  return settleAfter<MoneyPlan>(decided, [settle(null), foldNotes(steps)]);
}

function capital(text: string): string {
  return text.replace(/^./, (letter) => letter.toUpperCase());
}
