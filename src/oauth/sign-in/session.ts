// The session that the browser's cookie proves. People sign in by e-mail and password, the local
// person "1" (only where ENVIRONMENT is "local") by a one-time link.
//
// A credential names the object that can check it. That name comes from outside, so an object
// without a person answers without writing anything. Every sign-in makes a new session.

import { parse, serialize } from "hono/utils/cookie";
import { readConfig, type Config } from "../../config.ts";
import { LINK_LIFETIME_MS, SESSION_LIFETIME_MS } from "../../platform/limits.ts";
import { parseCredential, type CredentialKind } from "../../platform/credentials/credential.ts";
import { sameSecret } from "../../platform/digest.ts";
import { err, ok, type Result } from "../../platform/result.ts";
import { isUserObject, LOCAL_USER } from "../people/person.ts";
import type { SessionFacts } from "./session-facts.ts";

export interface Session extends SessionFacts {
  /** The name of the person's User object. */
  readonly user: string;
}

/**
 * The cookie's name on a developer's machine; elsewhere the prefix keeps other hosts of the domain
 * from setting it.
 */
export const SESSION_COOKIE = "tributary_session";
const SECURE_COOKIE = `__Host-${SESSION_COOKIE}`;

/** A new one-time link's credential for the local person; an invariant's breach anywhere else. */
export async function mintSignInLink(env: Env): Promise<string> {
  if (!readConfig(env).local) throw new Error("Invariant broken: sign-in links exist only locally");
  return env.USER.getByName(LOCAL_USER).mintLink();
}

/**
 * Exchanges a link's credential for a session's, once; refuses what is unknown, used or expired.
 */
export async function redeemSignInLink(
  link: string,
  env: Env,
  agent = "",
): Promise<Result<string, "link is not valid">> {
  const found = readCredential("link", link, readConfig(env));
  if (found === null || found.object !== LOCAL_USER) return err("link is not valid");
  const session = await env.USER.getByName(LOCAL_USER).redeemLink(found.secret, agent);
  return session === null ? err("link is not valid") : ok(session);
}

/** The session the request's cookie proves, or null. */
export async function findSession(request: Request, env: Env): Promise<Session | null> {
  const config = readConfig(env);
  const found = readCredential("ses", readCookie(request, config), config);
  if (found === null) return null;
  const facts = await env.USER.getByName(found.object).session(found.secret);
  return facts === null ? null : { ...facts, user: found.object };
}

/** Revokes the request's session, if it has one. */
export async function endSession(request: Request, env: Env): Promise<void> {
  const config = readConfig(env);
  const found = readCredential("ses", readCookie(request, config), config);
  if (found !== null) await env.USER.getByName(found.object).revokeSession(found.secret);
}

/** The Set-Cookie header that keeps `session`, or forgets it when null. */
export function sessionCookie(
  session: string | null,
  config: Config,
  lifetimeMs = SESSION_LIFETIME_MS,
): string {
  return serialize(config.local ? SESSION_COOKIE : SECURE_COOKIE, session ?? "", {
    path: "/",
    httpOnly: true,
    sameSite: "Lax",
    secure: !config.local,
    maxAge: session === null ? 0 : lifetimeMs / 1000,
  });
}

/**
 * POST /api/sign-in-links, for the terminal: `Authorization: Bearer <LOCAL_TOKEN>` is answered with
 * {link, url, expires_at}. Exists only locally: elsewhere the address is unknown.
 */
export async function signInLinks(request: Request, env: Env, config: Config): Promise<Response> {
  if (!config.local || config.localToken === null)
    return refusal(404, "There is nothing at this address.");
  if (request.method !== "POST")
    return refusal(405, "A sign-in link is made with POST.", { allow: "POST" });
  const token = /^Bearer (.+)$/i.exec(request.headers.get("authorization") ?? "")?.[1];
  if (token === undefined || !(await sameSecret(token, config.localToken))) {
    return refusal(401, "A sign-in link needs the LOCAL_TOKEN of .dev.vars as its bearer token.", {
      "www-authenticate": "Bearer",
    });
  }
  const link = await mintSignInLink(env);
  const url = new URL("/sign-in", request.url);
  url.searchParams.set("link", link);
  const expiresAt = new Date(Date.now() + LINK_LIFETIME_MS).toISOString();
  return Response.json(
    { link, url: url.href, expires_at: expiresAt },
    { status: 201, headers: { "cache-control": "no-store" } },
  );
}

function readCookie(request: Request, config: Config): string {
  const name = config.local ? SESSION_COOKIE : SECURE_COOKIE;
  return parse(request.headers.get("cookie") ?? "", name)[name] ?? "";
}

function readCredential(
  kind: CredentialKind,
  text: string,
  config: Config,
): { object: string; secret: string } | null {
  const credential = parseCredential(text);
  return credential?.kind === kind && isUserObject(credential.object, config.local)
    ? credential
    : null;
}

function refusal(status: number, message: string, headers: Record<string, string> = {}): Response {
  return Response.json({ message, errors: [{ errMsg: message }] }, { status, headers });
}
