// Deleting mail. The rows go first, with a note of what is to be deleted in R2; that follows in steps of the alarm, and only
// while no message names it: the same mail may have come in again meanwhile.

import { backoffDelay } from "../../connect/retry.ts";
import { logFault } from "../../log.ts";
import type { Sql } from "../../sql/sql.ts";
import { rawKey } from "./mail-store.ts";
import type { MessageRow } from "./message.ts";
import type { InboxTools } from "./tools.ts";

/** Forgets a message with its receipts, and further deliveries of the very same bytes. What is in the budget stays there. */
export function forgetMessage(sql: Sql, connection: string, row: MessageRow): void {
  sql.transaction(() => {
    const rows = row.same_bytes === 1 ? [row] : sql.all<MessageRow>("SELECT * FROM inbox WHERE sha256 = ?", row.sha256);
    for (const { seq, reading_key: key } of rows) {
      sql.run("DELETE FROM rivals WHERE receipt IN (SELECT id FROM receipts WHERE message = ?)", seq);
      for (const table of ["receipts", "inbox_documents", "inbox_statements", "inbox_history"]) sql.run(`DELETE FROM ${table} WHERE message = ?`, seq);
      sql.run("DELETE FROM inbox WHERE seq = ?", seq);
      if (key !== null) sql.run("INSERT OR IGNORE INTO forgotten_mail (key) VALUES (?)", key);
    }
    if (row.same_bytes === 0) sql.run("INSERT OR IGNORE INTO forgotten_mail (key, sha256) VALUES (?, ?)", rawKey(connection, row.sha256), row.sha256);
  });
}

/** When the next thing is to be deleted in R2; null where there is none. */
export function forgettingDueAt(sql: Sql): number | null {
  return sql.first<{ at: number | null }>("SELECT MIN(next_attempt_at) AS at FROM forgotten_mail")?.at ?? null;
}

/** Deletes one thing in R2; false where nothing is due. A mail that comes in meanwhile waits until it is over. */
export async function forgetNext({ sql, bucket, chance, forgetting }: InboxTools): Promise<boolean> {
  const next = sql.first<{ key: string; sha256: string | null; failures: number }>("SELECT * FROM forgotten_mail WHERE next_attempt_at <= ? LIMIT 1", chance.now());
  if (next === null) return false;
  const isNamed = next.sha256 !== null && sql.first("SELECT 1 FROM inbox WHERE sha256 = ?", next.sha256) !== null;
  try {
    if (!isNamed) {
      const deleted = bucket.delete(next.key);
      forgetting.set(next.key, deleted);
      await deleted;
    }
    sql.run("DELETE FROM forgotten_mail WHERE key = ?", next.key);
  } catch (error) {
    logFault({ event: "mail could not be deleted", error: String(error) });
    const at = chance.now() + backoffDelay(next.failures + 1, chance.random());
    sql.run("UPDATE forgotten_mail SET failures = failures + 1, next_attempt_at = ? WHERE key = ?", at, next.key);
  } finally {
    forgetting.delete(next.key);
  }
  return true;
}
