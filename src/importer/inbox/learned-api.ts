// /api/trusted and /api/corrections: what mail taught through a person's decisions, and taking it back. For people alone.

import { Hono } from "hono";
import { peopleOnly } from "../keys/api.ts";
import type { Importer } from "../object.ts";
import { refuse } from "../problem.ts";
import { MEMORY_FIELDS } from "./memory.ts";

interface ApiEnv {
  readonly Bindings: Env;
  readonly Variables: { readonly connection: string; readonly isPerson: boolean };
}

/** The routes; `connection` and `isPerson` are set by whoever checked the caller. */
export const learnedApi = new Hono<ApiEnv>();

for (const path of ["/api/trusted", "/api/trusted/*", "/api/corrections", "/api/corrections/*"]) {
  learnedApi.use(path, peopleOnly, async (c, next) => {
    await next();
    c.res.headers.set("cache-control", "no-store");
  });
}

learnedApi.get("/api/trusted", async (c) =>
  c.json({ trusted: await importerOf(c.env, c.get("connection")).trusted() }),
);

learnedApi.delete("/api/trusted/:id", async (c) => {
  const id = c.req.param("id");
  const gone =
    /^[1-9]\d{0,14}$/.test(id) &&
    (await importerOf(c.env, c.get("connection")).distrust(Number(id)));
  return gone
    ? new Response(null, { status: 204 })
    : refuse({ kind: "not learned", what: `accepted sender ${id.slice(0, 20)}` });
});

learnedApi.get("/api/corrections", async (c) =>
  c.json({ corrections: await importerOf(c.env, c.get("connection")).corrections() }),
);

learnedApi.delete("/api/corrections/:domain", async (c) => {
  const domain = c.req.param("domain");
  const asked = c.req.query("field") ?? null;
  const field = MEMORY_FIELDS.find((known) => known === asked) ?? null;
  if (asked !== null && field === null)
    return refuse({
      kind: "invalid",
      field: "/query/field",
      message: `field is ${MEMORY_FIELDS.join(", ")}, or left out for all of them.`,
    });
  const gone = await importerOf(c.env, c.get("connection")).forgetCorrections(domain, field);
  return gone
    ? new Response(null, { status: 204 })
    : refuse({ kind: "not learned", what: `correction for ${domain.slice(0, 100)}` });
});

function importerOf(env: Env, connection: string): DurableObjectStub<Importer> {
  return env.IMPORTER.getByName(connection);
}
