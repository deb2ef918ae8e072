// A domain's public key: the TXT record at <selector>._domainkey.<domain> (RFC 6376, 3.6.1;
// Ed25519: RFC 8463).

import { DKIM_RSA_BITS_MAX, DKIM_RSA_BITS_MIN } from "../../platform/limits.ts";
import { err, ok, type Result } from "../../platform/result.ts";
import type { TxtAnswer } from "./resolver.ts";
import type { Signature } from "./signature.ts";
import { decodeBase64, parseTags, readList, readTag } from "./tags.ts";

export interface PublicKey {
  readonly key: CryptoKey;
  /** The domain is only testing: its signatures count as if they were not there. */
  readonly testing: boolean;
}

/** The name of a key's TXT record. */
export function keyName({ selector, domain }: Pick<Signature, "selector" | "domain">): string {
  return `${selector}._domainkey.${domain}`;
}

/** The one record of an answer that is a key; null if there is none or more than one. */
export function findKeyRecord(answer: Extract<TxtAnswer, { kind: "records" }>): string | null {
  const [only, second] = answer.records.filter((record) => /(?:^|;)\s{0,9}p\s{0,9}=/.test(record));
  return only === undefined || second !== undefined ? null : only;
}

/** The key of a record for a signature, or why it cannot be used. */
export async function importKey(
  record: string,
  signature: Pick<Signature, "algorithm" | "domain" | "identity">,
): Promise<Result<PublicKey, string>> {
  const tags = parseTags(record);
  if (tags === null || (tags.has("v") && readTag(tags, "v") !== "DKIM1"))
    return err("its key cannot be read");
  if ((readTag(tags, "k") || "rsa").toLowerCase() !== signature.algorithm)
    return err("its key is of another kind");
  if (!readList(tags, "h", "sha256").includes("sha256")) return err("its key is not for SHA-256");
  if (!readList(tags, "s", "*").some((service) => service === "*" || service === "email"))
    return err("its key is not for mail");
  const flags = readList(tags, "t", "");
  if (flags.includes("s") && signature.identity !== signature.domain)
    return err("its key is not for domains below its own");
  if (readTag(tags, "p") === "") return err("its key was revoked");
  const bytes = decodeBase64(readTag(tags, "p"));
  const key = bytes === null ? null : await importBytes(bytes, signature.algorithm);
  if (key === null) return err("its key cannot be read");
  const bits = signature.algorithm === "rsa" ? countModulusBits(key) : null;
  if (bits !== null && bits < DKIM_RSA_BITS_MIN)
    return err(`its key has ${bits} bits, which can be broken`);
  if (bits !== null && bits > DKIM_RSA_BITS_MAX)
    return err(`its key has ${bits} bits, more than the limit`);
  return ok({ key, testing: flags.includes("y") });
}

async function importBytes(
  bytes: Uint8Array<ArrayBuffer>,
  algorithm: Signature["algorithm"],
): Promise<CryptoKey | null> {
  try {
    if (algorithm === "ed25519")
      return bytes.length === 32
        ? await crypto.subtle.importKey("raw", bytes, { name: "Ed25519" }, false, ["verify"])
        : null;
    return await crypto.subtle.importKey(
      "spki",
      bytes,
      { name: "RSASSA-PKCS1-v1_5", hash: "SHA-256" },
      false,
      ["verify"],
    );
  } catch {
    return null;
  }
}

function countModulusBits({ algorithm }: CryptoKey): number {
  return "modulusLength" in algorithm && typeof algorithm.modulusLength === "number"
    ? algorithm.modulusLength
    : 0;
}

/**
 * Whether the bytes are the key's signature of the data. Ed25519 signs the data's hash (RFC 8463,
 * 3).
 */
export async function verifyBytes(
  key: CryptoKey,
  algorithm: Signature["algorithm"],
  bytes: Uint8Array<ArrayBuffer>,
  data: Uint8Array<ArrayBuffer>,
): Promise<boolean> {
  if (algorithm === "rsa") return crypto.subtle.verify("RSASSA-PKCS1-v1_5", key, bytes, data);
  return crypto.subtle.verify("Ed25519", key, bytes, await crypto.subtle.digest("SHA-256", data));
}
