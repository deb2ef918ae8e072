// Expected amounts of recurring items per category in a range. An item belongs to the category that
// it sets on its transactions, otherwise to the category of its latest transaction, otherwise to no
// category.

import type { Day } from "../../money/day.ts";
import { matchesIn, type RecurringItem } from "../recurring/store.ts";
import type { Sql } from "../../platform/sql/sql.ts";

/** Units of the primary currency, in the sign of transactions. */
export interface Expected {
  readonly expected: number;
  /** Of that, what no transaction has answered. */
  readonly remaining: number;
}

export const NOTHING_EXPECTED: Expected = { expected: 0, remaining: 0 };

export function plus(one: Expected, other: Expected): Expected {
  return { expected: one.expected + other.expected, remaining: one.remaining + other.remaining };
}

/**
 * Expected amounts in the range by category; for items without a category, credits apart from
 * debits.
 */
export interface ExpectedByCategory {
  readonly of: ReadonlyMap<number, Expected>;
  readonly inflow: Expected;
  readonly outflow: Expected;
}

/** `items` are the reviewed ones. */
export function expectedIn(
  sql: Sql,
  items: readonly RecurringItem[],
  start: Day,
  end: Day,
): ExpectedByCategory {
  const matches = matchesIn(sql, items, start, end);
  const categoryOf = findCategories(sql, items);
  const of = new Map<number, Expected>();
  let [inflow, outflow] = [NOTHING_EXPECTED, NOTHING_EXPECTED];
  for (const item of items) {
    const { expected = [], missing = [] } = matches.get(item.id) ?? {};
    const own = {
      expected: expected.length * item.to_base,
      remaining: missing.length * item.to_base,
    };
    const category = categoryOf(item);
    if (category !== null) of.set(category, plus(of.get(category) ?? NOTHING_EXPECTED, own));
    else if (item.to_base < 0) inflow = plus(inflow, own);
    else outflow = plus(outflow, own);
  }
  return { of, inflow, outflow };
}

/** To which category each of these items belongs; null for none. */
export function findCategories(
  sql: Sql,
  items: readonly RecurringItem[],
): (item: RecurringItem) => number | null {
  const latest = latestCategories(
    sql,
    items.filter(({ set_category_id }) => set_category_id === null).map(({ id }) => id),
  );
  return (item) => item.set_category_id ?? latest.get(item.id) ?? null;
}

/** The category of the latest transaction of each item; those without one are absent. */
function latestCategories(sql: Sql, items: readonly number[]): Map<number, number> {
  const rows = sql.all<{ item: number; category: number | null }>(
    `SELECT j.value AS item, (SELECT t.category_id FROM transactions t INDEXED BY transactions_by_recurring
       WHERE t.recurring_id = j.value ORDER BY t.date DESC LIMIT 1) AS category FROM json_each(?) j`,
    JSON.stringify(items),
  );
  return new Map(
    rows.flatMap(({ item, category }) => (category === null ? [] : [[item, category] as const])),
  );
}
