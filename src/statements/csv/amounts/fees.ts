// Fees that are part of the amount: columns with which the running balance proves more rows than
// without them.

import { readAmount } from "./amount.ts";
import { stripCell } from "../shape/cells.ts";
import { columnsWithRole } from "../columns/columns.ts";
import { holdsAmounts } from "../columns/profile.ts";
import type { Role } from "../columns/role.ts";
import { nameColumn } from "../decisions/explain.ts";
import type { MoneyPlan } from "../plan.ts";
import {
  feeColumns,
  moneyColumns,
  readAmountUnder,
  type MoneyContext,
  type MoneyFinding,
} from "./money.ts";
import { proveChain, provesMore } from "./plan-chains.ts";

/** The share of its rows that a chain must prove to decide. */
const PROVEN_SHARE_MIN = 0.5;
/** The rows that two fees, or a fee and a balance under unknown labels, must prove. */
const GUESSED_MIN = 4;
/** The number of columns that are tried as a fee, alone and by twos. */
const FEES_MAX = 4;

/**
 * The fee, if any, with which the plan proves the most, the first of equals; null if no reading
 * proves half. A fee that leaves more rows open than no fee does is not one.
 */
export function chooseFee(
  context: MoneyContext,
  plan: MoneyPlan,
  balance: number,
): MoneyFinding | null {
  const plans = listFeeReadings(context, plan, balance);
  let best: MoneyFinding | null = null;
  let open = Number.POSITIVE_INFINITY;
  for (const reading of plans) {
    const found = proveChain(context, reading, balance);
    const left =
      found === null
        ? Number.POSITIVE_INFINITY
        : found.proof.rows_checked - found.proof.rows_proven;
    if (reading === plan) open = left;
    if (
      found === null ||
      left > open ||
      found.proof.rows_proven < PROVEN_SHARE_MIN * found.proof.rows_checked ||
      (needsEveryStep(context, reading, balance) &&
        (left > 0 || found.proof.rows_proven < GUESSED_MIN))
    )
      continue;
    if (provesMore(found, best?.chain ?? null))
      best = { plan: reading, balance, chain: found, sign: "balance", why: [] };
  }
  return best;
}

/**
 * Whether every step must fit: there are two fees, or neither the fee nor the balance has a label
 * that says so.
 */
function needsEveryStep(
  { columns }: MoneyContext,
  { fee = -1, second_fee: second = -1 }: MoneyPlan,
  balance: number,
): boolean {
  if (second >= 0) return true;
  return fee >= 0 && columns.roles[fee] !== "fee" && columns.roles[balance] !== "balance";
}

/** The sentence about a fee that is part of the amount. */
export function explainFee(
  context: MoneyContext,
  { plan, balance, chain: found }: MoneyFinding,
): readonly string[] {
  const fee = plan.fee ?? -1;
  if (fee < 0 || found === null) return [];
  const { fee_factor: _, second_fee: __, ...without } = { ...plan, fee: -1 };
  const { rows_proven: proven, rows_checked: checked } = found.proof;
  const names = feeColumns(plan).map((column) => nameColumn(context.columns.profiles, column));
  const [change, them] = names.length > 1 ? ["change", "them"] : ["changes", "it"];
  return [
    `${names.join(" and ").replace(/^column/, "Column")} also ${change} the balance: with ${them} the running balance fits ${proven} of ${checked} rows, without ${them} ${proveChain(context, without, balance)?.proof.rows_proven ?? 0}.`,
  ];
}

/** The roles of columns whose numbers are never fees. */
const OTHER_NUMBERS: ReadonlySet<Role | null> = new Set<Role>([
  "fee",
  "balance",
  "rate",
  "original_amount",
  "number",
  "reference",
  "weak_reference",
  "account",
  "counterparty_account",
  "card",
  "time",
]);

/**
 * The reading without a fee, then with each column that may hold one, as money out and as money in,
 * then with two such columns as money out.
 */
function listFeeReadings(
  context: MoneyContext,
  plan: MoneyPlan,
  balance: number,
): readonly MoneyPlan[] {
  const { columns } = context;
  const used = [...moneyColumns(plan), balance];
  const labelled = columnsWithRole(columns, "fee");
  const others = columns.profiles
    .filter(({ index }) => !OTHER_NUMBERS.has(columns.roles[index] ?? null))
    .map(({ index }) => index);
  const fees = [...labelled, ...others].filter((column) => {
    const profile = columns.profiles[column];
    return (
      profile !== undefined &&
      profile.moving.size > 0 &&
      holdsAmounts(profile) &&
      !used.includes(column) &&
      isSmaller(context, plan, column)
    );
  });
  const tried = fees.slice(0, FEES_MAX);
  return [
    plan,
    ...tried.flatMap((fee) => {
      const profile = columns.profiles[fee];
      const likely = (profile?.negatives ?? 0) > (profile?.positives ?? 0) ? 1 : -1;
      return [likely, -likely].map((fee_factor): MoneyPlan => ({ ...plan, fee, fee_factor }));
    }),
    ...tried.flatMap((fee, at) =>
      tried.slice(at + 1).map((second_fee): MoneyPlan => ({ ...plan, fee, second_fee })),
    ),
  ];
}

/**
 * Whether a column's numbers are less than the amounts on most rows that have both: a fee is, a
 * copy of the amount is not.
 */
function isSmaller(context: MoneyContext, plan: MoneyPlan, fee: number): boolean {
  let smaller = 0;
  let both = 0;
  for (const row of context.rows) {
    const amount = Math.abs(readAmountUnder(context, plan, row.cells) ?? 0);
    const value = readAmount(stripCell(row.cells[fee] ?? ""), context.mark, context.decimals);
    if (amount === 0 || typeof value !== "number" || value === 0) continue;
    both += 1;
    if (Math.abs(value) < amount) smaller += 1;
  }
  return 2 * smaller > both || both === 0;
}
