// Kraken's signature of a private call: HMAC-SHA512 of the path and the SHA-256 of nonce and body,
// with the secret in base64 (docs.kraken.com, "Spot REST Authentication").

import { sha256 } from "../../platform/digest.ts";

const encoder = new TextEncoder();

/** The API-Sign header; the body repeats the nonce. Null if the secret is not base64. */
export async function krakenSignature(
  secret: string,
  path: string,
  nonce: string,
  body: string,
): Promise<string | null> {
  const key = decodeBase64(secret);
  if (key === null || key.length === 0) return null;
  const digest = await sha256(nonce + body);
  const imported = await crypto.subtle.importKey(
    "raw",
    key,
    { name: "HMAC", hash: "SHA-512" },
    false,
    ["sign"],
  );
  const message = new Uint8Array([...encoder.encode(path), ...digest]);
  return new Uint8Array(await crypto.subtle.sign("HMAC", imported, message)).toBase64();
}

function decodeBase64(secret: string): Uint8Array | null {
  try {
    return Uint8Array.fromBase64(secret.trim());
  } catch {
    return null;
  }
}
