// The SQL of one person: name and sign-in, sessions, budget accounts, OAuth clients. Nothing here
// decides whether somebody may; user.ts does.

import {
  AGENT_CHARS_MAX,
  FRESH_SIGN_IN_MS,
  LINKS_MAX,
  LINK_LIFETIME_MS,
  SESSIONS_MAX,
  SESSION_LIFETIME_MS,
  SESSION_USED_INTERVAL_MS,
} from "../../platform/limits.ts";
import type { Sql } from "../../platform/sql/sql.ts";
import type { Currency } from "../../money/currency.ts";
import type { PasswordHash } from "../sign-in/password.ts";
import { LOCAL_PERSON } from "./person.ts";

export interface PersonRow {
  readonly user_id: number;
  readonly email: string;
  readonly name: string;
  readonly password_rounds: number | null;
  readonly password_salt: string | null;
  readonly password_mac: string | null;
}

export interface SessionRow {
  readonly id: number;
  readonly agent: string;
  /** The budget account that is current in this session; null for the first there is. */
  readonly account_id: number | null;
  /** The connection that is current in this session; null for the first there is. */
  readonly connection: string | null;
  readonly created_at: number;
  readonly last_used_at: number;
}

/** A session to store. */
export interface NewSession {
  readonly hash: string;
  readonly agent: string;
  readonly accountId?: number | null;
  readonly connection?: string | null;
  /** SESSION_LIFETIME_MS if left out. */
  readonly lifetimeMs?: number;
}

/**
 * making: its Budget may not have been created yet; joining: the Budget may not have let the person
 * in.
 */
export interface MembershipRow {
  readonly account_id: number;
  readonly name: string;
  readonly role: "owner" | "member";
  readonly state: "making" | "joining" | "ready";
  readonly currency: Currency | null;
  readonly created_at: number;
}

/** The person; null before they signed up. */
export function readPerson(sql: Sql): PersonRow | null {
  return sql.first<PersonRow>(
    "SELECT user_id, email, name, password_rounds, password_salt, password_mac FROM person",
  );
}

/** The identity of a person: here, or at the remote service that reported it. */
export interface NewPerson {
  readonly id: number;
  readonly email: string;
  readonly name: string;
}

export function addPerson(sql: Sql, person: NewPerson, now: number): void {
  sql.run(
    "INSERT INTO person (id, user_id, email, name, created_at) VALUES (1, ?, ?, ?, ?)",
    person.id,
    person.email,
    person.name,
    now,
  );
}

/**
 * The person of a remote service, with its current name; their id stays that of their first
 * connection.
 */
export function rememberPerson(sql: Sql, { id, email, name }: NewPerson, now: number): void {
  sql.run(
    `INSERT INTO person (id, user_id, email, name, created_at) VALUES (1, ?, ?, ?, ?)
     ON CONFLICT (id) DO UPDATE SET email = excluded.email, name = excluded.name WHERE user_id = excluded.user_id`,
    id,
    email,
    name,
    now,
  );
}

/** The local person, owner of the demo budget, which makes itself, with something in it. */
export function addLocalPerson(sql: Sql, now: number): void {
  sql.transaction(() => {
    addPerson(sql, LOCAL_PERSON, now);
    beginMembership(sql, {
      account_id: 1,
      name: "Demo budget",
      role: "owner",
      state: "ready",
      currency: null,
      created_at: now,
    });
  });
}

/** The stored hash; null where the person has no password. */
export function readPassword({
  password_rounds: rounds,
  password_salt: salt,
  password_mac: mac,
}: PersonRow): PasswordHash | null {
  return rounds === null || salt === null || mac === null ? null : { rounds, salt, mac };
}

export function writePassword(sql: Sql, { rounds, salt, mac }: PasswordHash, now: number): void {
  sql.run(
    "UPDATE person SET password_rounds = ?, password_salt = ?, password_mac = ?, password_set_at = ?",
    rounds,
    salt,
    mac,
    now,
  );
}

/** Puts a hash in another's place; false where that is no longer the one stored. */
export function replacePassword(
  sql: Sql,
  old: PasswordHash,
  hash: PasswordHash,
  now: number,
): boolean {
  return sql.transaction(() => {
    if (!isStored(sql, old)) return false;
    writePassword(sql, hash, now);
    return true;
  });
}

function isStored(sql: Sql, { mac }: PasswordHash): boolean {
  return sql.first("SELECT 1 FROM person WHERE password_mac = ?", mac) !== null;
}

/** Keeps a one-time link's hash, the newest LINKS_MAX of them. */
export function addLink(sql: Sql, hash: string, now: number): void {
  sql.run("DELETE FROM links WHERE expires_at <= ?", now);
  sql.run("INSERT INTO links (hash, expires_at) VALUES (?, ?)", hash, now + LINK_LIFETIME_MS);
  sql.run(
    "DELETE FROM links WHERE hash NOT IN (SELECT hash FROM links ORDER BY expires_at DESC LIMIT ?)",
    LINKS_MAX,
  );
}

/** Uses a link up; false when it is unknown, used or expired. */
export function useLink(sql: Sql, hash: string, now: number): boolean {
  return (
    sql.first(
      "UPDATE links SET used_at = ? WHERE hash = ? AND used_at IS NULL AND expires_at > ? RETURNING hash",
      now,
      hash,
      now,
    ) !== null
  );
}

/** Keeps a new session's hash, the newest SESSIONS_MAX of them. */
export function addSession(sql: Sql, session: NewSession, now: number): void {
  const {
    hash,
    agent,
    accountId = null,
    connection = null,
    lifetimeMs = SESSION_LIFETIME_MS,
  } = session;
  sql.run("DELETE FROM sessions WHERE expires_at <= ?", now);
  sql.run(
    "INSERT INTO sessions (hash, agent, account_id, connection, created_at, last_used_at, expires_at) VALUES (?, ?, ?, ?, ?, ?, ?)",
    hash,
    agent.slice(0, AGENT_CHARS_MAX),
    accountId,
    connection,
    now,
    now,
    now + lifetimeMs,
  );
  sql.run(
    "DELETE FROM sessions WHERE id NOT IN (SELECT id FROM sessions ORDER BY created_at DESC, id DESC LIMIT ?)",
    SESSIONS_MAX,
  );
}

/** Keeps a session that was made for a password; false where that is no longer the one stored. */
export function addSessionFor(
  sql: Sql,
  password: PasswordHash,
  hash: string,
  agent: string,
  now: number,
): boolean {
  return sql.transaction(() => {
    if (!isStored(sql, password)) return false;
    addSession(sql, { hash, agent }, now);
    return true;
  });
}

/** Ends every session; one of them goes on under another secret. */
export function replaceSessions(sql: Sql, kept: number, hash: string, now: number): void {
  const before = listSessions(sql, now).find(({ id }) => id === kept);
  sql.run("DELETE FROM sessions");
  addSession(
    sql,
    {
      hash,
      agent: before?.agent ?? "",
      accountId: before?.account_id ?? null,
      connection: before?.connection ?? null,
    },
    now,
  );
}

/**
 * The session with this hash, unless it has expired; notes the use at most every
 * SESSION_USED_INTERVAL_MS.
 */
export function findSession(sql: Sql, hash: string, now: number): SessionRow | null {
  const found = sql.first<SessionRow>(
    "SELECT id, agent, account_id, connection, created_at, last_used_at FROM sessions WHERE hash = ? AND expires_at > ?",
    hash,
    now,
  );
  if (found !== null && now - found.last_used_at >= SESSION_USED_INTERVAL_MS) {
    sql.run("UPDATE sessions SET last_used_at = ? WHERE id = ?", now, found.id);
  }
  return found;
}

/** The sessions that are valid, the one used last first. */
export function listSessions(sql: Sql, now: number): SessionRow[] {
  return sql.all<SessionRow>(
    "SELECT id, agent, account_id, connection, created_at, last_used_at FROM sessions WHERE expires_at > ? ORDER BY last_used_at DESC, id DESC",
    now,
  );
}

/** Whether this session is so fresh that no further proof is needed. */
export function isFresh(sql: Sql, sessionId: number, now: number): boolean {
  return listSessions(sql, now).some(
    ({ id, created_at: at }) => id === sessionId && now - at < FRESH_SIGN_IN_MS,
  );
}

/** The memberships, the oldest first. */
export function listMemberships(sql: Sql): MembershipRow[] {
  return sql.all<MembershipRow>(
    "SELECT account_id, name, role, state, currency, created_at FROM memberships ORDER BY account_id",
  );
}

/**
 * Records that an account is about to be made for the person, or that they are about to join it. An
 * existing record stays but becomes newer, so that a look that began earlier does not forget it
 * (forgetMembership).
 */
export function beginMembership(sql: Sql, row: MembershipRow): void {
  sql.run(
    `INSERT INTO memberships (account_id, name, role, state, currency, created_at) VALUES (?, ?, ?, ?, ?, ?)
     ON CONFLICT (account_id) DO UPDATE SET created_at = excluded.created_at WHERE state <> 'making'`,
    row.account_id,
    row.name,
    row.role,
    row.state,
    row.currency,
    row.created_at,
  );
}

/** Writes what the Budget says of a membership that was recorded. */
export function settleMembership(
  sql: Sql,
  accountId: number,
  {
    name,
    role,
    currency,
  }: { readonly name: string; readonly role: "owner" | "member"; readonly currency: Currency },
): void {
  sql.run(
    "UPDATE memberships SET name = ?, role = ?, currency = ?, state = 'ready' WHERE account_id = ?",
    name,
    role,
    currency,
    accountId,
  );
}

/** Forgets a membership, unless it was begun again since the row was read. */
export function forgetMembership(sql: Sql, row: MembershipRow): void {
  sql.run(
    "DELETE FROM memberships WHERE account_id = ? AND state = ? AND created_at = ?",
    row.account_id,
    row.state,
    row.created_at,
  );
}
