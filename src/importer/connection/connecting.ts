// Connections across a person's User object, which lists them, and each Importer object, which
// decides and holds the tokens.
//
// Order of writes: a connection is recorded at the person, then made by the Importer, then settled
// at the person; it is given up by the Importer first and ended at the person second. A kill in
// between leaves a record that the next look settles, ends or forgets, never a connection that its
// person cannot see. Whatever is refused is given back: its tokens are revoked, and what was
// connected before is as it was.

import { CONNECTING_MS_MAX } from "../../platform/limits.ts";
import { err, ok, type Result } from "../../platform/result.ts";
import type { ConnectionView, ConnectRefusal, NewCredential } from "./connection.ts";
import { deriveConnectionId, nameService, type Identity } from "./identity.ts";
import type { Doors } from "./service-paths.ts";
import { hasConnections } from "./vault.ts";
import { discover, revoke } from "./oauth-client.ts";
import { findOwner, type SignedIn } from "./person.ts";

/** What somebody agreed to, proved by GET /me. */
export interface Agreement {
  readonly identity: Identity;
  readonly credential: NewCredential;
  /** The connection that was to be authorized again; null where any will do. */
  readonly expected: string | null;
}

export type ConnectFault =
  | ConnectRefusal
  | { readonly kind: "somebody else is signed in"; readonly agreed: string }
  | { readonly kind: "another budget"; readonly chosen: string }
  | { readonly kind: "too many connections" }
  /** SIGN_UP lets nobody new in. */
  | { readonly kind: "closed" };

/** A connection as its person sees it; `view` is null where they gave it up. */
export interface Listed {
  readonly id: string;
  readonly name: string;
  readonly view: ConnectionView | null;
}

/** Makes the connection, or authorizes it again: it, and the name of its person's User object. */
export async function connectBudget(
  doors: Doors,
  signedIn: SignedIn | null,
  agreement: Agreement,
): Promise<Result<{ readonly view: ConnectionView; readonly user: string }, ConnectFault>> {
  const { env, config } = doors;
  const { identity, credential, expected } = agreement;
  const [id, owner] = await Promise.all([
    deriveConnectionId(config, identity),
    findOwner(config, identity, signedIn),
  ]);
  if (owner === null)
    return refused(doors, credential, {
      kind: "somebody else is signed in",
      agreed: identity.name || identity.email,
    });
  if (expected !== null && expected !== id)
    return refused(doors, credential, { kind: "another budget", chosen: identity.budgetName });
  const user = env.USER.getByName(owner);
  const { userId, accountId, budgetName, name, email } = identity;
  // A deployment may have people from before there was a first one to be noted: their connections tell.
  const remote =
    config.budgetApiUrl === null
      ? null
      : { person: { id: userId, name, email }, othersConnected: await hasConnections(env.TOKENS) };
  const begun = await user.beginConnection(
    { id, service: nameService(config), userId, accountId, name: budgetName },
    remote,
  );
  if (!begun.ok)
    return refused(doors, credential, {
      kind: begun.error === "nobody" ? "not stored" : begun.error,
    });
  const importer = env.IMPORTER.getByName(id);
  const made = await importer.connectBudget({ owner, identity, credential });
  // The Importer has given the tokens back itself.
  if (!made.ok) return made;
  if (!(await user.settleConnection(id, made.value.name))) {
    // The person was deleted meanwhile: nobody would see it.
    await importer.disconnect();
    return err({ kind: "not stored" });
  }
  return ok({ view: made.value, user: owner });
}

/**
 * The person's connections as their Importers know them, those given up included; brings the list
 * up to date on the way.
 */
export async function lookAtConnections(env: Env, user: string, now: number): Promise<Listed[]> {
  const person = env.USER.getByName(user);
  const listed = await Promise.all(
    (await person.connections()).map(async (record): Promise<Listed | null> => {
      const { id, name, state, createdAt } = record;
      const view = await viewFor(env, user, id);
      if (view !== null) {
        if (state !== "connected") await person.settleConnection(id, view.name);
        return { id, name: view.name, view };
      }
      if (state === "connected") await person.endConnection(record);
      if (state !== "connecting") return { id, name, view: null };
      if (now - createdAt >= CONNECTING_MS_MAX) await person.endConnection(record);
      return null;
    }),
  );
  return listed.filter((one) => one !== null);
}

/** One of the person's own connections; null for every other name. */
export async function ownConnection(env: Env, user: string, id: string): Promise<Listed | null> {
  const record = (await env.USER.getByName(user).connections()).find(
    (known) => known.id === id && known.state !== "connecting",
  );
  if (record === undefined) return null;
  const view = await viewFor(env, user, id);
  return { id, name: view?.name ?? record.name, view };
}

/** Gives one of the person's own connections up; false for every other name, and for the configured one. */
export async function disconnectBudget(env: Env, user: string, id: string): Promise<boolean> {
  const person = env.USER.getByName(user);
  const record = (await person.connections()).find((known) => known.id === id);
  const view = record === undefined ? null : await viewFor(env, user, id);
  if (record === undefined || view?.kind === "configured") return false;
  if (view !== null) await env.IMPORTER.getByName(id).disconnect();
  await person.endConnection(record);
  return true;
}

/** The connection as its Importer knows it, if it is this person's: what was only begun may be another's. */
async function viewFor(env: Env, user: string, id: string): Promise<ConnectionView | null> {
  const view = await env.IMPORTER.getByName(id).connection();
  return view === null || view.kind === "configured" || view.owner === user ? view : null;
}

/** Gives back what cannot be used, as well as that can be done; a developer token stays its person's. */
export async function discard({ setup }: Doors, credential: NewCredential): Promise<void> {
  if (setup === null || credential.kind === "token") return;
  const server = await discover(setup);
  if (!server.ok) return;
  if (credential.refreshToken !== null)
    await revoke(setup, server.value, credential.refreshToken, "refresh_token");
  await revoke(setup, server.value, credential.accessToken, "access_token");
}

async function refused(
  doors: Doors,
  credential: NewCredential,
  fault: ConnectFault,
): Promise<Result<never, ConnectFault>> {
  await discard(doors, credential);
  return err(fault);
}
