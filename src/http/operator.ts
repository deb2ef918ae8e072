// POST /api/operator/status: what npm run deploy asks a deployment after it was deployed. Only for
// the operator, who proves to know TOKEN_KEY; no session and no import key reaches it. It reads,
// and so opens the databases of one person: an update that fails there can be taken back before
// others meet it.

import { readConfig } from "../config.ts";
import { DIRECTORY, type MailCount } from "../oauth/people/directory.ts";
import { isProven } from "../platform/credentials/request-signature.ts";
import { readPerson } from "../pages/administrator/people.ts";
import { PROOF_AGE_MS_MAX } from "../platform/limits.ts";

export const STATUS_PATH = "/api/operator/status";

/** What the operator sees of a deployment; nothing of anybody's money. */
export interface OperatorStatus {
  readonly sign_up: string;
  readonly first_person: "nobody" | "claimed" | "come";
  /** The mailbox that receipt addresses are made of; null without one. */
  readonly mailbox: string | null;
  readonly mail: readonly MailCount[];
  /** Whether the databases of the first person listed open; true without anybody. */
  readonly opens: boolean;
}

/** Answers {} -> OperatorStatus; 401 without a fresh proof of TOKEN_KEY. */
export async function serveStatus(request: Request, env: Env): Promise<Response> {
  const body = await request.text();
  const config = readConfig(env);
  const proven = { method: request.method, path: STATUS_PATH, body };
  const authorization = request.headers.get("authorization") ?? "";
  if (!(await isProven(config.tokenKey, proven, authorization, Date.now(), PROOF_AGE_MS_MAX))) {
    const errMsg =
      "This takes a proof of TOKEN_KEY for this very request, not older than five minutes: npm run deploy makes it.";
    return Response.json({ message: "Unauthorized", errors: [{ errMsg }] }, { status: 401 });
  }
  const directory = env.DIRECTORY.getByName(DIRECTORY);
  const [first, mail, [listed]] = await Promise.all([
    directory.firstPerson(),
    directory.mailCounts(),
    directory.people(0),
  ]);
  const opens = listed === undefined || (await readPerson(env, listed)).known;
  const { signUp, receiptMailbox: at } = config;
  const mailbox = at === null ? null : `${at.name}@${at.domain}`;
  const status: OperatorStatus = { sign_up: signUp, first_person: first, mailbox, mail, opens };
  return Response.json(status, { headers: { "cache-control": "no-store" } });
}
