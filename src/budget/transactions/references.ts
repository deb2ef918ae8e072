// The ids a transaction names (category, accounts, tags, recurring item) must exist: they are looked up
// once for a whole batch, then each item is checked against what was found.

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

/** What exists of the ids asked for. */
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

/** Looks up every id the items name, one statement a kind, none for a kind that nobody names. */
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

/** Where an item stands in the request: a locator's name and number, or nothing. */
export type Locators = Readonly<Record<string, number>>;

/** What is wrong with the ids one item names; `at` locates the item ({} for a request of one). */
export function unknownReferences(
  item: Naming,
  known: References,
  at: Locators,
  { name, account }: Wording = PLAIN_WORDING,
): ErrorItem[] {
  const errors: ErrorItem[] = [];
  const complain = (
    error: string,
    property: string,
    id: number,
    what: string,
    more: object = {},
  ): void => {
    errors.push({
      errMsg: `${name(property)} is ${id}, but ${what}.`,
      error,
      ...at,
      invalid_property: property,
      ...more,
    });
  };
  if (item.category_id != null) {
    const category = known.categories.get(item.category_id);
    if (category === undefined)
      complain("Invalid Category ID", "category_id", item.category_id, "there is no such category");
    else if (category.is_group === 1) {
      const named = { category_group_name: category.name };
      complain(
        "Invalid Category ID",
        "category_id",
        item.category_id,
        `${JSON.stringify(category.name)} is a category group`,
        named,
      );
    }
  }
  if (item.manual_account_id != null && item.linked_account_id != null) {
    errors.push({
      errMsg: `A transaction belongs to ${withArticle(account)} or to a linked account, not to both.`,
      error: "Invalid Manual Account ID",
      ...at,
      invalid_property: "manual_account_id",
    });
  }
  if (item.manual_account_id != null && !known.manualAccounts.has(item.manual_account_id)) {
    complain(
      "Invalid Manual Account ID",
      "manual_account_id",
      item.manual_account_id,
      `there is no such ${account}`,
    );
  }
  if (item.linked_account_id != null && !known.linkedAccounts.has(item.linked_account_id)) {
    complain(
      "Invalid Linked Account ID",
      "linked_account_id",
      item.linked_account_id,
      "there is no such linked account",
    );
  }
  if (item.recurring_id != null && !known.recurring.has(item.recurring_id)) {
    complain(
      "Invalid Recurring ID",
      "recurring_id",
      item.recurring_id,
      "there is no such recurring item",
    );
  }
  for (const property of ["tag_ids", "additional_tag_ids"] as const) {
    for (const [index, id] of (item[property] ?? []).entries()) {
      if (!known.tags.has(id))
        complain("Invalid Tag ID", property, id, "there is no such tag", {
          [`${property}_index`]: index,
        });
    }
  }
  return errors;
}

/** Whether transactions of this linked account may not be added or changed. */
export function isLocked(known: References, linkedAccountId: number | null | undefined): boolean {
  return (
    linkedAccountId != null &&
    known.linkedAccounts.get(linkedAccountId)?.allow_transaction_modifications === 0
  );
}
