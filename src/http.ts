// One app: who answers which path, and on whose behalf. Every answer leaves with the security headers.

import { Hono, type Context } from "hono";
import { bodyLimit } from "hono/body-limit";
import { serveBudget, serveMock, serveOwn } from "./budget/service.ts";
import { serveFile } from "./budget/transactions/links.ts";
import { readConfig, type Config, type Env } from "./config.ts";
import { importApi } from "./import/api.ts";
import { sessionOf, signInLinks, type Session } from "./oauth/session.ts";
import { serveMetadata, serveRevoke, serveToken } from "./oauth/server/endpoints.ts";
import { pages } from "./pages/app.tsx";
import { authorizePages } from "./pages/authorize-app.tsx";
import { isSameOrigin } from "./pages/gate.ts";
import { upstreamOf } from "./connect/upstream.ts";
import { FORM_BYTES_MAX } from "./limits.ts";
import { parseCredential } from "./value/credential.ts";
import { sameSecret } from "./value/digest.ts";

/** `formTarget` is where the forms of one page may lead besides here. */
const contentPolicy = (formTarget: string | undefined) =>
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; connect-src 'self'; " +
  `form-action 'self'${formTarget === undefined ? "" : ` ${formTarget}`}; frame-ancestors 'none'; base-uri 'none'`;

const SECURITY_HEADERS: readonly (readonly [string, string])[] = [
  ["x-content-type-options", "nosniff"],
  ["x-frame-options", "DENY"],
  ["referrer-policy", "same-origin"],
  ["cross-origin-opener-policy", "same-origin"],
  ["cross-origin-resource-policy", "same-origin"],
  ["permissions-policy", "camera=(), geolocation=(), microphone=(), payment=()"],
  ["strict-transport-security", "max-age=31536000"],
];

/** The one connection of this deployment, and the budget account it has in the embedded service. */
export const OWN_CONNECTION = "1";
const OWN_BUDGET = "1";

/** The first path segments below /api that the embedded budget answers (OWN_ROUTES). */
const OWN_RESOURCES = ["rules", "recurring", "rates", "budgets", "linked", "crypto"] as const;

/** Where a file is posted to; each counts its own bytes. */
const UPLOADS = ["/api/imports", "/imports", "/rates/file"];

interface HttpEnv {
  readonly Bindings: Env;
  readonly Variables: {
    config: Config;
    session: Session | null;
    connection: string;
    formTarget?: string;
    api: (path: string, init?: RequestInit) => Promise<Response>;
    service: (path: string, init?: RequestInit) => Promise<Response>;
  };
}

/** Everything the Worker answers over HTTP. */
export const http = new Hono<HttpEnv>();

http.use(async (c, next) => {
  c.set("config", readConfig(c.env));
  await next();
  c.res.headers.set("content-security-policy", contentPolicy(c.get("formTarget")));
  for (const [name, value] of SECURITY_HEADERS) c.res.headers.set(name, value);
});

http.onError((error, c) => {
  console.error(JSON.stringify({ event: "request failed", method: c.req.method, path: c.req.path, error: String(error) }));
  return c.json({ message: "Internal Server Error", errors: [{ errMsg: "Something went wrong here; it was logged." }] }, 500);
});

// Everything but an upload and the service's own bodies, which are counted where they are read, is a small form.
const smallBody = bodyLimit({
  maxSize: FORM_BYTES_MAX,
  onError: (c) => c.json({ message: "Request Too Large", errors: [{ errMsg: `A request here has at most ${FORM_BYTES_MAX} bytes.` }] }, 413),
});
http.use(async (c, next) => {
  const large = c.req.path.startsWith("/v2/") || c.req.path.startsWith("/mock/v2/") || OWN_RESOURCES.some((resource) => c.req.path.startsWith(`/api/${resource}`)) || (c.req.method === "POST" && UPLOADS.includes(c.req.path));
  return large ? next() : smallBody(c, next);
});

http.get("/health", (c) => c.text("ok"));

http.all("/v2/*", (c) => serveBudget(c.req.raw, c.env, c.get("config"), { address: addressOf(c) }));
http.all("/mock/v2/*", (c) => serveMock(c.req.raw, c.env, addressOf(c)));

http.get("/files/:budget/:key", (c) => serveFile(c.req.raw, c.req.param("budget"), c.req.param("key"), c.env, Date.now()));

http.post("/api/sign-in-links", (c) => signInLinks(c.req.raw, c.env, c.get("config")));

http.use("/api/*", async (c, next) => {
  const connection = await connectionOf(c);
  if (connection === null) {
    const errors = [{ errMsg: "Access token does not exist." }];
    return c.json({ message: "Unauthorized", errors }, 401, { "www-authenticate": "Bearer" });
  }
  c.set("connection", connection);
  return next();
});
http.route("/", importApi);
for (const resource of OWN_RESOURCES) {
  http.all(`/api/${resource}/*`, (c) => serveOwnBudget(c));
  http.all(`/api/${resource}`, (c) => serveOwnBudget(c));
}
http.all("/api/*", (c) => c.json({ message: "Not Found", errors: [{ errMsg: `There is no ${c.req.method} ${c.req.path}.` }] }, 404));

http.get("/.well-known/oauth-authorization-server", (c) => serveMetadata(c.req.raw, clientOf(c)));
http.all("/oauth/token", (c) => serveToken(c.req.raw, c.env, clientOf(c)));
http.all("/oauth/revoke", (c) => serveRevoke(c.req.raw, c.env, clientOf(c)));

http.use(async (c, next) => {
  const session = await sessionOf(c.req.raw, c.env);
  c.set("session", session);
  c.set("api", async (path, init) => callApi(c, session, path, init));
  c.set("service", async (path, init) => callService(c, session, path, init));
  return next();
});
http.route("/", authorizePages);
http.route("/", pages);

/** The connection the caller of /api acts for: by import key, LOCAL_TOKEN or the browser's session; else null. */
async function connectionOf(c: Context<HttpEnv>): Promise<string | null> {
  const bearer = /^Bearer ([\x21-\x7e]{1,300})$/i.exec(c.req.header("authorization") ?? "")?.[1];
  if (bearer !== undefined) {
    const { localToken } = c.get("config");
    if (localToken !== null && (await sameSecret(bearer, localToken))) return OWN_CONNECTION;
    const credential = parseCredential(bearer);
    // A made-up name must not make an object.
    if (credential === null || credential.kind !== "imp" || credential.object !== OWN_CONNECTION) return null;
    return (await c.env.IMPORTER.getByName(credential.object).checkKey(credential.secret)) ? credential.object : null;
  }
  // A cookie travels by itself: what changes something must come from our own pages.
  const writes = c.req.method !== "GET" && c.req.method !== "HEAD";
  if (writes && !isSameOrigin(c.req.raw)) return null;
  return (await sessionOf(c.req.raw, c.env))?.connection ?? null;
}

/** What the documents leave to the app (rules, recurring items, rates, ...); a remote service has its own app. */
async function serveOwnBudget(c: Context<HttpEnv>, request: Request = c.req.raw): Promise<Response> {
  if (c.get("config").budgetApiUrl === null) return serveOwn(request, c.env, OWN_BUDGET);
  const errors = [{ errMsg: "This is managed in the remote service itself." }];
  return c.json({ message: "Not Found", errors }, 404);
}

async function callApi(c: Context<HttpEnv>, session: Session | null, path: string, init?: RequestInit): Promise<Response> {
  const connection = session?.connection ?? null;
  if (connection === null) return new Response(null, { status: 401 });
  const request = new Request(new URL(path, c.req.url), init);
  const resource = new URL(request.url).pathname.split("/")[2];
  if (OWN_RESOURCES.some((own) => own === resource)) return serveOwnBudget(c, request);
  const inside = new Hono<HttpEnv>();
  inside.use(async (inner, next) => {
    inner.set("connection", connection);
    return next();
  });
  inside.route("/", importApi);
  return inside.fetch(request, c.env, c.executionCtx);
}

async function callService(c: Context<HttpEnv>, session: Session | null, path: string, init?: RequestInit): Promise<Response> {
  // The token is the connection's: it is nobody else's to use.
  if ((session?.connection ?? null) === null) return new Response(null, { status: 401 });
  const upstream = upstreamOf(c.get("config"), c.executionCtx as ExecutionContext);
  const request = new Request(upstream.base + path, init);
  request.headers.set("authorization", `Bearer ${upstream.token}`);
  return upstream.fetch(request);
}

function clientOf(c: Context<HttpEnv>) {
  return { address: addressOf(c), config: c.get("config") };
}

function addressOf(c: Context<HttpEnv>): string {
  return c.req.header("cf-connecting-ip") ?? "local";
}
