// Who may use this budget, and the invitations to it. Access is a row in `members` and nothing else; what a
// person wrote stays under their row in `users`. Only hashes of invitations are stored, and one is deleted
// in the transaction that lets its person in: it works once.

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

/** What may be shown of an invitation. */
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
  const count = sql.first<{ count: number }>("SELECT count(*) AS count FROM invites")?.count ?? 0;
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

/** Takes an invitation back; false where there is none with that id, or the caller is no owner. */
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

/** Lets somebody sign up because they are invited: one User object (by its name) an invitation, which is not used up by it. */
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

/** Lets a person in by an invitation, which is used up. Whoever is in already stays in, and uses nothing up. */
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
  // Who left and comes back has a row, with their settings.
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
 * Takes a person's access, with every credential that acts for them and every invitation they made, at once.
 * An owner removes others, everybody removes themselves; the last owner stays.
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

/** How one person stands in this budget: what would become of it without them. */
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
 * Takes the access of a person who is being deleted, and their name and address; "alone" where nobody else has access, and
 * nothing is done. Whoever is left longest becomes an owner where there would be none: a budget with people in it keeps one.
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
  return (
    sql.first<{ count: number }>("SELECT count(*) AS count FROM members WHERE role = 'owner'")
      ?.count ?? 0
  );
}
