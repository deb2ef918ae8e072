// Plays the household's fourteen months through the real operations in calendar order. The clock
// advances, so that balances, histories and creation dates come out as they would have.

import { must } from "../../platform/assert.ts";
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
  TRIP_GROUP,
  VARIED,
  type Month,
} from "./data.ts";
import { DECISIONS, feedOn, NEW_WALLET, TAKEN_BACK, WALLETS } from "./feed.ts";
import {
  BUDGET_CHANGES,
  BUDGETS,
  EARLIER_BALANCES,
  HOLDINGS,
  RATES,
  RECEIPT,
  RECURRING,
} from "./plans.ts";
import type { World } from "./world.ts";

interface Named {
  readonly id: number;
  readonly name: string;
}

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
  await writeRates(world);
  const household = await moveIn(world);
  for (const [turn, month] of MONTHS.entries()) {
    const day = month === TODAY.slice(0, 7) ? TODAY : `${month}-28`;
    world.goTo(day);
    await spend(household, month);
    await hearFromProviders(household, day, turn);
    await plan(household, month);
    if (month === "2025-11") {
      await recognize(household);
      await decide(household);
    }
    if (month === "2026-06") await leaveBroker(household);
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
    const named = "tags" in set ? { tag_ids: set.tags.map((tag) => findId(tags, tag)) } : set;
    await world.callOwn("POST", "/rules", { ...rule, set: named });
  }
  for (const holding of HOLDINGS) await world.call("POST", "/crypto/manual", holding);
  const savings = findId(accounts, "Savings");
  await world.call("PUT", `/balance_history/manual/${savings}`, { balances: EARLIER_BALANCES });
  return { world, accounts, categories, tags };
}

async function makeCategories(world: World): Promise<Ids> {
  const ids = new Map<string, number>();
  for (const { name, flags, members } of GROUPS) {
    const group = await world.call("POST", "/categories", {
      name,
      is_group: true,
      children: members,
      ...flags,
    });
    ids.set(name, group.id);
    const children = group["children"] as readonly Named[];
    for (const child of children) ids.set(child.name, child.id);
  }
  for (const single of SINGLES)
    ids.set(single.name, (await world.call("POST", "/categories", single)).id);
  await world.call("POST", "/categories", { name: ARCHIVED_CATEGORY, archived: true });
  return ids;
}

async function spend(household: Household, month: Month): Promise<void> {
  const items = listItems(household, month).filter(({ date }) => date <= TODAY);
  await household.world.call("POST", "/transactions", { transactions: items, apply_rules: true });
}

/** The month's transactions in the order of their days. */
function listItems({ accounts, categories, tags }: Household, month: Month) {
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
    category_id: one.category === null ? null : findId(categories, one.category),
    manual_account_id: one.account === null ? null : findId(accounts, one.account),
    tag_ids: (one.tags ?? []).map((tag) => findId(tags, tag)),
  });
  const monthly = MONTHLY.map((one) => item(dayIn(month, one.day), one, one.amount));
  const varied = VARIED.flatMap((one) =>
    one.days.map((day, index) =>
      item(
        dayIn(month, day),
        one,
        must(one.prices[(turn * one.days.length + index) % one.prices.length], "a price"),
      ),
    ),
  );
  const once = ONCE.filter(({ date }) => date.startsWith(month)).map((one) => ({
    ...item(one.date, one, one.amount),
    ...(one.currency !== undefined && { currency: one.currency }),
    ...(one.notes !== undefined && { notes: one.notes }),
    ...(one.unreviewed === true && { status: "unreviewed" }),
  }));
  return [...once, ...monthly, ...varied]
    .toSorted((a, b) => Number(a.date > b.date) - Number(a.date < b.date))
    .map((one, index) => ({
      ...one,
      ...(one.manual_account_id !== null && {
        external_id: `${month}:${String(index + 1).padStart(3, "0")}`,
      }),
    }));
}

/** The rates of each month's first day. */
async function writeRates(world: World): Promise<void> {
  const rates = MONTHS.flatMap((month) => {
    const [usd, gbp] = RATES[month];
    const date = dayIn(month, 1);
    return [
      { currency: "usd", date, per_euro: usd },
      { currency: "gbp", date, per_euro: gbp },
    ];
  });
  await world.callOwn("PUT", "/rates", { rates });
}

/** Linked accounts are fetched as the alarm would. */
async function hearFromProviders({ world }: Household, day: string, turn: number): Promise<void> {
  await world.callOwn("PUT", "/linked/feed", feedOn(day, MONTHS, turn));
  if (day === TODAY) await annotate(world);
  await world.call("POST", "/linked_accounts/fetch");
  await world.runJobs();
  if (turn === 0)
    for (const wallet of WALLETS) await world.callOwn("POST", "/crypto/synced", wallet);
  const { crypto_synced: wallets } = await world.call("GET", "/crypto/synced");
  for (const { id } of wallets as readonly Named[])
    await world.call("POST", `/crypto/synced/${id}/refresh`);
}

/** Annotates the transaction that the bank is about to withdraw. */
async function annotate(world: World): Promise<void> {
  const { date, payee } = TAKEN_BACK;
  const [id] = await find(world, `start_date=${date}&end_date=${date}`, payee);
  await world.call("PUT", `/transactions/${must(id, "the bank said so")}`, {
    notes: "Was this us?",
  });
}

/** Applies the household's settings to the accounts that its banks report. */
async function decide({ world }: Household): Promise<void> {
  const { linked_accounts: accounts } = await world.call("GET", "/linked_accounts");
  for (const { name, change } of DECISIONS) {
    const account = (accounts as readonly Named[]).find((one) => one.name === name);
    await world.callOwn("PUT", `/linked/${must(account, name).id}`, change);
  }
}

/** A monthly transaction is recognized from its second month on. */
async function recognize({ world, categories }: Household): Promise<void> {
  for (const { description, category, criteria } of RECURRING) {
    await world.callOwn("POST", "/recurring", {
      description,
      transaction_criteria: criteria,
      overrides: { category_id: findId(categories, category) },
    });
  }
}

/** The brokerage account goes, its history stays. */
async function leaveBroker({ world, accounts }: Household): Promise<void> {
  await world.call("DELETE", `/manual_accounts/${findId(accounts, "Old Brokerage")}`);
}

/** Budgets are made when the month is. */
async function plan({ world, categories }: Household, month: Month): Promise<void> {
  const changes = BUDGET_CHANGES.filter((change) => change.month === month);
  for (const { category, ...budget } of BUDGETS) {
    const { month: _, ...change } = changes.find((one) => one.category === category) ?? {
      ...budget,
      month,
      category,
    };
    const asked = {
      ...change,
      category_id: findId(categories, category),
      start_date: dayIn(month, 1),
    };
    const { category: __, ...body } = asked;
    await world.call("PUT", "/budgets", body);
  }
}

async function tidyUp({ world, accounts, categories, tags }: Household): Promise<void> {
  const receipt = await find(world, `start_date=${SPLIT.date}&end_date=${SPLIT.date}`, SPLIT.payee);
  const whole = must(receipt[0], "the receipt is there");
  const form = new FormData();
  form.set("file", new File(["%PDF-1.4\n%%EOF\n"], RECEIPT.name, { type: RECEIPT.type }));
  form.set("notes", RECEIPT.notes);
  await world.call("POST", `/transactions/${whole}/attachments`, form);
  await world.call("POST", `/transactions/split/${whole}`, {
    child_transactions: SPLIT.parts.map(({ amount, category, notes }) => ({
      amount,
      notes,
      category_id: findId(categories, category),
    })),
  });
  const trip = await world.call(
    "GET",
    `/transactions?start_date=${TRIP_GROUP.from}&end_date=${TRIP_GROUP.to}&tag_id=${findId(tags, TRIP_GROUP.tag)}`,
  );
  await world.call("POST", "/transactions/group", {
    ids: (trip["transactions"] as readonly Named[]).map(({ id }) => id),
    date: TRIP_GROUP.date,
    payee: TRIP_GROUP.payee,
    category_id: findId(categories, TRIP_GROUP.category),
  });
  await world.callOwn("PUT", "/linked/feed", feedOn(TODAY, MONTHS, MONTHS.length - 1, true));
  await world.callOwn("POST", "/crypto/synced", NEW_WALLET);
  const loan = findId(accounts, "Student Loan");
  await world.call("PUT", `/manual_accounts/${loan}`, {
    status: "closed",
    closed_on: "2026-11-20",
  });
  await world.call("PUT", "/me/account/settings", { supported_currencies: ["usd", "eur", "gbp"] });
  await world.call("PUT", "/me/user/account/settings", {
    default_manual_account_id: findId(accounts, "Checking"),
  });
}

/** The ids of the listed transactions with that payee. */
async function find(world: World, query: string, payee: string): Promise<number[]> {
  const { transactions } = await world.call("GET", `/transactions?${query}`);
  return (transactions as readonly { readonly id: number; readonly payee: string }[])
    .filter((one) => one.payee === payee)
    .map(({ id }) => id);
}

function findId(ids: Ids, name: string): number {
  return must(ids.get(name), `${name} has been made`);
}

function dayIn(month: Month, day: number): string {
  return `${month}-${String(day).padStart(2, "0")}`;
}
