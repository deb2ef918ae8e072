// The contents of a new budget on a developer's machine, so that every page has something to show:
// accounts, categories and tags, no transactions. It exists only where ENVIRONMENT is "local".

import { must } from "../platform/assert.ts";
import type { Profile } from "./me/store.ts";
import type { Sql } from "../platform/sql/sql.ts";

export const DEMO_PROFILE: Profile = {
  accountId: 1,
  budgetName: "Demo budget",
  primaryCurrency: "usd",
  user: { id: 1, name: "You", email: "you@localhost" },
};

const ACCOUNTS = [
  { name: "Checking", type: "cash", subtype: "checking" },
  { name: "Savings", type: "cash", subtype: "savings" },
  { name: "Credit Card", type: "credit", subtype: "credit card" },
  { name: "Cash", type: "cash", subtype: "physical cash" },
] as const;

interface DemoGroup {
  readonly name: string;
  readonly income?: true;
  readonly outside?: true;
  readonly members: readonly string[];
}

const GROUPS: readonly DemoGroup[] = [
  { name: "Food", members: ["Groceries", "Restaurants", "Coffee"] },
  { name: "Home", members: ["Rent", "Utilities", "Household"] },
  { name: "Transport", members: ["Public Transport", "Fuel", "Parking"] },
  { name: "Leisure", members: ["Entertainment", "Travel", "Shopping"] },
  { name: "Income", income: true, members: ["Salary", "Interest", "Refunds"] },
  { name: "Transfers", outside: true, members: ["Account Transfer", "Card Payment"] },
];

const SINGLES = ["Health", "Bank Fees", "Gifts"] as const;
const TAGS = ["Work", "Vacation", "To check"] as const;

/** Fills a budget that has just been created with the demo profile. */
export function fillDemo(sql: Sql, now: number): void {
  for (const { name, type, subtype } of ACCOUNTS) {
    sql.run(
      `INSERT INTO manual_accounts (name, type, subtype, balance, currency, to_base, balance_as_of, status, created_by, created_at, updated_at)
       VALUES (?, ?, ?, 0, ?, 0, ?, 'active', ?, ?, ?)`,
      name,
      type,
      subtype,
      DEMO_PROFILE.primaryCurrency,
      now,
      DEMO_PROFILE.user.id,
      now,
      now,
    );
  }
  for (const group of GROUPS) {
    const id = addCategory(sql, { ...group, isGroup: true }, now);
    for (const name of group.members) addCategory(sql, { ...group, name, groupId: id }, now);
  }
  for (const name of SINGLES) addCategory(sql, { name }, now);
  for (const name of TAGS)
    sql.run("INSERT INTO tags (name, created_at, updated_at) VALUES (?, ?, ?)", name, now, now);
}

interface DemoCategory {
  readonly name: string;
  readonly income?: boolean;
  readonly outside?: boolean;
  readonly isGroup?: boolean;
  readonly groupId?: number;
}

function addCategory(
  sql: Sql,
  { name, income = false, outside = false, isGroup = false, groupId }: DemoCategory,
  now: number,
): number {
  const row = sql.first<{ id: number }>(
    `INSERT INTO categories (name, is_income, exclude_from_budget, exclude_from_totals, is_group, group_id, created_at, updated_at)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?) RETURNING id`,
    name,
    income,
    outside,
    outside,
    isGroup,
    groupId ?? null,
    now,
    now,
  );
  return must(row, "an inserted category has an id").id;
}
