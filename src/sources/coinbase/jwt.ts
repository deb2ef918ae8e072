// The token of a single request to Coinbase: it names method, host and path, and expires after two
// minutes (docs.cdp.coinbase.com, "JWT Authentication"; RFC 7519).

import type { SigningKey } from "./key.ts";

const LIFETIME_S = 120;
const BASE64URL = { alphabet: "base64url", omitPadding: true } as const;
const encoder = new TextEncoder();

/** The request that the token authorizes, and a random nonce. */
export interface TokenClaims {
  readonly keyName: string;
  /** "GET api.coinbase.com/api/v3/brokerage/accounts": without the query. */
  readonly uri: string;
  readonly nonce: string;
  /** Milliseconds since 1970. */
  readonly now: number;
}

/** The compact form: header, claims and signature. */
export async function requestToken(
  { alg, sign }: SigningKey,
  { keyName, uri, nonce, now }: TokenClaims,
): Promise<string> {
  const from = Math.floor(now / 1000);
  const header = { alg, typ: "JWT", kid: keyName, nonce };
  const claims = { iss: "cdp", sub: keyName, nbf: from, exp: from + LIFETIME_S, uri };
  const message = `${part(header)}.${part(claims)}`;
  return `${message}.${(await sign(encoder.encode(message))).toBase64(BASE64URL)}`;
}

function part(value: object): string {
  return encoder.encode(JSON.stringify(value)).toBase64(BASE64URL);
}
