// The budget account and its users: one row each, with the settings as columns.

import * as z from "zod";
import { isCurrency, type Currency } from "../../money/currency.ts";
import { assert, must } from "../../platform/assert.ts";
import type { Sql } from "../../platform/sql/sql.ts";

/** The initial data of a new budget account. */
export interface Profile {
  readonly accountId: number;
  readonly budgetName: string;
  readonly primaryCurrency: Currency;
  readonly user: { readonly id: number; readonly name: string; readonly email: string };
  /**
   * Whether new transactions wait for the user's review. By default, as documented, they do not.
   */
  readonly waitsForReview?: boolean;
}

export interface BudgetRow {
  readonly account_id: number;
  readonly display_name: string | null;
  readonly primary_currency: Currency;
  /** 0 or 1: whether pending transactions are counted in totals. */
  readonly include_pending_in_totals: number;
}

/** The account settings as they are stored: a locale is null until one is chosen. */
export interface AccountSettings {
  readonly primary_currency: Currency;
  readonly supported_currencies: readonly Currency[];
  readonly display_name: string | null;
  readonly locale: string | null;
  readonly auto_create_category_rules: boolean;
  readonly auto_create_suggested_transaction_rules: boolean;
  readonly include_pending_in_totals: boolean;
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
    "INSERT INTO users (id, name, email, auto_review_transaction_on_creation, created_at) VALUES (?, ?, ?, ?, ?)",
    id,
    name,
    email,
    profile.waitsForReview !== true,
    now,
  );
}

/** Whether the budget account and its first user have been written. */
export function hasProfile(sql: Sql): boolean {
  return sql.first("SELECT 1 FROM budget") !== null;
}

/** The budget account. */
export function readBudget(sql: Sql): BudgetRow {
  const row = must(
    sql.first<BudgetRow>(
      "SELECT account_id, display_name, primary_currency, include_pending_in_totals FROM budget",
    ),
    "a created budget has its row",
  );
  assert(isCurrency(row.primary_currency), "the primary currency is one of ours");
  return row;
}

/** The name that is shown of the budget account. */
export function getBudgetName(budget: BudgetRow): string {
  return budget.display_name ?? "My budget";
}

/** Gives the budget account another name. */
export function renameBudget(sql: Sql, name: string): void {
  sql.run("UPDATE budget SET display_name = ?", name);
}

const FLAG = z.int().transform((value) => value === 1);
const CODE = z.custom<Currency>((value) => typeof value === "string" && isCurrency(value));
const ACCOUNT_SETTINGS = z.object({
  primary_currency: CODE,
  supported_currencies: z
    .string()
    .transform((json): unknown => JSON.parse(json))
    .pipe(z.array(CODE)),
  display_name: z.string().nullable(),
  locale: z.string().nullable(),
  auto_create_category_rules: FLAG,
  auto_create_suggested_transaction_rules: FLAG,
  include_pending_in_totals: FLAG,
});

/** The account settings. */
export function readAccountSettings(sql: Sql): AccountSettings {
  return ACCOUNT_SETTINGS.parse(sql.first("SELECT * FROM budget"));
}

/** Replaces the account settings. Amounts stored in the primary currency are not converted here. */
export function writeAccountSettings(sql: Sql, settings: AccountSettings): void {
  sql.run(
    `UPDATE budget SET primary_currency = ?, supported_currencies = ?, display_name = ?, locale = ?,
       auto_create_category_rules = ?, auto_create_suggested_transaction_rules = ?, include_pending_in_totals = ?`,
    settings.primary_currency,
    JSON.stringify(settings.supported_currencies),
    settings.display_name,
    settings.locale,
    settings.auto_create_category_rules,
    settings.auto_create_suggested_transaction_rules,
    settings.include_pending_in_totals,
  );
}

/** Replaces what a user has set for this account. */
export function writeUserAccountSettings(
  sql: Sql,
  id: number,
  settings: {
    readonly auto_review_transaction_on_update: boolean;
    readonly auto_review_transaction_on_creation: boolean;
    readonly default_manual_account_id: number | null;
  },
): void {
  sql.run(
    `UPDATE users SET auto_review_transaction_on_update = ?, auto_review_transaction_on_creation = ?,
       default_manual_account_id = ? WHERE id = ?`,
    settings.auto_review_transaction_on_update,
    settings.auto_review_transaction_on_creation,
    settings.default_manual_account_id,
    id,
  );
}

/** The display settings that the user has changed, without defaults. */
export function readDisplaySettings(sql: Sql, id: number): unknown {
  const row = sql.first<{ display_settings: string }>(
    "SELECT display_settings FROM users WHERE id = ?",
    id,
  );
  return JSON.parse(must(row, `user ${id} exists`).display_settings);
}

export function writeDisplaySettings(sql: Sql, id: number, settings: object): void {
  sql.run("UPDATE users SET display_settings = ? WHERE id = ?", JSON.stringify(settings), id);
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
