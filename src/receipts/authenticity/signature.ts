// A DKIM-Signature or ARC-Message-Signature header as it is written (RFC 6376, 3.5). What it says wrongly or weakly is its
// end: there is no half-valid signature. Pure; the key is asked for elsewhere.

import { DKIM_HEADERS_MAX } from "../../platform/limits.ts";
import { err, ok, type Result } from "../../platform/result.ts";
import type { Canonical } from "./canonical.ts";
import { base64Bytes, listOf, solid, tagsOf, type Tags } from "./tags.ts";

export type Algorithm = "rsa" | "ed25519";

export interface Signature {
  readonly algorithm: Algorithm;
  readonly domain: string;
  readonly selector: string;
  /** The domain of i=: `domain` or one below it. */
  readonly identity: string;
  readonly headers: readonly string[];
  readonly header: Canonical;
  readonly body: Canonical;
  readonly bodyHash: Uint8Array<ArrayBuffer>;
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** How many bytes of the body it is about; null for all. */
  readonly length: number | null;
  /** Seconds since 1970. */
  readonly signedAt: number | null;
  readonly expiresAt: number | null;
}

/** What can be said of a signature that cannot be read: its domain and selector, as far as they stand there. */
export interface Unreadable {
  readonly domain: string;
  readonly selector: string;
  readonly why: string;
}

const ALGORITHMS: ReadonlyMap<string, Algorithm> = new Map([
  ["rsa-sha256", "rsa"],
  ["ed25519-sha256", "ed25519"],
]);
const HOST =
  /^(?=.{1,253}$)(?:[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?\.)*[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?$/;

/** Reads the value of a signature's header; `kind` "arc" has an instance and no version. */
export function signatureOf(value: string, kind: "dkim" | "arc"): Result<Signature, Unreadable> {
  const tags = tagsOf(value);
  if (tags === null) return err({ domain: "", selector: "", why: "its tags cannot be read" });
  const domain = solid(tags, "d").toLowerCase();
  const selector = solid(tags, "s").toLowerCase();
  const no = (why: string): Result<Signature, Unreadable> =>
    err({ domain: domain.slice(0, 253), selector: selector.slice(0, 253), why });
  if (!HOST.test(domain) || !domain.includes(".") || !HOST.test(selector))
    return no("it names no domain or selector");
  if (kind === "dkim" && solid(tags, "v") !== "1") return no("it is of another version");
  const name = solid(tags, "a").toLowerCase();
  const algorithm = ALGORITHMS.get(name);
  if (algorithm === undefined)
    return no(
      name === "rsa-sha1"
        ? "it is made with SHA-1, which can be forged"
        : "it is made in a way that is not known",
    );
  const forms = formsOf(tags);
  if (forms === null) return no("it names a canonical form that is not known");
  if (!listOf(tags, "q", "dns/txt").includes("dns/txt")) return no("its key is not in the DNS");
  const headers = listOf(tags, "h", "");
  if (!headers.includes("from")) return no("it does not cover From");
  if (headers.length > DKIM_HEADERS_MAX) return no("it names more headers than are looked at");
  const identity = identityOf(tags, domain, kind);
  if (identity === null) return no("it speaks for another domain than its own");
  const [bodyHash, bytes] = [base64Bytes(solid(tags, "bh")), base64Bytes(solid(tags, "b"))];
  if (bodyHash === null || bytes === null) return no("it has no hash or no signature");
  const [length, signedAt, expiresAt] = [
    numberOf(tags, "l"),
    numberOf(tags, "t"),
    numberOf(tags, "x"),
  ];
  if (length === undefined || signedAt === undefined || expiresAt === undefined)
    return no("one of its numbers cannot be read");
  if (signedAt !== null && expiresAt !== null && expiresAt < signedAt)
    return no("it expires before it was made");
  return ok({
    algorithm,
    domain,
    selector,
    identity,
    headers,
    ...forms,
    bodyHash,
    bytes,
    length,
    signedAt,
    expiresAt,
  });
}

function formsOf(tags: Tags): { header: Canonical; body: Canonical } | null {
  const [header = "simple", body = "simple", more] = (
    solid(tags, "c").toLowerCase() || "simple/simple"
  ).split("/");
  const known = (form: string): form is Canonical => form === "simple" || form === "relaxed";
  return known(header) && known(body) && more === undefined ? { header, body } : null;
}

/** In an ARC header i= is the number of its set. */
function identityOf(tags: Tags, domain: string, kind: "dkim" | "arc"): string | null {
  const identity = kind === "arc" ? "" : solid(tags, "i").toLowerCase();
  if (identity === "") return domain;
  const at = identity.lastIndexOf("@");
  const host = identity.slice(at + 1);
  return at >= 0 && (host === domain || host.endsWith(`.${domain}`)) ? host : null;
}

/** Null where the tag is missing, undefined where it is no number. */
function numberOf(tags: Tags, name: string): number | null | undefined {
  if (!tags.has(name)) return null;
  const text = solid(tags, name);
  return /^\d{1,12}$/.test(text) ? Number(text) : undefined;
}
