// The service with a connection's token on every request. The token is put on here and nowhere else; where the service
// refuses it, it is renewed and the request repeated once. Where there is no token, nothing is sent, and the answer,
// which is our own, says why.

import type { Config } from "../../config.ts";
import type { Result } from "../../platform/result.ts";
import type { Fetch } from "./ask.ts";
import type { AccessToken, NoToken } from "./connection.ts";
import { serviceAccess } from "./service.ts";

/** How to reach the service for one connection. */
export interface Upstream {
  /** Its base address ("https://host/v2"). */
  readonly base: string;
  /** The base address of the embedded service's own interface, outside the documents. */
  readonly own?: string;
  readonly fetch: Fetch;
  /** Asks without the token, for links that the service gives; absent if it gives none. */
  readonly open?: Fetch;
  /** Whether it counts requests per address, so that all importers must share one pace. */
  readonly paced: boolean;
}

/** Who has the connection's tokens: its Importer object, from inside or over RPC. */
export interface TokenSource {
  accessToken(): Promise<Result<AccessToken, NoToken>>;
  renew(generation: number): Promise<Result<AccessToken, NoToken>>;
}

const reasons = new WeakMap<Response, NoToken>();

/** The service this deployment is configured for, asked on behalf of the connection whose tokens these are. */
export function createUpstream(
  config: Config,
  ctx: { readonly exports: unknown },
  tokens: TokenSource,
): Upstream {
  const { base, own, fetch, paced } = serviceAccess(config, ctx);
  const asked = authorized(fetch, tokens);
  return { base, fetch: asked, open: fetch, paced, ...(own !== undefined && { own }) };
}

/** Why nothing was sent, where this answer is our own; null for every answer of the service. */
export function readNoToken(response: Response): NoToken | null {
  return reasons.get(response) ?? null;
}

/** A fetch that asks as the connection. A body is held, since it may have to be sent twice. */
export function authorized(fetch: Fetch, tokens: TokenSource): Fetch {
  return async (request) => {
    const token = await tokens.accessToken();
    if (!token.ok) return withoutToken(token.error);
    const body = request.body === null ? null : await request.arrayBuffer();
    const send = async (bearer: string): Promise<Response> => {
      const { url, method, signal } = request;
      const headers = new Headers(request.headers);
      headers.set("authorization", `Bearer ${bearer}`);
      return fetch(new Request(url, { method, headers, body, redirect: "manual", signal }));
    };
    const response = await send(token.value.token);
    if (response.status !== 401) return response;
    const renewed = await tokens.renew(token.value.generation);
    await response.body?.cancel();
    return renewed.ok ? send(renewed.value.token) : withoutToken(renewed.error);
  };
}

function withoutToken(reason: NoToken): Response {
  const waits = reason.kind === "wait";
  const body = {
    message: waits ? "Service Unavailable" : "Unauthorized",
    errors: [{ errMsg: reason.message }],
  };
  const headers = {
    "cache-control": "no-store",
    ...(waits && { "retry-after": String(Math.ceil(reason.delay / 1000)) }),
  };
  const response = Response.json(body, { status: waits ? 503 : 401, headers });
  reasons.set(response, reason);
  return response;
}
