// Chooses how the database answers the list's filter: it either reads and sorts the matches of an
// index, or walks the list in its order until a page is full. That depends on the number of
// matches. The planner has no statistics here, so a bounded count decides.

import { FILTER_SORTED_MAX } from "../../platform/limits.ts";
import type { Bindable, Sql } from "../../platform/sql/sql.ts";
import { withMembers } from "../categories/store.ts";
import { buildFilter, parseSince, type Filter, type ListQuery } from "./filter.ts";

/** The condition of the list, over the index that answers it best. */
export function plannedFilter(sql: Sql, query: ListQuery): Filter {
  const since = parseSince(query);
  return buildFilter(query, {
    fewSince:
      since !== null && areFew(sql, FILTER_SORTED_MAX, "transactions WHERE updated_at >= ?", since),
    fewTagged:
      query.tag_id !== undefined &&
      areFew(sql, FILTER_SORTED_MAX, "transaction_tags WHERE tag_id = ?", query.tag_id),
  });
}

/**
 * The categories that `category_id` selects: a group selects its members, 0 selects what has no
 * category.
 */
export function selectCategories(sql: Sql, id: number | undefined): number[] | null | undefined {
  if (id === undefined) return undefined;
  return id === 0 ? null : withMembers(sql, id);
}

/** Whether there are at most so many rows. */
export function areFew(
  sql: Sql,
  most: number,
  from: string,
  ...values: readonly Bindable[]
): boolean {
  return sql.count(`(SELECT 1 FROM ${from} LIMIT ?)`, ...values, most + 1) <= most;
}
