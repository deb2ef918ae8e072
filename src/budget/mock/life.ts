// The household's fourteen months, lived through the real operations in the order of the calendar: the
// clock goes on, so that balances, histories and dates of creation come about as they would have.

import { must } from "../../value/assert.ts";
import {
  ACCOUNTS,
  ARCHIVED_CATEGORY,
  ARCHIVED_TAG,
  GROUPS,
  MONTHLY,
  MONTHS,
  ONCE,
  RULES,
  SINGLES,
  SPLIT,
  TAGS,
  TODAY,

  VARIED,
  type Month,
} from "./data.ts";
import type { World } from "./world.ts";

/** The ids that things of a name were given. */
type Ids = ReadonlyMap<string, number>;

interface Household {
  readonly world: World;
  readonly accounts: Ids;
  readonly categories: Ids;
  readonly tags: Ids;
}

/** Lives through everything, from an empty budget. */
export async function live(world: World): Promise<void> {
  world.goTo("2025-10-01");
  const household = await moveIn(world);
  for (const month of MONTHS) {
    world.goTo(month === TODAY.slice(0, 7) ? TODAY : `${month}-28`);
    await spend(household, month);
  }
  await tidyUp(household);
}

async function moveIn(world: World): Promise<Household> {
  const accounts = new Map<string, number>();
  for (const account of ACCOUNTS)
    accounts.set(account.name, (await world.call("POST", "/manual_accounts", account)).id);
  const categories = await makeCategories(world);
  const tags = new Map<string, number>();
  for (const tag of TAGS) tags.set(tag.name, (await world.call("POST", "/tags", tag)).id);
  await world.call("POST", "/tags", { name: ARCHIVED_TAG, archived: true });
  for (const { set, ...rule } of RULES) {
    const named = "tags" in set ? { tag_ids: set.tags.map((tag) => idOf(tags, tag)) } : set;
    await world.callOwn("POST", "/rules", { ...rule, set: named });
  }
  return { world, accounts, categories, tags };
}

async function makeCategories(world: World): Promise<Ids> {
  const ids = new Map<string, number>();
  for (const { name, flags, members } of GROUPS) {
    const group = await world.call("POST", "/categories", { name, is_group: true, children: members, ...flags });
    ids.set(name, group.id);
    const children = group["children"] as readonly { readonly id: number; readonly name: string }[];
    for (const child of children) ids.set(child.name, child.id);
  }
  for (const single of SINGLES) ids.set(single.name, (await world.call("POST", "/categories", single)).id);
  await world.call("POST", "/categories", { name: ARCHIVED_CATEGORY, archived: true });
  return ids;
}

async function spend(household: Household, month: Month): Promise<void> {
  const items = itemsOf(household, month).filter(({ date }) => date <= TODAY);
  await household.world.call("POST", "/transactions", { transactions: items, apply_rules: true });
}

/** The month's transactions in the order of their days. */
function itemsOf({ accounts, categories, tags }: Household, month: Month) {
  const turn = MONTHS.indexOf(month);
  const item = (
    date: string,
    one: {
      readonly payee: string;
      readonly original: string;
      readonly category: string | null;
      readonly account: string | null;
      readonly tags?: readonly string[];
    },
    amount: string,
  ) => ({
    date,
    amount,
    payee: one.payee,
    original_name: one.original,
    category_id: one.category === null ? null : idOf(categories, one.category),
    manual_account_id: one.account === null ? null : idOf(accounts, one.account),
    tag_ids: (one.tags ?? []).map((tag) => idOf(tags, tag)),
  });
  const monthly = MONTHLY.map((one) => item(dayIn(month, one.day), one, one.amount));
  const varied = VARIED.flatMap((one) =>
    one.days.map((day, index) =>
      item(dayIn(month, day), one, must(one.prices[(turn * one.days.length + index) % one.prices.length], "a price")),
    ),
  );
  const once = ONCE.filter(({ date }) => date.startsWith(month)).map((one) => ({
    ...item(one.date, one, one.amount),
    ...(one.currency !== undefined && { currency: one.currency }),
    ...(one.notes !== undefined && { notes: one.notes }),
    ...(one.unreviewed === true && { status: "unreviewed" }),
  }));
  return [...monthly, ...varied, ...once]
    .toSorted((a, b) => (a.date < b.date ? -1 : a.date > b.date ? 1 : 0))
    .map((one, index) => ({
      ...one,
      ...(one.manual_account_id !== null && { external_id: `${month}:${String(index + 1).padStart(3, "0")}` }),
    }));
}

async function tidyUp({ world, accounts, categories }: Household): Promise<void> {
  const receipt = await find(world, `start_date=${SPLIT.date}&end_date=${SPLIT.date}`, SPLIT.payee);
  await world.call("POST", `/transactions/split/${must(receipt[0], "the receipt is there")}`, {
    child_transactions: SPLIT.parts.map(({ amount, category, notes }) => ({
      amount,
      notes,
      category_id: idOf(categories, category),
    })),
  });
  const loan = idOf(accounts, "Student Loan");
  await world.call("PUT", `/manual_accounts/${loan}`, { balance: 0, status: "closed", closed_on: "2026-10-31" });
  await world.call("PUT", "/me/account/settings", { supported_currencies: ["usd", "eur", "gbp"] });
  await world.call("PUT", "/me/user/account/settings", { default_manual_account_id: idOf(accounts, "Checking") });
}

/** The ids of the listed transactions with that payee. */
async function find(world: World, query: string, payee: string): Promise<number[]> {
  const { transactions } = await world.call("GET", `/transactions?${query}`);
  return (transactions as readonly { readonly id: number; readonly payee: string }[])
    .filter((one) => one.payee === payee)
    .map(({ id }) => id);
}

function idOf(ids: Ids, name: string): number {
  return must(ids.get(name), `${name} has been made`);
}

function dayIn(month: Month, day: number): string {
  return `${month}-${String(day).padStart(2, "0")}`;
}
