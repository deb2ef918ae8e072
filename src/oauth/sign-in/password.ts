// Password hashes: PBKDF2-SHA-256 over a random salt, then HMAC-SHA-256 under a key derived from
// TOKEN_KEY. Without the key a copy of the database does not allow guessing. The platform allows
// 100,000 rounds, fewer than recommended today; the keyed step makes up for it.

import { PASSWORD_ROUNDS } from "../../platform/limits.ts";
import { isSigned, sign, signingKey } from "../../platform/credentials/signature.ts";

const SALT_BYTES = 16;
const DERIVED_BITS = 256;
const PURPOSE = "passwords";
const encoder = new TextEncoder();

/** A stored password: how it was derived, and the keyed result. */
export interface PasswordHash {
  readonly rounds: number;
  /** Base64. */
  readonly salt: string;
  /** Base64url. */
  readonly mac: string;
}

/**
 * The secrets that key the passwords: the one in use first, then the previous one, if it is still
 * known.
 */
export type PasswordKeys = readonly [current: string, previous?: string];

export type Verdict = "wrong" | "right" | "right, to be hashed again";

/** The hash to store of a password (its one spelling). */
export async function hashPassword(password: string, keys: PasswordKeys): Promise<PasswordHash> {
  const salt = crypto.getRandomValues(new Uint8Array(SALT_BYTES)).toBase64();
  const derived = await derive(password, salt, PASSWORD_ROUNDS);
  return {
    rounds: PASSWORD_ROUNDS,
    salt,
    mac: await sign(await signingKey(keys[0], PURPOSE), derived),
  };
}

/**
 * Whether the password is the one that was hashed. Without a stored hash it does the same work and
 * answers "wrong", so that timing does not tell whether the account exists. "to be hashed again":
 * its rounds or its key are outdated.
 */
export async function verifyPassword(
  password: string,
  stored: PasswordHash | null,
  keys: PasswordKeys,
): Promise<Verdict> {
  const against = stored ?? { rounds: PASSWORD_ROUNDS, salt: "AAAAAAAAAAAAAAAAAAAAAA==", mac: "" };
  const derived = await derive(password, against.salt, against.rounds);
  if (await isSigned(await signingKey(keys[0], PURPOSE), derived, against.mac)) {
    if (stored === null) return "wrong";
    return against.rounds === PASSWORD_ROUNDS ? "right" : "right, to be hashed again";
  }
  const previous = keys[1];
  if (previous === undefined) return "wrong";
  const signed = await isSigned(await signingKey(previous, PURPOSE), derived, against.mac);
  return signed && stored !== null ? "right, to be hashed again" : "wrong";
}

async function derive(password: string, salt: string, rounds: number): Promise<string> {
  const material = await crypto.subtle.importKey("raw", encoder.encode(password), "PBKDF2", false, [
    "deriveBits",
  ]);
  const algorithm = {
    name: "PBKDF2",
    hash: "SHA-256",
    salt: Uint8Array.fromBase64(salt),
    iterations: rounds,
  };
  return new Uint8Array(
    await crypto.subtle.deriveBits(algorithm, material, DERIVED_BITS),
  ).toBase64();
}
