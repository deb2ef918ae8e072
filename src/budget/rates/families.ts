// Transactions whose value follows from others: the parts of a split, of which the last takes the
// rounding, and groups, whose value is the sum of their members (transactions/parts.ts, total.ts).

import type { Currency } from "../../money/currency.ts";
import type { Day } from "../../money/day.ts";
import type { Units } from "../../money/money.ts";
import type { Sql } from "../../platform/sql/sql.ts";
import { convertParts } from "../transactions/parts.ts";
import { inParts } from "../../platform/sql/list-chunks.ts";
import { sumMembers, type Total } from "../transactions/total.ts";
import type { Convert } from "./store.ts";

/** The primary currency, and how amounts come into it. */
export interface Rating {
  readonly primary: Currency;
  readonly convert: Convert;
}

interface PartRow {
  readonly whole_id: number;
  readonly whole_amount: Units;
  readonly whole_date: Day;
  readonly currency: Currency;
  readonly id: number;
  readonly amount: Units;
  readonly date: Day;
  readonly to_base: Units;
}

const PARTS = `SELECT w.id AS whole_id, w.amount AS whole_amount, w.date AS whole_date, w.currency,
    p.id, p.amount, p.date, p.to_base
  FROM json_each(?) j CROSS JOIN transactions w ON w.id = j.value CROSS JOIN transactions p ON p.split_parent_id = w.id
  ORDER BY p.id`;

/**
 * Families processed together; each has at most SPLIT_PARTS_MAX parts or GROUP_MEMBERS_MAX members.
 */
const FAMILIES_A_STATEMENT = 100;

/** Recomputes the parts of these split transactions. */
export function settleSplits(sql: Sql, rating: Rating, wholes: readonly number[]): void {
  for (let from = 0; from < wholes.length; from += FAMILIES_A_STATEMENT)
    settleSome(sql, rating, wholes.slice(from, from + FAMILIES_A_STATEMENT));
}

function settleSome(sql: Sql, rating: Rating, wholes: readonly number[]): void {
  const families = Map.groupBy(
    sql.all<PartRow>(PARTS, JSON.stringify(wholes)),
    (row) => row.whole_id,
  );
  const changed: (readonly [number, number])[] = [];
  for (const parts of families.values()) {
    const [first] = parts;
    if (first === undefined) continue;
    const whole = { amount: first.whole_amount, date: first.whole_date, currency: first.currency };
    const worths = convertParts(whole, parts, rating);
    for (const [index, { id, to_base }] of parts.entries()) {
      const worth = worths[index] ?? to_base;
      if (worth !== to_base) changed.push([id, worth]);
    }
  }
  setBase(sql, "transactions", changed);
}

interface GroupRow extends Total {
  readonly id: number;
  readonly updated_at: number;
}

interface MemberRow extends Total {
  readonly group_parent_id: number;
}

const GROUPS = `SELECT g.id, g.amount, g.currency, g.to_base, g.updated_at
  FROM json_each(?) j CROSS JOIN transactions g ON g.id = j.value`;
const MEMBERS = `SELECT m.group_parent_id, m.amount, m.currency, m.to_base
  FROM json_each(?) j CROSS JOIN transactions m ON m.group_parent_id = j.value`;
const UPDATE = `UPDATE transactions SET amount = v.value ->> 1, currency = v.value ->> 2, to_base = v.value ->> 3,
    updated_at = v.value ->> 4
  FROM json_each(?) v WHERE transactions.id = v.value ->> 0`;

/**
 * Recomputes the totals of these groups; repeat it when a member is recomputed later. A group whose
 * amount or currency changes counts as updated. A total that leaves the range of amounts stays.
 */
export function settleGroups(
  sql: Sql,
  primary: Currency,
  groups: readonly number[],
  now: number,
): void {
  for (let from = 0; from < groups.length; from += FAMILIES_A_STATEMENT) {
    const part = JSON.stringify(groups.slice(from, from + FAMILIES_A_STATEMENT));
    const members = Map.groupBy(
      sql.all<MemberRow>(MEMBERS, part),
      (member) => member.group_parent_id,
    );
    const changed = sql.all<GroupRow>(GROUPS, part).flatMap(({ id, updated_at, ...before }) => {
      const total = sumMembers(members.get(id) ?? [], primary) ?? before;
      const shown = total.amount === before.amount && total.currency === before.currency;
      if (shown && total.to_base === before.to_base) return [];
      return [[id, total.amount, total.currency, total.to_base, shown ? updated_at : now]];
    });
    if (changed.length > 0) sql.run(UPDATE, JSON.stringify(changed));
  }
}

/** Writes [id, to_base] pairs into a table that has both columns. */
export function setBase(sql: Sql, table: string, pairs: readonly (readonly number[])[]): void {
  if (pairs.length === 0) return;
  const statement = `UPDATE ${table} SET to_base = v.value ->> 1 FROM json_each(?) v WHERE ${table}.id = v.value ->> 0`;
  for (const part of inParts(pairs)) sql.run(statement, part);
}
