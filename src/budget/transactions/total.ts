// The total of a group: pure. It shows its members as one transaction without an account; balances
// stay with the members, which keep all their data.

import type { Currency } from "../../money/currency.ts";
import { units, type Units } from "../../money/money.ts";
import type { TransactionRow } from "./row.ts";

/** Why this transaction cannot join a group, or null. */
export function ungroupable(row: TransactionRow): string | null {
  if (row.is_group_parent === 1) return "is a group itself";
  if (row.group_parent_id !== null) return `belongs to the group ${row.group_parent_id} already`;
  if (row.is_split_parent === 1) return "has been split";
  if (row.split_parent_id !== null)
    return `is a part of the split transaction ${row.split_parent_id}`;
  if (row.recurring_id !== null) return `matches the recurring item ${row.recurring_id}`;
  // Its provider will replace it by the booked one, which the group would not follow.
  if (row.is_pending === 1) return "is pending";
  return null;
}

export interface Total {
  readonly amount: Units;
  readonly currency: Currency;
  readonly to_base: Units;
}

type Counted = Pick<TransactionRow, "amount" | "currency" | "to_base">;

/**
 * The members' total in the primary currency (service-v2.md, Transaction object): the sum of their
 * values, exact for members in that currency. Null if it leaves the range of amounts.
 */
export function sumMembers(members: readonly Counted[], primary: Currency): Total | null {
  const total = addUnits(
    members.map(({ amount, currency, to_base: worth }) => (currency === primary ? amount : worth)),
  );
  return total === null ? null : { amount: total, currency: primary, to_base: total };
}

function addUnits(amounts: readonly Units[]): Units | null {
  const sum = Number(amounts.reduce((total, amount) => total + BigInt(amount), 0n));
  return Number.isSafeInteger(sum) ? units(sum) : null;
}

/** The category that all members have, or null. */
export function sharedCategory(
  members: readonly Pick<TransactionRow, "category_id">[],
): number | null {
  const categories = new Set(members.map(({ category_id: id }) => id));
  const [only = null] = categories;
  return categories.size === 1 ? only : null;
}
