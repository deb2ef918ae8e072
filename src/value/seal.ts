// Secrets at rest: AES-256-GCM under a key derived (HKDF-SHA-256) from TOKEN_KEY for one purpose.
// The place the secret is kept at is the additional data, so a ciphertext moved to another place
// does not open. Layout, base64: version byte | 12-byte nonce | ciphertext and tag.

import { err, ok, type Result } from "./result.ts";

const VERSION = 1;
const NONCE_BYTES = 12;
export const KEY_BYTES_MIN = 32;

const encoder = new TextEncoder();
const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

/** The sealing key for one purpose ("connection tokens"), from TOKEN_KEY's text of at least 32 bytes. */
export async function sealingKey(tokenKey: string, purpose: string): Promise<CryptoKey> {
  const material = encoder.encode(tokenKey);
  if (material.byteLength < KEY_BYTES_MIN) throw new Error(`TOKEN_KEY must have at least ${KEY_BYTES_MIN} bytes`);
  const root = await crypto.subtle.importKey("raw", material, "HKDF", false, ["deriveKey"]);
  const derivation = { name: "HKDF", hash: "SHA-256", salt: new Uint8Array(0), info: encoder.encode(`tributary/${purpose}`) };
  return crypto.subtle.deriveKey(derivation, root, { name: "AES-GCM", length: 256 }, false, ["encrypt", "decrypt"]);
}

/** Seals `plain` for the place named (the KV key or row it will be kept at). */
export async function seal(key: CryptoKey, place: string, plain: string): Promise<string> {
  const nonce = crypto.getRandomValues(new Uint8Array(NONCE_BYTES));
  const algorithm = { name: "AES-GCM", iv: nonce, additionalData: additionalData(place) };
  const sealed = new Uint8Array(await crypto.subtle.encrypt(algorithm, key, encoder.encode(plain)));
  const out = new Uint8Array(1 + NONCE_BYTES + sealed.byteLength);
  out[0] = VERSION;
  out.set(nonce, 1);
  out.set(sealed, 1 + NONCE_BYTES);
  return out.toBase64();
}

export type UnsealProblem = "not a sealed value" | "unknown version" | "wrong key or place";

/** Opens what `seal` made for the same key and place; refuses anything altered or moved. */
export async function unseal(key: CryptoKey, place: string, sealed: string): Promise<Result<string, UnsealProblem>> {
  let bytes: Uint8Array;
  try {
    bytes = Uint8Array.fromBase64(sealed);
  } catch {
    return err("not a sealed value");
  }
  if (bytes.byteLength < 1 + NONCE_BYTES + 16) return err("not a sealed value");
  if (bytes[0] !== VERSION) return err("unknown version");
  const algorithm = { name: "AES-GCM", iv: bytes.subarray(1, 1 + NONCE_BYTES), additionalData: additionalData(place) };
  try {
    return ok(decoder.decode(await crypto.subtle.decrypt(algorithm, key, bytes.subarray(1 + NONCE_BYTES))));
  } catch {
    return err("wrong key or place");
  }
}

function additionalData(place: string): Uint8Array {
  return encoder.encode(`v${VERSION}:${place}`);
}
