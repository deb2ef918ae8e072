// POST /hooks/{id}: the door that other programs send to. The id is a credential that carries the
// name of the object that checks it; nothing about it can be learned by trying. A body is bounded
// before it is held. Nobody's session plays a part here.

import { isConnectionId } from "../../connection/identity.ts";
import { HOOK_BODY_BYTES_MAX, HOOK_CALLS_A_DAY_MAX } from "../../../platform/limits.ts";
import { readBounded } from "../../../sources/bytes.ts";
import { parseCredential } from "../../../platform/credentials/credential.ts";
import type { HookProblem } from "./accept-call.ts";

/** Answers a call: 202 with what it did. */
export async function serveHook(request: Request, id: string, env: Env): Promise<Response> {
  const credential = parseCredential(id);
  if (credential === null || credential.kind !== "hook" || !isConnectionId(credential.object))
    return refused({ kind: "no such hook" });
  const tooLarge = () =>
    refusal(413, "Request Too Large", [
      { errMsg: `A call has at most ${HOOK_BODY_BYTES_MAX} bytes; send fewer items at once.` },
    ]);
  if (Number(request.headers.get("content-length") ?? 0) > HOOK_BODY_BYTES_MAX) return tooLarge();
  const body = await readBounded(new Response(request.body), HOOK_BODY_BYTES_MAX, request.signal);
  if (body === null) return tooLarge();
  const header = (name: string) => request.headers.get(`webhook-${name}`);
  const headers = {
    id: header("id"),
    timestamp: header("timestamp"),
    signature: header("signature"),
  };
  const called = await env.IMPORTER.getByName(credential.object).callHook(
    credential.secret,
    headers,
    body,
  );
  return called.ok
    ? Response.json(called.value, { status: 202, headers: NO_STORE })
    : refused(called.error);
}

const NO_STORE = { "cache-control": "no-store" };

function refused(problem: HookProblem): Response {
  switch (problem.kind) {
    case "no such hook":
      return refusal(404, "Not Found", [{ errMsg: "There is no such hook." }]);
    case "not signed":
      return refusal(401, "Unauthorized", [{ errMsg: problem.message }]);
    case "invalid":
      return refusal(
        400,
        "Request Validation Failure",
        problem.faults.map(({ field, message }) => ({ errMsg: message, instancePath: field })),
      );
    case "id reused":
      return refusal(409, "Conflict", [
        { errMsg: problem.message, instancePath: "/headers/webhook-id" },
      ]);
    case "known otherwise":
      return refusal(
        409,
        "Conflict",
        problem.faults.map(({ field, message }) => ({ errMsg: message, instancePath: field })),
      );
    case "too many":
      return refusal(
        429,
        "Too Many Requests",
        [{ errMsg: `A hook is called at most ${HOOK_CALLS_A_DAY_MAX} times a day.` }],
        { "retry-after": String(problem.retryAfterSeconds) },
      );
  }
}

function refusal(
  status: number,
  message: string,
  errors: readonly { readonly errMsg: string; readonly instancePath?: string }[],
  headers: Record<string, string> = {},
): Response {
  return Response.json({ message, errors }, { status, headers: { ...NO_STORE, ...headers } });
}
