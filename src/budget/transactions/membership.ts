// Membership in groups, in the transactions table. A group has no money of its own: when members
// leave, its total is recomputed, and a group of fewer than two is dissolved.

import type { Currency } from "../../money/currency.ts";
import type { Sql } from "../../platform/sql/sql.ts";
import { listChildren, deleteTransactions } from "./store.ts";
import { sumMembers } from "./total.ts";

/** Puts these transactions behind the group. */
export function joinGroup(sql: Sql, ids: readonly number[], group: number, now: number): void {
  sql.run(
    "UPDATE transactions SET group_parent_id = ?, updated_at = ? WHERE id IN (SELECT value FROM json_each(?))",
    group,
    now,
    JSON.stringify(ids),
  );
}

/** Deletes groups; their members are shown again as they were. */
export function dissolveGroups(sql: Sql, groups: readonly number[], now: number): void {
  const list = JSON.stringify(groups);
  sql.run(
    "UPDATE transactions SET group_parent_id = NULL, updated_at = ? WHERE group_parent_id IN (SELECT value FROM json_each(?))",
    now,
    list,
  );
  deleteTransactions(sql, groups);
}

/** The groups that transactions of this manual account belong to. */
export function groupsOfAccount(sql: Sql, accountId: number): number[] {
  return sql
    .all<{ id: number }>(
      "SELECT DISTINCT group_parent_id AS id FROM transactions WHERE manual_account_id = ? AND group_parent_id IS NOT NULL",
      accountId,
    )
    .map(({ id }) => id);
}

/** Groups looked at together; each has at most GROUP_MEMBERS_MAX members. */
const GROUPS_A_PART = 100;

/**
 * Recomputes the totals of these groups after members left or changed their value. A group with
 * fewer than two members, or whose total leaves the range of amounts, is dissolved.
 */
export function refreshGroups(
  sql: Sql,
  groups: readonly number[],
  primary: Currency,
  now: number,
): void {
  for (let from = 0; from < groups.length; from += GROUPS_A_PART) {
    const part = groups.slice(from, from + GROUPS_A_PART);
    const members = Map.groupBy(listChildren(sql, part, false), (member) => member.group_parent_id);
    const dissolved: number[] = [];
    const totals: (readonly [number, number, string, number])[] = [];
    for (const group of part) {
      const left = members.get(group) ?? [];
      const total = left.length < 2 ? null : sumMembers(left, primary);
      if (total === null) dissolved.push(group);
      else totals.push([group, total.amount, total.currency, total.to_base]);
    }
    dissolveGroups(sql, dissolved, now);
    sql.run(
      `UPDATE transactions SET amount = v.value ->> 1, currency = v.value ->> 2, to_base = v.value ->> 3, updated_at = ?
       FROM json_each(?) v WHERE transactions.id = v.value ->> 0`,
      now,
      JSON.stringify(totals),
    );
  }
}
