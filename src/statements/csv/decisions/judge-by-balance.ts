// Whether rows are booked, by the running balance: it moves with what is booked, and is empty or
// stands still where a row only waits.

import { readAmount } from "../amounts/amount.ts";
import { readAmountUnder, type SampleRow } from "../amounts/money.ts";
import { stripCell } from "../shape/cells.ts";
import type { Money } from "./settle-money.ts";

/** The share of the other rows that must show a balance where these show none. */
const FILLED_SHARE_MIN = 0.8;
const FILLED_ROWS_MIN = 2;

/** What the balances say of these rows among all rows of the sample; null if they say nothing. */
export function judgeByBalance(
  money: Money,
  rows: readonly SampleRow[],
): "booked" | "pending" | null {
  const { context, finding } = money;
  const proof = finding.chain?.proof;
  if (finding.balance < 0 || proof === undefined) return null;
  const chosen = new Set(rows);
  const balances = context.rows.map(({ cells }) => readBalance(money, cells));
  const isPart = context.rows.map((row) => chosen.has(row));
  const moving = context.rows.flatMap((row, at) =>
    isPart[at] === true && moves(money, row) ? [at] : [],
  );
  if (moving.length === 0) return null;
  const filled = moving.filter((at) => balances[at] !== null);
  if (filled.length === 0) {
    const others = balances.filter((_, at) => isPart[at] !== true);
    const shown = others.filter((balance) => balance !== null).length;
    return shown >= FILLED_ROWS_MIN && shown >= FILLED_SHARE_MIN * others.length ? "pending" : null;
  }
  if (filled.length < moving.length) return null;
  if (finding.sign === "balance" && proof.rows_proven === proof.rows_checked) return "booked";
  const within = finding.chain?.mode.within;
  const isByRow = within === "as the file" || within === "turned";
  const standsStill = (at: number) =>
    balances[at] === balances[at - 1] || balances[at] === balances[at + 1];
  return isByRow && moving.every(standsStill) ? "pending" : null;
}

function moves({ context, finding }: Money, { cells }: SampleRow): boolean {
  return (readAmountUnder(context, finding.plan, cells) ?? 0) !== 0;
}

function readBalance({ context, finding }: Money, cells: readonly string[]): number | null {
  const cell = stripCell(cells[finding.balance] ?? "");
  const value = readAmount(cell, context.mark, context.decimals);
  return typeof value === "number" ? value : null;
}
