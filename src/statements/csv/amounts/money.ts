// The money of a row under a plan, for all files that decide which columns hold it and how its sign
// is printed.

import { readAmount, type DecimalMark } from "./amount.ts";
import { stripCell } from "../shape/cells.ts";
import type { Columns } from "../columns/columns.ts";
import { readMoves } from "./exchange.ts";
import { normalLabel } from "../columns/labels.ts";
import type { MoneyPlan } from "../plan.ts";
import type { ChainFinding } from "./proof.ts";
import { guessSide, isCardPayment, isMarkedAsIn, readSide } from "../columns/cell-words.ts";

/**
 * One row of the survey's sample: its cells, its day as text, its line, the account it counts for.
 */
export interface SampleRow {
  readonly cells: readonly string[];
  readonly date: string;
  readonly line: number;
  readonly account: string;
}

export interface MoneyContext {
  readonly columns: Columns;
  readonly rows: readonly SampleRow[];
  readonly mark: DecimalMark;
  readonly decimals: number;
  /** The known layout of the bank: the factor of a signed column. */
  readonly known: { readonly factor: number; readonly bank: string } | null;
  /** The column that says whether a row is booked, -1 if no column does. */
  readonly status: number;
  /** The balance on each row is the one before its amount moved the account. */
  readonly before?: true;
  /** The columns whose words may tell money in from money out. */
  readonly texts: readonly number[];
}

export type PairPlan = MoneyPlan & { readonly kind: "pair" };
export type SignedPlan = MoneyPlan & { readonly kind: "signed" };
export type SignSource =
  "balance" | "columns" | "side" | "layout" | "mixed" | "card" | "words" | "none";

export interface MoneyFinding extends SignFinding {
  readonly balance: number;
  readonly chain: ChainFinding | null;
}

export interface SignFinding {
  readonly plan: MoneyPlan;
  readonly sign: SignSource;
  readonly why: readonly string[];
}

/** The plan of one column whose amounts have the printed sign. */
export function signedPlan(column: number): SignedPlan {
  return { kind: "signed", column, factor: 1, fee: -1 };
}

/** The same columns with every sign reversed. */
export function reverseSigns(plan: MoneyPlan): MoneyPlan {
  if (plan.kind === "signed") return { ...plan, factor: -plan.factor };
  if (plan.kind === "worded") return { ...plan, out: plan.in, in: plan.out };
  return plan.kind === "pair"
    ? { ...plan, debit_factor: -plan.debit_factor, credit_factor: -plan.credit_factor }
    : plan;
}

/** The columns of the amount, without a fee's; -1 for a missing one of two. */
export function moneyColumns(plan: MoneyPlan): readonly number[] {
  if (plan.kind === "pair") return [plan.debit, plan.credit];
  const further =
    plan.kind === "side" && plan.exchange !== undefined
      ? [plan.exchange.to.amount]
      : (plan.also ?? []);
  return [plan.column, ...further];
}

/** The columns of the fees that are part of the amount. */
export function feeColumns({ fee = -1, second_fee: second = -1 }: MoneyPlan): readonly number[] {
  return [fee, second].filter((column) => column >= 0);
}

/** The amount by which a fee as printed moves the account. */
export function signFee(plan: MoneyPlan, fee: number): number {
  return plan.fee_factor === undefined ? -Math.abs(fee) : fee * plan.fee_factor;
}

/** The signed amount of a row in minor units under a plan; null if it has none. */
export function readAmountUnder(
  context: MoneyContext,
  plan: MoneyPlan,
  cells: readonly string[],
): number | null {
  const read = (column: number) => {
    const value = readAmount(stripCell(cells[column] ?? ""), context.mark, context.decimals);
    return typeof value === "number" ? value : null;
  };
  const fees = feeColumns(plan).flatMap((column) => read(column) ?? []);
  const fee = fees.length === 0 ? null : fees.reduce((all, value) => all + signFee(plan, value), 0);
  if (plan.kind === "pair") {
    const debit = read(plan.debit);
    const credit = read(plan.credit);
    const paid = debit === null ? null : debit * plan.debit_factor;
    const received = credit === null ? debit : credit * plan.credit_factor;
    const moved = debit !== null && debit !== 0 ? paid : received;
    return fee === null ? moved : (moved ?? 0) + fee;
  }
  if (plan.kind === "side" && plan.exchange !== undefined) {
    const moves = readMoves(plan.side, plan.exchange, cells, (row, column) =>
      readAmount(stripCell(row[column] ?? ""), context.mark, context.decimals),
    );
    return "fault" in moves ? null : (moves[0]?.amount ?? null);
  }
  const [column, ...others] = plan.also === undefined ? [plan.column] : listFilled(plan, cells);
  if (column === undefined || others.length > 0) return null;
  const value = read(column);
  // The row holds only a fee.
  if (value === null)
    return fee !== null && stripCell(cells[plan.column] ?? "") === "" ? fee : null;
  const amount = signAmount(plan, value, cells);
  return amount === null || fee === null ? amount : amount + fee;
}

/** The columns of the plan in which the row has an amount. */
function listFilled(
  plan: Exclude<MoneyPlan, PairPlan>,
  cells: readonly string[],
): readonly number[] {
  return [plan.column, ...(plan.also ?? [])].filter((column) => /\d/.test(cells[column] ?? ""));
}

function signAmount(
  plan: Exclude<MoneyPlan, PairPlan>,
  value: number,
  cells: readonly string[],
): number | null {
  if (plan.kind === "signed") return value * plan.factor;
  if (plan.kind === "marked")
    return isMarkedAsIn(cells[plan.column] ?? "") ? Math.abs(value) : -Math.abs(value);
  if (plan.kind === "told") return namesCredit(plan.texts, cells) ? value : -value;
  const side = readSideUnder(plan, cells);
  if (side === "out") return -value;
  return side === "in" ? value : null;
}

const TEXT_CHARS_MAX = 200;

/** Whether a text of the row names a payment of the card's bill, a refund or another credit. */
export function namesCredit(texts: readonly number[], cells: readonly string[]): boolean {
  return texts.some((column) => {
    const text = (cells[column] ?? "").slice(0, TEXT_CHARS_MAX);
    return isCardPayment(text) || guessSide(text, true) === "in";
  });
}

type SidedPlan = MoneyPlan & { readonly kind: "side" | "worded" };

/** The side that the plan's side column gives a row; null if its words say nothing. */
export function readSideUnder(plan: SidedPlan, cells: readonly string[]): "out" | "in" | null {
  const cell = cells[plan.side] ?? "";
  if (plan.kind === "worded") {
    const word = normalLabel(cell);
    if (plan.out.includes(word)) return "out";
    return plan.in.includes(word) ? "in" : null;
  }
  const side = readSide(cell);
  return side === "none" ? plan.blank : side;
}
