// From a request to one row of a route table and its answer. Order of refusals: unknown path (404),
// unknown method (405), scope (403), a body that cannot be read (413, 400), then path, query and body
// against their schemas (400), then the handler's own.
// A request that writes runs in one transaction: a refusal leaves nothing behind.

import { closeMonths } from "../../budget/history/close.ts";
import { readJson } from "./json.ts";
import { jsonResponse, lacks, problemResponse, type Problem } from "./problem.ts";
import type { Method, Outside, Route, Work } from "./route.ts";
import { ok, type Result } from "../result.ts";

/** How a version of the interface speaks. */
export interface Voice {
  /** The answer to what is refused; the row is null where none was found. */
  readonly refusal: (problem: Problem, route: Route | null) => Response;
  /** What a JSON body without a byte is read as; undefined where it is refused. */
  readonly emptyBody: unknown;
}

/** Version 2: statuses and the envelope. */
export const ENVELOPE: Voice = { refusal: problemResponse, emptyBody: undefined };

/**
 * Answers a request whose caller is known; `base` is the path prefix the table is mounted at. The clock
 * is read once the whole body is here: what was sent slowly must not be dated before what others have
 * seen or written since, or a list of what is new would miss it.
 */
export async function answer(
  routes: readonly Route[],
  base: string,
  request: Request,
  { sql, caller, ports }: Omit<Outside, "now" | "request">,
  clock: () => number,
  how: Perform = perform,
  voice: Voice = ENVELOPE,
): Promise<Response> {
  const url = new URL(request.url);
  const matches = matchesOf(routes, url.pathname.slice(base.length).split("/").map(decoded));
  if (matches.length === 0) {
    const nowhere = { errMsg: `There is no resource at ${url.pathname.slice(0, 200)}.` };
    return voice.refusal({ kind: "not found", errors: [nowhere] }, null);
  }
  const match = matches.find(({ route }) => route.method === request.method);
  if (match === undefined)
    return voice.refusal(
      notAllowed(
        request.method,
        matches.map(({ route }) => route.method),
      ),
      null,
    );
  const { route, params } = match;
  const lacking = route.scopes.filter((scope) => !caller.scopes.has(scope));
  if (lacking.length > 0) return voice.refusal(lacks(lacking, route.scopes), route);
  const query = queryOf(url);
  let body: unknown;
  if (route.body !== null) {
    const read = await readJson(request, voice.emptyBody);
    if (!read.ok) return voice.refusal(read.error, route);
    body = read.value;
  }
  const work = route.begin({ params, query, body });
  if (!work.ok) return voice.refusal(work.error, route);
  const outside: Outside = { sql, caller, now: clock(), ports, request };
  const done = await how(route, work.value, outside, clock);
  if (!done.ok) return voice.refusal(done.error, route);
  return jsonResponse(
    route.status,
    route.status === 202 || route.status === 204 ? undefined : done.value,
    filled(work.value.headers?.(outside) ?? {}),
  );
}

function filled(headers: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).filter(([, value]) => value !== ""));
}

/** How the three steps of an operation are taken, to the answer's body. */
export type Perform = (
  route: Route,
  work: Work,
  outside: Outside,
  clock: () => number,
) => Promise<Result<unknown, Problem>>;

/** The three steps of an operation; what writes runs in one transaction, which a refusal rolls back. */
export async function perform(
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
  const result = handled(route, work, outside);
  if (!result.ok || work.finish === null) return result;
  return ok(await work.finish(outside));
}

/** The step in the middle; where it comes to nothing, what was prepared is given up. */
function handled(route: Route, work: Work, outside: Outside): Result<unknown, Problem> {
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

function notAllowed(method: string, allowed: readonly Method[]): Problem {
  // The front door answers HEAD wherever there is a GET.
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

/** A path segment as it was meant: %31 is 1 (RFC 3986, 6.2.2.2); what is not UTF-8 stays as it is. */
function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}

interface Match {
  readonly route: Route;
  readonly params: Record<string, string>;
}

/** The rows of the most literal path that fits: /transactions/group before /transactions/{id}. */
function matchesOf(routes: readonly Route[], segments: readonly string[]): Match[] {
  let best: Match[] = [];
  let bestLiterals = -1;
  for (const route of routes) {
    const params: Record<string, string> = {};
    const literals = literalsMatched(route.path.split("/"), segments, params);
    if (literals === null || literals < bestLiterals) continue;
    if (literals > bestLiterals) best = [];
    bestLiterals = literals;
    best.push({ route, params });
  }
  return best;
}

function literalsMatched(
  pattern: readonly string[],
  segments: readonly string[],
  params: Record<string, string>,
): number | null {
  if (pattern.length !== segments.length) return null;
  let literals = 0;
  for (const [index, part] of pattern.entries()) {
    const segment = segments[index] ?? "";
    if (part.startsWith("{")) {
      if (segment === "") return null;
      params[part.slice(1, -1)] = segment;
    } else if (part === segment) literals++;
    else return null;
  }
  return literals;
}

/** A parameter given several times is one list, as if separated by commas. */
function queryOf(url: URL): Record<string, string> {
  const query = new Map<string, string>();
  for (const [name, value] of url.searchParams) {
    const earlier = query.get(name);
    query.set(name, earlier === undefined ? value : `${earlier},${value}`);
  }
  return Object.fromEntries(query);
}
