// Members of this budget and invitations to it. A row in `members` gives access and nothing else
// does; a member's data stays under their row in `users`. Only hashes of invitations are stored. An
// invitation is deleted in the transaction that adds its person, so it works once.

import { INVITES_MAX, INVITE_LIFETIME_MS, MEMBERS_MAX } from "../platform/limits.ts";
import type { Sql } from "../platform/sql/sql.ts";
import { err, ok, type Result } from "../platform/result.ts";
import { endGrantsOfUser } from "./grants/api.ts";

export type Role = "owner" | "member";

export interface Person {
  readonly id: number;
  readonly name: string;
  readonly email: string;
}

export interface Member extends Person {
  readonly role: Role;
  readonly joined_at: number;
}

/** An invitation without its secret. */
export interface InviteListing {
  readonly id: number;
  readonly invited_by: string;
  readonly created_at: number;
  readonly expires_at: number;
}

export type InviteProblem = "not an owner" | "too many invites";
export type JoinProblem = "invite is not valid" | "too many members";
export type MemberProblem = "not an owner" | "not a member" | "last owner";

/** The person's role in this budget; null without access. */
export function findRole(sql: Sql, userId: number): Role | null {
  return (
    sql.first<{ role: Role }>("SELECT role FROM members WHERE user_id = ?", userId)?.role ?? null
  );
}

/** Everybody with access, in the order they came. */
export function listMembers(sql: Sql): Member[] {
  return sql.all<Member>(
    `SELECT u.id, u.name, u.email, m.role, m.joined_at FROM members m JOIN users u ON u.id = m.user_id
     ORDER BY m.joined_at, u.id`,
  );
}

/** Lets the budget's first user in. */
export function addOwner(sql: Sql, userId: number, now: number): void {
  sql.run(
    "INSERT OR IGNORE INTO members (user_id, role, joined_at) VALUES (?, 'owner', ?)",
    userId,
    now,
  );
}

/** Keeps an invitation's hash for INVITE_LIFETIME_MS; only an owner invites. */
export function addInvite(
  sql: Sql,
  userId: number,
  hash: string,
  now: number,
): Result<null, InviteProblem> {
  if (findRole(sql, userId) !== "owner") return err("not an owner");
  sql.run("DELETE FROM invites WHERE expires_at <= ?", now);
  const count = sql.count("invites");
  if (count >= INVITES_MAX) return err("too many invites");
  sql.run(
    "INSERT INTO invites (hash, created_by, created_at, expires_at) VALUES (?, ?, ?, ?)",
    hash,
    userId,
    now,
    now + INVITE_LIFETIME_MS,
  );
  return ok(null);
}

/** The invitations that can still be accepted, newest first. */
export function listInvites(sql: Sql, now: number): InviteListing[] {
  return sql.all<InviteListing>(
    `SELECT i.id, u.name AS invited_by, i.created_at, i.expires_at FROM invites i JOIN users u ON u.id = i.created_by
     WHERE i.expires_at > ? ORDER BY i.id DESC`,
    now,
  );
}

/** Revokes an invitation; false if the id is unknown or the caller is not an owner. */
export function removeInvite(sql: Sql, userId: number, id: number): boolean {
  return (
    findRole(sql, userId) === "owner" &&
    sql.first("DELETE FROM invites WHERE id = ? RETURNING id", id) !== null
  );
}

/** The name of who made the invitation with this hash; null when it cannot be accepted. */
export function findInviter(sql: Sql, hash: string, now: number): string | null {
  const found = sql.first<{ name: string }>(
    "SELECT u.name FROM invites i JOIN users u ON u.id = i.created_by WHERE i.hash = ? AND i.expires_at > ?",
    hash,
    now,
  );
  return found?.name ?? null;
}

/**
 * Lets an invited person sign up: one User object (by its name) per invitation. This does not use
 * the invitation up.
 */
export function admit(sql: Sql, hash: string, user: string, now: number): boolean {
  const admitted = sql.first(
    "UPDATE invites SET admitted = ? WHERE hash = ? AND expires_at > ? AND (admitted IS NULL OR admitted = ?) RETURNING id",
    user,
    hash,
    now,
    user,
  );
  return admitted !== null;
}

/**
 * Adds a person by an invitation, which is used up. A person who already has access stays, and uses
 * nothing up.
 */
export function join(
  sql: Sql,
  person: Person,
  hash: string,
  now: number,
): Result<Role, JoinProblem> {
  const role = findRole(sql, person.id);
  if (role !== null) return ok(role);
  if (findInviter(sql, hash, now) === null) return err("invite is not valid");
  if (listMembers(sql).length >= MEMBERS_MAX) return err("too many members");
  sql.run("DELETE FROM invites WHERE hash = ?", hash);
  // A person who left and comes back still has a row, with their settings.
  sql.run(
    `INSERT INTO users (id, name, email, created_at) VALUES (?, ?, ?, ?)
     ON CONFLICT (id) DO UPDATE SET name = excluded.name, email = excluded.email`,
    person.id,
    person.name,
    person.email,
    now,
  );
  sql.run("INSERT INTO members (user_id, role, joined_at) VALUES (?, 'member', ?)", person.id, now);
  return ok("member");
}

/**
 * Removes a person's access at once, with every credential that acts for them and every invitation
 * they made. Owners may remove others, everybody may remove themselves; the last owner stays.
 */
export function removeMember(sql: Sql, by: number, userId: number): Result<null, MemberProblem> {
  if (by !== userId && findRole(sql, by) !== "owner") return err("not an owner");
  const role = findRole(sql, userId);
  if (role === null) return err("not a member");
  if (role === "owner" && countOwners(sql) === 1) return err("last owner");
  sql.run("DELETE FROM tokens WHERE user_id = ?", userId);
  endGrantsOfUser(sql, userId);
  sql.run("DELETE FROM invites WHERE created_by = ?", userId);
  sql.run("DELETE FROM members WHERE user_id = ?", userId);
  return ok(null);
}

/** A person's role in this budget, and who would be left without them. */
export interface Standing {
  readonly name: string;
  readonly role: Role;
  /** Others with access, and the owners among them. */
  readonly others: number;
  readonly otherOwners: number;
}

/** The person's standing; null without access. */
export function readStanding(sql: Sql, userId: number): Omit<Standing, "name"> | null {
  const role = findRole(sql, userId);
  if (role === null) return null;
  const others = listMembers(sql).filter(({ id }) => id !== userId);
  return {
    role,
    others: others.length,
    otherOwners: others.filter((other) => other.role === "owner").length,
  };
}

/**
 * Removes the access, name and address of a person who is being deleted; returns "alone" and does
 * nothing if nobody else has access. If the last owner leaves, the longest-standing member becomes
 * an owner: a budget with members always has one.
 */
export function departDeleted(sql: Sql, userId: number): "alone" | "left" {
  const standing = readStanding(sql, userId);
  if (standing?.others === 0) return "alone";
  if (standing?.role === "owner" && standing.otherOwners === 0) {
    const next = listMembers(sql).find(({ id }) => id !== userId);
    if (next !== undefined) makeOwner(sql, userId, next.id);
  }
  if (standing !== null) removeMember(sql, userId, userId);
  sql.run("UPDATE users SET name = 'Deleted person', email = '' WHERE id = ?", userId);
  return "left";
}

/** Makes a member an owner; only an owner does. */
export function makeOwner(sql: Sql, by: number, userId: number): Result<null, MemberProblem> {
  if (findRole(sql, by) !== "owner") return err("not an owner");
  const changed = sql.first(
    "UPDATE members SET role = 'owner' WHERE user_id = ? RETURNING user_id",
    userId,
  );
  return changed === null ? err("not a member") : ok(null);
}

function countOwners(sql: Sql): number {
  return sql.count("members WHERE role = 'owner'");
}
