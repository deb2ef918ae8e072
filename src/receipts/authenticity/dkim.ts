// DKIM by WebCrypto (RFC 6376, 8301, 8463): each signature of a message passes, fails, or is
// unknown. It is stricter than the specification where forgers use its freedom: a signature fails
// if it covers only a part of the body (l=), or leaves a second From, Subject, Date, To or
// Content-Type unsigned.

import {
  DKIM_KEY_CHARS_MAX,
  DKIM_SIGNATURES_MAX,
  DKIM_SKEW_SECONDS_MAX,
} from "../../platform/limits.ts";
import { ok, type Result } from "../../platform/result.ts";
import { canonicalBody, canonicalField, withoutSignature, type Canonical } from "./canonical.ts";
import { fromBinaryText, type Field, type RawMessage } from "./fields.ts";
import { findKeyRecord, importKey, keyName, verifyBytes } from "./key.ts";
import type { ResolveTxt } from "./resolver.ts";
import { parseSignature, type Signature } from "./signature.ts";
import type { SignatureVerdict } from "./verdict.ts";

/** These must exist and be signed, because they decide what a receipt is. */
const REQUIRED = ["from", "subject", "date"] as const;
/** If there are several, each must be signed, because programs differ in which one they show. */
const SINGLE = [
  ...REQUIRED,
  "to",
  "content-type",
  "content-transfer-encoding",
  "mime-version",
] as const;

/** Verifies a message's DKIM signatures, the topmost first; `now` in milliseconds. */
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

/** The input of a verification apart from the message. */
export interface Means {
  readonly resolve: ResolveTxt;
  readonly now: number;
  readonly hashes: BodyHashes;
}

/** Verifies one signature's header. */
export async function verifySignature(
  message: RawMessage,
  field: Field,
  kind: "dkim" | "arc",
  { resolve, now, hashes }: Means,
): Promise<SignatureVerdict> {
  const read = parseSignature(field.value, kind);
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
  const judge = (
    result: SignatureVerdict["result"],
    why: string | null,
    key: string | null = null,
    unasked = false,
  ): SignatureVerdict => ({ ...known, result, why, key, unasked });
  const weak = findWeakness(message, signature, now);
  if (weak !== null) return judge("fail", weak);
  const { bytes, length } = await hashes(signature.body);
  if (signature.length !== null && signature.length !== length)
    return judge("fail", "it covers only a part of the body, and anything may follow that part");
  if (!isSame(bytes, signature.bodyHash))
    return judge("fail", "the body was changed after it was signed");
  const answer = await resolve(keyName(signature));
  if (answer.kind === "unavailable")
    return judge("absent", `its key is not available: ${answer.why}`, null, true);
  const record = answer.kind === "none" ? null : findKeyRecord(answer);
  if (record === null) return judge("absent", "its domain has no such key, or no longer has it");
  const key = record.slice(0, DKIM_KEY_CHARS_MAX);
  const checked = await checkHeaders(message, field, signature, record);
  if (!checked.ok) return judge("fail", checked.error, key);
  if (!checked.value.isGood)
    return judge("fail", "the headers were changed after they were signed", key);
  return checked.value.isTesting
    ? judge("absent", "its domain is only testing its signatures", key)
    : judge("pass", null, key);
}

/**
 * Whether the signature is the key's for these headers, and whether the key is only for testing.
 */
async function checkHeaders(
  message: RawMessage,
  field: Field,
  signature: Signature,
  record: string,
): Promise<Result<{ isGood: boolean; isTesting: boolean }, string>> {
  const found = await importKey(record, signature);
  if (!found.ok) return found;
  const isGood = await verifyBytes(
    found.value.key,
    signature.algorithm,
    signature.bytes,
    fromBinaryText(buildSignedText(message.fields, field, signature)),
  );
  return ok({ isGood, isTesting: found.value.testing });
}

/** Why a signature covers too little, or is not valid now; null if nothing is wrong. */
function findWeakness(
  { fields }: RawMessage,
  { headers, expiresAt, signedAt }: Signature,
  now: number,
): string | null {
  const seconds = Math.floor(now / 1000);
  const count = (name: string, list: readonly string[]) =>
    list.filter((one) => one === name).length;
  const names = fields.map(({ name }) => name);
  const unsigned =
    REQUIRED.find((name) => !headers.includes(name)) ??
    SINGLE.find((name) => count(name, names) > 1 && count(name, names) > count(name, headers));
  if (unsigned !== undefined) return `it does not cover every ${unsigned} header`;
  if (expiresAt !== null && expiresAt < seconds) return "it has expired";
  return signedAt !== null && signedAt > seconds + DKIM_SKEW_SECONDS_MAX
    ? "it was made in the future"
    : null;
}

/**
 * The signed text: the headers that it names, the lowest of a name first, and its own with an empty
 * b=.
 */
function buildSignedText(
  fields: readonly Field[],
  own: Field,
  { headers, header }: Signature,
): string {
  const left = new Map<string, Field[]>();
  for (const field of fields) {
    // A signature may sign another signature of the message, but never itself.
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

/** Hashes a body in either form, each once. */
export function bodyHashes(body: Uint8Array): BodyHashes {
  const made = new Map<Canonical, Promise<{ bytes: Uint8Array; length: number }>>();
  return (how) => {
    const known = made.get(how) ?? hashBody(canonicalBody(body, how));
    made.set(how, known);
    return known;
  };
}

async function hashBody(
  body: Uint8Array<ArrayBuffer>,
): Promise<{ bytes: Uint8Array; length: number }> {
  return {
    bytes: new Uint8Array(await crypto.subtle.digest("SHA-256", body)),
    length: body.length,
  };
}

function isSame(a: Uint8Array, b: Uint8Array): boolean {
  return a.length === b.length && a.every((byte, at) => byte === b[at]);
}
