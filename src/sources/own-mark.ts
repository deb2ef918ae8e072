// Marks our requests to sources, so that a source that leads back to this deployment, through any
// name, redirect or proxy, does not make it request itself forever. Each mark is new and signed
// with TOKEN_KEY, so it means nothing to other servers and cannot be forged.

import { isSigned, sign, signingKey } from "../platform/credentials/signature.ts";

/** The header of the mark. */
export const OWN_MARK = "tributary-asks";
const PURPOSE = "requests to sources";
const NONCE_BYTES = 16;
const MARK = /^([A-Za-z0-9_-]{22})\.([A-Za-z0-9_-]{43})$/;

/** A function that makes a mark for one request. */
export function ownMarks(tokenKey: string): () => Promise<string> {
  let key: Promise<CryptoKey> | null = null;
  return async () => {
    const nonce = crypto
      .getRandomValues(new Uint8Array(NONCE_BYTES))
      .toBase64({ alphabet: "base64url", omitPadding: true });
    return `${nonce}.${await sign(await (key ??= signingKey(tokenKey, PURPOSE)), nonce)}`;
  };
}

/** Whether an incoming request is one that this deployment sent to a source. */
export async function isOwnRequest(headers: Headers, tokenKey: string): Promise<boolean> {
  const [, nonce = "", signature = ""] = MARK.exec(headers.get(OWN_MARK) ?? "") ?? [];
  return nonce !== "" && isSigned(await signingKey(tokenKey, PURPOSE), nonce, signature);
}
