// The endpoints for programs, at one issuer, all counted. The count is not what protects secrets,
// which have 256 bits; it limits the cost of guessing.
//
// An authenticated client is counted by its id, since all users of one app share that app's
// servers. Others (a public client, a wrong secret) are counted by their network. Our own calls are
// not counted.

import type { Config } from "../../config.ts";
import { findNetwork } from "../../platform/credentials/network.ts";
import { err, ok, type Result } from "../../platform/result.ts";
import { postOnly, refused, type OAuthError } from "./answer.ts";
import { authenticate } from "./authenticate.ts";
import { findIssuer, metadata } from "./issuer.ts";
import { readForm, type Parameters } from "./parameters.ts";
import { answerRevoke } from "./revoke.ts";
import { answerToken } from "./token.ts";

export interface Caller {
  /** Null for our own call inside the Worker. */
  readonly address: string | null;
  readonly config: Config;
}

type Answer = (form: Parameters, clientId: string, env: Env) => Promise<Response>;

const TOO_MANY: OAuthError = {
  error: "temporarily_unavailable",
  description: "Too many requests, try again later",
};

/** GET /.well-known/oauth-authorization-server. */
export function serveMetadata(request: Request, { config }: Caller): Response {
  const issuer = findIssuer(request.url, config);
  if (issuer === null) return notHere();
  return Response.json(metadata(issuer), { headers: { "cache-control": "no-cache" } });
}

/** POST /oauth/token. */
export async function serveToken(request: Request, env: Env, caller: Caller): Promise<Response> {
  return serve(request, env, caller, answerToken);
}

/** POST /oauth/revoke. */
export async function serveRevoke(request: Request, env: Env, caller: Caller): Promise<Response> {
  return serve(request, env, caller, answerRevoke);
}

async function serve(
  request: Request,
  env: Env,
  caller: Caller,
  answer: Answer,
): Promise<Response> {
  if (findIssuer(request.url, caller.config) === null) return notHere();
  if (request.method !== "POST") return postOnly();
  const authorization = request.headers.get("authorization");
  // A request without any proof is counted before any object is asked.
  if (authorization === null && !(await isLetIn(null, env, caller))) return refused(TOO_MANY);
  const asked = await readAsked(request, env, caller.config);
  // A public client with a secret is refused: this header always means an authenticated client.
  const proven = asked.ok ? asked.value.clientId : null;
  if (authorization !== null && !(await isLetIn(proven, env, caller))) return refused(TOO_MANY);
  return asked.ok ? answer(asked.value.form, asked.value.clientId, env) : refused(asked.error);
}

async function readAsked(
  request: Request,
  env: Env,
  config: Config,
): Promise<Result<{ form: Parameters; clientId: string }, OAuthError>> {
  const form = await readForm(request);
  if (!form.ok) return err({ error: "invalid_request", description: form.error });
  const client = await authenticate(request.headers.get("authorization"), form.value, env, config);
  return client.ok ? ok({ form: form.value, clientId: client.value }) : client;
}

/** Counts a request: of a client that proved itself, or of a network. */
async function isLetIn(proven: string | null, env: Env, { address }: Caller): Promise<boolean> {
  if (address === null) return true;
  const counted =
    proven === null
      ? await env.OAUTH_LIMIT.limit({ key: `network ${findNetwork(address)}` })
      : await env.OAUTH_CLIENT_LIMIT.limit({ key: proven });
  return counted.success;
}

function notHere(): Response {
  const errors = [{ errMsg: "There is no authorization server at this address." }];
  return Response.json(
    { message: "Not Found", errors },
    { status: 404, headers: { "cache-control": "no-store" } },
  );
}
