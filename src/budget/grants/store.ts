// The SQL of grants and access tokens. Deleting a row ends it: a token without a row is refused.
// The next authorization or token request deletes expired rows.

import {
  ACCESS_TOKENS_A_GRANT_MAX,
  CODES_A_CLIENT_MAX,
  GRANTS_A_CLIENT_MAX,
  GRANTS_FORGOTTEN_STEP,
  REMOVED_CLIENT_KEEP_MS,
  TOKEN_USED_INTERVAL_MS,
} from "../../platform/limits.ts";
import type { Sql } from "../../platform/sql/sql.ts";
import { must } from "../../platform/assert.ts";

export interface GrantRow {
  readonly id: number;
  readonly client_id: string;
  readonly client_name: string;
  readonly user_id: number;
  readonly scopes: string;
  readonly created_at: number;
  readonly last_used_at: number | null;
  readonly expires_at: number;
  readonly code_hash: string;
  readonly code_used_at: number | null;
  readonly redirect_uri: string;
  readonly challenge: string;
  readonly family_hash: string | null;
  readonly refresh_hash: string | null;
  readonly refresh_salt: string | null;
  readonly previous_hash: string | null;
  readonly previous_salt: string | null;
  readonly rotated_at: number | null;
}

export type NewGrant = Pick<
  GrantRow,
  | "client_id"
  | "client_name"
  | "user_id"
  | "scopes"
  | "created_at"
  | "expires_at"
  | "code_hash"
  | "redirect_uri"
  | "challenge"
>;

/** Whether the user may use this budget at all. */
export function isMember(sql: Sql, userId: number): boolean {
  return sql.first("SELECT 1 FROM members WHERE user_id = ?", userId) !== null;
}

/** How many grants a user has in this budget, redeemed or not. */
export function countGrants(sql: Sql, userId: number): number {
  return sql.count("grants WHERE user_id = ?", userId);
}

/**
 * Stores a new grant, which is only a code yet. Of a user's unused codes for one client only the
 * newest CODES_A_CLIENT_MAX stay.
 */
export function addGrant(sql: Sql, grant: NewGrant): void {
  sql.run(
    `INSERT INTO grants (client_id, client_name, user_id, scopes, created_at, expires_at, code_hash, redirect_uri, challenge)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    grant.client_id,
    grant.client_name,
    grant.user_id,
    grant.scopes,
    grant.created_at,
    grant.expires_at,
    grant.code_hash,
    grant.redirect_uri,
    grant.challenge,
  );
  const tooOld = sql.all<{ id: number }>(
    `SELECT id FROM grants WHERE user_id = ? AND client_id = ? AND code_used_at IS NULL
     ORDER BY created_at DESC, id DESC LIMIT -1 OFFSET ?`,
    grant.user_id,
    grant.client_id,
    CODES_A_CLIENT_MAX,
  );
  deleteGrants(sql, tooOld);
}

export function grantByCode(sql: Sql, codeHash: string): GrantRow | null {
  return sql.first<GrantRow>("SELECT * FROM grants WHERE code_hash = ?", codeHash);
}

export function grantByFamily(sql: Sql, familyHash: string): GrantRow | null {
  return sql.first<GrantRow>("SELECT * FROM grants WHERE family_hash = ?", familyHash);
}

/**
 * Marks a grant's code as used; from now on the grant lasts until `expiresAt`. Of a user's grants
 * for one client only the GRANTS_A_CLIENT_MAX used last stay.
 */
export function useCode(sql: Sql, grant: GrantRow, now: number, expiresAt: number): void {
  sql.run(
    "UPDATE grants SET code_used_at = ?, last_used_at = ?, expires_at = ? WHERE id = ?",
    now,
    now,
    expiresAt,
    grant.id,
  );
  const unused = sql.all<{ id: number }>(
    `SELECT id FROM grants WHERE user_id = ? AND client_id = ? AND code_used_at IS NOT NULL
     ORDER BY last_used_at DESC, id DESC LIMIT -1 OFFSET ?`,
    grant.user_id,
    grant.client_id,
    GRANTS_A_CLIENT_MAX,
  );
  deleteGrants(sql, unused);
}

/** Notes that a grant was used, at most every TOKEN_USED_INTERVAL_MS. */
export function noteUse(sql: Sql, grant: GrantRow, now: number): void {
  if (grant.last_used_at !== null && now - grant.last_used_at < TOKEN_USED_INTERVAL_MS) return;
  sql.run("UPDATE grants SET last_used_at = ? WHERE id = ?", now, grant.id);
}

/** Gives a grant its first refresh token. */
export function startFamily(
  sql: Sql,
  id: number,
  familyHash: string,
  refreshHash: string,
  salt: string,
): void {
  sql.run(
    "UPDATE grants SET family_hash = ?, refresh_hash = ?, refresh_salt = ? WHERE id = ?",
    familyHash,
    refreshHash,
    salt,
    id,
  );
}

/** Replaces a grant's refresh token by the next one; the replaced one becomes the previous one. */
export function turnRefreshToken(
  sql: Sql,
  id: number,
  next: { readonly hash: string; readonly salt: string; readonly expiresAt: number },
  now: number,
): void {
  sql.run(
    `UPDATE grants SET previous_hash = refresh_hash, previous_salt = refresh_salt, rotated_at = ?, last_used_at = ?,
       refresh_hash = ?, refresh_salt = ?, expires_at = ? WHERE id = ?`,
    now,
    now,
    next.hash,
    next.salt,
    next.expiresAt,
    id,
  );
}

/** Keeps an access token's hash; only the newest ACCESS_TOKENS_A_GRANT_MAX of a grant stay. */
export function addAccessToken(
  sql: Sql,
  grantId: number,
  hash: string,
  now: number,
  expiresAt: number,
): void {
  sql.run(
    "INSERT INTO access_tokens (hash, grant_id, created_at, expires_at) VALUES (?, ?, ?, ?)",
    hash,
    grantId,
    now,
    expiresAt,
  );
  sql.run(
    `DELETE FROM access_tokens WHERE hash IN (SELECT hash FROM access_tokens WHERE grant_id = ?
       ORDER BY created_at DESC, expires_at DESC, hash LIMIT -1 OFFSET ?)`,
    grantId,
    ACCESS_TOKENS_A_GRANT_MAX,
  );
}

/** The grant of an access token that is neither expired nor ended, and when the token expires. */
export function grantByAccessToken(
  sql: Sql,
  hash: string,
  now: number,
): (GrantRow & { token_expires_at: number }) | null {
  return sql.first(
    `SELECT g.*, t.expires_at AS token_expires_at FROM access_tokens t JOIN grants g ON g.id = t.grant_id
     WHERE t.hash = ? AND t.expires_at > ?`,
    hash,
    now,
  );
}

export function deleteAccessToken(sql: Sql, hash: string): void {
  sql.run("DELETE FROM access_tokens WHERE hash = ?", hash);
}

/** Ends grants with everything they gave. */
export function deleteGrants(sql: Sql, grants: readonly { readonly id: number }[]): void {
  const ids = JSON.stringify(grants.map(({ id }) => id));
  sql.run("DELETE FROM access_tokens WHERE grant_id IN (SELECT value FROM json_each(?))", ids);
  sql.run("DELETE FROM grants WHERE id IN (SELECT value FROM json_each(?))", ids);
}

export function grantsOfClient(sql: Sql, clientId: string): { id: number }[] {
  return sql.all<{ id: number }>("SELECT id FROM grants WHERE client_id = ?", clientId);
}

/** The grants a user gave whose code was redeemed, newest first. */
export function grantsOfUser(sql: Sql, userId: number, now: number): GrantRow[] {
  return sql.all<GrantRow>(
    "SELECT * FROM grants WHERE user_id = ? AND code_used_at IS NOT NULL AND expires_at > ? ORDER BY created_at DESC, id DESC",
    userId,
    now,
  );
}

/** Every grant of a user, redeemed or not. */
export function allGrantsOfUser(sql: Sql, userId: number): { id: number }[] {
  return sql.all<{ id: number }>("SELECT id FROM grants WHERE user_id = ?", userId);
}

export function noteRemovedClient(sql: Sql, clientId: string, now: number): void {
  sql.run(
    "INSERT OR IGNORE INTO removed_clients (client_id, removed_at) VALUES (?, ?)",
    clientId,
    now,
  );
}

export function isRemovedClient(sql: Sql, clientId: string): boolean {
  return sql.first("SELECT 1 FROM removed_clients WHERE client_id = ?", clientId) !== null;
}

/**
 * Deletes expired rows, a bounded number at a time, and forgets clients that were removed long ago.
 */
export function forgetExpired(sql: Sql, now: number): void {
  sql.run("DELETE FROM removed_clients WHERE removed_at <= ?", now - REMOVED_CLIENT_KEEP_MS);
  sql.run(
    "DELETE FROM access_tokens WHERE hash IN (SELECT hash FROM access_tokens WHERE expires_at <= ? LIMIT ?)",
    now,
    GRANTS_FORGOTTEN_STEP,
  );
  deleteGrants(
    sql,
    sql.all<{ id: number }>(
      "SELECT id FROM grants WHERE expires_at <= ? LIMIT ?",
      now,
      GRANTS_FORGOTTEN_STEP,
    ),
  );
}

/** The budget's account id, as its credentials name it. */
export function accountName(sql: Sql): string {
  const row = sql.first<{ account_id: number }>("SELECT account_id FROM budget");
  return String(must(row, "a created budget has a profile").account_id);
}
