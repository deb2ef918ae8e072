// The page of accounts and the targets of its forms. A form is answered with 303 to what it
// created, or with itself, the input except credentials, and the reasons. The service asks banks in
// the background: we wait for them a little, then show what is known.

import { Hono, type Context } from "hono";
import * as z from "zod";
import { dayOfInstant } from "../../money/day.ts";
import {
  ACCOUNT_IMPORTS_READ,
  ACCOUNTS_LOOK_AGAIN_MS,
  ACCOUNTS_WAIT_MS_MAX,
} from "../../platform/limits.ts";
import { err, ok, type Result } from "../../platform/result.ts";
import { Accounts, type Complaint } from "./page.tsx";
import { connectBitcoin } from "./bitcoin.ts";
import { ChangeCoins, ConnectBank, ConnectCoins } from "./connect-forms.tsx";
import { feedNamed, findFeed, providerWords, type Feed } from "./feeds.ts";
import { readMarks } from "./marks.ts";
import type { LastImport } from "./manual-accounts.tsx";
import { readOneAccount } from "./read-one.ts";
import { readHeld } from "./read-accounts.ts";
import {
  coinSourceSchema,
  connectionSchema,
  connectionsSchema,
  type BankConnection,
} from "./wire.ts";
import {
  readAnswer,
  read,
  readService,
  send,
  passOnStatus,
  type PassedOn,
  type Refusal,
} from "../ui/client.ts";
import type { PageEnv } from "../ui/context.ts";
import { readFields, parseId } from "../ui/form.ts";
import { connected, ofService, shownConnection, signedIn } from "../ui/gate.ts";
import { cryptoSyncedSchema } from "../overview/wire.ts";
import { type ScheduleSource } from "../schedules/wire.ts";
import { IMPORT_LIST } from "../../importer/imports/wire.ts";
import { meSchema } from "../ui/wire.ts";
import { SOURCE_LIST } from "../../importer/schedules/wire.ts";
import { sortRefusal, type Control, type Refused } from "../ui/refused-form.ts";
import { secretsTyped, settingsTyped, type Typed } from "../sources/typed-settings.ts";
import { refusalPage } from "../ui/refusal-page.tsx";
import { saveRecords } from "../ui/save-records.ts";
import { Notice } from "../ui/shell.tsx";

type PageContext = Context<PageEnv>;
type Status = 200 | PassedOn;

const PAGE = "/accounts";
const BANKS = "/api/linked/connections";
/** The name is one property of a holding and another of a synced account. */
const CONTROLS: readonly Control[] = ["name", "display_name"].map((at) => ({
  name: "name",
  label: "Name",
  at,
}));

/** To be mounted at "/", before everything else below /accounts. */
export const accountsPages = new Hono<PageEnv>();

// What no documented operation does: connections and their accounts belong to the embedded service.
for (const path of [
  "new/*",
  "banks/*",
  "linked/:id/remove",
  "coins/:id/remove",
  "coins/:id/source",
])
  accountsPages.use(`${PAGE}/${path}`, ofService);

for (const path of ["new", "banks", "linked", "coins", "manual"])
  accountsPages.use(`${PAGE}/${path}/*`, signedIn, connected, shownConnection);

accountsPages.get(PAGE, signedIn, connected, (c) => page(c, null, 200));

accountsPages.get(`${PAGE}/new/:feed`, (c) => formPage(c, null, 200));

accountsPages.post(`${PAGE}/new/:feed`, async (c) => {
  const [feed, field] = [feedNamed(c.req.param("feed")), await readFields(c)];
  const source = await findSource(c, feed?.type ?? null);
  if (!source.ok) return refusalPage(c, source.error);
  const made =
    feed?.provider == null
      ? await connectBitcoin(c.var, source.value, field)
      : await connectSynced(c, feed.provider, source.value, field);
  return made.ok
    ? c.redirect(`${PAGE}#${made.value}`, 303)
    : formPage(c, refusedIn(source.value, made.error, field), passOnStatus(made.error));
});

accountsPages.post(`${PAGE}/banks`, async (c) => {
  const field = await readFields(c);
  const made = await send(c.get("api"), BANKS, { token: field("token") }, connectionSchema);
  if (!made.ok) return bankForm(c, made.error);
  await settled(c, made.value.id, isWelcomed);
  return c.redirect(`${PAGE}#bank-${made.value.id}`, 303);
});

accountsPages.post(`${PAGE}/banks/:id/token`, async (c) => {
  const [id, field] = [c.req.param("id"), await readFields(c)];
  const done = await send(
    c.get("api"),
    `${BANKS}/${encodeURIComponent(id)}`,
    { token: field("token") },
    connectionSchema,
    "PUT",
  );
  if (!done.ok) return page(c, { bank: id, message: done.error.message }, passOnStatus(done.error));
  const before = done.value;
  await settled(
    c,
    id,
    (bank) => isWelcomed(bank) && (bank.reason !== null || bank.answered_at !== before.answered_at),
  );
  return c.redirect(`${PAGE}#bank-${id}`, 303);
});

accountsPages.post(`${PAGE}/banks/:id/fetch`, async (c) => {
  const id = c.req.param("id");
  const found = await read(c.get("api"), BANKS, connectionsSchema);
  if (!found.ok) return refusalPage(c, found.error);
  const before = found.value.connections.find((one) => one.id === id);
  if (before === undefined)
    return c.html(<Notice title="Not found" message="This bank connection does not exist." />, 404);
  const asked = await readAnswer(
    await c.get("api")(`${BANKS}/${pagePath(c)}/fetch`, { method: "POST" }),
    z.unknown(),
  );
  if (!asked.ok)
    return page(
      c,
      { bank: null, message: `${before.host}: ${asked.error.message}` },
      passOnStatus(asked.error),
    );
  await settled(
    c,
    id,
    (bank) => bank.answered_at !== before.answered_at || bank.reason !== before.reason,
  );
  return c.redirect(`${PAGE}#bank-${id}`, 303);
});

accountsPages.post(`${PAGE}/banks/:id/remove`, async (c) =>
  after(c, await removed(c, "api", `${BANKS}/${pagePath(c)}`)),
);

accountsPages.post(`${PAGE}/linked/:id/remove`, async (c) =>
  after(c, await removed(c, "api", `/api/linked/${pagePath(c)}?keep_history=true`)),
);

accountsPages.post(`${PAGE}/coins/:id/remove`, async (c) =>
  after(c, await removed(c, "api", `/api/crypto/synced/${pagePath(c)}?keep_history=true`)),
);

accountsPages.post(`${PAGE}/coins/:id/refresh`, async (c) => refreshed(c, c.req.param("id")));

accountsPages.get(`${PAGE}/coins/:id/source`, (c) => changePage(c, null, 200));

accountsPages.post(`${PAGE}/coins/:id/source`, async (c) => {
  const field = await readFields(c);
  const path = `/api/crypto/synced/${pagePath(c)}/source`;
  const known = await read(c.get("api"), path, coinSourceSchema);
  if (!known.ok) return refusalPage(c, known.error);
  const source = await findSource(c, findFeed(known.value.provider)?.type ?? null);
  if (!source.ok) return refusalPage(c, source.error);
  const done = await send(
    c.get("api"),
    path,
    { settings: settingsTyped(source.value, field), secrets: secretsTyped(source.value, field) },
    z.unknown(),
    "PUT",
  );
  return done.ok
    ? refreshed(c, c.req.param("id"))
    : changePage(c, refusedIn(source.value, done.error, field), passOnStatus(done.error));
});

accountsPages.post(`${PAGE}/manual/:id/balance`, async (c) => {
  const field = await readFields(c);
  const account = parseId(c.req.param("id"));
  const known = await readOneAccount(c.var, "manual", account);
  if (!known.ok) return refusalPage(c, known.error);
  if (known.value?.kind !== "manual")
    return refusalPage(c, { status: 404, message: "This account does not exist." });
  const was = { balance: field("was") || known.value.account.balance };
  const set = { balance: field("balance").trim() };
  const records = [{ kind: "manual_account", id: account, was, set }];
  const done = await saveRecords(c.get("api"), field("key"), records, "the accounts page");
  return done.ok
    ? c.redirect(`${PAGE}#manual-${account}`, 303)
    : page(c, { bank: null, account, message: done.error.message }, passOnStatus(done.error));
});

accountsPages.post(`${PAGE}/manual/:id/confirm`, async (c) =>
  after(c, await removed(c, "api", `/api/balances/unconfirmed/${pagePath(c)}`)),
);

accountsPages.post(`${PAGE}/manual/:id/statements`, async (c) => {
  const field = await readFields(c);
  const path = `/api/statement-balances/${pagePath(c)}`;
  const set = field("set") === "yes";
  const done = await send(c.get("api"), path, { set }, z.unknown(), "PUT");
  return done.ok && field("back") === "account"
    ? c.redirect(`${PAGE}/manual/${parseId(c.req.param("id"))}#sources`, 303)
    : after(c, done);
});

async function page(c: PageContext, complaint: Complaint | null, status: Status) {
  const [held, me] = await Promise.all([
    readHeld(c.var, c.get("frame").remote === null),
    readService(c.get("service"), "/me", meSchema),
  ]);
  const primary = me.ok ? me.value.primary_currency : null;
  const [marks, lastImports] = await Promise.all([
    readMarks(c.var, held.manual, primary ?? "", dayOfInstant(Date.now())),
    readLastImports(c.get("api")),
  ]);
  c.header("cache-control", "no-store");
  // The connection or the account may be gone; then there is no form to show the refusal in.
  const isShown =
    held.connections.some(({ id }) => id === complaint?.bank) ||
    held.manual.some(({ id }) => id === complaint?.account);
  return c.html(
    <Accounts
      held={held}
      primary={primary}
      marks={marks}
      lastImports={lastImports}
      complaint={
        complaint === null || isShown ? complaint : { bank: null, message: complaint.message }
      }
    />,
    status,
  );
}

/** The newest import of each account, among the newest of all. */
async function readLastImports(
  api: PageContext["var"]["api"],
): Promise<ReadonlyMap<number, LastImport>> {
  const found = await read(api, `/api/imports?limit=${ACCOUNT_IMPORTS_READ}`, IMPORT_LIST);
  const done = found.ok ? found.value.imports.filter(({ state }) => state === "done") : [];
  return new Map(
    done.toReversed().flatMap(({ id, created_at: at, account, balances }) => {
      const accounts = [account, ...balances.map((balance) => balance.account)];
      return accounts.flatMap((one) => (one === null ? [] : [[one.id, { id, at }] as const]));
    }),
  );
}

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

async function changePage(c: PageContext, refused: Refused | null, status: Status) {
  const id = parseId(c.req.param("id") ?? "");
  const [known, listed] = await Promise.all([
    read(c.get("api"), `/api/crypto/synced/${pagePath(c)}/source`, coinSourceSchema),
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
  // If it cannot be read, the page says why.
  await (
    await c.get("service")(`/crypto/synced/${made.value.id}/refresh`, { method: "POST" })
  ).body?.cancel();
  return ok(`synced-${made.value.id}`);
}

/** Reads a synced account. If its server cannot be reached, the page says so at the account. */
async function refreshed(c: PageContext, id: string) {
  const done = await readAnswer(
    await c.get("service")(`/crypto/synced/${encodeURIComponent(id)}/refresh`, { method: "POST" }),
    z.unknown(),
  );
  if (done.ok || done.error.status >= 500) return c.redirect(`${PAGE}#synced-${parseId(id)}`, 303);
  return page(c, { bank: null, message: done.error.message }, passOnStatus(done.error));
}

/** Whether a claim has ended: its accounts have balances, or there is a reason why not. */
function isWelcomed({ state, reason, answered_at: answered, accounts }: BankConnection): boolean {
  if (state === "claiming") return reason !== null;
  return (
    reason !== null || (answered !== null && accounts.every(({ status }) => status !== "syncing"))
  );
}

/** Waits a little until the connection is settled or gone. */
async function settled(
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

/** Finds a source in the registry. */
async function findSource(
  c: PageContext,
  type: string | null,
): Promise<Result<ScheduleSource, Refusal>> {
  const found = await read(c.get("api"), "/api/schedules/sources", SOURCE_LIST);
  if (!found.ok) return found;
  const source = found.value.sources.find((one) => one.type === type);
  return source === undefined
    ? err({ status: 404, message: "This type of connection does not exist." })
    : ok(source);
}

function refusedIn(source: ScheduleSource, refusal: Refusal, field: Typed): Refused {
  return sortRefusal(refusal, source, CONTROLS, field);
}

async function removed(
  c: PageContext,
  by: "api" | "service",
  path: string,
): Promise<Result<unknown, Refusal>> {
  return readAnswer(await c.get(by)(path, { method: "DELETE" }), z.unknown());
}

function after(c: PageContext, done: Result<unknown, Refusal>) {
  return done.ok
    ? c.redirect(PAGE, 303)
    : page(c, { bank: null, message: done.error.message }, passOnStatus(done.error));
}

function pagePath(c: PageContext): string {
  return encodeURIComponent(c.req.param("id") ?? "");
}
