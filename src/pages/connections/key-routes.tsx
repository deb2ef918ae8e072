// The page of import keys and the targets of its forms.

import { Hono } from "hono";
import { param, encodePath, remove, type PageContext } from "../ui/calls.ts";
import { read, send, passOnStatus, type PassedOn } from "../ui/client.ts";
import type { PageEnv } from "../ui/context.ts";
import { readFields } from "../ui/form.ts";
import { connected, shownConnection, signedIn } from "../ui/gate.ts";
import { refusalPage } from "../ui/refusal-page.tsx";
import { type NewKey } from "../ui/wire.ts";
import { KEYS, NEW_KEY } from "../../importer/keys/wire.ts";
import { Keys } from "./keys.tsx";

/** To be mounted at "/". */
export const keyPages = new Hono<PageEnv>();

for (const path of ["/keys", "/keys/*"]) keyPages.use(path, signedIn, connected, shownConnection);

keyPages.get("/keys", (c) => keysPage(c, null, null, 200));

keyPages.post("/keys", async (c) => {
  const field = await readFields(c);
  const body = { label: field("label").trim() };
  const made = await send(c.get("api"), "/api/keys", body, NEW_KEY);
  return made.ok
    ? keysPage(c, made.value, null, 200)
    : keysPage(c, null, made.error.message, passOnStatus(made.error));
});

keyPages.post("/keys/:id/revoke", async (c) => {
  const revoked = await remove(c.get("api"), encodePath`/api/keys/${param(c, "id")}`);
  return revoked.ok
    ? c.redirect("/keys", 303)
    : keysPage(c, null, revoked.error.message, passOnStatus(revoked.error));
});

async function keysPage(
  c: PageContext,
  made: NewKey | null,
  alert: string | null,
  status: 200 | PassedOn,
) {
  const found = await read(c.get("api"), "/api/keys", KEYS);
  if (!found.ok) return refusalPage(c, found.error);
  c.header("cache-control", "no-store");
  const { origin } = new URL(c.req.url);
  return c.html(<Keys keys={found.value.keys} made={made} alert={alert} origin={origin} />, status);
}
