// Whether a message is authenticated: its From header's own domain signed it (DKIM), or the
// receiving platform sealed that result. It asks the resolver for keys and for nothing else. The
// verdict is kept with the message (verdict.ts).

import { getDomain } from "tldts";
import { DKIM_MESSAGES_MAX } from "../../platform/limits.ts";
import { hex, sha256 } from "../../platform/digest.ts";
import { readCorrespondents } from "../mime/parse.ts";
import { bodyHashes, verifySignatures } from "./dkim.ts";
import { parseRawMessage, type RawMessage } from "./fields.ts";
import { readPlatform } from "./platform.ts";
import type { ResolveTxt } from "./resolver.ts";
import type { MailVerdict, MessageVerdict, SignatureVerdict } from "./verdict.ts";

/** Authenticates a message and each message that it carries as bytes; `now` in milliseconds. */
export async function authenticateMail(
  raw: Uint8Array,
  carried: readonly Uint8Array[],
  resolve: ResolveTxt,
  now: number,
): Promise<MailVerdict> {
  const outer = await authenticateMessage(raw, resolve, now);
  const inner: Record<string, MessageVerdict> = {};
  for (const one of carried.slice(0, DKIM_MESSAGES_MAX))
    inner[hex(await sha256(one))] = await authenticateMessage(one, resolve, now);
  return { ...outer, carried: inner };
}

/** Authenticates one message; `now` in milliseconds. */
export async function authenticateMessage(
  raw: Uint8Array,
  resolve: ResolveTxt,
  now: number,
): Promise<MessageVerdict> {
  const message = parseRawMessage(raw);
  const nothing = { domain: "", signatures: [], platform: "absent", signed_at: null } as const;
  if (message === null) return { ...nothing, result: "absent", why: ["it has too many headers"] };
  const sender = readSender(message);
  if (typeof sender === "string") return { ...nothing, result: "fail", why: [sender] };
  const { domain } = sender;
  if (domain === "")
    return {
      ...nothing,
      result: "absent",
      why: ["its From header has no domain that could sign for it"],
    };
  const isAligned = (other: string): boolean => toRegistrableDomain(other) === domain;
  const signatures = await verifySignatures(message, resolve, now);
  const platform = await readPlatform(message, isAligned, {
    resolve,
    now,
    hashes: bodyHashes(message.body),
  });
  return {
    domain,
    signatures,
    platform: platform.result,
    ...conclude(
      domain,
      signatures.filter((one) => isAligned(one.domain)),
      signatures,
      platform,
    ),
  };
}

/** The result of the sender's own signatures and of the platform, with the reasons. */
function conclude(
  domain: string,
  own: readonly SignatureVerdict[],
  all: readonly SignatureVerdict[],
  platform: { result: MessageVerdict["result"]; why: readonly string[] },
): Pick<MessageVerdict, "result" | "why" | "signed_at"> {
  const good = own.find(({ result }) => result === "pass");
  if (good !== undefined)
    return {
      result: "pass",
      why: [`${domain} signed it (DKIM of ${good.domain})`, ...platform.why],
      signed_at: good.signed_at,
    };
  const bad = all
    .filter(({ result }) => result !== "pass")
    .map(
      (one) =>
        `the signature of ${one.domain === "" ? "an unnamed domain" : one.domain} does not count: ${one.why ?? ""}`,
    );
  const others = all
    .filter(({ result }) => result === "pass")
    .map((one) => `${one.domain} signed it, which is not the sender's domain ${domain}`);
  const why = [...bad, ...others, ...platform.why];
  if (platform.result === "pass") return { result: "pass", why, signed_at: null };
  if (platform.result === "fail" || own.some(({ result }) => result === "fail"))
    return { result: "fail", why, signed_at: null };
  return {
    result: "absent",
    why: why.length === 0 ? [`nothing shows that it is from ${domain}: it has no signature`] : why,
    signed_at: null,
  };
}

/** The registrable domain of the one sender, or a sentence if there are several. */
function readSender({ fields }: RawMessage): { readonly domain: string } | string {
  const froms = fields.filter(({ name }) => name === "from");
  const [only] = froms;
  if (froms.length > 1) return "it has several From headers";
  const mailboxes = only === undefined ? [] : readCorrespondents(only.value);
  const [one] = mailboxes;
  if (mailboxes.length > 1) return "its From header names several senders";
  if (one === undefined || one.address === "") return { domain: "" };
  return { domain: toRegistrableDomain(one.address.slice(one.address.lastIndexOf("@") + 1)) };
}

const HOST_CHARS_MAX = 253;

/**
 * The registrable domain of a host ("shop.example" of "mail.shop.example"); empty if it has none.
 */
export function toRegistrableDomain(host: string): string {
  if (host === "" || host.length > HOST_CHARS_MAX) return "";
  return getDomain(host.toLowerCase(), { allowPrivateDomains: true }) ?? "";
}
