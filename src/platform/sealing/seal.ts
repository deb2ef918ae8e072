// Secrets at rest: AES-256-GCM under a key derived (HKDF-SHA-256) from TOKEN_KEY for one purpose. A
// sealed value names its key, so that TOKEN_KEY can be changed while the previous one still opens
// it. The place of storage is the additional data: a ciphertext moved to another place does not
// open.
//
// Layout, base64: 2 | 4-byte key id | 12-byte nonce | ciphertext and tag; before there were key
// ids: 1 | nonce | ...

import { err, ok, type Result } from "../result.ts";

const VERSION = 2;
const VERSION_WITHOUT_KEY_ID = 1;
const KEY_ID_BYTES = 4;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
export const KEY_BYTES_MIN = 32;

const encoder = new TextEncoder();
const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

/** The secrets that keys are derived from: the one in use, and the previous one. */
export interface TokenKeys {
  readonly tokenKey: string;
  readonly previousTokenKey: string | null;
}

export type UnsealProblem =
  "not a sealed value" | "unknown version" | "unknown key" | "wrong key or place";

/** The opened text, and whether the key in use sealed it; if not, it should be sealed again. */
export interface Opened {
  readonly plain: string;
  readonly current: boolean;
}

interface Key {
  readonly id: Uint8Array;
  readonly key: CryptoKey;
}

/**
 * Seals and opens for one purpose ("connection tokens"), which no other purpose's values open for.
 */
export async function createSealer(keys: TokenKeys, purpose: string): Promise<Sealer> {
  const { tokenKey, previousTokenKey } = keys;
  const current = await deriveKey("TOKEN_KEY", tokenKey, purpose);
  if (previousTokenKey === null || previousTokenKey === tokenKey) return new Sealer(current, null);
  const previous = await deriveKey("TOKEN_KEY_PREVIOUS", previousTokenKey, purpose);
  // One pair in four billion has equal ids; then it could not be told whether a value is current.
  if (isEqual(current.id, previous.id))
    throw new Error(
      "TOKEN_KEY and TOKEN_KEY_PREVIOUS have the same key id: choose another TOKEN_KEY",
    );
  return new Sealer(current, previous);
}

/** Made by `createSealer`: seals with the key in use, opens with it and with the one before it. */
export class Sealer {
  readonly #current: Key;
  readonly #previous: Key | null;

  constructor(current: Key, previous: Key | null) {
    this.#current = current;
    this.#previous = previous;
  }

  /** Seals `plain` for a place (the KV key or row that will hold it). */
  async seal(place: string, plain: string): Promise<string> {
    const { id, key } = this.#current;
    const nonce = crypto.getRandomValues(new Uint8Array(NONCE_BYTES));
    const algorithm = {
      name: "AES-GCM",
      iv: nonce,
      additionalData: additionalData(VERSION, place),
    };
    const sealed = new Uint8Array(
      await crypto.subtle.encrypt(algorithm, key, encoder.encode(plain)),
    );
    const out = new Uint8Array(1 + KEY_ID_BYTES + NONCE_BYTES + sealed.byteLength);
    out[0] = VERSION;
    out.set(id, 1);
    out.set(nonce, 1 + KEY_ID_BYTES);
    out.set(sealed, 1 + KEY_ID_BYTES + NONCE_BYTES);
    return out.toBase64();
  }

  /** Opens what was sealed for the same purpose and place; refuses anything altered or moved. */
  async open(place: string, sealed: string): Promise<Result<Opened, UnsealProblem>> {
    const bytes = decodeSealed(sealed);
    const version = bytes?.[0];
    if (bytes === null || version === undefined) return err("not a sealed value");
    if (version !== VERSION && version !== VERSION_WITHOUT_KEY_ID) return err("unknown version");
    const idBytes = version === VERSION ? KEY_ID_BYTES : 0;
    if (bytes.byteLength < 1 + idBytes + NONCE_BYTES + TAG_BYTES) return err("not a sealed value");
    const id = bytes.subarray(1, 1 + idBytes);
    const keys = [this.#current, this.#previous].filter(
      (known) => known !== null && (idBytes === 0 || isEqual(known.id, id)),
    );
    for (const known of keys) {
      const plain =
        known === null
          ? null
          : await opened(known.key, additionalData(version, place), bytes.subarray(1 + idBytes));
      if (plain !== null)
        return ok({ plain, current: version === VERSION && known === this.#current });
    }
    return err(keys.length === 0 ? "unknown key" : "wrong key or place");
  }

  /** Whether the key in use sealed a value, without opening it; false for any other text. */
  isCurrent(sealed: string): boolean {
    const bytes = decodeSealed(sealed);
    return (
      bytes !== null &&
      bytes[0] === VERSION &&
      isEqual(bytes.subarray(1, 1 + KEY_ID_BYTES), this.#current.id)
    );
  }
}

async function deriveKey(name: string, secret: string, purpose: string): Promise<Key> {
  const material = encoder.encode(secret);
  if (material.byteLength < KEY_BYTES_MIN)
    throw new Error(`${name} must have at least ${KEY_BYTES_MIN} bytes`);
  const root = await crypto.subtle.importKey("raw", material, "HKDF", false, [
    "deriveKey",
    "deriveBits",
  ]);
  const derivation = (label: string) => ({
    name: "HKDF",
    hash: "SHA-256",
    salt: new Uint8Array(0),
    info: encoder.encode(`tributary/${label}`),
  });
  const [key, id] = await Promise.all([
    crypto.subtle.deriveKey(derivation(purpose), root, { name: "AES-GCM", length: 256 }, false, [
      "encrypt",
      "decrypt",
    ]),
    crypto.subtle.deriveBits(derivation(`sealing key id/${purpose}`), root, KEY_ID_BYTES * 8),
  ]);
  return { key, id: new Uint8Array(id) };
}

/** Null where the key, the place or a bit is another. `bytes`: nonce, ciphertext and tag. */
async function opened(
  key: CryptoKey,
  additional: Uint8Array,
  bytes: Uint8Array,
): Promise<string | null> {
  const algorithm = {
    name: "AES-GCM",
    iv: bytes.subarray(0, NONCE_BYTES),
    additionalData: additional,
  };
  try {
    return decoder.decode(await crypto.subtle.decrypt(algorithm, key, bytes.subarray(NONCE_BYTES)));
  } catch {
    return null;
  }
}

function decodeSealed(sealed: string): Uint8Array | null {
  try {
    return Uint8Array.fromBase64(sealed, { lastChunkHandling: "strict" });
  } catch {
    return null;
  }
}

/** Of key ids, which are no secret. */
function isEqual(a: Uint8Array, b: Uint8Array): boolean {
  return a.byteLength === b.byteLength && a.every((byte, index) => byte === b[index]);
}

function additionalData(version: number, place: string): Uint8Array {
  return encoder.encode(`v${version}:${place}`);
}
