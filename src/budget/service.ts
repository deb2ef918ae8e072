// The entrance of the service: reads the bearer token, checks the quota, and finds the Budget
// object that answers. A credential names its object, so there is no directory to ask.

import type { Config } from "../config.ts";
import { logFault } from "../platform/log.ts";
import { parseCredential } from "../platform/credentials/credential.ts";
import { sameSecret } from "../platform/digest.ts";
import { findNetwork } from "../platform/credentials/network.ts";
import { DEMO_PROFILE } from "./demo.ts";
import { MOCK_BUDGET } from "./mock/mock.ts";
import { openApiResponse } from "./openapi/document.ts";
import { NO_TOKEN, UNAUTHORIZED, type Problem } from "../platform/api/problem.ts";
import { WARNING, withoutQueryToken } from "./query-token.ts";
import { quotaHeaders, retryAfter, type Quota } from "./rate-limit.ts";
import { ENVELOPE, type Voice } from "./voice.ts";
import type { Principal } from "./scope.ts";
import { VERSION_1, VERSION_2, findVersion } from "./versions.ts";

/** The address of a request, for the quota; null for our own call inside the Worker. */
export type Client = { readonly address: string } | null;

/** Answers everything under /v2 and /v1. */
export async function serveBudget(
  request: Request,
  env: Env,
  config: Config,
  client: Client,
): Promise<Response> {
  const version = findVersion(request.url);
  if (version === VERSION_1) return serveLegacy(request, env, config, client);
  const work = async () => answerHead(request, (asked) => answer(asked, env, config));
  return client === null ? work() : answerWithinQuota(env, client.address, ENVELOPE, work);
}

/**
 * Answers everything under /v1, where the token may be in the address; every answer says that
 * version 1 is deprecated.
 */
async function serveLegacy(
  request: Request,
  env: Env,
  config: Config,
  client: Client,
): Promise<Response> {
  const { request: asked, wasThere } = withoutQueryToken(request);
  const voice = VERSION_1.voice([]);
  const work = async () => answerHead(asked, (whole) => answer(whole, env, config));
  const response = await answerAnyhow(voice, async () =>
    client === null ? work() : answerWithinQuota(env, client.address, voice, work),
  );
  return withHeaders(response, { ...VERSION_1.headers, ...(wasThere && { Warning: WARNING }) });
}

/**
 * Answers everything under /mock/v2: ignores credentials and changes nothing, but counts against
 * the address's quota.
 */
export async function serveMock(request: Request, env: Env, address: string): Promise<Response> {
  const work = async (asked: Request): Promise<Response> => {
    if (isForDocument(asked, "/mock/v2")) return openApiResponse(VERSION_2);
    return env.BUDGET.getByName(MOCK_BUDGET).handleMock(asked);
  };
  return answerWithinQuota(env, address, ENVELOPE, async () => answerHead(request, work));
}

/**
 * Answers a request if the quota of its address, or IPv6 network, allows it; every answer has the
 * quota's headers.
 */
async function answerWithinQuota(
  env: Env,
  address: string,
  voice: Voice,
  work: () => Promise<Response>,
): Promise<Response> {
  const quota = await env.RATE_LIMIT.getByName(findNetwork(address)).count();
  const response = quota.allowed
    ? await answerAnyhow(voice, work)
    : tooMany(voice, quota, Date.now());
  return withHeaders(response, quotaHeaders(quota));
}

/**
 * An object that is reset while it answers rejects the call. That is answered as well, with the
 * quota's headers.
 */
async function answerAnyhow(voice: Voice, work: () => Promise<Response>): Promise<Response> {
  try {
    return await work();
  } catch (thrown) {
    logFault({ event: "budget out of reach", error: String(thrown) });
    const errMsg = "The budget could not be reached; whether anything changed is not known.";
    return voice.refusal({ kind: "internal", errors: [{ errMsg }] }, null);
  }
}

/**
 * Answers our own interface to a budget account (OWN_ROUTES, under /api) for a signed-in person;
 * the budget checks their access.
 */
export async function serveOwn(
  request: Request,
  env: Env,
  whose: { readonly accountId: number; readonly userId: number },
): Promise<Response> {
  return env.BUDGET.getByName(String(whose.accountId)).handleOwn(request, whose.userId);
}

/**
 * Answers our own interface to a budget account for the pipeline, which has a token of its
 * connection. It is not reachable from outside.
 */
export async function serveOwnByToken(
  request: Request,
  env: Env,
  config: Config,
): Promise<Response> {
  const holder = await readBearer(request, config);
  if (holder === null) return ENVELOPE.refusal(UNAUTHORIZED, null);
  const userId = await env.BUDGET.getByName(holder.budget).findHolder(holder.principal);
  if (userId === null) return ENVELOPE.refusal(UNAUTHORIZED, null);
  return env.BUDGET.getByName(holder.budget).handleOwn(request, userId);
}

/** HEAD as GET, without the body. */
async function answerHead(
  request: Request,
  work: (request: Request) => Promise<Response>,
): Promise<Response> {
  if (request.method !== "HEAD") return work(request);
  const whole = await work(new Request(request, { method: "GET" }));
  await whole.body?.cancel();
  return new Response(null, whole);
}

function isForDocument({ method, url }: Request, base: string): boolean {
  return method === "GET" && new URL(url).pathname === `${base}/openapi.json`;
}

async function answer(request: Request, env: Env, config: Config): Promise<Response> {
  const version = findVersion(request.url);
  if (isForDocument(request, version.base)) return openApiResponse(version);
  const holder = await readBearer(request, config);
  if (holder === null)
    return version.voice([]).refusal(hasBearer(request) ? UNAUTHORIZED : NO_TOKEN, null);
  return env.BUDGET.getByName(holder.budget).handle(request, holder.principal);
}

/** The kinds of credentials that are accepted, and the principal that each makes. */
const PRINCIPALS: ReadonlyMap<string, "token" | "access"> = new Map([
  ["dev", "token"],
  ["at", "access"],
]);

const BEARER = /^Bearer +([\x21-\x7e]{1,256}) *$/i;

/**
 * The budget that can check the request's bearer token, and the secret to check; null for a token
 * that is not ours.
 */
async function readBearer(
  request: Request,
  config: Config,
): Promise<{ budget: string; principal: Principal } | null> {
  const token = BEARER.exec(request.headers.get("Authorization") ?? "")?.[1];
  if (token === undefined) return null;
  if (config.localToken !== null && (await sameSecret(token, config.localToken))) {
    return { budget: String(DEMO_PROFILE.accountId), principal: { kind: "local" } };
  }
  const credential = parseCredential(token);
  const kind = PRINCIPALS.get(credential?.kind ?? "");
  if (credential === null || kind === undefined) return null;
  return { budget: credential.object, principal: { kind, secret: credential.secret } };
}

/** Whether a bearer token came, of whatever kind. */
function hasBearer(request: Request): boolean {
  return BEARER.test(request.headers.get("Authorization") ?? "");
}

function tooMany(voice: Voice, quota: Quota, now: number): Response {
  const problem: Problem = {
    kind: "too many",
    errors: [{ errMsg: "Too many requests, please try again later." }],
    headers: { "Retry-After": String(retryAfter(quota, now)) },
  };
  return voice.refusal(problem, null);
}

function withHeaders(response: Response, headers: Readonly<Record<string, string>>): Response {
  const out = new Response(response.body, response);
  for (const [name, value] of Object.entries(headers)) out.headers.set(name, value);
  return out;
}
