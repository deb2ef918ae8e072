// Evidence of the rows' words about the printed signs: purchases and income, and payments of a
// card's bill.

import { guessSide, isCardPayment } from "../columns/cell-words.ts";
import { columnWithRole, type Columns } from "../columns/columns.ts";
import { readAmountUnder, signedPlan, type MoneyContext } from "./money.ts";

const VOTING_ROWS_MAX = 500;
const VOTE_CHARS_MAX = 300;
const PAYMENT_CHARS_MAX = 200;

/** How many rows have words that agree with their printed sign, and how many contradict it. */
export interface Votes {
  readonly agree: number;
  readonly against: number;
}

/** How many rows say that a card's bill was paid, by their printed sign. */
export interface BillPayments {
  readonly negative: number;
  readonly positive: number;
}

export function isCard(columns: Columns): boolean {
  const card = columnWithRole(columns, "card");
  return (
    card >= 0 && (columns.weights[card] ?? 0) >= 60 && (columns.profiles[card]?.filled ?? 0) > 0
  );
}

/** Compares the words of the first rows with their printed signs, as money in or out. */
export function countWordVotes(context: MoneyContext, column: number): Votes {
  const card = isCard(context.columns);
  let agree = 0;
  let against = 0;
  for (const { value, text } of listSignedTexts(context, column, VOTING_ROWS_MAX)) {
    const side = guessSide(text.slice(0, VOTE_CHARS_MAX), card);
    if (side === null) continue;
    if (value < 0 === (side === "out")) agree += 1;
    else against += 1;
  }
  return { agree, against };
}

/** Counts the rows that pay a card's bill. */
export function countBillPayments(context: MoneyContext, column: number): BillPayments {
  let negative = 0;
  let positive = 0;
  for (const { value, text } of listSignedTexts(context, column, context.rows.length)) {
    if (!isCardPayment(text.slice(0, PAYMENT_CHARS_MAX))) continue;
    if (value < 0) negative += 1;
    else positive += 1;
  }
  return { negative, positive };
}

/** The rows whose amount is not zero, each with its printed amount and its words. */
function* listSignedTexts(
  context: MoneyContext,
  column: number,
  rowsMax: number,
): Generator<{ value: number; text: string }> {
  const plan = signedPlan(column);
  for (const { cells } of context.rows.slice(0, rowsMax)) {
    const value = readAmountUnder(context, plan, cells);
    if (value === null || value === 0) continue;
    yield { value, text: context.texts.map((index) => cells[index] ?? "").join(" ") };
  }
}
