// The journal of changes for tests of pages: /api/changes over the test's service.

import { runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { Changes } from "../../src/importer/changes/feature.ts";
import { CHANGE_BODY } from "../../src/importer/changes/wire.ts";
import { steps } from "../../src/importer/schema.ts";
import { migrate } from "../../src/platform/sql/migrate.ts";
import { Sql } from "../../src/platform/sql/sql.ts";

type Call = (path: string, init?: RequestInit) => Promise<Response>;

/** Answers a request to /api/changes; `own` is the embedded service's own interface. */
export function makeJournal(service: Call, own: Call | null): Call {
  const fetch = async (request: Request): Promise<Response> => {
    const { pathname, search } = new URL(request.url);
    const path = `${pathname.replace(/^\/v2/, "")}${search}`;
    const text = await request.text();
    const { method } = request;
    const headers = { "content-type": "application/json" };
    const init = { method, ...(text !== "" && { body: text, headers }) };
    return pathname.startsWith("/api/") && own !== null ? own(path, init) : service(path, init);
  };
  const embedded = own === null ? {} : { own: "https://service.test/api" };
  const upstream = { base: "https://service.test/v2", fetch, paced: false, ...embedded };
  const bindings: Env = env;
  return (path, init) =>
    runInDurableObject(
      bindings.IMPORTER.getByName("abcdefghijklmnopqrstuvwx28"),
      async (_, state) => {
        const sql = new Sql(state.storage);
        await migrate(sql, steps, 1);
        const chance = { now: () => Date.now(), random: () => 0.5 };
        const changes = new Changes({
          sql,
          arm: async () => undefined,
          connection: "abcdefghijklmnopqrstuvwx27",
          bucket: env.DOCUMENTS,
          tools: () => ({ sql, chance, upstream, pace: async () => 0 }),
          credentials: { connection: async () => ({ userId: 7, personName: "Ann" }) },
        });
        const [, , , id] = path.split("/");
        if (id !== undefined) return Response.json(changes.get(Number(id)));
        const sent = typeof init?.body === "string" ? init.body : "{}";
        const body = CHANGE_BODY.safeParse(JSON.parse(sent));
        if (!body.success) throw new Error(JSON.stringify(body.error.issues));
        const answer = await changes.change(body.data, { id: 7, name: "Ann" });
        if (!answer.ok) throw new Error(JSON.stringify(answer.error));
        return Response.json(answer.value, { status: 201 });
      },
    );
}
