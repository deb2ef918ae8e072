// The obstacles to splitting, grouping or deleting a transaction, in words that say what to do
// first. The budgeting service has the same rules (service-v2.md, split and group). Pure.

import type { Part } from "./wire.ts";

/** Why a transaction cannot be taken apart or joined with others. */
export interface Obstacle {
  readonly words: string;
  /** Whether it can be taken out of its recurring item first. */
  readonly isRecurring: boolean;
}

type Standing = Pick<
  Part,
  | "is_split_parent"
  | "split_parent_id"
  | "is_group_parent"
  | "group_parent_id"
  | "recurring_id"
  | "is_pending"
>;

/** The obstacle to splitting or grouping it; null if there is none. */
export function findObstacle(transaction: Standing): Obstacle | null {
  const words = describeTie(transaction) ?? describeWait(transaction);
  return words === null
    ? null
    : { words, isRecurring: describeTie(transaction) === null && transaction.recurring_id != null };
}

/** Why it cannot be deleted; null if it can. */
export function describeTie({
  is_split_parent: isSplit,
  split_parent_id: whole,
  is_group_parent: isGroup,
  group_parent_id: group,
}: Standing): string | null {
  if (isSplit === true) return "It is split. Undo the split first.";
  if (whole != null) return "It is a part of a split transaction.";
  if (isGroup === true) return "It is a group. Take the group apart first.";
  return group == null ? null : "It belongs to a group. Take the group apart first.";
}

function describeWait({ recurring_id: recurring, is_pending: isPending }: Standing): string | null {
  if (recurring != null)
    return "It belongs to a recurring item. Such transactions cannot be split or grouped. Unlink it first.";
  return isPending === true ? "Its bank has not booked it yet." : null;
}
