// Every page and every form's target. Reads through the API and the service as HTTP, renders, and
// answers a form with 303 to the page that shows its effect. Nothing here decides about money.

import { Hono, type Context } from "hono";
import * as z from "zod";
import { VERSION_1, VERSION_2 } from "../../budget/versions.ts";
import { readConfig, type Config } from "../../config.ts";
import { dayOfInstant } from "../../money/day.ts";
import { ok, type Result } from "../../platform/result.ts";
import { accountPages } from "../you/routes.tsx";
import { accountsPages } from "../accounts/routes.tsx";
import { addressPages } from "../connections/address-routes.tsx";
import {
  accountNames,
  answerOf,
  missingPairs,
  makeAccount,
  nameOf,
  openAccounts,
  read,
  send,
  statusOf,
  type PassedOn,
  type Refusal,
} from "../ui/client.ts";
import { connectPages } from "../connections/routes.tsx";
import type { PageEnv } from "../ui/context.ts";
import { deletionPages } from "../you/deletion-routes.tsx";
import { framed } from "../ui/frame.tsx";
import { Docs } from "../docs/docs.tsx";
import { apiReference, serviceReference, type Reference } from "../docs/references.ts";
import { pageOf, textOf } from "../ui/form.ts";
import {
  connected,
  ofService,
  readableForm,
  sameOrigin,
  shownConnection,
  signedIn,
} from "../ui/gate.ts";
import { balancesIn } from "./balances.tsx";
import { AllRows, ImportList, ROW_FILTERS } from "./list.tsx";
import { NewImport } from "./new.tsx";
import { answersIn, newAccountField } from "./questions.tsx";
import { matchesOf } from "./matches-read.ts";
import { currenciesOf, RunPage } from "./run.tsx";
import { pathAfterDismissing } from "./waits.tsx";
import { undoingOf } from "./undo-read.ts";
import { STATE_WORDS } from "./words.ts";
import { Keys } from "../connections/keys.tsx";
import { portalPages } from "../portal/routes.tsx";
import { receiptListSchema } from "../inbox/wire.ts";
import { inboxPages } from "../inbox/routes.tsx";
import { layoutPages } from "../layouts/routes.tsx";
import { overviewPages } from "../overview/routes.tsx";
import { passkeyPages } from "../you/passkey-routes.ts";
import { peoplePages } from "../portal/people-routes.tsx";
import { ratesPages } from "../rates/routes.tsx";
import { Recurring, recurringBody } from "../recurring/recurring.tsx";
import { schedulePages } from "../schedules/routes.tsx";
import { refusalPage } from "../ui/refusal-page.tsx";
import { webhookPages } from "../webhooks/routes.tsx";
import {
  importListSchema,
  importSchema,
  keysSchema,
  newKeySchema,
  recurringSchema,
  rowsSchema,
} from "../ui/wire.ts";
import { waitingImportsSchema, type NewKey, type Row } from "../ui/wire.ts";

const FIRST_ROWS = 25;
const ODD_ROWS = 20;
const LIST_PAGE_ROWS = 50;
const ROWS_PAGE_ROWS = 200;

const uploadedSchema = z.union([
  z.object({ id: importSchema.shape.id }),
  z.object({ imports: z.array(z.object({ id: importSchema.shape.id })) }),
]);

type PageContext = Context<PageEnv>;

/** The pages, to be mounted at "/". */
export const pages = new Hono<PageEnv>();

pages.use(framed, sameOrigin, readableForm);

for (const path of [
  "/sign-up",
  "/portal",
  "/portal/*",
  "/join",
  "/docs",
  "/docs/*",
  "/recurring",
  "/recurring/*",
  "/rates",
  "/rates/*",
])
  pages.use(path, (c, next) => (c.req.path === "/docs/api" ? next() : ofService(c, next)));
pages.route("/", connectPages);
pages.route("/", accountPages);
pages.route("/", passkeyPages);
pages.route("/", portalPages);
pages.route("/", peoplePages);
pages.route("/", deletionPages);
pages.route("/", addressPages);
pages.route("/", layoutPages);
pages.route("/", inboxPages);
pages.route("/", webhookPages);
pages.route("/", overviewPages);
pages.route("/", schedulePages);
pages.route("/", accountsPages);

// The reference is public, like the OpenAPI document that it is rendered from. It is the same for everybody at one
// address, and long: the last rendering of each version is kept.
for (const [path, referenceOf] of [
  ["/docs", () => serviceReference(VERSION_2)],
  ["/docs/v1", () => serviceReference(VERSION_1)],
  ["/docs/api", (config) => apiReference(config.budgetApiUrl === null)],
] as const satisfies readonly (readonly [string, (config: Config) => Reference])[]) {
  let rendered = { of: "", html: "" };
  pages.get(path, async (c) => {
    const { origin } = new URL(c.req.url);
    const session = c.get("session");
    const frame = session === null ? null : c.get("frame");
    const of = `${origin} ${JSON.stringify(frame)}`;
    if (rendered.of !== of) {
      const reference = referenceOf(readConfig(c.env));
      const page = await c.html(
        <Docs reference={reference} origin={origin} signedIn={session !== null} />,
      );
      rendered = { of, html: await page.text() };
    }
    return c.html(rendered.html);
  });
}

for (const path of [
  "/",
  "/imports",
  "/imports/*",
  "/accounts",
  "/keys",
  "/keys/*",
  "/recurring",
  "/recurring/*",
  "/rates",
  "/rates/*",
])
  pages.use(path, signedIn, connected, shownConnection);

pages.get("/", (c) => newImport(c, null, 200));
pages.get("/imports/new", (c) => newImport(c, null, 200));

pages.post("/accounts", async (c) => {
  const form = await c.req.parseBody();
  const wanted = {
    name: textOf(form["name"]).trim(),
    type: textOf(form["type"]),
    currency: textOf(form["currency"]),
  };
  const made = await makeAccount(c.get("service"), wanted);
  const byScript = c.req.header("accept")?.includes("application/json") === true;
  if (!made.ok)
    return byScript
      ? c.json({ message: made.error.message }, statusOf(made.error))
      : newImport(c, made.error.message, statusOf(made.error));
  const { id, name, currency } = made.value;
  return byScript
    ? c.json({ id, name, currency }, 201)
    : c.redirect(`/?account=${encodeURIComponent(id)}`, 303);
});

pages.get("/imports", async (c) => {
  const page = pageOf(c);
  const query = new URLSearchParams({
    limit: String(LIST_PAGE_ROWS),
    offset: String((page - 1) * LIST_PAGE_ROWS),
  });
  const layout = c.req.query("layout") ?? null;
  const waiting = layout === null && c.req.query("waiting") === "true";
  if (layout !== null) query.set("layout", layout);
  if (waiting) query.set("waiting", "true");
  const schema = waiting ? waitingImportsSchema : importListSchema;
  const found = await read(c.get("api"), `/api/imports?${query.toString()}`, schema);
  if (!found.ok) return refusalPage(c, found.error);
  c.header("cache-control", "no-store");
  const { imports, has_more: hasMore } = found.value;
  return c.html(
    <ImportList
      imports={imports}
      page={page}
      hasMore={hasMore}
      layout={layout}
      waiting={waiting}
    />,
  );
});

// For browsers without scripts: the form goes to the API as it came, so that a large file streams through.
pages.post("/imports", async (c) => {
  const init = {
    method: "POST",
    body: c.req.raw.body,
    headers: { "content-type": c.req.header("content-type") ?? "" },
  };
  const made = await answerOf(
    await c.get("api")("/api/imports?preview=true", init),
    uploadedSchema,
  );
  if (!made.ok) return newImport(c, made.error.message, statusOf(made.error));
  // An archive of several files: an import each, all in the list.
  return c.redirect(
    "imports" in made.value ? "/imports" : `/imports/${encodeURIComponent(made.value.id)}`,
    303,
  );
});

pages.get("/imports/:id", (c) => runPage(c, null, 200));

pages.get("/imports/:id/rows", async (c) => {
  const page = pageOf(c);
  const wanted = c.req.query("state");
  const state = ROW_FILTERS.find((filter) => filter.state === wanted)?.state ?? "";
  const path = `/api/imports/${encodeURIComponent(c.req.param("id"))}`;
  const query = new URLSearchParams({
    limit: String(ROWS_PAGE_ROWS),
    offset: String((page - 1) * ROWS_PAGE_ROWS),
  });
  if (state !== "") query.set("state", state);
  const [run, found] = await Promise.all([
    read(c.get("api"), path, importSchema),
    read(c.get("api"), `${path}/rows?${query.toString()}`, rowsSchema),
  ]);
  if (!run.ok) return refusalPage(c, run.error);
  if (!found.ok) return refusalPage(c, found.error);
  return c.html(
    <AllRows
      run={run.value}
      rows={found.value.rows}
      state={state}
      page={page}
      hasMore={found.value.has_more}
    />,
  );
});

pages.post("/imports/:id/answers", async (c) => {
  const form = await c.req.parseBody();
  const answers = Object.fromEntries(
    answersIn(form).map(([question, choice]) => [question, textOf(choice)]),
  );
  return act(c, "answers", { answers });
});

// The account that an import asks for is made, and is the answer. One of that name is taken as it is: the form may come twice.
pages.post("/imports/:id/accounts", async (c) => {
  const form = await c.req.parseBody();
  const question = textOf(form["question"]);
  const wanted = (what: "name" | "type" | "currency") =>
    textOf(form[newAccountField(question, what)]).trim();
  const name = wanted("name");
  if (name === "") return runPage(c, "Give the new account a name.", 400);
  const there = (await openAccounts(c.get("service"))).find((account) => nameOf(account) === name);
  const made =
    there === undefined
      ? await makeAccount(c.get("service"), {
          name,
          type: wanted("type"),
          currency: wanted("currency"),
        })
      : ok(there);
  if (!made.ok) return runPage(c, made.error.message, statusOf(made.error));
  const others = answersIn(form).map(([id, choice]) => [id, textOf(choice)] as const);
  return act(c, "answers", { answers: Object.fromEntries([...others, [question, made.value.id]]) });
});
pages.post("/imports/:id/confirm", async (c) =>
  act(c, "confirm", { balances: balancesIn(await c.req.parseBody()) }),
);
pages.post("/imports/:id/undo", (c) => act(c, "undo", {}));
pages.post("/imports/:id/dismiss", async (c) => {
  const { back } = await c.req.parseBody();
  return act(c, "dismiss", {}, pathAfterDismissing(c.req.param("id"), back));
});
pages.post("/imports/:id/late/:act{look|delete}", (c) => act(c, `late/${c.req.param("act")}`, {}));

// What an import has to do with others is decided a form each; the last part of the path says how.
pages.post("/imports/:id/lookalikes/:line/:decision{same|insert}", (c) =>
  act(c, `lookalikes/${encodeURIComponent(c.req.param("line"))}/${c.req.param("decision")}`, {}),
);
pages.post("/imports/:id/transfers/:n/accept", async (c) => {
  const category = Number(textOf((await c.req.parseBody())["category_id"]));
  return act(
    c,
    `transfers/${encodeURIComponent(c.req.param("n"))}/accept`,
    category > 0 ? { category_id: category } : {},
  );
});
pages.post("/imports/:id/transfers/:n/dismiss", (c) =>
  act(c, `transfers/${encodeURIComponent(c.req.param("n"))}/dismiss`, {}),
);
pages.post("/imports/:id/pending/:transaction/delete", (c) =>
  act(c, `pending/${encodeURIComponent(c.req.param("transaction"))}/delete`, {}),
);

pages.get("/keys", (c) => keysPage(c, null, null, 200));

pages.post("/keys", async (c) => {
  const form = await c.req.parseBody();
  const made = await send(
    c.get("api"),
    "/api/keys",
    { label: textOf(form["label"]).trim() },
    newKeySchema,
  );
  return made.ok
    ? keysPage(c, made.value, null, 200)
    : keysPage(c, null, made.error.message, statusOf(made.error));
});

pages.post("/keys/:id/revoke", async (c) => {
  const response = await c.get("api")(`/api/keys/${encodeURIComponent(c.req.param("id"))}`, {
    method: "DELETE",
  });
  const revoked = await answerOf(response, z.unknown());
  return revoked.ok
    ? c.redirect("/keys", 303)
    : keysPage(c, null, revoked.error.message, statusOf(revoked.error));
});

pages.get("/recurring", (c) => recurringPage(c, null, 200));

pages.post("/recurring", async (c) => {
  const form = await c.req.parseBody();
  const accounts = await openAccounts(c.get("service"));
  const body = recurringBody((name) => textOf(form[name]).trim(), accounts);
  return recurringAfter(c, await send(c.get("api"), "/api/recurring", body, z.unknown()));
});

pages.post("/recurring/:id/keep", async (c) => {
  const path = `/api/recurring/${encodeURIComponent(c.req.param("id"))}`;
  return recurringAfter(
    c,
    await send(c.get("api"), path, { status: "reviewed" }, z.unknown(), "PUT"),
  );
});

// Dismissing a suggestion and deleting an item are one thing: it is not suggested again.
pages.post("/recurring/:id/dismiss", async (c) => {
  const response = await c.get("api")(`/api/recurring/${encodeURIComponent(c.req.param("id"))}`, {
    method: "DELETE",
  });
  return recurringAfter(c, await answerOf(response, z.unknown()));
});

pages.route("/", ratesPages);

async function recurringPage(c: PageContext, alert: string | null, status: 200 | PassedOn) {
  const [found, accounts, names] = await Promise.all([
    read(c.get("api"), "/api/recurring", recurringSchema),
    openAccounts(c.get("service")),
    accountNames(c.get("service")),
  ]);
  if (!found.ok) return refusalPage(c, found.error);
  c.header("cache-control", "no-store");
  const today = dayOfInstant(Date.now());
  return c.html(
    <Recurring
      items={found.value.recurring_items}
      accounts={accounts}
      names={names}
      today={today}
      alert={alert}
    />,
    status,
  );
}

/** The page after something was done to an item, or with what was wrong. */
async function recurringAfter(c: PageContext, done: Result<unknown, Refusal>) {
  return done.ok
    ? c.redirect("/recurring", 303)
    : recurringPage(c, done.error.message, statusOf(done.error));
}

async function newImport(c: PageContext, alert: string | null, status: 200 | PassedOn) {
  const accounts = await openAccounts(c.get("service"));
  return c.html(
    <NewImport accounts={accounts} chosen={c.req.query("account") ?? null} alert={alert} />,
    status,
  );
}

async function runPage(c: PageContext, alert: string | null, status: 200 | PassedOn) {
  const path = `/api/imports/${encodeURIComponent(c.req.param("id") ?? "")}`;
  const run = await read(c.get("api"), path, importSchema);
  if (!run.ok) return refusalPage(c, run.error);
  const rows = async (query: string): Promise<readonly Row[]> => {
    const found = await read(c.get("api"), `${path}/rows?${query}`, rowsSchema);
    return found.ok ? found.value.rows : [];
  };
  const { counts } = run.value;
  const { state } = run.value;
  const settled = state === "posting" || state === "waiting" || !STATE_WORDS[state].working;
  const [first, rejected, skipped] = await Promise.all([
    settled ? rows(`limit=${FIRST_ROWS}`) : [],
    settled && counts.rejected > 0 ? rows(`limit=${ODD_ROWS}&state=rejected`) : [],
    settled && counts.skipped > 0 ? rows(`limit=${ODD_ROWS}&state=skipped`) : [],
  ]);
  // A remote service converts by rates of its own.
  const counted =
    state === "done" &&
    counts.inserted + counts.duplicate > 0 &&
    readConfig(c.env).budgetApiUrl === null;
  const unrated = counted ? await missingPairs(c.var, currenciesOf(run.value, first)) : [];
  const matches = await matchesOf(c.var, path, run.value);
  const undoing = await undoingOf(c.var, path, run.value);
  const met =
    state === "done"
      ? await read(c.get("api"), `${path}/receipts?limit=${ODD_ROWS}`, receiptListSchema)
      : null;
  const receipts = met?.ok === true ? met.value.receipts : [];
  c.header("cache-control", "no-store");
  return c.html(
    <RunPage
      run={run.value}
      matches={matches}
      undoing={undoing}
      receipts={receipts}
      first={first}
      rejected={rejected}
      skipped={skipped}
      unrated={unrated}
      alert={alert}
    />,
    status,
  );
}

async function keysPage(
  c: PageContext,
  made: NewKey | null,
  alert: string | null,
  status: 200 | PassedOn,
) {
  const found = await read(c.get("api"), "/api/keys", keysSchema);
  if (!found.ok) return refusalPage(c, found.error);
  c.header("cache-control", "no-store");
  return c.html(
    <Keys keys={found.value.keys} made={made} alert={alert} origin={new URL(c.req.url).origin} />,
    status,
  );
}

/** Does one thing to an import, then shows the import, or another page of ours. */
async function act(c: PageContext, action: string, body: unknown, after?: string) {
  const id = encodeURIComponent(c.req.param("id") ?? "");
  const done = await send(c.get("api"), `/api/imports/${id}/${action}`, body, z.unknown());
  return done.ok
    ? c.redirect(after ?? `/imports/${id}`, 303)
    : runPage(c, done.error.message, statusOf(done.error));
}
