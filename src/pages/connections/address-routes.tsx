// The form targets of receipt addresses and trusted senders. Each answers with the page of
// connections.

import { Hono, type Context, type MiddlewareHandler } from "hono";
import * as z from "zod";
import { readAnswer, send, passOnStatus, type PassedOn } from "../ui/client.ts";
import type { PageEnv } from "../ui/context.ts";
import { parseId, readText } from "../ui/form.ts";
import { connected, GONE_ON, signedIn } from "../ui/gate.ts";
import { Notice } from "../ui/shell.tsx";

type PageContext = Context<PageEnv>;

const PAGE = "/connections#addresses";
const ACCEPTED = "/connections#accepted";

/** To be mounted at "/", behind the check of a form's origin. */
export const addressPages = new Hono<PageEnv>();

/** A form belongs to one connection. The session may have switched to another in a second tab. */
const shownConnection: MiddlewareHandler<PageEnv> = async (c, next) => {
  const form = c.req.method === "POST" ? await c.req.parseBody() : {};
  if (c.req.method !== "POST" || readText(form["connection"]) === c.get("session")?.connection)
    return next();
  return refused(c, GONE_ON, 409);
};

for (const path of ["/addresses", "/addresses/*", "/trusted/*"])
  addressPages.use(path, signedIn, connected, shownConnection);

addressPages.post("/addresses", async (c) => {
  const form = await c.req.parseBody();
  return after(
    c,
    await send(
      c.get("api"),
      "/api/addresses",
      { label: readText(form["label"]).trim() },
      z.unknown(),
    ),
  );
});

addressPages.post("/addresses/:id/rotate", async (c) => {
  const form = await c.req.parseBody();
  const days = readText(form["grace_days"]);
  const body = days === "" ? {} : { grace_days: Number(days) };
  return after(
    c,
    await send(
      c.get("api"),
      `/api/addresses/${encodeURIComponent(c.req.param("id"))}/rotate`,
      body,
      z.unknown(),
    ),
  );
});

addressPages.post("/addresses/:id/options", async (c) => {
  const form = await c.req.parseBody();
  const body = {
    mode: readText(form["mode"]) === "insert" ? "insert" : "wait",
    account_id: parseId(readText(form["account_id"])) || null,
  };
  return after(
    c,
    await send(
      c.get("api"),
      `/api/addresses/${encodeURIComponent(c.req.param("id"))}`,
      body,
      z.unknown(),
      "PUT",
    ),
  );
});

addressPages.post("/addresses/:id/revoke", async (c) => {
  const response = await c.get("api")(`/api/addresses/${encodeURIComponent(c.req.param("id"))}`, {
    method: "DELETE",
  });
  return after(c, await readAnswer(response, z.unknown()));
});

addressPages.post("/trusted/:id/remove", async (c) => {
  const response = await c.get("api")(`/api/trusted/${encodeURIComponent(c.req.param("id"))}`, {
    method: "DELETE",
  });
  return after(c, await readAnswer(response, z.unknown()), ACCEPTED);
});

function after(c: PageContext, done: Awaited<ReturnType<typeof readAnswer>>, page = PAGE) {
  return done.ok ? c.redirect(page, 303) : refused(c, done.error.message, passOnStatus(done.error));
}

function refused(c: PageContext, message: string, status: PassedOn) {
  return c.html(<Notice title="That did not work" message={message} />, status);
}
