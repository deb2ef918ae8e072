// Signs messages as shops do, in every form of RFC 6376, and serves their keys. It shares no code
// with the verifier: its canonical forms go by lines and patterns, not by bytes.

import type { ResolveTxt, TxtAnswer } from "../../../src/receipts/authenticity/resolver.ts";

export interface SignOptions {
  readonly algorithm?: "rsa" | "ed25519";
  readonly domain?: string;
  readonly selector?: string;
  readonly header?: "simple" | "relaxed";
  readonly body?: "simple" | "relaxed";
  readonly headers?: readonly string[];
  /** Further tags, verbatim: "t=1;". */
  readonly tags?: string;
  readonly bits?: number;
  /** Another a= than the algorithm it is signed with. */
  readonly named?: string;
  /** Signs only so many bytes of the body, with l=. */
  readonly length?: number;
}

const latin1 = (text: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(text, (character) => character.charCodeAt(0));
const base64 = (bytes: Uint8Array): string => btoa(String.fromCharCode(...bytes));

export function bytesOf(mail: string): Uint8Array {
  return latin1(mail);
}

const pairs = new Map<
  string,
  Promise<{ sign: (data: Uint8Array<ArrayBuffer>) => Promise<Uint8Array>; record: string }>
>();

function findPair(algorithm: "rsa" | "ed25519", bits: number) {
  const key = `${algorithm} ${bits}`;
  const known = pairs.get(key) ?? createPair(algorithm, bits);
  pairs.set(key, known);
  return known;
}

async function createPair(algorithm: "rsa" | "ed25519", bits: number) {
  const how =
    algorithm === "rsa"
      ? {
          name: "RSASSA-PKCS1-v1_5",
          modulusLength: bits,
          publicExponent: new Uint8Array([1, 0, 1]),
          hash: "SHA-256",
        }
      : { name: "Ed25519" };
  const pair = await crypto.subtle.generateKey(how, true, ["sign", "verify"]);
  if (!("privateKey" in pair)) throw new Error("expected a key pair");
  const exported = await crypto.subtle.exportKey(
    algorithm === "rsa" ? "spki" : "raw",
    pair.publicKey,
  );
  if (!(exported instanceof ArrayBuffer)) throw new Error("expected bytes");
  const sign = async (data: Uint8Array<ArrayBuffer>) => {
    const signed =
      algorithm === "rsa" ? data : new Uint8Array(await crypto.subtle.digest("SHA-256", data));
    return new Uint8Array(await crypto.subtle.sign(how.name, pair.privateKey, signed));
  };
  return { sign, record: `v=DKIM1; k=${algorithm}; p=${base64(new Uint8Array(exported))}` };
}

/** The record of the public key for `signed`. */
export async function recordFor({
  algorithm = "ed25519",
  bits = 2048,
}: SignOptions = {}): Promise<string> {
  return (await findPair(algorithm, bits)).record;
}

function relaxedLine(line: string): string {
  return line.replace(/[\t ]+/g, " ").replace(/ $/, "");
}

function bodyForm(body: string, how: "simple" | "relaxed"): string {
  const lines = body.split(/\r?\n/).map((line) => (how === "relaxed" ? relaxedLine(line) : line));
  while (lines.length > 0 && lines.at(-1) === "") lines.pop();
  if (lines.length === 0) return how === "simple" ? "\r\n" : "";
  return `${lines.join("\r\n")}\r\n`;
}

function fieldForm(field: string, how: "simple" | "relaxed"): string {
  if (how === "simple") return field.replace(/\r?\n/g, "\r\n");
  const colon = field.indexOf(":");
  return `${field.slice(0, colon).trim().toLowerCase()}:${field
    .slice(colon + 1)
    .replace(/[\t\r\n ]+/g, " ")
    .replace(/^ | $/g, "")}`;
}

/** The mail with a signature on top. */
export async function signed(mail: string, options: SignOptions = {}): Promise<string> {
  const {
    algorithm = "ed25519",
    domain = "shop.example",
    selector = "s1",
    header = "relaxed",
    body = "relaxed",
    headers = ["From", "To", "Subject", "Date", "Message-ID"],
    tags = "",
    bits = 2048,
    named = `${algorithm}-sha256`,
    length,
  } = options;
  const [, head = "", text = ""] = /^([^]*?\n)\r?\n([^]*)$/.exec(mail) ?? [];
  const fields = head.split(/\r?\n(?![ \t])/).filter((field) => field !== "");
  const whole = bodyForm(text, body);
  const hash = base64(
    new Uint8Array(
      await crypto.subtle.digest("SHA-256", latin1(whole.slice(0, length ?? whole.length))),
    ),
  );
  const own = `DKIM-Signature: v=1; a=${named}; c=${header}/${body}; d=${domain}; s=${selector};\r\n\th=${headers.join(":")};${length === undefined ? "" : ` l=${length};`} ${tags}\r\n\tbh=${hash};\r\n\tb=`;
  const left = [...fields];
  const chosen = headers.flatMap((name) => {
    const at = left.findLastIndex(
      (field) => field.slice(0, field.indexOf(":")).trim().toLowerCase() === name.toLowerCase(),
    );
    return at < 0 ? [] : left.splice(at, 1);
  });
  const data = [...chosen, own].map((field) => fieldForm(field, header)).join("\r\n");
  const { sign } = await findPair(algorithm, bits);
  return `${own}${base64(await sign(latin1(data))).replace(/(.{60})/g, "$1\r\n\t ")}\r\n${mail}`;
}

/** Answers for these names (null: nobody answers), and lists the names that were asked for. */
export function keys(
  records: Readonly<Record<string, string | readonly string[] | null>>,
): ResolveTxt & { readonly asked: string[] } {
  const asked: string[] = [];
  const resolve = async (name: string): Promise<TxtAnswer> => {
    asked.push(name);
    const found = records[name];
    if (found === undefined) return { kind: "none" };
    if (found === null) return { kind: "unavailable", why: "the test has no network" };
    return { kind: "records", records: typeof found === "string" ? [found] : found };
  };
  return Object.assign(resolve, { asked });
}

export interface SealOptions {
  readonly domain?: string;
  /** The domain that signed the message; left out: the sealer's. */
  readonly signer?: string;
  readonly instance?: number;
  /** The earlier sets, verbatim. */
  readonly before?: string;
}

/** The mail with an ARC set on top, as the receiving platform makes it. */
export async function sealed(
  mail: string,
  results: string,
  { domain = "cloudflare-email.net", signer = domain, instance = 1, before = "" }: SealOptions = {},
): Promise<string> {
  const { sign } = await findPair("rsa", 2048);
  const at = `i=${instance};`;
  const aar = `ARC-Authentication-Results: ${at} ${results}`;
  const dkim = await signed(mail, {
    algorithm: "rsa",
    domain: signer,
    selector: "cf2024-1",
    headers: ["from", "subject", "date"],
  });
  // The same header fields and body, signed as ARC writes it.
  const own = dkim.slice(0, dkim.indexOf("From:") < 0 ? 0 : dkim.length - mail.length).trimEnd();
  const unsigned = own
    .replace("DKIM-Signature: v=1;", `ARC-Message-Signature: ${at}`)
    .replace(/\tb=[^]*$/, "\tb=");
  const chosen = ["from", "subject", "date"].map(
    (name) => new RegExp(`^${name}:.*(?:\\r\\n[ \\t].*)*`, "im").exec(mail)?.[0] ?? "",
  );
  const ams =
    unsigned +
    base64(
      await sign(
        latin1([...chosen, unsigned].map((field) => fieldForm(field, "relaxed")).join("\r\n")),
      ),
    );
  const seal = `ARC-Seal: ${at} a=rsa-sha256; cv=${instance === 1 ? "none" : "pass"}; d=${domain}; s=cf2024-1; b=`;
  const earlier = before
    .split(/\r\n(?![ \t])/)
    .filter((field) => field !== "")
    .toReversed();
  const data = [...earlier, aar, ams, seal]
    .map((field) => fieldForm(field, "relaxed"))
    .join("\r\n");
  return `${seal}${base64(await sign(latin1(data)))}\r\n${ams}\r\n${aar}\r\n${mail}`;
}
