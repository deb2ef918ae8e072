// The browsers that a person has signed in with before, in their User object. Wrong passwords from
// one of them are counted by that browser alone, so that nobody who only knows an address locks its
// person out of their own browser.
//
// Only hashes of the device secrets are stored. Each sign-in gives the browser a new secret; the
// previous one stays valid until the next sign-in, in case an answer got lost. A new password
// forgets all browsers.

import { FAILURES_KEEP_MS, KNOWN_BROWSER_MS, KNOWN_BROWSERS_MAX } from "../../platform/limits.ts";
import type { Sql } from "../../platform/sql/sql.ts";
import type { Counted } from "./attempts.ts";
import { isLockedOut, NO_FAILURES, withAttempt, type Failures } from "./lockout.ts";

interface Row {
  readonly id: number;
  readonly failures: number;
  readonly retry_at: number;
  readonly failed_at: number;
}

/**
 * The number of the browser with this secret's hash; null if it is unknown, or was not seen for
 * KNOWN_BROWSER_MS.
 */
export function findBrowser(sql: Sql, hash: string, now: number): number | null {
  return (
    findRow(sql, "(hash = ?1 OR previous_hash = ?1) AND used_at > ?2", hash, now - KNOWN_BROWSER_MS)
      ?.id ?? null
  );
}

/** The count of one browser's attempts. */
export function readAttempts(sql: Sql, id: number): Counted {
  return {
    lockedUntil: (now) => {
      const failures = readFailures(sql, id, now);
      return isLockedOut(failures, now) ? failures.retryAt : null;
    },
    count: async (now) => {
      const { count, retryAt } = withAttempt(readFailures(sql, id, now), now);
      sql.run(
        "UPDATE known_browsers SET failures = ?, retry_at = ?, failed_at = ? WHERE id = ?",
        count,
        retryAt,
        now,
        id,
      );
      return retryAt;
    },
    forget: async () => {
      sql.run("UPDATE known_browsers SET failures = 0, retry_at = 0 WHERE id = ?", id);
    },
  };
}

/**
 * Stores a new secret's hash for a browser that has just signed in and was known by `before`; only
 * the newest KNOWN_BROWSERS_MAX stay.
 */
export function rememberBrowser(sql: Sql, hash: string, before: string | null, now: number): void {
  const id = before === null ? null : findBrowser(sql, before, now);
  if (id === null) sql.run("INSERT INTO known_browsers (hash, used_at) VALUES (?, ?)", hash, now);
  else
    sql.run(
      "UPDATE known_browsers SET hash = ?, previous_hash = ?, used_at = ?, failures = 0, retry_at = 0 WHERE id = ?",
      hash,
      before,
      now,
      id,
    );
  sql.run(
    "DELETE FROM known_browsers WHERE id NOT IN (SELECT id FROM known_browsers ORDER BY used_at DESC, id DESC LIMIT ?)",
    KNOWN_BROWSERS_MAX,
  );
}

/** Forgets all of them. */
export function forgetBrowsers(sql: Sql): void {
  sql.run("DELETE FROM known_browsers");
}

function readFailures(sql: Sql, id: number, now: number): Failures {
  const row = findRow(sql, "id = ?", id);
  if (row === null || now - row.failed_at >= FAILURES_KEEP_MS) return NO_FAILURES;
  return { count: row.failures, retryAt: row.retry_at };
}

function findRow(sql: Sql, where: string, ...values: readonly (string | number)[]): Row | null {
  return sql.first<Row>(
    `SELECT id, failures, retry_at, failed_at FROM known_browsers WHERE ${where}`,
    ...values,
  );
}
