// Derives the tokens of a grant. The next refresh token follows from the current secret and a salt
// that only the budget has. So a repeated request gets the same answer although only hashes are
// stored. Neither a copy of the database nor an old token is enough to find the next one.

import { hashSecret, newSecret } from "../../platform/credentials/credential.ts";
import { base32 } from "../../platform/digest.ts";

/**
 * Characters of the secret that all tokens of a family share; the other half is new with each turn.
 */
const FAMILY_CHARS = 26;

const encoder = new TextEncoder();

/** A secret and the hash that is stored of it. */
export interface Secret {
  readonly secret: string;
  readonly hash: string;
}

/** The tokens that one use of a refresh token yields. */
export interface Turn {
  readonly refresh: Secret;
  readonly access: Secret;
}

/** A new random secret. */
export async function freshSecret(): Promise<Secret> {
  const secret = newSecret();
  return { secret, hash: await hashSecret(secret) };
}

/** The hash that finds the grant of a refresh token. */
export async function familyHash(secret: string): Promise<string> {
  return hashSecret(secret.slice(0, FAMILY_CHARS));
}

/** The tokens that follow the refresh token with this secret. */
export async function deriveTurn(secret: string, salt: string): Promise<Turn> {
  const [turn, access] = await Promise.all([
    deriveSecret(secret, `refresh ${salt}`),
    deriveSecret(secret, `access ${salt}`),
  ]);
  const refresh = secret.slice(0, FAMILY_CHARS) + turn.slice(FAMILY_CHARS);
  const [refreshHash, accessHash] = await Promise.all([hashSecret(refresh), hashSecret(access)]);
  return {
    refresh: { secret: refresh, hash: refreshHash },
    access: { secret: access, hash: accessHash },
  };
}

async function deriveSecret(secret: string, statement: string): Promise<string> {
  const algorithm = { name: "HMAC", hash: "SHA-256" };
  const key = await crypto.subtle.importKey("raw", encoder.encode(secret), algorithm, false, [
    "sign",
  ]);
  return base32(new Uint8Array(await crypto.subtle.sign("HMAC", key, encoder.encode(statement))));
}
