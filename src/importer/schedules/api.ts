// /api/schedules: balances that update themselves, for a caller already known to act for a connection. For people alone: a
// schedule makes this server ask others, with credentials that are set here and never shown.

import { Hono } from "hono";
import { SOURCES } from "../../sources/sources.ts";
import type { Result } from "../../platform/result.ts";
import { peopleOnly } from "../keys/api.ts";
import type { Importer } from "../object.ts";
import { refuse, type ImportProblem } from "../problem.ts";

interface ApiEnv {
  readonly Bindings: Env;
  readonly Variables: { readonly connection: string; readonly isPerson: boolean };
}

/** The routes; `connection` and `isPerson` are set by whoever checked the caller. */
export const schedulesApi = new Hono<ApiEnv>();

for (const path of ["/api/schedules", "/api/schedules/*"]) {
  schedulesApi.use(path, peopleOnly);
  schedulesApi.use(path, async (c, next) => {
    await next();
    c.res.headers.set("cache-control", "no-store");
  });
}

schedulesApi.get("/api/schedules", async (c) =>
  json(await importerOf(c.env, c.get("connection")).schedules()),
);

schedulesApi.get("/api/schedules/sources", (c) => {
  const sources = SOURCES.map(({ type, label, fields, secrets, statements }) => ({
    type,
    label,
    fields,
    secrets,
    statements,
  }));
  return c.json({ sources });
});

schedulesApi.post("/api/schedules", async (c) =>
  answer(await importerOf(c.env, c.get("connection")).createSchedule(await c.req.text()), 201),
);

schedulesApi.get("/api/schedules/:id", async (c) => {
  const id = c.req.param("id");
  const found = await importerOf(c.env, c.get("connection")).schedule(id);
  return found === null ? refuse({ kind: "no such schedule", id }) : json(found);
});

schedulesApi.put("/api/schedules/:id", async (c) =>
  answer(
    await importerOf(c.env, c.get("connection")).changeSchedule(
      c.req.param("id"),
      await c.req.text(),
    ),
    200,
  ),
);

schedulesApi.delete("/api/schedules/:id", async (c) => {
  const id = c.req.param("id");
  const removed = await importerOf(c.env, c.get("connection")).deleteSchedule(id);
  return removed ? new Response(null, { status: 204 }) : refuse({ kind: "no such schedule", id });
});

schedulesApi.post("/api/schedules/:id/run", async (c) =>
  answer(await importerOf(c.env, c.get("connection")).runSchedule(c.req.param("id")), 202),
);

function importerOf(env: Env, connection: string): DurableObjectStub<Importer> {
  return env.IMPORTER.getByName(connection);
}

function answer(result: Result<string, ImportProblem>, status: number): Response {
  return result.ok ? json(result.value, status) : refuse(result.error);
}

function json(text: string, status = 200): Response {
  return new Response(text, { status, headers: { "content-type": "application/json" } });
}
