// The endpoints that programs call, at one issuer, each counted by client address: not what keeps secrets from being
// guessed, which have 256 bits, but what keeps somebody who tries from costing much.

import type { Config, Env } from "../../config.ts";
import { refused } from "./answer.ts";
import { issuerOf, metadata } from "./issuer.ts";
import { answerRevoke } from "./revoke.ts";
import { answerToken } from "./token.ts";

export interface Caller {
  readonly address: string;
  readonly config: Config;
}

/** GET /.well-known/oauth-authorization-server. */
export function serveMetadata(request: Request, { config }: Caller): Response {
  const issuer = issuerOf(request.url, config);
  if (issuer === null) return notHere();
  return Response.json(metadata(issuer), { headers: { "cache-control": "no-cache" } });
}

/** POST /oauth/token. */
export async function serveToken(request: Request, env: Env, caller: Caller): Promise<Response> {
  return counted(request, env, caller, answerToken);
}

/** POST /oauth/revoke. */
export async function serveRevoke(request: Request, env: Env, caller: Caller): Promise<Response> {
  return counted(request, env, caller, answerRevoke);
}

async function counted(
  request: Request,
  env: Env,
  { address, config }: Caller,
  answer: (request: Request, env: Env) => Promise<Response>,
): Promise<Response> {
  if (issuerOf(request.url, config) === null) return notHere();
  const { success } = await env.OAUTH_LIMIT.limit({ key: `client ${address}` });
  if (!success) return refused({ error: "temporarily_unavailable", description: "Too many requests, try again later" });
  return answer(request, env);
}

function notHere(): Response {
  const errors = [{ errMsg: "There is no authorization server at this address." }];
  return Response.json({ message: "Not Found", errors }, { status: 404, headers: { "cache-control": "no-store" } });
}
