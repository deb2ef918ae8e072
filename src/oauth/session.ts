// Who is looking at the pages: one-time sign-in links, and the session cookie they are exchanged for.
// Until people sign in by e-mail there is one person, "1", and only where ENVIRONMENT is "local".
//
// A credential names the object that can check it. That name comes from outside, so nothing is asked
// of an object unless the name is one we know: a made-up name must never create an object.

import { parse, serialize } from "hono/utils/cookie";
import { readConfig, type Config, type Env } from "../config.ts";
import { parseCredential, type CredentialKind } from "../value/credential.ts";
import { sameSecret } from "../value/digest.ts";
import { err, ok, type Result } from "../value/result.ts";
import { LINK_LIFETIME_MS, SESSION_LIFETIME_MS } from "./user.ts";

export interface Session {
  readonly user: string;
  /** The connection whose importer and budget this person works with. */
  readonly connection: string;
}

export const SESSION_COOKIE = "tributary_session";
const LOCAL_USER = "1";
const LOCAL_CONNECTION = "1";

/** A new one-time link's credential for the local person; an invariant's breach anywhere else. */
export async function mintSignInLink(env: Env): Promise<string> {
  if (!readConfig(env).local) throw new Error("Invariant broken: sign-in links exist only locally");
  return env.USER.getByName(LOCAL_USER).mintLink();
}

/** Exchanges a link's credential for a session's, once; refuses what is unknown, used or expired. */
export async function redeemSignInLink(link: string, env: Env): Promise<Result<string, "link is not valid">> {
  const secret = secretOf("link", link, env);
  const session = secret === null ? null : await env.USER.getByName(LOCAL_USER).redeemLink(secret);
  return session === null ? err("link is not valid") : ok(session);
}

/** The session the request's cookie proves, or null. */
export async function sessionOf(request: Request, env: Env): Promise<Session | null> {
  const secret = secretOf("ses", cookieOf(request), env);
  if (secret === null) return null;
  const valid = await env.USER.getByName(LOCAL_USER).hasSession(secret);
  return valid ? { user: LOCAL_USER, connection: LOCAL_CONNECTION } : null;
}

/** Revokes the request's session, if it has one. */
export async function endSession(request: Request, env: Env): Promise<void> {
  const secret = secretOf("ses", cookieOf(request), env);
  if (secret !== null) await env.USER.getByName(LOCAL_USER).revokeSession(secret);
}

/** The Set-Cookie header that keeps `session`, or forgets it when null. */
export function sessionCookie(session: string | null, config: Config): string {
  return serialize(SESSION_COOKIE, session ?? "", {
    path: "/",
    httpOnly: true,
    sameSite: "Lax",
    secure: !config.local,
    maxAge: session === null ? 0 : SESSION_LIFETIME_MS / 1000,
  });
}

/**
 * POST /api/sign-in-links, for the terminal: `Authorization: Bearer <LOCAL_TOKEN>` is answered with
 * {link, url, expires_at}. Exists only locally: elsewhere the address is unknown.
 */
export async function signInLinks(request: Request, env: Env, config: Config): Promise<Response> {
  if (!config.local || config.localToken === null) return refusal(404, "There is nothing at this address.");
  if (request.method !== "POST") return refusal(405, "A sign-in link is made with POST.", { allow: "POST" });
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
  return Response.json({ link, url: url.href, expires_at: expiresAt }, { status: 201, headers: { "cache-control": "no-store" } });
}

function cookieOf(request: Request): string {
  return parse(request.headers.get("cookie") ?? "", SESSION_COOKIE)[SESSION_COOKIE] ?? "";
}

function secretOf(kind: CredentialKind, text: string, env: Env): string | null {
  if (!readConfig(env).local) return null;
  const credential = parseCredential(text);
  return credential?.kind === kind && credential.object === LOCAL_USER ? credential.secret : null;
}

function refusal(status: number, message: string, headers: Record<string, string> = {}): Response {
  return Response.json({ message, errors: [{ errMsg: message }] }, { status, headers });
}
