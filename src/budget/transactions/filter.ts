// The filters of GET /transactions as a WHERE clause (gaps.md 3.8): pure. What is hidden by default
// (pending, split parents, members of groups) is one stored bit each, so the walk over the index in
// the list's order can skip it without reading rows.

import type { Day } from "../../value/day.ts";
import type { Bindable } from "../sql.ts";
import type { Status } from "./row.ts";

/** The bits of the column `hidden`. */
const PENDING = 1;
const SPLIT_PARENT = 2;
const GROUP_MEMBER = 4;

export interface ListQuery {
  readonly start_date?: Day | undefined;
  readonly end_date?: Day | undefined;
  readonly created_since?: number | undefined;
  readonly updated_since?: number | undefined;
  readonly manual_account_ids?: readonly number[] | undefined;
  readonly linked_account_ids?: readonly number[] | undefined;
  readonly recurring_id?: number | undefined;
  readonly category_id?: number | undefined;
  readonly tag_id?: number | undefined;
  readonly is_group_parent?: boolean | undefined;
  readonly status?: Status | undefined;
  readonly is_pending?: boolean | undefined;
  readonly include_pending: boolean;
  readonly include_split_parents: boolean;
  readonly include_group_children: boolean;
}

export interface Filter {
  readonly where: string;
  readonly values: readonly Bindable[];
  /** An INDEXED BY clause where the planner, which keeps no statistics here, would choose badly. */
  readonly index: string;
}

/** The condition that a transaction `t` is in the list. */
export function filterOf(query: ListQuery): Filter {
  const conditions: string[] = [];
  const values: Bindable[] = [];
  const add = (condition: string, ...parameters: Bindable[]): void => {
    conditions.push(condition);
    values.push(...parameters);
  };

  add(`t.hidden & ${hiddenBits(query)} = 0`);
  if (query.start_date !== undefined) add("t.date >= ?", query.start_date);
  if (query.end_date !== undefined) add("t.date <= ?", query.end_date);
  addAccounts(query, add);
  if (query.category_id === 0) add("t.category_id IS NULL");
  else if (query.category_id !== undefined) {
    add("t.category_id IN (SELECT id FROM categories WHERE id = ? OR group_id = ?)", query.category_id, query.category_id);
  }
  if (query.tag_id !== undefined) add("t.id IN (SELECT transaction_id FROM transaction_tags WHERE tag_id = ?)", query.tag_id);
  if (query.recurring_id !== undefined) add("t.recurring_id = ?", query.recurring_id);
  if (query.is_group_parent !== undefined) add("t.is_group_parent = ?", query.is_group_parent);
  if (query.status === "unreviewed") add("(t.status = 'unreviewed' OR t.is_pending = 1)");
  else if (query.status !== undefined) add("t.status = ? AND t.is_pending = 0", query.status);
  if (query.is_pending !== undefined) add("t.is_pending = ?", query.is_pending);

  const since = Math.max(query.created_since ?? 0, query.updated_since ?? 0);
  if (query.created_since !== undefined) add("t.created_at >= ?", query.created_since);
  // Nothing is created after its last update, so both filters can walk the one index.
  if (query.created_since !== undefined || query.updated_since !== undefined) add("t.updated_at >= ?", since);
  const bySince = query.start_date === undefined && since > 0;
  return { where: conditions.join(" AND "), values, index: bySince ? "INDEXED BY transactions_by_update" : "" };
}

function hiddenBits(query: ListQuery): number {
  const pendingShown = query.include_pending || query.status !== undefined || query.is_pending !== undefined;
  return (pendingShown ? 0 : PENDING) | (query.include_split_parents ? 0 : SPLIT_PARENT) | (query.include_group_children ? 0 : GROUP_MEMBER);
}

/** 0 leaves that kind of account out; ids of both kinds together mean either. */
function addAccounts(query: ListQuery, add: (condition: string, ...parameters: Bindable[]) => void): void {
  const wanted: string[] = [];
  const ids: string[] = [];
  for (const [column, list] of [
    ["manual_account_id", query.manual_account_ids],
    ["linked_account_id", query.linked_account_ids],
  ] as const) {
    if (list === undefined) continue;
    if (list.includes(0)) add(`t.${column} IS NULL`);
    const named = list.filter((id) => id !== 0);
    if (named.length === 0) continue;
    wanted.push(`t.${column} IN (SELECT value FROM json_each(?))`);
    ids.push(JSON.stringify(named));
  }
  if (wanted.length > 0) add(`(${wanted.join(" OR ")})`, ...ids);
}
