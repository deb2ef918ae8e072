// The banks table: connections to the servers that feed linked accounts, each with its sealed token
// or access.

import { BANK_ASK_INTERVAL_MS } from "../../platform/limits.ts";
import type { Sql } from "../../platform/sql/sql.ts";
import type { BankSecret } from "../source-access.ts";

export type BankState = "claiming" | "open" | "failed" | "removed";

export interface Bank {
  readonly item_id: string;
  readonly host: string;
  readonly state: BankState;
  readonly sealed_token: string | null;
  readonly token_hash: string;
  readonly sealed_access: string | null;
  readonly claims: number;
  readonly due_at: number | null;
  readonly reason: string | null;
  /** JSON: a list of texts. */
  readonly messages: string;
  readonly answered_at: number | null;
  readonly created_by: number;
  readonly created_at: number;
}

/** Those that were not removed, oldest first. */
export function listBanks(sql: Sql): Bank[] {
  return sql.all<Bank>("SELECT * FROM banks WHERE state <> 'removed' ORDER BY created_at, item_id");
}

/** A connection that was not removed. */
export function findBank(sql: Sql, itemId: string): Bank | null {
  return sql.first<Bank>("SELECT * FROM banks WHERE item_id = ? AND state <> 'removed'", itemId);
}

/** Whichever connection the token was last pasted for, removed ones too. */
export function bankOfToken(sql: Sql, tokenHash: string): Bank | null {
  return sql.first<Bank>("SELECT * FROM banks WHERE token_hash = ?", tokenHash);
}

/** The pasted secret, sealed: a token to be claimed, or an access that is ready to use. */
export interface Sealed {
  readonly kind: "token" | "access";
  readonly host: string;
  readonly hash: string;
  readonly sealed: string;
}

/** A new connection, to be claimed or asked at once. */
export function addBank(
  sql: Sql,
  itemId: string,
  { kind, host, hash, sealed }: Sealed,
  userId: number,
  now: number,
): void {
  const [state, token, access] =
    kind === "token" ? ["claiming", sealed, null] : ["open", null, sealed];
  sql.run(
    `INSERT INTO banks (item_id, host, state, sealed_token, token_hash, sealed_access, due_at, created_by, created_at)
     VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?7)`,
    itemId,
    host,
    state,
    token,
    hash,
    access,
    now,
    userId,
  );
}

/**
 * Stores another token for an existing connection, which keeps its access until the token yields a
 * new one.
 */
export function renewBank(
  sql: Sql,
  itemId: string,
  { kind, host, hash, sealed }: Sealed,
  now: number,
): void {
  const [state, token, access] =
    kind === "token" ? ["claiming", sealed, null] : ["open", null, sealed];
  sql.run(
    `UPDATE banks SET host = ?2, state = ?3, sealed_token = ?4, token_hash = ?5, sealed_access = coalesce(?6, sealed_access), claims = 0,
       due_at = ?7, reason = NULL WHERE item_id = ?1 AND state <> 'removed'`,
    itemId,
    host,
    state,
    token,
    hash,
    access,
    now,
  );
}

/** The one that has been due longest, or null. */
export function dueBank(sql: Sql, now: number): Bank | null {
  return sql.first<Bank>(
    "SELECT * FROM banks WHERE due_at <= ? ORDER BY due_at, item_id LIMIT 1",
    now,
  );
}

/** When the next is due, or null. */
export function nextBankAt(sql: Sql): number | null {
  return (
    sql.first<{ at: number | null }>("SELECT min(due_at) AS at FROM banks WHERE due_at IS NOT NULL")
      ?.at ?? null
  );
}

/**
 * Records that a claim is sent now, and when it is repeated if no answer comes; false if another
 * token has replaced this one.
 */
export function noteClaim(sql: Sql, { item_id, token_hash }: Bank, again: number): boolean {
  return (
    sql.all(
      "UPDATE banks SET claims = claims + 1, due_at = ? WHERE item_id = ? AND token_hash = ? AND state = 'claiming' RETURNING item_id",
      again,
      item_id,
      token_hash,
    ).length > 0
  );
}

/** The claim's answer: from now on the access is used. */
export function openBank(
  sql: Sql,
  { item_id, token_hash }: Bank,
  sealedAccess: string,
  now: number,
): void {
  sql.run(
    `UPDATE banks SET state = 'open', sealed_token = NULL, sealed_access = ?, due_at = ?, reason = NULL
     WHERE item_id = ? AND token_hash = ? AND state = 'claiming'`,
    sealedAccess,
    now,
    item_id,
    token_hash,
  );
}

/** Records that the token was refused; an earlier access stays in use. */
export function failClaim(
  sql: Sql,
  { item_id, token_hash }: Bank,
  reason: string,
  now: number,
): void {
  sql.run(
    `UPDATE banks SET state = iif(sealed_access IS NULL, 'failed', 'open'), sealed_token = NULL, reason = ?,
       due_at = iif(sealed_access IS NULL, NULL, ?) WHERE item_id = ? AND token_hash = ? AND state = 'claiming'`,
    reason,
    now + BANK_ASK_INTERVAL_MS,
    item_id,
    token_hash,
  );
}

/**
 * Records a claim without an answer: the reason, which the person sees meanwhile, and the time of
 * the next attempt if the server asked for patience.
 */
export function noteUnanswered(
  sql: Sql,
  { item_id, token_hash }: Bank,
  reason: string,
  again: number | null,
): void {
  sql.run(
    "UPDATE banks SET reason = ?, due_at = coalesce(?, due_at) WHERE item_id = ? AND token_hash = ? AND state = 'claiming'",
    reason,
    again,
    item_id,
    token_hash,
  );
}

/** Records why the last attempt failed; the person sees it while the attempts continue. */
export function noteReason(sql: Sql, itemId: string, reason: string): void {
  sql.run("UPDATE banks SET reason = ? WHERE item_id = ?", reason, itemId);
}

/** Sets when an open connection is asked next. */
export function putOff(sql: Sql, { item_id, state }: Bank, at: number): void {
  sql.run("UPDATE banks SET due_at = ? WHERE item_id = ? AND state = ?", at, item_id, state);
}

/** Stores the messages of an answer that are meant for the person. */
export function noteAnswer(
  sql: Sql,
  itemId: string,
  messages: readonly string[],
  now: number,
): void {
  sql.run(
    "UPDATE banks SET messages = ?, reason = NULL, answered_at = ? WHERE item_id = ?",
    JSON.stringify(messages),
    now,
    itemId,
  );
}

/** The same access, sealed by the key in use. */
export function resealAccess(sql: Sql, itemId: string, before: string, sealed: string): void {
  sql.run(
    "UPDATE banks SET sealed_access = ? WHERE item_id = ? AND sealed_access = ?",
    sealed,
    itemId,
    before,
  );
}

export interface SealedSecret extends BankSecret {
  readonly sealed: string;
}

/** Every stored secret. */
export function sealedSecrets(sql: Sql): SealedSecret[] {
  return sql.all<SealedSecret>(
    `SELECT item_id AS itemId, 'token' AS what, sealed_token AS sealed FROM banks WHERE sealed_token IS NOT NULL
     UNION ALL SELECT item_id, 'access', sealed_access FROM banks WHERE sealed_access IS NOT NULL`,
  );
}

/** The same secret, sealed by the key in use; one that is another by now stays as it is. */
export function resealSecret(
  sql: Sql,
  { itemId, what, sealed: before }: SealedSecret,
  sealed: string,
): void {
  if (what === "access") resealAccess(sql, itemId, before, sealed);
  else
    sql.run(
      "UPDATE banks SET sealed_token = ? WHERE item_id = ? AND sealed_token = ?",
      sealed,
      itemId,
      before,
    );
}

/** Forgets the secrets and asks no more; its accounts stay as they are, deactivated. */
export function removeBank(sql: Sql, itemId: string): void {
  sql.run(
    "UPDATE banks SET state = 'removed', sealed_token = NULL, sealed_access = NULL, due_at = NULL, reason = NULL, messages = '[]' WHERE item_id = ?",
    itemId,
  );
  sql.run(
    `UPDATE linked_accounts SET status = 'deactivated', fetch_asked_at = NULL, fetch_due_at = NULL, fetch_start = NULL, fetch_end = NULL, fetch_tries = 0
     WHERE linked_item_id = ?`,
    itemId,
  );
}

/** Remembers that the user ended the account's link, where a connection feeds it. */
export function noteEnded(sql: Sql, accountId: number): void {
  sql.run(
    `INSERT OR IGNORE INTO bank_accounts_ended (item_id, provider_id) SELECT a.linked_item_id, a.provider_id FROM linked_accounts a
     JOIN banks b ON b.item_id = a.linked_item_id WHERE a.id = ? AND a.provider_id IS NOT NULL`,
    accountId,
  );
}
