// The filters of the ledger as a WHERE clause: those of GET /v2/transactions (filter.ts there), and
// what a person also asks for. Pure but for the bounded counts behind the choice of an index.

import type { Bindable, Sql } from "../../platform/sql/sql.ts";
import type { Filter } from "../transactions/filter.ts";
import { plannedFilter, selectCategories } from "../transactions/find.ts";
import type { Having, Lacking, LedgerQuery, Origin } from "./query.ts";
import { buildSearch, type Search } from "./search.ts";

/** The transactions that are asked for: what the database decides, and what is compared after it. */
export interface Wanted extends Filter {
  readonly matches: Search["matches"];
}

/** A condition and its values. */
type Condition = readonly [condition: string, ...values: Bindable[]];

const SEARCHED =
  "(t.payee || char(10) || coalesce(t.notes, '') || char(10) || coalesce(t.original_name, ''))";

/** The condition that a transaction `t` is in the ledger. */
export function buildWanted(sql: Sql, query: LedgerQuery): Wanted {
  const search = query.q === undefined ? null : buildSearch(query.q);
  const base = plannedFilter(sql, {
    ...query,
    manual_account_ids: query.cash ? [0] : query.manual_account_id,
    linked_account_ids: query.cash ? [0] : query.linked_account_id,
    category_ids: selectCategories(sql, query.category_id),
    include_pending: true,
    include_split_parents: false,
    include_group_children: false,
  });
  const conditions: Condition[] = [
    [base.where, ...base.values],
    ...amountConditions(query),
    ...(query.source === undefined ? [] : [originCondition(query.source)]),
    ...(query.has ?? []).map((what) => hasCondition(what)),
    ...(query.no ?? []).map(lacksCondition),
    ...(search?.conditions ?? []).map(([condition, value]): Condition => [
      condition.replace(/^s\b/, SEARCHED),
      value,
    ]),
  ];
  const { ids } = query;
  if (ids !== undefined)
    conditions.push(["t.id IN (SELECT value FROM json_each(?))", JSON.stringify(ids)]);
  return {
    where: conditions.map(([condition]) => condition).join(" AND "),
    values: conditions.flatMap(([, ...values]) => values),
    index: ids === undefined ? base.index : "NOT INDEXED",
    matches: search?.matches ?? null,
  };
}

function amountConditions({ amount_min: min, amount_max: max, direction }: LedgerQuery) {
  const conditions: Condition[] = [];
  if (min !== undefined) conditions.push(["abs(t.amount) >= ?", min]);
  if (max !== undefined) conditions.push(["abs(t.amount) <= ?", max]);
  if (direction !== undefined) conditions.push([`t.amount ${direction === "in" ? "<" : ">"} 0`]);
  return conditions;
}

/** What imports and mails keep with a transaction: their ids. */
const kept = (alias: string, what: "run" | "receipt"): string =>
  `${alias}.custom_metadata ->> '$.tributary.${what}'`;

/**
 * An import's or a mail's transactions, and what stands for them: their parts, and their groups.
 * What a person entered is neither these nor a bank's.
 */
function originCondition(origin: Origin): Condition {
  if (origin.kind === "person")
    return [
      `NOT ${isForeign("t")} AND NOT EXISTS (
         SELECT 1 FROM transactions w WHERE w.id = t.split_parent_id AND ${isForeign("w")})`,
    ];
  const isOf = `${kept("w", origin.kind === "import" ? "run" : "receipt")} = ?`;
  return [
    `t.id IN (SELECT w.id FROM transactions w WHERE ${isOf}
       UNION ALL SELECT w.group_parent_id FROM transactions w WHERE ${isOf} AND w.group_parent_id IS NOT NULL
       UNION ALL SELECT p.id FROM transactions w CROSS JOIN transactions p ON p.split_parent_id = w.id WHERE ${isOf})`,
    origin.id,
    origin.id,
    origin.id,
  ];
}

/** Imported, inserted for a mail, or a bank's. A mail may also have found what a person entered. */
function isForeign(alias: string): string {
  return `(${alias}.source IS 'linked' OR ${kept(alias, "run")} IS NOT NULL
    OR (ifnull(${alias}.external_id GLOB 'email:*', 0) AND ${kept(alias, "receipt")} IS NOT NULL))`;
}

/** A file or the mail of a receipt is kept with it. */
const HAS_RECEIPT = `(EXISTS (SELECT 1 FROM attachments a WHERE a.transaction_id = t.id)
  OR ${kept("t", "receipt")} IS NOT NULL)`;

/** Two sides in different accounts, one out and one in. */
const IS_TRANSFER = `(SELECT count(*) = 2 AND min(m.amount) < 0 AND max(m.amount) > 0
    AND count(DISTINCT coalesce('m' || m.manual_account_id, 'l' || m.linked_account_id)) = 2
  FROM transactions m WHERE m.group_parent_id = t.id)`;

function hasCondition(what: Having): Condition {
  switch (what) {
    case "receipt":
      return [HAS_RECEIPT];
    case "split":
      return ["t.split_parent_id IS NOT NULL"];
    case "transfer":
      return [`t.is_group_parent = 1 AND ${IS_TRANSFER}`];
    case "notes":
      return ["t.notes <> ''"];
  }
}

function lacksCondition(what: Lacking): Condition {
  return [what === "category" ? "t.category_id IS NULL" : `NOT ${HAS_RECEIPT}`];
}
