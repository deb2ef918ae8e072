// The meaning of an authorization server's answers: tokens, or one of a few kinds of fault. Only
// `invalid_grant` is final. Any other fault may be over in a minute, so the same refresh token is
// sent again.

import * as oauth from "oauth4webapi";
import { isSafeAddress } from "../../config.ts";
import {
  OAUTH_REQUEST_TIMEOUT_MS,
  OAUTH_RESPONSE_BYTES_MAX,
  TOKEN_LIFETIME_MS_DEFAULT,
  TOKEN_LIFETIME_MS_MAX,
} from "../../platform/limits.ts";
import { err, ok, type Result } from "../../platform/result.ts";
import { ask, parseJson, type Fetch } from "./ask.ts";
import { isTokenText } from "./identity.ts";

/** What a grant gave. */
export interface Tokens {
  readonly accessToken: string;
  readonly refreshToken: string | null;
  /** Milliseconds since 1970. */
  readonly expiresAt: number;
  readonly scope: string | null;
}

export type Fault =
  /** The server will never take this code or refresh token again. */
  | { readonly kind: "invalid grant" }
  /** It does not know this deployment (any longer), or not its secret: the operator's to mend. */
  | { readonly kind: "invalid client" }
  /** It refused with another error code. */
  | { readonly kind: "refused"; readonly error: string }
  | { readonly kind: "throttled"; readonly retryAfter: string | null }
  /** No answer, or one that says nothing: it may have done it. */
  | { readonly kind: "unreachable" }
  | { readonly kind: "unreadable" }
  /** It is no authorization server that we can use. */
  | { readonly kind: "unsuitable server"; readonly lacks: string };

/** What the library asks for; `body` is a form. */
interface Asked {
  readonly method: string;
  readonly headers: Record<string, string>;
  readonly body?: URLSearchParams | undefined;
}

/** oauth4webapi's requests carried by `fetch`, with the status that the last one was answered with. */
export interface Transport {
  readonly options: {
    readonly [oauth.customFetch]: (url: string, asked: Asked) => Promise<Response>;
    readonly [oauth.allowInsecureRequests]: boolean;
  };
  readonly status: () => number | null;
  readonly retryAfter: () => string | null;
}

/** Bounded, without redirects, to https addresses alone (http on loopback), each answer made readable first. */
export function createTransport({ fetch }: { readonly fetch: Fetch }): Transport {
  let last: Response | null = null;
  const carry = async (url: string, { method, headers, body }: Asked): Promise<Response> => {
    last = null;
    if (!isSafeAddress(url)) throw new Error("an endpoint is neither https nor on loopback");
    const request = new Request(url, { method, headers, body: body?.toString() ?? null });
    const asked = await ask(fetch, request, {
      timeoutMs: OAUTH_REQUEST_TIMEOUT_MS,
      bytesMax: OAUTH_RESPONSE_BYTES_MAX,
    });
    if (!asked.ok) throw new Error(asked.error);
    last = asked.value.response;
    return readable(asked.value.response, asked.value.text);
  };
  return {
    options: { [oauth.customFetch]: carry, [oauth.allowInsecureRequests]: true },
    status: () => last?.status ?? null,
    retryAfter: () => last?.headers.get("retry-after") ?? null,
  };
}

/**
 * The answer as the library should see it: without the challenge that would hide the error in the body, and without
 * members that say nothing (null, "") or nothing sensible about a lifetime, which would make good tokens unreadable.
 */
function readable(response: Response, text: string | null): Response {
  const headers = new Headers(response.headers);
  headers.delete("www-authenticate");
  headers.delete("content-length");
  const { status } = response;
  const json = parseJson(text);
  if (text === null || typeof json !== "object" || json === null || Array.isArray(json)) {
    return new Response([204, 205, 304].includes(status) ? null : text, { status, headers });
  }
  const kept = Object.entries(json).filter(
    ([name, value]) =>
      value !== null && value !== "" && (name !== "expires_in" || secondsIn(value) !== null),
  );
  return new Response(JSON.stringify(Object.fromEntries(kept)), { status, headers });
}

function secondsIn(value: unknown): number | null {
  const seconds =
    typeof value === "string" && /^\d{1,12}(\.\d+)?$/.test(value) ? Number(value) : value;
  return typeof seconds === "number" && Number.isFinite(seconds) && seconds > 0 ? seconds : null;
}

/** The tokens of an answer; refuses such as could not travel in a header. */
export function tokensIn(answer: oauth.TokenEndpointResponse, now: number): Result<Tokens, Fault> {
  const {
    access_token: accessToken,
    refresh_token: refreshToken = null,
    token_type: type,
    scope = null,
  } = answer;
  if (type !== "bearer" || !isTokenText(accessToken)) return err({ kind: "unreadable" });
  if (refreshToken !== null && !isTokenText(refreshToken)) return err({ kind: "unreadable" });
  const seconds = secondsIn(answer.expires_in);
  const lifetime =
    seconds === null ? TOKEN_LIFETIME_MS_DEFAULT : Math.min(seconds * 1000, TOKEN_LIFETIME_MS_MAX);
  return ok({ accessToken, refreshToken, expiresAt: now + Math.floor(lifetime), scope });
}

/** What went wrong, by what was thrown and how the server answered. Its own words stay out. */
export function explainFault(thrown: unknown, transport: Transport): Fault {
  const status = transport.status();
  if (status === null) return { kind: "unreachable" };
  if (status === 429) return { kind: "throttled", retryAfter: transport.retryAfter() };
  if (status >= 500) return { kind: "unreachable" };
  if (!(thrown instanceof oauth.ResponseBodyError)) return { kind: "unreadable" };
  if (thrown.error === "invalid_grant") return { kind: "invalid grant" };
  if (thrown.error === "invalid_client" || thrown.error === "unauthorized_client")
    return { kind: "invalid client" };
  return {
    kind: "refused",
    error: /^[a-z_]{1,50}$/.test(thrown.error) ? thrown.error : "unknown error",
  };
}

/** What a server lacks for our flow; null where nothing. Without S256 a stolen code could be used by the thief. */
export function metadataFault(
  server: oauth.AuthorizationServer,
  { clientSecret }: { readonly clientSecret: string | null },
): Fault | null {
  const lacks = (what: string): Fault => ({ kind: "unsuitable server", lacks: what });
  // On loopback alone a server may name endpoints there: another would have us knock at this machine's own doors.
  const isFit = (address: string) =>
    isSafeAddress(address) && (address.startsWith("https:") || server.issuer.startsWith("http:"));
  for (const name of ["authorization_endpoint", "token_endpoint"] as const) {
    if (typeof server[name] !== "string" || !isFit(server[name])) return lacks(name);
  }
  if (server.revocation_endpoint !== undefined && !isFit(server.revocation_endpoint))
    return lacks("a safe revocation_endpoint");
  if (server.code_challenge_methods_supported?.includes("S256") !== true)
    return lacks("S256 in code_challenge_methods_supported");
  return chooseClientAuth(server, clientSecret) === null
    ? lacks("a way for us to authenticate")
    : null;
}

/** How we say who we are: HTTP Basic where there is a secret, in the body where the server takes it only there. */
export function chooseClientAuth(
  server: oauth.AuthorizationServer,
  clientSecret: string | null,
): oauth.ClientAuth | null {
  // RFC 8414, 2: the default.
  const methods = server.token_endpoint_auth_methods_supported ?? ["client_secret_basic"];
  if (clientSecret === null) return methods.includes("none") ? oauth.None() : null;
  if (methods.includes("client_secret_basic")) return oauth.ClientSecretBasic(clientSecret);
  return methods.includes("client_secret_post") ? oauth.ClientSecretPost(clientSecret) : null;
}
