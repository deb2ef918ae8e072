// Transfers that a service prints with a source, a target and a direction; each side has an amount,
// a currency and a name. Money out is what left the source with its fee; money in is what reached
// the target; a conversion between the person's own balances is both. The other party's amount is a
// fact of the row, never its amount.

import parts from "../../words/label-parts.json" with { type: "json" };
import { parseCurrency, type Currency } from "../../../money/currency.ts";
import type { AmountFault } from "./amount.ts";
import { stripCell } from "../shape/cells.ts";
import { columnWithRole, type Columns } from "../columns/columns.ts";
import { normalLabel } from "../columns/labels.ts";
import type { Exchange, ExchangeSide, MoneyPlan } from "../plan.ts";
import { holdsAmounts } from "../columns/profile.ts";
import type { MoneyFault } from "./money-fault.ts";
import { readSide } from "../columns/cell-words.ts";

/** The names of the two sides. */
const SIDES = Object.entries(parts.source_and_target);

/** The plan of such a file; null if the labels do not name two sides and a direction. */
export function findExchange(columns: Columns): MoneyPlan | null {
  const side = columnWithRole(columns, "side");
  if (side < 0) return null;
  for (const [source, target] of SIDES) {
    const [from, to] = [findSide(columns, source), findSide(columns, target)];
    if (from !== null && to !== null)
      return { kind: "side", column: from.amount, side, blank: null, exchange: { from, to } };
  }
  return null;
}

function findSide(columns: Columns, name: string): ExchangeSide | null {
  const find = (matches: (rest: string) => boolean) =>
    columns.profiles.find(({ label }) => {
      const normal = normalLabel(label);
      return normal.startsWith(`${name} `) && matches(normal.slice(name.length + 1));
    })?.index ?? -1;
  const amount = find((rest) => rest.startsWith("amount"));
  const currency = find((rest) => rest === "currency");
  const profile = columns.profiles[amount];
  if (profile === undefined || currency < 0 || !(profile.filled === 0 || holdsAmounts(profile)))
    return null;
  // A fee comes on top only of an amount that is printed without it.
  const without = /after fee/.test(normalLabel(profile.label));
  return {
    amount,
    currency,
    name: find((rest) => rest === "name"),
    fee: without ? find((rest) => rest === "fee amount" || rest === "fee") : -1,
    fee_currency: find((rest) => rest === "fee currency"),
  };
}

/** One movement of a row; a conversion has two. */
export interface Move {
  readonly amount: number;
  readonly currency: Currency | null;
  /**
   * The column with the other party's name (-1 if there is none), and the one with the person's
   * own.
   */
  readonly party: number;
  readonly own: number;
  /** The other side's amount, where it is in another currency. */
  readonly original: { readonly amount: string; readonly currency: string } | null;
}

/** The movements of a row in the smallest unit, out before in, or the fault and its column. */
export function readMoves(
  side: number,
  { from, to }: Exchange,
  cells: readonly string[],
  amountAt: (cells: readonly string[], column: number) => number | AmountFault,
): readonly Move[] | MoneyFault {
  const said = readSide(cells[side] ?? "");
  if (said === null) return { fault: "not a number", column: side };
  const moves: Move[] = [];
  if (said !== "in") {
    const amount = amountAt(cells, from.amount);
    if (typeof amount === "string") return { fault: amount, column: from.amount };
    const fee =
      from.fee < 0 || readCode(cells, from.fee_currency) !== readCode(cells, from.currency)
        ? "empty"
        : amountAt(cells, from.fee);
    if (typeof fee === "string" && fee !== "empty") return { fault: fee, column: from.fee };
    moves.push(
      createMove(
        -Math.abs(amount) - (typeof fee === "number" ? Math.abs(fee) : 0),
        from,
        to,
        cells,
      ),
    );
  }
  if (said !== "out") {
    const amount = amountAt(cells, to.amount);
    if (typeof amount === "string") return { fault: amount, column: to.amount };
    moves.push(createMove(Math.abs(amount), to, from, cells));
  }
  return moves;
}

function createMove(
  amount: number,
  own: ExchangeSide,
  other: ExchangeSide,
  cells: readonly string[],
): Move {
  const code = readCode(cells, other.currency);
  const foreign = code !== "" && code !== readCode(cells, own.currency);
  return {
    amount,
    currency: parseCurrency(readCode(cells, own.currency)),
    party: other.name,
    own: own.name,
    original: foreign ? { amount: stripCell(cells[other.amount] ?? ""), currency: code } : null,
  };
}

function readCode(cells: readonly string[], column: number): string {
  return stripCell(cells[column] ?? "").toUpperCase();
}
