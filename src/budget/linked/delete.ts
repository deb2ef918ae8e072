// Ends the link to an account. Imported transactions stay, without an account. Pending ones are
// deleted, since no answer will ever say whether they were posted.

import { BATCH_ROWS_MAX } from "../../platform/limits.ts";
import type { Sql } from "../../platform/sql/sql.ts";
import { deleteTransactions } from "../transactions/store.ts";
import { noteEnded } from "../banks/store.ts";
import { forgetLinks } from "./links.ts";

/** Deletes the account; its history is the caller's business. */
export function deleteLinked(sql: Sql, id: number, now: number): void {
  const pending = sql.all<{ id: number }>(
    "SELECT id FROM transactions INDEXED BY transactions_pending WHERE is_pending = 1 AND linked_account_id = ?",
    id,
  );
  for (let at = 0; at < pending.length; at += BATCH_ROWS_MAX)
    deleteTransactions(
      sql,
      pending.slice(at, at + BATCH_ROWS_MAX).map((row) => row.id),
    );
  sql.run(
    "UPDATE transactions SET linked_account_id = NULL, updated_at = ? WHERE linked_account_id = ?",
    now,
    id,
  );
  sql.run("UPDATE recurring_items SET linked_account_id = NULL WHERE linked_account_id = ?", id);
  forgetLinks(sql, id);
  noteEnded(sql, id);
  sql.run("DELETE FROM linked_accounts WHERE id = ?", id);
}
