// The transaction object of version 1 (service-v1.md, Transaction; gaps.md, D31, D32 and 5). It
// includes the names of its category, accounts and recurring item, which are read once per kind for
// a whole page. The recurring item's payee and notes replace its own.

import * as z from "zod";
import { must } from "../../platform/assert.ts";
import { GRANULARITIES } from "../../money/cadence.ts";
import { CURRENCIES } from "../../money/currency.ts";
import type { Sql } from "../../platform/sql/sql.ts";
import { listAccounts, type AccountRow } from "../accounts/store.ts";
import { listCategories, type Category } from "../categories/store.ts";
import { AMOUNT_OUT, amountOut, expenseType, STATUS_OUT, statusOut, toBaseOut } from "./wire.ts";
import { shownName } from "../linked/rules.ts";
import { listLinked, type LinkedRow } from "../linked/store.ts";
import { CADENCE_WORDS, documentedCadence } from "../recurring/cadence-words.ts";
import { findItems, typicalAmount, type RecurringItem } from "../recurring/store.ts";
import { listTags, type TagRow } from "../tags/store.ts";
import { LEGACY_TAG, toLegacyTag } from "./tags.ts";
import * as wire from "../wire.ts";
import { isParent } from "../transactions/bound.ts";
import type { TransactionRow } from "../transactions/row.ts";
import { listChildren, readTagIds } from "../transactions/store.ts";

const CHILD = z
  .strictObject({
    id: z.int(),
    payee: z.string(),
    amount: AMOUNT_OUT,
    currency: z.enum(CURRENCIES),
    date: wire.DAY_OUT,
    formatted_date: z.string(),
    notes: z.string().nullable(),
    asset_id: z.int().nullable(),
    linked_account_id: z.int().nullable(),
    to_base: z.number(),
  })
  .meta({ id: "LegacyChildTransaction" });

const SOURCES = ["api", "csv", "manual", "merge", "linked", "recurring", "rule", "user"] as const;

const DEPRECATED = {
  original_date: z.null(),
  type: z.null(),
  subtype: z.null(),
  fees: z.null(),
  price: z.null(),
  quantity: z.null(),
};

export const LEGACY_TRANSACTION = z
  .strictObject({
    id: z.int(),
    date: wire.DAY_OUT,
    payee: z.string(),
    amount: AMOUNT_OUT,
    currency: z.enum(CURRENCIES),
    to_base: z.number(),
    category_id: z.int().nullable(),
    category_name: z.string().nullable(),
    category_group_id: z.int().nullable(),
    category_group_name: z.string().nullable(),
    is_income: z.boolean(),
    exclude_from_budget: z.boolean(),
    exclude_from_totals: z.boolean(),
    created_at: wire.TIME_OUT,
    updated_at: wire.TIME_OUT,
    status: STATUS_OUT,
    is_pending: z.boolean(),
    notes: z.string().nullable(),
    original_name: z.string().nullable(),
    recurring_id: z.int().nullable(),
    recurring_payee: z.string().nullable(),
    recurring_description: z.string().nullable(),
    recurring_cadence: z.enum(CADENCE_WORDS).nullable(),
    recurring_granularity: z.enum(GRANULARITIES).nullable(),
    recurring_quantity: z.int().nullable(),
    recurring_type: z.enum(["cleared", "suggested", "dismissed"]).nullable(),
    recurring_amount: AMOUNT_OUT.nullable(),
    recurring_currency: z.enum(CURRENCIES).nullable(),
    parent_id: z.int().nullable(),
    has_children: z.boolean(),
    group_id: z.int().nullable(),
    is_group: z.boolean(),
    asset_id: z.int().nullable(),
    asset_institution_name: z.string().nullable(),
    asset_name: z.string().nullable(),
    asset_display_name: z.string().nullable(),
    asset_status: z.enum(["active", "closed"]).nullable(),
    linked_account_id: z.int().nullable(),
    linked_account_name: z.string().nullable(),
    linked_account_mask: z.string().nullable(),
    institution_name: z.string().nullable(),
    linked_account_display_name: z.string().nullable(),
    /** JSON text (gaps.md, D31). */
    linked_metadata: z.string().nullable(),
    source: z.enum(SOURCES).nullable(),
    display_name: z.string(),
    display_notes: z.string().nullable(),
    account_display_name: z.string().nullable(),
    tags: z.array(LEGACY_TAG),
    children: z.array(CHILD),
    external_id: z.string().nullable(),
    ...DEPRECATED,
  })
  .meta({ id: "LegacyTransaction" });
type LegacyTransaction = z.input<typeof LEGACY_TRANSACTION>;

/**
 * The scopes that a caller needs besides transactions: the object shows more of these resources
 * than their ids.
 */
export const NAMED_SCOPES = [
  "categories:read",
  "tags:read",
  "accounts:read",
  "recurring:read",
] as const;

/** Everything that the transactions of an answer name. */
interface Names {
  readonly categories: ReadonlyMap<number, Category>;
  readonly assets: ReadonlyMap<number, AccountRow>;
  readonly linked: ReadonlyMap<number, LinkedRow>;
  readonly recurring: ReadonlyMap<number, RecurringItem>;
  readonly tags: ReadonlyMap<number, TagRow>;
}

/** The transaction objects of these rows, in their order. */
export function presentLegacy(
  sql: Sql,
  rows: readonly TransactionRow[],
  debitAsNegative: boolean,
): LegacyTransaction[] {
  const parents = rows.filter(isParent).map(({ id }) => id);
  const children = parents.length === 0 ? [] : listChildren(sql, parents, false);
  const family = Map.groupBy(children, (child) => child.split_parent_id ?? child.group_parent_id);
  const tags = readTagIds(
    sql,
    rows.map(({ id }) => id),
  );
  const names = readNames(sql, [...rows, ...children], tags);
  return rows.map((row) => ({
    ...own(row, names, debitAsNegative),
    ...ofCategory(row, names),
    ...ofRecurring(row, names, debitAsNegative),
    ...ofAccount(row, names),
    tags: (tags.get(row.id) ?? []).map((id) =>
      toLegacyTag(must(names.tags.get(id), "a tag in use exists")),
    ),
    children: isParent(row)
      ? (family.get(row.id) ?? []).map((child) => toChild(child, names, debitAsNegative))
      : [],
  }));
}

function readNames(
  sql: Sql,
  rows: readonly TransactionRow[],
  tags: ReadonlyMap<number, readonly number[]>,
): Names {
  const any = (property: "category_id" | "manual_account_id" | "linked_account_id"): boolean =>
    rows.some((row) => row[property] !== null);
  const recurring = new Set(rows.flatMap((row) => row.recurring_id ?? []));
  const tagIds = new Set([...tags.values()].flat());
  return {
    categories: byId(any("category_id") ? listCategories(sql) : []),
    assets: byId(any("manual_account_id") ? listAccounts(sql) : []),
    linked: byId(any("linked_account_id") ? listLinked(sql) : []),
    recurring: byId(recurring.size === 0 ? [] : findItems(sql, [...recurring])),
    tags: byId(tagIds.size === 0 ? [] : listTags(sql, [...tagIds])),
  };
}

function byId<Row extends { readonly id: number }>(rows: readonly Row[]): Map<number, Row> {
  return new Map(rows.map((row) => [row.id, row]));
}

function named<Row>(names: ReadonlyMap<number, Row>, id: number | null): Row | null {
  return id === null ? null : must(names.get(id), "what a transaction names exists");
}

function own(row: TransactionRow, names: Names, debitAsNegative: boolean) {
  const { payee, notes } = shownTexts(row, names);
  return {
    id: row.id,
    date: row.date,
    payee,
    amount: amountOut(row.amount, debitAsNegative),
    currency: row.currency,
    to_base: toBaseOut(row.to_base, debitAsNegative),
    created_at: wire.formatTime(row.created_at),
    updated_at: wire.formatTime(row.updated_at),
    status: statusOut(row),
    is_pending: row.is_pending === 1,
    notes,
    original_name: row.original_name,
    parent_id: row.split_parent_id,
    has_children: isParent(row),
    group_id: row.group_parent_id,
    is_group: row.is_group_parent === 1,
    linked_metadata: row.linked_metadata,
    source: sourceOut(row.source),
    display_name: payee,
    display_notes: notes,
    external_id: row.external_id,
    original_date: null,
    type: null,
    subtype: null,
    fees: null,
    price: null,
    quantity: null,
  };
}

/** Version 1 has no word for the parts of a split: it was its user who made them. */
function sourceOut(source: string | null): (typeof SOURCES)[number] | null {
  return source === "split" ? "user" : (SOURCES.find((one) => one === source) ?? null);
}

/**
 * A recurring item's payee and description replace the transaction's own; if it has none, the
 * transaction's stay.
 */
function shownTexts(
  row: TransactionRow,
  { recurring }: Names,
): { payee: string; notes: string | null } {
  const item = named(recurring, row.recurring_id);
  return { payee: choosePayee(item) ?? row.payee, notes: item?.description ?? row.notes };
}

/** The payee that the item sets, else the one by which it recognizes; null without either. */
function choosePayee(item: RecurringItem | null): string | null {
  return item === null ? null : (item.set_payee ?? item.payee);
}

function ofCategory(row: TransactionRow, { categories }: Names) {
  const category = named(categories, row.category_id);
  const group = named(categories, category?.group_id ?? null);
  return {
    category_id: row.category_id,
    category_name: category?.name ?? null,
    category_group_id: group?.id ?? null,
    category_group_name: group?.name ?? null,
    is_income: category?.is_income ?? false,
    exclude_from_budget: category?.exclude_from_budget ?? false,
    exclude_from_totals: category?.exclude_from_totals ?? false,
  };
}

function ofRecurring(row: TransactionRow, { recurring }: Names, debitAsNegative: boolean) {
  const item = named(recurring, row.recurring_id);
  return {
    recurring_id: row.recurring_id,
    recurring_payee: choosePayee(item),
    recurring_description: item?.description ?? null,
    recurring_cadence: item && documentedCadence(item),
    recurring_granularity: item?.granularity ?? null,
    recurring_quantity: item?.quantity ?? null,
    recurring_type: item && expenseType(item),
    recurring_amount: item && amountOut(typicalAmount(item), debitAsNegative),
    recurring_currency: item?.currency ?? null,
  };
}

function ofAccount(row: TransactionRow, { assets, linked }: Names) {
  const asset = named(assets, row.manual_account_id);
  const account = named(linked, row.linked_account_id);
  const linkedName = account === null ? null : shownName(account);
  return {
    asset_id: row.manual_account_id,
    asset_institution_name: asset?.institution_name ?? null,
    asset_name: asset?.name ?? null,
    asset_display_name: asset?.display_name ?? null,
    asset_status: asset?.status ?? null,
    linked_account_id: row.linked_account_id,
    linked_account_name: account?.name ?? null,
    linked_account_mask: account?.mask ?? null,
    institution_name: account?.institution_name ?? null,
    linked_account_display_name: linkedName,
    account_display_name: asset?.shown_name ?? linkedName,
  };
}

function toChild(
  row: TransactionRow,
  names: Names,
  debitAsNegative: boolean,
): z.input<typeof CHILD> {
  return {
    id: row.id,
    ...shownTexts(row, names),
    amount: amountOut(row.amount, debitAsNegative),
    currency: row.currency,
    date: row.date,
    formatted_date: row.date,
    asset_id: row.manual_account_id,
    linked_account_id: row.linked_account_id,
    to_base: toBaseOut(row.to_base, debitAsNegative),
  };
}
