// The list's filter as the database should answer it. Whether an index of what is wanted is read and sorted, or the list is
// walked in its order until a page is full, depends on how many there are; the planner keeps no statistics here, so a bounded count
// decides.

import { FILTER_SORTED_MAX } from "../../platform/limits.ts";
import type { Bindable, Sql } from "../../platform/sql/sql.ts";
import { buildFilter, parseSince, type Filter, type ListQuery } from "./filter.ts";

/** The condition of the list, over the index that answers it best. */
export function plannedFilter(sql: Sql, query: ListQuery): Filter {
  const since = parseSince(query);
  const isFew = (from: string, value: Bindable): boolean =>
    countUpTo(sql, from, value) <= FILTER_SORTED_MAX;
  return buildFilter(query, {
    fewSince: since !== null && isFew("transactions WHERE updated_at >= ?", since),
    fewTagged:
      query.tag_id !== undefined && isFew("transaction_tags WHERE tag_id = ?", query.tag_id),
  });
}

function countUpTo(sql: Sql, from: string, value: Bindable): number {
  const statement = `SELECT count(*) AS count FROM (SELECT 1 FROM ${from} LIMIT ?)`;
  return sql.first<{ count: number }>(statement, value, FILTER_SORTED_MAX + 1)?.count ?? 0;
}
