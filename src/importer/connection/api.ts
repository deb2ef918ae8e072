// The importer's own interface to connections, /api/connections, for a caller that was checked: a person sees, makes and
// gives up their own; an import key sees the one it belongs to, and changes nothing. No answer holds a token.

import { Hono } from "hono";
import * as z from "zod";
import { TOKEN_CHARS_MAX } from "../../platform/limits.ts";
import { beginAuthorization, type AuthorizeFault, type Browser } from "./authorize.ts";
import {
  connectBudget,
  disconnectBudget,
  lookAtConnections,
  ownConnection,
  type Listed,
} from "./connecting.ts";
import type { ConnectionView } from "./connection.ts";
import type { Doors } from "./service-paths.ts";
import { identify } from "./identity.ts";
import { mayConnect, TOO_MANY } from "./attempt-rate.ts";

/** Who asks: a person with a session, or whoever acts for one connection. */
export interface ConnectionCaller {
  readonly session: Browser | null;
  readonly connection: string | null;
}

interface ApiEnv {
  readonly Bindings: Env;
  readonly Variables: { readonly caller: ConnectionCaller; readonly doors: () => Promise<Doors> };
}

const body = z.union([
  z.strictObject({ token: z.string().min(1).max(TOKEN_CHARS_MAX) }),
  z.strictObject({}),
]);

/** The routes; `caller` is set by whoever checked them. */
export const connectionsApi = new Hono<ApiEnv>();

connectionsApi.use("/api/connections/*", async (c, next) => {
  await next();
  c.res.headers.set("cache-control", "no-store");
});

connectionsApi.get("/api/connections", async (c) => {
  const { session, connection } = c.get("caller");
  if (session !== null)
    return c.json({
      connections: wireOf(await lookAtConnections(c.env, session.user, Date.now())),
    });
  const view = connection === null ? null : await c.env.IMPORTER.getByName(connection).connection();
  return c.json({ connections: view === null ? [] : [onWire(view)] });
});

connectionsApi.get("/api/connections/:id", async (c) => {
  const { session, connection } = c.get("caller");
  const id = c.req.param("id");
  if (session === null && id !== connection) return missing(id);
  const view =
    session === null
      ? await c.env.IMPORTER.getByName(id).connection()
      : ((await ownConnection(c.env, session.user, id))?.view ?? null);
  return view === null ? missing(id) : c.json(onWire(view));
});

connectionsApi.post("/api/connections", async (c) => {
  const { session } = c.get("caller");
  if (session === null) return notForKeys();
  const asked = body.safeParse(await jsonBody(c.req.raw));
  if (!asked.success)
    return refuse(
      400,
      "Invalid Request Body",
      `The body is {} to be sent to the service, or {token: <developer token of 1 to ${TOKEN_CHARS_MAX} characters>}.`,
    );
  const isToken = "token" in asked.data;
  if (
    !(await mayConnect(
      c.env,
      isToken ? "token" : "authorization",
      c.req.header("cf-connecting-ip"),
    ))
  )
    return refuse(429, "Too Many Requests", TOO_MANY, { "retry-after": "60" });
  const doors = await c.get("doors")();
  return "token" in asked.data
    ? byToken(doors, session, asked.data.token)
    : byAuthorization(doors, session, c.req.header("cookie") ?? "");
});

connectionsApi.delete("/api/connections/:id", async (c) => {
  const { session } = c.get("caller");
  if (session === null) return notForKeys();
  const id = c.req.param("id");
  return (await disconnectBudget(c.env, session.user, id))
    ? new Response(null, { status: 204 })
    : missing(id);
});

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
  return Response.json(onWire(made.value.view), { status: 201, headers: { location } });
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
function onWire(view: ConnectionView) {
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

function wireOf(listed: readonly Listed[]) {
  return listed.flatMap(({ view }) => (view === null ? [] : [onWire(view)]));
}

async function jsonBody(request: Request): Promise<unknown> {
  try {
    return await request.json();
  } catch {
    return undefined;
  }
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
