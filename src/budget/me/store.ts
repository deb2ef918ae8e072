// The budget account itself and its users: one row each, with the settings as columns. The endpoints
// that show and change settings read and write these same columns.

import { isCurrency, type Currency } from "../../value/currency.ts";
import { assert, must } from "../../value/assert.ts";
import type { Sql } from "../../sql/sql.ts";

/** What a new budget account starts with. */
export interface Profile {
  readonly accountId: number;
  readonly budgetName: string;
  readonly primaryCurrency: Currency;
  readonly user: { readonly id: number; readonly name: string; readonly email: string };
}

export interface BudgetRow {
  readonly account_id: number;
  readonly display_name: string | null;
  readonly primary_currency: Currency;
}

export interface UserRow {
  readonly id: number;
  readonly name: string;
  readonly email: string;
  readonly auto_review_transaction_on_update: number;
  readonly auto_review_transaction_on_creation: number;
  readonly default_manual_account_id: number | null;
}

/** Writes the account and its first user into an empty database. */
export function createProfile(sql: Sql, profile: Profile, now: number): void {
  sql.run(
    "INSERT INTO budget (id, account_id, display_name, primary_currency, supported_currencies, created_at) VALUES (1, ?, ?, ?, ?, ?)",
    profile.accountId,
    profile.budgetName,
    profile.primaryCurrency,
    JSON.stringify([profile.primaryCurrency]),
    now,
  );
  const { id, name, email } = profile.user;
  sql.run(
    "INSERT INTO users (id, name, email, created_at) VALUES (?, ?, ?, ?)",
    id,
    name,
    email,
    now,
  );
}

/** The budget account. */
export function readBudget(sql: Sql): BudgetRow {
  const row = must(
    sql.first<BudgetRow>("SELECT account_id, display_name, primary_currency FROM budget"),
    "a created budget has its row",
  );
  assert(isCurrency(row.primary_currency), "the primary currency is one of ours");
  return row;
}

/** The user with their settings. */
export function readUser(sql: Sql, id: number): UserRow {
  const row = sql.first<UserRow>(
    `SELECT id, name, email, auto_review_transaction_on_update, auto_review_transaction_on_creation, default_manual_account_id
     FROM users WHERE id = ?`,
    id,
  );
  return must(row, `user ${id} exists`);
}

/** The user whom the local token acts for: the first. */
export function firstUserId(sql: Sql): number {
  return must(
    sql.first<{ id: number }>("SELECT id FROM users ORDER BY id LIMIT 1"),
    "a created budget has a user",
  ).id;
}
