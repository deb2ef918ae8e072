// The cookie by which a browser proves that somebody has signed in with it before: a device secret
// for each of the last few people, signed under TOKEN_KEY. It signs nobody in. It only counts their
// wrong passwords apart from everybody else's (known-browsers.ts), so a forged, expired or foreign
// cookie is ignored.

import { parse, serialize } from "hono/utils/cookie";
import type { Config } from "../../config.ts";
import { KNOWN_BROWSER_MS, PEOPLE_A_BROWSER_MAX } from "../../platform/limits.ts";
import { isSigned, sign, signingKey } from "../../platform/credentials/signature.ts";

const NAME = "tributary_known";
const SECURE_NAME = `__Host-${NAME}`;
const PURPOSE = "known browsers";
const ENTRY = /^([0-9a-f]{32})\.([a-z2-7]{52})\.(\d{1,16})\.([\w-]{43})$/;

/** The device secret for this User object in the request's cookie; null without a valid one. */
export async function findKnownBrowser(
  request: Request,
  object: string,
  config: Config,
  now: number,
): Promise<string | null> {
  const entry = readEntries(request, config).find((text) => ENTRY.exec(text)?.[1] === object);
  const [, , device, expires, signature] = ENTRY.exec(entry ?? "") ?? [];
  if (
    device === undefined ||
    expires === undefined ||
    signature === undefined ||
    Number(expires) <= now
  )
    return null;
  const keys =
    config.previousTokenKey === null
      ? [config.tokenKey]
      : [config.tokenKey, config.previousTokenKey];
  for (const key of keys) {
    if (
      await isSigned(await signingKey(key, PURPOSE), signedText(object, device, expires), signature)
    )
      return device;
  }
  return null;
}

/**
 * The Set-Cookie header after this User object's person has signed in: their device secret before
 * the others'.
 */
export async function knownCookie(
  request: Request,
  object: string,
  device: string,
  config: Config,
  now: number,
): Promise<string> {
  const expires = String(now + KNOWN_BROWSER_MS);
  const signature = await sign(
    await signingKey(config.tokenKey, PURPOSE),
    signedText(object, device, expires),
  );
  const others = readEntries(request, config).filter((text) => ENTRY.exec(text)?.[1] !== object);
  return cookieText(
    [`${object}.${device}.${expires}.${signature}`, ...others].slice(0, PEOPLE_A_BROWSER_MAX),
    config,
  );
}

/** The Set-Cookie header after this User object's person was deleted. */
export function forgetfulCookie(request: Request, object: string, config: Config): string {
  return cookieText(
    readEntries(request, config).filter((text) => ENTRY.exec(text)?.[1] !== object),
    config,
  );
}

function cookieText(entries: readonly string[], config: Config): string {
  return serialize(config.local ? NAME : SECURE_NAME, entries.join("~"), {
    path: "/",
    httpOnly: true,
    sameSite: "Lax",
    secure: !config.local,
    maxAge: entries.length === 0 ? 0 : KNOWN_BROWSER_MS / 1000,
  });
}

/** Entries that look like ours; the signature is checked only on the one that is used. */
function readEntries(request: Request, config: Config): string[] {
  const name = config.local ? NAME : SECURE_NAME;
  const text = parse(request.headers.get("cookie") ?? "", name)[name] ?? "";
  return text.split("~", PEOPLE_A_BROWSER_MAX).filter((entry) => ENTRY.test(entry));
}

function signedText(object: string, device: string, expires: string): string {
  return `${object} ${device} ${expires}`;
}
