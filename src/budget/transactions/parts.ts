// Splits a transaction into parts: pure. The parts replace the transaction in every list and sum,
// so they have its currency and account, and sum to its amount exactly. The whole keeps its row,
// its external_id and its movement of the account's balance. The parts moved nothing, so
// unsplitting reverses nothing.

import type { Currency } from "../../money/currency.ts";
import type { Day } from "../../money/day.ts";
import { units, type Units } from "../../money/money.ts";
import type { ErrorItem } from "../../platform/api/problem.ts";
import type { Convert } from "../rates/store.ts";
import type { Outcome } from "../rules/matcher.ts";
import { divideAmount } from "../rules/split.ts";
import { NO_PAYEE, type TransactionRow } from "./row.ts";
import type { Wording } from "./wording.ts";

/** One part of a split; what is left out is that of the whole, null clears. */
export interface Part {
  readonly amount: Units;
  readonly payee?: string | undefined;
  readonly date?: Day | undefined;
  readonly category_id?: number | null | undefined;
  readonly notes?: string | null | undefined;
  readonly tag_ids?: readonly number[] | undefined;
}

type Standing = Pick<
  TransactionRow,
  | "is_split_parent"
  | "split_parent_id"
  | "is_group_parent"
  | "group_parent_id"
  | "recurring_id"
  | "is_pending"
>;

/** Why this transaction cannot be split, or null. */
export function unsplittable(row: Standing): string | null {
  if (row.is_split_parent === 1) return "has been split already";
  if (row.split_parent_id !== null)
    return `is itself a part of the split transaction ${row.split_parent_id}`;
  if (row.is_group_parent === 1) return "is a group";
  if (row.group_parent_id !== null) return `belongs to the group ${row.group_parent_id}`;
  if (row.recurring_id !== null) return `matches the recurring item ${row.recurring_id}`;
  // Its provider will replace it by the booked one, which the parts would not follow.
  if (row.is_pending === 1) return "is pending";
  return null;
}

/** The complaint that the parts do not sum to the whole, or null. */
export function wrongSum(
  row: TransactionRow,
  parts: readonly Part[],
  wording: Wording,
): ErrorItem | null {
  const sum = parts.reduce((total, { amount }) => total + BigInt(amount), 0n);
  if (sum === BigInt(row.amount)) return null;
  const found = Number.isSafeInteger(Number(sum))
    ? wording.amount(units(Number(sum)))
    : "a number out of range";
  return {
    errMsg: `The amounts of ${wording.name("child_transactions")} sum to ${found}, but transaction ${row.id} has the amount ${wording.amount(row.amount)}.`,
    invalid_property: "child_transactions",
    transaction_id: row.id,
  };
}

export interface Splitting {
  readonly primary: Currency;
  readonly convert: Convert;
  readonly now: number;
}

/** The rows of the parts, in their order, with ids from `firstId` on. */
export function partRows(
  whole: TransactionRow,
  parts: readonly Part[],
  firstId: number,
  splitting: Splitting,
): TransactionRow[] {
  const worths = convertParts(whole, parts, splitting);
  return parts.map((part, index) => ({
    ...whole,
    id: firstId + index,
    date: part.date ?? whole.date,
    amount: part.amount,
    to_base: worths[index] ?? units(0),
    payee: (part.payee ?? whole.payee) || NO_PAYEE,
    category_id: part.category_id === undefined ? whole.category_id : part.category_id,
    notes: (part.notes === undefined ? whole.notes : part.notes) || null,
    external_id: null,
    source: "split",
    is_split_parent: 0,
    split_parent_id: whole.id,
    balance_moved: units(0),
    created_at: splitting.now,
    updated_at: splitting.now,
    linked_metadata: null,
    custom_metadata: null,
  }));
}

/**
 * Each part is converted by its own day's rate. On the whole's own day the last part takes the
 * rounding, so that nothing is lost.
 */
export function convertParts(
  whole: Pick<TransactionRow, "amount" | "currency" | "date">,
  parts: readonly Pick<Part, "amount" | "date">[],
  { convert, primary }: Pick<Splitting, "convert" | "primary">,
): Units[] {
  const worths = parts.map(({ amount, date }) =>
    convert(amount, whole.currency, primary, date ?? whole.date),
  );
  if (parts.some(({ date }) => date !== undefined && date !== whole.date)) return worths;
  const worth = convert(whole.amount, whole.currency, primary, whole.date);
  // The whole is worth more than an amount can be, so it counts 0; its parts need not.
  if (worth === 0 && whole.amount !== 0) return worths;
  const others = worths.slice(0, -1).reduce((sum, part) => sum + BigInt(part), 0n);
  const rest = Number(BigInt(worth) - others);
  return Number.isSafeInteger(rest) ? [...worths.slice(0, -1), units(rest)] : worths;
}

/**
 * The parts that a rule splits a new transaction into; null without such a rule, or if it cannot be
 * split so.
 */
export function partsByRule(
  draft: Standing & Pick<TransactionRow, "amount" | "currency">,
  outcome: Outcome | null,
): Part[] | null {
  const split = outcome?.split;
  if (split === undefined || unsplittable(draft) !== null) return null;
  const amounts = divideAmount(draft.amount, draft.currency, split);
  if (amounts === null) return null;
  return split.map((part, index) => ({ ...part, amount: amounts[index] ?? units(0) }));
}
