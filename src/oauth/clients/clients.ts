// The OAuth clients of one person: their User object lists the ids, and each client has a Client
// object. An id is listed before its client is registered, and forgotten after the client is gone,
// so that no client is ever out of reach.

import { CLIENTS_A_PERSON_MAX } from "../../platform/limits.ts";
import { err, ok, type Result } from "../../platform/result.ts";
import type { ClientDescription } from "./client.ts";
import { isClientId, newClientId, readRegistration } from "./registration.ts";
import type { Session } from "../sign-in/session.ts";

type Who = Pick<Session, "user" | "userId">;

/** A registration's form as it came. */
export type ClientWish = Parameters<typeof readRegistration>[0];

/** The person's clients, the oldest first. */
export async function listClients(who: Who, env: Env): Promise<ClientDescription[]> {
  const user = env.USER.getByName(who.user);
  const ids = await user.clients();
  const found = await Promise.all(ids.map((id) => findClient(who, id, env)));
  const gone = ids.filter((_, index) => found[index] === null);
  if (gone.length > 0) await user.forgetUnregistered(gone);
  return found.filter((client) => client !== null);
}

/** One of the person's own clients; null for every other id. */
export async function findClient(
  who: Who,
  id: string,
  env: Env,
): Promise<ClientDescription | null> {
  if (!isClientId(id)) return null;
  const client = await env.CLIENT.getByName(id).describe();
  return client !== null && client.owner.user === who.user ? client : null;
}

/**
 * Registers a client; its id, and the secret of a confidential one, shown only now. Refuses with a
 * sentence.
 */
export async function registerClient(
  who: Who,
  wish: ClientWish,
  env: Env,
): Promise<Result<{ clientId: string; secret: string | null }, string>> {
  const checked = readRegistration(wish);
  if (!checked.ok) return err(checked.error.errMsg);
  const clientId = newClientId();
  if (!(await env.USER.getByName(who.user).addClient(clientId))) {
    return err(`A person registers at most ${CLIENTS_A_PERSON_MAX} clients; delete one first.`);
  }
  const owner = { user: who.user, userId: who.userId };
  return ok(await env.CLIENT.getByName(clientId).register({ ...checked.value, owner }));
}

/** Replaces the secret; null if the client is not theirs, or has none. */
export async function rotateSecret(who: Who, id: string, env: Env): Promise<string | null> {
  return (await findClient(who, id, env)) === null ? null : env.CLIENT.getByName(id).rotateSecret();
}

/** Removes one of the person's own clients; false for every other id. */
export async function removeClient(who: Who, id: string, env: Env): Promise<boolean> {
  if ((await findClient(who, id, env)) === null) return false;
  await env.CLIENT.getByName(id).remove();
  await env.USER.getByName(who.user).removeClient(id);
  return true;
}
