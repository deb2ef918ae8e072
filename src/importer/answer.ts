// Answers a request to the importer. Refusals in order: import keys where only people may (403), a
// path and method without a row (404), then path, query and body against their schemas (400), then
// the row's own. A method that a path does not have is answered like an unknown path. HEAD is
// treated as GET.

import type { Described } from "../platform/api/route.ts";
import { answerBy, findRoute, firstQuery, type Mount } from "../platform/api/router.ts";
import { ok, type Result } from "../platform/result.ts";
import { parseJson } from "../platform/json.ts";
import { refuse, type ImportProblem } from "./problem.ts";
import type { BoundRow, By, Call, KeyCaller, Principal } from "./route.ts";

const BASE = "/api";

/** Under these paths an import key is refused for everything, even unknown paths. */
const PEOPLES = [
  "keys",
  "addresses",
  "trusted",
  "corrections",
  "schedules",
  "webhooks",
  "changes",
  "backup",
  "backups",
  "restore",
];

/** Responses under these paths must not be cached. */
const UNSTORED = ["inbox", "trusted", "corrections", "schedules"];

/** Who makes a request. */
export interface Caller {
  readonly isPerson: boolean;
  readonly principal?: Principal | null;
  /** The import key, if it is one. */
  readonly key?: KeyCaller | null;
}

/**
 * Answers a request for a connection; `before` runs once the request is known to be valid, and may
 * refuse it.
 */
export async function answer(
  rows: readonly BoundRow[],
  request: Request,
  { isPerson, principal = null, key = null }: Caller,
  before: (row: BoundRow) => Promise<Result<undefined, ImportProblem>> = async () => ok(undefined),
): Promise<Response> {
  const path = new URL(request.url).pathname;
  const [, , area = "", ...rest] = path.split("/");
  if (!isPerson && isPeoples(request.method, area, rest)) return refuse(NOT_FOR_KEYS);
  const method = request.method === "HEAD" ? "GET" : request.method;
  const mount: Mount<Call, ImportProblem, BoundRow> = {
    routes: rows.filter((row) => row.method === method),
    base: BASE,
    notThere: () => ({ kind: "not there", method: request.method, path }),
    notAllowed: () => ({ kind: "not there", method: request.method, path }),
    notAdmitted: ({ by }) => (isPerson ? null : refuseKey(by, key)),
    readQuery: firstQuery,
    readBody,
    refusal: (problem) => refuse(problem),
  };
  const asked = method === request.method ? request : new Request(request, { method });
  const response = await answerBy(mount, asked, async (row, call) => {
    const admitted = await before(row);
    if (!admitted.ok) return admitted;
    const answered = await call({ request, isPerson, principal, key });
    return answered.ok ? ok(toResponse(row, answered.value)) : answered;
  });
  if (UNSTORED.includes(area)) response.headers.set("cache-control", "no-store");
  return response;
}

/** Whether one of these rows matches the request. */
export function hasRow(rows: readonly Described[], { method, url }: Request): boolean {
  const known = method === "HEAD" ? "GET" : method;
  const path = new URL(url).pathname.slice(BASE.length);
  return (
    findRoute(
      rows.filter((row) => row.method === known),
      path,
      known,
    ) !== null
  );
}

const NOT_FOR_KEYS: ImportProblem = { kind: "not for import keys" };

/** Why an import key may not call a row; null if it may. */
function refuseKey(by: By, key: KeyCaller | null): ImportProblem | null {
  if (by === "everybody" || (by === "readers" && key?.reads === true)) return null;
  return by === "readers" ? { kind: "key may not read" } : NOT_FOR_KEYS;
}

/**
 * Whether the path is for people only. An import key sends mail and sees its result, and sees the
 * hooks and their payloads.
 */
function isPeoples(method: string, area: string, rest: readonly string[]): boolean {
  if (area === "hooks") return method !== "GET";
  if (area === "inbox") return rest.length > 0 && (method !== "GET" || rest.length > 1);
  return PEOPLES.includes(area);
}

async function readBody(
  request: Request,
  { mayBeEmpty, takesText }: BoundRow,
): Promise<Result<unknown, ImportProblem>> {
  const text = await request.text();
  if (takesText === true) return ok(text);
  return ok(text === "" && mayBeEmpty === true ? {} : parseJson(text));
}

function toResponse({ status, noStore }: BoundRow, value: unknown): Response {
  if (value instanceof Response) return value;
  if (status === 204) return new Response(null, { status });
  const headers: Record<string, string> = noStore === true ? { "cache-control": "no-store" } : {};
  return Response.json(value, { status, headers });
}
