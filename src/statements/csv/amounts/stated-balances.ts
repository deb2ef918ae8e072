// The proof of a table without a running balance: an opening and a closing balance outside it, in
// figures that the file calls balances. If both are named as such, they count even where the rows
// do not lead from one to the other, since then a row is missing or misread. If only the rows can
// tell which they are, they count only where they fit.

import balanceWords from "../../words/balance-words.json" with { type: "json" };
import { parseDay, type Day } from "../../../money/day.ts";
import { printUnits, UNIT_DECIMALS, units } from "../../../money/money.ts";
import { Breaks, NO_PROOF, describeBreaks } from "../../proof-breaks.ts";
import type { Proof } from "../../statement.ts";
import type { DateOrder } from "../dates/dates.ts";
import { nameColumn } from "../decisions/explain.ts";
import { findLabelledBalances, pairBalances, type OutsideRow } from "./labelled-balances.ts";
import { readAmountUnder, type MoneyContext, type MoneyFinding, type SampleRow } from "./money.ts";
import type { MoneyPlan } from "../plan.ts";
import { isBookedRow } from "../columns/status-words.ts";

/**
 * Two balances outside the table, and the balance that the rows reach from the first, in the
 * amounts' smallest unit.
 */
export interface Stated {
  readonly opening: number;
  readonly closing: number;
  readonly reached: number;
  /** The line of the closing balance. */
  readonly line: number;
  /** The day of the closing balance. */
  readonly day: Day | null;
}

/** A balance of one day, under a label of its own: nothing in the file proves it. */
export interface DatedBalance {
  readonly value: number;
  readonly day: Day;
}

/** A running balance that fits a smaller share of its steps contradicts the reading. */
const CONTRADICTED_SHARE = 0.5;

/**
 * The balances stated around these rows; `partly`: rows of other states or accounts may be among
 * them.
 */
export function findStatedBalances(
  context: MoneyContext,
  plan: MoneyPlan,
  {
    rows,
    order,
    partly,
  }: { readonly rows: readonly OutsideRow[]; readonly order: DateOrder; readonly partly: boolean },
): Stated | null {
  const isBooked = (row: SampleRow) => isBookedRow(context.columns, context.status, row.cells);
  const readAmount = (row: SampleRow) => readAmountUnder(context, plan, row.cells);
  const amounts = context.rows.map(readAmount);
  const total = (some: readonly (number | null)[]) =>
    some.reduce<number>((all, amount) => all + (amount ?? 0), 0);
  const sum = total(amounts);
  const booked = total(context.rows.filter(isBooked).map(readAmount));
  if (sum === 0) return null;
  const pairs = pairBalances(findLabelledBalances(rows, context.mark, context.decimals, order));
  const fitting = pairs.find(({ opening, closing }) =>
    [sum, booked].includes(closing.value - opening.value),
  );
  if (fitting !== undefined)
    return {
      opening: fitting.opening.value,
      closing: fitting.closing.value,
      reached: fitting.closing.value,
      line: fitting.closing.line,
      day: fitting.closing.day,
    };
  const [pair] = pairs;
  if (pair === undefined || !pair.certain || partly || amounts.includes(null)) return null;
  const [opening, closing] = [pair.opening.value, pair.closing.value];
  // On a card, what is owed is printed as positive and falls as money comes in.
  return opening - sum === closing
    ? null
    : { opening, closing, reached: opening + sum, line: pair.closing.line, day: pair.closing.day };
}

/** Whether a label's balance counts credit, or what is not booked yet. */
function isNotBooked(name: string): boolean {
  return balanceWords.not_booked_parts.some((part) => name.includes(part));
}

/** The only balance of a day that is stated outside the table; null unless there is exactly one. */
export function findDatedBalance(
  { mark, decimals }: Pick<MoneyContext, "mark" | "decimals">,
  rows: readonly OutsideRow[],
  order: DateOrder,
): DatedBalance | null {
  const found = findLabelledBalances(rows, mark, decimals, order).filter(
    ({ which, day, name }) => which !== "opening" && day !== null && !isNotBooked(name),
  );
  const [first, ...others] = found;
  const same =
    first !== undefined &&
    others.every(({ value, day }) => value === first.value && day === first.day);
  const day = same ? parseDay(first.day ?? "") : null;
  return first === undefined || day === null ? null : { value: first.value, day };
}

/** Whether a running balance contradicts the reading on most of its steps. */
export function isContradicted({ rows_checked: checked, rows_proven: proven }: Proof): boolean {
  return checked > 0 && proven < CONTRADICTED_SHARE * checked;
}

/** The proof of the rows looked at, and a sentence about it. */
export function explainProof(
  context: MoneyContext,
  money: MoneyFinding,
  stated: Stated | null,
  rows: number,
): { proof: Proof; why: string | null } {
  const { decimals } = context;
  if (stated === null) {
    const proof = money.chain?.proof ?? NO_PROOF;
    return { proof, why: explainBreaks(context, money, proof) };
  }
  const { opening, closing, reached, line } = stated;
  const fits = reached === closing;
  const breaks = new Breaks();
  if (!fits) breaks.note(line);
  const [from, to, printed] = [opening, reached, closing].map((amount) =>
    printAmount(amount, decimals),
  );
  return {
    proof: breaks.proof("opening and closing balance", rows, fits ? rows : 0),
    why: fits
      ? `The rows lead from the opening balance of ${from} to the closing balance of ${printed} that the file states.`
      : `From the opening balance of ${from} the rows lead to ${to}, not to the closing balance of ${printed} that line ${line} states.`,
  };
}

/** Where a running balance does not fit; null if it fits everywhere. */
function explainBreaks(
  { columns }: MoneyContext,
  { balance }: MoneyFinding,
  proof: Proof,
): string | null {
  if (proof.breaks === undefined) return null;
  const name = nameColumn(columns.profiles, balance);
  if (!isContradicted(proof))
    return `The balances in ${name} do not fit at ${describeBreaks(proof)}.`;
  return `The balances in ${name} contradict the rows: ${proof.rows_checked - proof.rows_proven} of ${proof.rows_checked} steps do not fit, at ${describeBreaks(proof)}.`;
}

function printAmount(amount: number, decimals: number): string {
  const inUnits = amount * 10 ** (UNIT_DECIMALS - decimals);
  return Number.isSafeInteger(inUnits)
    ? printUnits(units(inUnits), decimals)
    : "more than can be stored";
}
