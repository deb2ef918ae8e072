// From a request to a row of the route table and its answer. Order of refusals: unknown path (404),
// unknown method (405), missing scope (403), an unreadable body (413, 400), a path, query or body
// that its schema refuses (400), then the handler's own refusals. A request that writes runs in one
// transaction, so a refusal leaves nothing behind.

import { readJson } from "../platform/api/json.ts";
import { jsonResponse, lacks, type Problem } from "../platform/api/problem.ts";
import type { Method } from "../platform/api/route.ts";
import { answerBy, listedQuery } from "../platform/api/router.ts";
import { err, ok, type Result } from "../platform/result.ts";
import { closeMonths } from "./history/close.ts";
import type { Outside, Route, Work } from "./route.ts";
import { isRestoring, RESTORING } from "./tables/state.ts";
import { ENVELOPE, type Voice } from "./voice.ts";

/** A route table and how its requests are answered. */
export interface Table {
  readonly routes: readonly Route[];
  /** The path prefix that the table is mounted at. */
  readonly base: string;
  /** How refusals are written; version 2's envelope where it is left out. */
  readonly voice?: Voice;
  /** How an operation's steps are taken; the mock has its own way. */
  readonly perform?: Perform;
}

/**
 * Answers a request whose caller is known. The clock is read when the whole body has arrived. If a
 * slow upload were dated by its start, a client that lists changes since its last look would miss
 * it.
 */
export async function answer(
  { routes, base, voice = ENVELOPE, perform = performSteps }: Table,
  request: Request,
  { sql, caller, ports }: Omit<Outside, "now" | "request">,
  clock: () => number,
): Promise<Response> {
  const mount = {
    routes,
    base,
    notThere,
    notAllowed,
    notAdmitted: ({ scopes }: Route): Problem | null => {
      const lacking = scopes.filter((scope) => !caller.scopes.has(scope));
      return lacking.length > 0 ? lacks(lacking, scopes) : null;
    },
    readQuery: listedQuery,
    readBody: async (sent: Request) => readJson(sent, voice.emptyBody),
    refusal: voice.refusal,
  };
  return answerBy<Work, Problem, Route>(mount, request, async (route, work) => {
    if (route.method !== "GET" && !route.path.startsWith("/restoring") && isRestoring(sql))
      return err(RESTORING);
    const outside: Outside = { sql, caller, now: clock(), ports, request };
    const done = await perform(route, work, outside, clock);
    if (!done.ok) return done;
    const body = route.status === 202 || route.status === 204 ? undefined : done.value;
    return ok(jsonResponse(route.status, body, withoutEmpty(work.headers?.(outside) ?? {})));
  });
}

function withoutEmpty(headers: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).filter(([, value]) => value !== ""));
}

/** How the three steps of an operation are taken, to the answer's body. */
export type Perform = (
  route: Route,
  work: Work,
  outside: Outside,
  clock: () => number,
) => Promise<Result<unknown, Problem>>;

/** The three steps of an operation. A write runs in one transaction, which a refusal rolls back. */
async function performSteps(
  route: Route,
  work: Work,
  begun: Outside,
  clock: () => number,
): Promise<Result<unknown, Problem>> {
  closeMonths(begun.sql, begun.now);
  let outside = begun;
  if (work.prepare !== null) {
    const prepared = await work.prepare(begun);
    if (!prepared.ok) return prepared;
    // A body or a provider may have been waited for: what is written now is dated now.
    outside = { ...begun, now: clock() };
    closeMonths(outside.sql, outside.now);
  }
  const result = runHandler(route, work, outside);
  if (!result.ok || work.finish === null) return result;
  return ok(await work.finish(outside));
}

/** The middle step. If it fails, what was prepared is given up. */
function runHandler(route: Route, work: Work, outside: Outside): Result<unknown, Problem> {
  let isDone = false;
  try {
    const result =
      route.method === "GET"
        ? work.handle(outside)
        : outside.sql.atomically(() => work.handle(outside));
    isDone = result.ok;
    return result;
  } finally {
    const { abandon } = work;
    if (!isDone && abandon !== null) outside.sql.transaction(() => abandon(outside));
  }
}

function notThere(path: string): Problem {
  const nowhere = { errMsg: `There is no resource at ${path.slice(0, 200)}.` };
  return { kind: "not found", errors: [nowhere] };
}

function notAllowed({ method }: Request, allowed: readonly Method[]): Problem {
  // http/app.ts answers HEAD wherever there is a GET.
  const methods = new Set<string>([...allowed, ...(allowed.includes("GET") ? ["HEAD"] : [])]);
  const values = [...methods].sort();
  const list = values.join(", ");
  return {
    kind: "method not allowed",
    errors: [
      { errMsg: `${method} is not answered here; expected ${list}.`, allowed_values: values },
    ],
    headers: { Allow: list },
  };
}
