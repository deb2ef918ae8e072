// An authorization from its beginning, when the browser is sent away, to its end, when it comes back: what ties the two
// together is an Attempt, whose key the browser keeps in a cookie of that attempt alone, so that two tabs do not take
// each other's. Whoever comes back with another state, a second time or as another session changes nothing.

import { parse, serialize } from "hono/utils/cookie";
import { ATTEMPT_LIFETIME_MS, ATTEMPTS_A_BROWSER_MAX } from "../../platform/limits.ts";
import { err, ok, type Result } from "../../platform/result.ts";
import { beginAttempt, takeAttempt, type AttemptFacts } from "./attempt.ts";
import { connectBudget, discard, type ConnectFault } from "./connecting.ts";
import type { Doors } from "./service-paths.ts";
import type { ConnectionView, NewCredential } from "./connection.ts";
import { identify, type IdentifyFault } from "./identity.ts";
import { begin, discover, finish, type FinishFault } from "./oauth-client.ts";
import type { Fault } from "./oauth-answer.ts";
import type { SignedIn } from "./person.ts";

/** The browser's session, as an attempt remembers it; null where nobody is signed in. */
export interface Browser extends SignedIn {
  readonly id: number;
}

/** What somebody wants to connect. */
export interface Wish {
  /** The path to go on to. */
  readonly next: string;
  /** The connection to authorize again; null where any will do. */
  readonly connection: string | null;
  /** The budget account, where the service can be asked for one; null for the person to choose. */
  readonly accountId: number | null;
}

/** What came of an authorization, and what had been wanted of it. */
export interface Outcome {
  readonly result: Result<{ readonly view: ConnectionView; readonly user: string }, AuthorizeFault>;
  /** The path to go on to; "/" where the attempt is not known. */
  readonly next: string;
  /** The connection that was to be authorized again; null where any would do. */
  readonly connection: string | null;
}

export type AuthorizeFault =
  | { readonly kind: "no authorization server" }
  /** Our own server is known by this address alone, and would not send the browser back to the one it is at. */
  | { readonly kind: "another address"; readonly address: string }
  /** The answer is not to a question of this browser's: unknown, used, too old, or another session's. */
  | { readonly kind: "not this browser's" }
  | { readonly kind: "not identified"; readonly why: IdentifyFault }
  | FinishFault
  | ConnectFault;

type BeginFault = Extract<
  AuthorizeFault,
  Fault | { readonly kind: "no authorization server" | "another address" }
>;

const COOKIE = "tributary_try_";
const STATE = /^[A-Za-z0-9_-]{20,200}$/;
const STATE_CHARS = 12;
const STATE_START = /^[A-Za-z0-9_-]{12}$/;

/**
 * Where the browser is sent, and the cookies for the way back: it keeps one more, and forgets those
 * of attempts too many.
 */
export async function beginAuthorization(
  { env, config, setup, redirectUri }: Doors,
  browser: Browser | null,
  { next, connection, accountId }: Wish,
  cookies: string,
): Promise<Result<{ readonly url: string; readonly cookies: readonly string[] }, BeginFault>> {
  if (setup === null) return err({ kind: "no authorization server" });
  if (config.budgetApiUrl === null && new URL(redirectUri).origin !== setup.issuer)
    return err({ kind: "another address", address: setup.issuer });
  const server = await discover(setup);
  if (!server.ok) return server;
  const further: Record<string, string> =
    accountId === null ? {} : { account_id: String(accountId) };
  const begun = await begin(setup, server.value, { redirectUri, scope: null, further });
  if (!begun.ok) return begun;
  const { url, state, verifier, issuer } = begun.value;
  const credential = await beginAttempt(env, {
    verifier,
    state,
    issuer,
    redirectUri,
    session: describeBrowser(browser),
    connection,
    next,
  });
  return ok({
    url,
    cookies: [
      ...surplusCookies(cookies, config.local),
      attemptCookie(state, credential, config.local),
    ],
  });
}

/**
 * Turns the parameters that the browser came back with into a connection. `parameters` is the
 * callback's query: it is never logged.
 */
export async function finishAuthorization(
  doors: Doors,
  browser: Browser | null,
  back: { readonly parameters: URLSearchParams; readonly cookies: string },
): Promise<Outcome> {
  const facts = await takeAttempt(doors.env, credentialIn(back, doors.config.local));
  if (facts === null || facts.session !== describeBrowser(browser))
    return { result: err({ kind: "not this browser's" }), next: "/", connection: null };
  return {
    result: await finishAttempt(doors, browser, back.parameters, facts),
    next: facts.next,
    connection: facts.connection,
  };
}

async function finishAttempt(
  doors: Doors,
  browser: Browser | null,
  parameters: URLSearchParams,
  facts: AttemptFacts,
): Promise<Outcome["result"]> {
  const { setup } = doors;
  if (setup === null || setup.issuer !== facts.issuer)
    return err({ kind: "no authorization server" });
  const server = await discover(setup);
  if (!server.ok) return server;
  const { redirectUri, state, verifier, connection: expected } = facts;
  const tokens = await finish(
    setup,
    server.value,
    { parameters, redirectUri, state, verifier },
    Date.now(),
  );
  if (!tokens.ok) return tokens;
  const credential: NewCredential = { kind: "oauth", issuer: setup.issuer, ...tokens.value };
  const identity = await identify(doors.base, doors.fetch, tokens.value.accessToken);
  if (!identity.ok) {
    await discard(doors, credential);
    return err({ kind: "not identified", why: identity.error });
  }
  return connectBudget(doors, browser, { identity: identity.value, credential, expected });
}

/** The Set-Cookie header that forgets an attempt; null where the callback names none. */
export function forgottenCookie(parameters: URLSearchParams, local: boolean): string | null {
  const state = parameters.get("state");
  return state === null || !STATE.test(state) ? null : attemptCookie(state, null, local);
}

/**
 * Forgets the oldest attempts, which a browser sends first: without end they would crowd out the
 * session's own cookie.
 */
function surplusCookies(cookies: string, local: boolean): string[] {
  const prefix = cookieName("", local);
  const kept = Object.keys(parse(cookies)).filter(
    (name) => name.startsWith(prefix) && STATE_START.test(name.slice(prefix.length)),
  );
  return kept
    .slice(0, Math.max(0, kept.length + 1 - ATTEMPTS_A_BROWSER_MAX))
    .map((name) => attemptCookie(name.slice(prefix.length), null, local));
}

function attemptCookie(state: string, credential: string | null, local: boolean): string {
  return serialize(cookieName(state, local), credential ?? "", {
    path: "/",
    httpOnly: true,
    sameSite: "Lax",
    secure: !local,
    maxAge: credential === null ? 0 : ATTEMPT_LIFETIME_MS / 1000,
  });
}

function credentialIn(
  { parameters, cookies }: { readonly parameters: URLSearchParams; readonly cookies: string },
  local: boolean,
): string {
  const state = parameters.get("state") ?? "";
  if (!STATE.test(state)) return "";
  const name = cookieName(state, local);
  return parse(cookies, name)[name] ?? "";
}

/** Elsewhere than on a developer's machine the prefix keeps other hosts of the domain from setting it. */
function cookieName(state: string, local: boolean): string {
  return `${local ? "" : "__Host-"}${COOKIE}${state.slice(0, STATE_CHARS)}`;
}

function describeBrowser(browser: Browser | null): string | null {
  return browser === null ? null : `${browser.user} ${browser.id}`;
}
