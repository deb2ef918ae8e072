// A mark by which this deployment knows its own requests again, whatever name it is asked under and however many redirects or
// proxies are between: a source that is this service itself would have it ask itself without end. It says nothing to anybody
// else: each is another one, and without TOKEN_KEY none can be made.

import { isSigned, sign, signingKey } from "../platform/credentials/signature.ts";

/** The header that every request to a source has. */
export const OWN_MARK = "tributary-asks";
const PURPOSE = "requests to sources";
const NONCE_BYTES = 16;
const MARK = /^([A-Za-z0-9_-]{22})\.([A-Za-z0-9_-]{43})$/;

/** Makes marks, each for one request. */
export function ownMarks(tokenKey: string): () => Promise<string> {
  let key: Promise<CryptoKey> | null = null;
  return async () => {
    const nonce = crypto
      .getRandomValues(new Uint8Array(NONCE_BYTES))
      .toBase64({ alphabet: "base64url", omitPadding: true });
    return `${nonce}.${await sign(await (key ??= signingKey(tokenKey, PURPOSE)), nonce)}`;
  };
}

/** Whether a request that came in is one of this deployment's own to a source. */
export async function isOwnRequest(headers: Headers, tokenKey: string): Promise<boolean> {
  const [, nonce = "", signature = ""] = MARK.exec(headers.get(OWN_MARK) ?? "") ?? [];
  return nonce !== "" && isSigned(await signingKey(tokenKey, PURPOSE), nonce, signature);
}
