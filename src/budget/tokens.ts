// Developer access tokens of one budget: only hashes are stored, by which a token is found, and a
// revoked token is refused from the next request on. scopes NULL means all of the catalogue (D23).

import { must } from "../platform/assert.ts";
import { TOKEN_USED_INTERVAL_MS } from "../platform/limits.ts";
import { scopesIn, type Scope } from "../platform/credentials/scope.ts";
import { ALL_SCOPES, type Caller } from "./scope.ts";
import type { Sql } from "../platform/sql/sql.ts";

interface TokenRow {
  readonly id: number;
  readonly user_id: number;
  readonly label: string | null;
  readonly scopes: string | null;
  readonly last_used_at: number | null;
}

/** A token without its secret. */
export interface TokenListing {
  readonly id: number;
  readonly label: string | null;
  readonly created_at: number;
  readonly last_used_at: number | null;
}

/** The holder of the secret with this hash, or null; records the use at most once a minute. */
export function findCaller(sql: Sql, hash: string, now: number): Caller | null {
  // The index is searched for a hash of 256 random bits: its timing reveals nothing that helps
  // guessing.
  const found = sql.first<TokenRow>(
    "SELECT id, user_id, label, scopes, last_used_at FROM tokens WHERE hash = ?",
    hash,
  );
  if (found === null) return null;
  if (found.last_used_at === null || now - found.last_used_at >= TOKEN_USED_INTERVAL_MS) {
    sql.run("UPDATE tokens SET last_used_at = ? WHERE id = ?", now, found.id);
  }
  return { userId: found.user_id, label: found.label, scopes: parseScopes(found.scopes) };
}

/** Keeps a new token's hash; its id. */
export function addToken(
  sql: Sql,
  userId: number,
  hash: string,
  label: string | null,
  now: number,
): number {
  const row = sql.first<{ id: number }>(
    "INSERT INTO tokens (hash, user_id, label, created_at) VALUES (?, ?, ?, ?) RETURNING id",
    hash,
    userId,
    label,
    now,
  );
  return must(row, "an inserted token has an id").id;
}

export function countTokens(sql: Sql, userId: number): number {
  return sql.count("tokens WHERE user_id = ?", userId);
}

/** One user's tokens. */
export function listTokens(sql: Sql, userId: number): TokenListing[] {
  return sql.all<TokenListing>(
    "SELECT id, label, created_at, last_used_at FROM tokens WHERE user_id = ? ORDER BY id",
    userId,
  );
}

/** Deletes a user's own token; false if the user has no token with that id. */
export function removeToken(sql: Sql, userId: number, id: number): boolean {
  return (
    sql.first("DELETE FROM tokens WHERE id = ? AND user_id = ? RETURNING id", id, userId) !== null
  );
}

function parseScopes(stored: string | null): ReadonlySet<Scope> {
  return stored === null ? ALL_SCOPES : new Set(scopesIn(JSON.parse(stored)));
}
