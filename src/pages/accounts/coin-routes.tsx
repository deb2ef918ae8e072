// The targets of the forms of synced crypto accounts: remove, refresh, change the source.

import { Hono } from "hono";
import * as z from "zod";
import { cryptoSyncedSchema } from "../overview/wire.ts";
import { secretsTyped, settingsTyped } from "../sources/typed-settings.ts";
import { change, encodePath, param, remove, type PageContext } from "../ui/calls.ts";
import { passOnStatus, read, readAnswer } from "../ui/client.ts";
import type { PageEnv } from "../ui/context.ts";
import { parseId, readFields } from "../ui/form.ts";
import { refusalPage } from "../ui/refusal-page.tsx";
import type { Refused } from "../ui/refused-form.ts";
import { ChangeCoins } from "./connect-forms.tsx";
import { findFeed, providerWords } from "./feeds.ts";
import { findSource, sortRefused } from "./find-source.ts";
import { answer, PAGE, showAccounts, type Status } from "./show-accounts.tsx";
import { coinSourceSchema } from "./wire.ts";

/** To be mounted by routes.tsx, which checks the sign-in. */
export const coinPages = new Hono<PageEnv>();

coinPages.post(`${PAGE}/coins/:id/remove`, async (c) =>
  answer(
    c,
    await remove(c.get("api"), encodePath`/api/crypto/synced/${param(c, "id")}?keep_history=true`),
  ),
);

coinPages.post(`${PAGE}/coins/:id/refresh`, async (c) => refreshAccount(c, c.req.param("id")));

coinPages.get(`${PAGE}/coins/:id/source`, (c) => changePage(c, null, 200));

coinPages.post(`${PAGE}/coins/:id/source`, async (c) => {
  const field = await readFields(c);
  const path = encodePath`/api/crypto/synced/${param(c, "id")}/source`;
  const known = await read(c.get("api"), path, coinSourceSchema);
  if (!known.ok) return refusalPage(c, known.error);
  const source = await findSource(c, findFeed(known.value.provider)?.type ?? null);
  if (!source.ok) return refusalPage(c, source.error);
  const done = await change(
    c.get("api"),
    path,
    { settings: settingsTyped(source.value, field), secrets: secretsTyped(source.value, field) },
    "PUT",
  );
  return done.ok
    ? refreshAccount(c, c.req.param("id"))
    : changePage(c, sortRefused(source.value, done.error, field), passOnStatus(done.error));
});

async function changePage(c: PageContext, refused: Refused | null, status: Status) {
  const id = parseId(c.req.param("id") ?? "");
  const [known, listed] = await Promise.all([
    read(c.get("api"), encodePath`/api/crypto/synced/${param(c, "id")}/source`, coinSourceSchema),
    read(c.get("service"), "/crypto/synced", cryptoSyncedSchema),
  ]);
  if (!known.ok) return refusalPage(c, known.error);
  const { provider } = known.value;
  const source = await findSource(c, findFeed(provider)?.type ?? null);
  if (!source.ok) return refusalPage(c, source.error);
  const shown = listed.ok
    ? listed.value.crypto_synced.find((one) => one.id === id)?.display_name
    : null;
  c.header("cache-control", "no-store");
  return c.html(
    <ChangeCoins
      id={id}
      name={shown || providerWords(provider)}
      source={source.value}
      known={known.value}
      refused={refused}
    />,
    status,
  );
}

/** Reads a synced account. If its server cannot be reached, the page says so at the account. */
async function refreshAccount(c: PageContext, id: string) {
  const done = await readAnswer(
    await c.get("service")(`/crypto/synced/${encodeURIComponent(id)}/refresh`, { method: "POST" }),
    z.unknown(),
  );
  if (done.ok || done.error.status >= 500) return c.redirect(`${PAGE}#synced-${parseId(id)}`, 303);
  return showAccounts(c, { bank: null, message: done.error.message }, passOnStatus(done.error));
}
