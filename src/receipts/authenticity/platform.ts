// The authentication results of the receiving platform. Anybody can write such a header, and its
// position proves nothing: if the platform adds none, the sender's is first. So a pass counts only
// under the platform's own ARC seal. An unsealed header in the platform's place counts only as a
// failure.

import { ARC_SETS_MAX } from "../../platform/limits.ts";
import { canonicalField, withoutSignature } from "./canonical.ts";
import { verifySignature, type Means } from "./dkim.ts";
import { fromBinaryText, type Field, type RawMessage } from "./fields.ts";
import { findKeyRecord, importKey, keyName, verifyBytes } from "./key.ts";
import { parseResults, type MethodResult, type Results } from "./results.ts";
import { decodeBase64, parseTags, readTag, type Tags } from "./tags.ts";
import type { Outcome } from "./verdict.ts";

interface Platform {
  /** The authority in its Authentication-Results, to the letter. */
  readonly authority: string;
  /** The domain of its ARC seals. */
  readonly sealer: string;
  /** The host of its Received header. */
  readonly host: string;
}

const PLATFORMS: readonly Platform[] = [
  { authority: "mx.cloudflare.net", sealer: "cloudflare-email.net", host: "cloudflare-email.net" },
];

export interface PlatformVerdict {
  readonly result: Outcome;
  readonly why: readonly string[];
}

/** The platform's verdict about the domain of the From header, if it can be trusted. */
export async function readPlatform(
  message: RawMessage,
  isAligned: (domain: string) => boolean,
  means: Means,
): Promise<PlatformVerdict> {
  const why = findForged(message.fields);
  const sealed = await findSealed(message, means);
  if (sealed !== null) {
    const result = readDmarc(sealed, isAligned);
    return { result, why: [...why, `the receiving platform's sealed result: dmarc ${result}`] };
  }
  const stamped = findStamped(message.fields);
  if (stamped !== null && readDmarc(stamped, isAligned) === "fail")
    return {
      result: "fail",
      why: [
        ...why,
        "the receiving platform found that the sender's domain did not authenticate it",
      ],
    };
  return { result: "absent", why };
}

function readDmarc({ methods }: Results, isAligned: (domain: string) => boolean): Outcome {
  const found = methods.filter(
    ({ method, properties }: MethodResult) =>
      method === "dmarc" && isAligned(properties.get("header.from") ?? ""),
  );
  if (found.some(({ result }) => result === "fail")) return "fail";
  return found.some(({ result }) => result === "pass") ? "pass" : "absent";
}

const BLOCK: ReadonlySet<string> = new Set([
  "received",
  "received-spf",
  "authentication-results",
  "arc-seal",
  "arc-message-signature",
  "arc-authentication-results",
]);

/**
 * The header in the block that the platform adds on top, if it is the only one of that authority.
 */
function findStamped(fields: readonly Field[]): Results | null {
  const end = fields.findIndex(
    ({ name }, at) => !BLOCK.has(name) || (name === "received" && at > 0),
  );
  const block = fields.slice(0, end === -1 ? fields.length : end);
  const received = block[0]?.name === "received" ? block[0].value : "";
  for (const { authority, host } of PLATFORMS) {
    if (!new RegExp(`\\bby ${host.replaceAll(".", "\\.")}[\\s;(]`, "i").test(received)) continue;
    const found = block
      .filter(({ name }) => name === "authentication-results")
      .flatMap(({ value }) => parseResults(value) ?? []);
    const [only, second] = found.filter((results) => results.authority === authority);
    if (only !== undefined && second === undefined) return only;
  }
  return null;
}

/** A sentence if somebody wrote results in the platform's name. */
function findForged(fields: readonly Field[]): string[] {
  const results = fields
    .filter(({ name }) => name === "authentication-results")
    .map(({ value }) => parseResults(value)?.authority ?? "");
  const claimed = results.filter((authority) =>
    PLATFORMS.some((platform) => platform.authority === authority),
  ).length;
  const stamped = findStamped(fields) === null ? 0 : 1;
  return claimed > stamped
    ? [
        "it has authentication results in the receiving platform's name that the platform did not write; they were ignored",
      ]
    : [];
}

/** The results of the newest ARC set, if a platform sealed it for this very message. */
async function findSealed(message: RawMessage, means: Means): Promise<Results | null> {
  const sets = findArcSets(message.fields);
  const newest = sets?.at(-1);
  if (sets === null || newest === undefined) return null;
  const seal = parseTags(newest.seal.value);
  const domain = seal === null ? "" : readTag(seal, "d").toLowerCase();
  const platform = PLATFORMS.find(({ sealer }) => sealer === domain);
  if (seal === null || platform === undefined || readTag(seal, "cv") === "fail") return null;
  const signature = await verifySignature(message, newest.signature, "arc", means);
  if (signature.result !== "pass" || signature.domain !== platform.sealer) return null;
  if (!(await isSealed(sets, seal, domain, means))) return null;
  const results = parseResults(newest.results.value.slice(newest.results.value.indexOf(";") + 1));
  return results?.authority === platform.authority ? results : null;
}

interface ArcSet {
  readonly results: Field;
  readonly signature: Field;
  readonly seal: Field;
}

/**
 * The sets from the first to the newest; null if one lacks a header or has it twice (RFC 8617,
 * 5.2).
 */
function findArcSets(fields: readonly Field[]): ArcSet[] | null {
  const found = new Map<string, Field>();
  let last = 0;
  for (const field of fields) {
    if (!field.name.startsWith("arc-")) continue;
    const [, number = ""] =
      /^[\t\r\n ]*i[\t\r\n ]*=[\t\r\n ]*(\d{1,2})[\t\r\n ]*;/.exec(field.value) ??
      (field.name === "arc-authentication-results"
        ? []
        : [null, readTag(parseTags(field.value) ?? new Map(), "i")]);
    const at = Number(number);
    const key = `${field.name} ${at}`;
    if (!Number.isInteger(at) || at < 1 || at > ARC_SETS_MAX || found.has(key)) return null;
    found.set(key, field);
    last = Math.max(last, at);
  }
  const sets: ArcSet[] = [];
  for (let at = 1; at <= last; at += 1) {
    const [results, signature, seal] = [
      "arc-authentication-results",
      "arc-message-signature",
      "arc-seal",
    ].map((name) => found.get(`${name} ${at}`));
    if (results === undefined || signature === undefined || seal === undefined) return null;
    sets.push({ results, signature, seal });
  }
  return sets;
}

/**
 * Whether the seal covers all sets in order, its own last and with an empty b= (RFC 8617, 5.1.1).
 */
async function isSealed(
  sets: readonly ArcSet[],
  seal: Tags,
  domain: string,
  { resolve }: Means,
): Promise<boolean> {
  const selector = readTag(seal, "s").toLowerCase();
  const signature = decodeBase64(readTag(seal, "b"));
  if (signature === null || readTag(seal, "a").toLowerCase() !== "rsa-sha256" || selector === "")
    return false;
  const answer = await resolve(keyName({ domain, selector }));
  const record = answer.kind === "records" ? findKeyRecord(answer) : null;
  const key =
    record === null
      ? null
      : await importKey(record, { algorithm: "rsa", domain, identity: domain });
  if (key === null || !key.ok || key.value.testing) return false;
  const newest = sets.at(-1);
  const text = sets
    .flatMap((set) => [
      set.results,
      set.signature,
      set === newest ? withoutSignature(set.seal) : set.seal,
    ])
    .map((field) => canonicalField(field, "relaxed"));
  return verifyBytes(key.value.key, "rsa", signature, fromBinaryText(text.join("\r\n")));
}
