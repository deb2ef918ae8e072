// The portal's pages and form targets. Each form names the budget that it was shown for, so that a
// form that stayed open does not act on another budget. The Budget object decides whether the
// person may.

import { Hono, type Context } from "hono";
import { TOKEN_LABEL_CHARS_MAX } from "../../platform/limits.ts";
import {
  findClient,
  listClients,
  registerClient,
  removeClient,
  rotateSecret,
} from "../../oauth/clients/clients.ts";
import { parseName } from "../../oauth/people/person.ts";
import type { Session } from "../../oauth/sign-in/session.ts";
import { must } from "../../platform/assert.ts";
import { parseCurrency } from "../../money/currency.ts";
import type { PageEnv } from "../ui/context.ts";
import { parseId, readText } from "../ui/form.ts";
import { signedIn } from "../ui/gate.ts";
import { Budgets } from "./budgets.tsx";
import { ClientPage, Clients, type ClientForm } from "./clients.tsx";
import { Tokens, type PortalFrame } from "./tokens.tsx";
import { Notice } from "../ui/shell.tsx";

export type PageContext = Context<PageEnv>;

/** To be mounted among the pages, behind the check of a form's origin. */
export const portalPages = new Hono<PageEnv>();

for (const path of ["/portal", "/portal/*"]) {
  portalPages.use(path, signedIn, async (c, next) => {
    await next();
    c.res.headers.set("cache-control", "no-store");
  });
}

portalPages.get("/portal", (c) => tokensPage(c, {}));

portalPages.post("/portal/tokens", async (c) => {
  const form = await c.req.parseBody();
  const label = readText(form["label"]).trim().slice(0, TOKEN_LABEL_CHARS_MAX) || null;
  const issued = await getBudget(c, readText(form["account"])).issueMemberToken(
    sessionIn(c).userId,
    label,
  );
  if (issued.ok) return tokensPage(c, { made: { label, text: issued.value } });
  if (issued.error === "not a member") return noAccess(c);
  return tokensPage(
    c,
    {
      alert:
        "You have reached the maximum number of developer tokens in this budget. Revoke one first.",
    },
    400,
  );
});

portalPages.post("/portal/tokens/:account/:id/revoke", async (c) => {
  const revoked = await getBudget(c, c.req.param("account")).revokeMemberToken(
    sessionIn(c).userId,
    parseId(c.req.param("id")),
  );
  return revoked
    ? c.redirect("/portal", 303)
    : tokensPage(c, { alert: "This token no longer exists." }, 404);
});

portalPages.post("/portal/grants/:account/:id/end", async (c) => {
  const ended = await getBudget(c, c.req.param("account")).endGrant(
    sessionIn(c).userId,
    parseId(c.req.param("id")),
  );
  return ended
    ? c.redirect("/portal", 303)
    : tokensPage(c, { alert: "This app no longer has access." }, 404);
});

portalPages.post("/portal/current", async (c) => {
  const form = await c.req.parseBody();
  const session = sessionIn(c);
  const wanted = parseId(readText(form["account"]));
  const { accounts } = await readFrame(c, null);
  if (!accounts.some(({ accountId }) => accountId === wanted)) return noAccess(c);
  await getUser(c).chooseAccount(session.id, wanted);
  const back = readText(form["back"]);
  return c.redirect(
    ["/portal/people", "/portal/budgets"].find((path) => path === back) ?? "/portal",
    303,
  );
});

portalPages.get("/portal/budgets", (c) => budgetsPage(c, null));

portalPages.post("/portal/budgets", async (c) => {
  const form = await c.req.parseBody();
  const name = parseName(readText(form["name"]));
  const currency = parseCurrency(readText(form["currency"]));
  if (name === null)
    return budgetsPage(c, "The name must be 1 to 100 characters long, on one line.", 400);
  if (currency === null) return budgetsPage(c, "Choose a currency from the list.", 400);
  const made = await getUser(c).makeAccount(name, currency);
  if (!made.ok)
    return budgetsPage(c, "You have reached the maximum number of budgets. Leave one first.", 400);
  await getUser(c).chooseAccount(sessionIn(c).id, made.value.accountId);
  return c.redirect("/portal/budgets", 303);
});

portalPages.post("/portal/budgets/:account/rename", async (c) => {
  const name = parseName(readText((await c.req.parseBody())["name"]));
  if (name === null)
    return budgetsPage(c, "The name must be 1 to 100 characters long, on one line.", 400);
  const renamed = await getBudget(c, c.req.param("account")).rename(sessionIn(c).userId, name);
  return renamed ? c.redirect("/portal/budgets", 303) : noAccess(c);
});

portalPages.post("/portal/budgets/:account/leave", async (c) => {
  const left = await getUser(c).leaveAccount(parseId(c.req.param("account")));
  if (left.ok) return c.redirect("/portal/budgets", 303);
  if (left.error === "not a member") return noAccess(c);
  return budgetsPage(
    c,
    "You cannot leave: you are the only owner. First make somebody else an owner, under People.",
    400,
  );
});

portalPages.get("/portal/clients", (c) => clientsPage(c, null, null));

portalPages.post("/portal/clients", async (c) => {
  const form = await c.req.parseBody({ all: true });
  const typed: ClientForm = {
    name: readText(form["name"]),
    redirectUris: readText(form["redirect_uris"])
      .split("\n")
      .map((line) => line.trim())
      .filter((line) => line !== ""),
    scopes: [form["scopes"]]
      .flat()
      .map(readText)
      .filter((scope) => scope !== ""),
    kind: readText(form["kind"]),
  };
  const made = await registerClient(sessionIn(c), typed, c.env);
  return made.ok
    ? clientPage(c, made.value.clientId, made.value.secret)
    : clientsPage(c, made.error, typed, 400);
});

portalPages.get("/portal/clients/:id", (c) => clientPage(c, c.req.param("id"), null));

portalPages.post("/portal/clients/:id/rotate", async (c) => {
  return clientPage(
    c,
    c.req.param("id"),
    await rotateSecret(sessionIn(c), c.req.param("id"), c.env),
  );
});

portalPages.post("/portal/clients/:id/delete", async (c) => {
  return (await removeClient(sessionIn(c), c.req.param("id"), c.env))
    ? c.redirect("/portal/clients", 303)
    : notFound(c, "You have no client with this ID.");
});

type Said = {
  readonly made?: { readonly label: string | null; readonly text: string };
  readonly alert?: string;
};

async function tokensPage(c: PageContext, said: Said, status: 200 | 400 | 404 = 200) {
  const frame = await readFrame(c, said.alert ?? null);
  const { userId } = sessionIn(c);
  const budget = frame.current === null ? null : getBudget(c, String(frame.current.accountId));
  const [tokens, grants] =
    budget === null
      ? [[], []]
      : await Promise.all([budget.listMemberTokens(userId), budget.listGrants(userId)]);
  const origin = new URL(c.req.url).origin;
  return c.html(
    <Tokens {...frame} tokens={tokens} grants={grants} made={said.made ?? null} origin={origin} />,
    status,
  );
}

async function budgetsPage(c: PageContext, alert: string | null, status: 200 | 400 = 200) {
  return c.html(<Budgets {...await readFrame(c, alert)} />, status);
}

async function clientsPage(
  c: PageContext,
  alert: string | null,
  typed: ClientForm | null,
  status: 200 | 400 = 200,
) {
  const [frame, clients] = await Promise.all([
    readFrame(c, alert),
    listClients(sessionIn(c), c.env),
  ]);
  return c.html(<Clients {...frame} clients={clients} typed={typed} />, status);
}

async function clientPage(c: PageContext, id: string, secret: string | null) {
  const [frame, client] = await Promise.all([
    readFrame(c, null),
    findClient(sessionIn(c), id, c.env),
  ]);
  return client === null
    ? notFound(c, "You have no client with this ID.")
    : c.html(<ClientPage {...frame} client={client} secret={secret} />);
}

/** The frame of every page of the portal. */
export async function readFrame(c: PageContext, alert: string | null): Promise<PortalFrame> {
  const session = sessionIn(c);
  const accounts = await getUser(c).accounts();
  const current =
    accounts.find(({ accountId }) => accountId === session.accountId) ?? accounts[0] ?? null;
  return { current, accounts, alert };
}

/** The person's own object. */
export function getUser(c: PageContext) {
  return c.env.USER.getByName(sessionIn(c).user);
}

/**
 * The Budget object that a form names. An invalid id names an object that was never created and
 * answers with nothing.
 */
export function getBudget(c: PageContext, account: string) {
  return c.env.BUDGET.getByName(String(parseId(account)));
}

export function sessionIn(c: PageContext): Session {
  return must(c.get("session"), "these pages are behind the sign-in");
}

export function noAccess(c: PageContext) {
  return notFound(c, "You no longer have access to this budget.");
}

function notFound(c: PageContext, message: string) {
  return c.html(<Notice title="Not found" message={message} />, 404);
}
