// The importer's part of the Worker: an authorized request under /api is answered by the Worker
// itself, or by the object of the connection.

import { answer, hasRow, type Caller } from "./answer.ts";
import { CONNECTION_ROUTES, type ConnectionCaller } from "./connection/routes.ts";
import { DOOR_ROUTES } from "./doors.ts";
import { bind } from "./route.ts";

/** Who makes a request, and for which connection. */
export interface ActsFor extends Caller {
  readonly connection: string;
  /** The Worker's own entrypoints. */
  readonly ctx: { readonly exports: unknown };
}

/** Answers a request about one connection. */
export async function serveImporter(
  request: Request,
  env: Env,
  { connection, ctx, ...caller }: ActsFor,
): Promise<Response> {
  const importer = env.IMPORTER.getByName(connection);
  if (hasRow(DOOR_ROUTES, request))
    return answer(bind(DOOR_ROUTES, { env, connection, importer, ctx }), request, caller);
  return importer.handle(await whole(request), caller);
}

/** Answers a request about connections as such; null if it is another one. */
export async function serveConnections(
  request: Request,
  caller: ConnectionCaller,
): Promise<Response | null> {
  if (!hasRow(CONNECTION_ROUTES, request)) return null;
  // Its rows themselves distinguish people from import keys.
  return answer(bind(CONNECTION_ROUTES, caller), request, { isPerson: true });
}

/**
 * The request with its body in memory, whose size was checked before: an object that answers
 * without reading a stream would break its sender's connection.
 */
async function whole(request: Request): Promise<Request> {
  if (request.body === null) return request;
  const init: RequestInit = { body: await request.text() };
  return new Request(request, init);
}
