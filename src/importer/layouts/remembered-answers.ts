// Remembers answers for a layout and an account, so that the next file needs no question. Undoing
// an import forgets the answers it was read with: they may have been wrong. If files name no
// account and went to two different ones, the account is asked every time.

import type { Sql } from "../../platform/sql/sql.ts";
import { ASKED_CHARS_MAX } from "../../platform/limits.ts";
import type { Answers, Question } from "../../statements/statement.ts";
import { isAccountQuestion } from "../imports/accounts.ts";

/** The answers remembered for a layout; those for this account override those for any. */
export function recall(sql: Sql, fingerprint: string, account: number | null): Answers {
  const rows = sql.all<{ question: string; choice: string }>(
    "SELECT question, choice FROM remembered WHERE fingerprint = ? AND scope IN ('', ?) AND choice <> '' ORDER BY scope",
    fingerprint,
    scopeKey(account),
  );
  return Object.fromEntries(rows.map(({ question, choice }) => [question, choice]));
}

/**
 * Remembers answers with the questions they answer. An account chosen by question is remembered for
 * the layout alone. Its question is not stored: the accounts to choose from are known only when it
 * is asked.
 */
export function remember(
  sql: Sql,
  { fingerprint, account }: { readonly fingerprint: string; readonly account: number | null },
  answers: Answers,
  now: number,
  questions: readonly Question[] = [],
): void {
  for (const [question, choice] of Object.entries(answers)) {
    const asked = questions.find(({ id }) => id === question && !isAccountQuestion(id));
    // Rows of the file and what follows for them are not remembered.
    const choices = asked?.choices.map(({ value, label, example }) => ({ value, label, example }));
    const text = asked === undefined ? null : JSON.stringify({ ask: asked.ask, choices });
    sql.run(
      "INSERT OR REPLACE INTO remembered (fingerprint, scope, question, choice, answered_at, asked) VALUES (?, ?, ?, ?, ?, ?)",
      fingerprint,
      scopeKey(account),
      question,
      choice,
      now,
      text === null || text.length > ASKED_CHARS_MAX ? null : text,
    );
  }
}

/**
 * Remembers the account of a file of this layout: under the name that the file gives its account,
 * or, if it gives none, only while every such file went to one account. An unchanged answer keeps
 * its time.
 */
export function rememberAccount(
  sql: Sql,
  fingerprint: string,
  question: string,
  account: number,
  now: number,
): void {
  const before = sql.first<{ choice: string }>(
    "SELECT choice FROM remembered WHERE fingerprint = ? AND scope = '' AND question = ?",
    fingerprint,
    question,
  );
  if (before?.choice === String(account)) return;
  remember(
    sql,
    { fingerprint, account: null },
    { [question]: question === "account" && before !== null ? "" : String(account) },
    now,
  );
}

/**
 * Forgets the answers that a run of this layout and account was read with: those that existed at
 * `readAt` (null: all) and its own. Settings stay: without one the next file would be misread as
 * this one was, without a question.
 */
export function forget(
  sql: Sql,
  fingerprint: string,
  account: number | null,
  own: Answers,
  readAt: number | null,
): void {
  sql.run(
    `DELETE FROM remembered WHERE fingerprint = ? AND scope IN ('', ?) AND question NOT LIKE 'set:%'
       AND (answered_at <= ? OR EXISTS (SELECT 1 FROM json_each(?) own WHERE own.key = question AND own.value = choice))`,
    fingerprint,
    scopeKey(account),
    readAt ?? Number.MAX_SAFE_INTEGER,
    JSON.stringify(own),
  );
}

/** The key of answers for one account, or for all. */
export function scopeKey(account: number | null): string {
  return account === null ? "" : String(account);
}
