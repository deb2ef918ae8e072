// The importer's own interface to connections, /api/connections: a person sees, makes and gives up
// their own; an import key sees the one it belongs to, and changes nothing. No answer holds a
// token. It is no single object's, so the Worker answers it.

import * as z from "zod";
import { TOKEN_CHARS_MAX } from "../../platform/limits.ts";
import { parseJson } from "../../platform/json.ts";
import { ok } from "../../platform/result.ts";
import { ID, route, type Row } from "../route.ts";
import { beginAuthorization, type AuthorizeFault, type Browser } from "./authorize.ts";
import { mayConnect, TOO_MANY } from "./attempt-rate.ts";
import {
  connectBudget,
  disconnectBudget,
  lookAtConnections,
  ownConnection,
  type Listed,
} from "./connecting.ts";
import type { ConnectionView } from "./connection.ts";
import { identify } from "./identity.ts";
import type { Doors } from "./service-paths.ts";
import { CONNECTED, CONNECTION, CONNECTION_LIST } from "./wire.ts";

/** Who asks, a person with a session, or whoever acts for one connection; and what connecting takes. */
export interface ConnectionCaller {
  readonly env: Env;
  readonly session: Browser | null;
  readonly connection: string | null;
  readonly doors: () => Promise<Doors>;
}

const body = z.union([
  z.strictObject({ token: z.string().min(1).max(TOKEN_CHARS_MAX) }),
  z.strictObject({}),
]);

const tag = "connections";

export const CONNECTION_ROUTES: readonly Row<ConnectionCaller>[] = [
  route({
    method: "GET",
    path: "/connections",
    by: "everybody",
    tag,
    summary: "List your connections",
    status: 200,
    response: CONNECTION_LIST,
    failures: [],
    handle: async ({ env, session, connection }: ConnectionCaller) => {
      if (session !== null)
        return ok({ connections: toWire(await lookAtConnections(env, session.user, Date.now())) });
      const view =
        connection === null ? null : await env.IMPORTER.getByName(connection).connection();
      return ok({ connections: view === null ? [] : [toApi(view)] });
    },
  }),
  route({
    method: "GET",
    path: "/connections/{id}",
    by: "everybody",
    tag,
    summary: "Show a connection",
    params: ID,
    status: 200,
    response: CONNECTION,
    failures: [404],
    handle: async ({ env, session, connection }: ConnectionCaller, { params: { id } }) => {
      if (session === null && id !== connection) return ok(missing(id));
      const view =
        session === null
          ? await env.IMPORTER.getByName(id).connection()
          : ((await ownConnection(env, session.user, id))?.view ?? null);
      return ok(view === null ? missing(id) : toApi(view));
    },
  }),
  route({
    method: "POST",
    path: "/connections",
    by: "people",
    tag,
    summary: "Connect a budget by a developer token, or begin to by signing in at the service",
    body,
    takesText: true,
    example: { token: "<developer token>" },
    status: 201,
    response: CONNECTED,
    failures: [400, 409, 422, 502],
    handle: async ({ env, session, doors }: ConnectionCaller, { sent }, { request }) => {
      if (session === null) return ok(notForKeys());
      const asked = body.safeParse(parseJson(String(sent)));
      if (!asked.success)
        return ok(
          refuse(
            400,
            "Invalid Request Body",
            `The body is {} to be sent to the service, or {token: <developer token of 1 to ${TOKEN_CHARS_MAX} characters>}.`,
          ),
        );
      const kind = "token" in asked.data ? "token" : "authorization";
      if (!(await mayConnect(env, kind, request.headers.get("cf-connecting-ip") ?? undefined)))
        return ok(refuse(429, "Too Many Requests", TOO_MANY, { "retry-after": "60" }));
      const answered =
        "token" in asked.data
          ? await byToken(await doors(), session, asked.data.token)
          : await byAuthorization(await doors(), session, request.headers.get("cookie") ?? "");
      return ok(answered);
    },
  }),
  route({
    method: "DELETE",
    path: "/connections/{id}",
    by: "people",
    tag,
    summary: "Disconnect a budget; what was imported stays",
    params: ID,
    status: 204,
    failures: [404],
    handle: async ({ env, session }: ConnectionCaller, { params: { id } }) => {
      if (session === null) return ok(notForKeys());
      return ok((await disconnectBudget(env, session.user, id)) ? undefined : missing(id));
    },
  }),
];

async function byToken(doors: Doors, session: Browser, text: string): Promise<Response> {
  const token = text.trim();
  const identity = await identify(doors.base, doors.fetch, token);
  if (!identity.ok) {
    const { kind } = identity.error;
    const refused = kind === "malformed" || kind === "unauthorized" || kind === "forbidden";
    return refused
      ? refuse(
          422,
          "Unusable Token",
          `${doors.host} does not say for this token whose budget it is (${kind}); nothing was changed.`,
        )
      : refuse(
          502,
          "Bad Gateway",
          `${doors.host} could not be asked whose token this is (${kind}); nothing was changed.`,
        );
  }
  const made = await connectBudget(doors, session, {
    identity: identity.value,
    credential: { kind: "token", token },
    expected: null,
  });
  if (!made.ok) return notConnected(made.error);
  const location = `/api/connections/${made.value.view.id}`;
  return Response.json(toApi(made.value.view), { status: 201, headers: { location } });
}

async function byAuthorization(doors: Doors, session: Browser, cookies: string): Promise<Response> {
  const begun = await beginAuthorization(
    doors,
    session,
    { next: "/connections", connection: null, accountId: null },
    cookies,
  );
  if (!begun.ok) return notConnected(begun.error);
  return Response.json(
    { authorize_url: begun.value.url },
    {
      status: 201,
      headers: begun.value.cookies.map((cookie): [string, string] => ["set-cookie", cookie]),
    },
  );
}

function notConnected({ kind }: AuthorizeFault): Response {
  if (kind === "no authorization server")
    return refuse(
      422,
      "Not Available",
      "This deployment has no authorization server to ask; send a developer token.",
    );
  if (kind === "unreachable" || kind === "throttled" || kind === "unreadable")
    return refuse(
      502,
      "Bad Gateway",
      `The authorization server could not be used (${kind}); nothing was changed.`,
    );
  return refuse(409, "Conflict", `Nothing was connected (${kind}); nothing was changed.`);
}

/** A connection as the interface shows it. */
function toApi(view: ConnectionView) {
  return {
    id: view.id,
    name: view.name,
    kind: view.kind,
    state: view.state.replace(" ", "_"),
    user: { id: view.userId, name: view.personName, email: view.email },
    account_id: view.accountId,
    currency: view.currency,
    scopes: view.scopes,
    problem: view.problem,
    created_at: new Date(view.createdAt).toISOString(),
    last_used_at: view.lastUsedAt === null ? null : new Date(view.lastUsedAt).toISOString(),
  };
}

function toWire(listed: readonly Listed[]) {
  return listed.flatMap(({ view }) => (view === null ? [] : [toApi(view)]));
}

function missing(id: string): Response {
  return refuse(404, "Not Found", `There is no connection ${id.slice(0, 40)} of yours.`);
}

function notForKeys(): Response {
  return refuse(
    403,
    "Forbidden",
    "An import key changes no connections; a person does, signed in.",
  );
}

function refuse(
  status: number,
  message: string,
  errMsg: string,
  headers: Record<string, string> = {},
): Response {
  return Response.json({ message, errors: [{ errMsg }] }, { status, headers });
}
