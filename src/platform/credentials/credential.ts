// Every credential we issue carries the name of the object that can check it:
// <kind>_<object>_<secret>. A request goes straight to that object; there is no global directory.
// Only the SHA-256 of the secret is ever stored; a 256-bit random secret needs no slower hash.

import { base32, hex, sha256 } from "../digest.ts";

/**
 * dev: developer access token, imp: import key, ses: browser session, link: one-time sign-in link,
 * inv: invitation to a budget. Of OAuth, cs: client secret, code: authorization code, at: access
 * token, rt: refresh token. try: an attempt of ours to be authorized
 * (importer/connection/attempt.ts). login: a tool that asks to be let in (oauth/tool-login/). hook:
 * where another program sends to (import/hooks/).
 */
export const CREDENTIAL_KINDS = [
  "dev",
  "imp",
  "ses",
  "link",
  "inv",
  "cs",
  "code",
  "at",
  "rt",
  "try",
  "login",
  "hook",
] as const;
export type CredentialKind = (typeof CREDENTIAL_KINDS)[number];

export interface Credential {
  readonly kind: CredentialKind;
  /** The name of the Durable Object that holds the hash. * */
  readonly object: string;
  readonly secret: string;
}

const SECRET_BYTES = 32;
const SHAPE = /^([a-z]{2,5})_([A-Za-z0-9-]{1,64})_([a-z2-7]{52})$/;

/** A new credential for `object`, as its one-time visible text and the hash to store. * */
export async function mint(
  kind: CredentialKind,
  object: string,
): Promise<{ text: string; hash: string }> {
  const secret = newSecret();
  return { text: credentialText(kind, object, secret), hash: await hashSecret(secret) };
}

/** 256 random bits, as a credential carries them. * */
export function newSecret(): string {
  return base32(crypto.getRandomValues(new Uint8Array(SECRET_BYTES)));
}

/** A credential as it is handed out. * */
export function credentialText(kind: CredentialKind, object: string, secret: string): string {
  return `${kind}_${object}_${secret}`;
}

/** Takes a credential's text apart; null when it is not of the shape we issue. * */
export function parseCredential(text: string): Credential | null {
  const match = SHAPE.exec(text);
  if (match === null) return null;
  const kind = CREDENTIAL_KINDS.find((known) => known === match[1]);
  return kind === undefined ? null : { kind, object: match[2] ?? "", secret: match[3] ?? "" };
}

/** What is stored of a secret: the SHA-256 in hexadecimal. * */
export async function hashSecret(secret: string): Promise<string> {
  return hex(await sha256(secret));
}
