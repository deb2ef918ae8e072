// The authorization server as a browser and a client see it: over HTTP, against the test's own Worker. The person is
// the local one, signed in; the browser is a cookie and the headers that browsers send.

import { env, exports } from "cloudflare:workers";
import { runInDurableObject } from "cloudflare:test";
import { expect } from "vitest";
import type { ClientKind } from "../../../src/oauth/clients/redirect-uri.ts";
import { newClientId } from "../../../src/oauth/clients/registration.ts";
import { mintSignInLink, redeemSignInLink } from "../../../src/oauth/sign-in/session.ts";
import { Sql } from "../../../src/platform/sql/sql.ts";
import { must } from "../../../src/platform/assert.ts";
import { SCOPES, type Scope } from "../../../src/platform/credentials/scope.ts";
import { freshAddress } from "../network.ts";

export const ORIGIN = "http://localhost";
export const CALLBACK = "https://app.example.com/callback";
/** RFC 7636, appendix B. */
export const VERIFIER = "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk";
export const CHALLENGE = "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM";

export interface TestClient {
  readonly id: string;
  readonly secret: string | null;
}

export interface Registering {
  readonly kind?: ClientKind;
  readonly redirectUris?: readonly string[];
  readonly scopes?: readonly Scope[];
  readonly name?: string;
}

/** A registered client: confidential, with all scopes, unless told otherwise. */
export async function register(given: Registering = {}): Promise<TestClient> {
  const {
    kind = "confidential",
    redirectUris = [CALLBACK],
    scopes = SCOPES,
    name = "Ledger",
  } = given;
  const owner = { user: "1", userId: 1 };
  const made = await env.CLIENT.getByName(newClientId()).register({
    name,
    kind,
    redirectUris: [...redirectUris],
    scopes: [...scopes],
    owner,
  });
  return { id: made.clientId, secret: made.secret };
}

/** The Cookie header of a new session of the local person. */
export async function signIn(): Promise<string> {
  const session = await redeemSignInLink(await mintSignInLink(env), env);
  if (!session.ok) throw new Error(session.error);
  return `tributary_session=${session.value}`;
}

/** The parameters of a faultless authorization request; null leaves one out. */
export function asking(
  client: TestClient,
  changed: Readonly<Record<string, string | null>> = {},
): URLSearchParams {
  const all: Record<string, string | null> = {
    response_type: "code",
    client_id: client.id,
    redirect_uri: CALLBACK,
    state: "a state",
    code_challenge: CHALLENGE,
    code_challenge_method: "S256",
    ...changed,
  };
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(all)) if (value !== null) query.set(name, value);
  return query;
}

export async function send(path: string, init: RequestInit = {}): Promise<Response> {
  const request = new Request(`${ORIGIN}${path}`, { redirect: "manual", ...init });
  if (!request.headers.has("cf-connecting-ip"))
    request.headers.set("cf-connecting-ip", freshAddress());
  return exports.default.fetch(request);
}

/** Opens the authorization endpoint in a browser with this Cookie header, or none. */
export async function open(
  query: URLSearchParams | string,
  cookie: string | null,
): Promise<Response> {
  return send(`/oauth/authorize?${query.toString()}`, {
    headers: cookie === null ? {} : { cookie },
  });
}

/** The hidden fields of a consent page. */
export async function fieldsOf(page: Response): Promise<Record<string, string>> {
  const html = await page.text();
  const fields = [...html.matchAll(/<input type="hidden" name="(\w+)" value="([^"]*)"/g)];
  return Object.fromEntries(
    fields.map(([, name = "", value = ""]) => [name, value.replaceAll("&amp;", "&")]),
  );
}

/** Sends a consent page's form back as a browser does. */
export async function submit(
  fields: Record<string, string>,
  cookie: string,
  headers: Record<string, string | null> = {},
): Promise<Response> {
  const all = Object.entries({ cookie, "sec-fetch-site": "same-origin", ...headers });
  const given = all.filter((header): header is [string, string] => header[1] !== null);
  return send("/oauth/authorize", {
    method: "POST",
    body: new URLSearchParams(fields),
    headers: given,
  });
}

/** Where a redirect leads, and what it says there. */
export function sentTo(response: Response): { to: string; said: Record<string, string> } {
  expect(response.status).toBe(303);
  const url = new URL(must(response.headers.get("location"), "a redirect says where to"));
  return { to: url.origin + url.pathname, said: Object.fromEntries(url.searchParams) };
}

/** A code that the local person agreed to, for the demo budget unless told otherwise. */
export async function codeFor(
  client: TestClient,
  changed: Readonly<Record<string, string | null>> = {},
  account = "1",
): Promise<string> {
  const cookie = await signIn();
  const page = await open(asking(client, changed), cookie);
  expect(page.status).toBe(200);
  const answer = await submit({ ...(await fieldsOf(page)), account, decision: "allow" }, cookie);
  return must(sentTo(answer).said["code"], "an allowed request gets a code");
}

export interface TokenAnswer {
  readonly status: number;
  readonly headers: Headers;
  // oxlint-disable-next-line typescript/no-explicit-any -- tests look into answers of every shape
  readonly body: any;
}

/** A request of the client's to the token or revocation endpoint, authenticated as its kind is. */
export async function asClient(
  client: TestClient,
  path: "/oauth/token" | "/oauth/revoke",
  parameters: Readonly<Record<string, string | null>>,
): Promise<TokenAnswer> {
  const form = new URLSearchParams();
  if (client.secret === null) form.set("client_id", client.id);
  for (const [name, value] of Object.entries(parameters)) if (value !== null) form.set(name, value);
  const headers: Record<string, string> =
    client.secret === null ? {} : { authorization: basic(client.id, client.secret) };
  return read(await send(path, { method: "POST", body: form, headers }));
}

export function basic(id: string, secret: string): string {
  return `Basic ${btoa(`${encodeURIComponent(id)}:${encodeURIComponent(secret)}`)}`;
}

export async function read(response: Response): Promise<TokenAnswer> {
  return { status: response.status, headers: response.headers, body: await response.json() };
}

/** Redeems a code with the right verifier and address, unless told otherwise. */
export async function redeem(
  client: TestClient,
  code: string,
  changed: Readonly<Record<string, string | null>> = {},
): Promise<TokenAnswer> {
  const parameters = {
    grant_type: "authorization_code",
    code,
    redirect_uri: CALLBACK,
    code_verifier: VERIFIER,
    ...changed,
  };
  return asClient(client, "/oauth/token", parameters);
}

export async function refresh(
  client: TestClient,
  token: string,
  changed: Readonly<Record<string, string>> = {},
): Promise<TokenAnswer> {
  return asClient(client, "/oauth/token", {
    grant_type: "refresh_token",
    refresh_token: token,
    ...changed,
  });
}

/** The tokens of a new grant. */
export async function connect(client: TestClient): Promise<{ access: string; refresh: string }> {
  const { status, body } = await redeem(client, await codeFor(client));
  expect(status).toBe(200);
  return { access: body.access_token, refresh: body.refresh_token };
}

/** GET /v2/me with this token. */
export async function me(token: string): Promise<TokenAnswer> {
  return read(await send("/v2/me", { headers: { authorization: `Bearer ${token}` } }));
}

/** The demo budget's database. */
export async function budget<T>(work: (sql: Sql) => T): Promise<T> {
  return runInDurableObject(env.BUDGET.getByName("1"), (_, state) => work(new Sql(state.storage)));
}
