// Everything under /api: identifies the caller and finds who answers. The embedded budget answers
// for its own resources, the Worker for connections, and the Importer object of one connection for
// all else.

import type { Context } from "hono";
import { sessionBudget, findCaller, type Caller, type Whose } from "./caller.ts";
import type { HttpEnv } from "./env.ts";
import { isOwnResource } from "./own-resources.ts";
import { refuse } from "./refuse.ts";
import { serveOwn } from "../budget/service.ts";
import { doorsAt } from "../importer/connection/service-paths.ts";
import { serveConnections, serveImporter } from "../importer/serve.ts";
import type { Session } from "../oauth/sign-in/session.ts";
import { apiDocumentResponse } from "../pages/docs/api-document.ts";
import { GONE_ON } from "../pages/ui/gate.ts";
import { logFault } from "../platform/log.ts";

type HttpContext = Context<HttpEnv>;

/** Answers a request under /api. The document of it is for everybody. */
export async function answerApi(c: HttpContext): Promise<Response> {
  const isRead = c.req.method === "GET" || c.req.method === "HEAD";
  if (isRead && c.req.path === "/api/openapi.json") return apiDocumentResponse(c.get("config"));
  const caller = await findCaller(c.req.raw, c.env, c.get("config"));
  if (!caller.ok) {
    const { status, errMsg } = caller.error;
    return status === 403
      ? refuse(c, 403, "Forbidden", errMsg)
      : refuse(c, 401, "Unauthorized", errMsg, { "www-authenticate": "Bearer" });
  }
  const { path } = c.req;
  const { session, connection, isPerson, principal, key, budget } = caller.value;
  if (isOwnResource(path)) return serveOwnBudget(c, budget, c.req.raw);
  const areConnections = path === "/api/connections" || path.startsWith("/api/connections/");
  const doors = async () =>
    doorsAt(c.req.url, c.env, c.get("config"), c.executionCtx as ExecutionContext);
  const response =
    (areConnections
      ? await serveConnections(c.req.raw, { env: c.env, session, connection, doors })
      : null) ?? (await ofConnection(c, connection, { isPerson, principal, key }));
  return areConnections ? unstored(response) : response;
}

/** The same answer, marked as not to be stored. */
function unstored(response: Response): Response {
  const copy = new Response(response.body, response);
  copy.headers.set("cache-control", "no-store");
  return copy;
}

/** Requests to the connection that the caller acts for. */
async function ofConnection(
  c: HttpContext,
  connection: string | null,
  caller: Pick<Caller, "isPerson" | "principal" | "key">,
): Promise<Response> {
  if (connection === null)
    return refuse(c, 409, "Not Connected", "You have not connected a budget yet; /connect does.");
  const shown = c.req.query("connection");
  if (shown !== undefined && shown !== connection) return refuse(c, 409, "Conflict", GONE_ON);
  const response = await serveImporter(c.req.raw, c.env, {
    connection,
    ctx: c.executionCtx as ExecutionContext,
    ...caller,
  });
  const policy = response.headers.get("content-security-policy");
  if (policy !== null) c.set("ownPolicy", policy);
  return response;
}

/** Asks /api on behalf of the person whose session it is, for the pages. */
export async function callApi(
  c: HttpContext,
  session: Session | null,
  path: string,
  init?: RequestInit,
): Promise<Response> {
  const connection = session?.connection ?? null;
  if (session === null || connection === null) return new Response(null, { status: 401 });
  const request = new Request(new URL(path, c.req.url), init);
  const { pathname } = new URL(request.url);
  if (isOwnResource(pathname)) return serveOwnBudget(c, sessionBudget(session), request);
  try {
    const principal = { id: session.userId, name: session.name };
    return await serveImporter(request, c.env, {
      connection,
      ctx: c.executionCtx as ExecutionContext,
      isPerson: true,
      principal,
    });
  } catch (error) {
    const { method } = request;
    logFault({ event: "request of a page failed", method, path: pathname, error: String(error) });
    return new Response("Internal Server Error", { status: 500 });
  }
}

/**
 * Resources outside the documents (rules, recurring items, rates, ...); a remote service has its
 * own app.
 */
async function serveOwnBudget(
  c: HttpContext,
  whose: Whose | null,
  request: Request,
): Promise<Response> {
  if (c.get("config").budgetApiUrl !== null)
    return refuse(c, 404, "Not Found", "This is managed in the remote service itself.");
  return whose === null
    ? refuse(
        c,
        403,
        "Forbidden",
        "An import key may send files and mail, and read their results. This needs a developer token of the budget, or a signed-in person who has connected it.",
      )
    : serveOwn(request, c.env, whose);
}
