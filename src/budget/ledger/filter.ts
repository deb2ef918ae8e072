// The filters of the ledger as a WHERE clause: those of GET /v2/transactions (filter.ts there), and
// what a person also asks for. Pure but for the bounded reads behind the choice of an index.

import { LEDGER_FOUND_MAX, LEDGER_SORTED_MAX } from "../../platform/limits.ts";
import type { Bindable, Sql } from "../../platform/sql/sql.ts";
import type { Filter } from "../transactions/filter.ts";
import { areFew, plannedFilter, selectCategories } from "../transactions/find.ts";
import type { Having, Lacking, LedgerQuery, Origin } from "./query.ts";
import { buildSearch, type Search } from "./search.ts";

/** The transactions that are asked for: what the database decides, and what is compared after it. */
export interface Wanted extends Filter {
  readonly matches: Search["matches"];
}

/** A condition and its values. */
type Condition = readonly [condition: string, ...values: Bindable[]];

/** The condition that a transaction `t` is in the ledger. */
export function buildWanted(sql: Sql, query: LedgerQuery): Wanted {
  const search = query.q === undefined ? null : buildSearch(query.q);
  const categories = selectCategories(sql, query.category_id);
  const ofSides = query.has?.includes("transfer") === true ? (categories ?? null) : null;
  const base = plannedFilter(sql, {
    ...query,
    manual_account_ids: query.cash ? [0] : query.manual_account_id,
    linked_account_ids: query.cash ? [0] : query.linked_account_id,
    category_ids: ofSides === null ? categories : undefined,
    include_pending: true,
    include_split_parents: false,
    include_group_children: false,
  });
  const sets: Among[] = [
    ...(query.source === undefined ? [] : originSets(query.source)),
    ...(query.has?.includes("receipt") === true ? [RECEIPTS] : []),
    ...(query.has?.includes("split") === true ? [PARTS] : []),
    ...(query.ids === undefined ? [] : [amongIds(query.ids)]),
    ...amountSets(sql, query),
  ];
  const fewest = sets.find(({ select, values }) =>
    areFew(sql, LEDGER_SORTED_MAX, `(${select})`, ...values),
  );
  const found = fewest === undefined && isBroad(query) ? findFew(sql, search) : null;
  const first = fewest ?? found;
  const conditions: Condition[] = [
    [base.where, ...base.values],
    // With a plus the database only looks whether the id is there; without, it begins with these.
    ...[...sets, ...(found === null ? [] : [found])].map((set): Condition => [
      `${set === first ? "" : "+"}t.id IN (${set.select})`,
      ...set.values,
    ]),
    ...amountConditions(query),
    ...(query.source?.kind === "person" ? [PERSON] : []),
    ...(query.has ?? []).flatMap(hasConditions),
    ...(ofSides === null ? [] : [ofGroupOrSide(ofSides)]),
    ...(query.no ?? []).map(lacksCondition),
    ...(found === null ? (search?.conditions ?? []) : []),
  ];
  return {
    where: conditions.map(([condition]) => condition).join(" AND "),
    values: conditions.flatMap(([, ...values]) => values),
    index: first === null ? chooseIndex(query, base) : "NOT INDEXED",
    matches: search?.matches ?? null,
  };
}

/** The parameters that leave few transactions to search. */
const NARROWING = [
  "start_date",
  "end_date",
  "manual_account_id",
  "linked_account_id",
  "cash",
  "category_id",
  "tag_id",
  "status",
  "is_pending",
  "recurring_id",
  "source",
  "has",
  "ids",
] as const;

function isBroad(query: LedgerQuery): boolean {
  return NARROWING.every((name) => query[name] === undefined);
}

/**
 * The transactions that a search finds, if they are few. To read the table as it is stored takes a
 * fraction of the time that its order by date takes, and every part of the answer begins with them.
 */
function findFew(sql: Sql, search: Search | null): Among | null {
  if (search === null || search.conditions.length === 0) return null;
  const found = sql.all<{ id: number }>(
    `SELECT t.id FROM transactions t NOT INDEXED
     WHERE ${search.conditions.map(([condition]) => condition).join(" AND ")} LIMIT ?`,
    ...search.conditions.flatMap(([, ...values]) => values),
    LEDGER_FOUND_MAX + 1,
  );
  return found.length > LEDGER_FOUND_MAX ? null : amongIds(found.map(({ id }) => id));
}

/** Those that a person entered are in an index of their own, in the order of the list. */
function chooseIndex({ source }: LedgerQuery, base: Filter): string {
  return source?.kind === "person" ? "INDEXED BY transactions_by_origin" : base.index;
}

/** What the amounts have to be, of a transaction `t`. */
function amountConditions({ amount_min: min, amount_max: max, direction }: LedgerQuery) {
  const conditions: Condition[] = [];
  if (min !== undefined) conditions.push(["abs(t.amount) >= ?", min]);
  if (max !== undefined) conditions.push(["abs(t.amount) <= ?", max]);
  if (direction !== undefined) conditions.push([`t.amount ${direction === "in" ? "<" : ">"} 0`]);
  return conditions;
}

/** Rare amounts: an index has them beside the accounts, and to read it reads no row. */
function amountSets(sql: Sql, query: LedgerQuery): Among[] {
  const conditions = amountConditions(query);
  if (conditions.length === 0) return [];
  const where = conditions.map(([condition]) => condition).join(" AND ");
  const values = conditions.flatMap(([, ...bound]) => bound);
  const select = `SELECT t.id FROM transactions t INDEXED BY transactions_by_account WHERE ${where}`;
  return areFew(sql, LEDGER_SORTED_MAX, `(${select})`, ...values) ? [{ select, values }] : [];
}

/** Transactions found by an index of their own: a SELECT of their ids. */
interface Among {
  readonly select: string;
  readonly values: readonly Bindable[];
}

function amongIds(ids: readonly number[]): Among {
  return { select: "SELECT value FROM json_each(?)", values: [JSON.stringify(ids)] };
}

// As the indexes of schema/0021-origin.ts spell it.
const originOf = (alias: string): string =>
  `coalesce(${alias}.custom_metadata ->> '$.tributary.run', iif(${alias}.source = 'linked', ' bank', NULL))`;
const receiptOf = (alias: string): string => `${alias}.custom_metadata ->> '$.tributary.receipt'`;

/** What an import or a mail brought, and what stands for it: its parts, and its groups. */
function originSets(origin: Origin): Among[] {
  if (origin.kind === "person") return [];
  if (origin.kind === "rule") return [selectByRule(Number(origin.id))];
  const isOf =
    origin.kind === "imports"
      ? `${originOf("w")} IN (SELECT value FROM json_each(?))`
      : `${receiptOf("w")} = ?`;
  const value = origin.kind === "imports" ? JSON.stringify(origin.ids) : origin.id;
  return [
    {
      select: `SELECT w.id FROM transactions w WHERE ${isOf}
        UNION ALL SELECT w.group_parent_id FROM transactions w WHERE ${isOf} AND w.group_parent_id IS NOT NULL
        UNION ALL SELECT p.id FROM transactions w CROSS JOIN transactions p ON p.split_parent_id = w.id WHERE ${isOf}`,
      values: [value, value, value],
    },
  ];
}

/**
 * The transactions that a rule set fields of, the groups that they are in, and the parts of their
 * splits.
 */
function selectByRule(rule: number): Among {
  const own = "SELECT r.transaction_id FROM transaction_rules r WHERE r.rule_id = ?";
  return {
    select: `${own}
      UNION ALL SELECT w.group_parent_id FROM transactions w WHERE w.id IN (${own}) AND w.group_parent_id IS NOT NULL
      UNION ALL SELECT p.id FROM transactions p WHERE p.split_parent_id IN (${own})`,
    values: [rule, rule, rule],
  };
}

/** What no import, mail or bank brought. A mail may have found what a person entered. */
const PERSON: Condition = [
  `${originOf("t")} IS NULL AND NOT ${isMailed("t")} AND NOT EXISTS (
     SELECT 1 FROM transactions w
     WHERE w.id = t.split_parent_id AND (${originOf("w")} IS NOT NULL OR ${isMailed("w")}))`,
];

function isMailed(alias: string): string {
  return `(ifnull(${alias}.external_id GLOB 'email:*', 0) AND ${receiptOf(alias)} IS NOT NULL)`;
}

/** Those with a file, or with a receipt that came by mail. */
const RECEIPTS: Among = {
  select: `SELECT a.transaction_id FROM attachments a
    UNION ALL SELECT w.id FROM transactions w WHERE ${receiptOf("w")} IS NOT NULL`,
  values: [],
};

const PARTS: Among = {
  select: "SELECT w.id FROM transactions w WHERE w.split_parent_id IS NOT NULL",
  values: [],
};

/** Two sides in different accounts, one out and one in. */
const IS_TRANSFER = `(SELECT count(*) = 2 AND min(m.amount) < 0 AND max(m.amount) > 0
    AND count(DISTINCT coalesce('m' || m.manual_account_id, 'l' || m.linked_account_id)) = 2
  FROM transactions m WHERE m.group_parent_id = t.id)`;

/** What is no set of its own. */
function hasConditions(what: Having): Condition[] {
  if (what === "transfer") return [[`t.is_group_parent = 1 AND ${IS_TRANSFER}`]];
  return what === "notes" ? [["t.notes <> ''"]] : [];
}

/** A transfer is of a category if it is itself, or one of its sides. */
function ofGroupOrSide(categories: readonly number[]): Condition {
  const ids = JSON.stringify(categories);
  return [
    `(t.category_id IN (SELECT value FROM json_each(?)) OR EXISTS (
       SELECT 1 FROM transactions m
       WHERE m.group_parent_id = t.id AND m.category_id IN (SELECT value FROM json_each(?))))`,
    ids,
    ids,
  ];
}

function lacksCondition(what: Lacking): Condition {
  return [what === "category" ? "t.category_id IS NULL" : `+t.id NOT IN (${RECEIPTS.select})`];
}
