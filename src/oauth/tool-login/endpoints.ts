// POST /api/tool-logins and POST /api/tool-logins/key, for a tool that has no key yet. The first
// answers a code for the person and a credential for the tool; with the credential the tool asks
// until the person has decided. The key is made at that moment and is in no other answer.

import * as z from "zod";
import {
  credentialText,
  hashSecret,
  newSecret,
  parseCredential,
} from "../../platform/credentials/credential.ts";
import { findNetwork } from "../../platform/credentials/network.ts";
import { parseJson } from "../../platform/json.ts";
import {
  KEY_LABEL_CHARS_MAX,
  TOOL_LOGIN_INTERVAL_S,
  TOOL_LOGIN_LIFETIME_MS,
} from "../../platform/limits.ts";
import { newCode, parseCode, printCode } from "./code.ts";

/** The page where a person types the code. */
export const TOOL_PAGE = "/tool";
const CODES_TRIED_MAX = 5;

const asked = z.strictObject({
  tool: z
    .string()
    .trim()
    .min(1)
    .max(KEY_LABEL_CHARS_MAX)
    .regex(/^[^\p{C}\p{Zl}\p{Zp}]+$/u),
});
const fetched = z.strictObject({ credential: z.string().max(200) });

/** Begins a login of the tool that the body names. */
export async function beginToolLogin(
  request: Request,
  env: Env,
  address: string,
): Promise<Response> {
  const network = findNetwork(address);
  const { success } = await env.SIGN_IN_LIMIT.limit({ key: `tool login ${network}` });
  if (!success) return tooMany();
  const body = asked.safeParse(parseJson(await request.text()));
  if (!body.success)
    return refuse(400, `The body is {tool: <1 to ${KEY_LABEL_CHARS_MAX} characters on one line>}.`);
  const secret = newSecret();
  const hash = await hashSecret(secret);
  const facts = { tool: body.data.tool, network };
  for (let tried = 0; tried < CODES_TRIED_MAX; tried += 1) {
    const code = newCode();
    if (!(await env.TOOL_LOGIN.getByName(code).begin(hash, facts))) continue;
    return answer(201, {
      code: printCode(code),
      credential: credentialText("login", code, secret),
      address: new URL(TOOL_PAGE, request.url).href,
      expires_in: TOOL_LOGIN_LIFETIME_MS / 1000,
      interval: TOOL_LOGIN_INTERVAL_S,
    });
  }
  throw new Error("Invariant broken: every code that was tried is in use");
}

/** The key, once the person has allowed it; before that, that they have not decided. */
export async function finishToolLogin(
  request: Request,
  env: Env,
  address: string,
): Promise<Response> {
  const { success } = await env.OAUTH_LIMIT.limit({ key: `tool login ${findNetwork(address)}` });
  if (!success) return tooMany();
  const body = fetched.safeParse(parseJson(await request.text()));
  const credential = body.success ? parseCredential(body.data.credential) : null;
  if (credential?.kind !== "login" || parseCode(credential.object) !== credential.object)
    return refuse(400, "The body is {credential: <the one that began this login>}.");
  const outcome = await env.TOOL_LOGIN.getByName(credential.object).take(credential.secret);
  switch (outcome.kind) {
    case "waiting":
      return answer(202, { state: "waiting" });
    case "denied":
      return refuse(403, "The person did not let the tool in.");
    case "gone":
      return refuse(410, "The code is used or too old. Begin again.");
    case "allowed": {
      const { connection, reads } = outcome.grant;
      const token = await env.IMPORTER.getByName(connection).makeKey(outcome.tool, reads);
      if (token === null)
        return refuse(
          409,
          "No key could be made: the budget is not connected, or has too many import keys. Revoke one, then begin again.",
        );
      return answer(200, { state: "allowed", token, label: outcome.tool, reads });
    }
  }
}

function tooMany(): Response {
  return refuse(429, "Too many attempts from your address: wait a minute.", {
    "retry-after": "60",
  });
}

function refuse(status: number, errMsg: string, headers: Record<string, string> = {}): Response {
  return answer(status, { message: errMsg, errors: [{ errMsg }] }, headers);
}

function answer(status: number, body: object, headers: Record<string, string> = {}): Response {
  return Response.json(body, { status, headers: { "cache-control": "no-store", ...headers } });
}
