// Which date of a row becomes the date of an account's transactions: the posting date, or the date
// of purchase where the file prints one too. Only the item's date differs. The posting date stays
// part of the external_id and orders the rows, so a changed setting gives no row another identity.

import { PURCHASE_DATED_ACCOUNTS_MAX, PURCHASE_DAYS_MAX } from "../../platform/limits.ts";
import { dayNumber, parseDay, type Day } from "../../money/day.ts";
import { err, ok, type Result } from "../../platform/result.ts";
import type { Sql } from "../../platform/sql/sql.ts";
import type { StatementRow } from "../../statements/statement.ts";
import type { ImportProblem } from "../problem.ts";

export const ACCOUNT_DATES = ["posting", "purchase"] as const;
export type AccountDate = (typeof ACCOUNT_DATES)[number];

/** The fact that keeps the posting date of a transaction that has the purchase date. */
export const POSTING_DATE = "posting_date";

/** The accounts whose transactions have the purchase date, in order of their ids. */
export function listPurchaseDated(sql: Sql): number[] {
  return sql
    .all<{ account: number }>(
      "SELECT account FROM account_dates WHERE date = 'purchase' ORDER BY account LIMIT ?",
      PURCHASE_DATED_ACCOUNTS_MAX,
    )
    .map(({ account }) => account);
}

/** Stores the date of an account's later transactions; refused beyond the most accounts. */
export function setAccountDate(
  sql: Sql,
  account: number,
  date: AccountDate,
): Result<{ readonly purchase: readonly number[] }, ImportProblem> {
  const purchase = listPurchaseDated(sql);
  if (date === "purchase" && !purchase.includes(account)) {
    if (purchase.length >= PURCHASE_DATED_ACCOUNTS_MAX)
      return err({
        kind: "invalid",
        field: "/body/date",
        message: `At most ${PURCHASE_DATED_ACCOUNTS_MAX} accounts can have the purchase date.`,
      });
  }
  // A row stays when the posting date is chosen again: earlier transactions have purchase dates.
  if (purchase.includes(account) !== (date === "purchase"))
    sql.run("INSERT OR REPLACE INTO account_dates (account, date) VALUES (?, ?)", account, date);
  return ok({ purchase: listPurchaseDated(sql) });
}

/**
 * By how many days a transaction of the account may be dated before its posting date: 0 for an
 * account that never had the purchase date.
 */
export function daysBeforePosting(sql: Sql, account: number): number {
  const set = sql.first("SELECT 1 FROM account_dates WHERE account = ?", account);
  return set === null ? 0 : PURCHASE_DAYS_MAX;
}

/**
 * The date of purchase that the file prints beside the posting date. Null if the file prints no
 * such date within PURCHASE_DAYS_MAX days before the posting date.
 */
export function readPurchaseDate({ date, facts }: StatementRow): Day | null {
  const day = parseDay(facts["purchase_date"] ?? facts["transaction_date"] ?? "");
  if (day === null) return null;
  const days = dayNumber(date) - dayNumber(day);
  return days >= 0 && days <= PURCHASE_DAYS_MAX ? day : null;
}
