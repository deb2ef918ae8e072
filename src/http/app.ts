// The app: decides who answers which path, and for whom. Every answer has the security headers.

import { Hono, type Context } from "hono";
import { answerApi, callApi } from "./api.ts";
import { limitBody } from "./body-limits.ts";
import { withoutMeaninglessBody } from "./bodiless.ts";
import { crossOriginClients, crossOriginLegacy, crossOriginService } from "./cross-origin.ts";
import type { HttpEnv } from "./env.ts";
import { serveHealth } from "./healthz.ts";
import { serveStatus, STATUS_PATH } from "./operator.ts";
import { refuse } from "./refuse.ts";
import { shareReads } from "./share-reads.ts";
import { setSecurityHeaders, withoutEcho } from "./security-headers.ts";
import { serveBudget, serveMock } from "../budget/service.ts";
import { resealBudgets } from "../budget/reseal.ts";
import { serveFile } from "../budget/transactions/links.ts";
import { readConfig } from "../config.ts";
import { isNames } from "../importer/connection/names.ts";
import { createUpstream } from "../importer/connection/upstream.ts";
import { RESEAL_PATH, serveReseal } from "../importer/reseal-api.ts";
import { serveHook } from "../importer/webhooks/receiving/door.ts";
import { findSession, signInLinks, type Session } from "../oauth/sign-in/session.ts";
import { beginToolLogin, finishToolLogin } from "../oauth/tool-login/endpoints.ts";
import { serveMetadata, serveRevoke, serveToken } from "../oauth/server/endpoints.ts";
import { pages } from "../pages/app.tsx";
import { authorizePages } from "../pages/authorize/routes.tsx";
import { logFault } from "../platform/log.ts";
import { isOwnRequest } from "../sources/own-mark.ts";

/** Paths that exist only with the embedded service, besides its pages (pages/ui/gate.ts). */
const SERVICE_PATHS = [
  "/v2",
  "/v1",
  "/mock",
  "/files",
  "/oauth",
  "/.well-known/oauth-authorization-server",
];

/** Everything the Worker answers over HTTP. */
export const http = new Hono<HttpEnv>();

http.use(async (c, next) => {
  c.req.raw = withoutMeaninglessBody(c.req.raw);
  c.set("config", readConfig(c.env));
  await next();
  c.res = await withoutEcho(c.res, c.get("config"));
  setSecurityHeaders(c.res.headers, c.get("formTarget"), c.get("ownPolicy"));
});

for (const path of ["/v2/*", "/mock/v2/*"]) http.use(path, crossOriginService);
http.use("/v1/*", crossOriginLegacy);
for (const path of ["/oauth/token", "/oauth/revoke", "/.well-known/oauth-authorization-server"])
  http.use(path, crossOriginClients);

// This check comes first: a source or a webhook that leads back here would loop without end.
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
  c.header("cache-control", "no-store");
  return c.json(
    {
      message: "Internal Server Error",
      errors: [{ errMsg: "Something went wrong here; it was logged." }],
    },
    500,
  );
});

http.use(limitBody);

http.get("/health", (c) => c.text("ok"));
http.get("/healthz", (c) => serveHealth(c.env, Date.now()));

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
  http.all(path, (c) =>
    serveBudget(c.req.raw, c.env, c.get("config"), { address: readAddress(c) }),
  );
http.all("/mock/v2/*", (c) => serveMock(c.req.raw, c.env, readAddress(c)));

http.get("/files/:budget/:key", (c) =>
  serveFile(c.req.raw, c.req.param("budget"), c.req.param("key"), c.env, Date.now()),
);

http.post("/hooks/:id", (c) => serveHook(c.req.raw, c.req.param("id"), c.env));

http.post("/api/sign-in-links", (c) => signInLinks(c.req.raw, c.env, c.get("config")));

http.post(RESEAL_PATH, (c) =>
  serveReseal(c.req.raw, c.env, (first) => resealBudgets(c.env, first)),
);

http.post(STATUS_PATH, (c) => serveStatus(c.req.raw, c.env));
http.post("/api/tool-logins", (c) => beginToolLogin(c.req.raw, c.env, readAddress(c)));
http.post("/api/tool-logins/key", (c) => finishToolLogin(c.req.raw, c.env, readAddress(c)));

http.all("/api/*", answerApi);

http.get("/.well-known/oauth-authorization-server", (c) => serveMetadata(c.req.raw, readClient(c)));
http.all("/oauth/token", (c) => serveToken(c.req.raw, c.env, readClient(c)));
http.all("/oauth/revoke", (c) => serveRevoke(c.req.raw, c.env, readClient(c)));

http.use(async (c, next) => {
  const session = await findSession(c.req.raw, c.env);
  c.set("session", session);
  const { budgetApiUrl } = c.get("config");
  const connection = session?.connection ?? null;
  // The embedded service has no quota for us, so its names are never old.
  const names =
    budgetApiUrl === null || connection === null
      ? null
      : async (path: string) => c.env.IMPORTER.getByName(connection).readNames(path);
  const { api, service } = shareReads({
    api: async (path, init) => callApi(c, session, path, init),
    service: async (path, init) =>
      names !== null && init === undefined && isNames(path)
        ? names(path)
        : callService(c, session, path, init),
  });
  c.set("api", api);
  c.set("service", service);
  c.set("names", names ?? service);
  return next();
});
http.route("/", authorizePages);
http.route("/", pages);

async function callService(
  c: Context<HttpEnv>,
  session: Session | null,
  path: string,
  init?: RequestInit,
): Promise<Response> {
  // The token belongs to the connection: nobody else may use it.
  const connection = session?.connection ?? null;
  if (connection === null) return new Response(null, { status: 401 });
  const importer = c.env.IMPORTER.getByName(connection);
  const { base, fetch, paced } = createUpstream(
    c.get("config"),
    c.executionCtx as ExecutionContext,
    importer,
  );
  const request = new Request(base + path, init);
  if (!paced || request.method === "GET") return fetch(request);
  await importer.forgetNames();
  const response = await fetch(request);
  await importer.forgetNames();
  return response;
}

function readClient(c: Context<HttpEnv>) {
  return { address: readAddress(c), config: c.get("config") };
}

function readAddress(c: Context<HttpEnv>): string {
  return c.req.header("cf-connecting-ip") ?? "local";
}
