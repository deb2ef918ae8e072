// The filters of GET /transactions as a WHERE clause (gaps.md 3.8): pure. Each property that hides
// a transaction by default (pending, split parent, member of a group) is one stored bit, so the
// walk over the index in the list's order skips it without reading rows.

import type { Day } from "../../money/day.ts";
import type { Bindable } from "../../platform/sql/sql.ts";
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
  /** A category, or the members of a group; null for what has no category. */
  readonly category_ids?: readonly number[] | null | undefined;
  readonly tag_id?: number | undefined;
  readonly is_group_parent?: boolean | undefined;
  /** The members of this group; they are shown only with include_group_children. */
  readonly group_parent_id?: number | undefined;
  readonly status?: Status | undefined;
  /** Whether it is reviewed; false also finds transactions that their bank withdrew. */
  readonly is_reviewed?: boolean | undefined;
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

/**
 * Whether so few were changed since, or have the tag, that finding all of them and sorting costs
 * less than walking the list.
 */
export interface Few {
  readonly fewSince: boolean;
  readonly fewTagged: boolean;
}

/**
 * The earliest last change of the wanted transactions; null without such a filter. No transaction
 * is created after its last change.
 */
export function parseSince({
  created_since: created,
  updated_since: updated,
}: ListQuery): number | null {
  return created === undefined && updated === undefined
    ? null
    : Math.max(created ?? 0, updated ?? 0);
}

/** The condition that a transaction `t` is in the list. */
export function buildFilter(query: ListQuery, { fewSince, fewTagged }: Few): Filter {
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
  if (query.category_ids === null) add("t.category_id IS NULL");
  else if (query.category_ids !== undefined) add(...matchIds("category_id", query.category_ids));
  if (query.tag_id !== undefined) {
    const tagged = fewTagged
      ? "t.id IN (SELECT transaction_id FROM transaction_tags WHERE tag_id = ?)"
      : "EXISTS (SELECT 1 FROM transaction_tags g WHERE g.transaction_id = t.id AND g.tag_id = ?)";
    add(tagged, query.tag_id);
  }
  if (query.recurring_id !== undefined) add("t.recurring_id = ?", query.recurring_id);
  // Written out, not bound: only so does the planner see that the partial indexes answer.
  if (query.is_group_parent !== undefined)
    add(`t.is_group_parent = ${query.is_group_parent ? 1 : 0}`);
  if (query.group_parent_id !== undefined) add("t.group_parent_id = ?", query.group_parent_id);
  // Both conditions are needed: the first is the condition of the index.
  const isReviewed = query.status === undefined ? query.is_reviewed : query.status === "reviewed";
  if (isReviewed !== undefined) add(`t.status ${isReviewed ? "=" : "<>"} 'reviewed'`);
  if (query.status !== undefined && query.status !== "reviewed")
    add(`t.status = '${query.status}'`);
  if (query.is_pending !== undefined) add(`t.is_pending = ${query.is_pending ? 1 : 0}`);

  const since = parseSince(query);
  if (query.created_since !== undefined) add("t.created_at >= ?", query.created_since);
  if (since !== null) add("t.updated_at >= ?", since);
  return {
    where: conditions.join(" AND "),
    values,
    index: indexFor(query, { fewSince, fewTagged }),
  };
}

/**
 * The planner needs a hint only without a narrower index: the index of an account or a category is
 * in the order of the list.
 */
function indexFor(query: ListQuery, { fewSince, fewTagged }: Few): string {
  const isSince = parseSince(query) !== null;
  if (isSince && fewSince) return "INDEXED BY transactions_by_update";
  const isTagged = query.tag_id !== undefined && !fewTagged;
  const isNarrow =
    query.manual_account_ids !== undefined ||
    query.linked_account_ids !== undefined ||
    query.category_ids !== undefined ||
    query.recurring_id !== undefined ||
    query.group_parent_id !== undefined ||
    query.is_group_parent === true ||
    query.is_pending === true ||
    query.status === "unreviewed" ||
    query.status === "delete_pending" ||
    query.is_reviewed === false;
  return (isSince || isTagged) && !isNarrow ? "INDEXED BY transactions_by_date" : "";
}

function hiddenBits(query: ListQuery): number {
  return (
    (query.include_pending || query.is_pending !== undefined ? 0 : PENDING) |
    (query.include_split_parents ? 0 : SPLIT_PARENT) |
    (query.include_group_children ? 0 : GROUP_MEMBER)
  );
}

/** 0 leaves that kind of account out; ids of both kinds together mean either. */
function addAccounts(
  query: ListQuery,
  add: (condition: string, ...parameters: Bindable[]) => void,
): void {
  const wanted: (readonly [string, Bindable])[] = [];
  for (const [column, list] of [
    ["manual_account_id", query.manual_account_ids],
    ["linked_account_id", query.linked_account_ids],
  ] as const) {
    if (list === undefined) continue;
    if (list.includes(0)) add(`t.${column} IS NULL`);
    const named = list.filter((id) => id !== 0);
    if (named.length > 0) wanted.push(matchIds(column, named));
  }
  if (wanted.length > 0)
    add(
      `(${wanted.map(([condition]) => condition).join(" OR ")})`,
      ...wanted.map(([, value]) => value),
    );
}

/** One value compares directly: then the index on the column also gives the list's order. */
function matchIds(column: string, ids: readonly number[]): readonly [string, Bindable] {
  const [only] = ids;
  if (ids.length === 1 && only !== undefined) return [`t.${column} = ?`, only];
  return [`t.${column} IN (SELECT value FROM json_each(?))`, JSON.stringify(ids)];
}
