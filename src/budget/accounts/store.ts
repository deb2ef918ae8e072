// The manual_accounts table.

import { must } from "../../platform/assert.ts";
import type { Currency } from "../../money/currency.ts";
import type { Day } from "../../money/day.ts";
import type { Units } from "../../money/money.ts";
import type { Sql } from "../../platform/sql/sql.ts";
import { readBudget } from "../me/store.ts";
import { forgetFilesOfAccount } from "../transactions/files.ts";
import { groupsOfAccount, refreshGroups } from "../transactions/membership.ts";
import type { AccountState, AccountType } from "./rules.ts";

export interface AccountRow {
  readonly id: number;
  readonly name: string;
  readonly institution_name: string | null;
  readonly display_name: string | null;
  readonly shown_name: string;
  readonly type: AccountType;
  readonly subtype: string | null;
  readonly balance: Units;
  readonly currency: Currency;
  readonly to_base: number;
  readonly balance_as_of: number;
  readonly debits_since_stated: Units;
  readonly status: "active" | "closed";
  readonly closed_on: Day | null;
  readonly external_id: string | null;
  readonly custom_metadata: string | null;
  readonly exclude_from_transactions: number;
  readonly created_by_name: string;
  readonly created_at: number;
  readonly updated_at: number;
}

const SELECT = `SELECT a.id, a.name, a.institution_name, a.display_name, a.shown_name, a.type, a.subtype, a.balance,
  a.currency, a.to_base, a.balance_as_of, a.debits_since_stated, a.status, a.closed_on, a.external_id, a.custom_metadata,
  a.exclude_from_transactions, u.name AS created_by_name, a.created_at, a.updated_at
  FROM manual_accounts a JOIN users u ON u.id = a.created_by`;

export function listAccounts(sql: Sql): AccountRow[] {
  return sql.all<AccountRow>(`${SELECT} ORDER BY a.id`);
}

export function findAccount(sql: Sql, id: number): AccountRow | null {
  return sql.first<AccountRow>(`${SELECT} WHERE a.id = ?`, id);
}

/** The other account that is shown under this name, if there is one. */
export function accountShownAs(
  sql: Sql,
  name: string,
  except: number | null,
): { id: number; display_name: string | null } | null {
  return sql.first(
    "SELECT id, display_name FROM manual_accounts WHERE shown_name = ? AND id IS NOT ?",
    name,
    except,
  );
}

/** A row as the state its rules speak of. */
export function toState(row: AccountRow): AccountState {
  return { ...row, exclude_from_transactions: row.exclude_from_transactions === 1 };
}

const COLUMNS = [
  "name",
  "institution_name",
  "display_name",
  "type",
  "subtype",
  "balance",
  "currency",
  "balance_as_of",
  "debits_since_stated",
  "status",
  "closed_on",
  "external_id",
  "custom_metadata",
  "exclude_from_transactions",
] as const satisfies readonly (keyof AccountState)[];

const INSERT = `INSERT INTO manual_accounts (${COLUMNS.join(", ")}, to_base, created_by, created_at, updated_at)
  VALUES (${COLUMNS.map(() => "?").join(", ")}, ?, ?, ?, ?) RETURNING id`;

/** A new account; its id. `toBase` is the balance in the primary currency. */
export function insertAccount(
  sql: Sql,
  state: AccountState,
  toBase: Units,
  userId: number,
  now: number,
): number {
  const row = sql.first<{ id: number }>(
    INSERT,
    ...COLUMNS.map((column) => state[column]),
    toBase,
    userId,
    now,
    now,
  );
  return must(row, "an inserted account has an id").id;
}

const UPDATE = `UPDATE manual_accounts SET ${COLUMNS.map((column) => `${column} = ?`).join(", ")}, to_base = ?, updated_at = ? WHERE id = ?`;

/**
 * Writes the account's new state. A new currency restates the balance. Earlier movements were in
 * the old currency, so deleting their transactions must no longer change the balance.
 */
export function updateAccount(
  sql: Sql,
  id: number,
  state: AccountState,
  toBase: Units,
  now: number,
): void {
  if (
    sql.first(
      "SELECT 1 FROM manual_accounts WHERE id = ? AND currency <> ?",
      id,
      state.currency,
    ) !== null
  )
    sql.run(
      "UPDATE transactions SET balance_moved = 0 WHERE manual_account_id = ? AND balance_moved <> 0",
      id,
    );
  sql.run(UPDATE, ...COLUMNS.map((column) => state[column]), toBase, now, id);
}

/** A balance that transactions moved, and by how much (`debit`, in the account's currency). */
export interface MovedBalance {
  readonly balance: Units;
  readonly toBase: Units;
  readonly debit: number;
}

/** Writes a balance that transactions moved. */
export function moveBalance(sql: Sql, id: number, moved: MovedBalance, now: number): void {
  sql.run(
    `UPDATE manual_accounts SET balance = ?1, to_base = ?2, debits_since_stated = debits_since_stated + ?3,
     balance_as_of = ?4, updated_at = ?4 WHERE id = ?5`,
    moved.balance,
    moved.toBase,
    moved.debit,
    now,
    id,
  );
}

/**
 * Deletes the account. With `withItems` its transactions, rules and recurring items go too, and
 * groups lose those members; otherwise the transactions stay without an account. The caller decides
 * about its balance history.
 */
export function deleteAccount(sql: Sql, id: number, withItems: boolean, now: number): void {
  if (withItems) {
    const groups = groupsOfAccount(sql, id);
    forgetFilesOfAccount(sql, id);
    const owned = "SELECT id FROM transactions WHERE manual_account_id = ?";
    sql.run(`DELETE FROM transaction_tags WHERE transaction_id IN (${owned})`, id);
    sql.run(`DELETE FROM transaction_rules WHERE transaction_id IN (${owned})`, id);
    sql.run(
      `UPDATE transactions SET split_parent_id = NULL WHERE split_parent_id IN (${owned})`,
      id,
    );
    sql.run("DELETE FROM transactions WHERE manual_account_id = ?", id);
    refreshGroups(sql, groups, readBudget(sql).primary_currency, now);
    sql.run(
      `UPDATE transactions SET recurring_id = NULL, updated_at = ?
       WHERE recurring_id IN (SELECT id FROM recurring_items WHERE manual_account_id = ?)`,
      now,
      id,
    );
    sql.run("DELETE FROM recurring_items WHERE manual_account_id = ?", id);
    sql.run(
      "DELETE FROM transaction_rules WHERE rule_id IN (SELECT id FROM rules WHERE criteria ->> '$.manual_account_id' = ?)",
      id,
    );
    sql.run("DELETE FROM rules WHERE criteria ->> '$.manual_account_id' = ?", id);
  } else {
    sql.run(
      "UPDATE transactions SET manual_account_id = NULL, balance_moved = 0, updated_at = ? WHERE manual_account_id = ?",
      now,
      id,
    );
    sql.run("UPDATE recurring_items SET manual_account_id = NULL WHERE manual_account_id = ?", id);
  }
  sql.run(
    "UPDATE users SET default_manual_account_id = NULL WHERE default_manual_account_id = ?",
    id,
  );
  sql.run("DELETE FROM unconfirmed_balances WHERE manual_account_id = ?", id);
  sql.run("DELETE FROM manual_accounts WHERE id = ?", id);
}
