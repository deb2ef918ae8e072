// The ids a transaction names (category, accounts, tags, recurring item) must exist: they are
// looked up once for a whole batch, then each item is checked against the result.

import type { Currency } from "../../money/currency.ts";
import type { ErrorItem } from "../../platform/api/problem.ts";
import type { Sql } from "../../platform/sql/sql.ts";
import { PLAIN_WORDING, withArticle, type Wording } from "./wording.ts";

/** The properties of an item that name other resources. */
export interface Naming {
  readonly category_id?: number | null | undefined;
  readonly manual_account_id?: number | null | undefined;
  readonly linked_account_id?: number | null | undefined;
  readonly recurring_id?: number | null | undefined;
  readonly tag_ids?: readonly number[] | undefined;
  readonly additional_tag_ids?: readonly number[] | undefined;
}

interface CategoryRef {
  readonly id: number;
  readonly name: string;
  readonly is_group: number;
}

interface LinkedRef {
  readonly id: number;
  readonly allow_transaction_modifications: number;
}

/** The existing rows among the requested ids. */
export interface References {
  readonly categories: ReadonlyMap<number, CategoryRef>;
  readonly manualAccounts: ReadonlyMap<
    number,
    { readonly id: number; readonly currency: Currency; readonly balance: number }
  >;
  readonly linkedAccounts: ReadonlyMap<number, LinkedRef>;
  readonly recurring: ReadonlyMap<number, unknown>;
  readonly tags: ReadonlyMap<number, unknown>;
}

/** Looks up every id that the items name, with one statement per kind that occurs. */
export function loadReferences(sql: Sql, items: readonly Naming[]): References {
  const found = <Row extends { readonly id: number }>(
    columns: string,
    table: string,
    ids: readonly (number | null | undefined)[],
  ) => {
    const wanted = [...new Set(ids.filter((id) => id != null))];
    if (wanted.length === 0) return new Map<number, Row>();
    const rows = sql.all<Row>(
      `SELECT ${columns} FROM ${table} WHERE id IN (SELECT value FROM json_each(?))`,
      JSON.stringify(wanted),
    );
    return new Map(rows.map((row) => [row.id, row]));
  };
  return {
    categories: found(
      "id, name, is_group",
      "categories",
      items.map((item) => item.category_id),
    ),
    manualAccounts: found(
      "id, currency, balance",
      "manual_accounts",
      items.map((item) => item.manual_account_id),
    ),
    linkedAccounts: found(
      "id, allow_transaction_modifications",
      "linked_accounts",
      items.map((item) => item.linked_account_id),
    ),
    recurring: found(
      "id",
      "recurring_items",
      items.map((item) => item.recurring_id),
    ),
    tags: found(
      "id",
      "tags",
      items.flatMap((item) => [...(item.tag_ids ?? []), ...(item.additional_tag_ids ?? [])]),
    ),
  };
}

/** The place of an item in the request: a locator's name and number, or nothing. */
export type Locators = Readonly<Record<string, number>>;

/** One kind of reference: how its property, its error and what is missing are called. */
interface Kind {
  readonly property: "manual_account_id" | "linked_account_id" | "recurring_id";
  readonly error: string;
  readonly known: ReadonlyMap<number, unknown>;
  readonly noun: string;
}

/** The faults of the ids that one item names; `at` locates the item ({} for a request of one). */
export function unknownReferences(
  item: Naming,
  known: References,
  at: Locators,
  { name, account }: Wording = PLAIN_WORDING,
): ErrorItem[] {
  const describe = (
    error: string,
    property: string,
    id: number,
    problem: string,
    more: object = {},
  ): ErrorItem => ({
    errMsg: `${name(property)} is ${id}, but ${problem}.`,
    error,
    ...at,
    invalid_property: property,
    ...more,
  });
  const errors: ErrorItem[] = [];
  const categoryId = item.category_id;
  if (categoryId != null) {
    const category = known.categories.get(categoryId);
    const problem = categoryProblem(category);
    const group = category === undefined ? {} : { category_group_name: category.name };
    if (problem !== null)
      errors.push(describe("Invalid Category ID", "category_id", categoryId, problem, group));
  }
  if (item.manual_account_id != null && item.linked_account_id != null) {
    errors.push({
      errMsg: `A transaction belongs to ${withArticle(account)} or to a linked account, not to both.`,
      error: "Invalid Manual Account ID",
      ...at,
      invalid_property: "manual_account_id",
    });
  }
  for (const { property, error, known: found, noun } of listKinds(known, account)) {
    const id = item[property];
    if (id != null && !found.has(id))
      errors.push(describe(error, property, id, `there is no such ${noun}`));
  }
  for (const property of ["tag_ids", "additional_tag_ids"] as const) {
    for (const [index, id] of (item[property] ?? []).entries()) {
      const place = { [`${property}_index`]: index };
      if (!known.tags.has(id))
        errors.push(describe("Invalid Tag ID", property, id, "there is no such tag", place));
    }
  }
  return errors;
}

function categoryProblem(category: CategoryRef | undefined): string | null {
  if (category === undefined) return "there is no such category";
  return category.is_group === 1 ? `${JSON.stringify(category.name)} is a category group` : null;
}

function listKinds(known: References, account: string): readonly Kind[] {
  return [
    {
      property: "manual_account_id",
      error: "Invalid Manual Account ID",
      known: known.manualAccounts,
      noun: account,
    },
    {
      property: "linked_account_id",
      error: "Invalid Linked Account ID",
      known: known.linkedAccounts,
      noun: "linked account",
    },
    {
      property: "recurring_id",
      error: "Invalid Recurring ID",
      known: known.recurring,
      noun: "recurring item",
    },
  ];
}

/** Whether transactions of this linked account may not be added or changed. */
export function isLocked(known: References, linkedAccountId: number | null | undefined): boolean {
  return (
    linkedAccountId != null &&
    known.linkedAccounts.get(linkedAccountId)?.allow_transaction_modifications === 0
  );
}
