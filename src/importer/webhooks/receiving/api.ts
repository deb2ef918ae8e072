// /api/hooks: where other programs may send to, for people alone. An address and a secret are shown when they are made.

import { Hono } from "hono";
import * as z from "zod";
import { HOOK_CALLS_PAGE_MAX, HOOK_LABEL_CHARS_MAX, HOOKS_MAX } from "../../../platform/limits.ts";
import { parseWebhookKey } from "../../../platform/webhook-signature.ts";
import { peopleOnly } from "../../keys/api.ts";
import { pageOf } from "../../imports/api.ts";
import { jsonOf } from "../../../platform/json.ts";
import { refuse } from "../../problem.ts";

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

const rotationBody = z.strictObject({
  key: z.string().nullable().default(null),
  at_once: z.boolean().default(false),
});
const KEY_WORDS =
  "A key is whsec_ and 24 to 64 bytes in base64, or whpk_ and the 32 of an Ed25519 public key.";
/** What each property is to be. */
const HOOK_WORDS: ReadonlyMap<unknown, string> = new Map([
  ["label", `label must have 1 to ${HOOK_LABEL_CHARS_MAX} characters.`],
  ["check", "check must be signature or address."],
  ["key", "key must be the sender's whsec_ or whpk_, or null."],
  ["account_id", "account_id must be the id of a manual account, or null."],
]);
const NO_KEY_WORDS = "A hook that is known by its address has no key.";

/** The routes; `connection` and `isPerson` are set by whoever checked the caller. */
export const hooksApi = new Hono<ApiEnv>();

// An import key sees the hooks and what they were sent; it makes none, since a hook would outlive it.
for (const path of ["/api/hooks", "/api/hooks/*"])
  hooksApi.use(path, async (c, next) => (c.req.method === "GET" ? next() : peopleOnly(c, next)));

hooksApi.get("/api/hooks", async (c) =>
  c.json({ hooks: await importerOf(c.env, c.get("connection")).hooks() }),
);

hooksApi.post("/api/hooks", async (c) => {
  const body = hookBody.safeParse(jsonOf(await c.req.text()));
  if (!body.success) {
    const path = body.error.issues[0]?.path ?? [];
    return refuse({
      kind: "invalid",
      field: ["/body", ...path].join("/"),
      message:
        HOOK_WORDS.get(path[0]) ??
        `The body is {label, check, key, account_id}: ${[...HOOK_WORDS.values()].join(" ")}`,
    });
  }
  const { label, check, key, account_id: account } = body.data;
  if (key !== null && (check === "address" || parseWebhookKey(key) === null)) {
    return refuse({
      kind: "invalid",
      field: "/body/key",
      message: check === "address" ? NO_KEY_WORDS : KEY_WORDS,
    });
  }
  const importer = importerOf(c.env, c.get("connection"));
  if (account !== null) {
    const listed = await importer.accounts();
    if (listed.kind !== "accounts")
      return refuse({
        kind: "no answer",
        message: "The service cannot be asked for its accounts just now; nothing was changed.",
      });
    if (!listed.accounts.some(({ id, closed }) => id === account && !closed))
      return refuse({
        kind: "invalid",
        field: "/body/account_id",
        message: `There is no open account ${account}.`,
      });
  }
  const made = await importer.createHook({ label, check, key, account });
  if (made === null)
    return refuse({ kind: "too many", message: `A connection has at most ${HOOKS_MAX} hooks.` });
  return c.json(
    { ...made.hook, url: urlOf(c.req.url, made.address), secret: made.secret },
    201,
    NO_STORE,
  );
});

hooksApi.post("/api/hooks/:id/rotate", async (c) => {
  const text = await c.req.text();
  const body = rotationBody.safeParse(text === "" ? {} : jsonOf(text));
  if (!body.success) {
    const message =
      "The body is {key: <the sender's new whsec_ or whpk_, or null>, at_once: <whether the one before ends now>}; both may be left out.";
    return refuse({
      kind: "invalid",
      field: ["/body", ...(body.error.issues[0]?.path ?? [])].join("/"),
      message,
    });
  }
  const { key, at_once: atOnce } = body.data;
  if (key !== null && parseWebhookKey(key) === null)
    return refuse({ kind: "invalid", field: "/body/key", message: KEY_WORDS });
  const id = c.req.param("id");
  const changed = await importerOf(c.env, c.get("connection")).rotateHook(
    isId(id) ? Number(id) : 0,
    { key, atOnce },
  );
  if (changed.ok)
    return c.json(
      {
        url: changed.value.address === null ? null : urlOf(c.req.url, changed.value.address),
        secret: changed.value.secret,
      },
      200,
      NO_STORE,
    );
  switch (changed.error) {
    case "no such hook":
      return refuse({ kind: "not learned", what: `hook ${id.slice(0, 20)}` });
    case "has no key":
      return refuse({ kind: "invalid", field: "/body/key", message: NO_KEY_WORDS });
    case "changed meanwhile":
      return refuse({
        kind: "not offered",
        message: "The hook was changed at the same time; look at it, and try again.",
      });
  }
});

hooksApi.delete("/api/hooks/:id", async (c) => {
  const id = c.req.param("id");
  const removed = isId(id) && (await importerOf(c.env, c.get("connection")).deleteHook(Number(id)));
  return removed
    ? new Response(null, { status: 204 })
    : refuse({ kind: "not learned", what: `hook ${id.slice(0, 20)}` });
});

hooksApi.get("/api/hooks/:id/calls", async (c) => {
  const page = pageOf(c.req.query(), HOOK_CALLS_PAGE_MAX);
  if (!page.ok) return refuse(page.error);
  const id = c.req.param("id");
  return c.json(
    await importerOf(c.env, c.get("connection")).hookCalls(
      isId(id) ? Number(id) : 0,
      page.value.limit,
      page.value.offset,
    ),
  );
});

const NO_STORE = { "cache-control": "no-store" };

function urlOf(asked: string, address: string): string {
  return new URL(`/hooks/${address}`, asked).href;
}

function importerOf(env: Env, connection: string) {
  return env.IMPORTER.getByName(connection);
}

function isId(text: string): boolean {
  return /^[1-9]\d{0,14}$/.test(text);
}
