// Closes the months that are over: the balance each account had when a month ended is its entry in the history.

import type { Sql } from "../../sql/sql.ts";

/** Called before anything else touches a balance, so the first access of a new month sees the old month's last balances. */
export function closeMonths(_sql: Sql, _now: number): void {
  // Filled by the balance history.
}
