// Who vouches for a mail: its From header's own domain, by a DKIM signature or by what the receiving platform sealed, or nobody.
// Asks for keys through the resolver it is given and for nothing else. The answer is kept with the mail (verdict.ts).

import { getDomain } from "tldts";
import { DKIM_MESSAGES_MAX } from "../../platform/limits.ts";
import { hex, sha256 } from "../../platform/digest.ts";
import { correspondentsIn } from "../mime/parse.ts";
import { bodyHashes, verifySignatures } from "./dkim.ts";
import { rawMessageOf, type RawMessage } from "./fields.ts";
import { platformVerdict } from "./platform.ts";
import type { ResolveTxt } from "./resolver.ts";
import type { MailVerdict, MessageVerdict, SignatureVerdict } from "./verdict.ts";

/** Looks at a mail and at each message it carries as its own bytes; `now` in milliseconds. */
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

/** Looks at one message. */
export async function authenticateMessage(
  raw: Uint8Array,
  resolve: ResolveTxt,
  now: number,
): Promise<MessageVerdict> {
  const message = rawMessageOf(raw);
  const nothing = { domain: "", signatures: [], platform: "absent", signed_at: null } as const;
  if (message === null)
    return { ...nothing, result: "absent", why: ["it has more headers than are looked at"] };
  const sender = senderOf(message);
  if (typeof sender === "string") return { ...nothing, result: "fail", why: [sender] };
  const { domain } = sender;
  if (domain === "")
    return {
      ...nothing,
      result: "absent",
      why: ["its From header names no domain that could vouch for it"],
    };
  const aligned = (other: string): boolean => registrable(other) === domain;
  const signatures = await verifySignatures(message, resolve, now);
  const platform = await platformVerdict(message, aligned, {
    resolve,
    now,
    hashes: bodyHashes(message.body),
  });
  return {
    domain,
    signatures,
    platform: platform.result,
    ...conclusion(
      domain,
      signatures.filter((one) => aligned(one.domain)),
      signatures,
      platform,
    ),
  };
}

function conclusion(
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
  const said = all
    .filter(({ result }) => result !== "pass")
    .map(
      (one) =>
        `the signature of ${one.domain === "" ? "an unnamed domain" : one.domain} is of no use: ${one.why ?? ""}`,
    );
  const others = all
    .filter(({ result }) => result === "pass")
    .map((one) => `${one.domain} signed it, which is not the sender's domain ${domain}`);
  const why = [...said, ...others, ...platform.why];
  if (platform.result === "pass") return { result: "pass", why, signed_at: null };
  if (platform.result === "fail" || own.some(({ result }) => result === "fail"))
    return { result: "fail", why, signed_at: null };
  return {
    result: "absent",
    why: why.length === 0 ? [`nothing shows that it is from ${domain}: it has no signature`] : why,
    signed_at: null,
  };
}

/** The registrable domain of the one sender; a sentence where a message has none or several. */
function senderOf({ fields }: RawMessage): { readonly domain: string } | string {
  const froms = fields.filter(({ name }) => name === "from");
  const [only] = froms;
  if (froms.length > 1) return "it has several From headers";
  const mailboxes = only === undefined ? [] : correspondentsIn(only.value);
  const [one] = mailboxes;
  if (mailboxes.length > 1) return "its From header names several senders";
  if (one === undefined || one.address === "") return { domain: "" };
  return { domain: registrable(one.address.slice(one.address.lastIndexOf("@") + 1)) };
}

const HOST_CHARS_MAX = 253;

/** The registrable domain of a host ("shop.example" of "mail.shop.example"); empty where it has none. */
export function registrable(host: string): string {
  if (host === "" || host.length > HOST_CHARS_MAX) return "";
  return getDomain(host.toLowerCase(), { allowPrivateDomains: true }) ?? "";
}
