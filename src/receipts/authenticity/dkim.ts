// DKIM by WebCrypto (RFC 6376, 8301, 8463): each signature of a message is good, bad, or cannot be told. Strict where forgers
// lean on what the specification allows: a signature that leaves the end of the body open (l=), or a second From, Subject,
// Date or Content-Type unsigned, is bad, whatever its arithmetic says.

import {
  DKIM_KEY_CHARS_MAX,
  DKIM_SIGNATURES_MAX,
  DKIM_SKEW_SECONDS_MAX,
} from "../../platform/limits.ts";
import { ok, type Result } from "../../platform/result.ts";
import { canonicalBody, canonicalField, withoutSignature, type Canonical } from "./canonical.ts";
import { bytesOfBinary, type Field, type RawMessage } from "./fields.ts";
import { keyName, publicKeyOf, recordOf, signed } from "./key.ts";
import type { ResolveTxt } from "./resolver.ts";
import { signatureOf, type Signature } from "./signature.ts";
import type { SignatureVerdict } from "./verdict.ts";

/** Must be there and signed: what they say decides what a receipt is. */
const REQUIRED = ["from", "subject", "date"] as const;
/** Where several stand, each must be signed: programs differ in which one they show. */
const SINGLE = [...REQUIRED, "content-type", "content-transfer-encoding", "mime-version"] as const;

/** Looks at a message's DKIM signatures, the topmost first; `now` in milliseconds. */
export async function verifySignatures(
  message: RawMessage,
  resolve: ResolveTxt,
  now: number,
): Promise<SignatureVerdict[]> {
  const hashes = bodyHashes(message.body);
  const verdicts: SignatureVerdict[] = [];
  for (const field of message.fields
    .filter(({ name }) => name === "dkim-signature")
    .slice(0, DKIM_SIGNATURES_MAX)) {
    verdicts.push(await verifySignature(message, field, "dkim", { resolve, now, hashes }));
  }
  return verdicts;
}

export interface Means {
  readonly resolve: ResolveTxt;
  readonly now: number;
  readonly hashes: BodyHashes;
}

/** Looks at one signature's header. */
export async function verifySignature(
  message: RawMessage,
  field: Field,
  kind: "dkim" | "arc",
  { resolve, now, hashes }: Means,
): Promise<SignatureVerdict> {
  const read = signatureOf(field.value, kind);
  if (!read.ok)
    return { ...read.error, result: "fail", key: null, signed_at: null, time: now, unasked: false };
  const signature = read.value;
  const { domain, selector, signedAt } = signature;
  const known = {
    domain,
    selector,
    signed_at: signedAt === null ? null : signedAt * 1000,
    time: now,
  };
  const says = (
    result: SignatureVerdict["result"],
    why: string | null,
    key: string | null = null,
    unasked = false,
  ): SignatureVerdict => ({ ...known, result, why, key, unasked });
  const weak = weaknessOf(message, signature, now);
  if (weak !== null) return says("fail", weak);
  const { bytes, length } = await hashes(signature.body);
  if (signature.length !== null && signature.length !== length)
    return says("fail", "it covers only a part of the body, and anything may stand behind it");
  if (!sameBytes(bytes, signature.bodyHash))
    return says("fail", "the body is not the one that was signed");
  const answer = await resolve(keyName(signature));
  if (answer.kind === "unavailable")
    return says("absent", `its key could not be asked for: ${answer.why}`, null, true);
  const record = answer.kind === "none" ? null : recordOf(answer);
  if (record === null) return says("absent", "its domain has no such key, or has it no more");
  return said(
    says,
    record.slice(0, DKIM_KEY_CHARS_MAX),
    await checked(message, field, signature, record),
  );
}

function said(
  says: (result: SignatureVerdict["result"], why: string | null, key: string) => SignatureVerdict,
  key: string,
  found: Result<{ good: boolean; testing: boolean }, string>,
): SignatureVerdict {
  if (!found.ok) return says("fail", found.error, key);
  if (!found.value.good) return says("fail", "the headers are not the ones that were signed", key);
  return found.value.testing
    ? says("absent", "its domain is only trying signatures out", key)
    : says("pass", null, key);
}

async function checked(
  message: RawMessage,
  field: Field,
  signature: Signature,
  record: string,
): Promise<Result<{ good: boolean; testing: boolean }, string>> {
  const found = await publicKeyOf(record, signature);
  if (!found.ok) return found;
  const good = await signed(
    found.value.key,
    signature.algorithm,
    signature.bytes,
    bytesOfBinary(signedText(message.fields, field, signature)),
  );
  return ok({ good, testing: found.value.testing });
}

/** Why a signature vouches for too little, or not now. */
function weaknessOf(
  { fields }: RawMessage,
  { headers, expiresAt, signedAt }: Signature,
  now: number,
): string | null {
  const seconds = Math.floor(now / 1000);
  const count = (name: string, list: readonly string[]) =>
    list.filter((one) => one === name).length;
  const names = fields.map(({ name }) => name);
  const open =
    REQUIRED.find((name) => !headers.includes(name)) ??
    SINGLE.find((name) => count(name, names) > 1 && count(name, names) > count(name, headers));
  if (open !== undefined) return `it does not cover the header ${open}, or not each of them`;
  if (expiresAt !== null && expiresAt < seconds) return "it has expired";
  return signedAt !== null && signedAt > seconds + DKIM_SKEW_SECONDS_MAX
    ? "it was made in the future"
    : null;
}

/** What the signature is of: the headers that it names, the lowest of a name first, and its own header without b=. */
function signedText(fields: readonly Field[], own: Field, { headers, header }: Signature): string {
  const left = new Map<string, Field[]>();
  for (const field of fields) {
    // Of several signatures in one message each may be signed by another, never by itself.
    if (field === own) continue;
    const same = left.get(field.name);
    if (same === undefined) left.set(field.name, [field]);
    else same.push(field);
  }
  const chosen = headers.flatMap((name) => left.get(name)?.pop() ?? []);
  return [
    ...chosen.map((field) => canonicalField(field, header)),
    canonicalField(withoutSignature(own), header),
  ].join("\r\n");
}

export type BodyHashes = (
  how: Canonical,
) => Promise<{ readonly bytes: Uint8Array; readonly length: number }>;

/** A body's hash in either form, each made once. */
export function bodyHashes(body: Uint8Array): BodyHashes {
  const made = new Map<Canonical, Promise<{ bytes: Uint8Array; length: number }>>();
  return (how) => {
    const known = made.get(how) ?? hashed(canonicalBody(body, how));
    made.set(how, known);
    return known;
  };
}

async function hashed(
  body: Uint8Array<ArrayBuffer>,
): Promise<{ bytes: Uint8Array; length: number }> {
  return {
    bytes: new Uint8Array(await crypto.subtle.digest("SHA-256", body)),
    length: body.length,
  };
}

function sameBytes(a: Uint8Array, b: Uint8Array): boolean {
  return a.length === b.length && a.every((byte, at) => byte === b[at]);
}
