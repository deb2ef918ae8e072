// /api/hooks: where other programs may send to, for people alone. An address and a secret are shown when they are made.

import { Hono } from "hono";
import * as z from "zod";
import type { Env } from "../../config.ts";
import { HOOK_CALLS_PAGE_MAX, HOOK_LABEL_CHARS_MAX, HOOKS_MAX } from "../../limits.ts";
import { parseWebhookKey } from "../../value/webhook.ts";
import { peopleOnly } from "../access-api.ts";
import { pageOf } from "../api.ts";
import { jsonOf } from "../json.ts";
import { refuse } from "../problem.ts";

interface ApiEnv {
  readonly Bindings: Env;
  readonly Variables: { readonly connection: string; readonly isPerson: boolean };
}

const hookBody = z.strictObject({
  label: z.string().min(1).max(HOOK_LABEL_CHARS_MAX),
  check: z.enum(["signature", "address"]),
  key: z.string().nullable().default(null),
  account_id: z.int().positive().nullable().default(null),
});

/** The routes; `connection` and `isPerson` are set by whoever checked the caller. */
export const hooksApi = new Hono<ApiEnv>();

for (const path of ["/api/hooks", "/api/hooks/*"]) hooksApi.use(path, peopleOnly);

hooksApi.get("/api/hooks", async (c) => c.json({ hooks: await importerOf(c.env, c.get("connection")).hooks() }));

hooksApi.post("/api/hooks", async (c) => {
  const body = hookBody.safeParse(jsonOf(await c.req.text()));
  if (!body.success) {
    const message = `The body is {label: <1 to ${HOOK_LABEL_CHARS_MAX} characters>, check: signature or address, key: <the sender's whsec_ or whpk_, or null>, account_id: <id of a manual account, or null>}.`;
    return refuse({ kind: "invalid", field: ["/body", ...(body.error.issues[0]?.path ?? [])].join("/"), message });
  }
  const { label, check, key, account_id: account } = body.data;
  if (key !== null && (check === "address" || parseWebhookKey(key) === null)) {
    const message = check === "address" ? "A hook that is known by its address has no key." : "A key is whsec_ and 24 to 64 bytes in base64, or whpk_ and the 32 of an Ed25519 public key.";
    return refuse({ kind: "invalid", field: "/body/key", message });
  }
  const importer = importerOf(c.env, c.get("connection"));
  if (account !== null) {
    const listed = await importer.accounts();
    if (listed.kind !== "accounts") return refuse({ kind: "no answer", message: "The service cannot be asked for its accounts just now; nothing was changed." });
    if (!listed.accounts.some(({ id, closed }) => id === account && !closed)) return refuse({ kind: "invalid", field: "/body/account_id", message: `There is no open account ${account}.` });
  }
  const made = await importer.createHook({ label, check, key, account });
  if (made === null) return refuse({ kind: "too many", message: `A connection has at most ${HOOKS_MAX} hooks.` });
  const url = new URL(`/hooks/${made.address}`, c.req.url).href;
  return c.json({ ...made.hook, url, secret: made.secret }, 201, { "cache-control": "no-store" });
});

hooksApi.delete("/api/hooks/:id", async (c) => {
  const id = c.req.param("id");
  const removed = isId(id) && (await importerOf(c.env, c.get("connection")).deleteHook(Number(id)));
  return removed ? new Response(null, { status: 204 }) : refuse({ kind: "not learned", what: `hook ${id.slice(0, 20)}` });
});

hooksApi.get("/api/hooks/:id/calls", async (c) => {
  const page = pageOf(c.req.query(), HOOK_CALLS_PAGE_MAX);
  if (!page.ok) return refuse(page.error);
  const id = c.req.param("id");
  return c.json(await importerOf(c.env, c.get("connection")).hookCalls(isId(id) ? Number(id) : 0, page.value.limit, page.value.offset));
});

function importerOf(env: Env, connection: string) {
  return env.IMPORTER.getByName(connection);
}

function isId(text: string): boolean {
  return /^[1-9]\d{0,14}$/.test(text);
}
