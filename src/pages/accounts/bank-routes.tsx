// The forms that connect a bank, a wallet or an exchange, and the targets of a bank connection's
// forms. The service asks banks in the background: we wait for them a little, then show what is
// known.

import { Hono } from "hono";
import * as z from "zod";
import { ACCOUNTS_LOOK_AGAIN_MS, ACCOUNTS_WAIT_MS_MAX } from "../../platform/limits.ts";
import { ok, type Result } from "../../platform/result.ts";
import type { ScheduleSource } from "../schedules/wire.ts";
import { secretsTyped, settingsTyped, type Typed } from "../sources/typed-settings.ts";
import { encodePath, param, remove, type PageContext } from "../ui/calls.ts";
import { passOnStatus, read, readAnswer, send, type Refusal } from "../ui/client.ts";
import type { PageEnv } from "../ui/context.ts";
import { readFields } from "../ui/form.ts";
import { refusalPage } from "../ui/refusal-page.tsx";
import type { Refused } from "../ui/refused-form.ts";
import { Notice } from "../ui/shell.tsx";
import { connectBitcoin } from "./bitcoin.ts";
import { ConnectBank, ConnectCoins } from "./connect-forms.tsx";
import { feedNamed, type Feed } from "./feeds.ts";
import { findSource, sortRefused } from "./find-source.ts";
import { answer, PAGE, showAccounts, type Status } from "./show-accounts.tsx";
import { connectionSchema, connectionsSchema, type BankConnection } from "./wire.ts";

const BANKS = "/api/linked/connections";

/** To be mounted by routes.tsx, which checks the sign-in. */
export const bankPages = new Hono<PageEnv>();

bankPages.get(`${PAGE}/new/:feed`, (c) => formPage(c, null, 200));

bankPages.post(`${PAGE}/new/:feed`, async (c) => {
  const [feed, field] = [feedNamed(c.req.param("feed")), await readFields(c)];
  const source = await findSource(c, feed?.type ?? null);
  if (!source.ok) return refusalPage(c, source.error);
  const made =
    feed?.provider == null
      ? await connectBitcoin(c.var, source.value, field)
      : await connectSynced(c, feed.provider, source.value, field);
  return made.ok
    ? c.redirect(`${PAGE}#${made.value}`, 303)
    : formPage(c, sortRefused(source.value, made.error, field), passOnStatus(made.error));
});

bankPages.post(`${PAGE}/banks`, async (c) => {
  const field = await readFields(c);
  const made = await send(c.get("api"), BANKS, { token: field("token") }, connectionSchema);
  if (!made.ok) return bankForm(c, made.error);
  await waitUntilSettled(c, made.value.id, hasEnded);
  return c.redirect(`${PAGE}#bank-${made.value.id}`, 303);
});

bankPages.post(`${PAGE}/banks/:id/token`, async (c) => {
  const [id, field] = [c.req.param("id"), await readFields(c)];
  const done = await send(
    c.get("api"),
    `${BANKS}/${encodeURIComponent(id)}`,
    { token: field("token") },
    connectionSchema,
    "PUT",
  );
  if (!done.ok)
    return showAccounts(c, { bank: id, message: done.error.message }, passOnStatus(done.error));
  const before = done.value;
  await waitUntilSettled(
    c,
    id,
    (bank) => hasEnded(bank) && (bank.reason !== null || bank.answered_at !== before.answered_at),
  );
  return c.redirect(`${PAGE}#bank-${id}`, 303);
});

bankPages.post(`${PAGE}/banks/:id/fetch`, async (c) => {
  const id = c.req.param("id");
  const found = await read(c.get("api"), BANKS, connectionsSchema);
  if (!found.ok) return refusalPage(c, found.error);
  const before = found.value.connections.find((one) => one.id === id);
  if (before === undefined)
    return c.html(<Notice title="Not found" message="This bank connection does not exist." />, 404);
  const asked = await readAnswer(
    await c.get("api")(`${BANKS}/${encodeURIComponent(id)}/fetch`, { method: "POST" }),
    z.unknown(),
  );
  if (!asked.ok)
    return showAccounts(
      c,
      { bank: null, message: `${before.host}: ${asked.error.message}` },
      passOnStatus(asked.error),
    );
  await waitUntilSettled(
    c,
    id,
    (bank) => bank.answered_at !== before.answered_at || bank.reason !== before.reason,
  );
  return c.redirect(`${PAGE}#bank-${id}`, 303);
});

bankPages.post(`${PAGE}/banks/:id/remove`, async (c) =>
  answer(c, await remove(c.get("api"), `${BANKS}/${encodeURIComponent(c.req.param("id"))}`)),
);

bankPages.post(`${PAGE}/linked/:id/remove`, async (c) =>
  answer(
    c,
    await remove(c.get("api"), encodePath`/api/linked/${param(c, "id")}?keep_history=true`),
  ),
);

async function formPage(c: PageContext, refused: Refused | null, status: Status) {
  const feed = feedNamed(c.req.param("feed") ?? "");
  if (feed === null)
    return c.html(
      <Notice title="Not found" message="This type of connection does not exist." />,
      404,
    );
  c.header("cache-control", "no-store");
  if (feed.type === null)
    return c.html(<ConnectBank feed={feed} refused={refused?.message ?? null} />, status);
  const source = await findSource(c, feed.type);
  return source.ok
    ? c.html(<ConnectCoins feed={feed} source={source.value} refused={refused} />, status)
    : refusalPage(c, source.error);
}

function bankForm(c: PageContext, refusal: Refusal) {
  const feed: Feed | null = feedNamed("simplefin");
  return feed === null
    ? refusalPage(c, refusal)
    : c.html(<ConnectBank feed={feed} refused={refusal.message} />, passOnStatus(refusal));
}

/** Connects it and reads it at once. Returns the fragment of the page that shows it. */
async function connectSynced(
  c: PageContext,
  provider: string,
  source: ScheduleSource,
  field: Typed,
): Promise<Result<string, Refusal>> {
  const body = {
    provider,
    display_name: field("name").trim() || null,
    source: { settings: settingsTyped(source, field), secrets: secretsTyped(source, field) },
  };
  const made = await send(c.get("api"), "/api/crypto/synced", body, z.object({ id: z.int() }));
  if (!made.ok) return made;
  // If the account cannot be read, the page says why.
  await (
    await c.get("service")(`/crypto/synced/${made.value.id}/refresh`, { method: "POST" })
  ).body?.cancel();
  return ok(`synced-${made.value.id}`);
}

/** Whether a claim has ended: its accounts have balances, or there is a reason why not. */
function hasEnded({ state, reason, answered_at: answered, accounts }: BankConnection): boolean {
  if (state === "claiming") return reason !== null;
  return (
    reason !== null || (answered !== null && accounts.every(({ status }) => status !== "syncing"))
  );
}

/** Waits up to a few seconds until the connection is settled or gone. */
async function waitUntilSettled(
  c: PageContext,
  id: string,
  isSettled: (bank: BankConnection) => boolean,
): Promise<void> {
  for (const until = Date.now() + ACCOUNTS_WAIT_MS_MAX; Date.now() < until;) {
    const bank = await findBank(c, id);
    if (bank === null || isSettled(bank)) return;
    await new Promise((resolve) => setTimeout(resolve, ACCOUNTS_LOOK_AGAIN_MS));
  }
}

async function findBank(c: PageContext, id: string): Promise<BankConnection | null> {
  const found = await read(c.get("api"), BANKS, connectionsSchema);
  return found.ok ? (found.value.connections.find((one) => one.id === id) ?? null) : null;
}
