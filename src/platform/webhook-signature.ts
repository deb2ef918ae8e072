// Standard Webhooks 1.0.0 (standardwebhooks.com): what is signed is
// "<webhook-id>.<webhook-timestamp>.<body>", by HMAC-SHA256 under a shared secret (v1) or by
// Ed25519 (v1a, checked here and never made). A header may hold several signatures, and a receiver
// several keys, so that secrets can be changed without a gap. Pure: the clock is an argument.
// Invariant: nothing is taken whose time is more than TOLERANCE_SECONDS away, and symmetric
// signatures are compared in constant time.

import { err, ok, type Result } from "./result.ts";

/** How far a message's time may be from ours, either way. */
export const TOLERANCE_SECONDS = 5 * 60;
/** Signatures of one header that are looked at. */
export const SIGNATURES_MAX = 10;
export const WEBHOOK_ID_CHARS_MAX = 200;

const SECRET_BYTES = 32;
const SECRET_BYTES_MIN = 24;
const SECRET_BYTES_MAX = 64;
const PUBLIC_KEY_BYTES = 32;
const HEADER_CHARS_MAX = 4_096;

const encoder = new TextEncoder();

/** A key to check signatures with: a shared secret, or a sender's public key. */
export interface WebhookKey {
  readonly kind: "secret" | "public key";
  readonly bytes: Uint8Array;
}

/** The headers of a message as they came; null where one is missing. */
export interface WebhookHeaders {
  readonly id: string | null;
  readonly timestamp: string | null;
  readonly signature: string | null;
}

export type WebhookFault =
  | { readonly kind: "missing header"; readonly header: string }
  | { readonly kind: "malformed header"; readonly header: string }
  | { readonly kind: "too old" | "too new"; readonly seconds: number }
  | { readonly kind: "wrong signature" };

/** A new secret, as it is shown: "whsec_" and base64. */
export function newWebhookSecret(): string {
  return `whsec_${crypto.getRandomValues(new Uint8Array(SECRET_BYTES)).toBase64()}`;
}

/** The key in "whsec_..." or "whpk_..."; null for every other text. */
export function parseWebhookKey(text: string): WebhookKey | null {
  const [prefix, encoded] = [
    text.slice(0, text.indexOf("_") + 1),
    text.slice(text.indexOf("_") + 1),
  ];
  const bytes = encoded.length > 100 ? null : fromBase64(encoded);
  if (bytes === null) return null;
  if (prefix === "whsec_")
    return bytes.length >= SECRET_BYTES_MIN && bytes.length <= SECRET_BYTES_MAX
      ? { kind: "secret", bytes }
      : null;
  return prefix === "whpk_" && bytes.length === PUBLIC_KEY_BYTES
    ? { kind: "public key", bytes }
    : null;
}

/**
 * The webhook-signature header of a message under each secret, separated by blanks; `seconds` since
 * 1970.
 */
export async function signWebhook(
  secrets: readonly WebhookKey[],
  id: string,
  seconds: number,
  body: string,
): Promise<string> {
  const signed = signedBytes(id, String(seconds), encoder.encode(body));
  const signatures = secrets.map(async ({ bytes }) => {
    const key = await crypto.subtle.importKey("raw", bytes, HMAC, false, ["sign"]);
    return `v1,${new Uint8Array(await crypto.subtle.sign("HMAC", key, signed)).toBase64()}`;
  });
  return (await Promise.all(signatures)).join(" ");
}

/**
 * A valid webhook-id: printable, without blanks, and without the dot that separates the signed
 * parts.
 */
export function isWebhookId(text: string): boolean {
  return text.length <= WEBHOOK_ID_CHARS_MAX && /^[\x21-\x2d\x2f-\x7e]+$/.test(text);
}

/**
 * The message's id, if one of its signatures is by one of the keys over exactly these bytes, and
 * its time is near.
 */
export async function verifyWebhook(
  keys: readonly WebhookKey[],
  headers: WebhookHeaders,
  body: Uint8Array,
  now: number,
): Promise<Result<string, WebhookFault>> {
  const { id, timestamp, signature } = headers;
  if (id === null) return err({ kind: "missing header", header: "webhook-id" });
  if (timestamp === null) return err({ kind: "missing header", header: "webhook-timestamp" });
  if (signature === null) return err({ kind: "missing header", header: "webhook-signature" });
  if (!isWebhookId(id)) return err({ kind: "malformed header", header: "webhook-id" });
  if (!/^[1-9]\d{0,11}$/.test(timestamp))
    return err({ kind: "malformed header", header: "webhook-timestamp" });
  if (signature.length > HEADER_CHARS_MAX)
    return err({ kind: "malformed header", header: "webhook-signature" });
  // Whole seconds on both sides: a message of exactly five minutes ago is accepted for that whole
  // second.
  const age = Math.floor(now / 1000) - Number(timestamp);
  if (Math.abs(age) > TOLERANCE_SECONDS)
    return err({ kind: age > 0 ? "too old" : "too new", seconds: Math.abs(age) });
  const signed = signedBytes(id, timestamp, body);
  for (const one of signature.split(" ").slice(0, SIGNATURES_MAX)) {
    for (const key of keys) if (await isSignedBy(key, one, signed)) return ok(id);
  }
  return err({ kind: "wrong signature" });
}

/** The fault, in a sentence for the sender. */
export function webhookFaultWords(fault: WebhookFault): string {
  switch (fault.kind) {
    case "missing header":
      return `The header ${fault.header} is missing; a signed message has webhook-id, webhook-timestamp and webhook-signature.`;
    case "malformed header":
      return `The header ${fault.header} cannot be read; expected what Standard Webhooks says of it.`;
    case "too old":
    case "too new":
      return `The header webhook-timestamp is ${fault.seconds} seconds ${fault.kind === "too old" ? "behind" : "ahead of"} this clock; at most ${TOLERANCE_SECONDS} are allowed. Sign each attempt anew.`;
    case "wrong signature":
      return "No signature in webhook-signature is one of these bytes under this hook's key.";
  }
}

const HMAC = { name: "HMAC", hash: "SHA-256" };
const VERSIONS = { secret: "v1,", "public key": "v1a," } as const;

async function isSignedBy(
  { kind, bytes }: WebhookKey,
  signature: string,
  signed: Uint8Array,
): Promise<boolean> {
  const version = VERSIONS[kind];
  const claimed = signature.startsWith(version)
    ? fromBase64(signature.slice(version.length))
    : null;
  if (claimed === null) return false;
  const algorithm = kind === "secret" ? HMAC : { name: "Ed25519" };
  const key = await crypto.subtle.importKey("raw", bytes, algorithm, false, ["verify"]);
  return crypto.subtle.verify(algorithm.name, key, claimed, signed);
}

function signedBytes(id: string, timestamp: string, body: Uint8Array): Uint8Array {
  const head = encoder.encode(`${id}.${timestamp}.`);
  const signed = new Uint8Array(head.length + body.length);
  signed.set(head);
  signed.set(body, head.length);
  return signed;
}

function fromBase64(text: string): Uint8Array | null {
  try {
    return Uint8Array.fromBase64(text, { lastChunkHandling: "strict" });
  } catch {
    return null;
  }
}
