// /api/webhooks: who is told of what happens here, for people alone. A secret is shown when it is made.

import { Hono, type Context } from "hono";
import * as z from "zod";
import { readConfig } from "../../../config.ts";
import {
  DELIVERIES_PAGE_MAX,
  ENDPOINT_LABEL_CHARS_MAX,
  ENDPOINTS_MAX,
} from "../../../platform/limits.ts";
import { addressOf, hostOf } from "../../../sources/address.ts";
import { peopleOnly } from "../../keys/api.ts";
import { pageOf } from "../../imports/api.ts";
import { jsonOf } from "../../../platform/json.ts";
import { refuse } from "../../problem.ts";
import { EVENT_TYPES } from "./notify.ts";

interface ApiEnv {
  readonly Bindings: Env;
  readonly Variables: { readonly connection: string; readonly isPerson: boolean };
}

const label = z.string().min(1).max(ENDPOINT_LABEL_CHARS_MAX);
const events = z.array(z.enum(EVENT_TYPES)).min(1);
const endpointBody = z.strictObject({
  label,
  url: z.string(),
  events: events.default(EVENT_TYPES),
});
/** What each property is to be. */
const ENDPOINT_WORDS: ReadonlyMap<unknown, string> = new Map([
  ["label", `label must have 1 to ${ENDPOINT_LABEL_CHARS_MAX} characters.`],
  ["url", "url must be an https address."],
  ["events", `events must be one or more of ${EVENT_TYPES.join(", ")}; left out, all.`],
]);
const changeBody = z.strictObject({
  label: label.optional(),
  events: events.optional(),
  enabled: z.boolean().optional(),
});

/** The routes; `connection` and `isPerson` are set by whoever checked the caller. */
export const webhooksApi = new Hono<ApiEnv>();

for (const path of ["/api/webhooks", "/api/webhooks/*"]) webhooksApi.use(path, peopleOnly);

webhooksApi.get("/api/webhooks", async (c) =>
  c.json({ endpoints: await importerOf(c).endpoints(), events: EVENT_TYPES }),
);

webhooksApi.post("/api/webhooks", async (c) => {
  const body = endpointBody.safeParse(jsonOf(await c.req.text()));
  if (!body.success)
    return invalid(
      body.error,
      ENDPOINT_WORDS.get(body.error.issues[0]?.path[0]) ??
        `The body is {label, url, events}: ${[...ENDPOINT_WORDS.values()].join(" ")}`,
    );
  const { local, ownIssuer } = readConfig(c.env);
  const origin = new URL(c.req.url).origin;
  const ownHosts = [origin, ...(ownIssuer === null ? [] : [ownIssuer])].map((one) =>
    hostOf(new URL(one)),
  );
  const address = addressOf(body.data.url, { local, ownHosts });
  if (!address.ok) return refuse({ kind: "invalid", field: "/body/url", message: address.error });
  const made = await importerOf(c).createEndpoint({
    ...body.data,
    url: address.value.href,
    origin,
  });
  if (made === null)
    return refuse({
      kind: "too many",
      message: `A connection has at most ${ENDPOINTS_MAX} endpoints.`,
    });
  return c.json({ ...made.endpoint, secret: made.secret }, 201, NO_STORE);
});

webhooksApi.put("/api/webhooks/:id", async (c) => {
  const body = changeBody.safeParse(jsonOf(await c.req.text()));
  if (!body.success)
    return invalid(
      body.error,
      "The body is {label, events, enabled}, each of which may be left out.",
    );
  const changed = await importerOf(c).changeEndpoint(idOf(c.req.param("id")), body.data);
  return changed === null ? unknown(c) : c.json(changed);
});

webhooksApi.delete("/api/webhooks/:id", async (c) =>
  (await importerOf(c).deleteEndpoint(idOf(c.req.param("id"))))
    ? new Response(null, { status: 204 })
    : unknown(c),
);

webhooksApi.post("/api/webhooks/:id/rotate", async (c) => {
  const secret = await importerOf(c).rotateEndpoint(idOf(c.req.param("id")));
  return secret === null ? unknown(c) : c.json({ secret }, 200, NO_STORE);
});

webhooksApi.post("/api/webhooks/:id/test", async (c) =>
  sent(c, await importerOf(c).tryEndpoint(idOf(c.req.param("id")))),
);

webhooksApi.get("/api/webhooks/:id/deliveries", async (c) => {
  const page = pageOf(c.req.query(), DELIVERIES_PAGE_MAX);
  if (!page.ok) return refuse(page.error);
  const found = await importerOf(c).deliveries(
    idOf(c.req.param("id")),
    page.value.limit,
    page.value.offset,
  );
  return found === null ? unknown(c) : c.json(found);
});

webhooksApi.post("/api/webhooks/:id/deliveries/:delivery/resend", async (c) =>
  sent(c, await importerOf(c).resend(idOf(c.req.param("id")), idOf(c.req.param("delivery")))),
);

const NO_STORE = { "cache-control": "no-store" };

type ApiContext = Context<ApiEnv>;

function importerOf(c: ApiContext) {
  return c.env.IMPORTER.getByName(c.get("connection"));
}

function sent(c: ApiContext, done: "sent" | "disabled" | "unknown"): Response {
  if (done === "unknown") return unknown(c);
  return done === "sent"
    ? Response.json({ state: "waiting" }, { status: 202 })
    : refuse({ kind: "not offered", message: "The endpoint is switched off. Switch it on first." });
}

function unknown(c: ApiContext): Response {
  return refuse({
    kind: "not learned",
    what: `such endpoint, or delivery of it: ${(c.req.param("id") ?? "").slice(0, 20)}`,
  });
}

function invalid(error: z.ZodError, message: string): Response {
  return refuse({
    kind: "invalid",
    field: ["/body", ...(error.issues[0]?.path ?? [])].join("/"),
    message,
  });
}

/** 0, which nothing has, for what is no id. */
function idOf(text: string): number {
  return /^[1-9]\d{0,14}$/.test(text) ? Number(text) : 0;
}
