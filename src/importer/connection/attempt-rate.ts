// How often one network may try to connect something: a guard for the services that are asked, and against guessing.

import { findNetwork } from "../../platform/credentials/network.ts";

/** What is said to who asks more often. */
export const TOO_MANY = "Too many attempts from your address: wait a minute.";

/**
 * Whether the client at `address` may try once more in this minute: a pasted token, or a way to the
 * authorization server.
 */
export async function mayConnect(
  env: Env,
  what: "token" | "authorization",
  address: string | undefined,
): Promise<boolean> {
  const limit = what === "token" ? env.SIGN_IN_LIMIT : env.OAUTH_LIMIT;
  const { success } = await limit.limit({ key: `connect ${findNetwork(address ?? "unknown")}` });
  return success;
}
