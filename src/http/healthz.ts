// GET /healthz: whether the Worker reaches its storage, for whoever watches the deployment. It says
// nothing of what is stored. Anybody may ask, so an answer is kept for some seconds.

import { DIRECTORY } from "../oauth/people/directory.ts";
import { HEALTH_KEPT_MS, HEALTH_TIMEOUT_MS } from "../platform/limits.ts";
import { logFault } from "../platform/log.ts";

type Checks = Readonly<Record<"databases" | "documents" | "tokens", boolean>>;

let kept: { readonly at: number; readonly checks: Promise<Checks> } | null = null;

/** 200 {"status":"ok"} or 503 {"status":"failing"}, with what was reached. */
export async function serveHealth(env: Env, now: number): Promise<Response> {
  if (kept === null || now - kept.at >= HEALTH_KEPT_MS || now < kept.at)
    kept = { at: now, checks: check(env) };
  const checks = await kept.checks;
  const isWell = Object.values(checks).every((reached) => reached);
  return Response.json(
    { status: isWell ? "ok" : "failing", ...checks },
    { status: isWell ? 200 : 503, headers: { "cache-control": "no-store" } },
  );
}

async function check(env: Env): Promise<Checks> {
  const [databases, documents, tokens] = await Promise.all([
    reaches("databases", async () => env.DIRECTORY.getByName(DIRECTORY).firstPerson()),
    reaches("documents", async () => env.DOCUMENTS.head("rates/state.json")),
    reaches("tokens", async () => env.TOKENS.get("heartbeat")),
  ]);
  return { databases, documents, tokens };
}

/** Whether it answers in time; what it answers is of no interest. */
async function reaches(what: string, ask: () => Promise<unknown>): Promise<boolean> {
  const late = new Promise<never>((_, reject) =>
    setTimeout(() => reject(new Error("no answer in time")), HEALTH_TIMEOUT_MS),
  );
  try {
    await Promise.race([ask(), late]);
    return true;
  } catch (thrown) {
    logFault({ event: "storage out of reach", what, error: String(thrown) });
    return false;
  }
}
