// Imports the private half of a Coinbase Developer Platform key in all its forms: an ECDSA key as
// PEM (SEC 1 or PKCS #8, possibly with line ends spelled \n), an Ed25519 key as base64 of seed and
// public half. WebCrypto accepts only PKCS #8, so the other forms are wrapped (RFC 5915, RFC 8410).

import { hexToBytes } from "@noble/hashes/utils.js";
import { err, ok, type Result } from "../../platform/result.ts";

/** A signing key and its algorithm (RFC 7518, RFC 8037). */
export interface SigningKey {
  readonly alg: "ES256" | "EdDSA";
  readonly sign: (message: Uint8Array) => Promise<Uint8Array>;
}

const PEM = /^-----BEGIN (EC PRIVATE KEY|PRIVATE KEY)-----([A-Za-z0-9+/=\s]*)-----END \1-----$/;
/** SEQUENCE { OID ecPublicKey, OID P-256 } */
const P256 = hexToBytes("301306072a8648ce3d020106082a8648ce3d030107");
/** SEQUENCE { 0, SEQUENCE { OID Ed25519 }, OCTET STRING { OCTET STRING of 32 bytes: } } */
const ED25519 = hexToBytes("302e020100300506032b657004220420");
const SEED_BYTES = 32;

/** The key, or the end of a sentence about the text's fault, which repeats no part of it. */
export async function importSigningKey(text: string): Promise<Result<SigningKey, string>> {
  const secret = text.replaceAll("\\n", "\n").trim();
  const [, kind, body = ""] = PEM.exec(secret) ?? [];
  const bytes = decodeBase64(kind === undefined ? secret : body);
  if (bytes === null)
    return err("is neither a PEM nor base64: copy it again, with its first and last line");
  if (kind === undefined)
    return bytes.length === 2 * SEED_BYTES || bytes.length === SEED_BYTES
      ? edwards(bytes)
      : err(`has ${bytes.length} bytes, expected the 64 of an Ed25519 key`);
  return ecdsa(kind === "PRIVATE KEY" ? bytes : wrapKey(bytes));
}

async function ecdsa(pkcs8: Uint8Array): Promise<Result<SigningKey, string>> {
  try {
    const key = await crypto.subtle.importKey(
      "pkcs8",
      pkcs8,
      { name: "ECDSA", namedCurve: "P-256" },
      false,
      ["sign"],
    );
    const sign = async (message: Uint8Array) =>
      new Uint8Array(await crypto.subtle.sign({ name: "ECDSA", hash: "SHA-256" }, key, message));
    return ok({ alg: "ES256", sign });
  } catch {
    return err("is not an ECDSA key of the curve P-256");
  }
}

async function edwards(bytes: Uint8Array): Promise<Result<SigningKey, string>> {
  try {
    const key = await crypto.subtle.importKey(
      "pkcs8",
      joinBytes(ED25519, bytes.subarray(0, SEED_BYTES)),
      { name: "Ed25519" },
      false,
      ["sign"],
    );
    return ok({
      alg: "EdDSA",
      sign: async (message) => new Uint8Array(await crypto.subtle.sign("Ed25519", key, message)),
    });
  } catch {
    return err("is not an Ed25519 key");
  }
}

/** RFC 5208: SEQUENCE { 0, the algorithm, OCTET STRING of the SEC 1 key }. */
function wrapKey(sec1: Uint8Array): Uint8Array {
  const version = Uint8Array.of(0x02, 0x01, 0x00);
  return der(0x30, joinBytes(version, P256, der(0x04, sec1)));
}

/** A DER value of less than 64 KiB. */
function der(tag: number, value: Uint8Array): Uint8Array {
  return joinBytes(Uint8Array.of(tag, ...derLength(value.length)), value);
}

function derLength(length: number): readonly number[] {
  if (length < 128) return [length];
  return length < 256 ? [0x81, length] : [0x82, length >> 8, length & 0xff];
}

function joinBytes(...parts: readonly Uint8Array[]): Uint8Array {
  return new Uint8Array(parts.flatMap((part) => Array.from(part)));
}

function decodeBase64(base64: string): Uint8Array | null {
  try {
    return Uint8Array.fromBase64(base64);
  } catch {
    return null;
  }
}
