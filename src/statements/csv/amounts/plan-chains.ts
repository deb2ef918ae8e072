// The running balance as a proof of a reading: the rows of each account as a chain under a plan.

import { isSummary } from "../columns/cell-words.ts";
import { isBookedRow } from "../columns/status-words.ts";
import { findReferenceColumn } from "../columns/optional-columns.ts";
import type { MoneyPlan } from "../plan.ts";
import { isPrintedAgain, stripCell } from "../shape/cells.ts";
import { readAmount } from "./amount.ts";
import { readAmountUnder, type MoneyContext } from "./money.ts";
import {
  assumeChain,
  findBestChain,
  proveRows,
  type ChainFinding,
  type ChainMode,
  type ChainRow,
} from "./proof.ts";

/** The proof of a reading by the balances; null if they prove nothing. */
export function proveChain(
  context: MoneyContext,
  plan: MoneyPlan,
  balance: number,
): ChainFinding | null {
  const accounts = listChainRows(context, plan, balance);
  // Zeros lead from every balance to the same one, and prove nothing.
  return accounts.some((rows) => rows.some(({ amount }) => amount !== null && amount !== 0))
    ? findBestChain(accounts)
    : null;
}

/** The chain of a reading that the balances contradict, in the way another reading has proven. */
export function proveInMode(
  context: MoneyContext,
  plan: MoneyPlan,
  balance: number,
  mode: ChainMode,
): ChainFinding {
  return {
    mode,
    proof: proveRows(mode, listChainRows(context, plan, balance)),
    directed: true,
    missing: 0,
  };
}

/**
 * The chain of a reading that the balances contradict, in the mode that another reading has proven.
 */
export function contradictChain(
  context: MoneyContext,
  plan: MoneyPlan,
  balance: number,
): ChainFinding | null {
  const found = assumeChain(listChainRows(context, plan, balance));
  return found.proof.rows_checked === 0 ? null : found;
}

/** The amount that a balance before its row lacks. */
function movedBy({ before }: MoneyContext, amount: number | null): number {
  return before === true ? (amount ?? 0) : 0;
}

/** Whether a chain proves more rows than another, or as many with fewer amounts missing. */
export function provesMore(one: ChainFinding, other: ChainFinding | null): boolean {
  const proven = other?.proof.rows_proven ?? 0;
  return (
    one.proof.rows_proven > proven ||
    (one.proof.rows_proven === proven && proven > 0 && one.missing < (other?.missing ?? 0))
  );
}

/**
 * The rows with an amount or only a balance, by account, without rows that name a total or a
 * balance.
 */
function listChainRows(
  context: MoneyContext,
  plan: MoneyPlan,
  balance: number,
): readonly ChainRow[][] {
  if (balance < 0) return [];
  const byAccount = new Map<string, ChainRow[]>();
  const reference = findReferenceColumn(context.columns);
  let before: readonly string[] = [];
  for (const row of context.rows) {
    const again = reference >= 0 && isPrintedAgain(row.cells, before, row.cells[reference] ?? "");
    before = row.cells;
    if (again) continue;
    const amount = readAmountUnder(context, plan, row.cells);
    const printed = readAmount(stripCell(row.cells[balance] ?? ""), context.mark, context.decimals);
    // A pending or declined row has no part in the balance yet.
    if (typeof printed !== "number" && !isBookedRow(context.columns, context.status, row.cells))
      continue;
    if (amount === null && (typeof printed !== "number" || row.cells.some(isSummary))) continue;
    const rows = byAccount.get(row.account) ?? [];
    rows.push({
      date: row.date,
      amount,
      balance: typeof printed === "number" ? printed + movedBy(context, amount) : null,
      line: row.line,
    });
    byAccount.set(row.account, rows);
  }
  return [...byAccount.values()];
}
