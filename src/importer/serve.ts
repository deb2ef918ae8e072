// The importer's side of the Worker: a request under /api of somebody who is known goes to a door of the Worker, or to the object
// of the connection that they act for.

import { answer, hasRow } from "./answer.ts";
import { CONNECTION_ROUTES, type ConnectionCaller } from "./connection/routes.ts";
import { DOOR_ROUTES } from "./doors.ts";
import { bind } from "./route.ts";

/** Whom a request acts for. */
export interface ActsFor {
  readonly connection: string;
  /** Whether they may do what a person may: an import key may not. */
  readonly isPerson: boolean;
}

/** Answers what is asked of one connection. */
export async function serveImporter(
  request: Request,
  env: Env,
  { connection, isPerson }: ActsFor,
): Promise<Response> {
  const importer = env.IMPORTER.getByName(connection);
  if (hasRow(DOOR_ROUTES, request))
    return answer(bind(DOOR_ROUTES, { env, connection, importer }), request, isPerson);
  return importer.handle(await whole(request), { isPerson });
}

/** Answers what is asked of connections as such; null where it is something else. */
export async function serveConnections(
  request: Request,
  caller: ConnectionCaller,
): Promise<Response | null> {
  if (!hasRow(CONNECTION_ROUTES, request)) return null;
  // Its rows tell people from import keys themselves.
  return answer(bind(CONNECTION_ROUTES, caller), request, true);
}

/**
 * The request with its body, which was bounded before, in memory: an object that has answered without reading a stream would
 * leave its sender with a broken connection.
 */
async function whole(request: Request): Promise<Request> {
  if (request.body === null) return request;
  const init: RequestInit = { body: await request.text() };
  return new Request(request, init);
}
