// One app: who answers which path, and on whose behalf. Every answer leaves with the security headers.

import { Hono, type Context } from "hono";
import { bodyLimit } from "hono/body-limit";
import { withoutMeaninglessBody } from "./bodiless.ts";
import { serveBudget, serveMock, serveOwn } from "../budget/service.ts";
import { resealBudgets } from "../budget/reseal.ts";
import { serveFile } from "../budget/transactions/links.ts";
import {
  crossOriginClients,
  crossOriginLegacy,
  crossOriginService,
  resourcePolicyOf,
} from "./cross-origin.ts";
import { budgetOf, callerOf, type Caller, type Whose } from "./caller.ts";
import { readConfig, type Config } from "../config.ts";
import { accessApi } from "../importer/keys/api.ts";
import { importApi } from "../importer/imports/api.ts";
import { hooksApi } from "../importer/webhooks/receiving/api.ts";
import { serveHook } from "../importer/webhooks/receiving/door.ts";
import { inboxApi } from "../importer/inbox/api.ts";
import { learnedApi } from "../importer/inbox/learned-api.ts";
import { layoutsApi } from "../importer/layouts/api.ts";
import { matchingApi } from "../importer/matching/api.ts";
import { schedulesApi } from "../importer/schedules/api.ts";
import { webhooksApi } from "../importer/webhooks/sending/api.ts";
import { RESEAL_PATH, serveReseal } from "../importer/reseal-api.ts";
import { sessionOf, signInLinks, type Session } from "../oauth/sign-in/session.ts";
import { serveMetadata, serveRevoke, serveToken } from "../oauth/server/endpoints.ts";
import { pages } from "../pages/app.tsx";
import { authorizePages } from "../pages/authorize/routes.tsx";
import { GONE_ON } from "../pages/ui/gate.ts";
import { connectionsApi } from "../importer/connection/api.ts";
import { doorsAt, type Doors } from "../importer/connection/service-paths.ts";
import { upstreamOf } from "../importer/connection/upstream.ts";
import { FORM_BYTES_MAX, LAYOUTS_FORM_BYTES_MAX } from "../platform/limits.ts";
import { logFault } from "../platform/log.ts";
import { isOwnRequest } from "../sources/own-mark.ts";
import { withoutSecrets } from "../platform/credentials/redact.ts";

/** `formTarget` is where the forms of one page may lead besides here. */
const contentPolicy = (formTarget: string | undefined) =>
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; connect-src 'self'; frame-src 'self'; " +
  `form-action 'self'${formTarget === undefined ? "" : ` ${formTarget}`}; frame-ancestors 'none'; base-uri 'none'`;

const SECURITY_HEADERS: readonly (readonly [string, string])[] = [
  ["x-content-type-options", "nosniff"],
  ["x-frame-options", "DENY"],
  ["referrer-policy", "same-origin"],
  ["cross-origin-opener-policy", "same-origin"],
  ["permissions-policy", "camera=(), geolocation=(), microphone=(), payment=()"],
  ["strict-transport-security", "max-age=31536000"],
];

/** The first path segments below /api that the embedded budget answers (OWN_ROUTES). */
const OWN_RESOURCES = [
  "rules",
  "recurring",
  "rates",
  "budgets",
  "linked",
  "crypto",
  "balances",
] as const;

/** Paths that only a deployment with the service in it answers, beside its pages (pages/ui/gate.ts). */
const SERVICE_PATHS = [
  "/v2",
  "/v1",
  "/mock",
  "/files",
  "/oauth",
  "/.well-known/oauth-authorization-server",
];

/** Where a file is posted to; each counts its own bytes. */
const UPLOADS = ["/api/imports", "/api/inbox", "/imports", "/inbox", "/rates/file"];

/** Where exported layouts come back. */
const LAYOUT_FILES = ["/api/layouts/import", "/layouts/import"];

interface HttpEnv {
  readonly Bindings: Env;
  readonly Variables: {
    config: Config;
    session: Session | null;
    caller: Caller;
    doors: () => Promise<Doors>;
    connection: string;
    isPerson: boolean;
    formTarget?: string;
    ownPolicy?: string;
    api: (path: string, init?: RequestInit) => Promise<Response>;
    service: (path: string, init?: RequestInit) => Promise<Response>;
  };
}

/** Everything the Worker answers over HTTP. */
export const http = new Hono<HttpEnv>();

http.use(async (c, next) => {
  c.req.raw = withoutMeaninglessBody(c.req.raw);
  c.set("config", readConfig(c.env));
  await next();
  c.res = await withoutEcho(c.res, c.get("config"));
  const ownPolicy = c.get("ownPolicy");
  c.res.headers.set("content-security-policy", ownPolicy ?? contentPolicy(c.get("formTarget")));
  for (const [name, value] of SECURITY_HEADERS) c.res.headers.set(name, value);
  // A mail's body is shown in a frame of our own pages, and nowhere else.
  if (ownPolicy !== undefined) c.res.headers.set("x-frame-options", "SAMEORIGIN");
  c.res.headers.set("cross-origin-resource-policy", resourcePolicyOf(c.res.headers));
});

for (const path of ["/v2/*", "/mock/v2/*"]) http.use(path, crossOriginService);
http.use("/v1/*", crossOriginLegacy);
for (const path of ["/oauth/token", "/oauth/revoke", "/.well-known/oauth-authorization-server"])
  http.use(path, crossOriginClients);

// Before anything is looked at: a source or a webhook that leads back here would go round without end.
http.use(async (c, next) => {
  if (!(await isOwnRequest(c.req.raw.headers, c.get("config").tokenKey))) return next();
  return refuse(
    c,
    508,
    "Loop Detected",
    "This request comes from this service itself: it cannot be a source or a webhook's address of its own.",
  );
});

http.onError((error, c) => {
  logFault({
    event: "request failed",
    method: c.req.method,
    path: c.req.path,
    error: String(error),
  });
  return c.json(
    {
      message: "Internal Server Error",
      errors: [{ errMsg: "Something went wrong here; it was logged." }],
    },
    500,
  );
});

// Everything but an upload and the service's own bodies, which are counted where they are read, is a small form.
const bodyOf = (maxSize: number) =>
  bodyLimit({
    maxSize,
    onError: (c) =>
      c.json(
        {
          message: "Request Too Large",
          errors: [{ errMsg: `A request here has at most ${maxSize} bytes.` }],
        },
        413,
      ),
  });
const smallBody = bodyOf(FORM_BYTES_MAX);
const layoutsBody = bodyOf(LAYOUTS_FORM_BYTES_MAX);
http.use(async (c, next) => {
  const large =
    c.req.path.startsWith("/v2/") ||
    c.req.path.startsWith("/v1/") ||
    c.req.path.startsWith("/mock/v2/") ||
    OWN_RESOURCES.some((resource) => c.req.path.startsWith(`/api/${resource}`)) ||
    (c.req.method === "POST" && UPLOADS.includes(c.req.path));
  if (LAYOUT_FILES.includes(c.req.path)) return layoutsBody(c, next);
  if (c.req.path.startsWith("/hooks/")) return next();
  return large ? next() : smallBody(c, next);
});

http.get("/health", (c) => c.text("ok"));

for (const path of SERVICE_PATHS) {
  for (const pattern of [path, `${path}/*`]) {
    http.use(pattern, async (c, next) => {
      const { budgetApiUrl } = c.get("config");
      if (budgetApiUrl === null) return next();
      return refuse(
        c,
        404,
        "Not Found",
        `This deployment has no budgeting service of its own; it works with the one at ${new URL(budgetApiUrl).origin}.`,
      );
    });
  }
}

for (const path of ["/v2/*", "/v1/*"])
  http.all(path, (c) => serveBudget(c.req.raw, c.env, c.get("config"), { address: addressOf(c) }));
http.all("/mock/v2/*", (c) => serveMock(c.req.raw, c.env, addressOf(c)));

http.get("/files/:budget/:key", (c) =>
  serveFile(c.req.raw, c.req.param("budget"), c.req.param("key"), c.env, Date.now()),
);

http.post("/hooks/:id", (c) => serveHook(c.req.raw, c.req.param("id"), c.env));

http.post("/api/sign-in-links", (c) => signInLinks(c.req.raw, c.env, c.get("config")));

http.post(RESEAL_PATH, (c) =>
  serveReseal(c.req.raw, c.env, (first) => resealBudgets(c.env, first)),
);

http.use("/api/*", async (c, next) => {
  const caller = await callerOf(c.req.raw, c.env, c.get("config"));
  if (!caller.ok) {
    const { status, errMsg } = caller.error;
    return status === 403
      ? refuse(c, 403, "Forbidden", errMsg)
      : c.json({ message: "Unauthorized", errors: [{ errMsg }] }, 401, {
          "www-authenticate": "Bearer",
        });
  }
  c.set("caller", caller.value);
  c.set("doors", async () =>
    doorsAt(c.req.url, c.env, c.get("config"), c.executionCtx as ExecutionContext),
  );
  return next();
});
for (const resource of OWN_RESOURCES) {
  http.all(`/api/${resource}/*`, (c) => serveOwnBudget(c, c.get("caller").budget));
  http.all(`/api/${resource}`, (c) => serveOwnBudget(c, c.get("caller").budget));
}
http.route("/", connectionsApi);
http.use("/api/*", async (c, next) => {
  const { connection } = c.get("caller");
  if (connection === null)
    return refuse(c, 409, "Not Connected", "You have not connected a budget yet; /connect does.");
  const shown = c.req.query("connection");
  if (shown !== undefined && shown !== connection) return refuse(c, 409, "Conflict", GONE_ON);
  c.set("connection", connection);
  c.set("isPerson", c.get("caller").isPerson);
  return next();
});
http.route("/", importApi);
http.route("/", inboxApi);
http.route("/", learnedApi);
http.route("/", matchingApi);
http.route("/", accessApi);
http.route("/", layoutsApi);
http.route("/", schedulesApi);
http.route("/", hooksApi);
http.route("/", webhooksApi);
http.all("/api/*", (c) =>
  c.json(
    { message: "Not Found", errors: [{ errMsg: `There is no ${c.req.method} ${c.req.path}.` }] },
    404,
  ),
);

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

/** What the documents leave to the app (rules, recurring items, rates, ...); a remote service has its own app. */
async function serveOwnBudget(
  c: Context<HttpEnv>,
  whose: Whose | null,
  request: Request = c.req.raw,
): Promise<Response> {
  if (c.get("config").budgetApiUrl !== null)
    return refuse(c, 404, "Not Found", "This is managed in the remote service itself.");
  return whose === null
    ? refuse(
        c,
        403,
        "Forbidden",
        "An import key sends files and mail, and reads what became of them. This takes a developer token of the budget, or a person who is signed in and has connected it.",
      )
    : serveOwn(request, c.env, whose);
}

async function callApi(
  c: Context<HttpEnv>,
  session: Session | null,
  path: string,
  init?: RequestInit,
): Promise<Response> {
  const connection = session?.connection ?? null;
  if (session === null || connection === null) return new Response(null, { status: 401 });
  const request = new Request(new URL(path, c.req.url), init);
  const resource = new URL(request.url).pathname.split("/")[2];
  if (OWN_RESOURCES.some((own) => own === resource))
    return serveOwnBudget(c, budgetOf(session), request);
  const inside = new Hono<HttpEnv>();
  inside.use(async (inner, next) => {
    inner.set("connection", connection);
    inner.set("isPerson", true);
    return next();
  });
  inside.route("/", importApi);
  inside.route("/", inboxApi);
  inside.route("/", learnedApi);
  inside.route("/", matchingApi);
  inside.route("/", accessApi);
  inside.route("/", layoutsApi);
  inside.route("/", schedulesApi);
  inside.route("/", hooksApi);
  inside.route("/", webhooksApi);
  return inside.fetch(request, c.env, c.executionCtx);
}

async function callService(
  c: Context<HttpEnv>,
  session: Session | null,
  path: string,
  init?: RequestInit,
): Promise<Response> {
  // The token is the connection's: it is nobody else's to use.
  const connection = session?.connection ?? null;
  if (connection === null) return new Response(null, { status: 401 });
  const { base, fetch } = upstreamOf(
    c.get("config"),
    c.executionCtx as ExecutionContext,
    c.env.IMPORTER.getByName(connection),
  );
  return fetch(new Request(base + path, init));
}

/** A refusal repeats some of what was sent: a credential that somebody put there is not among it. */
async function withoutEcho(
  response: Response,
  { tokenKey, localToken, budgetApiToken }: Config,
): Promise<Response> {
  const isRefusal =
    response.status >= 400 &&
    response.headers.get("content-type")?.startsWith("application/json") === true;
  if (!isRefusal) return response;
  const headers = new Headers(response.headers);
  headers.delete("content-length");
  return new Response(
    withoutSecrets(await response.text(), [tokenKey, localToken, budgetApiToken]),
    { status: response.status, headers },
  );
}

/** A refusal in the service's envelope. */
function refuse(
  c: Context<HttpEnv>,
  status: 403 | 404 | 409 | 508,
  message: string,
  errMsg: string,
): Response {
  return c.json({ message, errors: [{ errMsg }] }, status);
}

function clientOf(c: Context<HttpEnv>) {
  return { address: addressOf(c), config: c.get("config") };
}

function addressOf(c: Context<HttpEnv>): string {
  return c.req.header("cf-connecting-ip") ?? "local";
}
