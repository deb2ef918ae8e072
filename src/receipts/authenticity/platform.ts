// What the receiving platform says that it found. Anybody can write such a header, and position alone proves nothing, since a
// platform that stamps none leaves the first place to the sender. So a pass is believed only where the platform's own ARC seal
// covers it; of an unsealed header, in the one place where the platform's stands, only a failure is.

import { ARC_SETS_MAX } from "../../platform/limits.ts";
import { canonicalField, withoutSignature } from "./canonical.ts";
import { verifySignature, type Means } from "./dkim.ts";
import { bytesOfBinary, type Field, type RawMessage } from "./fields.ts";
import { keyName, publicKeyOf, recordOf, signed } from "./key.ts";
import { resultsOf, type MethodResult, type Results } from "./results.ts";
import { base64Bytes, solid, tagsOf } from "./tags.ts";
import type { Outcome } from "./verdict.ts";

interface Platform {
  /** Whom its Authentication-Results are by, to the letter. */
  readonly authority: string;
  /** The domain that seals for it. */
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

/** What the platform found about the domain of the From header, where that is believed. */
export async function platformVerdict(
  message: RawMessage,
  alignedWith: (domain: string) => boolean,
  means: Means,
): Promise<PlatformVerdict> {
  const why = forgedOnes(message.fields);
  const sealed = await sealedResults(message, means);
  if (sealed !== null) {
    const result = dmarcOf(sealed, alignedWith);
    return { result, why: [...why, `the receiving platform's sealed result: dmarc ${result}`] };
  }
  const stamped = stampedResults(message.fields);
  if (stamped !== null && dmarcOf(stamped, alignedWith) === "fail")
    return {
      result: "fail",
      why: [...why, "the receiving platform found that the sender's domain does not vouch for it"],
    };
  return { result: "absent", why };
}

function dmarcOf({ methods }: Results, alignedWith: (domain: string) => boolean): Outcome {
  const found = methods.filter(
    ({ method, properties }: MethodResult) =>
      method === "dmarc" && alignedWith(properties.get("header.from") ?? ""),
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

/** The header in the block that the platform puts on top, where it is the only one of that authority. */
function stampedResults(fields: readonly Field[]): Results | null {
  const end = fields.findIndex(
    ({ name }, at) => !BLOCK.has(name) || (name === "received" && at > 0),
  );
  const block = fields.slice(0, end === -1 ? fields.length : end);
  const received = block[0]?.name === "received" ? block[0].value : "";
  for (const { authority, host } of PLATFORMS) {
    if (!new RegExp(`\\bby ${host.replaceAll(".", "\\.")}[\\s;(]`, "i").test(received)) continue;
    const found = block
      .filter(({ name }) => name === "authentication-results")
      .flatMap(({ value }) => resultsOf(value) ?? []);
    const [only, second] = found.filter((results) => results.authority === authority);
    if (only !== undefined && second === undefined) return only;
  }
  return null;
}

/** A sentence where somebody wrote results in the platform's name. */
function forgedOnes(fields: readonly Field[]): string[] {
  const results = fields
    .filter(({ name }) => name === "authentication-results")
    .map(({ value }) => resultsOf(value)?.authority ?? "");
  const claimed = results.filter((authority) =>
    PLATFORMS.some((platform) => platform.authority === authority),
  ).length;
  const stamped = stampedResults(fields) === null ? 0 : 1;
  return claimed > stamped
    ? [
        "it carries authentication results in the receiving platform's name that are not in their place, or not alone there; they were not believed",
      ]
    : [];
}

/** The results of the newest ARC set, where one of the platforms sealed it and the message is the one it sealed. */
async function sealedResults(message: RawMessage, means: Means): Promise<Results | null> {
  const sets = arcSets(message.fields);
  const newest = sets?.at(-1);
  if (sets === null || newest === undefined) return null;
  const seal = tagsOf(newest.seal.value);
  const domain = seal === null ? "" : solid(seal, "d").toLowerCase();
  const platform = PLATFORMS.find(({ sealer }) => sealer === domain);
  if (seal === null || platform === undefined || solid(seal, "cv") === "fail") return null;
  const signature = await verifySignature(message, newest.signature, "arc", means);
  if (signature.result !== "pass" || signature.domain !== platform.sealer) return null;
  if (
    !(await isSealed(
      sets,
      {
        domain,
        selector: solid(seal, "s").toLowerCase(),
        name: solid(seal, "a"),
        bytes: solid(seal, "b"),
      },
      means,
    ))
  )
    return null;
  const results = resultsOf(newest.results.value.slice(newest.results.value.indexOf(";") + 1));
  return results?.authority === platform.authority ? results : null;
}

interface ArcSet {
  readonly results: Field;
  readonly signature: Field;
  readonly seal: Field;
}

/** The sets from the first to the newest; null where one is missing a header or has it twice (RFC 8617, 5.2). */
function arcSets(fields: readonly Field[]): ArcSet[] | null {
  const found = new Map<string, Field>();
  let last = 0;
  for (const field of fields) {
    if (!field.name.startsWith("arc-")) continue;
    const [, number = ""] =
      /^[\t\r\n ]*i[\t\r\n ]*=[\t\r\n ]*(\d{1,2})[\t\r\n ]*;/.exec(field.value) ??
      (field.name === "arc-authentication-results"
        ? []
        : [null, solid(tagsOf(field.value) ?? new Map(), "i")]);
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

/** A seal is of all sets in their order, relaxed, its own last and without b= (RFC 8617, 5.1.1). */
async function isSealed(
  sets: readonly ArcSet[],
  {
    domain,
    selector,
    name,
    bytes,
  }: { domain: string; selector: string; name: string; bytes: string },
  { resolve }: Means,
): Promise<boolean> {
  const signature = base64Bytes(bytes);
  if (signature === null || name.toLowerCase() !== "rsa-sha256" || selector === "") return false;
  const answer = await resolve(keyName({ domain, selector }));
  const record = answer.kind === "records" ? recordOf(answer) : null;
  const key =
    record === null
      ? null
      : await publicKeyOf(record, { algorithm: "rsa", domain, identity: domain });
  if (key === null || !key.ok || key.value.testing) return false;
  const newest = sets.at(-1);
  const text = sets
    .flatMap((set) => [
      set.results,
      set.signature,
      set === newest ? withoutSignature(set.seal) : set.seal,
    ])
    .map((field) => canonicalField(field, "relaxed"));
  return signed(key.value.key, "rsa", signature, bytesOfBinary(text.join("\r\n")));
}
