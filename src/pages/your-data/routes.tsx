// The page "Your data" and the targets of its forms and links. Files pass through as streams.

import { Hono, type Context } from "hono";
import * as z from "zod";
import { passOnStatus, read, readAnswer, send, type PassedOn } from "../ui/client.ts";
import { encodePath } from "../ui/calls.ts";
import type { PageEnv } from "../ui/context.ts";
import { readText } from "../ui/form.ts";
import { connected, signedIn } from "../ui/gate.ts";
import { refusalPage } from "../ui/refusal-page.tsx";
import { YourData } from "./page.tsx";
import { KEPT_LIST, RESTORE } from "./wire.ts";

type PageContext = Context<PageEnv>;

/** To be mounted at "/". */
export const dataPages = new Hono<PageEnv>();

for (const path of ["/your-data", "/your-data/*"]) dataPages.use(path, signedIn, connected);

dataPages.get("/your-data", (c) => page(c, null, 200));

dataPages.get("/your-data/download", (c) => passOn(c, "/api/backup"));

dataPages.get("/your-data/backups/:id", (c) =>
  passOn(c, encodePath`/api/backups/${c.req.param("id")}`),
);

dataPages.put("/your-data/restore/pieces/:n", (c) => {
  const { search } = new URL(c.req.url);
  const init = { method: "PUT", body: c.req.raw.body };
  return c.get("api")(`${encodePath`/api/restore/pieces/${c.req.param("n")}`}${search}`, init);
});

// The file itself, or nothing but the name of its pieces, from the page's script.
dataPages.post("/your-data/restore", async (c) => {
  const { search } = new URL(c.req.url);
  const init = {
    method: "POST",
    body: c.req.raw.body,
    headers: { "content-type": c.req.header("content-type") ?? "" },
  };
  const begun = await readAnswer(await c.get("api")(`/api/restore${search}`, init), RESTORE);
  if (begun.ok) return c.redirect("/your-data", 303);
  const { message } = begun.error;
  return search === ""
    ? page(c, message, passOnStatus(begun.error))
    : c.json({ message }, passOnStatus(begun.error));
});

dataPages.post("/your-data/stop", async (c) => {
  await c.get("api")("/api/restore", { method: "DELETE" });
  return c.redirect("/your-data", 303);
});

dataPages.post("/your-data/backups", async (c) => {
  const chosen = readText((await c.req.parseBody())["days"]);
  const days = chosen === "" ? null : Number(chosen);
  const saved = await send(c.get("api"), "/api/backups", { days }, KEPT_LIST, "PUT");
  return saved.ok
    ? c.redirect("/your-data", 303)
    : page(c, saved.error.message, passOnStatus(saved.error));
});

dataPages.post("/your-data/backups/:id/delete", async (c) => {
  await c.get("api")(encodePath`/api/backups/${c.req.param("id")}`, { method: "DELETE" });
  return c.redirect("/your-data", 303);
});

dataPages.post("/your-data/target", async (c) => {
  const form = await c.req.parseBody();
  const url = readText(form["url"]).trim();
  const token = readText(form["token"]).trim();
  const user = readText(form["user"]).trim();
  // A password may begin or end with a space.
  const password = readText(form["password"]);
  const given = Object.entries({ token, user, password }).filter(([, value]) => value !== "");
  const body = { url, ...Object.fromEntries(given) };
  const saved = await send(c.get("api"), "/api/backup-target", body, KEPT_LIST, "PUT");
  return saved.ok
    ? c.redirect("/your-data#sent", 303)
    : page(c, saved.error.message, passOnStatus(saved.error), url);
});

dataPages.post("/your-data/target/send", async (c) => {
  await c.get("api")("/api/backup-target/send", { method: "POST" });
  return c.redirect("/your-data#sent", 303);
});

dataPages.post("/your-data/target/delete", async (c) => {
  await c.get("api")("/api/backup-target", { method: "DELETE" });
  return c.redirect("/your-data#sent", 303);
});

async function page(
  c: PageContext,
  alert: string | null,
  status: 200 | PassedOn,
  typedAddress: string | null = null,
) {
  const [kept, restore] = await Promise.all([
    read(c.get("api"), "/api/backups", KEPT_LIST),
    read(c.get("api"), "/api/restore", RESTORE),
  ]);
  if (!kept.ok) return refusalPage(c, kept.error);
  return c.html(
    <YourData
      kept={kept.value}
      restore={restore.ok ? restore.value : null}
      alert={alert}
      typedAddress={typedAddress}
    />,
    status,
  );
}

/** A file of the API, or the page with its refusal. */
async function passOn(c: PageContext, path: string) {
  const response = await c.get("api")(path);
  if (response.ok) return response;
  const refused = await readAnswer(response, z.unknown());
  return refused.ok
    ? page(c, null, 200)
    : page(c, refused.error.message, passOnStatus(refused.error));
}
