// This deployment's own pipeline as an OAuth client of its own budgeting service. It is
// confidential, has one redirect address per issuer, and is defined only here. There is no object
// that every person's tokens would depend on, and nothing that the portal could register, edit or
// delete.
//
// The secret is derived from TOKEN_KEY and changes with it; the secret of the previous key is
// accepted too.

import type { Config } from "../../config.ts";
import { assert } from "../../platform/assert.ts";
import { credentialText } from "../../platform/credentials/credential.ts";
import { base32, sameSecret } from "../../platform/digest.ts";
import { OWN_CLIENT_ID, OWN_SCOPES } from "../../platform/credentials/own-client.ts";
import { KEY_BYTES_MIN } from "../../platform/sealing/seal.ts";
import type { ClientDescription } from "./client.ts";

export const OWN_CLIENT_NAME = "Tributary";
/** Below the issuer: where the pipeline takes the answer, checks its state and its issuer. */
export const OWN_CALLBACK_PATH = "/connect/callback";

const SECRET_BITS = 256;
const encoder = new TextEncoder();

/** The pipeline's credentials at the token endpoint. */
export async function ownClient(
  config: Config,
): Promise<{ clientId: string; clientSecret: string }> {
  return { clientId: OWN_CLIENT_ID, clientSecret: await deriveSecret(config.tokenKey) };
}

/** Our own client as the server at `issuer` knows it; null if the pipeline uses another service. */
export function describeOwnClient(config: Config, issuer: string): ClientDescription | null {
  if (config.budgetApiUrl !== null) return null;
  return {
    clientId: OWN_CLIENT_ID,
    name: OWN_CLIENT_NAME,
    redirectUris: [issuer + OWN_CALLBACK_PATH],
    scopes: OWN_SCOPES,
    kind: "confidential",
    // Nobody's: no person's object has this name.
    owner: { user: "", userId: 0 },
    createdAt: 0,
    secretSince: 0,
  };
}

/**
 * Whether `secret` is our own client's, by TOKEN_KEY or the previous key, in time that depends on
 * neither.
 */
export async function isOwnSecret(config: Config, secret: string): Promise<boolean> {
  if (config.budgetApiUrl !== null) return false;
  const keys =
    config.previousTokenKey === null
      ? [config.tokenKey]
      : [config.tokenKey, config.previousTokenKey];
  const verdicts = await Promise.all(
    keys.map(async (key) => sameSecret(secret, await deriveSecret(key))),
  );
  return verdicts.some(Boolean);
}

/** Derived (HKDF-SHA-256) for this one purpose, in the form of every client's secret. */
async function deriveSecret(tokenKey: string): Promise<string> {
  const material = encoder.encode(tokenKey);
  assert(material.byteLength >= KEY_BYTES_MIN, "TOKEN_KEY is long enough");
  const root = await crypto.subtle.importKey("raw", material, "HKDF", false, ["deriveBits"]);
  const derivation = {
    name: "HKDF",
    hash: "SHA-256",
    salt: new Uint8Array(0),
    info: encoder.encode("tributary/own client secret"),
  };
  const bits = await crypto.subtle.deriveBits(derivation, root, SECRET_BITS);
  return credentialText("cs", OWN_CLIENT_ID, base32(new Uint8Array(bits)));
}
