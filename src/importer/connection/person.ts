// Finds the name of the User object for a connection's person. With the embedded service, a person
// is signed in before they connect. For a remote service, the service and its user id name the
// object, whoever is signed in.

import type { Config } from "../../config.ts";
import { nameRemoteUser } from "../../platform/credentials/remote-user.ts";
import type { Identity } from "./identity.ts";

/** Whoever is signed in: the name of their User object, and their id in the embedded service. */
export interface SignedIn {
  readonly user: string;
  readonly userId: number;
}

const LOCAL_USER = "1";

/**
 * The User object that a connection with this identity belongs to; null where somebody else is signed in. With a remote
 * service nobody has to be, and the local person of a developer's machine gives way to the one of the service.
 */
export async function findOwner(
  config: Pick<Config, "budgetApiUrl">,
  identity: Identity,
  signedIn: SignedIn | null,
): Promise<string | null> {
  if (config.budgetApiUrl === null)
    return signedIn?.userId === identity.userId ? signedIn.user : null;
  const owner = await nameRemoteUser(config.budgetApiUrl, identity.userId);
  return signedIn === null || signedIn.user === LOCAL_USER || signedIn.user === owner
    ? owner
    : null;
}
