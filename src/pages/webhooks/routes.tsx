// The pages of webhooks and the targets of their forms.

import { Hono, type Context } from "hono";
import * as z from "zod";
import type { Result } from "../../platform/result.ts";
import {
  readAnswer,
  openAccounts,
  read,
  send,
  passOnStatus,
  type PassedOn,
  type Refusal,
} from "../ui/client.ts";
import type { PageEnv } from "../ui/context.ts";
import { parseId, readPage, readText } from "../ui/form.ts";
import { connected, shownConnection, signedIn } from "../ui/gate.ts";
import { refusalPage } from "../ui/refusal-page.tsx";
import { Notice } from "../ui/shell.tsx";
import { refusedEndpoint, refusedHook, type RefusedForm } from "./refused-forms.ts";
import { Calls, Deliveries } from "./logs.tsx";
import { Webhooks } from "./page.tsx";
import { type Made } from "./wire.ts";
import { CALLS, ROTATED_HOOK, HOOKS, NEW_HOOK } from "../../importer/webhooks/receiving/wire.ts";
import {
  DELIVERIES,
  ENDPOINTS,
  NEW_ENDPOINT,
  NEW_SECRET,
} from "../../importer/webhooks/sending/wire.ts";

type PageContext = Context<PageEnv>;

const PAGE = "/webhooks";
const PAGE_ROWS = 50;

/** To be mounted at "/", behind the check of a form's origin. */
export const webhookPages = new Hono<PageEnv>();

for (const path of [PAGE, `${PAGE}/*`])
  webhookPages.use(path, signedIn, connected, shownConnection);

webhookPages.get(PAGE, (c) => page(c, null, null, 200));

webhookPages.post(`${PAGE}/hooks`, async (c) => {
  const form = await c.req.parseBody();
  const body = {
    label: readText(form["label"]).trim(),
    check: readText(form["check"]),
    key: readText(form["key"]).trim() || null,
    account_id: parseId(readText(form["account_id"])) || null,
  };
  const made = await send(c.get("api"), "/api/hooks", body, NEW_HOOK);
  if (!made.ok)
    return refusedPage(
      c,
      refusedHook(made.error, (name) => readText(form[name])),
      made.error,
    );
  const { label, url, secret } = made.value;
  return page(
    c,
    {
      title: `Incoming webhook “${label}”`,
      shown: [
        { name: "Address", text: url },
        ...(secret === null ? [] : [{ name: "Secret", text: secret }]),
      ],
    },
    null,
    200,
  );
});

webhookPages.post(`${PAGE}/hooks/:id/rotate`, async (c) => {
  const form = await c.req.parseBody();
  const body = {
    key: readText(form["key"]).trim() || null,
    at_once: readText(form["at_once"]) === "yes",
  };
  const made = await send(
    c.get("api"),
    `/api/hooks/${endpointPath(c, "id")}/rotate`,
    body,
    ROTATED_HOOK,
  );
  // The webhook may be gone; then there is no form to show the refusal in.
  if (!made.ok && made.error.status !== 404)
    return refusedPage(
      c,
      refusedHook(made.error, (name) => readText(form[name]), parseId(c.req.param("id"))),
      made.error,
    );
  if (!made.ok) return page(c, null, made.error.message, passOnStatus(made.error));
  const { url, secret } = made.value;
  const shown = [
    { name: "Address", text: url },
    { name: "Secret", text: secret },
  ].flatMap(({ name, text }) => (text === null ? [] : [{ name, text }]));
  return shown.length === 0
    ? c.redirect(PAGE, 303)
    : page(c, { title: "The webhook was changed", shown }, null, 200);
});

webhookPages.post(`${PAGE}/hooks/:id/revoke`, async (c) =>
  after(c, await removed(c, `/api/hooks/${endpointPath(c, "id")}`)),
);

webhookPages.get(`${PAGE}/hooks/:id`, async (c) => {
  const [hooks, calls] = await Promise.all([
    read(c.get("api"), "/api/hooks", HOOKS),
    read(c.get("api"), `/api/hooks/${endpointPath(c, "id")}/calls?${pageQuery(c)}`, CALLS),
  ]);
  if (!hooks.ok) return refusalPage(c, hooks.error);
  if (!calls.ok) return refusalPage(c, calls.error);
  const hook = hooks.value.hooks.find(({ id }) => id === parseId(c.req.param("id")));
  if (hook === undefined)
    return c.html(<Notice title="Not found" message="This webhook does not exist." />, 404);
  return c.html(
    <Calls
      label={hook.label}
      id={hook.id}
      list={calls.value.calls}
      page={readPage(c)}
      hasMore={calls.value.has_more}
    />,
  );
});

webhookPages.post(`${PAGE}/endpoints`, async (c) => {
  const form = await c.req.parseBody({ all: true });
  const events = [form["events"] ?? []].flat().map(readText);
  const made = await send(
    c.get("api"),
    "/api/webhooks",
    { label: readText(form["label"]).trim(), url: readText(form["url"]).trim(), events },
    NEW_ENDPOINT,
  );
  if (!made.ok)
    return refusedPage(
      c,
      refusedEndpoint(made.error, (name) =>
        name === "events" ? events.join(" ") : readText(form[name]).trim(),
      ),
      made.error,
    );
  return page(
    c,
    {
      title: `Outgoing webhook “${made.value.label}”`,
      shown: [{ name: "Secret", text: made.value.secret }],
    },
    null,
    200,
  );
});

webhookPages.post(`${PAGE}/endpoints/:id/rotate`, async (c) => {
  const made = await send(
    c.get("api"),
    `/api/webhooks/${endpointPath(c, "id")}/rotate`,
    {},
    NEW_SECRET,
  );
  if (!made.ok) return page(c, null, made.error.message, passOnStatus(made.error));
  return page(
    c,
    { title: "New secret", shown: [{ name: "Secret", text: made.value.secret }] },
    null,
    200,
  );
});

webhookPages.post(`${PAGE}/endpoints/:id/test`, async (c) =>
  after(
    c,
    await send(c.get("api"), `/api/webhooks/${endpointPath(c, "id")}/test`, {}, z.unknown()),
    `${PAGE}/endpoints/${endpointPath(c, "id")}`,
  ),
);

webhookPages.post(`${PAGE}/endpoints/:id/:wish{enable|disable}`, async (c) =>
  after(
    c,
    await send(
      c.get("api"),
      `/api/webhooks/${endpointPath(c, "id")}`,
      { enabled: c.req.param("wish") === "enable" },
      z.unknown(),
      "PUT",
    ),
  ),
);

webhookPages.post(`${PAGE}/endpoints/:id/remove`, async (c) =>
  after(c, await removed(c, `/api/webhooks/${endpointPath(c, "id")}`)),
);

webhookPages.get(`${PAGE}/endpoints/:id`, async (c) => {
  const [listed, found] = await Promise.all([
    read(c.get("api"), "/api/webhooks", ENDPOINTS),
    read(
      c.get("api"),
      `/api/webhooks/${endpointPath(c, "id")}/deliveries?${pageQuery(c)}`,
      DELIVERIES,
    ),
  ]);
  if (!listed.ok) return refusalPage(c, listed.error);
  if (!found.ok) return refusalPage(c, found.error);
  const endpoint = listed.value.endpoints.find(({ id }) => id === parseId(c.req.param("id")));
  if (endpoint === undefined)
    return c.html(<Notice title="Not found" message="This webhook does not exist." />, 404);
  return c.html(
    <Deliveries
      label={endpoint.label}
      id={endpoint.id}
      list={found.value.deliveries}
      page={readPage(c)}
      hasMore={found.value.has_more}
    />,
  );
});

webhookPages.post(`${PAGE}/endpoints/:id/deliveries/:delivery/resend`, async (c) =>
  after(
    c,
    await send(
      c.get("api"),
      `/api/webhooks/${endpointPath(c, "id")}/deliveries/${endpointPath(c, "delivery")}/resend`,
      {},
      z.unknown(),
    ),
    `${PAGE}/endpoints/${endpointPath(c, "id")}`,
  ),
);

/** The page with the refused form open. */
function refusedPage(c: PageContext, refused: RefusedForm, refusal: Refusal) {
  return page(c, null, null, passOnStatus(refusal), refused);
}

async function page(
  c: PageContext,
  made: Made | null,
  alert: string | null,
  status: 200 | PassedOn,
  refused: RefusedForm | null = null,
) {
  const [hooks, endpoints, accounts] = await Promise.all([
    read(c.get("api"), "/api/hooks", HOOKS),
    read(c.get("api"), "/api/webhooks", ENDPOINTS),
    openAccounts(c.get("service")),
  ]);
  if (!hooks.ok) return refusalPage(c, hooks.error);
  if (!endpoints.ok) return refusalPage(c, endpoints.error);
  c.header("cache-control", "no-store");
  return c.html(
    <Webhooks
      hooks={hooks.value.hooks}
      endpoints={endpoints.value.endpoints}
      accounts={accounts}
      made={made}
      alert={alert}
      refused={refused}
    />,
    status,
  );
}

function after(c: PageContext, done: Result<unknown, Refusal>, to = PAGE) {
  return done.ok
    ? c.redirect(to, 303)
    : page(c, null, done.error.message, passOnStatus(done.error));
}

async function removed(c: PageContext, path: string): Promise<Result<unknown, Refusal>> {
  return readAnswer(await c.get("api")(path, { method: "DELETE" }), z.unknown());
}

function endpointPath(c: PageContext, name: string): string {
  return encodeURIComponent(c.req.param(name) ?? "");
}

function pageQuery(c: PageContext): string {
  return `limit=${PAGE_ROWS}&offset=${(readPage(c) - 1) * PAGE_ROWS}`;
}
