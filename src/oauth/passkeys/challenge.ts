// The challenge that a passkey signs: 256 random bits, bound to one browser by a signed cookie, for
// five minutes and one purpose. Creating one stores nothing, so requesting one costs no object. The
// User object remembers answered challenges (store.ts), so that each is answered once.

import { parse, serialize } from "hono/utils/cookie";
import type { Config } from "../../config.ts";
import { PASSKEY_CHALLENGE_MS } from "../../platform/limits.ts";
import { isSigned, sign, signingKey } from "../../platform/credentials/signature.ts";

const NAME = "tributary_passkey";
const SECURE_NAME = `__Host-${NAME}`;
const PURPOSE = "passkey challenges";
const CHALLENGE_BYTES = 32;
const SHAPE = /^(\d{1,16})\.([\w-]{43})\.([\w-]{43})$/;

/** The purpose of a challenge: a sign-in, or an action in one person's session. */
export type ChallengePurpose = "sign in" | `${"add" | "confirm"} ${string} ${number}`;

export interface Challenge {
  /** Base64url. */
  readonly challenge: string;
  /** Milliseconds since 1970. */
  readonly expiresAt: number;
}

/** A new challenge, and the Set-Cookie header that binds it to the browser. */
export async function newChallenge(
  purpose: ChallengePurpose,
  config: Config,
  now: number,
): Promise<{ challenge: string; cookie: string }> {
  const bytes = crypto.getRandomValues(new Uint8Array(CHALLENGE_BYTES));
  const challenge = bytes.toBase64({ alphabet: "base64url", omitPadding: true });
  const expires = String(now + PASSKEY_CHALLENGE_MS);
  const signature = await sign(
    await signingKey(config.tokenKey, PURPOSE),
    signedText(purpose, expires, challenge),
  );
  return { challenge, cookie: cookieText(`${expires}.${challenge}.${signature}`, config) };
}

/**
 * The challenge that the request's browser was given for this purpose; null without one, or if it
 * has expired.
 */
export async function readChallenge(
  request: Request,
  purpose: ChallengePurpose,
  config: Config,
  now: number,
): Promise<Challenge | null> {
  const name = config.local ? NAME : SECURE_NAME;
  const text = parse(request.headers.get("cookie") ?? "", name)[name] ?? "";
  const [, expires, challenge, signature] = SHAPE.exec(text) ?? [];
  if (
    expires === undefined ||
    challenge === undefined ||
    signature === undefined ||
    Number(expires) <= now
  )
    return null;
  const signed = await isSigned(
    await signingKey(config.tokenKey, PURPOSE),
    signedText(purpose, expires, challenge),
    signature,
  );
  return signed ? { challenge, expiresAt: Number(expires) } : null;
}

/** The Set-Cookie header after a challenge was answered. */
export function answeredCookie(config: Config): string {
  return cookieText("", config);
}

function signedText(purpose: ChallengePurpose, expires: string, challenge: string): string {
  return `${expires} ${challenge} ${purpose}`;
}

function cookieText(value: string, config: Config): string {
  return serialize(config.local ? NAME : SECURE_NAME, value, {
    path: "/",
    httpOnly: true,
    sameSite: "Strict",
    secure: !config.local,
    maxAge: value === "" ? 0 : PASSKEY_CHALLENGE_MS / 1000,
  });
}
