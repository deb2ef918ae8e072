// The first line of a file without a header may sum the file up: its period and two balances. It is
// no transaction. Another form of its date gives it away, or the running balance, which fits all
// rows but this one; and the rows must lead from one of its numbers to another.

import { readAmountUnder, type MoneyContext, type MoneyFinding } from "../amounts/money.ts";
import { proveChain } from "../amounts/plan-chains.ts";
import { stripCell } from "../shape/cells.ts";
import { findBalancePair, listNumbers } from "../shape/outside-table.ts";
import type { Materials } from "./settle-columns.ts";
import type { Money } from "./settle-money.ts";

/** So many rows must follow the line, and so many steps of theirs must fit the balance. */
const ROWS_MIN = 2;
const PROVEN_ROWS_MIN = 3;

/** The materials of the table without a first line that sums it up; null if there is no such line. */
export function dropSummary(materials: Materials, money: Money): Materials | null {
  const { head, region, reasons } = materials;
  const { context, finding } = money;
  if (!head.whole || region.header >= 0) return null;
  const [first, second] = region.data;
  const rest = context.rows.slice(1);
  if (first === undefined || second === undefined || rest.length < ROWS_MIN) return null;
  if (!hasOwnDateForm(context) && !breaksTheChain(context, finding)) return null;
  const sum = rest.reduce(
    (all, { cells }) => all + (readAmountUnder(context, finding.plan, cells) ?? 0),
    0,
  );
  const numbers = listNumbers([head.rows[first] ?? []], context.mark, context.decimals);
  if (sum === 0 || findBalancePair(numbers, sum) === null) return null;
  return {
    ...materials,
    region: { ...region, first: second, data: region.data.slice(1) },
    reasons: [
      ...reasons,
      `Line ${head.lines[first] ?? 0} states the balances before and after all other rows: it is no transaction.`,
    ],
  };
}

/** Whether the first row's date is printed in another form than those of all other rows. */
function hasOwnDateForm({ columns, rows }: MoneyContext): boolean {
  const column = columns.dates[0] ?? 0;
  // "dddd-dd-dd": tells one form of printing a date from another.
  const [own, ...others] = rows.map(({ cells }) =>
    stripCell(cells[column] ?? "").replace(/\d/g, "d"),
  );
  const forms = new Set(others);
  return own !== undefined && forms.size === 1 && !forms.has(own);
}

/** Whether the running balance fits every step between the other rows, but not the first row. */
function breaksTheChain(context: MoneyContext, { plan, balance }: MoneyFinding): boolean {
  const all = proveChain(context, plan, balance)?.proof;
  const rest = proveChain({ ...context, rows: context.rows.slice(1) }, plan, balance)?.proof;
  if (all === undefined || rest === undefined) return false;
  return (
    rest.rows_proven >= PROVEN_ROWS_MIN &&
    rest.rows_proven === rest.rows_checked &&
    all.rows_proven < all.rows_checked
  );
}
