// What proves a table without a running balance: an opening and a closing balance stated beside it. Two numbers that the
// rows lead from and to are taken whatever they are called; two that are called so count also where the rows do not lead
// there, since then a row is missing or misread. Pure.

import { printUnits, UNIT_DECIMALS, units } from "../../../value/money.ts";
import type { Proof } from "../statement.ts";
import { amountUnder, type MoneyContext, type MoneyFinding } from "./money.ts";
import type { MoneyPlan } from "./plan.ts";
import { balancesAround, balancesNamed, numbersIn } from "./preamble.ts";

/** Two balances beside the table, and what the rows lead to from the first; in the amounts' smallest unit. */
export interface Stated {
  readonly opening: number;
  readonly closing: number;
  readonly reached: number;
}

/** The balances stated around these rows; `partly` where rows of other states or accounts may stand among them. */
export function statedBalances(context: MoneyContext, plan: MoneyPlan, beside: readonly (readonly string[])[], partly: boolean): Stated | null {
  const amounts = context.rows.map((row) => amountUnder(context, plan, row.cells));
  const sum = amounts.reduce<number>((all, amount) => all + (amount ?? 0), 0);
  const fitting = balancesAround(numbersIn(beside, context.mark, context.decimals), sum);
  if (fitting !== null) return { ...fitting, reached: fitting.closing };
  if (partly || sum === 0 || amounts.includes(null)) return null;
  const named = balancesNamed(beside, context.mark, context.decimals);
  // What is owed on a card is printed as positive and falls as money comes in.
  if (named === null || named.opening - sum === named.closing) return null;
  return { ...named, reached: named.opening + sum };
}

/** The proof of the rows looked at, and a sentence on it. */
export function proofOf(money: MoneyFinding, stated: Stated | null, rows: number, decimals: number): { proof: Proof; why: string | null } {
  if (money.chain !== null) {
    const { proof } = money.chain;
    return { proof, why: proof.breaks_at === null ? null : `The chain of balances breaks at line ${proof.breaks_at}.` };
  }
  if (stated === null) return { proof: { kind: "none", rows_checked: 0, rows_proven: 0, breaks_at: null }, why: null };
  const { opening, closing, reached } = stated;
  const fits = reached === closing;
  const [from, to, printed] = [opening, reached, closing].map((amount) => shown(amount, decimals));
  return {
    proof: { kind: "opening and closing balance", rows_checked: rows, rows_proven: fits ? rows : 0, breaks_at: null },
    why: fits ? "The rows add up to the difference between two balances stated in the file." : `From the opening balance of ${from} the rows lead to ${to}, not to the closing balance of ${printed} that the file states.`,
  };
}

function shown(amount: number, decimals: number): string {
  const inUnits = amount * 10 ** (UNIT_DECIMALS - decimals);
  return Number.isSafeInteger(inUnits) ? printUnits(units(inUnits), decimals) : "more than we can hold";
}
