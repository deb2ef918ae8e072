// POST /oauth/revoke (RFC 7009): a refresh token ends its grant with every token of it, an access token itself alone.
// Whatever is unknown, or another client's, is answered as if it had been revoked: the client need not do more.

import type { Env } from "../../config.ts";
import { answered, postOnly, refused } from "./answer.ts";
import { authenticate } from "./authenticate.ts";
import { readForm } from "./parameters.ts";
import { holderOf } from "./token.ts";

/** Answers a revocation request. The token names its own kind, so token_type_hint is not needed. */
export async function answerRevoke(request: Request, env: Env): Promise<Response> {
  if (request.method !== "POST") return postOnly();
  const form = await readForm(request);
  if (!form.ok) return refused({ error: "invalid_request", description: form.error });
  const client = await authenticate(request.headers.get("authorization"), form.value, env);
  if (!client.ok) return refused(client.error);
  const token = form.value.get("token");
  if (token === null) return refused({ error: "invalid_request", description: "token is missing" });
  const { clientId } = client.value;
  for (const kind of ["at", "rt"] as const) {
    const holder = holderOf(kind, token, env);
    if (holder !== null) await holder.budget.revoke({ clientId, kind, secret: holder.secret });
  }
  return answered({});
}
