// The names behind the ids of transactions: accounts, categories with their groups, tags. A list
// that cannot be read leaves the ids, so that the transactions are still shown.

import { readService } from "../ui/client.ts";
import type { Variables } from "../ui/context.ts";
import { accountsSchema, linkedAccountsSchema, meSchema } from "../ui/wire.ts";
import { categoriesSchema, tagsSchema, type CategoryWire, type Transaction } from "./wire.ts";

export interface AccountName {
  /** As an address names it: "manual:11". */
  readonly key: string;
  readonly name: string;
  readonly isClosed: boolean;
}

export interface CategoryName {
  readonly id: number;
  readonly name: string;
  /** The group's name; null for a category without one. */
  readonly group: string | null;
  readonly isGroup: boolean;
  readonly isArchived: boolean;
}

export interface TagName {
  readonly id: number;
  readonly name: string;
  readonly isArchived: boolean;
}

/** The names of one budget, and its currency. */
export interface Names {
  readonly accounts: readonly AccountName[];
  /** In the order of the service, each group before its members. */
  readonly categories: readonly CategoryName[];
  readonly tags: readonly TagName[];
  /** Null if the service does not answer. */
  readonly currency: string | null;
}

/** Reads all names of the budget. */
export async function readNames({
  service: fresh,
  names: service = fresh,
}: Pick<Variables, "service" | "names">): Promise<Names> {
  const [manual, linked, categories, tags, me] = await Promise.all([
    readService(service, "/manual_accounts", accountsSchema),
    readService(service, "/linked_accounts", linkedAccountsSchema),
    readService(service, "/categories?format=flattened", categoriesSchema),
    readService(service, "/tags", tagsSchema),
    readService(service, "/me", meSchema),
  ]);
  const accounts = [
    ...(manual.ok ? manual.value.manual_accounts : []).map((account) => ({
      key: `manual:${account.id}`,
      name: account.display_name || account.name,
      isClosed: account.status === "closed",
    })),
    ...(linked.ok ? linked.value.linked_accounts : []).map((account) => ({
      key: `linked:${account.id}`,
      name: account.display_name || account.name,
      isClosed: false,
    })),
  ];
  return {
    accounts: accounts.sort((a, b) => a.name.localeCompare(b.name, "en")),
    categories: categories.ok ? nameCategories(categories.value.categories) : [],
    tags: (tags.ok ? tags.value.tags : []).map(({ id, name, archived }) => ({
      id,
      name,
      isArchived: archived === true,
    })),
    currency: me.ok ? me.value.primary_currency : null,
  };
}

function nameCategories(categories: readonly CategoryWire[]): CategoryName[] {
  const members = Map.groupBy(categories, ({ group_id: group }) => group ?? null);
  const toName = (category: CategoryWire, group: CategoryWire | null): CategoryName => ({
    id: category.id,
    name: category.name,
    group: group?.name ?? null,
    isGroup: category.is_group === true,
    isArchived: category.archived === true || group?.archived === true,
  });
  return (members.get(null) ?? []).flatMap((top) => [
    toName(top, null),
    ...(members.get(top.id) ?? []).map((member) => toName(member, top)),
  ]);
}

/** The category in words, with its group: "Food · Groceries". */
export function nameCategory({ categories }: Names, id: number | null | undefined): string {
  if (id == null || id === 0) return "No category";
  const found = categories.find((category) => category.id === id);
  if (found === undefined) return `category ${id}`;
  return found.group === null ? found.name : `${found.group} · ${found.name}`;
}

/** The name of the account that the transaction is in. */
export function nameAccount(
  { accounts }: Names,
  transaction: Pick<Transaction, "manual_account_id" | "linked_account_id">,
): string {
  const key = accountKeyOf(transaction);
  return key === null ? "No account" : (accounts.find((one) => one.key === key)?.name ?? key);
}

/** The account of a transaction as an address names it; null for none. */
export function accountKeyOf({
  manual_account_id: manual,
  linked_account_id: linked,
}: Pick<Transaction, "manual_account_id" | "linked_account_id">): string | null {
  if (manual != null) return `manual:${manual}`;
  return linked == null ? null : `linked:${linked}`;
}

/** The tag's name. */
export function nameTag({ tags }: Names, id: number): string {
  return tags.find((tag) => tag.id === id)?.name ?? `tag ${id}`;
}
