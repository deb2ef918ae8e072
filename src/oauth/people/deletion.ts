// Deletes a person, in their own object, and tells beforehand what would become of their budget
// accounts.
//
// Order of writes: one transaction marks the person as deleted and removes everything that signs
// them in. Then their connections are disconnected, their clients removed and their budget accounts
// left or deleted; each is forgotten here after it was told. Last the whole database goes. If the
// Worker dies in between, the object's alarm tells the rest; telling twice changes nothing. The
// address can sign up again when the database is gone.

import type { Sql } from "../../platform/sql/sql.ts";
import { clientIds, removeClientId } from "../clients/client-ids.ts";
import { listMemberships, readPerson, type PersonRow } from "./store.ts";

/** A budget account as the plan names it. */
export interface NamedAccount {
  readonly accountId: number;
  readonly name: string;
}

/** The effect of a person's deletion on their budget accounts. */
export interface DeletionPlan {
  /** Nobody else is in these: they are deleted. */
  readonly deleted: readonly NamedAccount[];
  /** These go on without them. */
  readonly left: readonly NamedAccount[];
  /** They are the last owner of these, with others in them: deletion is refused. */
  readonly blocked: readonly NamedAccount[];
}

const KEY = "deleting";

/** Whether the person is being deleted. */
export function isDeleting(storage: DurableObjectStorage): boolean {
  return storage.kv.get<number>(KEY) !== undefined;
}

/** The effect that deleting the person would have on their budget accounts now. */
export async function planDeletion(sql: Sql, env: Env, person: PersonRow): Promise<DeletionPlan> {
  const found = await Promise.all(
    listMemberships(sql).map(async ({ account_id: accountId }) => {
      const standing = await env.BUDGET.getByName(String(accountId)).standing(person.user_id);
      return standing === null ? null : { ...standing, accountId };
    }),
  );
  const all = found.filter((one) => one !== null);
  const isBlocked = (one: (typeof all)[number]) =>
    one.others > 0 && one.role === "owner" && one.otherOwners === 0;
  const named = (some: typeof all): NamedAccount[] =>
    some.map(({ accountId, name }) => ({ accountId, name }));
  return {
    deleted: named(all.filter((one) => one.others === 0)),
    left: named(all.filter((one) => one.others > 0 && !isBlocked(one))),
    blocked: named(all.filter(isBlocked)),
  };
}

/** Notes that the person is being deleted, and takes everything that signs them in. */
export function beginDeleting(storage: DurableObjectStorage, sql: Sql, now: number): void {
  sql.transaction(() => {
    storage.kv.put<number>(KEY, now);
    for (const table of ["sessions", "links", "passkeys", "used_challenges", "known_browsers"])
      sql.run(`DELETE FROM ${table}`);
    sql.run("UPDATE person SET password_rounds = NULL, password_salt = NULL, password_mac = NULL");
  });
}

/** Tells every object concerned about the deletion; throws if one cannot be told now. */
export async function tellDeletion(sql: Sql, env: Env, object: string): Promise<void> {
  const person = readPerson(sql);
  if (person === null) return;
  for (const { id } of sql.all<{ id: string }>("SELECT id FROM connections")) {
    const importer = env.IMPORTER.getByName(id);
    // An account that was only begun may belong to somebody else.
    if ((await importer.connection())?.owner === object) await importer.erase();
    sql.run("DELETE FROM connections WHERE id = ?", id);
  }
  for (const clientId of clientIds(sql)) {
    await env.CLIENT.getByName(clientId).remove();
    removeClientId(sql, clientId);
  }
  for (const { account_id: accountId } of listMemberships(sql)) {
    await env.BUDGET.getByName(String(accountId)).depart(person.user_id);
    sql.run("DELETE FROM memberships WHERE account_id = ?", accountId);
  }
}
