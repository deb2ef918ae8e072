// Answers given once are remembered for the layout and the account, so that the next file needs no
// question. Undoing an import forgets the answers it was read with: they may have been wrong.
// Files that name no account and went to two different ones are asked about every time.

import type { Sql } from "../../sql/sql.ts";
import type { Answers } from "../decode/statement.ts";

/** The answers remembered for a layout; those given for this very account go before those given for any. */
export function recall(sql: Sql, fingerprint: string, account: number | null): Answers {
  const rows = sql.all<{ question: string; choice: string }>(
    "SELECT question, choice FROM remembered WHERE fingerprint = ? AND scope IN ('', ?) AND choice <> '' ORDER BY scope",
    fingerprint,
    scopeOf(account),
  );
  return Object.fromEntries(rows.map(({ question, choice }) => [question, choice]));
}

/** Remembers answers; an account chosen by question is remembered for the layout alone. */
export function remember(sql: Sql, fingerprint: string, account: number | null, answers: Answers, now: number): void {
  for (const [question, choice] of Object.entries(answers)) {
    sql.run(
      "INSERT OR REPLACE INTO remembered (fingerprint, scope, question, choice, answered_at) VALUES (?, ?, ?, ?, ?)",
      fingerprint,
      scopeOf(account),
      question,
      choice,
      now,
    );
  }
}

/**
 * Remembers where a file of this layout went: under the name the file gives its account, or, where it gives none, only
 * as long as every such file went to one account.
 */
export function rememberAccount(sql: Sql, fingerprint: string, question: string, account: number, now: number): void {
  const before = sql.first<{ choice: string }>(
    "SELECT choice FROM remembered WHERE fingerprint = ? AND scope = '' AND question = ?",
    fingerprint,
    question,
  );
  const ambiguous = question === "account" && before !== null && before.choice !== String(account);
  remember(sql, fingerprint, null, { [question]: ambiguous ? "" : String(account) }, now);
}

/** Forgets the answers a run of this layout and account was read with. */
export function forget(sql: Sql, fingerprint: string, account: number | null): void {
  sql.run("DELETE FROM remembered WHERE fingerprint = ? AND scope IN ('', ?)", fingerprint, scopeOf(account));
}

function scopeOf(account: number | null): string {
  return account === null ? "" : String(account);
}
