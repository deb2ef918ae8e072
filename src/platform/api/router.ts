// From a request to one row of a route table and its answer. Order of refusals: unknown path,
// unknown method, a caller without permission, an unreadable body, then path, query and body
// against their schemas, then the operation's own.

import type { Result } from "../result.ts";
import type { Described, Method, Route } from "./route.ts";

/** A route table as it is mounted: what differs from one interface to the next. */
export interface Mount<Work, Fault, R extends Route<Work, Fault>> {
  readonly routes: readonly R[];
  /** The path prefix. */
  readonly base: string;
  /** The fault of an unknown path. */
  readonly notThere: (path: string) => Fault;
  /** Why this method is not answered where these are. */
  readonly notAllowed: (request: Request, allowed: readonly Method[]) => Fault;
  /** Why the caller may not call this row; null where they may. */
  readonly notAdmitted: (route: R) => Fault | null;
  readonly readQuery: (url: URL) => Record<string, string>;
  /** The JSON body of a row that takes one. */
  readonly readBody: (request: Request, route: R) => Promise<Result<unknown, Fault>>;
  /** The row is null where none was found. */
  readonly refusal: (fault: Fault, route: R | null) => Response;
}

/**
 * Answers a request whose caller is known, by the row that is for it; `perform` does the work of a
 * checked request.
 */
export async function answerBy<Work, Fault, R extends Route<Work, Fault>>(
  mount: Mount<Work, Fault, R>,
  request: Request,
  perform: (route: R, work: Work) => Promise<Result<Response, Fault>>,
): Promise<Response> {
  const url = new URL(request.url);
  const found = findRoute(mount.routes, url.pathname.slice(mount.base.length), request.method);
  if (found === null) return mount.refusal(mount.notThere(url.pathname), null);
  if ("allowed" in found) return mount.refusal(mount.notAllowed(request, found.allowed), null);
  const { route, params } = found;
  const unfit = mount.notAdmitted(route);
  if (unfit !== null) return mount.refusal(unfit, route);
  const query = mount.readQuery(url);
  let body: unknown;
  if (route.body !== null) {
    const read = await mount.readBody(request, route);
    if (!read.ok) return mount.refusal(read.error, route);
    body = read.value;
  }
  const work = route.begin({ params, query, body });
  if (!work.ok) return mount.refusal(work.error, route);
  const done = await perform(route, work.value);
  return done.ok ? done.value : mount.refusal(done.error, route);
}

/** The row for a path below the base, or the methods of the path; null for an unknown path. */
export function findRoute<R extends Described>(
  routes: readonly R[],
  path: string,
  method: string,
): Match<R> | { readonly allowed: readonly Method[] } | null {
  const matches = findMatches(routes, path.split("/").map(decoded));
  if (matches.length === 0) return null;
  const match = matches.find(({ route }) => route.method === method);
  return match ?? { allowed: matches.map(({ route }) => route.method) };
}

/** A decoded path segment: %31 is 1 (RFC 3986, 6.2.2.2); invalid UTF-8 stays as it is. */
function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}

interface Match<R> {
  readonly route: R;
  readonly params: Record<string, string>;
}

/** The rows of the most literal path that fits: /transactions/group before /transactions/{id}. */
function findMatches<R extends Described>(
  routes: readonly R[],
  segments: readonly string[],
): Match<R>[] {
  let best: Match<R>[] = [];
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
export function listedQuery(url: URL): Record<string, string> {
  const query = new Map<string, string>();
  for (const [name, value] of url.searchParams) {
    const earlier = query.get(name);
    query.set(name, earlier === undefined ? value : `${earlier},${value}`);
  }
  return Object.fromEntries(query);
}

/** A parameter given several times is the first of them. */
export function firstQuery(url: URL): Record<string, string> {
  const query = new Map<string, string>();
  for (const [name, value] of url.searchParams) if (!query.has(name)) query.set(name, value);
  return Object.fromEntries(query);
}
