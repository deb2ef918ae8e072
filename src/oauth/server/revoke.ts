// POST /oauth/revoke (RFC 7009): a refresh token ends its grant with every token of it, an access
// token only itself. An unknown token, or another client's, is answered as if it had been revoked.

import { answered, refused } from "./answer.ts";
import type { Parameters } from "./parameters.ts";
import { findHolder } from "./token.ts";

/** Answers a revocation request. The token names its own kind, so token_type_hint is not needed. */
export async function answerRevoke(
  form: Parameters,
  clientId: string,
  env: Env,
): Promise<Response> {
  const token = form.get("token");
  if (token === null) return refused({ error: "invalid_request", description: "token is missing" });
  for (const kind of ["at", "rt"] as const) {
    const holder = findHolder(kind, token, env);
    if (holder !== null) await holder.budget.revoke({ clientId, kind, secret: holder.secret });
  }
  return answered({});
}
