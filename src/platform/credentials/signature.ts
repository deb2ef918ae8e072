// Signed statements that leave us and come back: HMAC-SHA-256 under a key derived (HKDF-SHA-256)
// from TOKEN_KEY for one purpose, so that a signature made for one thing says nothing about
// another.

import { KEY_BYTES_MIN } from "../sealing/seal.ts";

const encoder = new TextEncoder();
const BASE64URL = { alphabet: "base64url", omitPadding: true } as const;

/** The signing key for one purpose ("file links"), from TOKEN_KEY's text of at least 32 bytes. */
export async function signingKey(tokenKey: string, purpose: string): Promise<CryptoKey> {
  const material = encoder.encode(tokenKey);
  if (material.byteLength < KEY_BYTES_MIN)
    throw new Error(`TOKEN_KEY must have at least ${KEY_BYTES_MIN} bytes`);
  const root = await crypto.subtle.importKey("raw", material, "HKDF", false, ["deriveKey"]);
  const derivation = {
    name: "HKDF",
    hash: "SHA-256",
    salt: new Uint8Array(0),
    info: encoder.encode(`tributary/${purpose}`),
  };
  const algorithm = { name: "HMAC", hash: "SHA-256", length: 256 };
  return crypto.subtle.deriveKey(derivation, root, algorithm, false, ["sign", "verify"]);
}

/** The signature of a statement, as base64url without padding. */
export async function sign(key: CryptoKey, statement: string): Promise<string> {
  return new Uint8Array(await crypto.subtle.sign("HMAC", key, encoder.encode(statement))).toBase64(
    BASE64URL,
  );
}

/**
 * Whether the signature is the statement's; the comparison takes the same time wherever they
 * differ.
 */
export async function isSigned(
  key: CryptoKey,
  statement: string,
  signature: string,
): Promise<boolean> {
  let bytes: Uint8Array;
  try {
    bytes = Uint8Array.fromBase64(signature, { alphabet: "base64url" });
  } catch {
    return false;
  }
  return crypto.subtle.verify("HMAC", key, bytes, encoder.encode(statement));
}
