// The consent form's proof that this page was shown in this session for this request: a signature
// over all three and a random number. The Client object uses the random number up, so that a form
// works once.

import { parse } from "hono/utils/cookie";
import { CONSENT_FORM_MS } from "../../platform/limits.ts";
import { hashSecret, newSecret } from "../../platform/credentials/credential.ts";
import { isSigned, sign, signingKey } from "../../platform/credentials/signature.ts";
import { SESSION_COOKIE } from "../sign-in/session.ts";

/** A form that was shown: the hash it is remembered by once used, and until when it could be. */
export interface ConsentForm {
  readonly hash: string;
  /** Milliseconds since 1970. */
  readonly expiresAt: number;
}

/** The hidden field's value for a form about `query` in the request's session. */
export async function newForm(
  request: Request,
  query: string,
  tokenKey: string,
  now: number,
): Promise<string> {
  const claim = `${now + CONSENT_FORM_MS}.${newSecret()}`;
  return `${claim}.${await sign(await importKey(tokenKey), await signedText(request, query, claim))}`;
}

/**
 * The form behind a hidden field's value; null when it is not ours, of another session or request,
 * or too old.
 */
export async function readForm(
  field: string,
  request: Request,
  query: string,
  tokenKey: string,
  now: number,
): Promise<ConsentForm | null> {
  const [, claim, expires, nonce, signature] =
    /^((\d{1,16})\.([a-z2-7]{52}))\.([\w-]{43})$/.exec(field) ?? [];
  if (claim === undefined || nonce === undefined || signature === undefined) return null;
  const statement = await signedText(request, query, claim);
  if (!(await isSigned(await importKey(tokenKey), statement, signature)) || Number(expires) <= now)
    return null;
  return { hash: await hashSecret(nonce), expiresAt: Number(expires) };
}

async function signedText(request: Request, query: string, claim: string): Promise<string> {
  // The cookie's name has a prefix where it is secure.
  const cookies = Object.entries(parse(request.headers.get("cookie") ?? ""));
  const session = await hashSecret(
    JSON.stringify(cookies.filter(([name]) => name.endsWith(SESSION_COOKIE))),
  );
  return `${claim} ${session} ${query}`;
}

async function importKey(tokenKey: string): Promise<CryptoKey> {
  return signingKey(tokenKey, "consent forms");
}
