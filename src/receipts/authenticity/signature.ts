// Parses a DKIM-Signature or ARC-Message-Signature header (RFC 6376, 3.5). Anything wrong or weak
// in it makes the whole signature invalid. Pure; the key is asked for elsewhere.

import { DKIM_HEADERS_MAX } from "../../platform/limits.ts";
import { err, ok, type Result } from "../../platform/result.ts";
import type { Canonical } from "./canonical.ts";
import { decodeBase64, parseTags, readList, readTag, type Tags } from "./tags.ts";

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
  /** How many bytes of the body it covers; null for all. */
  readonly length: number | null;
  /** Seconds since 1970. */
  readonly signedAt: number | null;
  readonly expiresAt: number | null;
}

/** A signature that cannot be used, with its domain and selector if it names them. */
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

/** Parses the value of a signature's header; an "arc" signature has an instance and no version. */
export function parseSignature(value: string, kind: "dkim" | "arc"): Result<Signature, Unreadable> {
  const tags = parseTags(value);
  if (tags === null) return err({ domain: "", selector: "", why: "its tags cannot be read" });
  const domain = readTag(tags, "d").toLowerCase();
  const selector = readTag(tags, "s").toLowerCase();
  const refuse = (why: string): Result<Signature, Unreadable> =>
    err({ domain: domain.slice(0, 253), selector: selector.slice(0, 253), why });
  if (!HOST.test(domain) || !domain.includes(".") || !HOST.test(selector))
    return refuse("it names no domain or selector");
  if (kind === "dkim" && readTag(tags, "v") !== "1") return refuse("it is of another version");
  const name = readTag(tags, "a").toLowerCase();
  const algorithm = ALGORITHMS.get(name);
  if (algorithm === undefined)
    return refuse(
      name === "rsa-sha1"
        ? "it is made with SHA-1, which can be forged"
        : "its algorithm is not known",
    );
  const forms = readForms(tags);
  if (forms === null) return refuse("its canonical form is not known");
  if (!readList(tags, "q", "dns/txt").includes("dns/txt"))
    return refuse("its key is not in the DNS");
  const headers = readList(tags, "h", "");
  if (!headers.includes("from")) return refuse("it does not cover From");
  if (headers.length > DKIM_HEADERS_MAX) return refuse("it names too many headers");
  const identity = readIdentity(tags, domain, kind);
  if (identity === null) return refuse("it is for another domain than its own");
  const [bodyHash, bytes] = [decodeBase64(readTag(tags, "bh")), decodeBase64(readTag(tags, "b"))];
  if (bodyHash === null || bytes === null) return refuse("it has no hash or no signature");
  const [length, signedAt, expiresAt] = [
    readNumber(tags, "l"),
    readNumber(tags, "t"),
    readNumber(tags, "x"),
  ];
  if (length === undefined || signedAt === undefined || expiresAt === undefined)
    return refuse("one of its numbers cannot be read");
  if (signedAt !== null && expiresAt !== null && expiresAt < signedAt)
    return refuse("it expires before it was made");
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

function readForms(tags: Tags): { header: Canonical; body: Canonical } | null {
  const [header = "simple", body = "simple", more] = (
    readTag(tags, "c").toLowerCase() || "simple/simple"
  ).split("/");
  const known = (form: string): form is Canonical => form === "simple" || form === "relaxed";
  return known(header) && known(body) && more === undefined ? { header, body } : null;
}

/** The domain of i=, or null if it is another one. In an ARC header i= is the number of its set. */
function readIdentity(tags: Tags, domain: string, kind: "dkim" | "arc"): string | null {
  const identity = kind === "arc" ? "" : readTag(tags, "i").toLowerCase();
  if (identity === "") return domain;
  const at = identity.lastIndexOf("@");
  const host = identity.slice(at + 1);
  return at >= 0 && (host === domain || host.endsWith(`.${domain}`)) ? host : null;
}

/** The number of a tag; null if the tag is missing, undefined if it is no number. */
function readNumber(tags: Tags, name: string): number | null | undefined {
  if (!tags.has(name)) return null;
  const text = readTag(tags, name);
  return /^\d{1,12}$/.test(text) ? Number(text) : undefined;
}
