// POST /api/operator/reseal: after TOKEN_KEY was changed, seals everything again by the key in use. For the operator alone,
// who proves to know TOKEN_KEY; no session and no key reaches it. One request looks at some connections and answers with
// a cursor. Doing it twice, or breaking off, harms nothing: each Importer, which alone writes its values, sees for itself.

import * as z from "zod";
import { readConfig, type Env } from "../config.ts";
import { isConnectionId } from "../connect/identity.ts";
import { NOTHING_SEALED, sumOf, type Resealed } from "../connect/resealed.ts";
import { PROOF_AGE_MS_MAX, RESEAL_CURSOR_CHARS_MAX, RESEAL_STEP_CONNECTIONS } from "../limits.ts";
import { err, ok, type Result } from "../value/result.ts";
import { isProven } from "../value/proof.ts";
import { pageOfConnections, type ConnectionsPage } from "./all-connections.ts";
import { jsonOf } from "./json.ts";

export const RESEAL_PATH = "/api/operator/reseal";

const body = z.strictObject({ cursor: z.string().max(RESEAL_CURSOR_CHARS_MAX).nullable() });

/** {cursor: null or the last answer's} -> {connections, resealed, current, failed: [{connection, message}], cursor: null at the end}. */
export async function serveReseal(request: Request, env: Env): Promise<Response> {
  const text = await request.text();
  const proven = { method: request.method, path: new URL(request.url).pathname, body: text };
  const { tokenKey } = readConfig(env);
  if (!(await isProven(tokenKey, proven, request.headers.get("authorization") ?? "", Date.now(), PROOF_AGE_MS_MAX))) {
    return refusal(401, "Unauthorized", "This takes a proof of TOKEN_KEY for this very request, not older than five minutes: npm run reseal makes it.");
  }
  const read = body.safeParse(jsonOf(text));
  if (!read.success) return refusal(400, "Request Validation Failure", "The body is {cursor: <null, or what the last answer gave>}.");
  const page = await pageOf(env.TOKENS, read.data.cursor);
  if (!page.ok) return refusal(503, "Unavailable", "The store of the tokens could not be listed. Begin again.");
  const asked = await Promise.all(page.value.connections.map(async (connection) => ({ connection, done: await reseal(env, connection) })));
  const { resealed, current } = asked.map(({ done }) => done).reduce(sumOf, NOTHING_SEALED);
  const failed = asked.flatMap(({ connection, done }) => done.failed.map((message) => ({ connection, message })));
  return Response.json({ connections: asked.length, resealed, current, failed, cursor: page.value.cursor }, { headers: { "cache-control": "no-store" } });
}

async function pageOf(kv: KVNamespace, cursor: string | null): Promise<Result<ConnectionsPage, "not listed">> {
  try {
    return ok(await pageOfConnections(kv, RESEAL_STEP_CONNECTIONS, cursor));
  } catch {
    return err("not listed");
  }
}

async function reseal(env: Env, connection: string): Promise<Resealed> {
  if (!isConnectionId(connection)) return { ...NOTHING_SEALED, failed: ["this is no connection's name"] };
  try {
    return await env.IMPORTER.getByName(connection).reseal();
  } catch {
    return { ...NOTHING_SEALED, failed: ["its object did not answer: run this again"] };
  }
}

function refusal(status: number, message: string, errMsg: string): Response {
  return Response.json({ message, errors: [{ errMsg }] }, { status });
}
